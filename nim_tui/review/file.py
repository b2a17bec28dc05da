"""A review as a file, so that a second look is instant: bounded and checked, or worked out anew."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from nim_tui.catalog import offer_named
from nim_tui.review.facts import is_sound
from nim_tui.review.review import VERSION, Review, Step
from nim_tui.review.walk import Told
from rules.contract import AnyGame
from rules.messages import Refusal

MOST_BYTES: Final = 4 * 1024 * 1024
"""A file larger than this is not read: a long game takes some hundred thousand bytes."""


def keep(path: Path, review: Review) -> None:
    """Write a review, if the disk takes it: it can be worked out again."""
    draft = path.with_suffix(".new")
    with suppress(OSError):
        draft.write_bytes(msgspec.json.encode(review))
        draft.replace(path)


def read(path: Path, told: Told) -> Review | None:
    """The review of this very game that a file holds; None if it holds none, or no sound one."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            return None
        found = msgspec.json.decode(data, type=Review)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found if _fits(found, told) else None


def _fits(review: Review, told: Told) -> bool:
    """Whether it is of this version and game, and everything in it can be shown."""
    plays = [(play.seat, play.move) for play in told.plays]
    if (review.version, review.stamp) != (VERSION, told.stamp):
        return False
    if [(step.seat, step.move) for step in review.steps] != [*plays, (None, "")]:
        return False
    game, seats = offer_named(told.header.game).game, len(told.header.seats)
    return all(_is_sound(step, game, seats) for step in review.steps)


def _is_sound(step: Step, game: AnyGame, seats: int) -> bool:
    chances = [step.true, step.fair, *([] if step.expected is None else [step.expected])]
    verdict = step.verdict
    if verdict is not None:
        chances += [verdict.chances, verdict.played]
        try:
            game.parse(verdict.best)
        except Refusal:
            return False
        if not is_sound(verdict.reason, verdict.facts):
            return False
    return all(len(each) == seats for each in chances)
