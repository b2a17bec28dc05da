"""What carries bytes to and from one client, whichever door it came in by."""

from __future__ import annotations

from typing import Protocol


class Wire(Protocol):
    """The two ways between one client and the server; nothing here may block."""

    @property
    def is_open(self) -> bool:
        """Whether the client can still be written to."""

    @property
    def waiting(self) -> int:
        """Bytes that the client has not taken yet, wherever they lie."""

    def write(self, data: bytes) -> None:
        """Send what is painted; only where it is open."""

    def complain(self, line: bytes) -> None:
        """Send a line beside what is asked for; only where it is open."""

    def hold(self, is_held: bool) -> None:
        """Stop or go on reading what the client sends; only where it is open."""

    def abort(self) -> None:
        """Cut the client off."""
