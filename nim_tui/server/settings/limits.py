"""How much one person, one place and all together may ask of the transport."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from nim_tui.server.settings.fields import area, number, whole
from nim_tui.server.settings.kinds import Size
from rules.messages import N_

USUAL_SIZE: Final[Size] = (80, 24)
"""For a terminal that does not tell its size."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of everything a stranger can send or hold; times in seconds, sizes in bytes."""

    connections: int = whole(1200, 1, 100_000, N_("Connections in all, signed in or not."))
    connections_an_address: int = whole(
        48, 1, 100_000, N_("Connections of one address; an IPv6 address stands for its /64.")
    )
    signing_in: int = whole(60, 1, 10_000, N_("Connections that have not proved who they are yet."))
    signing_in_an_address: int = whole(12, 1, 10_000, N_("Such connections of one address."))
    signing_in_freely: int = whole(
        20, 0, 10_000, N_("Such connections from which on some who come are dropped at random.")
    )
    signing_in_dropped: float = number(
        0.3, 0.0, 1.0,
        N_("The share of them that is dropped then; it grows until signing_in are there."),
    )  # fmt: skip
    sign_in_attempts: int = whole(
        6, 1, 100, N_("Keys, or asks to come in without one, that a connection may try.")
    )
    sign_in_seconds: float = number(
        20.0, 0.1, 600.0,
        N_("Seconds for the handshake; also for asking for a session once signed in."),
    )  # fmt: skip
    work_at_once: int = whole(
        6000, 1000, 10_000_000,
        N_("Work that one address may ask for at once beyond playing, in points: one for a packet"
           " or frame, ten for a millisecond of processor time."),
    )  # fmt: skip
    work_a_second: float = number(
        400.0, 10.0, 1_000_000.0,
        N_("Such work a second in the long run; who asks for more is cut off and penalised."),
    )  # fmt: skip
    penalty_seconds: float = number(
        30.0, 0.0, 3600.0,
        N_("Seconds for which such an address is turned away at first; each time twice as long."),
    )  # fmt: skip
    keepalive_seconds: float = number(
        30.0, 1.0, 3600.0, N_("Seconds between two asks whether a silent client is still there.")
    )
    sessions: int = whole(1000, 1, 50_000, N_("Sessions in all."))
    sessions_a_key: int = whole(4, 1, 1000, N_("Sessions of one key."))
    sessions_an_address: int = whole(32, 1, 50_000, N_("Sessions of one address."))
    sessions_a_connection: int = whole(4, 1, 100, N_("Sessions of one connection."))
    starting: int = whole(
        1, 1, 64, N_("Sessions that start at once; one more makes the keys of all others wait.")
    )
    starting_seconds: float = number(
        10.0, 0.1, 600.0,
        N_("Seconds for which a session that does not paint keeps others from starting."),
    )  # fmt: skip
    idle_seconds: float = number(
        3600.0, 0.1, 604_800.0, N_("Seconds without a key, before a session is ended.")
    )
    keys_a_second: float = number(
        60.0, 1.0, 10_000.0,
        N_("Keys and clicks a second in the long run; keys_at_once wait, others are left out."),
    )  # fmt: skip
    keys_at_once: int = whole(250, 16, 1_000_000, N_("Keys and clicks at once."))
    longest_paste: int = whole(
        20_000, 0, 1_000_000, N_("Characters of one paste; a longer one is refused.")
    )
    waiting_bytes: int = whole(
        4_000_000, 10_000, 1_000_000_000,
        N_("Bytes not taken yet by a slow reader, before the session is dropped."),
    )  # fmt: skip
    waiting_bytes_in_all: int = whole(
        200_000_000, 1_000_000, 1_000_000_000_000,
        N_("Bytes not taken yet by all of them together, before the slowest is dropped."),
    )  # fmt: skip
    memory_bytes: int = whole(
        0, 0, 1_000_000_000_000,
        N_("Memory from which on nobody new is taken; a tenth more, and the slowest reader is"
           " dropped. 0: three quarters of what there is."),
    )  # fmt: skip
    paused_bytes: int = whole(
        65_536, 1024, 1_000_000_000,
        N_("Bytes not taken yet by a slow reader, before painting waits."),
    )  # fmt: skip
    stalled_seconds: float = number(
        60.0, 0.1, 3600.0,
        N_("Seconds for which painting waits for a slow reader, before the session is dropped."),
    )  # fmt: skip
    receive_window: int = whole(
        32_768, 4096, 16_777_216, N_("Bytes sent by a client and not read yet.")
    )
    largest_size: tuple[int, int] = area(
        (320, 120), (80, 24), (2000, 1000), N_("Columns and rows of the largest terminal.")
    )
    smallest_size: tuple[int, int] = area(
        (10, 3), (1, 1), (80, 24), N_("Columns and rows of the smallest terminal.")
    )
    longest_command: int = whole(
        200, 20, 10_000, N_("Characters of the command that ssh may bring.")
    )
    answer_seconds: float = number(
        60.0, 0.1, 3600.0, N_("Seconds for the whole answer to a command.")
    )
    ending_seconds: float = number(
        5.0, 0.1, 60.0, N_("Seconds for a session to end, and for its client to take last words.")
    )

    def with_room(self) -> Limits:
        """These limits, with no fewer connections than the sessions and those at the door take."""
        needed = self.sessions + self.signing_in
        return replace(self, connections=max(self.connections, needed))

    def clamped(self, width: int, height: int) -> Size:
        """A size within bounds; the usual one where the client tells none."""
        if width <= 0 or height <= 0:
            return USUAL_SIZE
        (least_width, least_height), (most_width, most_height) = (
            self.smallest_size,
            self.largest_size,
        )
        return (
            min(max(width, least_width), most_width),
            min(max(height, least_height), most_height),
        )
