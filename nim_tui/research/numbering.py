"""Moves as numbers: every action a game can ever ask for has one, in every position the same.

Where a game has few moves each is one action. Where a kind of move has too many (all programs of
six orders, all ways to place a tile) it is cut into parts, chosen one after the other, and each
part is an action. So masks stay short, and a search need not look at thousands of moves at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rules.contract import Move

Cut = Callable[[str], tuple[str, ...]]
"""The parts of a move by its words; no move's parts begin with all those of another one that may
be legal beside it."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """All parts of a move are chosen."""

    move: Move


class Choices(Protocol):
    """What may come next, after the parts that were chosen already."""

    @property
    def actions(self) -> Sequence[int]:
        """The actions there are, in rising order."""

    def after(self, action: int) -> Choices | Chosen:
        """What follows one of them. Raises KeyError for any other."""


def whole(word: str) -> tuple[str, ...]:
    """A move that is one action."""
    return (word,)


@dataclass(frozen=True, slots=True)
class Numbering:
    """The actions of a game. An action is the place of its name in `names`."""

    names: tuple[str, ...]
    cut: Cut = whole
    most_parts: int = 1
    """Of any move."""
    lazy: Callable[[Sequence[Move]], Choices | None] = lambda legal: None
    """Choices that need no list of the moves; None where the moves themselves are looked at."""
    _actions: dict[str, int] = field(init=False, repr=False, compare=False)
    _parts: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        actions = {name: action for action, name in enumerate(self.names)}
        if len(actions) != len(self.names):
            raise ValueError("two actions have one name")
        object.__setattr__(self, "_actions", actions)

    def parts(self, move: Move) -> tuple[int, ...]:
        """The actions that make up a move."""
        parts = self._parts.get(move.word)
        if parts is None:
            parts = tuple(self._actions[name] for name in self.cut(move.word))
            self._parts[move.word] = parts
        return parts

    def choices(self, legal: Sequence[Move]) -> Choices:
        """What comes first, of these legal moves."""
        return self.lazy(legal) or Listed(self, legal, 0)


class Listed:
    """The choices that some moves leave which agree in their first parts."""

    __slots__ = ("_depth", "_moves", "_numbering", "actions")

    def __init__(self, numbering: Numbering, moves: Iterable[Move], depth: int) -> None:
        self._numbering = numbering
        self._depth = depth
        self._moves: dict[int, list[Move]] = {}
        for move in moves:
            self._moves.setdefault(numbering.parts(move)[depth], []).append(move)
        self.actions = sorted(self._moves)

    def after(self, action: int) -> Choices | Chosen:
        """What follows one of the actions. Raises KeyError for any other."""
        moves, depth = self._moves[action], self._depth + 1
        if len(self._numbering.parts(moves[0])) == depth:
            return Chosen(moves[0])
        return Listed(self._numbering, moves, depth)
