"""What the pages about oneself ask: who one is here, how strong, and which keys one has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from screens.lobby.notices_api import NoticesApi


@dataclass(frozen=True, slots=True)
class RatedGame:
    """How strong somebody is in one game, and how that went."""

    game: str
    title: str
    games: int
    rating: float
    """What is proven: the guess less three times its standard deviation."""
    guess: float
    spread: float
    """By how much the guess may be off: twice its standard deviation."""
    is_provisional: bool
    course: Sequence[tuple[float, float]] = ()
    """Guess and rating after each rated game, the oldest first; the last ones of many."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Who somebody is on a server."""

    name: str
    since: str
    """The day the account was made."""
    played: int
    """Games that came to an end."""
    left: int
    """How many of those they had left by then."""
    games: Sequence[RatedGame]


@dataclass(frozen=True, slots=True)
class OwnKey:
    """A key that opens the own account: of ssh, of a browser, or a passkey."""

    fingerprint: str
    name: str
    """What one calls it; empty for nothing."""
    since: str
    """The day it was added."""
    is_here: bool
    """Whether this session came with it."""
    used: str = ""
    """The day it was shown last, where that is known: of passkeys that were."""


class ProfileApi(Protocol):
    """The own account. All of it is looked up, and raises a Refusal where that fails."""

    @property
    def notices(self) -> NoticesApi:
        """How one is told, while away, that it is one's turn."""

    async def shown(self) -> Profile:
        """Who one is here."""

    async def keys(self) -> Sequence[OwnKey]:
        """The keys that open the account, the oldest first."""

    async def name_key(self, fingerprint: str, name: str) -> None:
        """Call a key something, or nothing."""

    async def remove_key(self, fingerprint: str) -> None:
        """Let a key open the account no longer; what it has open ends."""
