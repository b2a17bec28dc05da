"""The contract that every game follows: states, moves, events, views, results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, Self, TypeVar

from rules.chance import Chance
from rules.messages import N_, Fact, Refusal
from rules.options import Option, OptionValue

MOST_TYPED: Final = 200
"""A text longer than this is no move; no words of a move come near."""


class NotAMove(Refusal):
    """The text is no move of this game, whatever the position."""


def typed_words(text: str) -> list[str]:
    """The words of a move as it was typed, in any case and spacing; none of an endless text."""
    return text.casefold().split() if len(text) <= MOST_TYPED else []


def not_a_move(text: str) -> NotAMove:
    """What to raise for a text that is no move."""
    start = " ".join(text[:MOST_TYPED].casefold().split())
    return NotAMove(N_("“{text}” is not a move"), text=start[:40])


class IllegalMove(Refusal):
    """The move exists but may not be played now; the message says why."""


class UnsuitableTable(Refusal):
    """The game cannot be set up with these seats or options."""


class Move(Protocol):
    """A small value, equal and hashable by what it is; made once or cheap to make."""

    @property
    def word(self) -> str:
        """The canonical text: a few words, the same in every language."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, and who may know it.

    `facts` are told to the seats in `only` (None: to everyone, spectators included); the
    others are told `public`, or nothing if that is None. `reveals` marks an event whose
    facts, or whose mere absence of a sequel, show something that was hidden from who is told
    of it or was drawn by chance: nothing can be taken back past it. What a seat shows of its
    own is no such thing, as it alone would lose by taking that back.
    """

    name: str
    seat: int | None
    facts: Mapping[str, Fact] = field(default_factory=dict)
    only: tuple[int, ...] | None = None
    public: Event | None = None
    reveals: bool = False

    def seen_by(self, seat: int | None) -> Event | None:
        """What `seat` (None: a spectator) is told of this event, or None."""
        if self.only is None or seat in self.only:
            return self
        return self.public


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    `ranking` lists groups of seats, best first; seats of one group are tied; a game without a
    result has none. `reason` is a word of the game for the cause; `figures` are the numbers it
    rests on, one a seat. `once` are other words that older records have for this cause.
    """

    ranking: tuple[tuple[int, ...], ...]
    reason: str
    figures: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    once: tuple[str, ...] = field(default=(), repr=False)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place; nobody where there is no result."""
        return self.ranking[0] if self.ranking else ()

    @property
    def is_draw(self) -> bool:
        """Whether nobody is ahead of anybody."""
        return len(self.ranking) == 1


class View(Protocol):
    """What one seat, or a spectator, may know: a value that shares nothing with the state."""

    @property
    def seat(self) -> int | None:
        """The seat that looks, or None for a spectator."""

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now: this is always public."""


class State(Protocol):
    """Everything that lies on the table, hidden or not: data alone. Held by nobody but a Table."""

    def waiting(self) -> tuple[int, ...]:
        """Seats that must move now: several when they choose at once, none when it is over."""

    def copy(self) -> Self:
        """An independent copy, cheap enough for search."""


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)


class Game(Protocol[S, M, V]):
    """A game on offer: what may be done with its states. The only face of its rules."""

    @property
    def name(self) -> str:
        """The word that names it in commands and records, such as "bataille"."""

    @property
    def title(self) -> str:
        """Its name as printed on the box."""

    @property
    def seats(self) -> range:
        """The numbers of players allowed."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What a table may choose, each with its default."""

    @property
    def automatic(self) -> Mapping[str, OptionValue]:
        """Options that make play among bots end, where the rules alone do not."""

    @property
    def former_options(self) -> Mapping[int, Mapping[str, OptionValue]]:
        """How tables were played before they could choose.

        By the format of records that brought an option: its value at tables of older formats,
        where that is not the default of today.
        """

    def new(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> S:
        """A game set up; options left out take their defaults. Raises UnsuitableTable."""

    def legal(self, state: S, seat: int, /) -> Sequence[M]:
        """The legal moves of a seat, in an order that depends on nothing it may not know."""

    def play(self, state: S, seat: int, move: M, chance: Chance, /) -> list[Event]:
        """Play in place; on IllegalMove nothing has changed."""

    def view(self, state: S, seat: int | None, /) -> V:
        """What that seat (None: a spectator) may know."""

    def result(self, state: S, /) -> Result | None:
        """The result once the game is over, else None."""

    def sample(self, view: V, chance: Chance, /) -> S:
        """A full state that fits everything in the view, built from the view alone."""

    def parse(self, text: str, /) -> M:
        """The move a text means; generous about case and spaces. Raises NotAMove."""


AnyGame = Game[Any, Any, Any]


def check_seats(game: AnyGame, seats: int) -> None:
    """Raise UnsuitableTable unless the game can be played by so many."""
    if seats in game.seats:
        return
    low, high = game.seats[0], game.seats[-1]
    allowed = f"{low}" if low == high else f"{low}-{high}"
    raise UnsuitableTable(
        N_("{game} is played by {allowed}, not by {seats}"),
        game=game.name,
        allowed=allowed,
        seats=seats,
    )


def settle_options(game: AnyGame, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """All options of the game: the chosen ones, checked, and defaults for the rest."""
    known = {option.name: option for option in game.options}
    for name, value in chosen.items():
        if name not in known:
            names = ", ".join(known) or "none"
            raise UnsuitableTable(
                N_("{game} has no option {name}; it has: {names}"),
                game=game.name,
                name=repr(name[:40]),
                names=names,
            )
        if not known[name].admits(value):
            raise UnsuitableTable(
                N_("option {name} takes {range}, not {value}"),
                name=name,
                range=known[name].range_text,
                value=repr(value)[:40],
            )
    return {name: chosen.get(name, option.default) for name, option in known.items()}
