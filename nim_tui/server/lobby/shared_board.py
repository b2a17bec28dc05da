"""Offers, votes and stand-ins of one table, shared by all servers with people there.

They are a database row, changed by the server of the person who acts, and read by all others. A
single server keeps them in memory only.
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
    """Offers and agreement by seat, votes by account, and the seats that people lent themselves."""

    by: int | None = None
    agreed: tuple[int, ...] = ()
    votes: Mapping[str, tuple[int, ...]] = {}
    """The accounts that want a bot for somebody, by the number of that account."""
    wished: tuple[int, ...] = ()
    """The seats of people who wanted a bot to play for them."""
    is_undo: bool = False
    """Whether the offer is an undo, not a draw."""


def written(board: Board) -> str:
    """Return a board as stored."""
    return msgspec.json.encode(board).decode()


def board_from(text: str) -> Board:
    """Return a board from storage, as far as this version knows its fields."""
    return msgspec.json.decode(text, type=Board)


TRIES: Final = 5
"""The number of attempts after conflicts with other servers, before a refusal."""


_ACTING: Final[ContextVar[bool]] = ContextVar("acting", default=False)
"""Whether something is being done for a person of this server, who tells of it."""


class BoardConflict(StorageError):
    """Others changed offers or votes again and again meanwhile."""


class SharedBoard:
    """Keeps and reads the row, and tells of the table."""

    def __init__(
        self,
        base: TableBase,
        now: Callable[[], Board],
        adopt: Callable[[Board, Collection[int]], None],
    ) -> None:
        """Make the part; `now` returns the present board, `adopt` takes a stored one."""
        self._base = base
        self._now = now
        self._adopt = adopt
        self._kept = "{}"
        self._turn = asyncio.Lock()
        """Held by who reads the row or writes it."""
        self._acting = asyncio.Lock()
        """Held while something is done here for a person of this server."""
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
        """Another server changed the row. Raises StorageError."""
        if not self._acting.locked():  # what is being done meets that when it is to be kept
            await self._read()

    async def _read(self) -> None:
        """Know how it is kept. Raises StorageError."""
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
        """Store the present board; return False if the stored one was not the one known here."""
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
                pass  # it is kept with the next change

    def tell(self, told: PersonalSentence | str, **facts: Fact) -> None:
        """Tell everyone at the table about an action here or an automatic change."""
        if self._is_telling:
            self._base.observer.tell(self._base.id, told, **facts)
        self.show()

    def ask(self, accounts: Collection[int]) -> None:
        """An offer stands that these have not answered."""
        if self._is_telling:
            self._base.observer.ask(self._base.id, accounts)
        self.show()

    @property
    def _is_telling(self) -> bool:
        """Whether this server announces the change: another one announces what is read here."""
        return not self._is_adopting and (self._base.is_own or _ACTING.get())

    def show(self) -> None:
        """Let other servers know offers and votes, if they are other than before."""
        is_ours = self._base.nodes.are_several and self._base.is_own and not self._is_adopting
        if is_ours and written(self._now()) != self._kept:
            self._latest.keep()
