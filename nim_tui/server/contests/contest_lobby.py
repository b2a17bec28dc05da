"""The services of the lobby for ladders and tournaments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TypeVar

from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.lobby.table_setup import TableService
from nim_tui.server.lobby.updates import LobbyUpdates, Messenger
from nim_tui.server.moderation.blocks import blocked_by
from nim_tui.server.nodes.messages import TablesChanged
from nim_tui.server.play.live_tables import TableLoader
from nim_tui.server.storage.database import Database
from rules.messages import Fact
from screens.people import PersonalSentence

_T = TypeVar("_T")


class ContestLobby:
    """The lobby, as ladders and tournaments use it."""

    def __init__(
        self,
        base: Foundation,
        table_service: TableService,
        opener: TableLoader,
        *,
        shown: LobbyUpdates,
        telling: Messenger,
    ) -> None:
        self.database = base.database
        self.limits = base.limits
        self._base = base
        self._table_service = table_service
        self._opener = opener
        self._shown = shown
        self._telling = telling

    @property
    def is_draining(self) -> bool:
        """Whether no new game may start."""
        return self._table_service.is_draining

    def present(self) -> Collection[int]:
        """Return the accounts online, at any node."""
        return frozenset(self._base.guests.accounts())

    def check_beginning(self) -> None:
        """Check that games may start. Raises Draining."""
        self._table_service.check_beginning()

    def tell_people(
        self,
        accounts: Collection[int | None],
        told: PersonalSentence | str,
        facts: Mapping[str, Fact],
    ) -> None:
        """Tell these accounts something, at any node."""
        self._telling.tell_people(accounts, told, facts)

    async def tell_news(
        self,
        take: Callable[[Database], list[_T]],
        tell: Callable[[_T], Awaitable[None]],
        *,
        is_changed: bool,
    ) -> None:
        """Tell the people of a contest about its changes, once, and show them on all nodes."""
        news = await self.database.ask(take)
        for one in news:
            await tell(one)
        if news or is_changed:
            self._base.nodes.tell(TablesChanged([]))
            self._shown.note_tables()

    async def has_blocked(self, account: int, other: int | None) -> bool:
        """Whether somebody has blocked another person, who then tells them nothing."""
        return other in await self.database.look(blocked_by, account)

    async def show(self, *tables: str) -> None:
        """List tables whose games have begun."""
        await self._shown.read_changed(*tables)

    async def hold(self, *tables: str) -> None:
        """Start bots and clocks of tables whose games have begun."""
        for table in tables:
            await self._opener.live(table)
