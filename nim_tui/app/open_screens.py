"""Make the screens of tables, replays, lessons, puzzles and reviews."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nim_tui.bots.levels import people_of
from nim_tui.coach import coach_maker
from nim_tui.lessons.lesson import Lesson, LessonSeat
from nim_tui.puzzles.puzzle import Puzzle, PuzzleSeat
from nim_tui.registry import UnknownName, game_named
from nim_tui.review.analysis import RecordedGame
from nim_tui.review.course import turning_points
from nim_tui.review.service import CourseJob, ReviewService
from nim_tui.review.words import group_names, sayings
from nim_tui.tables.record import EndEntry, Line, RecordHeader
from nim_tui.tables.replay import Replay
from nim_tui.tables.seats import LivePlace, ReplaySeat, TableSeat
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_THREAD, NotDone, Thinker
from rules.advice import Chances
from rules.messages import N_, Refusal
from screens.app_api import NotPossible, StoryPoint
from screens.review.api import Reviewed
from screens.review.screen import ReviewScreen
from screens.review.words import turning_told
from screens.text import _

if TYPE_CHECKING:
    from nim_tui.app.practice import PuzzleService
    from nim_tui.puzzles.chooser import ChosenPuzzle, Comparison
    from rules.contract import Move
    from screens.table.puzzle_words import AnswerRating
    from screens.table.screen import GameScreen


class OfferedPuzzle(Puzzle):
    """A puzzle on the screen, with ratings; loaded late, so that home paints without it."""

    def __init__(self, offered: PuzzleService, chosen: ChosenPuzzle) -> None:
        super().__init__(chosen.entry.game, chosen.written, self)
        self.offered = offered
        self.chosen = chosen

    @property
    def title(self) -> str:
        """The title of the puzzle."""
        return self.chosen.title

    @property
    def rating(self) -> int:
        """The rating of the person who solves the puzzle."""
        return self.chosen.rating

    def next(self) -> None:
        """Begin another puzzle of this game. Raises NotPossible."""
        self.offered.start(self.chosen.entry.name)

    def weigh(self, puzzle: Puzzle, move: Move) -> bool:
        """Start evaluating an answer in another process; False if that is impossible."""
        job = self.chosen.comparison(puzzle, move)
        if job is None or self.offered.thinker is None:
            return False
        weighing = self._weigh(puzzle, move, job, self.offered.thinker())
        self.offered.app.run_worker(weighing, group="puzzle")
        return True

    async def _weigh(self, puzzle: Puzzle, move: Move, job: Comparison, thinker: Thinker) -> None:
        try:
            behind = await thinker.do(job)
        except NotDone:
            behind = None
        puzzle.weighed(move, behind)

    def rate(self, *, is_right: bool) -> AnswerRating:
        """Count the first answer; report why if that cannot be saved."""
        rated = self.chosen.rate(is_right=is_right)
        self._keep()
        return rated

    def note_solved(self) -> None:
        """Mark the puzzle as solved: it is not offered again for a while."""
        self.chosen.note_solved()
        self._keep()

    def _keep(self) -> None:
        try:
            self.offered.book.save()
        except OSError as error:
            self.offered.app.complain_of(_("your rating was not saved: {why}"), error)


def live_screen(
    table: Table, thinker: Thinker = IN_THREAD, *, is_coached: bool = False
) -> GameScreen[Any]:
    """Return the screen of a live table at this keyboard; a coach helps only a person alone."""
    entry = game_named(table.game.name)
    adviser = entry.adviser
    place = LivePlace(table)
    seats = [
        TableSeat(place, n, adviser, thinker)
        for n, seat in enumerate(table.seats)
        if seat.bot is None
    ]
    new_coach = coach_maker(seats, entry, thinker) if is_coached else None
    coach = None if new_coach is None else new_coach()
    screen: GameScreen[Any] = entry.screen_type(
        seats, TableSeat(place, None, adviser), title=entry.title, coach=coach
    )
    return screen


def replay_screen(
    header: RecordHeader,
    lines: Sequence[Line],
    position: int,
    own: int | None,
    seat: int = 0,
) -> GameScreen[Any]:
    """Return a screen to replay a record: any seat's view if it is over, else the public view.

    `own` is the reader's seat, `seat` the view shown first.
    """
    entry = game_named(header.game)
    replay = Replay(header, entry.game, lines)
    adviser = entry.bot("random")
    replay.go(replay.length)
    is_over = replay.table.result is not None or any(isinstance(line, EndEntry) for line in lines)
    seats = range(len(header.seats)) if is_over else ()
    replay.go(position)
    looks = [ReplaySeat(replay, number, adviser) for number in seats]
    watcher = ReplaySeat(replay, None, adviser)
    screen: GameScreen[Any] = entry.screen_type(
        looks[seat : seat + 1], watcher, title=entry.title, steps=replay, looks=looks, own=own
    )
    return screen


def can_review(game: str) -> bool:
    """Whether the game has an evaluation."""
    try:
        return bool(game_named(game).own_judge)
    except UnknownName:
        return False


def review_screen(
    service: ReviewService,
    told: RecordedGame,
    kept: Path,
    own: int | None,
    *,
    go: Callable[[int, int], None],
    try_again: Callable[[int, int], None],
) -> ReviewScreen:
    """Return the review page of a finished game; `own` is the reader's seat.

    Raises NotPossible.
    """
    entry = game_named(told.header.game)
    judge = entry.judge
    if judge is None:
        raise NotPossible(N_("no bot can evaluate {game}"), game=entry.title)
    vocabulary = entry.screen_type.make_ui().vocabulary
    people = people_of(told.header, own)
    try:
        work = service.look_at(told, judge, kept)
    except Refusal as trouble:
        raise NotPossible(trouble.reason, **trouble.facts) from trouble
    said = sayings(told, people)
    reviewed = Reviewed(
        entry.title,
        people,
        vocabulary,
        said.of,
        go,
        try_again,
        said.happened,
        group_names(judge),
        entry.one_line,
    )
    return ReviewScreen(reviewed, work)


async def story_of(table: Table, own: int, thinker: Thinker) -> Sequence[StoryPoint]:
    """Return the turning points of a finished game for a seat. Raises Unfair, NotDone."""
    told = RecordedGame.of(table)
    judge = game_named(told.header.game).judge
    if judge is None:
        return ()
    chances: Sequence[Chances] = await thinker.do(CourseJob.of(told, judge))
    said = sayings(told, people_of(told.header, own))
    movers = [*(play.seat for play in told.plays), None]
    points = turning_points(movers, [each[own] for each in chances], own)
    return [
        StoryPoint(point.number, turning_told(point, said.happened(point.number)))
        for point in points
    ]


def lesson_screen(lesson: Lesson) -> GameScreen[Any]:
    """Return the screen of a lesson's table, as its learner sees it."""
    entry = game_named(lesson.game)
    adviser = entry.adviser
    watcher = TableSeat(LivePlace(lesson.table), None, adviser)
    screen: GameScreen[Any] = entry.screen_type(
        [LessonSeat(lesson, adviser)], watcher, title=entry.title, lesson=lesson
    )
    return screen


def puzzle_screen(puzzle: OfferedPuzzle) -> GameScreen[Any]:
    """Return the screen of a puzzle's table, as the person solving it sees it."""
    entry = puzzle.chosen.entry
    adviser = entry.adviser
    watcher = TableSeat(LivePlace(puzzle.table), None, adviser)
    screen: GameScreen[Any] = entry.screen_type(
        [PuzzleSeat(puzzle, adviser)], watcher, title=entry.title, puzzle=puzzle
    )
    return screen
