"""The first page: the games, who waits and who plays, and the keys that begin a session."""

from __future__ import annotations

from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from nim_tui.puzzles.puzzle_file import puzzles_of
from nim_tui.registry import all_games
from nim_tui.server.accounts.store import Account
from nim_tui.server.identity import ServerIdentity
from nim_tui.server.settings.identity import IdentityConfig
from nim_tui.server.settings.sections import CLOSED
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.server.web import daily_puzzle
from nim_tui.server.web.cookies import fingerprint
from nim_tui.tables.table import Table
from screens.game_intro import GameIntro
from tests.nim_tui.server.web.browsing import KEY, Door, asks, both, tab
from tests.nim_tui.server.web.house import House, house
from tests.nim_tui.server.web.test_pages import Reader

PURPOSE = "nim_tui_purpose"


async def opened(home: House, host: Account, *, bots: int = 0, **more: Any) -> str:
    """A table of Bataille, with a free seat or against a bot."""
    other = SeatWish(bot="easy") if bots else SeatWish()
    plan = TablePlan("bataille", [SeatWish(account=host.id), other], **more)
    return await home.lobby.tables.create(host.id, plan)


async def text_of(home: House, **headers: str) -> str:
    status, _headers, text = await asks(home.door, "/", **headers)
    assert status == 200
    return text


async def pressed(door: Door, path: str) -> str:
    """The cookie with which a browser comes to its session after a key was pressed."""
    status, headers, _text = await asks(door, path, method="POST", Origin=door.origin)
    assert status == 303, path
    told = SimpleCookie(headers["Set-Cookie"])[PURPOSE]
    assert (told["path"], told["samesite"], told["httponly"]) == ("/ws", "Strict", True)
    return f"{PURPOSE}={told.value}"


async def test_it_shows_every_game_with_its_picture(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        page = Reader(await text_of(home))
        (script,) = [attrs["src"] or "" for tag, attrs in page.tags if tag == "script"]
        assert script.endswith("/first.js"), "nothing else needs one"
        pressed_at = {attrs["action"] for tag, attrs in page.tags if tag == "form"}
        assert {
            f"/{deed}/{game}" for deed in ("play", "learn") for game in all_games()
        } <= pressed_at
        pictures = [attrs["src"] for tag, attrs in page.tags if tag == "img" and not attrs["alt"]]
        assert len(set(pictures)) == len(all_games())
        for one in pictures:
            status, headers, _text = await asks(home.door, one or "")
            assert (status, headers["Content-Type"]) == (200, "image/png")
            assert "immutable" in headers["Cache-Control"]


@pytest.mark.parametrize("game", all_games())
async def test_the_puzzle_of_the_day_shows_its_position_as_its_solver_sees_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    written, seen = puzzles_of(game)[0], list[int | None]()
    whole = Table.view
    monkeypatch.setattr(daily_puzzle, "daily", lambda _games, _day: (game, written))

    def view(table: Table, seat: int | None) -> Any:
        seen.append(seat)
        return whole(table, seat)

    monkeypatch.setattr(Table, "view", view)
    async with house(tmp_path) as home:
        page = Reader(await text_of(home))
        (source,) = [attrs["src"] for tag, attrs in page.tags if tag == "img" and attrs["alt"]]
        pictures = []
        for _time in range(2):
            status, headers, text = await asks(home.door, source or "")
            assert (status, headers["Content-Type"]) == (200, "image/svg+xml")
            assert headers["Cache-Control"] == "public, max-age=86400"
            assert headers["Content-Security-Policy"] == "default-src 'none'"
            pictures.append(text)
        wrong = f"{daily_puzzle.POSITION}?day=2000-01-01"
        assert (await asks(home.door, wrong))[1]["Cache-Control"] == "no-store"
    assert seen == [written.seat], "it is drawn once, for its solver"
    assert pictures[0] == pictures[1]
    drawn = ElementTree.fromstring(pictures[0])
    assert {element.tag.rpartition("}")[2] for element in drawn.iter()} == {"svg", "rect", "text"}
    assert not any({"style", "class"} & {*element.attrib} for element in drawn.iter())
    assert len({element.get("fill") for element in drawn.iter()}) > 5, "it is drawn in colours"


async def test_without_a_drawing_the_puzzle_of_the_day_shows_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily_puzzle, "intro_of", lambda _game: GameIntro())
    async with house(tmp_path) as home:
        page = Reader(await text_of(home))
        assert not [attrs for tag, attrs in page.tags if tag == "img" and attrs["alt"]]
        assert 'action="/puzzle/daily"' in await text_of(home)


