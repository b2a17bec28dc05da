"""Losses that were only put off: charged where they could no longer be made good.

Within a turn a seat often may do two things one after the other. Whoever does the lesser one first
loses nothing, as long as the better one is still open.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from nim_tui.review.review import Step, Verdict


def settled(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The same steps; where a seat decides next too, and the same would be best, that counts."""
    pairs = [_settled(step, after) for step, after in pairwise(steps)]
    return (*pairs, *steps[-1:])


def _settled(step: Step, after: Step) -> Step:
    now, then = step.verdict, after.verdict
    if now is None or then is None or step.seat != after.seat or now.best != then.best:
        return step
    if now.best == step.move or step.seat is None:
        return step
    return msgspec.structs.replace(step, verdict=_less(now, after, step.seat))


def _less(now: Verdict, after: Step, seat: int) -> Verdict:
    """A verdict without what the next one charges."""
    seats = range(len(now.played))
    left = [now.played[each] - after.given(each) for each in seats]
    if left[seat] >= now.chances[seat]:
        return msgspec.structs.replace(now, played=now.chances)
    played = tuple(min(1.0, max(0.0, chance)) for chance in left)
    return msgspec.structs.replace(now, played=played)
