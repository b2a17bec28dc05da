"""What the page about notices asks: by which ways one is told that it is one’s turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

MAIL, PUSH, FEED = "mail", "push", "feed"
"""The kinds that differ: confirmed by a code, set by a page of the browser, a secret address."""


@dataclass(frozen=True, slots=True)
class OwnNotice:
    """A kind of notice that the server sends, and what one has set of it."""

    kind: str
    title: str
    example: str
    """What an address of this kind looks like."""
    is_set: bool = False
    address: str = ""
    is_on: bool = False
    is_confirmed: bool = True
    is_daily: bool = False
    """Whether one mail a day tells of all games."""
    last: str = ""
    """What was tried last, when, and how that went."""


class NoticesApi(Protocol):
    """The own notices. All of it takes a moment, and raises a Refusal where it fails."""

    async def kinds(self) -> Sequence[OwnNotice]:
        """What the server offers; nothing where it sends none."""

    async def have(self, kind: str, address: str) -> None:
        """Have notices sent to an address; mail once its code is typed, which is mailed now."""

    async def offer_browser(self) -> None:
        """Have the page around this terminal ask its browser to show notices."""

    async def confirm(self, code: str) -> None:
        """Type the code that was mailed."""

    async def turn(self, kind: str, *, is_on: bool) -> None:
        """Turn notices on or off."""

    async def gather(self, *, is_daily: bool) -> None:
        """Have one mail a day for all games, or one a day and game."""

    async def forget(self, kind: str) -> None:
        """Have the server forget an address."""

    async def try_out(self, kind: str) -> None:
        """Send a test."""

    async def new_feed(self) -> str:
        """A secret address for a feed, in place of any before; it is told this once."""
