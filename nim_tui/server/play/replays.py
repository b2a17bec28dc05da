"""Replays, reviews and playing on from a position."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from textual.app import App

from nim_tui.app.base_app import BaseApp
from nim_tui.app.open_screens import replay_screen, review_screen
from nim_tui.server.play.reviews import OpenedReview, ReviewStore, opened
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.tables.game_store import ended_row, load
from nim_tui.tables.record import Line, RecordHeader
from rules.messages import N_, Refusal
from screens.app_api import NotPossible
from screens.lobby.updates import look_up
from screens.text import say_refusal


class ReviewActions:
    """Opens reviews for one person."""

    def __init__(
        self,
        app: App[Any],
        lobby: Services,
        person: SessionAccount,
        at: Callable[[], str | None],
        sit_down: Callable[[str], Awaitable[None]],
    ) -> None:
        """`at` tells at which table this person is, and `sit_down` goes to one."""
        self._app = app
        self._at = at
        self._sit_down = sit_down
        self._lobby = lobby
        self._person = person
        self._tried: tuple[str | None, str] = (None, "")
        """The table that was gone to from a review last, and the game that is reviewed there."""

    @property
    def are_kept(self) -> bool:
        """Whether this server works reviews out."""
        return self._lobby.reviews is not None

    def open(self, table: str, then: Callable[[], None] = lambda: None) -> None:
        """Open the review of a game, once its record is read; `then` once it is left."""
        look_up(self._app, lambda: self._open(table, then), "review-lookup")

    def come_back(self, left: str | None) -> None:
        """Open the review again from which one went to the table that is left, if it was one."""
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

        screen = review_screen(shelf.desk, found.told, path, found.own, go=go, try_again=try_again)
        self._app.push_screen(screen, lambda _nothing: then())

    async def _try_again(self, table: str, position: int, seat: int) -> None:
        """Go to a table of one's own that begins as the game did, unless one has left meanwhile."""
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
    """Steps through games for one person."""

    def __init__(
        self, app: BaseApp, lobby: Services, person: SessionAccount, at: Callable[[], str | None]
    ) -> None:
        """`at` tells at which table this person is."""
        self._app = app
        self._lobby = lobby
        self._person = person
        self._at = at

    def open(self, table: str) -> None:
        """Step through a game that is over, once its record is read."""
        look_up(self._app, lambda: self._open(table), "replay")

    async def _open(self, table: str) -> None:
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
            self._app.push_screen(replay_screen(header, lines, 0, own))
