"""Which tables the lobby shows: what is wanted, and what was found of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from textual.screen import Screen

from rules.messages import Refusal
from screens.lobby.app_api import lobby_api
from screens.lobby.finished_games import FinishedGames
from screens.lobby.listed import Listed, LobbyTable, Stage, Wanted


class ShownTables:
    """A page of tables for one screen."""

    def __init__(
        self,
        screen: Screen[Any],
        show: Callable[[], None],
        refused: Callable[[Refusal], None],
    ) -> None:
        """`show` is called once there is something else to be shown."""
        self._screen = screen
        self._show = show
        self._archive = FinishedGames(screen, self._note_found, refused)
        self.wanted = Wanted()
        self.listed: Listed | None = None
        """What was found; None while it is looked up."""

    @property
    def tables(self) -> Sequence[LobbyTable]:
        """The tables of the page."""
        return () if self.listed is None else self.listed.tables

    def named(self, id: str) -> LobbyTable | None:  # noqa: A002 - the table's own word
        """The table of this id, if it is on the page."""
        return next((table for table in self.tables if table.id == id), None)

    @property
    def is_bare(self) -> bool:
        """Whether there is no table at all."""
        return self.listed is not None and not self.tables and self.wanted == Wanted()

    def look_up(self) -> None:
        """Find what is wanted as it is now. Raises a Refusal."""
        if self.wanted.stage == Stage.OVER:
            self.listed = self._archive.found(self.wanted)
            return
        here = lobby_api(self._screen)
        self.listed = here.tables.unfinished(self.wanted)
        if self.wanted.page >= self.listed.pages:
            self.wanted = replace(self.wanted, page=self.listed.pages - 1)
            self.listed = here.tables.unfinished(self.wanted)

    def want(self, wanted: Wanted) -> None:
        """Show other tables, or the same ones anew."""
        self.wanted = wanted
        if wanted.stage == Stage.OVER:
            self._archive.look_for(wanted)
        self._show()

    def turn(self, step: int) -> None:
        """Another page."""
        self.want(replace(self.wanted, page=self.wanted.page + step))

    def search(self, text: str) -> None:
        """Only tables with this text in them."""
        self.want(replace(self.wanted, text=text, page=0))

    def only_mine(self) -> None:
        """Only the own tables, or all again."""
        self.want(replace(self.wanted, only_mine=not self.wanted.only_mine, page=0))

    def next_stage(self) -> None:
        """Tables of the next stage alone; after those that are over all others again."""
        stages = list(Stage)
        after = stages[(stages.index(self.wanted.stage) + 1) % len(stages)]
        self.want(replace(self.wanted, stage=after, page=0))

    def _note_found(self, found: Wanted) -> None:
        """It is there; another page of it than was wanted, where it has fewer."""
        if replace(found, page=self.wanted.page) == self.wanted:
            self.wanted = found
            self._show()
