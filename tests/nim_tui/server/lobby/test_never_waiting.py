"""A move is stored before anybody is told of it, and nobody waits for that but who made it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import Stats
from nim_tui.server.storage.database import WriteRefused
from nim_tui.server.storage.off_loop import QueryThreads
from nim_tui.server.tables.game_store import load_record
from nim_tui.tables.changes import PendingChange
from nim_tui.tables.record import MoveEntry as Played
from nim_tui.tables.record import UndoEntry
from rules.contract import IllegalMove
from screens.table.display import TableDisplay
from tests.nim_tui.server.lobby.steady import REST, Play, Steady
from tests.nim_tui.server.lobby.timed import Timed, timed
from tests.nim_tui.server.off_the_loop import off_the_loop
from tests.screens.tables import ANA_CAMP, FIRST_TURNS, LAID

pytestmark = pytest.mark.slow

T = TypeVar("T")

SAVING = "saving your move …"
ASKED = "Your turn: move a ship"


class Disk:
    """What stores changes of tables: it can be held up, and refuse what comes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._runs = asyncio.Event()
        self._runs.set()
        self.refuses = False
        really = QueryThreads.do

        async def do(asking: QueryThreads, ask: Callable[[], T]) -> T:
            if getattr(ask, "__func__", None) is not PendingChange.store:
                return await really(asking, ask)
            await self._runs.wait()
            if self.refuses:
                raise WriteRefused("the disk is away")
            return await really(asking, ask)

        monkeypatch.setattr(QueryThreads, "do", do)

    def holds(self) -> None:
        """Nothing is stored any more for now."""
        self._runs.clear()

    def goes_on(self) -> None:
        """What was held up is stored, one after the other."""
        self._runs.set()


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Disk]:
    """Brings a disk, once the loop runs."""
    return lambda: Disk(monkeypatch)


async def pair(server: Steady, words: str = FIRST_TURNS) -> Timed:
    """Bataille between Ana and Ben, who both look at it; it is Ana's turn to move a ship."""
    table = await timed(server, "bataille", "Ana", "Ben", clock=None)
    table.play_in_turn(words)
    await table.sit_down("Ana", "Ben")
    return table


def lines(table: Timed) -> list[Any]:
    """The record as it is stored."""
    return list(load_record(table.server.database, table.id).lines)


def a_move(table: Timed) -> str:
    """A move of a ship that Ana can make."""
    return table.game.legal(0)[0].word


def test_who_moved_sees_that_it_is_being_saved_and_nobody_else_anything(
    play: Play, disk: Callable[[], Disk]
) -> None:
    async def scene(server: Steady) -> None:
        table, slow = await pair(server), disk()
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        await ana.sees(ASKED)
        word, before = a_move(table), lines(table)
        ben.takes()
        slow.holds()
        await ana.say(word)
        await ana.sees(SAVING)
        assert table.game.moves_played == len(before)
        assert ben.takes() == b""
        slow.goes_on()
        await ana.sees_no(SAVING)
        await ana.sees("Your turn:")
        assert lines(table) == [*before, Played(0, word)]
        assert ben.takes() != b"", "everybody sees ships move"

    play(scene)


