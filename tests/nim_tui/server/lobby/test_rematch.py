"""The same game again: one table for all who want it, whoever comes, goes or is shut out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nim_tui.server.moderation.bans import account, ban
from nim_tui.server.moderation.blocks import block
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.listing import TableQuery, TableRow, list_tables
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan
from tests.nim_tui.server.lobby.steady import Guest, Play, Steady, until
from tests.nim_tui.server.lobby.timed import A_DAY, A_MINUTE, Timed, timed

pytestmark = pytest.mark.slow

ENTER = "\r"
THREE = ("Ana", "Ben", "Cleo")


def tables(database: Database, but: str) -> list[TableRow]:
    """All tables but one."""
    every = list_tables(database, TableQuery(sees_all=True))
    return [row for row in every if row.id != but]


def seated(row: TableRow) -> list[str]:
    """Who sits where; in brackets for whom a seat is kept."""
    return [seat.name or f"({seat.invited or ''})" for seat in row.seats]


async def over(server: Steady, game: str, *names: str, **more: object) -> Timed:
    """A game that all have agreed to end and look at."""
    clock, bots = more.get("clock"), more.get("bots", ())
    table = await timed(server, game, *names, clock=clock, bots=bots)  # type: ignore[arg-type]
    await table.sit_down(*names)
    table.game.end_by_agreement()
    for name in names:
        await table.guests[name].sees("The end", "rematch with rotated seats")
    return table


async def want(*guests: Guest) -> None:
    """Have people want to play again, from the box with the end."""
    for guest in guests:
        if "The end" not in guest.screen:
            await guest.type(ENTER)
            await guest.sees("The end")
        await guest.mark("rematch with")
        await guest.type(ENTER)


async def want_all(table: Timed, names: Sequence[str]) -> None:
    """The same, at one moment."""
    for name in names:
        await table.server.lobby.rematches.play_again(table.id, table.server.accounts[name].id)


def test_both_come_to_one_table_seats_moved_on(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        await want(ana)
        await ana.sees("You want a rematch: waiting for Ben …")
        await ben.sees("rematch with rotated seats  wanted by Ana")
        (again,) = tables(server.database, table.id)
        assert (again.status, seated(again)) == ("open", ["(Ben)", "Ana"])
        await want(ben)
        await ana.sees("Your turn: hide submarine 1 of 3")
        await ben.sees("Your turn: hide submarine 1 of 3")
        (again,) = tables(server.database, table.id)
        assert (again.status, seated(again)) == ("running", ["Ben", "Ana"])
        assert again.clock == A_MINUTE
        assert len(server.lobby.held) == 1, "nobody looks at the first any more"

    play(scene)


def test_it_is_dealt_anew_by_the_same_options(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ana")
        options = {"turn_limit": 77}
        seats = [SeatWish(account=1), SeatWish(bot="random")]
        plan = TablePlan("bataille", seats, "Final", options)
        before = await server.lobby.opener.live(table := await server.lobby.tables.create(1, plan))
        await server.here[0].sits_down()
        before.end_by_agreement()
        await server.here[0].sees("The end")
        seeds = iter([8])
        monkeypatch.setattr("nim_tui.server.lobby.table_setup.fresh_seed", lambda: next(seeds))
        await want(server.here[0])
        await server.here[0].sees("Your turn: hide submarine 1 of 3")
        (again,) = tables(server.database, table)
        assert (seated(again), again.title) == (["Nemo", "Ana"], "Final")
        game = await server.lobby.opener.live(again.id)
        assert (game.seed, game.options) == (8, before.options)

    play(scene)


@pytest.mark.nightly
def test_two_at_the_same_moment_come_to_one_table(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "bataille", "Ana", "Ben")
        for name in ("Ana", "Ben"):
            await table.guests[name].mark("rematch with")
        for name in ("Ana", "Ben"):
            table.guests[name].runner.typed(b"\r")
        await table.all_see(["hide submarine 1 of 3"], "Ana", "Ben")
        assert len(tables(server.database, table.id)) == 1

    play(scene)


def test_of_three_it_begins_with_the_last_and_bots_stay(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "himalaya", *THREE, bots=["random"])
        ana, ben, cleo = (table.guests[name] for name in THREE)
        await want(ben)
        await want(ana)
        await cleo.sees("wanted by Ben, Ana")
        await ben.sees("You want a rematch: waiting for Cleo …")
        await want(ben)
        (again,) = tables(server.database, table.id)
        assert again.status == "open", "to want it twice is to want it once"
        await want(cleo)
        (again,) = tables(server.database, table.id)
        assert (again.status, seated(again)) == ("running", ["Ben", "Cleo", "Nemo", "Ana"])
        await until(lambda: server.lobby.shown.people(again.id) == [*THREE], "all being there")
        assert server.lobby.shown.people(table.id) == []

    play(scene, seed=19)


@pytest.mark.nightly
def test_who_waits_in_the_lobby_finds_the_game_begun(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "bataille", "Ana", "Ben")
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        await want(ana)
        await ana.type("q")
        await ana.sees("Lobby   Ana", "waiting for players")
        await want(ben)
        await ben.sees("Your turn: hide submarine 1 of 3")
        await ana.sees("Lobby   Ana", "your turn")
        assert len(tables(server.database, table.id)) == 1

    play(scene)


@pytest.mark.nightly
def test_who_has_left_the_table_finds_the_rematch_in_the_lobby(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "bataille", "Ana", "Ben")
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        await ben.type("q", "q")
        await ben.sees("Lobby   Ben")
        await want(ana)
        await ben.sees("you are invited", "? you  ▼ Ana")
        await ben.mark("? you  ▼ Ana")
        await ben.type(ENTER)
        await ben.sees("Your turn: hide submarine 1 of 3")
        await ana.sees("Your turn: hide submarine 1 of 3")
        assert len(tables(server.database, table.id)) == 1

    play(scene)


@pytest.mark.nightly
@pytest.mark.parametrize("clock", [None, A_DAY], ids=["no clock", "by the calendar"])
def test_the_first_leaves_before_the_second_wants_it(play: Play, clock: object) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "bataille", "Ana", "Ben", clock=clock)
        await want(table.guests["Ana"])
        await table.guests["Ana"].leave()
        await want(table.guests["Ben"])
        await table.guests["Ben"].sees("Your turn: hide submarine 1 of 3")
        (again,) = tables(server.database, table.id)
        assert (again.status, seated(again)) == ("running", ["Ben", "Ana"])

    play(scene)


@pytest.mark.nightly
def test_no_clock_runs_for_the_first_once_they_have_left(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        await want(table.guests["Ana"])
        await table.guests["Ana"].leave()
        await want(table.guests["Ben"])
        await table.guests["Ben"].sees("You want a rematch: waiting for Ana …")
        (again,) = tables(server.database, table.id)
        assert (again.status, seated(again)) == ("open", ["Ben", "(Ana)"])
        ana = await server.enters("Ana")
        await ana.sees("you are invited", "▲ Ben  ? you")
        await ana.mark("▲ Ben  ? you")
        await ana.type(ENTER)
        await ana.sees("Your turn: hide submarine 1 of 3")
        await until(
            lambda: server.lobby.shown.people(again.id) == ["Ana", "Ben"], "both being there"
        )

    play(scene)


def test_a_rematch_that_was_given_up_is_set_up_anew(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "bataille", "Ana", "Ben")
        await want_all(table, ["Ana"])
        await table.guests["Ben"].sees("wanted by Ana")
        (first,) = tables(server.database, table.id)
        await server.lobby.tables.get_up(first.id, server.accounts["Ana"].id)
        await table.guests["Ben"].sees_no("wanted by Ana")
        await want_all(table, ["Ben"])
        (again,) = [row for row in tables(server.database, table.id) if row.id != first.id]
        assert (again.status, seated(again)) == ("open", ["Ben", "(Ana)"])

    play(scene)


@pytest.mark.nightly
def test_the_seat_of_who_was_shut_out_before_is_for_anybody(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "bataille", "Ana", "Ben")
        ban(server.database, account(server.accounts["Ben"].id), "rude")
        with pytest.raises(CannotUseTable, match="banned"):
            await want_all(table, ["Ben"])
        assert tables(server.database, table.id) == []
        await want(table.guests["Ana"])
        await table.guests["Ana"].sees("You want a rematch: waiting for anyone …")
        (again,) = tables(server.database, table.id)
        assert seated(again) == ["()", "Ana"]

    play(scene)


def test_the_seat_of_whom_the_first_has_blocked_is_for_anybody_else(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "bataille", "Ana", "Ben")
        block(server.database, *server.numbers("Ana", "Ben"))
        await want_all(table, ["Ana"])
        with pytest.raises(CannotUseTable, match="this seat is not free"):
            await want_all(table, ["Ben"])
        (again,) = tables(server.database, table.id)
        assert seated(again) == ["()", "Ana"]

    play(scene)


def test_the_seat_of_who_is_shut_out_while_waiting_is_for_anybody(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await over(server, "bataille", "Ana", "Ben")
        await want_all(table, ["Ana"])
        ban(server.database, account(server.accounts["Ana"].id), "rude")
        await want_all(table, ["Ben"])
        (again,) = tables(server.database, table.id)
        assert (again.status, seated(again)) == ("open", ["Ben", "()"])
        await server.enters("Cleo")
        await server.lobby.tables.join(again.id, server.accounts["Cleo"].id)
        assert (await server.lobby.opener.live(again.id)).seats[1].name == "Cleo"

    play(scene)


@pytest.mark.nightly
def test_who_looked_on_is_offered_no_rematch(play: Play) -> None:
    async def scene(server: Steady) -> None:
        eva = await server.enters("Eva")
        table = await timed(server, "bataille", "Ana", "Ben", clock=None)
        await table.sit_down("Ana", "Ben")
        await eva.sits_down()
        table.game.end_by_agreement()
        await eva.sees("The end", "replay from the start")
        assert "rematch with" not in eva.screen
        with pytest.raises(CannotUseTable):
            await want_all(table, ["Eva"])
        await want_all(table, ["Ana"])
        await eva.type("q")
        await eva.sees("Rematch wanted by: Ana")

    play(scene)


def test_guests_play_again_and_one_who_leaves_is_replaced_by_anybody(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await server.enters("Ana")
        guest = await server.stranger()
        seats = [SeatWish(account=ana.account), SeatWish(account=guest.account)]
        table = await server.lobby.tables.create(ana.account, TablePlan("bataille", seats))
        await ana.sits_down()
        await guest.sits_down()
        (await server.lobby.opener.live(table)).end_by_agreement()
        await ana.sees("The end")
        await want(ana)
        (again,) = tables(server.database, table)
        assert seated(again)[0].startswith("(Guest ")
        await ana.sees("waiting for Guest")
        await guest.leave()
        await ana.sees("waiting for anyone")
        (again,) = tables(server.database, table)
        assert (again.status, seated(again)) == ("open", ["()", "Ana"])

    play(scene, guests=True)


def test_a_game_being_played_has_no_rematch(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=None)
        with pytest.raises(CannotUseTable, match="not over"):
            await want_all(table, ["Ana"])
        assert tables(server.database, table.id) == []

    play(scene)
