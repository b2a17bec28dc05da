"""Who is here: counted, and scrolled by keys and wheel where there are more than fit."""

from __future__ import annotations

from textual.events import MouseScrollDown, MouseScrollUp

from screens.lobby.people_list import PeopleList
from tests.screens.conftest import do, running
from tests.screens.lobby.scenes import many_people, shown
from tests.screens.lobby.server import Server
from tests.screens.looking import Looker, press, settle, text_of


def column(pilot: Looker) -> list[str]:
    """What is written in the frame on the right: its head, the names, its foot."""
    rows = [row[58:80] for row in text_of(pilot.app).splitlines()[1:15]]
    return [row.strip(" │╭╮╰╯─") for row in rows]


def everybody(server: Server) -> list[str]:
    """Who is here, as they are to be listed."""
    return sorted(server.lobby.people(), key=str.casefold)


async def turn_wheel(pilot: Looker, *, down: bool) -> None:
    """Turn the wheel over the list."""
    here = pilot.app.screen.query_one(PeopleList)
    kind = MouseScrollDown if down else MouseScrollUp
    here.post_message(kind(here, 1, 1, 0, 0, 0, False, False, False))
    await settle(pilot)


async def test_few_people_are_counted_and_there_is_nothing_to_scroll(server: Server) -> None:
    server.arrive("Ben", "Cleo")
    async with running(server.visitor("Ana")) as pilot:
        head, *names, foot = column(pilot)
        assert (head, foot) == ("Here: 3", "")
        await press(pilot, "pagedown")
        assert column(pilot) == [head, *names, foot]


async def test_everybody_is_seen_page_by_page(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        many_people(server)
        await shown(pilot)
        every = everybody(server)
        head, *names, foot = column(pilot)
        assert (head, names, foot) == ("Here: 57", every[:12], "↓ 45")
        await press(pilot, "pagedown")
        assert column(pilot) == [head, *every[12:24], "↑ 12  ↓ 33"]
        await press(pilot, *["pagedown"] * 9)
        assert column(pilot) == [head, *every[45:], "↑ 45"]
        await press(pilot, "pageup")
        assert column(pilot) == [head, *every[33:45], "↑ 33  ↓ 12"]


async def test_the_wheel_scrolls_too(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        many_people(server)
        await shown(pilot)
        await turn_wheel(pilot, down=True)
        assert column(pilot)[1] == everybody(server)[1]
        await turn_wheel(pilot, down=False)
        await turn_wheel(pilot, down=False)
        assert column(pilot)[1] == everybody(server)[0]


async def test_what_is_scrolled_to_stays_while_people_come_and_go(server: Server) -> None:
    async with running(server.visitor("Ana", language="fr")) as pilot:
        many_people(server)
        await shown(pilot)
        await do(pilot, "pagedown")
        server.arrive("Zora")
        await shown(pilot)
        assert column(pilot)[0] == "Présents : 58"
        assert column(pilot)[-1] == "↑ 12  ↓ 34"
        for visit in list(server.lobby._guests._here)[1:40]:
            server.lobby.leave(visit)
        await shown(pilot)
        assert column(pilot)[1:13] == everybody(server)[-12:], "the end, as there are no more"