def test_who_moved_sees_the_table_drawn_once(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as the move is being saved, as it is told and as all is stored."""
    drawn: list[TableDisplay] = []
    show_now = TableDisplay.show_now

    def note(display: TableDisplay) -> None:
        drawn.append(display)
        show_now(display)

    monkeypatch.setattr(TableDisplay, "show_now", note)

    async def scene(server: Steady) -> None:
        table = await pair(server)
        ana = table.guests["Ana"]
        await ana.sees(ASKED)
        drawn.clear()
        await ana.say(a_move(table))
        await ana.sees_no(SAVING)
        await asyncio.sleep(REST)
        assert sorted(map(drawn.count, set(drawn))) == [1, 1], "Ana's screen and Ben's"

    play(scene)


def test_everybody_else_plays_and_talks_on_meanwhile(play: Play, disk: Callable[[], Disk]) -> None:
    async def scene(server: Steady) -> None:
        table, slow = await pair(server), disk()
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        slow.holds()
        await ana.say(a_move(table))
        await ben.type("'", "are you there?", "\r")
        await ben.sees("Ben: are you there?")
        await ana.sees("are you there?", SAVING)
        await ana.type("?")
        await ana.sees_no(SAVING)
        await ana.type("q")
        slow.goes_on()
        await ana.sees("Your turn:")

    play(scene)


def test_a_move_that_cannot_be_stored_is_told_in_a_line_and_was_never_made(
    play: Play, disk: Callable[[], Disk]
) -> None:
    async def scene(server: Steady) -> None:
        table, slow = await pair(server), disk()
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        word, before = a_move(table), lines(table)
        ben.takes()
        slow.holds()
        slow.refuses = True
        await ana.say(word)
        await ana.sees(SAVING)
        slow.goes_on()
        await ana.sees("the disk is away", ASKED)
        assert lines(table) == before
        assert ben.takes() == b""
        slow.refuses = False
        await ana.say(word)
        await ana.sees_no(ASKED)
        assert lines(table) == [*before, Played(0, word)]

    play(scene)


def test_moves_made_together_are_stored_in_their_order(
    play: Play, disk: Callable[[], Disk]
) -> None:
    async def scene(server: Steady) -> None:
        table, slow = await timed(server, "bataille", "Ana", "Ben", clock=None), disk()
        held, slow_moves = table.held, ["sub 14.200", "sub 22.100"]
        parsed = [held.table.game.parse(word) for word in slow_moves]
        slow.holds()
        made = [
            asyncio.create_task(held.play(seat, move))
            for seat, move in ((0, parsed[0]), (1, parsed[0]), (0, parsed[1]))
        ]
        await asyncio.sleep(REST)
        assert lines(table) == []
        slow.goes_on()
        await asyncio.gather(*made)
        assert lines(table) == [
            Played(0, slow_moves[0]), Played(1, slow_moves[0]), Played(0, slow_moves[1])
        ]  # fmt: skip
        assert [step.seat for step in held.table.plays] == [0, 1, 0]

    play(scene)


def test_of_the_same_move_made_twice_the_second_is_refused_when_it_is_its_turn(
    play: Play, disk: Callable[[], Disk]
) -> None:
    async def scene(server: Steady) -> None:
        table, slow = await timed(server, "bataille", "Ana", "Ben", clock=None), disk()
        held = table.held
        move = held.table.game.parse("sub 14.200")
        slow.holds()
        twice = [asyncio.create_task(held.play(0, move)) for _time in range(2)]
        await asyncio.sleep(REST)
        slow.goes_on()
        first, second = await asyncio.gather(*twice, return_exceptions=True)
        assert first is None
        assert isinstance(second, IllegalMove)
        assert lines(table) == [Played(0, "sub 14.200")]

    play(scene)


def test_a_move_is_stored_though_who_made_it_has_gone(play: Play, disk: Callable[[], Disk]) -> None:
    async def scene(server: Steady) -> None:
        table, slow = await pair(server), disk()
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        word, before = a_move(table), lines(table)
        slow.holds()
        await ana.say(word)
        await ana.sees(SAVING)
        await ana.leave()
        slow.goes_on()
        await ben.sees("Ana away")
        assert lines(table) == [*before, Played(0, word)]
        assert table.game.moves_played == len(before) + 1

    play(scene)


def test_taking_back_is_stored_first_too(play: Play, disk: Callable[[], Disk]) -> None:
    async def scene(server: Steady) -> None:
        table, slow = await timed(server, "bataille", "Ana", "Ben", clock=None), disk()
        await table.sit_down("Ana")
        ana = table.guests["Ana"]
        first, *_others = ANA_CAMP.split("; ")
        await ana.say(first)
        await ana.sees("submarine 2 of 3")
        slow.holds()
        await ana.type("u")
        await ana.sees(SAVING)
        assert table.game.moves_played == 1
        slow.goes_on()
        await ana.sees("submarine 1 of 3")
        assert lines(table) == [Played(0, first), UndoEntry(0)]

    play(scene)


def test_a_mark_is_seen_at_once_and_stored_after_it(play: Play, disk: Callable[[], Disk]) -> None:
    async def scene(server: Steady) -> None:
        table, slow = await pair(server, LAID), disk()
        ana = table.guests["Ana"]
        before = lines(table)
        slow.holds()
        await ana.type("m", "m")
        await asyncio.sleep(REST)
        assert table.game.marks(0) == {}
        assert lines(table) == before
        slow.goes_on()
        await asyncio.sleep(REST)
        assert list(table.game.marks(0).values()) == ["?"]
        assert len(lines(table)) == len(before) + 1

    play(scene)


def test_the_guard_notices_what_the_server_asks_on_the_loop(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        from_books(server.database, Stats())

    with (
        pytest.MonkeyPatch.context() as patch,
        pytest.raises(AssertionError, match="on the event loop"),
        off_the_loop(patch),
    ):
        play(scene)


def test_the_guard_lets_pass_what_is_asked_in_a_thread(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        await server.database.ask(from_books, Stats())

    with pytest.MonkeyPatch.context() as patch, off_the_loop(patch):
        play(scene)
