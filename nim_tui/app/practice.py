"""Lessons and puzzles for a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from nim_tui.lessons.lesson_file import lessons_of
from nim_tui.puzzles.chooser import PuzzleProgress
from nim_tui.puzzles.puzzle_file import puzzles_of
from nim_tui.registry import game_named
from rules.messages import N_
from screens.app_api import COACHED, LessonOnOffer, NewTableApi, NotPossible, TableApi
from screens.home.api import PuzzlesOnOffer

if TYPE_CHECKING:
    from nim_tui.app.base_app import BaseApp
    from nim_tui.puzzles.chooser import ChosenPuzzle, PuzzleChooser
    from nim_tui.thinking.question import Thinker

# Modules of puzzles are imported on use: the home screen paints without them.


def today() -> date:
    """Return today's date, which selects the daily puzzle."""
    return date.today()


class PuzzleService:
    """The puzzles: chooses them, sets them up, and saves their results in a file, if there is one.

    Answers are compared by search only with a thinker; others are right or wrong.
    """

    def __init__(
        self,
        app: BaseApp,
        path: Path | None,
        table: TableApi,
        thinker: Callable[[], Thinker] | None = None,
    ) -> None:
        self.app = app
        self.thinker = thinker
        self._table = table
        self._path = path
        self._book: PuzzleProgress | None = None
        self._chooser: PuzzleChooser | None = None

    @property
    def book(self) -> PuzzleProgress:
        """The player's results, read at first use."""
        if self._book is None:
            self._book = PuzzleProgress(self._path)
        return self._book

    def of(self, game: str) -> PuzzlesOnOffer:
        """Return the number of a game's puzzles, and the player's results."""
        found = puzzles_of(game)
        solved = len(found) - len(self.book.to_solve(game, found))
        return PuzzlesOnOffer(len(found), solved, self.book.rating(game))

    def start(self, game: str = "", *, is_daily: bool = False) -> None:
        """Begin the next puzzle of a game, or of any game if none is named, or the daily one.

        Raises NotPossible.
        """
        from nim_tui.puzzles.chooser import PuzzleChooser  # noqa: PLC0415

        if self._chooser is None:
            self._chooser = PuzzleChooser(self.book)
        self._open(self._chooser.choose(game, today() if is_daily else None))

    def _open(self, chosen: ChosenPuzzle) -> None:
        from nim_tui.app.open_screens import OfferedPuzzle, puzzle_screen  # noqa: PLC0415

        puzzle = OfferedPuzzle(self, chosen)
        self._table.leave()
        self.app.push_screen(puzzle_screen(puzzle))


# Modules of lessons are imported on use: the home screen paints without them.


class LessonService:
    """The lessons: lists them, continues each at the furthest step, and saves that step."""

    def __init__(
        self,
        app: BaseApp,
        keep: Callable[[], None],
        table: TableApi,
        new_tables: NewTableApi,
    ) -> None:
        """`keep` saves the changed settings."""
        self._app = app
        self._known = app.kept_settings
        self._keep = keep
        self._table = table
        self._new_tables = new_tables

    def of(self, game: str) -> Sequence[LessonOnOffer]:
        """Return the lessons of a game, in order."""
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
        """Whether the game was neither learnt nor played here yet."""
        return game not in self._known.games

    def start(self, game: str, number: int = 0) -> None:
        """Begin or continue a lesson; 0: the first unfinished one.

        Raises NotPossible.
        """
        from nim_tui.app.open_screens import lesson_screen  # noqa: PLC0415
        from nim_tui.lessons.lesson import Lesson  # noqa: PLC0415

        offered = self.of(game)
        if not 0 <= number <= len(offered) or not offered:
            raise NotPossible(N_("this lesson does not exist"))
        number = number or next((one.number for one in offered if not one.is_done), 1)
        chosen, key = offered[number - 1], _key(game, number)
        done = 0 if chosen.is_done else chosen.done

        def remember(steps: int) -> None:
            """Save the furthest step reached: a finished lesson stays finished."""
            if steps > self._known.lessons.get(key, 0):
                self._known.lessons[key] = steps
                self._keep()

        written = lessons_of(game)[number - 1]
        lesson = Lesson(game_named(game).game, written, number, done, remember)
        if self._known.note_game(game):
            self._keep()
        self._table.leave()
        self._app.push_screen(lesson_screen(lesson))

    async def first_game(self, game: str, *, is_coached: bool) -> None:
        """Start a game against the weakest bots that do not play at random. Raises NotPossible."""
        entry, new = game_named(game), self._new_tables
        own = new.sitters(0)[0]
        seats = [own, *[f"bot:{entry.easiest}"] * (entry.game.seats[0] - 1)]
        terms = {term.name: term.default for term in new.terms()}
        await new.start(game, seats, {}, None, {**terms, COACHED: is_coached})


def _key(game: str, number: int) -> str:
    return f"{game}/{number}"
