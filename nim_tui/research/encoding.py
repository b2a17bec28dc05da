"""Views and moves as numbers.

A layout is built from the parts below. All its numbers are between 0 and 1 and depend on the value
alone, so that equal views give equal vectors. In a game with few moves each is an action. Where
there are too many (programs of six steps, placements of a tile) moves are cut into parts, chosen
one after another, and each part is an action: masks stay short, and a search never compares
thousands of moves at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import accumulate
from typing import Any, Final, Protocol

from rules.contract import Move

NONE: Final = -1
"""The value for no seat, cell or card in all games."""


Entries = dict[int, float]
"""The entries of a vector by their places; all others are 0."""


def fill(row: Any, entries: Entries) -> None:
    """Write a vector into an array of zeros."""
    row[list(entries)] = list(entries.values())


class FieldEncoding(Protocol):
    """The encoding of values of one kind, as a range of entries."""

    @property
    def size(self) -> int:
        """The length of the range, whatever the value."""

    def write(self, value: Any, start: int, out: Entries) -> None:
        """Add the entries of a value that are not 0; the range begins at `start`."""


Changes = Iterator[tuple[FieldEncoding, Any, int]]
"""What has changed in a value: how it is encoded, the value now, and where its range begins."""


class NumberField:
    """A whole number as a fraction of a range; values beyond count as the end of the range."""

    size: Final = 1

    def __init__(self, low: int, high: int) -> None:
        self._low, self._span = low, high - low

    def write(self, value: int, start: int, out: Entries) -> None:
        """Add the number."""
        above = value - self._low
        if above > 0:
            out[start] = above / self._span if above < self._span else 1.0


class FlagField:
    """A flag."""

    size: Final = 1

    def write(self, value: bool, start: int, out: Entries) -> None:
        """Add 1 for a flag that is set."""
        if value:
            out[start] = 1.0


class OmittedField:
    """A value left out, as it is the same at all tables, or given by other fields."""

    size: Final = 0

    def write(self, value: object, start: int, out: Entries) -> None:
        """Add nothing."""


class OneOf:
    """One of several values: an entry each, 1 for its own. Others, such as NONE, give zeros."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._places = {value: place for place, value in enumerate(values)}
        self.size = len(self._places)

    def write(self, value: Any, start: int, out: Entries) -> None:
        """Add the entry of the value."""
        place = self._places.get(value)
        if place is not None:
            out[start + place] = 1.0


class Counts:
    """The counts of several values in a list whose order is irrelevant."""

    def __init__(self, values: Sequence[int], most: int = 1) -> None:
        self._places = {value: place for place, value in enumerate(values)}
        self._most = most
        self.size = len(self._places)

    def write(self, value: Sequence[int], start: int, out: Entries) -> None:
        """Add an entry for each value in the list."""
        for one in value:
            place = self._places.get(one)
            if place is not None:
                place += start
                out[place] = min(1.0, out.get(place, 0.0) + 1 / self._most)


class Bits:
    """A set stored as the bits of a whole number: an entry per bit that may be set."""

    def __init__(self, bits: Sequence[int]) -> None:
        self._places = {1 << bit: place for place, bit in enumerate(bits)}
        self._mask = sum(self._places)
        self.size = len(self._places)

    def write(self, value: int, start: int, out: Entries) -> None:
        """Add an entry for each bit that is set."""
        left = value & self._mask
        while left:
            lowest = left & -left
            left ^= lowest
            out[start + self._places[lowest]] = 1.0


class Maybe:
    """An optional value (None or NONE): a flag, then the value."""

    def __init__(self, inner: FieldEncoding) -> None:
        self._inner = inner
        self.size = 1 + inner.size

    def write(self, value: Any, start: int, out: Entries) -> None:
        """Add 1 and the value, if there is one."""
        if value is not None and value != NONE:
            out[start] = 1.0
            self._inner.write(value, start + 1, out)


