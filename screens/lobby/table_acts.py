"""What the keys of the lobby do with the marked table; what cannot be undone is asked twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from textual.widget import Widget

from rules.messages import Refusal
from screens.lobby.app_api import lobby_api
from screens.lobby.listed import Doing, LobbyTable
from screens.text import _, say_refusal


class TableActs:
    """Acts for one screen, and tells on it why something cannot be done."""

    def __init__(self, screen: Widget, tell: Callable[[str], None]) -> None:
        """`tell` says something, or with "" no longer does."""
        self._screen = screen
        self._tell = tell
        self._giving_up = ""
        """The table whose game the next press gives up."""
        self._is_leaving = False
        """Whether the next press leaves the server."""

    def think_again(self) -> None:
        """Something else was said or marked: nothing is given up."""
        self._giving_up = ""
        self._is_leaving = False

    def may_leave(self) -> bool:
        """Whether to leave the server; where that costs something, not before it is asked twice."""
        costs = lobby_api(self._screen).tables.leaving_costs()
        if self._is_leaving or not costs:
            return True
        again = _("Press the same key again to leave.")
        self._tell(f"{_(costs)} {again}")
        self._is_leaving = True
        return False

    async def attempt(self, act: Callable[[], Awaitable[None]]) -> bool:
        """Do something, or say why it cannot be done."""
        try:
            await act()
        except Refusal as refusal:
            self._tell(say_refusal(refusal))
            return False
        if self._screen.is_attached:
            self._tell("")
        return True

    async def take(self, table: LobbyTable) -> None:
        """Join, play, watch or replay it."""
        await self.attempt(lambda: lobby_api(self._screen).tables.act(table))

    async def get_up(self, table: LobbyTable) -> None:
        """Give back the seat there; asked twice, give its game up or close it."""
        here = lobby_api(self._screen)
        is_over = table.doing == Doing.REPLAY
        closes = here.moderating.is_admin and not table.is_mine and not is_over
        if table.doing == Doing.PLAY and not table.can_resign:
            self._tell(_("only a game of two, or against bots alone, can be resigned"))
            return
        if (closes or table.doing == Doing.PLAY) and self._giving_up != table.id:
            closing = _("Press the same key again to close this table.")
            self._tell(closing if closes else _("Press the same key again to resign."))
            self._giving_up = table.id
            return
        act = here.moderating.close_table if closes else here.tables.get_up
        await self.attempt(lambda: act(table))
