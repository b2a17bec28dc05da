"""The list of tables: its groups, the card of the marked table, and redrawing."""

from __future__ import annotations

import re

import pytest
from textual.geometry import Region

from nim_tui.server.admin.protocol import Rename
from nim_tui.server.lobby.table_list import SearchResult, Viewer
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.testing.screens import LARGE, do, press, running, text_of
from screens.home.new_table import NewTableScreen
from screens.lobby.lobby_table import ON
from screens.lobby.table_list import TableMenu
from tests.screens.lobby.scenes import QUARTER, THREE_DAYS, busy_evening, rated_games, shown
from tests.screens.lobby.server import Server
from tests.screens.tables import ANA_CAMP

GROUP = re.compile(r"^ (\w[\w ]+) ─{5,}", re.MULTILINE)


@pytest.mark.slow
async def test_tables_stand_in_groups_also_over_pages(server: Server) -> None:
    for number in range(55):
        server.table(
            "bataille", ("Cleo", "Dan", "Eva", "Fay")[number % 4], "Ben", title=f"Played {number}"
        )
    async with running(server.visitor("Ana"), LARGE) as pilot:
        busy_evening(server)
        await shown(pilot)
        groups = ["Your turn", "Take a seat", "Your tables", "In progress"]
        assert GROUP.findall(text_of(pilot.app)) == groups
        pilot.app.screen.query_one(TableMenu).mark(ON)
        await press(pilot, "enter")
        assert GROUP.findall(text_of(pilot.app)) == ["In progress"]


async def test_a_change_draws_its_own_lines_anew(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[Region, ...]] = []
    async with running(server.visitor("Ana")) as pilot:
        tables = [server.table("himalaya", "Ben", "", "", title=f"T{n}") for n in range(4)]
        await shown(pilot)
        menu = pilot.app.screen.query_one(TableMenu)
        monkeypatch.setattr(menu, "refresh", lambda *regions, **_: drawn.append(regions))
        await shown(pilot)
        assert drawn == []
        server.join(tables[1], "Cleo")
        await shown(pilot)
        assert drawn == [(Region(0, 3, 80, 1),)], "the title of the group and two newer stand above"
        drawn.clear()
        await press(pilot, "down")
        assert len(drawn) == 1
        assert {region.height for region in drawn[0]} == {1}
        assert len(drawn[0]) == 2, "the line that was marked, and the one that is"


@pytest.mark.slow
async def test_ratings_of_who_sits_there_are_told(server: Server) -> None:
    rated_games(server)
    async with running(server.visitor("Ana"), LARGE) as pilot:
        server.table("bataille", "Ben", "Dan", title="Rated")
        await shown(pilot)
        rows = [row[84:].split() for row in text_of(pilot.app).splitlines()]
        assert ["▲", "Ben", "6.4?"] in rows
        assert ["▼", "Dan"] in rows, "who never finished a game has none"
        assert "Lobby   Ana  ◥◤ -3.4?" in text_of(pilot.app)


async def test_the_own_time_is_told_roughly(server: Server) -> None:
    async with running(server.visitor("Ana"), LARGE) as pilot:
        days = server.table("bataille", "Ana", "Ben", clock=THREE_DAYS)
        server.table("bataille", "Ana", "Ben", clock=QUARTER)
        server.later(130)
        await shown(pilot)
        text = text_of(pilot.app)
        assert "12 minutes left" in text
        assert "2 days left" in text
        server.play(days, ANA_CAMP)
        await shown(pilot)
        assert "2 days left" not in text_of(pilot.app)
        assert "waiting for Ben" in text_of(pilot.app)


async def test_an_empty_lobby_opens_the_form(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        assert "No tables yet: n opens one." in text_of(pilot.app)
        await do(pilot, "enter")
        assert isinstance(pilot.app.screen, NewTableScreen)


async def test_a_reserved_seat_is_listed_under_the_new_name_of_its_person(server: Server) -> None:
    ben = server.account("Ben")
    table = server.table("bataille", "Ana", "?Ben", visibility=PRIVATE)
    await server._admin.answer(Rename("Ben", "Benno"))
    await server.lobby.shown.know_tables()
    found, _count = server.lobby.table_list.page(Viewer(ben.id, "Benno"), SearchResult(), 10)
    assert [one.id for one in found] == [table]
