"""A session, and the interface of the server for transports."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from nim_tui.plain.conversation import Writer
from nim_tui.server.settings.kinds import Size
from nim_tui.server.terminal.colours import Colours, colours_of
from nim_tui.server.terminal.looks import ANY_LOOKS, Looks
from rules.messages import Refusal, Value
from screens.textual_patches.many_apps import ServedApp

KEYS_OF_BROWSERS: Final = "WEB"
"""The prefix of fingerprints of browsers' keys, like SHA256 in SSH's."""
WISHES: Final = ("COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE")
"""The only environment variables that a client may send."""

_WISH = re.compile(r"[\w.@:+-]{1,32}", re.ASCII)
_TERMINAL = re.compile(r"[\w.+-]{1,40}", re.ASCII)
_TABLE = re.compile(r"[a-z]{2,20}-\d{1,6}", re.ASCII)

_LINK = re.compile(r"[0-9A-Za-z-]{1,60}", re.ASCII)


def wish(name: bytes, value: bytes) -> tuple[str, str] | None:
    """Return an environment variable that a client may send, or None."""
    try:
        known, word = name.decode("ascii"), value.decode("ascii")
    except UnicodeDecodeError:
        return None
    return (known, word) if known in WISHES and _WISH.fullmatch(word) else None


def terminal_type(told: str) -> str:
    """Return a client's terminal type; `dumb` if it is none."""
    return told if _TERMINAL.fullmatch(told) else "dumb"


def may_be_link(told: str) -> bool:
    """Check whether a client's text has the form of an invite link."""
    return _LINK.fullmatch(told) is not None


def is_table_id(told: str) -> bool:
    """Whether a client's text has the form of a table id."""
    return _TABLE.fullmatch(told) is not None


PLAY: Final = "play"
LEARN: Final = "learn"
SIT: Final = "sit"
PUZZLE: Final = "puzzle"
DAILY: Final = "daily"
_PURPOSE = re.compile(
    rf"(?P<action>{PLAY}|{LEARN}|{PUZZLE})\.(?P<name>[a-z][a-z0-9_]{{0,39}})"
    rf"|{SIT}\.(?P<table>.{{1,40}})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Purpose:
    """The action that a person pressed on a page, done at the start of their session."""

    action: str
    """PLAY or LEARN a game, SIT down at a table, or solve a PUZZLE."""
    what: str
    """The name of the game or the id of the table; there may be none. DAILY for a puzzle."""

    def __str__(self) -> str:
        """Return the text that `purpose_in` reads."""
        return f"{self.action}.{self.what}"


def purpose_in(told: str) -> Purpose | None:
    """Return the purpose in a client's text, or None."""
    found = _PURPOSE.fullmatch(told)
    if found is None:
        return None
    if found["action"]:
        return Purpose(found["action"], found["name"])
    return Purpose(SIT, found["table"]) if is_table_id(found["table"]) else None


@dataclass(slots=True)
class GuestPass:
    """The identity of a returning guest."""

    digest: str
    """The digest of a secret of the browser; it opens only the guest's data."""
    is_cut: bool = False
    """Whether the connection was lost or the page closed: not left on purpose."""


@dataclass(frozen=True, slots=True)
class ClientInfo:
    """A session's client: account, address and terminal."""

    number: int
    """The number of the session, from 1 since the server started."""
    fingerprint: str | None
    """`SHA256:...` of the key that signed, `WEB:...` of a browser; None for a guest."""
    address: str
    """The peer's IP address."""
    terminal: str = ""
    """TERM; empty without a terminal."""
    size: Size = (0, 0)
    """The size of the terminal at the start, within bounds; (0, 0) without one."""
    wishes: Mapping[str, str] = field(default_factory=dict)
    """The values of WISHES that the client sent."""
    table: str = ""
    """The id of a table they came for, if valid; it opens nothing by itself."""
    looks: Looks = ANY_LOOKS
    """The looks of the device, for people without such settings."""
    is_plain: bool = False
    """Whether they use text mode."""
    link: str = ""
    """The invite link that the client came with, unchecked; may be empty."""
    is_bot: bool = False
    """Whether they asked for the bot protocol (`ssh HOST bot`)."""
    is_touch: bool = False
    """Whether the page around the terminal shows the keys, for fingers."""
    is_browser: bool = False
    """Whether they use a browser, and may not know ssh."""
    guest: GuestPass | None = None
    """The identity by which a guest can return, if any."""
    tell_page: Callable[[str, str], None] | None = None
    """Sends a named fact to the page around the session; None without a page."""

    purpose: Purpose | None = None
    """The action that they pressed on a page, if any."""

    meant: str = ""
    """The account that the user name of ssh means, if the key does not open it."""

    @property
    def is_in_browser(self) -> bool:
        """Whether they use a browser that stores a key."""
        return self.fingerprint is not None and self.fingerprint.startswith(f"{KEYS_OF_BROWSERS}:")

    @property
    def is_guest(self) -> bool:
        """Whether no key was shown."""
        return self.fingerprint is None

    @property
    def colours(self) -> Colours:
        """The colours that the terminal can show."""
        if self.looks.plain:
            return Colours.NONE
        return colours_of(self.terminal, self.wishes)

    def show_at(self, table: str | None) -> None:
        """Tell the page the address of the table on the screen; None for the lobby."""
        if self.tell_page is not None:
            self.tell_page("at", "/" if table is None else f"/t/{table}")


class ConnectionRefused(Refusal):
    """A person may not sign in; the message is for them, the code for the log."""

    def __init__(self, code: str, reason: str, **facts: Value) -> None:
        """`code` is in `logs.REASONS`."""
        super().__init__(reason, **facts)
        self.code = code


class ServedLines(Protocol):
    """The dialog of a person in text mode."""

    @property
    def is_over(self) -> bool:
        """Whether the dialog is over."""

    async def begin(self, writer: Writer, wake: Callable[[], None]) -> None:
        """Start the dialog; `wake` may be called from any task when there is something to say."""

    async def answer(self, line: str) -> None:
        """Answer a line."""

    async def tell(self) -> None:
        """Say what others did in the meantime."""

    async def close(self) -> None:
        """End the dialog."""


class SessionHandler(Protocol):
    """The server, for transports. Nothing here may block."""

    async def turns_away(self, fingerprint: str | None, address: str) -> ConnectionRefused | None:
        """Return why a key, or a guest without one, may not sign in from an address, or None."""

    async def meant(self, user: str, fingerprint: str) -> str:
        """Return the member that a user name of ssh means, unless this key opens that account."""

    async def app_for(self, client: ClientInfo) -> ServedApp:
        """Return a new app for a session; called a second time if the first one crashed."""

    async def wants_lines(self, client: ClientInfo) -> bool:
        """Return whether a person with a terminal has chosen text mode."""

    async def lines_for(self, client: ClientInfo) -> ServedLines:
        """Return the dialog of a session in text mode, called in the conversation's task."""

    def answer(self, client: ClientInfo, words: Sequence[str]) -> AsyncIterator[bytes]:
        """Yield the answer to `record ID` or `export`. Raises a Refusal with one plain line."""

    def left(self, client: ClientInfo) -> None:
        """Note the end of a session; called once per session, for any reason."""

    def failed(self, client: ClientInfo, error: BaseException) -> None:
        """Note that an app, or a call of this handler for a session, ended with an error."""
