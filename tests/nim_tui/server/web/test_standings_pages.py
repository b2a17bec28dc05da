"""Ladders and tournaments as pages: what everybody may know, for whoever may come in."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from sqlalchemy import update

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.chat.store import club_channel, say
from nim_tui.server.clubs.store import found
from nim_tui.server.clubs.store import join as join_club
from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.formats import SWISS
from nim_tui.server.contests.ladder_store import challenge, join
from nim_tui.server.contests.tournament_rounds import begin
from nim_tui.server.contests.tournament_sheet import tournament_sheet as sheet
from nim_tui.server.contests.tournament_store import TournamentPlan, invite, set_up
from nim_tui.server.contests.tournament_store import join as take_part
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.schema import ACCOUNTS, PRIVATE, TOURNAMENTS
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.web import page_html as standings_pages
from nim_tui.server.web.cookies import fingerprint
from nim_tui.server.web.page_html import READS_AT_ONCE
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import EndEntry
from tests.nim_tui.server.storage.conftest import key
from tests.nim_tui.server.web.browsing import COOKIE, KEY, asks
from tests.nim_tui.server.web.house import House, house

HOSTILE = (
    '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "</td></table><h1>x",
    "javascript:alert(1)", "&lt;b&gt;", "$place $told", "' onmouseover='x", "\u202egnp.exe",
)  # fmt: skip
CUP = TournamentPlan("bataille", 4, 2, ClockPlan("days", 3 * 86_400), "Spring cup", rated_from=20)
TERMS = ContestConfig()


class Reader(HTMLParser):
    """The elements of a page, and the texts of its cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def people(here: House, count: int = 4) -> list[Account]:
    return [register(here.lobby.database, f"Person {n}", key(n)) for n in range(1, count + 1)]


def cup(here: House, four: list[Account], plan: TournamentPlan = CUP) -> str:
    """A tournament that has begun, its first game won by whoever sat first."""
    database = here.lobby.database
    made = set_up(database, four[0].id, plan, TERMS)
    for one in four[1:]:
        if plan.visibility == PRIVATE:
            invite(database, made, four[0].id, one.id)
        take_part(database, made, one.id)
    tables = begin(database, made).tables
    assert end_game(database, tables[0], EndEntry(((0,), (1,)), "resigned"))
    return made


async def text_of(here: House, path: str, **headers: str) -> str:
    status, _headers, text = await asks(here.door, path, **headers)
    assert status == 200, path
    return text


async def test_a_ladder_is_shown_from_the_top(tmp_path: Path) -> None:
    async with house(tmp_path / "data") as here:
        database, four = here.lobby.database, people(here)
        for one in four[:3]:
            join(database, "bataille", one.id)
        by = ClockPlan("days", 3 * 86_400)
        challenge(database, "bataille", (four[2].id, four[1].id), by, TERMS)
        text = await text_of(here, "/ladder/bataille")
        names = re.findall(r"<bdi>(.*?)</bdi>", text)
        assert names == ["Person 1", "Person 2", "Person 3"]
        assert "Person 3 challenges Person 2 for their rank" in text
        assert "Bataille sous les mers ladder" in text
        listed = await text_of(here, "/ladder")
        assert 'href="/ladder/bataille"' in listed
        assert "3 people" in listed


async def test_a_tournament_is_shown_with_its_crosstable_and_games(tmp_path: Path) -> None:
    async with house(tmp_path / "data") as here:
        made = cup(here, people(here))
        text = await text_of(here, f"/tournaments/{made}")
        reader = Reader(text)
        assert reader.tags.count("tr") == 5
        assert ("scope", "row") in reader.attributes
        assert text.count('class="first"') == 1
        assert text.count("won by ") == 1
        assert text.count('href="/t/') == 5, "games that go on can be looked at"
        assert "Sonneborn-Berger" in text
        assert "Bataille sous les mers, 4 players, 3 days per move, hosted by Person 1" in text
        listed = await text_of(here, "/tournaments")
        assert f'href="/tournaments/{made}"' in listed
        assert "Spring cup" in listed


