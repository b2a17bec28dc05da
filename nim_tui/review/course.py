"""The course of a finished game: where it turned, and in which figures and moves it was lost.

A lap goes from one turn of a seat to its next, so that whose turn it is makes no difference to the
chances at its ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from screens.review.api import Account, GroupShare, LossKind, OwnShare, TurningPoint

LEAST_SWING: Final = 0.1
"""The least change of win probability that makes a lap a turning point."""
MOST_POINTS: Final = 2
OFTEN: Final = 3
"""The least number of moves that make a kind of loss."""
SHARE: Final = 0.3
"""The least part (0..1) of all losses that a kind of loss makes."""
MOST_GROUPS: Final = 2
LEAST_GROUP: Final = 0.15
"""The change of win probability by a group of figures from which on it is told."""
CARRIES: Final = 0.25
"""The part of the change of a whole game that such a group makes at least."""
LEAST_PART: Final = 0.02
"""The change in one lap from which on the lap is counted."""
HALF: Final = 0.5
"""The part of all its losses that a group makes at least to be told of a seat's moves."""
BEFORE: Final = 2
AFTER: Final = 3
"""The laps on either side whose chances a swing must hold against."""


def turning_points(
    movers: Sequence[int | None], chances: Sequence[float], seat: int
) -> list[TurningPoint]:
    """Return where the chance of a seat changed for good, in the order of the game.

    `movers` are the seats to move at the positions, `chances` those of the seat there (0..1); at
    the last position nobody moves. Only the part of a change that the next two laps do not reverse
    counts.
    """
    bounds = lap_bounds(movers, seat)
    values = [chances[bound] for bound in bounds]
    found = []
    for lap in range(len(bounds) - 1):
        before, after = values[max(0, lap + 1 - BEFORE) : lap + 1], values[lap + 1 :][:AFTER]
        swing = max(min(after) - max(before), min(before) - max(after))
        if swing >= LEAST_SWING:
            found.append((swing, _sharpest(chances, bounds[lap], bounds[lap + 1])))
    best = sorted(found, key=lambda each: -each[0])[:MOST_POINTS]
    return sorted((point for _swing, point in best), key=lambda point: point.number)


def lap_bounds(movers: Sequence[int | None], seat: int) -> list[int]:
    """Return the positions at which a turn of the seat begins, and the end."""
    begins = [
        number
        for number, mover in enumerate(movers)
        if mover == seat and (number == 0 or movers[number - 1] != seat)
    ]
    return [*begins, len(movers) - 1]


def _sharpest(chances: Sequence[float], start: int, end: int) -> TurningPoint:
    """Return a lap as a turning point, at the move with the greatest part of its change."""
    sign = 1 if chances[end] > chances[start] else -1
    number = max(range(start, end), key=lambda each: sign * (chances[each + 1] - chances[each]))
    return TurningPoint(number, chances[start], chances[end])


Costly = tuple[str, str, float]
"""A move, the better one, both in canonical words, and the loss of win probability."""


def loss_kinds(costly: Iterable[Costly]) -> list[LossKind]:
    """Return the repeated kinds of mistakes, costliest first."""
    costly = [*costly]
    least = SHARE * sum(loss for _move, _better, loss in costly)
    return [kind for kind in all_kinds(costly) if kind.times >= OFTEN and kind.loss >= least]


def all_kinds(costly: Iterable[Costly]) -> list[LossKind]:
    """Return all kinds of mistakes, costliest first, rare and slight ones too."""
    losses: dict[tuple[str, str], list[float]] = defaultdict(list)
    for move, better, loss in costly:
        losses[kind_of(move), kind_of(better)].append(loss)
    kinds = [
        LossKind(played, better, len(found), sum(found))
        for (played, better), found in losses.items()
        if played and better and played != better
    ]
    return sorted(kinds, key=lambda kind: -kind.loss)


def account(
    laps: Iterable[Mapping[str, float]],
    losses: Iterable[tuple[str, float]],
    change: float,
    groups: Container[str],
) -> Account:
    """Return in which of some groups of figures a game was lost or won, the most important first.

    `laps` are changes of the seat's chance by group, `losses` those by its own moves, `change` is
    that of the whole game. Nothing is told of groups that carry little of it.
    """
    sums: dict[str, float] = defaultdict(float)
    rises: dict[str, list[float]] = defaultdict(list)
    sign = 1 if change > 0 else -1
    for lap in laps:
        for group, part in lap.items():
            sums[group] += part
            rises[group].append(part)
    turns = {
        group: sum(part * sums[group] > 0 and abs(part) >= LEAST_PART for part in parts)
        for group, parts in rises.items()
    }
    least = max(LEAST_GROUP, CARRIES * abs(change))
    known = sorted((group for group in sums if group in groups), key=lambda g: -sign * sums[g])
    found = [GroupShare(group, sums[group], turns[group]) for group in known]
    told = [share for share in found if sign * share.change >= least][:MOST_GROUPS]
    against = next((share for share in found[-1:] if -sign * share.change >= least), None)
    return Account(told, against if told else None, _own_share([*losses], groups))


def _own_share(losses: Sequence[tuple[str, float]], groups: Container[str]) -> OwnShare | None:
    """Return the group in which own moves cost most, if it stands out."""
    by_group: dict[str, list[float]] = defaultdict(list)
    for group, loss in losses:
        by_group[group].append(loss)
    total = sum(loss for _group, loss in losses)
    worst = max(by_group, key=lambda group: sum(by_group[group]), default="")
    lost = by_group[worst] if worst in groups else []
    if len(lost) < OFTEN or sum(lost) < max(LEAST_GROUP, HALF * total):
        return None
    return OwnShare(worst, sum(lost), total)


def kind_of(move: str) -> str:
    """Return the verb of a move in canonical words; empty if it begins with a piece."""
    verb = move.partition(" ")[0]
    return verb if len(verb) > 1 and verb.isalpha() and verb.islower() else ""
