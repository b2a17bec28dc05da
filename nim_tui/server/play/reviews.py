"""Replays and reviews of games that are over, and playing on from one of their positions.

Reviews are worked out in separate processes and saved as files. The files are a cache: a missing
review is worked out again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import App

from nim_tui.app.open_screens import replay_screen, review_screen
from nim_tui.review.analysis import RecordedGame
from nim_tui.review.service import ReviewService
from nim_tui.server.lobby.table_setup import TableService
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import LongReads
from nim_tui.server.tables.game_store import ended_row, load, load_record
from nim_tui.server.tables.seat_store import plan_of
from nim_tui.server.tables.table_store import TablePlan
from nim_tui.tables.record import Line, RecordHeader
from nim_tui.tables.replay import GameBranch, beginning
from nim_tui.tables.store import replay
from rules.messages import N_, Refusal
from screens.app_api import NotPossible
from screens.lobby.updates import look_up
from screens.text import say_refusal

if TYPE_CHECKING:
    from nim_tui.app.base_app import BaseApp
    from nim_tui.server.services import Services


@dataclass(frozen=True, slots=True)
class ReviewStore:
    """The processes that compute reviews, and the folder of finished ones."""

    service: ReviewService
    folder: Path
    most: int
    """The most files kept; the least recently viewed are deleted first."""

    def path_of(self, told: RecordedGame) -> Path:
        """Return the path of a game's review, after deleting the oldest files beyond `most`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{told.stamp}.json"
        with suppress(OSError):
            if path.exists():
                path.touch()
            kept = sorted(self.folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
            for old in kept[: -self.most or None]:
                old.unlink(missing_ok=True)
        return path


@dataclass(frozen=True, slots=True)
class OpenedReview:
    """A game whose review a person may see: its record without marks, and their seat."""

    header: RecordHeader
    lines: tuple[Line, ...]
    own: int | None
    told: RecordedGame
    title: str
    """The title of the table."""


def opened(database: Database, table: str, viewer: int | None) -> OpenedReview:
    """Return the game of a table for its review, which reveals everything hidden.

    For those who may see its replay, once the game has ended by its record; a game closed before
    its end stays hidden. May take long. Raises CannotUseTable, Unfair, RecordError, StorageError.
    """
    row = ended_row(database, table, viewer)
    record = load_record(database, table)
    back = replay(record)
    told = RecordedGame.of(back)
    lines: tuple[Line, ...] = (*back.plays, *back.early_over)
    return OpenedReview(record.header, lines, row.seat_of(viewer), told, row.title)


class BranchService:
    """The set-up of tables that continue a game, for people who may review it."""

    def __init__(
        self, database: Database, long_reads: LongReads, table_service: TableService
    ) -> None:
        self._database = database
        self._long_reads = long_reads
        self._table_service = table_service

    async def begin(
        self, table: str, account: int, position: int, seat: int | None, *, by: Hashable = None
    ) -> str:
        """Set up a table that continues a game from a position; return its id.

        The person plays `seat`, or else the one to move. The table is private and casual, and
        counts like any other they set up: `by` is the subject of the rate limit, if not the
        account. Raises Refusal, StorageError.
        """
        self._table_service.check_beginning()
        read = partial(_begins, self._database, table, account, position, seat)
        plan, begins = await self._long_reads.do(read)
        return await self._table_service.create_again(account, plan, begins, by=by)


def _begins(
    database: Database, table: str, account: int, position: int, seat: int | None
) -> tuple[TablePlan, GameBranch]:
    """Return the plan and the start of the new game. Raises Refusal, StorageError."""
    found = opened(database, table, account)
    begins = beginning(found.header, found.lines, position, seat)
    return plan_of(found.title, begins, account), begins


class ReviewActions:
    """The reviews that one person opens."""

    def __init__(
        self,
        app: App[Any],
        lobby: Services,
        person: SessionAccount,
        at: Callable[[], str | None],
        sit_down: Callable[[str], Awaitable[None]],
    ) -> None:
        """`at` returns the table of this person, and `sit_down` goes to one."""
        self._app = app
        self._at = at
        self._sit_down = sit_down
        self._lobby = lobby
        self._person = person
        self._tried: tuple[str | None, str] = (None, "")
        """The table last opened from a review, and the game reviewed there."""

    @property
    def are_kept(self) -> bool:
        """Whether this server makes reviews."""
        return self._lobby.reviews is not None

    def open(self, table: str, then: Callable[[], None] = lambda: None) -> None:
        """Open the review of a game, once its record is read; call `then` after it."""
        look_up(self._app, lambda: self._open(table, then), "review-lookup")

    def come_back(self, left: str | None) -> None:
        """Reopen the review from which the person went to the table just left, if any."""
        again, table = self._tried
        if left is not None and left == again:
            self._tried = (None, "")
            self.open(table)

    async def _open(self, table: str, then: Callable[[], None]) -> None:
        shelf, place = self._lobby.reviews, self._at()
        try:
            if shelf is None:
                raise NotPossible(N_("reviews are off on this server"))
            found, path = await self._lobby.long_reads.do(partial(self._read, shelf, table))
            if self._at() == place:  # not, if a table was gone to meanwhile
                self._show(table, shelf, found, path, then)
        except Refusal as refusal:
            self._app.notify(say_refusal(refusal), severity="error", markup=False)

    def _read(self, shelf: ReviewStore, table: str) -> tuple[OpenedReview, Path]:
        found = opened(self._lobby.database, table, self._person.account)
        return found, shelf.path_of(found.told)

    def _show(
        self,
        table: str,
        shelf: ReviewStore,
        found: OpenedReview,
        path: Path,
        then: Callable[[], None],
    ) -> None:
        def go(number: int, seat: int) -> None:
            screen = replay_screen(found.header, found.lines, number, found.own, seat)
            self._app.push_screen(screen)

        def try_again(number: int, seat: int) -> None:
            look_up(self._app, lambda: self._try_again(table, number, seat), "try-again")

        screen = review_screen(
            shelf.service, found.told, path, found.own, go=go, try_again=try_again
        )
        self._app.push_screen(screen, lambda _nothing: then())

    async def _try_again(self, table: str, position: int, seat: int) -> None:
        """Go to a new table that continues the game, unless the person has left meanwhile."""
        screen, person = self._app.screen, self._person
        try:
            made = await self._lobby.trying_again.begin(
                table, person.account, position, seat, by=person.bounded_as
            )
            if self._app.screen is screen:
                self._tried = made, table
                await self._sit_down(made)
        except Refusal as refusal:
            self._app.notify(say_refusal(refusal), severity="error", markup=False)


class Replays:
    """The replays that one person opens."""

    def __init__(
        self, app: BaseApp, lobby: Services, person: SessionAccount, at: Callable[[], str | None]
    ) -> None:
        """`at` returns the table of this person."""
        self._app = app
        self._lobby = lobby
        self._person = person
        self._at = at

    def open(self, table: str, position: int = 0) -> None:
        """Open the replay of a finished game at a position, once its record is read."""
        look_up(self._app, lambda: self._open(table, position), "replay")

    async def _open(self, table: str, position: int) -> None:
        database, place, account = self._lobby.database, self._at(), self._person.account

        def read() -> tuple[RecordHeader, Sequence[Line], int | None]:
            own = ended_row(database, table, account).seat_of(account)
            return (*load(database, table), own)

        try:
            header, lines, own = await self._lobby.long_reads.do(read)
        except Refusal as refusal:
            self._app.notify(say_refusal(refusal), severity="error", markup=False)
            return
        if self._at() == place:  # not, if a table was gone to meanwhile
            self._app.push_screen(replay_screen(header, lines, position, own))
