"""Views and moves as numbers.

A layout is built from the parts below. All its numbers are between 0 and 1 and depend on the value
alone, so that equal views give equal vectors. In a game with few moves each is an action. Where
there are too many (programs of six steps, placements of a tile) moves are cut into parts, chosen
one after another, and each part is an action: masks stay short, and a search never compares
thousands of moves at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, Protocol

from rules.contract import Move

NONE: Final = -1
"""The value for no seat, cell or card in all games."""


class FieldEncoding(Protocol):
    """The encoding of values of one kind."""

    @property
    def size(self) -> int:
        """The number of entries written, whatever the value."""

    def write(self, value: Any, out: list[float]) -> None:
        """Append the entries of a value."""


class NumberField:
    """A whole number as a fraction of a range; values beyond count as the end of the range."""

    size: Final = 1

    def __init__(self, low: int, high: int) -> None:
        self._low, self._span = low, high - low

    def write(self, value: int, out: list[float]) -> None:
        """Write one number."""
        out.append(min(1.0, max(0.0, (value - self._low) / self._span)))


class FlagField:
    """A flag."""

    size: Final = 1

    def write(self, value: bool, out: list[float]) -> None:
        """Write one number."""
        out.append(1.0 if value else 0.0)


class OmittedField:
    """A value left out, as it is the same at all tables, or given by other fields."""

    size: Final = 0

    def write(self, value: object, out: list[float]) -> None:
        """Write nothing."""


class OneOf:
    """One of several values: an entry each, 1 for its own. Others, such as NONE, give zeros."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._places = {value: place for place, value in enumerate(values)}
        self.size = len(self._places)

    def write(self, value: Any, out: list[float]) -> None:
        """Write an entry per value."""
        row = [0.0] * self.size
        place = self._places.get(value)
        if place is not None:
            row[place] = 1.0
        out += row


class Counts:
    """The counts of several values in a list whose order is irrelevant."""

    def __init__(self, values: Sequence[int], most: int = 1) -> None:
        self._places = {value: place for place, value in enumerate(values)}
        self._most = most
        self.size = len(self._places)

    def write(self, value: Sequence[int], out: list[float]) -> None:
        """Write an entry per value."""
        row = [0.0] * self.size
        for one in value:
            place = self._places.get(one)
            if place is not None:
                row[place] = min(1.0, row[place] + 1 / self._most)
        out += row


class Bits:
    """A set stored as the bits of a whole number: an entry per bit that may be set."""

    def __init__(self, bits: Sequence[int]) -> None:
        self._bits = tuple(bits)
        self.size = len(self._bits)

    def write(self, value: int, out: list[float]) -> None:
        """Write an entry per bit."""
        out += [float(value >> bit & 1) for bit in self._bits]


class Maybe:
    """An optional value (None or NONE): a flag, then the value."""

    def __init__(self, inner: FieldEncoding) -> None:
        self._inner = inner
        self.size = 1 + inner.size

    def write(self, value: Any, out: list[float]) -> None:
        """Write one entry more than the value itself."""
        if value is None or value == NONE:
            out += [0.0] * self.size
        else:
            out.append(1.0)
            self._inner.write(value, out)


class Each:
    """A list by place, such as by seat or by cell; missing places give zeros."""

    def __init__(self, inner: FieldEncoding, length: int) -> None:
        self._inner, self._length = inner, length
        self.size = inner.size * length

    def write(self, value: Sequence[Any], out: list[float]) -> None:
        """Write the values up to the length."""
        shown = value[: self._length]
        for one in shown:
            self._inner.write(one, out)
        out += [0.0] * (self._inner.size * (self._length - len(shown)))


class Recent:
    """A growing list: its last `length` entries, newest first.

    An entry follows a 1; missing ones give zeros.
    """

    def __init__(self, inner: FieldEncoding, length: int) -> None:
        self._inner, self._length = inner, length
        self.size = (1 + inner.size) * length

    def write(self, value: Sequence[Any], out: list[float]) -> None:
        """Write the last values."""
        shown = value[-self._length :][::-1]
        for one in shown:
            out.append(1.0)
            self._inner.write(one, out)
        out += [0.0] * ((1 + self._inner.size) * (self._length - len(shown)))


