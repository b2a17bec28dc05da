"""Set up and open tables on this machine, with reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import App

from nim_tui.bots.levels import STYLE_OF
from nim_tui.tables.bot_runner import end_if_all_agree
from nim_tui.tables.fair_play import COACH, HINTS, Unfair
from nim_tui.tables.journal import Journal
from nim_tui.tables.open_table import (
    again_from,
    bot_runner,
    cannot_start,
    checked_seat,
    file_text,
    new_table,
    same_again,
)
from nim_tui.tables.store import Store, review_of
from nim_tui.thinking.pool import Pool, processors
from nim_tui.thinking.question import NotDone
from rules.messages import Refusal
from screens.app_api import COACHED, HINTS_FOR_ALL, Agreement, Rematch, StoryPoint
from screens.people import default_name, shown_name
from screens.text import _

if TYPE_CHECKING:
    from nim_tui.review.service import ReviewService
    from nim_tui.settings import Settings
    from nim_tui.tables.bot_runner import BotRunner
    from nim_tui.tables.record import Line, RecordHeader
    from nim_tui.tables.table import Table
    from nim_tui.thinking.pool import Pool
    from rules.options import FromFile, Option, OptionValue

# Modules of reviews are imported on use: the home screen paints without them.

Replay = Callable[["RecordHeader", Sequence["Line"], int, "int | None", int], None]
"""Show a record from a position: header, lines, position, the reader's seat, the first view."""
TryAgain = Callable[["RecordHeader", Sequence["Line"], int, int], None]
"""Begin a new table from a position of a record, for a seat. Raises NotPossible."""


class LocalReviews:
    """Reviews, worked out in separate processes, so that bots and hints need not wait."""

    def __init__(self, app: App[Any], replay: Replay, try_again: TryAgain) -> None:
        self._app = app
        self._replay = replay
        self._try_again = try_again
        self._pool: Pool | None = None
        self._service: ReviewService | None = None

    def open(
        self,
        table: Table,
        record: Path,
        own: int | None,
        then: Callable[[], None],
    ) -> None:
        """Open the review of a finished table's game. Raises NotPossible."""
        from nim_tui.app.open_screens import review_screen  # noqa: PLC0415
        from nim_tui.review.analysis import RecordedGame  # noqa: PLC0415

        try:
            told = RecordedGame.of(table)
        except Unfair as refusal:
            raise cannot_start(refusal) from refusal
        header = table.header
        lines: Sequence[Line] = (*table.plays, *table.early_over)
        screen = review_screen(
            self._reviews_here(),
            told,
            review_of(record),
            own,
            go=lambda number, seat: self._replay(header, lines, number, own, seat),
            try_again=lambda number, seat: self._try_again(header, lines, number, seat),
        )
        self._app.push_screen(screen, lambda _nothing: then())

    async def story(self, table: Table) -> Sequence[StoryPoint]:
        """Return the turning points of a finished game for its only person, if any."""
        from nim_tui.app.open_screens import story_of  # noqa: PLC0415

        if table.header.only_person is None:
            return ()
        try:
            return await story_of(table, table.header.only_person, self._pool_here())
        except (Unfair, NotDone):
            return ()

    def _pool_here(self) -> Pool:
        self._pool = self._pool or Pool(max(1, processors() - 1))
        return self._pool

    def _reviews_here(self) -> ReviewService:
        from nim_tui.review.service import ReviewService  # noqa: PLC0415

        if self._service is None:
            self._service = ReviewService(self._pool_here(), max(1, processors() - 1))
        return self._service

    async def close(self) -> None:
        """Stop all reviews."""
        if self._pool is not None:
            await self._pool.close()


