"""Protocols of a seat at a table and of a record's steps, for screens; the proof of a deal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.advice import Weighed
from rules.contract import AnyGame, Event, Moment, Move, Result
from rules.messages import Refusal
from screens.people import ThinkingTime
from screens.positions import MoveIndex
from screens.text import _


@dataclass(frozen=True, slots=True)
class Deal:
    """The public facts about a seed drawn by the program."""

    commitment: str
    """The SHA-256 of seed and nonce, public from the first move."""
    opened: tuple[str, str] | None = None
    """Seed and nonce, once the game is over."""


def deal_told(deal: Deal | None) -> list[str]:
    """Return the proof of the deal in lines; empty if somebody chose the seed."""
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
    """A seat at a table, or a spectator's place, limited to its own knowledge."""

    @property
    def number(self) -> int | None:
        """The seat's number from 0; None for a spectator."""

    @property
    def game(self) -> AnyGame:
        """The rules of the game; used for words, never for states."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""

    @property
    def thought(self) -> Mapping[int, ThinkingTime]:
        """The thinking time of each bot, by seat; empty until the game is over."""

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
        """The result; None before the game is over."""

    @property
    def deal(self) -> Deal | None:
        """The public facts about the seed; None if somebody chose it."""

    @property
    def moves_played(self) -> int:
        """The number of moves played, as far as the seat may notice them."""

    @property
    def is_saving(self) -> bool:
        """Whether the seat's last change is not stored yet, and so hidden from all others."""

    @property
    def is_first_round(self) -> bool:
        """Whether the game would have no result if all agreed to end it now."""

    def view(self) -> Any:
        """Return the view of this seat."""

    def legal(self) -> Sequence[Move]:
        """Return the legal moves; none unless this seat must move."""

    def log(self) -> Sequence[Event]:
        """Return all events, as far as the seat may know them."""

    def moments(self, since: int) -> Sequence[Moment]:
        """Return the events told after the first `since`, each with the seat's view after it."""

    def move_index(self) -> MoveIndex:
        """Return the moves as this seat knew them."""

    def play(self, move: Move) -> None:
        """Make a move. Raises IllegalMove, or OSError if it cannot be stored."""

    async def saved(self) -> bool:
        """Wait until the seat's last change is stored; return whether it was."""

    async def settled(self) -> bool:
        """Wait until an answer held back for a while is public; return whether it became so."""

    def why_not(self, move: Move) -> Refusal | None:
        """Return the reason a move would be refused now; None if it is legal. Plays nothing."""

    def can_undo(self) -> bool:
        """Whether this seat can undo the last move."""

    def undo(self, more: Callable[[], bool]) -> None:
        """Undo this seat's last move, and further ones while `more` returns True.

        Raises IllegalMove, OSError.
        """

    def marks(self) -> dict[str, str]:
        """Return the private marks of this seat: sign by place."""

    def mark(self, place: str, sign: str) -> None:
        """Set a private mark; an empty sign removes it. Raises OSError."""

    @property
    def why_no_hints(self) -> Refusal | None:
        """The reason why bots may give no hints at this table; None if they may."""

    def advised(self) -> Awaitable[Sequence[Weighed]]:
        """Return an awaitable for a bot's moves in this position, best first.

        Raises a Refusal if bots may give no hints.
        """

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener after each change this seat may notice; return a function to stop it."""


class Steps(Protocol):
    """A record to step through, forwards and backwards."""

    @property
    def position(self) -> int:
        """The number of moves played so far in the record."""

    @property
    def length(self) -> int:
        """The number of moves of the record."""

    def go(self, position: int) -> None:
        """Go to a position, or as near as possible."""

    def whole_log(self, seat: int | None) -> Sequence[Event]:
        """Return all events that a seat knew at the end, whatever the present position."""

    def move_index(self, seat: int | None) -> MoveIndex:
        """Return all moves as a seat knew them, whatever the present position."""
