"""From a record to the page of its review."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from nim_tui.catalog import UnknownName, offer_named
from nim_tui.people import people_of
from nim_tui.review.desk import Desk
from nim_tui.review.said import sayings
from nim_tui.review.walk import Told
from rules.messages import N_, Refusal
from screens.app_api import CannotStart
from screens.review.api import Reviewed
from screens.review.screen import ReviewScreen


def can_review(game: str) -> bool:
    """Whether there is a judge of this game."""
    try:
        return bool(offer_named(game).own_judge)
    except UnknownName:
        return False


def review_screen(
    desk: Desk,
    told: Told,
    kept: Path,
    own: int | None,
    *,
    go: Callable[[int, int], None],
    try_again: Callable[[int, int], None],
) -> ReviewScreen:
    """The page of a game that is over; `own` is the seat of whoever looks.

    Raises CannotStart.
    """
    offer = offer_named(told.header.game)
    judge = offer.judge
    if judge is None:
        raise CannotStart(N_("no bot here can judge {game}"), game=offer.title)
    vocabulary = offer.screen_type.make_ui().vocabulary
    people = people_of(told.header, own)
    try:
        work = desk.look_at(told, judge, kept)
    except Refusal as trouble:
        raise CannotStart(trouble.reason, **trouble.facts) from trouble
    said = sayings(told, people).of
    reviewed = Reviewed(offer.title, people, vocabulary, said, go, try_again, offer.one_line)
    return ReviewScreen(reviewed, work)