class Each:
    """A list by place, such as by seat or by cell; missing places give zeros."""

    def __init__(self, inner: FieldEncoding, length: int) -> None:
        self._inner, self._length = inner, length
        self.size = inner.size * length

    def write(self, value: Sequence[Any], start: int, out: Entries) -> None:
        """Add the values up to the length."""
        write, step = self._inner.write, self._inner.size
        for one in value[: self._length]:
            write(one, start, out)
            start += step

    def changes(self, value: Sequence[Any], before: Sequence[Any], start: int) -> Changes:
        """Yield what differs from another list; its entries are compared if they are records."""
        inner = self._inner
        if not isinstance(inner, RecordField) or len(value) != len(before):
            yield self, value, start
            return
        for one, other in zip(value[: self._length], before):
            if one != other:
                yield from inner.changes(one, other, start)
            start += inner.size


class Recent:
    """A growing list: its last `length` entries, newest first.

    An entry follows a 1; missing ones give zeros.
    """

    def __init__(self, inner: FieldEncoding, length: int) -> None:
        self._inner, self._length = inner, length
        self.size = (1 + inner.size) * length

    def write(self, value: Sequence[Any], start: int, out: Entries) -> None:
        """Add the last values."""
        write, step = self._inner.write, 1 + self._inner.size
        for one in value[-self._length :][::-1]:
            out[start] = 1.0
            write(one, start + 1, out)
            start += step


class TupleField:
    """A short tuple, with a layout for each place."""

    def __init__(self, *inner: FieldEncoding) -> None:
        self._inner = inner
        self.size = sum(each.size for each in inner)

    def write(self, value: Sequence[Any], start: int, out: Entries) -> None:
        """Add all values in order."""
        for each, one in zip(self._inner, value, strict=True):
            each.write(one, start, out)
            start += each.size


class RecordField:
    """A dataclass: its fields in order. Every field needs a layout."""

    def __init__(self, kind: type[Any], /, **inner: FieldEncoding) -> None:
        names = [each.name for each in fields(kind)]
        if set(names) != set(inner):
            different = ", ".join(sorted(set(names) ^ set(inner)))
            raise ValueError(f"{kind.__name__}: fields and layouts differ in {different}")
        starts = list(accumulate((inner[name].size for name in names), initial=0))
        self.size = starts[-1]
        self.places = {
            name: range(start, start + inner[name].size) for name, start in zip(names, starts)
        }
        """The range of each field."""
        self.written = [
            (name, inner[name].write, start)
            for name, start in zip(names, starts)
            if inner[name].size
        ]
        """The fields that have entries: name, how it is written, and where it begins."""
        self._fields = [(name, inner[name], start) for name, _write, start in self.written]

    def write(self, value: Any, start: int, out: Entries) -> None:
        """Add all fields in order."""
        for name, write, place in self.written:
            write(getattr(value, name), start + place, out)

    def changes(self, value: Any, before: Any, start: int) -> Changes:
        """Yield the fields that differ from those of another value, in order."""
        for name, field_, place in self._fields:
            one, other = getattr(value, name), getattr(before, name)
            if one != other:
                if isinstance(field_, Each):
                    yield from field_.changes(one, other, start + place)
                else:
                    yield field_, one, start + place


class LatestRow:
    """An array with the vector of the latest view: what stays the same is not written."""

    def __init__(self, layout: RecordField, actions: int, zeros: Any) -> None:
        """`zeros` is the array, as long as an observation."""
        self.array = zeros
        self._layout = layout
        self._actions = actions
        self._seen: Any = None

    def show(self, view: Any, parts: Sequence[int]) -> None:
        """Write a view, and the parts of a move already chosen."""
        row, entries = self.array, Entries()
        if self._seen is None:
            self._layout.write(view, 0, entries)
        else:
            for changed, value, start in self._layout.changes(view, self._seen, 0):
                row[start : start + changed.size] = 0.0
                changed.write(value, start, entries)
        self._seen = view
        if entries:
            fill(row, entries)
        row[self._layout.size :] = 0.0
        for place, part in enumerate(parts, start=self._layout.size):
            row[place] = (part + 1) / self._actions


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
