"""Positions of a game as players name them: the turn or round, and the move about to be made."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from screens.text import _


class Turn(NamedTuple):
    """What a game counts of its course, and how far it has come; nothing before the first turn."""

    counted: Literal["turn", "round", ""] = ""
    number: int = 0


NO_TURN: Final = Turn()
_COUNTED: Final[tuple[Literal["turn", "round"], ...]] = ("round", "turn")
"""The numbers of a view that count a game's course: a game with rounds has turns within."""


def turn_of(position: Any) -> Turn:
    """Return the turn or round of a view or a state: this is always public."""
    for counted in _COUNTED:
        number = getattr(position, counted, None)
        if isinstance(number, int):
            return Turn(counted, number)
    return NO_TURN


@dataclass(frozen=True, slots=True)
class MoveIndex:
    """The moves of a game as one seat knew them: by how many moves stood before, the end too."""

    turns: Sequence[Turn]
    known: Sequence[int]
    """The number of events that the seat knew."""

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self.turns) - 1

    @property
    def is_by_turn(self) -> bool:
        """Whether positions are found by their turn; else by their move."""
        return is_by_turn(self.turns)

    @property
    def last(self) -> int:
        """The last number by which a position is found."""
        return self.turns[-1].number if self.is_by_turn else self.length

    def position(self, told: int) -> int:
        """Return the number of moves that the seat knew completely after so many events."""
        return bisect_right(self.known, told) - 1

    def number(self, position: int) -> int:
        """Return the number by which a position is found."""
        return number_of(self.turns, position)

    def found(self, number: int) -> int:
        """Return the first position with a number, or with the next one that there is."""
        if not self.is_by_turn:
            return max(0, min(number - 1, self.length))
        positions = (at for at, turn in enumerate(self.turns) if turn.number >= number)
        return next(positions, self.length)

    def name(self, position: int) -> str:
        """Return the name of a position."""
        return position_name(self.turns[position], position, self.length)


def is_by_turn(turns: Sequence[Turn]) -> bool:
    """Whether the positions of a game are found by their turn; else by their move."""
    return turns[-1].counted == "turn"


def number_of(turns: Sequence[Turn], position: int) -> int:
    """Return the number of a position on an axis of turns, or else of moves."""
    last = len(turns) - 1
    return turns[position].number if is_by_turn(turns) else min(position + 1, last)


def position_name(turn: Turn, position: int, length: int | None = None) -> str:
    """Return the name of the position after so many moves, by the move that comes next.

    With a length, that of the game's end is another.
    """
    if position == length:
        return _("the end")
    text = _("move {move}")
    if turn.number:
        text = _("round {turn}, move {move}")
        if turn.counted == "turn":
            text = _("turn {turn}, move {move}")
    return text.format(turn=turn.number, move=position + 1)


def replayed_name(turn: Turn, position: int, length: int) -> str:
    """Return where a replay stands: before which of its moves, or after the last one."""
    if position == length:
        return _("after move {length} of {length}").format(length=length)
    text = _("before move {move} of {length}")
    if turn.number:
        text = _("round {turn}, before move {move} of {length}")
        if turn.counted == "turn":
            text = _("turn {turn}, before move {move} of {length}")
    return text.format(turn=turn.number, move=position + 1, length=length)
