"""How much one person, one place and all together may ask of the server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

Size = tuple[int, int]
"""Columns and rows of a terminal."""

USUAL_SIZE: Final[Size] = (80, 24)
"""For a terminal that does not tell its size."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of everything a stranger can send or hold; times in seconds, sizes in bytes."""

    connections: int = 1200
    """Connections in all, signed in or not."""
    connections_an_address: int = 48
    """Of one address; an IPv6 address stands for its /64."""
    signing_in: int = 60
    """Connections that have not proved who they are yet."""
    signing_in_an_address: int = 12
    signing_in_freely: int = 20
    """Connections that have not, from which on some of those who come are dropped at random."""
    signing_in_dropped: float = 0.3
    """The share of them that is dropped then; it grows until `signing_in` are there."""
    sign_in_attempts: int = 6
    """Keys, or asks to come in without one, that a connection may try."""
    sign_in_seconds: float = 20.0
    """For the whole handshake; also for asking for a session once signed in."""
    sessions: int = 1000
    sessions_a_key: int = 4
    sessions_an_address: int = 32
    sessions_a_connection: int = 4
    starting: int = 1
    """Apps that start at once; one more makes everybody else's keys wait."""
    starting_seconds: float = 10.0
    """How long an app that does not paint keeps the others from starting."""
    idle_seconds: float = 3600.0
    """Without a key, before a session is ended."""
    keys_a_second: float = 60.0
    """Keys and clicks in the long run; more wait, unread, at the sender's."""
    keys_at_once: int = 250
    longest_paste: int = 20_000
    """Characters of one bracketed paste; the rest of it is dropped."""
    waiting_bytes: int = 4_000_000
    """Not taken yet by a slow reader, before its session is dropped."""
    paused_bytes: int = 65_536
    """Not taken yet by a slow reader, before painting waits for it."""
    stalled_seconds: float = 60.0
    """For which painting waits for a slow reader, before its session is dropped."""
    receive_window: int = 32_768
    """Sent by a client and not read yet."""
    largest_size: Size = (320, 120)
    smallest_size: Size = (10, 3)
    longest_command: int = 200
    """Characters of the one command there is."""
    answer_seconds: float = 60.0
    """For the whole answer to a command."""
    ending_seconds: float = 5.0
    """For an app to end, and for a client to take the last words."""

    def with_sessions(self, most: int) -> Limits:
        """These limits for so many sessions, and never fewer connections than those take."""
        needed = most + self.signing_in
        return replace(self, sessions=most, connections=max(self.connections, needed))

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
