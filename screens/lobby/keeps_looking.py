"""Pages of the lobby that are looked up, again whenever something has changed."""

from __future__ import annotations

from rules.messages import Refusal
from screens.lobby.live_updates import FollowsLobby
from screens.lobby.looking_up import look_up


class KeepsLooking(FollowsLobby):
    """Mixin, last among the bases: `look` is awaited beside the screen, and never twice at once."""

    _is_due = False
    """Whether it is to be looked up again."""

    def show_lobby(self) -> None:
        """Something may be other than before."""
        self._is_due = True
        look_up(self, self._look_on, type(self).__name__)

    async def _look_on(self) -> None:
        """Look until nothing has changed meanwhile."""
        while self._is_due:
            self._is_due = False
            try:
                await self.look()
            except Refusal as refusal:
                self.cannot_show(refusal)

    async def look(self) -> None:
        """Look it up and show it. Raises a Refusal."""