class TupleField:
    """A short tuple, with a layout for each place."""

    def __init__(self, *inner: FieldEncoding) -> None:
        self._inner = inner
        self.size = sum(each.size for each in inner)

    def write(self, value: Sequence[Any], out: list[float]) -> None:
        """Write all entries in order."""
        for each, one in zip(self._inner, value, strict=True):
            each.write(one, out)


class RecordField:
    """A dataclass: its fields in order. Every field needs a layout."""

    def __init__(self, kind: type[Any], /, **inner: FieldEncoding) -> None:
        names = [each.name for each in fields(kind)]
        if set(names) != set(inner):
            different = ", ".join(sorted(set(names) ^ set(inner)))
            raise ValueError(f"{kind.__name__}: fields and layouts differ in {different}")
        self._inner = [(name, inner[name]) for name in names]
        self.size = sum(each.size for each in inner.values())
        self.places = self._places()

    def _places(self) -> dict[str, range]:
        """Return the range of each field in the vector."""
        found: dict[str, range] = {}
        start = 0
        for name, each in self._inner:
            found[name] = range(start, start + each.size)
            start += each.size
        return found

    def write(self, value: Any, out: list[float]) -> None:
        """Write all fields in order."""
        for name, each in self._inner:
            each.write(getattr(value, name), out)


Cut = Callable[[str], tuple[str, ...]]
"""The parts of a move, from its words; the parts of no move may be the beginning of those of
another move that is legal beside it.
"""


@dataclass(frozen=True, slots=True)
class CompleteMove:
    """A move with all parts chosen."""

    move: Move


class Choices(Protocol):
    """The possible next actions, after the parts already chosen."""

    @property
    def actions(self) -> Sequence[int]:
        """The possible actions, in rising order."""

    def after(self, action: int) -> Choices | CompleteMove:
        """Return the choices that follow an action. Raises KeyError if it is not among them."""


def whole(word: str) -> tuple[str, ...]:
    """Return a move as one action."""
    return (word,)


@dataclass(frozen=True, slots=True)
class Numbering:
    """The actions of a game. An action is the index of its name in `names`."""

    names: tuple[str, ...]
    cut: Cut = whole
    most_parts: int = 1
    """The most parts of any move."""
    lazy: Callable[[Sequence[Move]], Choices | None] = lambda legal: None
    """Choices that need no list of the moves; None if the moves must be searched."""
    _actions: dict[str, int] = field(init=False, repr=False, compare=False)
    _parts: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        actions = {name: action for action, name in enumerate(self.names)}
        if len(actions) != len(self.names):
            raise ValueError("two actions have one name")
        object.__setattr__(self, "_actions", actions)

    def parts(self, move: Move) -> tuple[int, ...]:
        """Return the actions that make up a move."""
        parts = self._parts.get(move.word)
        if parts is None:
            parts = tuple(self._actions[name] for name in self.cut(move.word))
            self._parts[move.word] = parts
        return parts

    def choices(self, legal: Sequence[Move]) -> Choices:
        """Return the first choices among these legal moves."""
        return self.lazy(legal) or MoveChoices(self, legal, 0)


class MoveChoices:
    """The choices among moves that agree in their first parts."""

    __slots__ = ("_depth", "_moves", "_numbering", "actions")

    def __init__(self, numbering: Numbering, moves: Iterable[Move], depth: int) -> None:
        self._numbering = numbering
        self._depth = depth
        self._moves: dict[int, list[Move]] = {}
        for move in moves:
            self._moves.setdefault(numbering.parts(move)[depth], []).append(move)
        self.actions = sorted(self._moves)

    def after(self, action: int) -> Choices | CompleteMove:
        """Return the choices that follow an action. Raises KeyError if it is not among them."""
        moves, depth = self._moves[action], self._depth + 1
        if len(self._numbering.parts(moves[0])) == depth:
            return CompleteMove(moves[0])
        return MoveChoices(self._numbering, moves, depth)
