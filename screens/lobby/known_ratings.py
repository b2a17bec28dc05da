"""Ratings for the marked table and oneself: looked up one after the other, shown when there."""

from __future__ import annotations

from collections.abc import Callable

from textual.widget import Widget

from rules.messages import Refusal
from screens.lobby.app_api import lobby_api
from screens.lobby.listed import LobbyTable


class KnownRatings:
    """Asks for ratings as tables are marked."""

    def __init__(self, node: Widget, learnt: Callable[[], None]) -> None:
        """`learnt` is called once there may be more than before."""
        self._node = node
        self._tell_learnt = learnt
        self._wanted: LobbyTable | None = None
        self._is_looking = False

    def want(self, table: LobbyTable | None) -> None:
        """Look up who sits there; one thing at a time, at last what was wanted last."""
        self._wanted = table
        if not self._is_looking:
            self._is_looking = True
            self._node.run_worker(self._look())

    async def _look(self) -> None:
        try:
            while True:
                wanted = self._wanted
                await lobby_api(self._node).ratings.learn_ratings(wanted)
                if wanted is self._wanted:
                    break
        except Refusal:
            return  # they are a courtesy: it is tried again at the next mark
        finally:
            self._is_looking = False
        self._tell_learnt()
