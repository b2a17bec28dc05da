"""Tournaments by keys: set up, joined, begun, played round by round, and the notifications."""

from __future__ import annotations

import pytest

from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.formats import ARENA, SWISS
from nim_tui.server.contests.tournament_rounds import begin as begin_rounds
from nim_tui.server.contests.tournament_rounds import due_to_start
from nim_tui.server.contests.tournament_store import CLOSED
from nim_tui.server.lobby.upkeep import Maintenance
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.storage.schema import OPEN, OVER, PRIVATE, RUNNING
from nim_tui.testing.screens import do, running, typing
from screens.colours import Look, text_of
from screens.lobby.form_screen import FormScreen
from screens.lobby.page import Column, Table, table_lines
from screens.lobby.pages import TournamentPage, TournamentsPage
from screens.lobby.screen import LobbyScreen
from screens.table.screen import GameScreen
from tests.screens.lobby.scenes import THREE_DAYS, shown
from tests.screens.lobby.server import KEEPER, Server
from tests.screens.lobby.test_profile import shows
from tests.screens.lobby.tournaments import an_evening, play_round, sheet, tournament


def begin(server: Server, made: str, host: str = "Ana") -> None:
    at_once(server.lobby.tournaments.begin(made, server.account(host).id))


@pytest.mark.slow
async def test_one_is_set_up_by_keys_and_begins_with_the_last_player(server: Server) -> None:
    ben, cleo, dan = server.arrive("Ben", "Cleo", "Dan")
    async with running(server.visitor("Ana")) as pilot:
        await shows(pilot, "o")
        assert isinstance(pilot.app.screen, TournamentsPage)
        await shows(pilot, "n")
        assert isinstance(pilot.app.screen, FormScreen)
        await do(pilot, "down enter", typing("Cup"), "enter")
        text = await shows(pilot, "up", "enter")
        assert isinstance(pilot.app.screen, TournamentPage)
        assert "1 of 4 players" in text
        assert "Cup" in text
        assert "Starts when full." in text
        (row,) = await server.lobby.tournaments.seen_by(None)
        for one in (ben, cleo, dan):
            await server.lobby.tournaments.join(row.id, one.account)
        await shown(pilot)
        assert "Cup begins: all your games are" in await shows(pilot)
        assert ben.heard == ["Cup begins: all your games are set up."]
        assert len(server.lobby.held.by_id) == 6
        await shows(pilot, "enter")
        assert isinstance(pilot.app.screen, GameScreen)


@pytest.mark.slow
async def test_an_evening_goes_on_by_itself_and_its_people_are_told(server: Server) -> None:
    (ben, *_others) = server.arrive("Ben", "Cleo", "Dan")
    async with running(server.visitor("Ana")) as pilot:
        made = tournament(server, "Ana", "Ben", "Cleo", "Dan", title="Cup")
        assert sheet(server, made).row.status == RUNNING, "full, and all are here"
        for _round in range(3):
            play_round(server, made)
        assert sheet(server, made).row.status == OVER
        assert [line for line in ben.heard if line.startswith("Cup")] == [
            "Cup: round 1 of 3 begins.",
            "Cup: round 2 of 3 begins.",
            "Cup: round 3 of 3 begins.",
            "Cup is over. Winner: Dan",
        ]
        await shown(pilot)
        text = await shows(pilot, "o", "enter")
        assert "4  Ana (you)" in text
        assert "won by Dan" in text


async def test_a_narrow_screen_shows_points_progress_and_whole_notes(server: Server) -> None:
    an_evening(server)
    event = EventTerms(format=SWISS, byes=1)
    tournament(server, "Ana", "Ben", "Cleo", "Dan", "Eva", title="Swiss", event=event)
    async with running(server.visitor("Ana"), (40, 34)) as pilot:
        text = await shows(pilot, "o", "enter")
        assert "points" in text
        assert "round 3 of 5, games over: 0 of 3" in text
        text = await shows(pilot, "escape", "down", "enter")
        assert "The pairings are drawn, and the\n   first games begin." in text


async def test_on_one_evening_it_waits_until_all_are_here(server: Server) -> None:
    made = tournament(server, "Ana", "Ben", "Cleo", "Dan")
    assert sheet(server, made).row.status == OPEN
    server.arrive("Ana", "Ben", "Cleo")
    at_once(Maintenance(server.lobby).look())
    assert sheet(server, made).row.status == OPEN
    server.arrive("Dan")
    at_once(Maintenance(server.lobby).look())
    assert sheet(server, made).row.status == RUNNING


