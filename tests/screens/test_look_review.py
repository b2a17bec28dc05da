"""Pictures of the review of a game."""

from __future__ import annotations

import pytest

from nim_tui.review.service import ReviewService
from nim_tui.tables.store import Store
from nim_tui.testing.looks import LEAST, unreadable
from nim_tui.testing.screens import LARGE, Looker, press, running, text_of, until
from screens.review.screen import ReviewScreen
from tests.every import by_day
from tests.nim_tui.review.reviewing import SHALLOW
from tests.nim_tui.review.test_service import Steady
from tests.screens.conftest import Look, MakeApp
from tests.screens.reviews import won_and_reviewed
from tests.screens.tables import WON, table_after

REVIEW = "e"
HUGE = (200, 60)


class TestReview:
    """Chances along the game, costly moves, luck."""

    @pytest.mark.slow
    def test_review(self, make_app: MakeApp, look: Look, store: Store) -> None:
        look(make_app(won_and_reviewed(store)), REVIEW)

    @pytest.mark.slow
    def test_review_large(self, make_app: MakeApp, look: Look, store: Store) -> None:
        look(make_app(won_and_reviewed(store)), REVIEW, size=LARGE, bars=True)

    @pytest.mark.slow
    def test_review_being_worked_out(
        self, make_app: MakeApp, look: Look, store: Store, held_back: object
    ) -> None:
        app = make_app(table_after(WON, store=store))
        app.table.reviews._service = ReviewService(Steady(may=9), 1, depth=SHALLOW)

        async def wait(pilot: Looker) -> None:
            await until(pilot, lambda: "9 of" in text_of(pilot.app))

        look(app, REVIEW, wait)


@pytest.mark.slow
@pytest.mark.parametrize("theme", by_day(["dark", "light", "contrast", "mono"], 2))
async def test_every_word_can_be_read(make_app: MakeApp, store: Store, theme: str) -> None:
    async with running(make_app(won_and_reviewed(store), theme=theme)) as pilot:
        await press(pilot, REVIEW)
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert unreadable(pilot.app, LEAST) == {}
