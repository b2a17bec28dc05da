"""Abandoned tables: they expire, get another host, or end by announced rules."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.keys import new_code
from nim_tui.server.bots.store import become_bot
from nim_tui.server.lobby import upkeep as upkeep_module
from nim_tui.server.lobby.upkeep import Maintenance
from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.schema import OPEN, OVER, RUNNING
from nim_tui.server.tables.listing import TableRow, table_seen
from nim_tui.tables.clock import ClockPlan
from rules.messages import N_
from tests.screens.lobby.server import Present, Server, print_of
from tests.waiting import until

AN_HOUR, A_DAY = 3600.0, 86_400.0


def row(server: Server, table: str) -> TableRow:
    return table_seen(server.database, table, None)


def goes(server: Server, person: Present) -> None:
    """Somebody leaves the server."""
    number = next(n for n, guest in server.lobby.guests._here.items() if guest is person)
    server.lobby.comings.leave(number)


@pytest.fixture
def upkeep(server: Server) -> Maintenance:
    return Maintenance(server.lobby)


async def test_a_table_that_nobody_comes_to_is_closed(server: Server, upkeep: Maintenance) -> None:
    (ana,) = server.arrive("Ana")
    table = server.table("bataille", "Ana", "", title="Anybody?")
    server.later(71 * AN_HOUR)
    await upkeep.look()
    assert row(server, table).status == OPEN
    server.later(2 * AN_HOUR)
    await upkeep.look()
    assert row(server, table).status == OVER
    assert ana.heard == ["Nobody came, so this table was closed: Anybody?"]


async def test_a_game_that_has_begun_does_not_expire(server: Server, upkeep: Maintenance) -> None:
    server.arrive("Ana", "Ben")
    table = server.table("bataille", "Ana", "Ben")
    server.later(100 * AN_HOUR)
    await upkeep.look()
    assert row(server, table).status == RUNNING


async def test_who_has_waited_longest_follows_a_host_who_stays_away(
    server: Server, upkeep: Maintenance
) -> None:
    ana, ben, cleo = server.arrive("Ana", "Ben", "Cleo")
    table = server.table("himalaya", "Ana", "", "", "", title="Family")
    for name in ("Cleo", "Ben"):
        server.later(60)
        server.join(table, name)
    goes(server, ana)
    server.later(29 * 60)
    await upkeep.look()
    assert row(server, table).host_name == "Ana"
    server.later(2 * 60)
    await upkeep.look()
    assert row(server, table).host_name == "Cleo"
    assert cleo.heard == ["Ana is away: you are now the host of Family."]
    assert ben.heard == []
    assert [seat.name for seat in row(server, table).seats] == ["Ana", "Cleo", "Ben", ""]


async def test_where_time_will_run_an_absent_host_gives_the_seat_back(
    server: Server, upkeep: Maintenance
) -> None:
    ana, _ben = server.arrive("Ana", "Ben")
    table = server.table("himalaya", "Ana", "Ben", "", clock=ClockPlan("game", 900))
    goes(server, ana)
    server.later(31 * 60)
    await upkeep.look()
    assert [seat.name for seat in row(server, table).seats] == ["", "Ben", ""]


async def test_no_bot_becomes_the_host(server: Server, upkeep: Maintenance) -> None:
    code = new_code(server.database, server.account("Ana").id)
    bot = become_bot(server.database, print_of("hunter"), "Ana", code, "hunter")
    server._accounts[bot.name] = bot
    ana, *_others = server.arrive("Ana", bot.name, "Cleo")
    table = server.table("himalaya", "Ana", "", "", "", allows_bots=True)
    server.join(table, bot.name)
    goes(server, ana)
    server.later(31 * 60)
    await upkeep.look()
    assert row(server, table).host_name == "Ana"
    server.join(table, "Cleo")
    await upkeep.look()
    assert row(server, table).host_name == "Cleo"


async def test_nobody_follows_where_nobody_waits(server: Server, upkeep: Maintenance) -> None:
    (ana,) = server.arrive("Ana")
    table = server.table("himalaya", "Ana", "Ben", "")
    goes(server, ana)
    server.later(AN_HOUR)
    await upkeep.look()
    assert row(server, table).host_name == "Ana"


async def test_who_must_move_and_stays_away_for_long_has_lost(
    server: Server, upkeep: Maintenance
) -> None:
    ana, ben = server.arrive("Ana", "Ben")
    table = server.table("bataille", "Ana", "Ben")
    goes(server, ana)
    server.later(13 * A_DAY)
    await upkeep.look()
    assert row(server, table).status == RUNNING
    server.later(2 * A_DAY)
    await upkeep.look()
    result = row(server, table).result
    assert result is not None
    assert (result.ranking, result.reason) == (((1,), (0,)), "out_of_time")
    assert ben.name == "Ben"


async def test_who_comes_by_has_not_abandoned_the_game(server: Server, upkeep: Maintenance) -> None:
    (ana,) = server.arrive("Ana")
    server.arrive("Ben")
    table = server.table("bataille", "Ana", "Ben")
    server.later(13 * A_DAY)
    goes(server, ana)
    server.later(13 * A_DAY)
    await upkeep.look()
    assert row(server, table).status == RUNNING


async def test_of_more_a_bot_plays_on_and_at_last_the_table_is_closed(
    server: Server, upkeep: Maintenance
) -> None:
    table = server.table("himalaya", "Ana", "Ben", "Cleo")
    server.later(15 * A_DAY)
    await upkeep.look()
    held = server.held(table)
    assert [held.people.is_lent(seat) for seat in range(3)].count(True) == 1
    assert row(server, table).status == RUNNING
    await upkeep.look()
    assert (row(server, table).status, row(server, table).result) == (OVER, None)


async def test_with_a_clock_time_alone_decides(server: Server, upkeep: Maintenance) -> None:
    table = server.table("bataille", "Ana", "Ben", clock=ClockPlan("days", int(30 * A_DAY)))
    server.later(15 * A_DAY)
    await upkeep.look()
    assert row(server, table).status == RUNNING


async def test_a_game_that_could_not_be_loaded_is_loaded_later(
    server: Server, upkeep: Maintenance, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_table: str) -> None:
        raise StorageError(N_("the database does not answer: try again in a moment"))

    with monkeypatch.context() as patched:
        patched.setattr(server.lobby.opener, "live", fails)
        table = server.table("bataille", "Ana", "Ben")
        await upkeep.look()
    assert server.lobby.held.seated(table) is None
    for _look in range(3):
        await upkeep.look()
    assert server.lobby.held.seated(table) is not None


async def test_upkeep_goes_on_after_an_error(
    upkeep: Maintenance, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    async def look() -> None:
        looks.append(1)
        raise LookupError

    monkeypatch.setattr(upkeep_module, "LOOKS", 0.0)
    monkeypatch.setattr(upkeep, "look", look)
    upkeep.start()
    await until(lambda: len(looks) > 1, "a second look")
    await upkeep.close()


async def test_who_begins_anew_after_an_error_is_away_once_they_leave(server: Server) -> None:
    ana, again = (Present(server.account("Ana")) for _each in range(2))
    table = server.table("bataille", "Ana", "Ben")
    server.lobby.comings.enter(7, ana)
    ana.at = table
    server.lobby.comings.moved_about(table)
    assert server.held(table).voting.away_for(0) is None
    server.lobby.comings.enter(7, again)
    assert server.lobby.attendance.is_here(ana.account)
    assert server.held(table).voting.away_for(0) is not None, "they are in the lobby"
    server.lobby.comings.leave(7)
    assert not server.lobby.attendance.is_here(ana.account)


# The beginning


async def test_host_and_seats_are_told_of_the_beginning_wherever_they_are(server: Server) -> None:
    ana, cleo, dan = server.arrive("Ana", "Cleo", "Dan")
    elsewhere = server.table("bataille", "Dan", "bot:medium")
    (ben,) = server.arrive("Ben", at=elsewhere)
    table = server.table("himalaya", "Ana", "", "", title="Family")
    server.join(table, "Ben")
    assert (ana.heard, ben.heard) == ([], [])
    server.later(100 * AN_HOUR)
    server.join(table, "Cleo")
    assert ana.heard == ben.heard == ["The game begins: Family"]
    assert cleo.heard == [], "who joins last is taken there"
    assert dan.heard == []


@pytest.mark.parametrize("server", [24], indirect=True)
async def test_who_is_too_new_to_be_rated_is_told_so(server: Server) -> None:
    (ben,) = server.arrive("Ben")
    server.account("Ana")
    server.later(100 * AN_HOUR)
    (eva,) = server.arrive("Eva")
    table = server.table("bataille", "Ana", "", rated_from=20)
    server.join(table, "Eva")
    assert eva.heard == ["Your account is too new: this game will not change your rating."]
    assert [seat.is_rated for seat in row(server, table).seats] == [True, False]
    server.join(server.table("bataille", "Ana", "", rated_from=None), "Eva")
    assert len(eva.heard) == 1, "a casual game counts for nobody"
    assert ben.heard == []


# Who leaves


@pytest.mark.slow
async def test_it_is_shown_of_who_often_leaves(server: Server) -> None:
    for number in range(10):
        table = server.table("bataille", "Ana", "Ben", clock=ClockPlan("game", 60))
        server.held(table).table.run_out((1,) if number < 3 else (0,))
    ana, ben = server.account("Ana").id, server.account("Ben").id
    await server.lobby.ratings.learn((ana, ben))
    assert server.lobby.ratings.player(ben, "bataille").leaves == (3, 10)
    assert server.lobby.ratings.player(ana, "bataille").leaves == (7, 10)


@pytest.mark.slow
async def test_of_few_games_or_few_left_nothing_is_said(server: Server) -> None:
    def lose(times: int, *, late: bool) -> None:
        for _game in range(times):
            table = server.table("bataille", "Ana", "Ben", clock=ClockPlan("game", 60))
            game = server.held(table).table
            game.run_out((1,)) if late else game.resign(1)

    ben = server.account("Ben").id
    lose(2, late=True)
    await server.lobby.ratings.learn((ben,))
    assert server.lobby.ratings.player(ben, "bataille").leaves is None
    lose(9, late=False)
    await server.lobby.ratings.learn((ben,))
    assert server.lobby.ratings.player(ben, "bataille").leaves is None, "2 of 11 is below a fifth"
