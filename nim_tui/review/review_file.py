"""Reviews as files.

What is read is bounded and checked; what is not sound is worked out anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from nim_tui.private_files import write_whole
from nim_tui.registry import game_named
from nim_tui.review.analysis import Depth, RecordedGame
from nim_tui.review.review import VERSION, Review, ReviewedPosition, is_sound
from rules.contract import AnyGame
from rules.messages import Refusal

MOST_BYTES: Final = 4 * 1024 * 1024
"""A file larger than this is not read: a long game takes some hundred thousand bytes."""

Kept = TypeVar("Kept")


class PartialReview(Struct, frozen=True, forbid_unknown_fields=True):
    """The steps found so far of a game, kept in the place of its review, to be continued."""

    version: int
    stamp: Annotated[str, Meta(max_length=64)]
    budget: int
    worlds: int
    """How deep it goes: see `Depth`."""
    begun: dict[Annotated[int, Meta(ge=0)], ReviewedPosition]
    """By how many moves stood before."""


def keep(path: Path, found: Review | PartialReview) -> None:
    """Write what was found, if the disk takes it: it can be worked out again."""
    with suppress(OSError):
        write_whole(path, msgspec.json.encode(found))


def read(path: Path, told: RecordedGame) -> Review | None:
    """The review of this very game that a file holds; None if it holds none, or no sound one."""
    found = _read(path, Review)
    if found is None or (found.version, found.stamp) != (VERSION, told.stamp):
        return None
    steps = dict(enumerate(found.steps))
    return found if len(steps) == len(told.plays) + 1 and _fit(steps, told) else None


def so_far(
    told: RecordedGame, depth: Depth, steps: Mapping[int, ReviewedPosition]
) -> PartialReview:
    """Return the part of an unfinished review that is kept."""
    return PartialReview(VERSION, told.stamp, depth.budget, depth.worlds, dict(steps))


def read_begun(path: Path, told: RecordedGame, depth: Depth) -> dict[int, ReviewedPosition]:
    """Return the steps that a file holds of the review of this very game, at this depth."""
    found = _read(path, PartialReview)
    if found is None or found != so_far(told, depth, found.begun):
        return {}
    return found.begun if _fit(found.begun, told) else {}


def _read(path: Path, kind: type[Kept]) -> Kept | None:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        return msgspec.json.decode(data, type=kind) if len(data) <= MOST_BYTES else None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _fit(steps: Mapping[int, ReviewedPosition], told: RecordedGame) -> bool:
    """Whether they are positions of this game, and everything in them can be shown."""
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
    return all(len(each) == seats for each in chances)