@pytest.mark.slow
async def test_the_host_begins_with_bots_on_free_places(server: Server) -> None:
    tournament(server, "Ana", "Ben", size=5, clock=THREE_DAYS, bot="easy")
    async with running(server.visitor("Ana")) as pilot:
        text = await shows(pilot, "o", "enter")
        assert "Bots (easy) fill free places." in " ".join(text.split())
        text = await shows(pilot, "enter")
        assert text.count("(bot)") == 3
        assert len(server.lobby.held.by_id) == 10
        rows = [server.lobby.table_list.known(table) for table in server.lobby.held.by_id]
        assert (
            sorted(row.rated_from is None for row in rows if row is not None)
            == [False] + [True] * 9
        ), "the one game of two people counts"


async def test_somebody_is_invited_and_told(server: Server) -> None:
    made = tournament(server, "Ben", title="Private cup", visibility=PRIVATE)
    server.arrive("Ben")
    async with running(server.visitor("Ana")) as pilot:
        assert "Private cup" not in await shows(pilot, "o")
        ben, ana = server.account("Ben").id, server.account("Ana").id
        await server.lobby.tournaments.invite(made, ben, ana)
        await shown(pilot)
        text = await shows(pilot)
        assert "Ben invites you to" in text
        assert "you are invited" in text
        text = await shows(pilot, "enter", "enter")
        assert "2 of 4 players" in text
        assert "Withdraw" in text


@pytest.mark.nightly
async def test_the_host_invites_by_name_from_the_page(server: Server) -> None:
    (ben,) = server.arrive("Ben")
    tournament(server, "Ana", title="Cup")
    async with running(server.visitor("Ana")) as pilot:
        await shows(pilot, "o", "enter")
        await do(pilot, "enter", typing("Ben"), "enter")
        text = await shows(pilot)
        assert "Ben is invited." in text
        assert "Invited: Ben" in text
        assert ben.heard == ["Ana invites you to Cup: see Tournaments in the lobby."]
        await do(pilot, "enter", typing("Nobody"), "enter")
        assert "no player is called 'Nobody'" in await shows(pilot)


@pytest.mark.nightly
async def test_to_leave_or_close_takes_two_presses(server: Server) -> None:
    made = tournament(server, "Ana", "Ben", size=4)
    async with running(server.visitor("Ana")) as pilot:
        await shows(pilot, "o", "enter", "down", "down")
        assert "Enter again" in await shows(pilot, "enter")
        await shows(pilot, "down", "up")
        assert "Enter again" in await shows(pilot, "enter")
        assert "Join" in await shows(pilot, "enter")
        assert len(sheet(server, made).players) == 1
        await shows(pilot, "down")
        assert "cancelled" in await shows(pilot, "enter", "enter")
        await shows(pilot, "q", "q")
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_no_round_begins_while_the_server_drains(server: Server) -> None:
    server.arrive("Ana", "Ben", "Cleo", "Dan")
    made = tournament(server, "Ana", "Ben", "Cleo", "Dan")
    server.lobby.tables.drain()
    play_round(server, made)
    assert sheet(server, made).row.round == 1
    server.lobby.tables.is_draining = False
    at_once(Maintenance(server.lobby).look())
    assert sheet(server, made).row.round == 2


@pytest.mark.slow
async def test_a_game_an_admin_has_closed_does_not_stop_a_round(server: Server) -> None:
    server.arrive("Ana", "Ben", "Cleo", "Dan")
    made = tournament(server, "Ana", "Ben", "Cleo", "Dan")
    server.close_table(next(iter(server.lobby.held.by_id)))
    play_round(server, made)
    at_once(Maintenance(server.lobby).look())
    assert sheet(server, made).row.round == 2


@pytest.mark.slow
async def test_guests_look_on(server: Server) -> None:
    tournament(server, "Ana", "Ben", title="Cup", size=4)
    async with running(server.stranger(None)) as pilot:
        await shows(pilot, "enter")
        if isinstance(pilot.app.screen, LobbyScreen):
            text = await shows(pilot, "o", "enter", "enter")
            assert "guests cannot join tournaments" in text


async def test_admins_see_what_is_private_only_if_invited(server: Server) -> None:
    """What admins may do about one they do by `nim-tui admin`."""
    tournament(server, "Ana", title="Private cup", visibility=PRIVATE)
    async with running(server.visitor(KEEPER)) as pilot:
        assert "Private cup" not in await shows(pilot, "o")


