"""The contract of every game: State, Move, Event, View, Result, Game; checks of a set-up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import (
    Any,
    ClassVar,
    Final,
    NamedTuple,
    Protocol,
    Self,
    TypeVar,
    dataclass_transform,
)

from rules.chance import Chance
from rules.messages import N_, Refusal
from rules.options import Option, OptionValue

T = TypeVar("T")

MOST_TYPED: Final = 200
"""A text longer than this is no move; no words of a move come near."""


class NotAMove(Refusal):
    """The text is no move of this game, whatever the position."""


def typed_words(text: str) -> list[str]:
    """The words of a move as it was typed, in any case and spacing; none of an endless text."""
    return text.casefold().split() if len(text) <= MOST_TYPED else []


def not_a_move(text: str) -> NotAMove:
    """Return the error for a text that is no move."""
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


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(cls: type[T]) -> type[T]:
    """Make a class of events a small value: compared and hashed by its fields, never changed.

    Frozen to type checkers alone: what really is frozen takes three times as long to make.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


class Event:
    """One thing that happened, and who may know it: a class a kind in each game.

    Its fields are told to everyone, spectators included, unless `seen_by` says otherwise.
    """

    __slots__ = ()

    name: ClassVar[str]
    """The word for its kind: the name of the class, as `mine_struck` of MineStruck."""

    seat: int | None
    """Whose doing it is; None for what nobody did."""

    def __init_subclass__(cls) -> None:
        cls.name = re.sub(r"(?<=.)(?=[A-Z])", "_", cls.__name__).lower()

    @property
    def reveals(self) -> bool:
        """Whether it, or its mere absence of a sequel, shows who is told of it something hidden.

        What was drawn by chance is that too. Nothing can be taken back past it. What a seat
        shows of its own is no such thing, as it alone would lose by taking that back.
        """
        return False

    def seen_by(self, seat: int | None) -> Event | None:
        """Return the event as `seat` (None: a spectator) is told it, or None."""
        return self

    def facts(self) -> dict[str, object]:
        """Return the facts of the event except its seat, by name: for texts about any game.

        Fields that are no part of the `repr` are left out.
        """
        told = ((each.name, getattr(self, each.name)) for each in fields(self) if each.repr)  # type: ignore[arg-type]
        return {name: fact for name, fact in told if name != "seat" and fact is not None}


class Revealing(Event):
    """An event that always shows something hidden, or drawn by chance."""

    __slots__ = ()

    @property
    def reveals(self) -> bool:
        """Always."""
        return True


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
    """The view of one seat, or of a spectator: a value that shares nothing with the state."""

    @property
    def seat(self) -> int | None:
        """The seat that looks, or None for a spectator."""

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now: this is always public."""


class Moment(NamedTuple):
    """An event as a seat is told of it, and all that seat may know right after it."""

    event: Event
    view: Any


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
        """The word that names it in commands and records, in small letters."""

    @property
    def title(self) -> str:
        """Its name as printed on the box."""

    @property
    def seats(self) -> range:
        """The numbers of players allowed."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that a table may choose, each with its default."""

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

    def steps(self, state: S, seat: int, move: M, chance: Chance, /) -> Iterator[Event]:
        """As `play`, to be run to its end: after each event the state is as it stands then."""

    def view(self, state: S, seat: int | None, /) -> V:
        """Return the view of that seat (None: a spectator)."""

    def hides_choice(self, view: V, /) -> bool:
        """Whether it is hidden from the others if who is waited for has any choice at all.

        It is the same for all views of a table, a spectator's too. Where it is false everybody
        can tell whether a seat has one legal move or several.
        """

    def result(self, state: S, /) -> Result | None:
        """The result once the game is over, else None."""

    def sample(self, view: V, chance: Chance, /) -> S:
        """A full state that fits everything in the view, built from the view alone."""

    def parse(self, text: str, /) -> M:
        """The move a text means; generous about case and spaces. Raises NotAMove."""


AnyGame = Game[Any, Any, Any]


def package_of(game: AnyGame) -> str:
    """The package of a game's rules, which its pages, lessons and puzzles lie in."""
    return type(game).__module__.rpartition(".")[0]


def check_seats(game: AnyGame, seats: int) -> None:
    """Raise UnsuitableTable unless the game can be played by so many."""
    if seats in game.seats:
        return
    low, high = game.seats[0], game.seats[-1]
    allowed = f"{low}" if low == high else f"{low}-{high}"
    raise UnsuitableTable(
        N_("{game} is for {allowed} players, not {seats}"),
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
                N_("{game} has no option {name}; options: {names}"),
                game=game.name,
                name=repr(name[:40]),
                names=names,
            )
        if not known[name].admits(value):
            raise UnsuitableTable(
                N_("option {name} must be {range}, not {value}"),
                name=name,
                range=known[name].range_text,
                value=repr(value)[:40],
            )
    return {name: chosen.get(name, option.default) for name, option in known.items()}
