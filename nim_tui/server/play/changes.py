"""Store and make changes of a live table, in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Final

from nim_tui.server.storage.database import CommitUnknown, Database, StorageError
from nim_tui.server.tables.game_store import lines_since
from nim_tui.server.tables.record_store import (
    DatabaseJournal,
    RecordClosed,
    RecordConflict,
)
from nim_tui.tables.changes import PendingChange
from nim_tui.tables.record import Line, RecordHeader
from nim_tui.tables.replay import follow
from nim_tui.tables.table import Table
from rules.contract import IllegalMove
from rules.messages import N_

RETRY: Final = 0.5
"""Seconds before the database is asked again."""

LONGEST: Final = 60.0
"""Seconds of asking; a line stored later is read like one of another node."""


async def store(database: Database, draft: PendingChange) -> None:
    """Store a change once, even if the connection is lost meanwhile.

    Raises as the record does; CommitUnknown only if the outcome stays unknown for long.
    """
    try:
        await database.do(draft.store)
    except CommitUnknown as trouble:
        await _found_out(database, draft, trouble)


async def _found_out(database: Database, draft: PendingChange, trouble: CommitUnknown) -> None:
    """Store a line again after a lost connection: its number allows only one of both attempts.

    The refused attempt has waited for its turn to write: so the first one is over, its line stored
    or not.
    """
    end = asyncio.get_running_loop().time() + LONGEST
    while asyncio.get_running_loop().time() < end:
        await asyncio.sleep(RETRY)
        try:
            await database.do(draft.store)
        except (RecordConflict, RecordClosed):
            is_written = await _is_written(database, draft)
            if is_written is False:
                raise
            if is_written:
                return
        except StorageError:
            pass
        else:
            return
    raise trouble


async def _is_written(database: Database, draft: PendingChange) -> bool | None:
    """Whether the stored line with this number is this one; then it counts as written.

    None if it cannot be read now.
    """
    journal = draft.keeper
    if not isinstance(journal, DatabaseJournal):
        return False
    try:
        lines = await database.look(lines_since, journal.table, journal.ply)
    except StorageError:
        return None
    if not lines or lines[0][0] != draft.line:
        return False
    journal.has_one_more()
    await database.do(draft.store_end)
    return True


class _Written:
    """The record during a change whose lines are stored already."""

    def append(self, line: RecordHeader | Line, waiting: tuple[int, ...] = ()) -> None:
        """Do nothing: the line is stored already."""

    def close(self) -> None:
        """Do nothing: no file is open."""


_WRITTEN: Final = _Written()


async def catch_up(database: Database, game: Table) -> bool:
    """Play lines that others wrote, each once, in order; return whether there was one.

    The caller must hold the turn to change the game. Raises RecordError if a line does not fit,
    StorageError.
    """
    journal = game.keeper
    if not isinstance(journal, DatabaseJournal):
        return False
    lines = await database.look(lines_since, journal.table, journal.ply)
    for line, _time in lines:
        if game.keeper is not journal:
            break  # an earlier change closed the table
        game.keep(_WRITTEN)
        try:
            follow(game, (line,))
        finally:
            game.keep(journal)
        journal.has_one_more()
    return bool(lines)


TRIES: Final = 8
"""The number of attempts at a change, after conflicts with other nodes, before a refusal."""


class ClosedRecord:
    """The record of a dropped table, which refuses every line."""

    def append(self, line: RecordHeader | Line, waiting: tuple[int, ...] = ()) -> None:
        """Refuse the line. Raises RecordClosed."""
        raise RecordClosed(N_("this game is not in progress"))

    def close(self) -> None:
        """Do nothing: no file is open."""


class TableChanges:
    """The changes of one table, each stored before it is made and told."""

    def __init__(self, database: Database, game: Table, is_own: Callable[[], bool]) -> None:
        """`is_own` returns whether this server runs bots, clock and upkeep of the table."""
        self._database = database
        self._game = game
        self._is_own = is_own
        self.turn: Final = asyncio.Lock()
        """Locked during a change of the table, until it is stored and made."""
        self.is_closed = False

    async def make(self, drafted: Callable[[], PendingChange]) -> None:
        """Prepare a change in its turn, store it, then play it.

        If another node's change came first, it is played, and this one is prepared again. Raises
        IllegalMove, or OSError if it cannot be stored.
        """
        await self._database.whole(self._made(drafted))

    async def _made(self, drafted: Callable[[], PendingChange]) -> None:
        async with self.turn:
            for _try in range(TRIES):
                draft = drafted()
                try:
                    await store(self._database, draft)
                except (RecordConflict, RecordClosed):
                    if not await catch_up(self._database, self._game):
                        raise
                    continue
                draft.make()
                return
        raise RecordConflict(N_("another move was played first: look at the table again"))

    async def make_once(self, drafted: Callable[[], PendingChange]) -> None:
        """Make a change that is not prepared again: an earlier one may make it pointless.

        Raises as `make`.
        """
        await self._database.whole(self._made_once(drafted))

    async def _made_once(self, drafted: Callable[[], PendingChange]) -> None:
        async with self.turn:
            await self.store_once(drafted())

    async def store_once(self, draft: PendingChange) -> None:
        """Store a change, for the holder of the turn."""
        try:
            await store(self._database, draft)
        except (RecordConflict, RecordClosed):
            if not await catch_up(self._database, self._game):
                raise
            raise IllegalMove(
                N_("another move was played first: look at the table again")
            ) from None
        draft.make()

    def start_own(self, doing: Coroutine[Any, Any, None]) -> None:
        """Start a background task, if this node runs the table."""
        if self._is_own():
            self._database.start(doing)
        else:
            doing.close()

    async def catch_up(self, told: int | None = None) -> None:
        """Read lines of other servers, perhaps up to the number `told`.

        Raises RecordError, StorageError.
        """
        async with self.turn:
            journal = self._game.keeper
            if isinstance(journal, DatabaseJournal) and (told is None or journal.ply <= told):
                await catch_up(self._database, self._game)
                # another server may have died right after its move
                if self._is_own() and not self.is_closed:
                    await self._database.do(self._game.write_end)

    def close(self) -> None:
        """Refuse further changes; everything is stored already."""
        self.is_closed = True
        self._game.close()
        self._game.keep(ClosedRecord())


Listener = Callable[[], None]


class UnsavedSeats:
    """The seats with a change being stored; all sessions at a seat are told of it."""

    def __init__(self) -> None:
        self._seats: set[int] = set()
        self._listeners: list[tuple[int, Listener]] = []

    def __contains__(self, seat: int) -> bool:
        return seat in self._seats

    def begin(self, seat: int) -> None:
        """Note a change of a seat that is not stored yet; the caller tells if that takes time."""
        self._seats.add(seat)

    def end(self, seat: int) -> None:
        """Note that the change of a seat is stored, or cannot be."""
        self._seats.discard(seat)
        self.tell(seat)

    @contextmanager
    def as_if_stored(self, seat: int) -> Iterator[None]:
        """Within this context, answer as if all changes were stored."""
        self._seats.discard(seat)
        try:
            yield
        finally:
            self._seats.add(seat)

    def tell(self, seat: int) -> None:
        """Tell the sessions at a seat that something has changed."""
        for of, listener in tuple(self._listeners):
            if of == seat:
                listener()

    def listen(self, seat: int, listener: Listener) -> Callable[[], None]:
        """Call a listener about a seat; return a function that stops it."""
        entry = (seat, listener)
        self._listeners.append(entry)
        return lambda: self._listeners.remove(entry)
