"""The private names of libraries that the server needs.

Those of Textual are listed in screens/textual_patches/private_names.py. Nothing that uses them is
imported here, so that one line can report a missing one.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

from rules.messages import N_, Phrase, Value
from screens.textual_patches.private_names import NAMES as TEXTUAL
from screens.textual_patches.private_names import OF_TERMINAL, PrivateName, missing

_PATCHES: Final = "nim_tui/server/ssh/asyncssh_patches.py"
_CONNECTION: Final = "nim_tui/server/ssh/connection.py"
_SSH: Final = "tests/nim_tui/server/ssh/"
_GROWS: Final = f"{_SSH}test_misuse.py::test_a_packet_grows_only_so_far"
_COMPRESSES: Final = f"{_SSH}test_misuse.py::test_compression_is_there_for_who_wants_it"
_WISHES: Final = f"{_SSH}test_misuse.py::test_environment_is_bounded"
_FORWARDS: Final = f"{_SSH}test_misuse.py::test_nothing_is_forwarded"
_GUESTS: Final = f"{_SSH}test_sign_in.py::test_guests_come_in_where_they_may"

ASYNCSSH: Final = tuple(
    PrivateName(*row)
    for row in (
        ("asyncssh.compression:Decompressor", _PATCHES, _GROWS),
        ("asyncssh.compression:_ZLibCompress", _PATCHES, _COMPRESSES),
        ("asyncssh.compression:register_compression_alg", _PATCHES, _COMPRESSES),
        ("asyncssh.packet:SSHPacket", _PATCHES, _WISHES),
        (
            "asyncssh.connection:SSHConnection",
            _PATCHES,
            f"{_SSH}test_slow_readers.py::test_a_huge_window_hides_nothing",
        ),
        (
            "asyncssh.connection:SSHConnection()._loop",
            _PATCHES,
            f"{_SSH}test_sessions.py::test_first_paint_and_keys",
        ),
        (
            "asyncssh.connection:SSHConnection()._transport",
            _PATCHES,
            f"{_SSH}test_slow_readers.py::test_a_huge_window_hides_nothing",
        ),
        *(
            (
                f"asyncssh.connection:SSHConnection().{name}",
                _PATCHES,
                f"{_SSH}test_floods.py::{test}",
            )
            for name, test in (
                ("_recv_seq", "test_whoever_floods_is_cut_off_and_turned_away"),
                ("_recv_handler", "test_a_flood_before_anybody_signs_in_is_cut_off_too"),
                ("_deferred_packets", "test_what_waits_for_new_keys_counts_as_waiting"),
                (
                    "_kex_complete",
                    "test_an_exchange_of_keys_that_does_not_end_ends_the_connection",
                ),
            )
        ),
        ("asyncssh.channel:SSHServerChannel()._env", _PATCHES, _WISHES),
        ("asyncssh.channel:SSHServerChannel._process_env_request", _PATCHES, _WISHES),
        ("asyncssh.channel:SSHServerChannel._process_x11_req_request", _PATCHES, _FORWARDS),
        (
            "asyncssh.channel:SSHServerChannel._process_auth_agent_req_at_openssh_dot_com_request",
            _PATCHES,
            _FORWARDS,
        ),
        ("asyncssh.auth:KbdIntChallenge", _CONNECTION, _GUESTS),
        ("asyncssh.auth:KbdIntResponse", _CONNECTION, _GUESTS),
    )
)

AIOHTTP: Final = (
    PrivateName(
        "aiohttp.base_protocol:BaseProtocol()._reading_paused",
        "nim_tui/server/web/callers.py",
        "tests/nim_tui/server/web/test_hostile.py"
        "::test_whoever_floods_with_frames_is_cut_off_and_turned_away",
    ),
    *(
        PrivateName(
            name,
            "nim_tui/server/web/session.py",
            "tests/nim_tui/server/web/test_hostile.py::test_few_frames_wait_to_be_paid_for",
        )
        for name in (
            "aiohttp.web_ws:WebSocketResponse()._reader",
            "aiohttp._websocket.reader:WebSocketDataQueue()._buffer",
        )
    ),
)

NEEDED: Final = (
    *ASYNCSSH,
    *AIOHTTP,
    *(
        known
        for known in TEXTUAL
        if known.used_in.startswith("nim_tui/server/")
        or known.used_in.endswith("/many_apps.py")
        or known.used_in in OF_TERMINAL
    ),
)


_MISFIT: Final = N_(
    "the server does not work with {library} {version}, which lacks {name}: install the server "
    "with pip install nim-tui[server] in its own environment"
)
_MISFITS: Final = N_(
    "the server does not work with {library} {version}, which lacks {name} and {more} more: "
    "install the server with pip install nim-tui[server] in its own environment"
)


def unfit(*, serves_browsers: bool) -> Phrase | None:
    """Return why the installed libraries do not fit, in a line; None if they do.

    aiohttp is only looked at if browsers are served, as else it need not be installed. Raises
    ImportError without a library that is needed.
    """
    for library in ("asyncssh", *(("aiohttp",) if serves_browsers else ()), "textual"):
        gone = missing(known for known in NEEDED if known.name.startswith(library))
        if gone:
            facts: dict[str, Value] = {
                "library": library,
                "version": version(library),
                "name": gone[0],
                "more": len(gone) - 1,
            }
            return Phrase(_MISFITS if len(gone) > 1 else _MISFIT, facts)
    return None
