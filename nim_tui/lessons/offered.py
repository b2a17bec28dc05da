"""The lessons that one person is offered, how far they came, and the first game after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nim_tui.catalog import EASY, offer_named
from rules.messages import N_
from screens.app_api import CannotStart, LessonOnOffer, NewTableApi, TableApi

if TYPE_CHECKING:
    from nim_tui.base_app import BaseApp

# What reads and plays lessons is imported where it is needed: the home screen paints without it.


class Lessons:
    """Lists lessons, begins them where they were left, and keeps that with the settings."""

    def __init__(
        self,
        app: BaseApp,
        keep: Callable[[], None],
        table: TableApi,
        new_tables: NewTableApi,
    ) -> None:
        """`keep` keeps the settings once they changed."""
        self._app = app
        self._known = app.kept_settings
        self._keep = keep
        self._table = table
        self._new_tables = new_tables

    def of(self, game: str) -> Sequence[LessonOnOffer]:
        """The lessons of a game, in their order."""
        from nim_tui.lessons.lesson_file import lessons_of  # noqa: PLC0415

        return [
            LessonOnOffer(
                number,
                str(written.title),
                str(written.summary),
                len(written.steps),
                self._known.lessons.get(_key(game, number), 0),
            )
            for number, written in enumerate(lessons_of(game), start=1)
        ]

    def is_new(self, game: str) -> bool:
        """Whether the game was neither learnt nor played yet, as far as is known here."""
        return game not in self._known.games

    def start(self, game: str, number: int = 0) -> None:
        """Begin a lesson, or go on with it; 0: the first that was not taken to its end.

        Raises CannotStart.
        """
        from nim_tui.lessons.lesson import Lesson  # noqa: PLC0415
        from nim_tui.lessons.lesson_file import lessons_of  # noqa: PLC0415
        from nim_tui.lessons.screen import lesson_screen  # noqa: PLC0415

        offered = self.of(game)
        if not 0 <= number <= len(offered) or not offered:
            raise CannotStart(N_("there is no such lesson"))
        number = number or next((one.number for one in offered if not one.is_done), 1)
        chosen, key = offered[number - 1], _key(game, number)
        done = 0 if chosen.is_done else chosen.done

        def remember(steps: int) -> None:
            """One that was taken to its end counts as taken, however far one comes again."""
            if steps > self._known.lessons.get(key, 0):
                self._known.lessons[key] = steps
                self._keep()

        written = lessons_of(game)[number - 1]
        lesson = Lesson(offer_named(game).game, written, number, done, remember)
        if self._known.note_game(game):
            self._keep()
        self._table.leave()
        self._app.push_screen(lesson_screen(lesson))

    async def first_game(self, game: str) -> None:
        """A game against the easiest bots that look where they go. Raises CannotStart."""
        offer, new = offer_named(game), self._new_tables
        level = EASY if EASY in offer.bots else offer.bots[0]
        own = new.sitters(0)[0]
        seats = [own, *[f"bot:{level}"] * (offer.game.seats[0] - 1)]
        await new.start(game, seats, {}, None, {term.name: term.default for term in new.terms()})


def _key(game: str, number: int) -> str:
    return f"{game}/{number}"
