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
    """The SHA-256 of seed and nonce, public from the first move."""
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
    """A seat at a table, or a spectator's place, limited to what may be known there."""

    @property
    def number(self) -> int | None:
        """The seat's number from 0; None for a spectator."""

    @property
    def game(self) -> AnyGame:
        """The rules, to read words, not states."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""

    @property
    def thought(self) -> Mapping[int, ThinkingTime]:
        """The thinking time of each bot, by seat; empty before the game is over."""

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
        """The number of moves played that this seat may notice."""

    @property
    def is_saving(self) -> bool:
        """Whether the seat's last change is not stored yet: nobody else sees it before."""

    @property
    def is_first_round(self) -> bool:
        """Whether the game would have no result if all agreed to end it now."""

    def view(self) -> Any:
        """Return the view of this seat."""

    def legal(self) -> Sequence[Move]:
        """The legal moves, none if it is not for this seat to move."""

    def log(self) -> Sequence[Event]:
        """All events, as far as this seat may know them."""

    def moments(self, since: int) -> Sequence[Moment]:
        """Return the events told to this seat after the first `since`, with its view at each."""

    def moves_before(self, told: int) -> int:
        """Return the number of moves played when the seat knew a given number of events."""

    def play(self, move: Move) -> None:
        """Make a move. Raises IllegalMove, or OSError when it cannot be written down."""

    async def saved(self) -> bool:
        """Wait until the seat's last change is stored; return whether it was."""

    async def settled(self) -> bool:
        """Wait until an answer kept back for a while is public too; return whether it became so."""

    def why_not(self, move: Move) -> Refusal | None:
        """Return why a move would be refused now; None if it is legal. Nothing is played."""

    def can_undo(self) -> bool:
        """Whether the last move can be undone here."""

    def undo(self, more: Callable[[], bool]) -> None:
        """Undo this seat's last move, and those before it as long as `more` are to be.

        Raises IllegalMove, OSError.
        """

    def marks(self) -> dict[str, str]:
        """The private marks of this seat: place to sign."""

    def mark(self, place: str, sign: str) -> None:
        """Put a private mark; an empty sign wipes it. Raises OSError."""

    @property
    def why_no_hints(self) -> Refusal | None:
        """Return why no bot may give hints at this table; None if one may."""

    def advised(self) -> Awaitable[Sequence[Weighed]]:
        """Return an awaitable for the moves a bot would make in this position, best first.

        Raises a Refusal where no bot may help.
        """

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener after each change this seat may notice; return a function to stop it."""


class Steps(Protocol):
    """A record that can be stepped through, forwards and backwards."""

    @property
    def position(self) -> int:
        """The number of moves played at this position."""

    @property
    def length(self) -> int:
        """The number of moves of the record."""

    def go(self, position: int) -> None:
        """Go to a position, or as near as possible."""

    def whole_log(self, seat: int | None) -> Sequence[Event]:
        """Return all events a seat knew at the end, whatever the present position."""

    def moves_before(self, seat: int | None, told: int) -> int:
        """Return the number of moves made when a seat knew a given number of events."""