class LocalTable:
    """The table on the screen, if any; all its people are at this keyboard."""

    def __init__(
        self,
        app: App[Any],
        store: Store,
        beat: Callable[[], float],
        complain: Callable[[OSError], None],
        tell: Callable[[Refusal], None],
    ) -> None:
        """`beat` returns seconds between moves of bots; `complain` reports a failure to save.

        `tell` tells of a program that failed.
        """
        self._tell = tell
        self._app = app
        self._store = store
        self._beat = beat
        self._complain = complain
        self._table: Table | None = None
        self._runner: BotRunner | None = None
        self._pool: Pool | None = None
        self._coached: set[Path] = set()
        """The records of games begun with a coach."""
        self._below: list[tuple[Table | None, BotRunner | None]] = []
        """The tables below reviews from which a game was continued."""
        self.reviews = LocalReviews(app, self.open_replay, self.try_again)

    def open(self, table: Table, is_coached: bool = False) -> None:
        """Open a saved table; a coach returns when the table is reopened."""
        if is_coached and isinstance(table.keeper, Journal):
            self._coached.add(table.keeper.path)
        self._clear()
        self._sit_down(table)

    def _sit_down(self, table: Table) -> None:
        from nim_tui.app.open_screens import live_screen  # noqa: PLC0415

        self._table = table
        thinker = self.thinker()
        self._runner = bot_runner(table, self._beat, self._complain, thinker, self._tell)
        table.listen(self._run_bots)
        is_coached = isinstance(table.keeper, Journal) and table.keeper.path in self._coached
        self._app.push_screen(live_screen(table, thinker, is_coached=is_coached))
        self._run_bots()

    def thinker(self) -> Pool:
        """Return the worker processes of bots."""
        if self._pool is None:
            self._pool = Pool(1)
        return self._pool

    async def close(self) -> None:
        """Stop all bots and reviews."""
        if self._pool is not None:
            await self._pool.close()
        await self.reviews.close()

    def _run_bots(self) -> None:
        """Start the bots, unless they run already."""
        runner = self._runner
        if runner is not None and runner.is_due and not self._are_running():
            self._app.run_worker(runner.drive(), group="bots")

    def _are_running(self) -> bool:
        return any(
            worker.group == "bots" and not worker.is_finished and not worker.is_cancelled
            for worker in self._app.workers
        )

    def around(self, room: int) -> str:
        """Return "": every player is here."""
        return ""

    def may_be_watched(self) -> bool:
        """Return False: nobody is elsewhere."""
        return False

    def agreement(self) -> Agreement:
        """Return the possible draw offer: all players are here, so any of them can end the game."""
        table = self._table
        if table is None or table.result is not None:
            return Agreement()
        asks_bots = len(table.persons) < len(table.seats) and not table.is_first_round
        return Agreement(can_agree=bool(table.persons), asks_bots=asks_bots)

    async def agree(self) -> None:
        """End the game by agreement, unless a bot declines."""
        if self._table is not None:
            await end_if_all_agree(self._table)

    async def allow_undo(self) -> None:
        """Do nothing: all players are here, so nobody asks."""

    def decline(self) -> None:
        """Do nothing: there are no offers."""

    def can_resign(self) -> bool:
        """Whether the player at the keyboard may resign."""
        seat = self._seat_shown()
        return self._table is not None and seat is not None and self._table.can_resign(seat)

    async def resign(self) -> None:
        """Resign."""
        seat = self._seat_shown()
        if self._table is not None and seat is not None:
            self._table.resign(seat)

    def _seat_shown(self) -> int | None:
        """Return the seat of the player at the keyboard, if there is one."""
        models = (getattr(screen, "model", None) for screen in reversed(self._app.screen_stack))
        model = next((one for one in models if one is not None), None)
        seat: int | None = None if model is None or model.is_replay else model.seat.number
        return seat

    def rematch(self) -> Rematch:
        """Return a rematch that starts at once, as every player is here."""
        return Rematch(can_join=True)

    async def play_again(self) -> None:
        """Start another game with the same people, everyone one seat on."""
        if self._table is not None:
            self.open(same_again(self._store, self._table))

    def replay(self, position: int) -> None:
        """Open the replay of the game."""
        table = self._table
        if table is not None:
            lines: list[Line] = [*table.plays, *table.early_over]
            self.open_replay(table.header, lines, position, table.header.only_person)

    def open_replay(
        self,
        header: RecordHeader,
        lines: Sequence[Line],
        position: int = 0,
        own: int | None = None,
        seat: int = 0,
    ) -> None:
        """Open the replay of a record; `own` is the reader's seat, `seat` the view shown first."""
        from nim_tui.app.open_screens import replay_screen  # noqa: PLC0415

        self._app.push_screen(replay_screen(header, lines, position, own, seat))

    def can_review(self) -> bool:
        """Whether the game on the screen is over, saved, and can be evaluated."""
        from nim_tui.app.open_screens import can_review  # noqa: PLC0415

        table = self._table
        return table is not None and table.result is not None and can_review(table.game.name)

    def review(self, then: Callable[[], None]) -> None:
        """Open the review of the game on the screen."""
        table = self._table
        if table is not None and isinstance(table.keeper, Journal):
            self.reviews.open(table, table.keeper.path, table.header.only_person, then)

    async def story(self) -> Sequence[StoryPoint]:
        """Return the turning points of the game on the screen for its only person."""
        table = self._table
        return await self.reviews.story(table) if table is not None and self.can_review() else ()

    def try_again(
        self, header: RecordHeader, lines: Sequence[Line], position: int, seat: int
    ) -> None:
        """Sit down at a new table that continues a game from a position; its review stays below.

        Raises NotPossible.
        """
        table = again_from(self._store, header, lines, position, seat)
        self._below.append((self._table, self._runner))
        self._sit_down(table)

    def leave(self) -> None:
        """Return to the review the table was opened from, or home; the table stays saved."""
        from screens.review.screen import back_to_review  # noqa: PLC0415

        model = getattr(self._app.screen, "model", None)
        is_live = model is not None and not model.is_replay
        if not back_to_review(self._app):
            self._clear()
        elif is_live and self._below:
            self._stop()
            self._table, self._runner = self._below.pop()

    def _stop(self) -> None:
        """Stop the bots, and close the table on the screen."""
        self._app.workers.cancel_group(self._app, "bots")
        if self._runner is not None:
            self._runner.close()
        if self._table is not None:
            self._table.close()

    def _clear(self) -> None:
        """Return to the home screen."""
        self._stop()
        while len(self._app.screen_stack) > 1:
            self._app.pop_screen()
        for table, runner in self._below:
            if runner is not None:
                runner.close()
            if table is not None:
                table.close()
        self._below.clear()
        self._table = self._runner = None