async def test_a_round_is_followed_with_its_teams_and_bye(tmp_path: Path) -> None:
    event = EventTerms(SWISS, rounds=3, has_teams=True, team="Reds")
    async with house(tmp_path / "data") as here:
        database, five = here.lobby.database, people(here, 5)
        made = set_up(database, five[0].id, replace(CUP, size=8, event=event), TERMS)
        for number, one in enumerate(five[1:]):
            take_part(database, made, one.id, "Reds" if number % 2 else "Blues & <b>")
        tables = begin(database, made).tables
        assert end_game(database, tables[0], EndEntry(((0,), (1,)), "resigned"))
        text = await text_of(here, f"/tournaments/{made}")
        assert "round 1 of 3, games over: 1 of 2" in text
        assert "Bye in round 1: Person" in text
        assert re.search(r"Teams: 1\. .*, 2\. ", text)
        assert "Blues &amp; &lt;b&gt;" in text
        assert text.count('href="/t/') == 1, "the game that goes on"


async def test_before_it_begins_a_tournament_names_who_takes_part(tmp_path: Path) -> None:
    async with house(tmp_path / "data") as here:
        assert "No tournaments yet." in await text_of(here, "/tournaments")
        database, four = here.lobby.database, people(here)
        made = set_up(database, four[0].id, CUP, TERMS)
        take_part(database, made, four[1].id)
        text = await text_of(here, f"/tournaments/{made}")
        assert re.findall(r"<bdi>(.*?)</bdi>", text) == ["Person 1", "Person 2"]
        assert "2 of 4 players" in text
        assert "Starts when full." in text


async def test_both_speak_french(tmp_path: Path) -> None:
    async with house(tmp_path / "data") as here:
        made = cup(here, people(here))
        for path in (f"/tournaments/{made}", "/ladder/bataille"):
            by_header = await text_of(here, path, Accept_Language="fr")
            by_address = await text_of(here, f"{path}?language=fr")
            assert '<html lang="fr">' in by_header
            assert 'href="/ladder?language=fr"' in by_address
            listed = await text_of(here, path.rpartition("/")[0] + "?language=fr")
            assert f'href="{path}?language=fr"' in listed
            assert ">Échelles</a>" in unescape(by_header)
            assert '<html lang="en">' in await text_of(here, f"{path}?language=%22%3E")


@pytest.mark.parametrize("called", HOSTILE)
async def test_whatever_somebody_is_called_is_text(tmp_path: Path, called: str) -> None:
    """Names are bounded where they are chosen; here they are put past that, into the database."""
    async with house(tmp_path / "data") as here:
        database, four = here.lobby.database, people(here)
        made = cup(here, four)
        for one in four:
            join(database, "bataille", one.id)
        with database.writing() as connection:
            own = update(ACCOUNTS).where(ACCOUNTS.c.id == four[0].id)
            connection.execute(own.values(name=called))
            connection.execute(update(TOURNAMENTS).values(title=called))
        for path in ("/ladder/bataille", "/tournaments", f"/tournaments/{made}"):
            text = await text_of(here, path)
            reader = Reader(text)
            assert called in unescape(text)
            assert not {"img", "style"} & {*reader.tags}
            assert reader.tags.count("script") == 1  # the page's own
            assert reader.tags.count("h1") == 1
            assert not [name for name, _value in reader.attributes if name.startswith("on")]
            links = [value or "" for name, value in reader.attributes if name == "href"]
            assert all(value.startswith("/") for value in links)


async def test_a_page_loads_nothing_but_its_style(tmp_path: Path) -> None:
    async with house(tmp_path / "data") as here:
        status, headers, text = await asks(here.door, "/ladder/bataille")
        plain = (await asks(here.door, "/plain"))[1]
        policy = "Content-Security-Policy"
        assert (status, headers[policy]) == (200, plain[policy])
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        style = re.search(r'href="(/static/\w+/standings.css)"', text)
        assert style is not None
        assert (await asks(here.door, style[1]))[0] == 200
        assert "Set-Cookie" not in headers


