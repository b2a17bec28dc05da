"""Looking up what is not at hand: the database answers in its own time, and keys go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from textual.screen import Screen

from rules.messages import Refusal
from screens.lobby.app_api import lobby_api
from screens.lobby.listed import Listed, Wanted


class FinishedGames:
    """The page of games that are over on one screen."""

    def __init__(
        self,
        screen: Screen[Any],
        found: Callable[[Wanted], None],
        refused: Callable[[Refusal], None],
    ) -> None:
        """`found` is told what was found: the last page where there are not so many."""
        self._screen = screen
        self._tell_found = found
        self._tell_refused = refused
        self._wanted = Wanted()
        self._found: tuple[Wanted, Listed] | None = None
        self._is_looking = False

    def found(self, wanted: Wanted) -> Listed | None:
        """What was found of this, if it was looked up last."""
        if self._found is None or self._found[0] != wanted:
            return None
        return self._found[1]

    def look_for(self, wanted: Wanted) -> None:
        """Look it up, or again; one thing at a time, at last what was wanted last."""
        self._wanted = wanted
        if not self._is_looking:
            self._is_looking = True
            self._screen.run_worker(self._look())

    async def _look(self) -> None:
        try:
            wanted, listed = await self._answer()
        except Refusal as refusal:
            self._tell_refused(refusal)
            return
        finally:
            self._is_looking = False
        found = replace(wanted, page=min(wanted.page, listed.pages - 1))
        self._found = found, listed
        self._tell_found(found)

    async def _answer(self) -> tuple[Wanted, Listed]:
        while True:
            wanted = self._wanted
            listed = await lobby_api(self._screen).tables.finished(wanted)
            if wanted == self._wanted:
                return wanted, listed