async def test_its_tables_are_told_anew_only_when_they_have_changed(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        before, headers, _text = await asks(home.door, "/now")
        seen = headers["ETag"]
        again, _headers, nothing = await asks(home.door, "/now", **{"If-None-Match": seen})
        assert (before, again, nothing) == (200, 304, "")
        waits = await opened(home, ana, title="Come in")
        secret = await opened(home, ana, title="Family", visibility=PRIVATE)
        status, _headers, text = await asks(home.door, "/now", **{"If-None-Match": seen})
        assert status == 200
        assert f'action="/sit/{waits}"' in text
        assert secret not in text


async def test_it_shows_public_tables_and_people_to_strangers(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        waits = await opened(home, ana, title="Come in")
        plays = await opened(home, ana, bots=1, title="A duel")
        secret = await opened(home, ana, title="Family", visibility=PRIVATE)
        async with tab(home.door, key=KEY, sees="Come in"):
            text = await text_of(home)
            assert f'action="/sit/{waits}"' in text
            assert f'action="/watch/{plays}"' in text
            assert "<bdi>Ana</bdi>" in text
            assert "1 person here" in text
            assert secret not in text
            assert "Family" not in text
            own = await text_of(home, Cookie=f"nim_tui={KEY}")
            assert f'href="/t/{secret}"' in own, "one's own tables are offered to go on with"


async def test_a_server_for_members_shows_strangers_the_games_alone(tmp_path: Path) -> None:
    async with house(tmp_path, guests=False, mode=CLOSED) as home:
        ana = home.member("Ana", fingerprint(KEY))
        await opened(home, ana, title="Come in")
        async with tab(home.door, key=KEY, sees="Come in"):
            stranger = await text_of(home)
            assert "Come in" not in stranger
            assert "Ana" not in stranger
            assert "This server accepts no new users." in stranger
            assert "Come in" in await text_of(home, Cookie=f"nim_tui={KEY}")


async def test_where_a_name_is_needed_it_offers_to_choose_one(tmp_path: Path) -> None:
    async with house(tmp_path, guests=False) as home:
        text = await text_of(home)
        assert 'action="/keep"' in text
        assert 'action="/keep"' not in await text_of(home, Cookie=f"nim_tui={KEY}")


async def test_play_now_seats_a_guest_against_easy_bots(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        cookie = await pressed(home.door, "/play/bataille")
        async with tab(home.door, headers={"Cookie": cookie}, sees="Your turn") as one:
            (row,) = home.lobby.table_list._index.entries.values()
            assert [seat.bot for seat in row.row.seats] == [None, "easy"]
            dropped = SimpleCookie(one.socket._response.headers["Set-Cookie"])[PURPOSE]
            assert dropped["max-age"] == "0", "a session begun anew plays no further game"


@pytest.mark.slow
async def test_in_text_mode_too(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        cookie = await pressed(home.door, "/plain/play/bataille")
        async with tab(home.door, headers={"Cookie": cookie}, asked="plain=1", sees="Coach"):
            pass
        cookie = await pressed(home.door, "/plain/learn/himalaya")
        async with tab(home.door, headers={"Cookie": cookie}, asked="plain=1", sees="Step 1"):
            pass


@pytest.mark.slow
async def test_learn_opens_the_first_lesson(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        cookie = await pressed(home.door, "/learn/bataille")
        async with tab(home.door, headers={"Cookie": cookie}, sees="Skip step"):
            pass


@pytest.mark.slow
async def test_the_puzzle_of_the_day_is_opened(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        assert 'action="/puzzle/daily"' in await text_of(home)
        cookie = await pressed(home.door, "/puzzle/daily")
        async with tab(home.door, headers={"Cookie": cookie}, sees="Puzzle of the day"):
            pass


async def test_keys_lead_to_games_that_exist_and_from_pages_of_this_server() -> None:
    async with both() as (_served, door):
        own = {"method": "POST", "Origin": door.origin}
        for wrong in (
            "/play/chess",
            "/play/",
            "/learn/..",
            "/puzzle/x",
            "/sit/x",
            "/watch/" + "a" * 90,
            "/cheat/x-1",
        ):
            assert (await asks(door, wrong, **own))[0] == 404, wrong
        for foreign in ({"method": "POST", "Origin": "https://evil.example"}, {"method": "POST"}):
            assert (await asks(door, "/play/bataille", **foreign))[0] == 403


async def test_who_tries_again_after_a_key_without_a_connection_gets_back_to_its_page() -> None:
    """As the address is that of what was pressed; links begin nothing."""
    async with both() as (_served, door):
        for pressed, page in (
            ("/play/bataille?language=fr", "/?language=fr"),
            ("/plain/puzzle/daily", "/"),
            ("/sit/bataille-3", "/t/bataille-3"),
            ("/watch/bataille-3", "/t/bataille-3"),
            ("/watch/chess", "/"),
        ):
            for method in ("GET", "HEAD"):
                status, headers, _text = await asks(door, pressed, method=method)
                assert (status, headers["Location"]) == (303, page)
                assert "Set-Cookie" not in headers


async def test_only_deeds_that_are_known_reach_a_session() -> None:
    async with both() as (served, door):
        for told in (
            "play.bataille",
            "sit.bataille-3",
            "sit.x",
            "cheat.bataille",
            "play." + "a" * 99,
        ):
            async with tab(door, headers={"Cookie": f"{PURPOSE}={told}"}):
                pass
        reached = [str(visit.purpose or "") for visit in served.house.visits]
        assert reached == ["play.bataille", "sit.bataille-3", "", "", ""]


async def test_a_club_shows_its_name_and_texts_escaped(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        club = IdentityConfig(
            server_name="Tide <b>", welcome="Tuesdays.", welcome_fr="Le mardi.",
            motd="Bring tea & cake.", house_rules="Be kind.",
        )  # fmt: skip
        home.lobby.identity = ServerIdentity(home.lobby.database, club)
        text = await text_of(home, **{"Accept-Language": "fr"})
        assert "<title>Tide &lt;b&gt;</title>" in text
        for told in ("Le mardi.", "Bring tea &amp; cake.", "Be kind."):
            assert f">{told}</p>" in text
