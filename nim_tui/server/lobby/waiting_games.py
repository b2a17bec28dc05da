"""The games that wait for a player, across tables, those with the least time first."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from nim_tui.server.lobby.table_requests import Navigator
from nim_tui.server.lobby.table_view import VisibleTables
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.lobby_table import time_left
from screens.lobby.page import AWAY, Action, Opens, Page, Row
from screens.lobby.values import LobbyTable, TableFilter
from screens.text import _, labelled, ngettext


class WaitingGames:
    """The games where it is a player's turn."""

    def __init__(self, lobby: Services, person: SessionAccount) -> None:
        self._person = person
        self._table_list = lobby.table_list
        self._seen = VisibleTables(lobby, person, sees_all=bool)

    def tables(self) -> Sequence[LobbyTable]:
        """Return them, the least time left first, then the newest."""
        own = self._seen.unfinished(TableFilter(only_mine=True)).tables
        waiting = (table for table in own if table.is_my_turn)
        return sorted(waiting, key=lambda table: inf if table.left is None else table.left)

    def after(self, table: str | None) -> str:
        """Return the game after that at a table, in a circle. Raises NotPossible."""
        ids = [one.id for one in self.tables()]
        at = ids.index(table) + 1 if table in ids else 0
        others = [one for one in (*ids[at:], *ids[:at]) if one != table]
        if not others:
            raise NotPossible(N_("no other game is waiting for your move"))
        return others[0]

    def has_others(self, table: str | None) -> bool:
        """Whether a game waits at another table than this."""
        account = self._person.number
        here = () if table is None else (table,)
        return account is not None and self._table_list.waits_elsewhere(account, here)


async def turns_page(waiting: WaitingGames, table: Navigator) -> Page:
    """Return the page of the games that wait for the reader."""
    tables = waiting.tables()
    count = ngettext("{count} game waiting for you", "{count} games waiting for you", len(tables))
    return Page(
        title=_("My turn"),
        about=count if tables else "",
        rows=[_row(one, table) for one in tables],
        empty=_("No game is waiting for your move."),
        usual=["go", "list"] if tables else ["list"],
    )


def _row(one: LobbyTable, table: Navigator) -> Row:
    async def go(_text: str) -> Opens:
        await table.sit_down(one.id)
        return AWAY

    others = ", ".join(seat.name for seat in one.seats if seat.name and not seat.is_own)
    facts = [one.clock, "" if one.left is None else time_left(one.left)]
    told = "   ".join(filter(None, (others, *facts)))
    title = one.title if one.title == one.game_title else f"{one.title} ({one.game_title})"
    return Row(
        id=one.id, name=title, told=labelled(title, ", ".join(filter(None, (others, *facts)))),
        is_typed=one.title != one.game_title, note=told, game=one.game, enter=Action("go", go),
    )  # fmt: skip
