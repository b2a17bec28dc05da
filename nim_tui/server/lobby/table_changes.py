"""Changes of a table being played: made one after the other, each once it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any, Final

from nim_tui.server.database.connection import Database
from nim_tui.server.database.leases import LostLease
from nim_tui.server.database.records import DatabaseJournal, GameOver, TakenTurn
from nim_tui.server.lobby.following import catch_up
from nim_tui.server.lobby.ownership import Ownership
from nim_tui.server.lobby.uncertain import store
from nim_tui.tables.changes import Draft
from nim_tui.tables.record import Header, Line
from nim_tui.tables.table import Table
from rules.contract import IllegalMove
from rules.messages import N_

TRIES: Final = 8
"""How often a change is worked out anew after lines of other nodes, before it is refused."""


class NoRecord:
    """The record of a table that is held no longer: it takes nothing."""

    def append(self, line: Header | Line, waiting: tuple[int, ...] = ()) -> None:
        """Refuse. Raises GameOver."""
        raise GameOver(N_("this game is not being played"))

    def close(self) -> None:
        """Nothing is open."""


class TableChanges:
    """Stores what is done at one table, and then makes it; until then nobody is told."""

    def __init__(self, database: Database, game: Table, ownership: Ownership) -> None:
        self._database = database
        self._game = game
        self._ownership = ownership
        self.turn: Final = asyncio.Lock()
        """Held by whoever changes the table, until that is stored and made."""
        self.is_closed = False

    async def make(self, drafted: Callable[[], Draft]) -> None:
        """Work a change out when it is its turn, store it, then make it.

        Where another node's came first that is done here, and the change worked out anew.
        Raises IllegalMove, or OSError if it cannot be stored.
        """
        await self._database.whole(self._made(drafted))

    async def _made(self, drafted: Callable[[], Draft]) -> None:
        async with self.turn:
            for _try in range(TRIES):
                draft = drafted()
                try:
                    await store(self._database, draft)
                except (TakenTurn, GameOver):
                    if not await catch_up(self._database, self._game):
                        raise
                    continue
                draft.make()
                return
        raise TakenTurn(N_("another move came first: look at the table again"))

    async def make_own(self, drafted: Callable[[], Draft]) -> None:
        """Make a change that is the owner's to make. Raises LostLease, and as `make`."""
        await self._database.whole(self._made_own(drafted))

    async def _made_own(self, drafted: Callable[[], Draft]) -> None:
        async with self.turn:
            await self.store_own(drafted())

    async def store_own(self, draft: Draft) -> None:
        """Store what the owner alone may do, and make it. Who has the turn calls this."""
        try:
            self._ownership.check()
            journal = draft.keeper
            if isinstance(journal, DatabaseJournal):
                draft = replace(draft, keeper=journal.owned(self._ownership.lease))
            await store(self._database, draft)
        except LostLease:
            self._ownership.lose()
            raise
        except (TakenTurn, GameOver):
            if not await catch_up(self._database, self._game):
                raise
            raise IllegalMove(N_("another move came first: look at the table again")) from None
        draft.make()

    def start_own(self, doing: Coroutine[Any, Any, None]) -> None:
        """Begin what nobody waits for, if it is this node's to do."""
        if self._ownership.is_own:
            self._database.start(doing)
        else:
            doing.close()

    async def catch_up(self, told: Mapping[int, Line] | None = None) -> None:
        """Another node may have written lines, or has written these, by their numbers.

        Raises RecordError, StorageTrouble.
        """
        async with self.turn:
            journal = self._game.keeper
            if isinstance(journal, DatabaseJournal) and (
                told is None or journal.ply <= max(told, default=-1)
            ):
                await catch_up(self._database, self._game, told or {})
                # whoever moved last may be dead by now
                if self._ownership.is_own and not self.is_closed:
                    await self._database.do(self._game.write_end)

    def close(self) -> None:
        """Take nothing any more; everything is stored already."""
        self.is_closed = True
        self._game.close()
        self._game.keep(NoRecord())
