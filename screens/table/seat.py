"""A seat at a table, and a record's steps, as a screen knows them; what proves the deal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.advice import Weighed
from rules.contract import AnyGame, Event, Moment, Move, Result
from rules.messages import Refusal
from screens.people import ThinkingTime
from screens.text import _


@dataclass(frozen=True, slots=True)
class Deal:
    """The public facts about a seed that was drawn."""

    commitment: str
    """The SHA-256 of seed and nonce, which everybody may know from the first move."""
    opened: tuple[str, str] | None = None
    """Seed and nonce, once the game is over."""


def deal_told(deal: Deal | None) -> list[str]:
    """Return the proof of the deal in lines; empty where somebody chose the seed."""
    if deal is None:
        return []
    told = [_("Checksum of the deal (SHA-256): {sum}").format(sum=deal.commitment)]
    if deal.opened is None:
        return [*told, _("The seed and nonce behind it are shown when the game is over.")]
    seed, nonce = deal.opened
    return [
        *told,
        _("Seed: {seed}").format(seed=seed),
        _("Nonce: {nonce}").format(nonce=nonce),
        _("“nim-tui record verify FILE” checks a game record against it."),
    ]


class Seat(Protocol):
    """One seat at a table, or the place of a spectator: it knows what may be known there."""

    @property
    def number(self) -> int | None:
        """The seat's number from 0; None for a spectator."""

    @property
    def game(self) -> AnyGame:
        """The rules: to read words, not to look at states."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""

    @property
    def thought(self) -> Mapping[int, ThinkingTime]:
        """How long each bot took, by seat; nothing before the game is over."""

    @property
    def styles(self) -> tuple[str | None, ...]:
        """The style of the bot on each seat; None for a person, or a bot without a style."""

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The level of the bot on each seat; None for a person."""

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now."""

    @property
    def result(self) -> Result | None:
        """The result once the game is over."""

    @property
    def deal(self) -> Deal | None:
        """The public facts about the seed; None where somebody chose it."""

    @property
    def moves_played(self) -> int:
        """How many moves stand that are noticed here."""

    @property
    def is_saving(self) -> bool:
        """Whether what was done here last is not stored yet: nobody is told of it before."""

    @property
    def is_first_round(self) -> bool:
        """Whether the game would have no result if all agreed to end it now."""

    def view(self) -> Any:
        """Return the view of this seat."""

    def legal(self) -> Sequence[Move]:
        """The legal moves, none if it is not for this seat to move."""

    def log(self) -> Sequence[Event]:
        """Everything that happened, as far as this seat was told."""

    def moments(self, since: int) -> Sequence[Moment]:
        """Return the events told to this seat after the first `since`, with its view at each."""

    def moves_before(self, told: int) -> int:
        """How many moves stood when this seat had been told so many events."""

    def play(self, move: Move) -> None:
        """Make a move. Raises IllegalMove, or OSError when it cannot be written down."""

    async def saved(self) -> bool:
        """Wait until what was done here last is stored; whether it was."""

    async def settled(self) -> bool:
        """Wait until an answer given here, kept back for a while, is told too; whether it was."""

    def why_not(self, move: Move) -> Refusal | None:
        """Why a move would be refused now; None if it may be made. Nothing is played."""

    def can_undo(self) -> bool:
        """Whether the last move may be taken back here."""

    def undo(self, more: Callable[[], bool]) -> None:
        """Take back this seat's last move, and those before it as long as `more` are to be.

        Raises IllegalMove, OSError.
        """

    def marks(self) -> dict[str, str]:
        """The private marks of this seat: place to sign."""

    def mark(self, place: str, sign: str) -> None:
        """Put a private mark; an empty sign wipes it. Raises OSError."""

    @property
    def why_no_hints(self) -> Refusal | None:
        """Why no bot may help at this table; None if one may."""

    def advised(self) -> Awaitable[Sequence[Weighed]]:
        """Return an awaitable for the moves a bot would make in this position, best first.

        Raises a Refusal where no bot may help.
        """

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told after each change that is noticed here; call what is returned to stop."""


class Steps(Protocol):
    """A record that can be stepped through, forwards and backwards."""

    @property
    def position(self) -> int:
        """How many moves were played at this point."""

    @property
    def length(self) -> int:
        """How many moves there are."""

    def go(self, position: int) -> None:
        """Go to a point, as near as there is one."""

    def whole_log(self, seat: int | None) -> Sequence[Event]:
        """All that a seat was told until the end, wherever the record stands now."""

    def moves_before(self, seat: int | None, told: int) -> int:
        """How many moves had been made when a seat had been told so many events."""
