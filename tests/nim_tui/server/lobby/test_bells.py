"""A bell when a turn begins, and records that nobody fills by moving and taking back."""

from __future__ import annotations

import re

import pytest

from nim_tui.server.storage.schema import OVER
from nim_tui.server.tables.game_store import load
from nim_tui.server.tables.listing import table_seen
from nim_tui.tables.undo import MOST_UNDOS
from rules.contract import IllegalMove
from tests.nim_tui.server.lobby.steady import REST, Guest, Play, Steady
from tests.nim_tui.server.lobby.timed import IN_TURN, SEED, Timed, timed

OSC = re.compile(rb"\x1b\][^\x07]*\x07")
"""What a title is told by: it ends with a sign that alone is a bell."""
A_TURN = "boat 1; dive 1 to 3.2; done"


def bells(guest: Guest) -> int:
    """How often it rang since that was asked last."""
    return OSC.sub(b"", guest.takes()).count(b"\x07")


async def in_turn(server: Steady) -> tuple[Timed, Guest, Guest]:
    """Ana is to move in Submarine; nobody has heard a bell yet."""
    table = await timed(server, "submarine", "Ana", "Ben", clock=None)
    table.play_in_turn(IN_TURN)
    await rest(table)
    ana, ben = table.guests["Ana"], table.guests["Ben"]
    bells(ana)
    bells(ben)
    return table, ana, ben


async def rest(table: Timed) -> None:
    """Let everybody hear what there is."""
    await table.at(table.server.now() - table.began + REST)


@pytest.mark.slow
def test_a_turn_given_and_taken_back_rings_once(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, _ana, ben = await in_turn(server)
        table.play(0, A_TURN)
        for _time in range(10):
            table.game.undo(0)
            table.play(0, "done")
        await rest(table)
        assert bells(ben) == 1

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_the_next_turn_rings_again(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, ana, ben = await in_turn(server)
        table.play(0, A_TURN)
        table.play(1, "boat 3; dive 1 to 5.1; done")
        await rest(table)
        assert (bells(ana), bells(ben)) == (1, 1)
        table.game.undo(1)
        table.play(1, "done")
        await rest(table)
        assert (bells(ana), bells(ben)) == (0, 0), "Ana has not moved, and Ben came back himself"

    play(scene, seed=SEED, ticks=True)


@pytest.mark.slow
def test_a_seat_that_is_lent_and_given_back_rings_no_bell_twice(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", "Cleo", clock=None)
        await rest(table)
        ben = table.guests["Ben"]
        bells(ben)
        for _time in range(3):
            await table.held.stand_ins.lend(1)
            await table.held.stand_ins.give_back(1)
        await rest(table)
        assert bells(ben) == 0

    play(scene, seed=19, ticks=True)


@pytest.mark.slow
def test_who_moves_and_takes_back_without_end_fills_no_record(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table, _ana, ben = await in_turn(server)
        before = lines(server, table)
        table.play(0, "boat 1; dive 1 to 3.2")
        for _time in range(MOST_UNDOS):
            table.play(0, "done")
            table.game.undo(0)
        table.play(0, "done")
        with pytest.raises(IllegalMove, match="this move cannot be undone"):
            table.game.undo(0)
        assert lines(server, table) - before == 2 + 2 * MOST_UNDOS + 1
        await rest(table)
        assert bells(ben) == 1
        table.play(1, "boat 3; dive 1 to 5.1; done")
        table.play(0, "boat 3")
        table.game.undo(0)
        await server.lobby.tables.resign(table.id, server.numbers("Ben")[0])
        assert table_seen(server.database, table.id, None).status == OVER

    play(scene, seed=SEED, ticks=True)


def lines(server: Steady, table: Timed) -> int:
    """How long the record is."""
    return len(load(server.database, table.id)[1])
