"""The course of a finished game: where it turned, and which kinds of moves cost most.

A lap goes from one turn of a seat to its next, so that whose turn it is makes no difference to the
chances at its ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from screens.review.api import LossKind, TurningPoint

if TYPE_CHECKING:
    from nim_tui.review.review import ReviewedPosition

LEAST_SWING: Final = 0.1
"""The change of win probability from which on a lap may be a turning point."""
MOST_POINTS: Final = 2
OFTEN: Final = 3
"""The number of moves from which on a kind of loss is told."""
SHARE: Final = 0.3
"""The part of all its losses that a kind of loss makes at least."""
BEFORE: Final = 2
AFTER: Final = 3
"""Laps whose chances a swing must hold against: the last ones before it, the next ones after."""


def turning_points(steps: Sequence[ReviewedPosition], seat: int) -> list[TurningPoint]:
    """Return where the chance of a seat changed for good, in the order of the game.

    A lap counts by the change that the next two laps do not take back.
    """
    marks = _marks(steps, seat)
    values = [steps[mark].true[seat] for mark in marks]
    found = []
    for lap in range(len(marks) - 1):
        before, after = values[max(0, lap + 1 - BEFORE) : lap + 1], values[lap + 1 :][:AFTER]
        swing = max(min(after) - max(before), min(before) - max(after))
        if swing >= LEAST_SWING:
            found.append((swing, _sharpest(steps, seat, marks[lap], marks[lap + 1])))
    best = sorted(found, key=lambda each: -each[0])[:MOST_POINTS]
    return sorted((point for _swing, point in best), key=lambda point: point.number)


def _marks(steps: Sequence[ReviewedPosition], seat: int) -> list[int]:
    """Return the positions at which a turn of the seat begins, and the end."""
    begins = [
        number
        for number, step in enumerate(steps)
        if step.seat == seat and (number == 0 or steps[number - 1].seat != seat)
    ]
    return [*begins, len(steps) - 1]


def _sharpest(steps: Sequence[ReviewedPosition], seat: int, start: int, end: int) -> TurningPoint:
    """Return a lap as a turning point, at the move that did most of its change."""
    sign = 1 if steps[end].true[seat] > steps[start].true[seat] else -1

    def change(number: int) -> float:
        return sign * (steps[number + 1].true[seat] - steps[number].true[seat])

    number = max(range(start, end), key=change)
    return TurningPoint(number, steps[start].true[seat], steps[end].true[seat])


def loss_kinds(steps: Sequence[ReviewedPosition], seat: int) -> list[LossKind]:
    """Return what a seat did again and again where something else was better, worst first."""
    losses: dict[tuple[str, str], list[float]] = defaultdict(list)
    for step in steps:
        if step.seat == seat and step.verdict is not None and step.loss:
            losses[kind_of(step.move), kind_of(step.verdict.best)].append(step.loss)
    total = sum(map(sum, losses.values()))
    kinds = [
        LossKind(played, better, len(found), sum(found))
        for (played, better), found in losses.items()
        if played and better and played != better
    ]
    kinds = [kind for kind in kinds if kind.times >= OFTEN and kind.loss >= SHARE * total]
    return sorted(kinds, key=lambda kind: -kind.loss)


def kind_of(move: str) -> str:
    """Return the verb of a move in canonical words; empty where it begins with a piece."""
    verb = move.partition(" ")[0]
    return verb if len(verb) > 1 and verb.isalpha() and verb.islower() else ""