async def test_who_is_invited_alone_sees_a_private_tournament(tmp_path: Path) -> None:
    async with house(tmp_path / "data") as here:
        four = people(here, 3)
        print_of_key = fingerprint(KEY)
        four.append(here.member("Ana", print_of_key))
        made = cup(here, four, replace(CUP, visibility=PRIVATE, title="Secret cup"))
        for cookie in ("", f"{COOKIE}={KEY}"):
            told = await asks(here.door, f"/tournaments/{made}", Cookie=cookie)
            assert told[0] == 404
            assert "Secret" not in told[2] + await text_of(here, "/tournaments", Cookie=cookie)


async def test_where_not_everybody_comes_in_a_name_is_needed(tmp_path: Path) -> None:
    async with house(tmp_path / "data", guests=False, mode="invite") as here:
        join(here.lobby.database, "bataille", people(here)[0].id)
        here.member("Ana", fingerprint(KEY))
        for cookie in ("", f"{COOKIE}={'x' * 43}"):
            status, _headers, text = await asks(here.door, "/ladder/bataille", Cookie=cookie)
            assert status == 403
            assert "Person" not in text
            assert "Ladders and tournaments are for people with an account" in text
        assert "Person 1" in await text_of(here, "/ladder/bataille", Cookie=f"{COOKIE}={KEY}")


@pytest.mark.parametrize(
    "path",
    ["/ladder/chess", "/ladder/himalaya2", "/tournaments/none", "/ladder/bataille/x", "/ladder/A",
     "/tournaments/%00", "/tournaments/'", "/laddering", "/ladder/" + "x" * 60],
)  # fmt: skip
async def test_what_is_not_there_is_not_found(tmp_path: Path, path: str) -> None:
    async with house(tmp_path / "data") as here:
        assert (await asks(here.door, path))[0] == 404


@pytest.mark.slow
async def test_a_page_is_only_read_and_not_too_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings_pages, "READ_SECONDS", 1e6)
    async with house(tmp_path / "data") as here:
        for method in ("POST", "PUT", "DELETE"):
            assert (await asks(here.door, "/ladder", method=method))[0] in (403, 405)
        found = [(await asks(here.door, "/ladder/bataille"))[0] for _n in range(READS_AT_ONCE + 1)]
        assert found == [200] * READS_AT_ONCE + [429]


async def test_clubs_are_shown_with_their_members_and_without_their_chat(tmp_path: Path) -> None:
    async with house(tmp_path / "data") as here:
        database, four = here.lobby.database, people(here)
        club = found(database, four[0].id, "Chess <b>friends</b>")
        join_club(database, club, four[1].id)
        say(database, four[0].id, "among ourselves", None, club_channel(club))
        listed = await text_of(here, "/clubs")
        assert f'href="/clubs/{club}"' in listed
        assert "Chess &lt;b&gt;friends&lt;/b&gt;" in listed
        page = await text_of(here, f"/clubs/{club}")
        assert "Person 1" in page
        assert "Person 2" in page
        assert "among ourselves" not in page
        for gone in ("/clubs/99", "/clubs/0x1", "/clubs/abc"):
            assert (await asks(here.door, gone))[0] == 404


async def test_a_page_is_sent_again_only_when_it_has_changed(tmp_path: Path) -> None:
    async with house(tmp_path / "data") as here:
        made = cup(here, people(here))
        path = f"/tournaments/{made}"
        _status, headers, before = await asks(here.door, path)
        assert re.search(r'<script type="module" src="/[^"]+/standings.js"></script>', before)
        seen = {"If-None-Match": headers["etag"]}
        assert (await asks(here.door, path, **seen))[0] == 304
        database = here.lobby.database
        table = next(game.table for game in sheet(database, made, None).games if not game.played)
        assert table is not None
        assert end_game(database, table, EndEntry(((1,), (0,)), "resigned"))
        status, headers, after = await asks(here.door, path, **seen)
        assert (status, after == before) == (200, False)
        assert headers["etag"] != seen["If-None-Match"]
