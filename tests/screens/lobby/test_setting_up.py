"""The form for a table on a server: its settings stay with the table, and in the next form."""

from __future__ import annotations

import pytest

from nim_tui.server.storage.schema import OPEN, PRIVATE, PUBLIC
from nim_tui.server.tables.listing import TableQuery, TableRow, list_tables
from nim_tui.tables.clock import ClockPlan
from nim_tui.testing.screens import (
    Doing,
    Looker,
    do,
    press,
    running,
    settle,
    text_of,
    typing,
    until,
)
from screens.home.new_table import NewTableScreen
from screens.lobby.screen import LobbyScreen
from screens.table.screen import GameScreen
from screens.widgets.menu import Menu
from tests.screens.lobby.scenes import shown, visitor
from tests.screens.lobby.server import Server
from tests.screens.looking import go_to, table_screen

CLEAR = "home shift+end delete"


def line(name: str) -> Doing:
    """Return an action: go to a line of the form."""

    async def go(pilot: Looker) -> None:
        await go_to(pilot, name)

    return go


def tables(server: Server, name: str = "Ana") -> list[TableRow]:
    """Return the tables that somebody may see, newest first."""
    return list_tables(server.database, TableQuery(viewer=server.account(name).id, by_age=True))


@pytest.mark.nightly
async def test_title_clock_and_who_may_see_it(server: Server) -> None:
    server.account("Zoé")
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "n enter", line("seat 1"), "enter", CLEAR, typing("Zoé"), "enter")
        await do(pilot, line("option title"), "enter", typing("Just us"), "enter")
        await do(
            pilot, line("option time control"), "right right", line("option visible to"), "right"
        )
        await do(pilot, line("start"), "enter")
        assert isinstance(pilot.app.screen, LobbyScreen), "the other is waited for"
        await shown(pilot)
        assert "Just us" in text_of(pilot.app)
    (table,) = tables(server)
    assert (table.title, table.visibility, table.status) == ("Just us", PRIVATE, OPEN)
    assert table.clock == ClockPlan("move", 180)
    assert [seat.invited for seat in table.seats] == [None, "Zoé"]
    assert tables(server, "Zoé") == [table]
    assert tables(server, "Ben") == []


@pytest.mark.slow
async def test_against_programs_one_sits_down_at_once(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "n enter", line("seat 1"), "left", line("start"), "enter")
        assert isinstance(pilot.app.screen, GameScreen)
        (table,) = tables(server)
        assert (table.visibility, table.clock) == (PUBLIC, None)
        assert visitor(pilot).who.at == table.id


@pytest.mark.slow
async def test_against_programs_alone_a_coach_can_be_asked_for(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "n enter")
        assert "Coach" not in text_of(pilot.app), "somebody else may sit down"
        await do(pilot, line("seat 1"), "left", line("option coach"), "right")
        await do(pilot, line("start"), "enter")
        screen = table_screen(pilot)
        await until(pilot, lambda: "Coach  Your submarines do not touch" in text_of(pilot.app))
        assert screen.coaching.is_on
        await press(pilot, "q")
        await do(pilot, "n enter", line("seat 1"), "left", line("start"), "enter")
        assert not table_screen(pilot).coaching.is_on


@pytest.mark.slow
async def test_hints_for_all_are_agreed_in_casual_games_and_shown_before_one_sits_down(
    server: Server,
) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "n enter")
        assert "Hints for all" not in text_of(pilot.app), "a rated game"
        await do(pilot, line("option rating"), "right", line("option hints for all"), "right")
        await do(pilot, line("start"), "enter")
        await shown(pilot)
        assert "casual, hints for all" in text_of(pilot.app)
    (table,) = tables(server)
    assert (table.rated_from, table.hints_for_all) == (None, True)
    async with running(server.visitor("Ben")) as pilot:
        await shown(pilot)
        assert "casual, hints for all" in text_of(pilot.app)
        server.join(table.id, "Ben")
        await visitor(pilot).table.sit_down(table.id)
        await settle(pilot)
        assert await pressing_i_advises(pilot)


@pytest.mark.slow
async def test_at_a_table_between_people_no_key_asks_a_bot(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = server.table("bataille", "Ana", "Ben")
        await visitor(pilot).table.sit_down(table)
        await settle(pilot)
        assert not await pressing_i_advises(pilot)


async def pressing_i_advises(pilot: Looker) -> bool:
    """Whether the hint key is active."""
    await press(pilot, "i")
    return any(word in text_of(pilot.app) for word in ("thinking …", "✦"))


@pytest.mark.slow
async def test_a_table_that_cannot_be_is_told_in_the_form(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "n enter", line("seat 1"), "enter", CLEAR, typing("bot:best"), "enter")
        assert "has no bot 'best'" in text_of(pilot.app)
        await do(pilot, CLEAR, typing("Nobody"), "enter")
        await do(pilot, line("start"), "enter")
        assert isinstance(pilot.app.screen, NewTableScreen)
        shown = [row[31:].strip() for row in text_of(pilot.app).splitlines()]
        told = "the name 'Nobody' is reserved, or too similar to a reserved name"
        assert told in " ".join(shown)
        assert tables(server) == []


@pytest.mark.slow
async def test_every_line_of_the_longest_form_is_reached(server: Server) -> None:
    async with running(server.visitor("Ana", games=[])) as pilot:
        await do(pilot, "n", line("himalaya"), "enter", line("players"), "right")
        await do(pilot, line("option title"), "enter")
        text = text_of(pilot.app)
        items = pilot.app.screen.query_one(Menu).items
        await press(pilot, "escape")
        for edge in (items[0], items[-1]):
            await do(pilot, line(edge.id))
            text += text_of(pilot.app)
        assert len(items) == 18
        assert [item.text for item in items if item.text not in text] == []
        assert "Enter: accept; Esc: cancel." in text


@pytest.mark.nightly
async def test_the_same_again_is_on_the_same_terms(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        clock = ClockPlan("game", 900)
        first = server.table(
            "bataille", "Ana", "Ben", title="Final", visibility=PRIVATE, clock=clock
        )
        await visitor(pilot).table.sit_down(first)
        await settle(pilot)
        server.win(first, loser="Ben")
        await settle(pilot)
        server.later(60)
        await go_to(pilot, "again")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GameScreen), "who asks may go on looking at the table"
        assert "You want a rematch: waiting for Ben …" in text_of(pilot.app)
        await press(pilot, "q")
        menu = pilot.app.screen.query_one(Menu)
        assert menu.items[menu.position].id == tables(server)[0].id
    again, before = tables(server)
    assert before.id == first
    assert (again.title, again.visibility, again.clock) == ("Final", PRIVATE, clock)
    assert [seat.name or seat.invited for seat in again.seats] == ["Ben", "Ana"]
    assert [seat.name for seat in again.seats] == ["", "Ana"]
