"""The people online: their number, and scrolling by keys and wheel if not all fit."""

from __future__ import annotations

import re

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from nim_tui.testing.screens import LARGE, Looker, do, press, running, settle, text_of
from screens.lobby.people_list import PeopleList
from tests.screens.lobby.scenes import many_people, shown
from tests.screens.lobby.server import Server

SIGN = "●"


def line(pilot: Looker) -> tuple[str, list[str], str]:
    """Return the line of people at 80 x 24: its head, the names, and the number hidden."""
    row = next(row for row in text_of(pilot.app).splitlines() if SIGN in row)
    head, *names = row.split(SIGN)
    found = re.search(r"((↑|↓) \d+ *)+$", names[-1])
    foot = found[0] if found else ""
    return head.strip(), [name.removesuffix(foot).strip() for name in names], foot


def column(pilot: Looker) -> list[str]:
    """Return the frame at the right: its head, the names, its foot."""
    rows = [row[84:] for row in text_of(pilot.app).splitlines()[22:30]]
    return [re.split(r"  +", row.strip(" │╭╮╰╯─●"))[0] for row in rows]


def everybody(server: Server) -> list[str]:
    """Return the people online, as listed."""
    return sorted(server.lobby.shown.people(), key=str.casefold)


async def turn_wheel(pilot: Looker, *, down: bool) -> None:
    """Turn the wheel over the list."""
    here = pilot.app.screen.query_one(PeopleList)
    kind = MouseScrollDown if down else MouseScrollUp
    here.post_message(kind(here, 1, 1, 0, 0, 0, False, False, False))
    await settle(pilot)


async def test_few_people_are_counted_and_there_is_nothing_to_scroll(server: Server) -> None:
    server.arrive("Ben", "Cleo")
    async with running(server.visitor("Ana")) as pilot:
        before = line(pilot)
        assert before == ("Online: 3", ["Ana", "Ben", "Cleo"], "")
        await press(pilot, "pagedown")
        assert line(pilot) == before


@pytest.mark.slow
async def test_everybody_is_seen_page_by_page_and_back(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        many_people(server)
        await shown(pilot)
        every = everybody(server)
        pages = [line(pilot)]
        while "↓" in pages[-1][2]:
            await press(pilot, "pagedown")
            pages.append(line(pilot))
        assert {head for head, _names, _foot in pages} == {"Online: 57"}
        assert [name for _head, names, _foot in pages for name in names] == every
        assert pages[1][2] == f"↑ {len(pages[0][1])}  ↓ {57 - len(pages[0][1] + pages[1][1])}"
        await press(pilot, "pagedown")
        assert line(pilot) == pages[-1]
        while "↑" in line(pilot)[2]:
            last = int(line(pilot)[2].split()[1])
            await press(pilot, "pageup")
            assert every[last - 1] in line(pilot)[1], "nobody is passed over"
        assert line(pilot) == pages[0]


@pytest.mark.slow
async def test_where_there_is_room_they_stand_below_each_other(server: Server) -> None:
    async with running(server.visitor("Ana"), LARGE) as pilot:
        many_people(server)
        await shown(pilot)
        every = everybody(server)
        assert column(pilot) == ["Online: 57", *every[:6], "↓ 51"]
        await press(pilot, "pagedown")
        assert column(pilot) == ["Online: 57", *every[6:12], "↑ 6"]
        await press(pilot, *["pagedown"] * 20)
        assert column(pilot) == ["Online: 57", *every[51:], "↑ 51"]


async def test_the_wheel_scrolls_too(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        many_people(server)
        await shown(pilot)
        await turn_wheel(pilot, down=True)
        assert line(pilot)[1][0] == everybody(server)[1]
        await turn_wheel(pilot, down=False)
        await turn_wheel(pilot, down=False)
        assert line(pilot)[1][0] == everybody(server)[0]


@pytest.mark.slow
async def test_what_is_scrolled_to_stays_while_people_come_and_go(server: Server) -> None:
    async with running(server.visitor("Ana", language="fr"), LARGE) as pilot:
        many_people(server)
        await shown(pilot)
        await do(pilot, "pagedown")
        server.arrive("Zora")
        await shown(pilot)
        assert column(pilot)[:2] == ["En ligne : 58", everybody(server)[6]]
        for visit in list(server.lobby.guests._here)[1:53]:
            server.lobby.comings.leave(visit)
        await shown(pilot)
        assert column(pilot)[1:7] == everybody(server)[-6:], "the end, as there are no more"


async def test_where_somebody_is_is_told_unless_their_table_is_private(server: Server) -> None:
    server.arrive("Ben", at=server.table("bataille", "Ben", "Cleo", title="Open to all"))
    hidden = server.table("bataille", "Dan", "Eva", title="Family", visibility="private")
    server.arrive("Dan", at=hidden)
    async with running(server.visitor("Ana"), LARGE) as pilot:
        await shown(pilot)
        rows = [row[84:].strip(" │") for row in text_of(pilot.app).splitlines() if SIGN in row]
        told = [re.split(r"  +", row.lstrip("● ")) for row in rows]
        assert told == [["Ana", "you"], ["Ben", "Open to all"], ["Dan", "at a table"]]
