"""The review of a game that is over, as somebody who may see it opens it on a server."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from textual.app import App

from nim_tui.open_screen import replay_screen
from nim_tui.review.open import review_screen
from nim_tui.server.app.person import Person
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.lobby.reviews import Opened, ReviewShelf, opened
from rules.messages import N_, Refusal
from screens.app_api import CannotStart
from screens.lobby.looking_up import look_up
from screens.text import say_refusal


class ServedReviews:
    """Opens reviews for one person."""

    def __init__(
        self, app: App[Any], lobby: Lobby, person: Person, at: Callable[[], str | None]
    ) -> None:
        """`at` tells at which table this person is."""
        self._app = app
        self._at = at
        self._lobby = lobby
        self._person = person

    @property
    def are_kept(self) -> bool:
        """Whether this server works reviews out."""
        return self._lobby.reviews is not None

    def open(self, table: str, then: Callable[[], None] = lambda: None) -> None:
        """Open the review of a game, once its record is read; `then` once it is left."""
        look_up(self._app, lambda: self._open(table, then), "review-lookup")

    async def _open(self, table: str, then: Callable[[], None]) -> None:
        shelf, place = self._lobby.reviews, self._at()
        try:
            if shelf is None:
                raise CannotStart(N_("this server reviews no games"))
            found, path = await self._lobby.long_reads.do(partial(self._read, shelf, table))
            if self._at() == place:  # not, if a table was gone to meanwhile
                self._show(shelf, found, path, then)
        except Refusal as refusal:
            self._app.notify(say_refusal(refusal), severity="error", markup=False)

    def _read(self, shelf: ReviewShelf, table: str) -> tuple[Opened, Path]:
        found = opened(self._lobby.database, table, self._person.account)
        return found, shelf.path_of(found.told)

    def _show(
        self, shelf: ReviewShelf, found: Opened, path: Path, then: Callable[[], None]
    ) -> None:
        def go(number: int, seat: int) -> None:
            screen = replay_screen(found.header, found.lines, number, found.own, seat)
            self._app.push_screen(screen)

        screen = review_screen(shelf.desk, found.told, path, found.own, go=go)
        self._app.push_screen(screen, lambda _nothing: then())
