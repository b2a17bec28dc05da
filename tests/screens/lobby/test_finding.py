"""Finding a table: search, filter, own tables, page by page; the mark stays."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import Looker, do, press, running, text_of, typing
from screens.lobby.screen import LobbyScreen
from screens.widgets.menu import Menu
from tests.screens.lobby.scenes import LONG_TITLE, busy_evening, many_tables, shown
from tests.screens.lobby.server import KEEPER, Server


def titles(pilot: Looker) -> list[str]:
    """Return the titles of the listed tables."""
    return [item.text for item in pilot.app.screen.query_one(Menu).items]


def marked(pilot: Looker) -> str:
    """Return the title of the marked table."""
    return titles(pilot)[pilot.app.screen.query_one(Menu).position]


async def mark(pilot: Looker, title: str) -> None:
    """Move the mark down to a table."""
    menu = pilot.app.screen.query_one(Menu)
    steps = (titles(pilot).index(title) - menu.position) % len(menu.items)
    await press(pilot, *["down"] * steps)


def headline(pilot: Looker) -> str:
    """Return the first line."""
    return text_of(pilot.app).splitlines()[0]


@pytest.mark.slow
async def test_only_ones_own_tables(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        busy_evening(server)
        await shown(pilot)
        everything = titles(pilot)
        await press(pilot, "m")
        assert titles(pilot) == ["Himalaya", "Rematch", "Submarine"]
        assert headline(pilot).startswith(" Lobby   Ana   only yours")
        await press(pilot, "m")
        assert titles(pilot) == everything
        assert "only yours" not in headline(pilot)


@pytest.mark.slow
async def test_stage_by_stage_and_all_again(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        busy_evening(server)
        await shown(pilot)
        everything = titles(pilot)
        await press(pilot, "f")
        assert "   waiting for players " in headline(pilot)
        assert titles(pilot) == ["Beginners", LONG_TITLE, "Family", "Submarine"]
        await press(pilot, "f")
        assert titles(pilot) == ["Himalaya", "Rematch", "Der Schwarm"]
        await press(pilot, "f")
        assert titles(pilot) == ["Bataille sous les mers", "Given up"]
        assert not {"Bataille sous les mers", "Given up"} & set(everything)
        await press(pilot, "m")
        assert titles(pilot) == ["Bataille sous les mers"]
        await press(pilot, "m", "f")
        assert titles(pilot) == everything


@pytest.mark.slow
async def test_games_that_are_over_page_by_page(server: Server) -> None:
    """A page that is no longer there is the last one; what is over by then is found by a search."""
    async with running(server.visitor("Ana")) as pilot:
        for number in range(60):
            server.later(60)
            server.close_table(server.table("bataille", f"Eve {number}", "", title=f"T{number}"))
        await do(pilot, "f f f")
        assert (titles(pilot)[0], titles(pilot)[-1]) == ("T59", "more tables")
        await do(pilot, "up enter")
        assert titles(pilot) == ["earlier tables", *(f"T{n}" for n in range(9, -1, -1))]
        await do(pilot, "/", typing("t1"), "enter")
        assert titles(pilot) == [*(f"T{n}" for n in range(19, 9, -1)), "T1"]
        server.later(60)
        server.close_table(server.table("bataille", "Eva", "", title="T100"))
        await shown(pilot)
        assert "T100" not in titles(pilot), "what was looked up stays until it is asked for again"
        await do(pilot, "n escape")
        assert titles(pilot)[0] == "T100"


@pytest.mark.slow
async def test_a_private_table_is_found_by_who_is_invited_alone(server: Server) -> None:
    for name, finds in (("Ana", True), ("Zoé", False)):
        async with running(server.visitor(name)) as pilot:
            if name == "Ana":
                busy_evening(server)
            await shown(pilot)
            assert ("Family" in titles(pilot)) is finds


@pytest.mark.slow
async def test_who_keeps_the_house_finds_private_tables_too(server: Server) -> None:
    server.table("submarine", "Ben", "Cleo", visibility="private")
    async with running(server.visitor(KEEPER)) as pilot:
        assert "▲ Ben  ▼ Cleo" in text_of(pilot.app)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, LobbyScreen), "what is played there is not his affair"
        assert "unknown table 'dokivuna-101'" in text_of(pilot.app)


async def test_what_is_told_below_is_of_the_marked_table(server: Server) -> None:
    first = server.table("submarine", "Ben", "Cleo")
    async with running(server.visitor("Ana")) as pilot:
        assert f"table {first}" in text_of(pilot.app)
        server.later(1)
        second = server.table("himalaya", "Ben", "Cleo", "Dan")
        await shown(pilot)
        assert f"table {first}" in text_of(pilot.app), "it is still the one that is marked"
        await press(pilot, "up")
        assert f"table {second}" in text_of(pilot.app)


@pytest.mark.nightly
async def test_what_is_marked_stays_marked(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        busy_evening(server)
        await shown(pilot)
        await mark(pilot, "Rematch")
        for _time in range(2):
            await do(pilot, "m")
            assert marked(pilot) == "Rematch"
        await do(pilot, "/", typing("cleo"), "enter")
        assert len(titles(pilot)) < 5
        assert marked(pilot) == "Rematch"
        server.table("himalaya", "Dan", "", "", title="Cleopatra")
        await shown(pilot)
        assert "Cleopatra" in titles(pilot)
        assert marked(pilot) == "Rematch"


@pytest.mark.nightly
async def test_the_mark_goes_to_the_first_once_its_table_is_not_shown(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        busy_evening(server)
        await shown(pilot)
        await mark(pilot, "Rematch")
        await do(pilot, "f")
        assert marked(pilot) == "Beginners"


@pytest.mark.nightly
async def test_a_search_that_is_left_changes_nothing(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        busy_evening(server)
        await shown(pilot)
        everything = titles(pilot)
        await do(pilot, "/", typing("zoe"), "escape")
        assert titles(pilot) == everything
        await do(pilot, "/", typing("nowhere"), "enter")
        assert titles(pilot) == ["No matching tables."]
        await do(pilot, "enter x")
        assert titles(pilot) == ["No matching tables."], "this line is no table"
        await do(pilot, "/", *["backspace"] * len("nowhere"), "enter")
        assert titles(pilot) == everything


@pytest.mark.slow
async def test_from_page_to_page_and_back(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        many_tables(server)
        await shown(pilot)
        assert len(titles(pilot)) == 51
        assert (titles(pilot)[0], titles(pilot)[-1]) == ("Table 60", "more tables")
        await do(pilot, "up enter")
        assert titles(pilot) == [
            "earlier tables",
            *(f"Table {n}" for n in range(10, 0, -1)),
        ]
        await mark(pilot, "Table 7")
        server.table("bataille", "Fay", "", title="Table 61")
        await shown(pilot)
        assert titles(pilot)[1] == "Table 11"
        assert marked(pilot) == "Table 7"
        await mark(pilot, "earlier tables")
        await do(pilot, "enter")
        assert titles(pilot)[0] == "Table 61"


@pytest.mark.nightly
async def test_the_last_page_is_shown_when_there_are_fewer(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        many_tables(server)
        await shown(pilot)
        await do(pilot, "up enter")
        await do(pilot, "/", typing("table 1"), "enter")
        assert titles(pilot) == [*(f"Table {n}" for n in range(19, 9, -1)), "Table 1"]


@pytest.mark.nightly
async def test_the_lobby_is_there_again_after_the_settings(server: Server) -> None:
    """In another language, with its list, and ready for keys."""
    async with running(server.visitor("Ana", language="en")) as pilot:
        busy_evening(server)
        await shown(pilot)
        await do(pilot, "s right escape")
        text = text_of(pilot.app)
        assert "Salon   Ana" in text
        assert "▲ vous  ▼ Cleo" in text
        assert "Maximiliane-Rose: ours is open" in text
        before = marked(pilot)
        await press(pilot, "down")
        assert marked(pilot) != before


async def test_the_headline_is_there_again_after_settings_that_leave_its_words(
    server: Server,
) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "s down down down right escape")
        assert text_of(pilot.app).startswith(" Lobby   Ana")


@pytest.mark.nightly
async def test_keys_go_to_the_list_after_a_field(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        busy_evening(server)
        await shown(pilot)
        for keys in ("t escape", "/ escape", "t h enter"):
            await do(pilot, keys)
            before = marked(pilot)
            await press(pilot, "down")
            assert marked(pilot) != before