class LocalTableSetup:
    """The form of a new table when all players are at this keyboard."""

    def __init__(
        self,
        store: Store,
        opened: Callable[[Table, bool], None],
        known: Settings,
        remember: Callable[[str, Sequence[str]], None],
    ) -> None:
        """`opened` shows a table, with a coach or without; `remember` saves its names."""
        self._store = store
        self._opened = opened
        self._known = known
        self._remember = remember

    def sitters(self, number: int) -> Sequence[str]:
        """Return the names for a new table: the player's own, then those typed before."""
        own, nobody = self._known.name, default_name(number + 1)
        names = self._known.names
        if number:
            return [*names, nobody, *([own] if own else [])]
        return [own, *names, nobody] if own else [nobody, *names]

    def seat_text(self, seat: str) -> str:
        """Return the name of a player at this keyboard."""
        return _("{name}, at this keyboard").format(name=shown_name(seat))

    def opponents(self) -> Mapping[str, str]:
        """Return the bots by name, with each one's style."""
        return STYLE_OF

    def check_seat(self, name: str, seat: str) -> None:
        """Check that a seat of a game can be taken as typed. Raises NotPossible."""
        checked_seat(name, seat)

    def terms(self) -> Sequence[Option]:
        """Return the settings of help: hints for people among themselves, a coach for one alone."""
        return (HINTS, COACH)

    def text_for(self, option: FromFile, path: str) -> str:
        """Return the text of a file for an option. Raises NotPossible."""
        return file_text(option, path)

    async def start(
        self,
        name: str,
        seats: Sequence[str],
        options: Mapping[str, OptionValue],
        seed: int | None,
        terms: Mapping[str, OptionValue],
    ) -> None:
        """Open a new table and sit down."""
        hints = bool(terms.get(HINTS_FOR_ALL, False))
        table = new_table(self._store, name, seats, options, seed, hints_for_all=hints)
        self._remember(name, [seat.name for seat in table.seats if seat.bot is None])
        self._opened(table, bool(terms.get(COACHED)))