async def test_an_invitation_of_somebody_blocked_is_silent(server: Server) -> None:
    made = tournament(server, "Ana", title="Cup")
    (ben,) = server.arrive("Ben")
    ana = server.account("Ana").id
    at_once(server.lobby.talking.block(ben.account, ana))
    await server.lobby.tournaments.invite(made, ana, ben.account)
    assert ben.heard == []
    assert [row.is_invited for row in await server.lobby.tournaments.seen_by(ben.account)] == [True]


async def test_who_comes_in_is_told_where_they_are_invited(server: Server) -> None:
    made = tournament(server, "Ben", title="Cup")
    at_once(
        server.lobby.tournaments.invite(made, server.account("Ben").id, server.account("Ana").id)
    )
    async with running(server.visitor("Ana")) as pilot:
        assert "You are invited to" in await shows(pilot)


@pytest.mark.nightly
async def test_options_of_the_game_are_chosen_and_told(server: Server) -> None:
    server.arrive("Ben", "Cleo", "Dan")
    async with running(server.visitor("Ana")) as pilot:
        text = " ".join((await shows(pilot, "o", "n", *["down"] * 5)).split())
        assert "› Blast ‹ no ›" in text
        assert "Near miss: next to the charge, or one level above or below it." in text
        text = " ".join((await shows(pilot, "right")).split())
        assert "Near miss: in the eight squares around, on the same level." in text
        await do(pilot, *["down"] * 7, "right")
        text = " ".join((await shows(pilot, *["up"] * 12, "enter")).split())
        assert "Near miss: in the eight squares around, on the same level." in text
        assert "Turn limit: 60." in text
        (row,) = await server.lobby.tournaments.seen_by(None)
        assert row.options == {"blast": True, "turn_limit": 60}


@pytest.mark.nightly
async def test_another_game_has_options_of_its_own(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await shows(pilot, "o", "n", *["down"] * 5, "right")
        text = await shows(pilot, "up", "up", "up", "left")
        assert "Great wave" in text
        assert "Blast" not in text
        text = " ".join((await shows(pilot, "right", "down", "down", "down")).split())
        assert "Near miss: next to the charge, or one level above or below it." in text, (
            "and begins with what is usual again"
        )


@pytest.mark.parametrize("figures", [3, 7])
def test_a_long_name_has_the_room_that_figures_leave(figures: int) -> None:
    """Figures stand below their heads, in 78 columns at most."""
    name, points = "Whales of the North", "12.5"
    columns = [Column("#", "figure"), Column("Team", "name")]
    columns += [Column("points", "figure") for _figure in range(figures)]
    line = [("1", Look()), (name, Look()), *((points, Look()) for _figure in range(figures))]
    head, told = map(text_of, table_lines(Table(columns, [line]), 78))
    assert (name in told) is (figures == 3)
    assert len(head) == len(told) <= 78
    assert told.rindex(points) + len(points) == head.rindex("points") + len("points")


async def test_one_that_its_host_begins_at_its_planned_time_goes_on(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.arrive("Ana", "Ben")
    hosted = tournament(server, "Ana", "Ben", starts=server.now + 2 * 60)
    alone = tournament(server, "Cleo", starts=server.now + 2 * 60)
    server.later(5 * 60)

    def read_before_the_host_begins(database: Database) -> list[str]:
        found = due_to_start(database)
        begin_rounds(database, hosted, server.account("Ana").id)
        return found

    service = "nim_tui.server.contests.tournament_service"
    monkeypatch.setattr(f"{service}.due_to_start", read_before_the_host_begins)
    at_once(server.lobby.tournaments.look())
    assert sheet(server, hosted).row.status == RUNNING
    assert sheet(server, alone).row.status == CLOSED


async def test_an_arena_begins_with_those_who_are_here(server: Server) -> None:
    server.arrive("Ana", "Ben", "Cleo")
    event = EventTerms(ARENA, minutes=60)
    made = tournament(server, "Ana", "Ben", "Cleo", "Dan", event=event, begins_full=False)
    begin(server, made)
    found = sheet(server, made)
    playing = {found.players[number].name for game in found.games for number in game.board}
    assert len(found.games) == 1
    assert playing < {"Ana", "Ben", "Cleo"}
    server.arrive("Dan")
    at_once(server.lobby.tournaments.look())
    assert len(sheet(server, made).games) == 2
