"""The contract of every game: State, Move, Event, View, Result, Game; checks of a set-up."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib import import_module
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
from rules.messages import N_, Refusal, Value
from rules.options import Option, OptionValue

T = TypeVar("T")

MOST_TYPED: Final = 200
"""The most characters of a typed move; no move has nearly as many."""


class NotAMove(Refusal):
    """A text that is no move of the game in any position."""


def typed_words(text: str) -> list[str]:
    """Return the words of a typed move in small letters; none if the text is too long."""
    return text.casefold().split() if len(text) <= MOST_TYPED else []


def not_a_move(text: str) -> NotAMove:
    """Return the error for a text that is no move."""
    start = " ".join(text[:MOST_TYPED].casefold().split())
    return NotAMove(N_("“{text}” is not a move"), text=start[:40])


class IllegalMove(Refusal):
    """A move that is not legal now; the message gives the reason."""

    def __init__(self, reason: str, *, rule: str = "", **facts: Value) -> None:
        super().__init__(reason, **facts)
        self.rule = rule
        """The id of the section of the rules page behind the refusal; empty if none applies."""


class UnsuitableTable(Refusal):
    """The refusal of a set-up: the game does not allow these seats or options."""


class Move(Protocol):
    """A small hashable value, equal to any move of the same content, cheap to make."""

    @property
    def word(self) -> str:
        """The canonical text: one to a few words, the same in every language."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(cls: type[T]) -> type[T]:
    """Make a class of events a small value, compared and hashed by its fields.

    Frozen for type checkers only: a dataclass frozen at run time takes three times as long to
    make.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


class Event:
    """Something that happened, with the facts each seat may know; one class per kind of event.

    Every field is public, to spectators too, unless `seen_by` hides it.
    """

    __slots__ = ()

    name: ClassVar[str]
    """The word for this kind of event, made from the class name: `mine_struck` of MineStruck."""

    seat: int | None
    """The seat that caused the event, or None."""

    def __init_subclass__(cls) -> None:
        cls.name = re.sub(r"(?<=.)(?=[A-Z])", "_", cls.__name__).lower()

    @property
    def reveals(self) -> bool:
        """Whether the event tells its receivers something hidden, even by what does not follow.

        A draw by chance counts as hidden too. Undo stops at such an event. A seat that shows
        something of its own reveals nothing in this sense: undoing it would only hurt that seat.
        """
        return False

    def seen_by(self, seat: int | None) -> Event | None:
        """Return the event as `seat` (None: a spectator) may see it; None if it is hidden."""
        return self

    def facts(self) -> dict[str, object]:
        """Return the facts of the event except its seat, by name, for texts about any game.

        Fields left out of the `repr` are left out here too.
        """
        told = ((each.name, getattr(self, each.name)) for each in fields(self) if each.repr)  # type: ignore[arg-type]
        return {name: fact for name, fact in told if name != "seat" and fact is not None}


class Revealing(Event):
    """An event that always shows something hidden or drawn by chance."""

    __slots__ = ()

    @property
    def reveals(self) -> bool:
        """True."""
        return True


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    `ranking` lists groups of seats, best first; seats of one group are tied; it is empty for a
    game without a result. `reason` is the game's word for the cause; `figures` are the numbers
    that decided, one a seat. `once` are the words of older records for the same cause.
    """

    ranking: tuple[tuple[int, ...], ...]
    reason: str
    figures: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    once: tuple[str, ...] = field(default=(), repr=False)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place; empty if the game has no result."""
        return self.ranking[0] if self.ranking else ()

    @property
    def is_draw(self) -> bool:
        """Whether all seats are tied."""
        return len(self.ranking) == 1


class View(Protocol):
    """The view of one seat or of a spectator: a value that shares no objects with the state."""

    @property
    def seat(self) -> int | None:
        """The seat of this view, or None for a spectator."""

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now; always public."""


class Moment(NamedTuple):
    """An event as one seat sees it, and that seat's view right after it."""

    event: Event
    view: Any


class State(Protocol):
    """The full state of a game, hidden parts included: data only. Only a Table holds it."""

    def waiting(self) -> tuple[int, ...]:
        """Return the seats that must move now: several at once perhaps, none after the end."""

    def copy(self) -> Self:
        """Return an independent copy, cheap enough for search."""


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)


class Game(Protocol[S, M, V]):
    """The rules of a game: all operations on its states."""

    @property
    def name(self) -> str:
        """The name of the game in commands and records, in small letters."""

    @property
    def title(self) -> str:
        """The title printed on the box."""

    @property
    def seats(self) -> range:
        """The allowed numbers of players."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of a table, each with its default."""

    @property
    def automatic(self) -> Mapping[str, OptionValue]:
        """Option values that let games among bots end, where the rules alone do not."""

    @property
    def former_options(self) -> Mapping[int, Mapping[str, OptionValue]]:
        """Option values of tables from before records could name them.

        By the record format that introduced an option: its value at tables of older formats, where
        today's default differs.
        """

    def new(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> S:
        """Return a game set up; options left out take their defaults. Raises UnsuitableTable."""

    def legal(self, state: S, seat: int, /) -> Sequence[M]:
        """Return the legal moves of a seat, in an order that shows nothing hidden from the seat."""

    def play(self, state: S, seat: int, move: M, chance: Chance, /) -> list[Event]:
        """Play in place and return the events. Raises IllegalMove, with the state unchanged."""

    def steps(self, state: S, seat: int, move: M, chance: Chance, /) -> Iterator[Event]:
        """Play a move step by step; after each event the state includes that event."""

    def view(self, state: S, seat: int | None, /) -> V:
        """Return the view of a seat, or of a spectator (None)."""

    def hides_choice(self, view: V, /) -> bool:
        """Whether other seats cannot tell if the seat to move has more than one legal move.

        All views of a table agree, a spectator's too. If false, everyone can tell a forced move
        from a choice.
        """

    def result(self, state: S, /) -> Result | None:
        """Return the result, or None while the game goes on."""

    def sample(self, view: V, chance: Chance, /) -> S:
        """Return a full state that fits the view, made from nothing else."""

    def parse(self, text: str, /) -> M:
        """Return the move of a typed text, in any case and spacing. Raises NotAMove."""


AnyGame = Game[Any, Any, Any]


class Renamed(NamedTuple):
    """A public name that goes away: the version that says so, and the name to use instead."""

    since: str
    now: str
    """As `module:name`."""


def deprecated(module: str, names: Mapping[str, Renamed]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module that still knows these names, with a warning.

    Assigned beside `DEPRECATED`, the mapping itself, which the reference page lists.
    """

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}", name=name)
        since, now = names[name]
        told = f"{module}.{name} is deprecated since contract {since}: use {now}"
        warnings.warn(told, DeprecationWarning, stacklevel=2)
        path, _, current = now.partition(":")
        return getattr(import_module(path), current)

    return find


def package_of(game: AnyGame) -> str:
    """Return the package of a game's rules, where its pages, lessons and puzzles lie."""
    return type(game).__module__.rpartition(".")[0]


def check_seats(game: AnyGame, seats: int) -> None:
    """Raise UnsuitableTable unless the game allows this number of players."""
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
    """Return a value for every option of the game: the chosen ones, checked, and defaults."""
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
