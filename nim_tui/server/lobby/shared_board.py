"""Offers, votes and stand-ins of one table, shared by all servers with people there.

They are a database row, changed by the server of the acting person, and read by all others. A
single server keeps them only in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextvars import ContextVar
from typing import Final

import msgspec

from nim_tui.server.play.table_base import TableBase
from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.off_loop import LatestWrite
from nim_tui.server.tables.game_store import board_of, keep_board
from rules.messages import N_, Fact
from screens.people import PersonalSentence


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """Offers and agreement by seat, votes by account, and seats that asked for a stand-in."""

    by: int | None = None
    agreed: tuple[int, ...] = ()
    votes: Mapping[str, tuple[int, ...]] = {}
    """The accounts that voted for a stand-in, by the number of the absent account."""
    wished: tuple[int, ...] = ()
    """The seats of people who asked for a stand-in."""
    is_undo: bool = False
    """Whether the offer is an undo, not a draw."""


def written(board: Board) -> str:
    """Return a board as stored."""
    return msgspec.json.encode(board).decode()


def board_from(text: str) -> Board:
    """Return a board from storage; fields unknown to this version are ignored."""
    return msgspec.json.decode(text, type=Board)


TRIES: Final = 5
"""The number of attempts after conflicts with other servers, before a refusal."""


_ACTING: Final[ContextVar[bool]] = ContextVar("acting", default=False)
"""Whether an action of a person at this server is in progress, so that it is announced here."""


class BoardConflict(StorageError):
    """Other servers kept changing the offers or votes meanwhile."""


class SharedBoard:
    """The stored row of a table's board, and the news of its changes."""

    def __init__(
        self,
        base: TableBase,
        now: Callable[[], Board],
        adopt: Callable[[Board, Collection[int]], None],
    ) -> None:
        """`now` returns the present board, `adopt` takes a stored one."""
        self._base = base
        self._now = now
        self._adopt = adopt
        self._kept = "{}"
        self._turn = asyncio.Lock()
        """Held while the row is read or written."""
        self._acting = asyncio.Lock()
        """Held during an action of a person at this server."""
        self._latest = LatestWrite(base.database, self._keep_own)
        self._is_adopting = False

    async def act(self, doing: Callable[[], Awaitable[None]]) -> None:
        """Run an action of a person here on the stored state, and store the result.

        After a conflict with another server it runs again. Raises what `doing` does, StorageError.
        """
        if self._base.nodes.are_several:
            await self._base.database.whole(self._acted(doing))
        else:
            await doing()

    async def _acted(self, doing: Callable[[], Awaitable[None]]) -> None:
        _ACTING.set(True)
        async with self._acting:
            for _try in range(TRIES):
                await self._read()
                await doing()
                if self._base.is_over or await self._is_kept():
                    return
        raise BoardConflict(N_("another move was played first: look at the table again"))

    async def note_changed(self) -> None:
        """Read the row after another server changed it. Raises StorageError."""
        if not self._acting.locked():  # an action in progress finds the change when it stores
            await self._read()

    async def _read(self) -> None:
        """Read the row. Raises StorageError."""
        async with self._turn:
            self._kept, lent = await self._base.database.look(board_of, self._base.id)
            if self._base.is_over:
                return
            self._is_adopting = True
            try:
                self._adopt(board_from(self._kept), lent)
            finally:
                self._is_adopting = False

    async def _is_kept(self) -> bool:
        """Store the present board; return False if the stored one was changed elsewhere."""
        async with self._turn:
            board = written(self._now())
            if board == self._kept:
                return True
            ask, table = self._base.database.ask, self._base.id
            if not await ask(keep_board, table, self._kept, board):
                return False
            self._kept = board
            return True

    async def _keep_own(self) -> None:
        """Store automatic changes; those of other servers win."""
        if not (self._base.is_over or self._acting.locked()):
            try:
                if not await self._is_kept():
                    await self._read()
            except StorageError:
                pass  # stored with the next change

    def tell(self, told: PersonalSentence | str, **facts: Fact) -> None:
        """Tell everyone at the table about an action here or an automatic change."""
        if self._is_telling:
            self._base.observer.tell(self._base.id, told, **facts)
        self.show()

    def ask(self, accounts: Collection[int]) -> None:
        """Tell accounts of an offer that they have not answered."""
        if self._is_telling:
            self._base.observer.ask(self._base.id, accounts)
        self.show()

    @property
    def _is_telling(self) -> bool:
        """Whether this server announces the change, as it was made here."""
        return not self._is_adopting and (self._base.is_own or _ACTING.get())

    def show(self) -> None:
        """Store changed offers and votes for other servers."""
        is_ours = self._base.nodes.are_several and self._base.is_own and not self._is_adopting
        if is_ours and written(self._now()) != self._kept:
            self._latest.keep()
