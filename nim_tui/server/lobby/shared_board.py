"""Offers, votes and stand-ins of one table, as all servers at which people sit there know them.

They are a row that is changed by whichever server has the person who wants something, and read by
all others. Without other servers they are known here alone, and there is no row.
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
    """Whether it is offered to take a move back, and not to end the game."""


def written(board: Board) -> str:
    """As it is kept."""
    return msgspec.json.encode(board).decode()


def board_from(text: str) -> Board:
    """As it was kept; of another version as far as that is known here."""
    return msgspec.json.decode(text, type=Board)


TRIES: Final = 5
"""How often something is done anew after others changed the row meanwhile, before it is refused."""


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
        """`now` tells how it is here; `adopt` takes it as it is kept, with the lent seats."""
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
        """Do what somebody here wants, as all of it is known, and keep what comes of it.

        Where another server was sooner it is done anew. Raises what `doing` does, StorageError.
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
        """Keep how it is here; False if it was not kept as it was known to be."""
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
        """Keep what came about by itself; what others did meanwhile goes before."""
        if not (self._base.is_over or self._acting.locked()):
            try:
                if not await self._is_kept():
                    await self._read()
            except StorageError:
                pass  # it is kept with the next change

    def tell(self, told: PersonalSentence | str, **facts: Fact) -> None:
        """Tell all who look at the table what was done here, or came about by itself."""
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
        """Whether it is for this server to tell: of what it has read another one has told."""
        return not self._is_adopting and (self._base.is_own or _ACTING.get())

    def show(self) -> None:
        """Let other servers know offers and votes, if they are other than before."""
        is_ours = self._base.nodes.are_several and self._base.is_own and not self._is_adopting
        if is_ours and written(self._now()) != self._kept:
            self._latest.keep()
