"""Reviews as files.

Data read is bounded and checked; an invalid review is worked out again.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from nim_tui.private_files import read_json, write_whole
from nim_tui.registry import game_named
from nim_tui.review.analysis import Depth, RecordedGame
from nim_tui.review.review import VERSION, Review, ReviewedPosition, is_sound
from rules.contract import AnyGame
from rules.messages import Refusal

MOST_BYTES: Final = 4 * 1024 * 1024
"""The most bytes read: a long game takes some hundred thousand."""

MOST_TURNS: Final = 100_000


class PartialReview(Struct, frozen=True, forbid_unknown_fields=True):
    """The positions of a game reviewed so far, saved in place of its review, to be continued."""

    version: int
    stamp: Annotated[str, Meta(max_length=64)]
    budget: int
    worlds: int
    """The depth: see `Depth`."""
    begun: dict[Annotated[int, Meta(ge=0)], ReviewedPosition]
    """By the number of moves before each."""


def keep(path: Path, found: Review | PartialReview) -> None:
    """Write a review, ignoring failures: it can be worked out again."""
    with suppress(OSError):
        write_whole(path, msgspec.json.encode(found))


def read(path: Path, told: RecordedGame) -> Review | None:
    """Return the review of this game in a file; None if there is none, or an invalid one."""
    found = read_json(path, MOST_BYTES, Review)
    if found is None or (found.version, found.stamp) != (VERSION, told.stamp):
        return None
    steps, seats = dict(enumerate(found.steps)), len(told.header.seats)
    tries = [one for each in found.set_ups for one in each.tries]
    if not all(is_sound(one.name, {"share": ""}, seats) for one in tries):
        return None
    return found if len(steps) == len(told.plays) + 1 and _fit(steps, told) else None


def so_far(
    told: RecordedGame, depth: Depth, steps: Mapping[int, ReviewedPosition]
) -> PartialReview:
    """Return an unfinished review as it is saved."""
    return PartialReview(VERSION, told.stamp, depth.budget, depth.worlds, dict(steps))


def read_begun(path: Path, told: RecordedGame, depth: Depth) -> dict[int, ReviewedPosition]:
    """Return the positions of this game in a file's unfinished review at this depth."""
    found = read_json(path, MOST_BYTES, PartialReview)
    if found is None or found != so_far(told, depth, found.begun):
        return {}
    return found.begun if _fit(found.begun, told) else {}


def _fit(steps: Mapping[int, ReviewedPosition], told: RecordedGame) -> bool:
    """Whether all are positions of this game, and everything in them can be shown."""
    plays = dict(enumerate([*((play.seat, play.move) for play in told.plays), (None, "")]))
    game, seats = game_named(told.header.game).game, len(told.header.seats)
    return all(
        plays.get(number) == (step.seat, step.move) and _is_sound(step, game, seats)
        for number, step in steps.items()
    )


def _is_sound(step: ReviewedPosition, game: AnyGame, seats: int) -> bool:
    chances = [step.true, step.fair, *([] if step.expected is None else [step.expected])]
    verdict = step.verdict
    if verdict is not None:
        chances += [verdict.chances, verdict.played]
        try:
            game.parse(verdict.best)
        except Refusal:
            return False
        told = [(verdict.reason, verdict.facts), *((each.text, each.facts) for each in verdict.why)]
        if not all(is_sound(text, facts, seats) for text, facts in told):
            return False
    return 0 <= step.turn.number <= MOST_TURNS and all(len(each) == seats for each in chances)
