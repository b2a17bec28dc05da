"""Browsers in a real house: names, codes, tables, admins."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.keys import keys_of, new_code, remove_key
from nim_tui.server.accounts.store import account_with_key
from nim_tui.server.moderation import bans
from nim_tui.server.settings.sections import CLOSED, INVITE
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.server.web.cookies import fingerprint
from tests.nim_tui.server.ssh.serving import HOST, new_key
from tests.nim_tui.server.web.browsing import KEY, asks, tab
from tests.nim_tui.server.web.house import LOBBY, NAMING, OTHER, house, with_ssh
from tests.waiting import until

YOURS = "hide submarine 1 of 3"


async def test_a_guest_is_in_the_lobby_and_gone_after(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        async with tab(home.door, sees="You are a guest") as one:
            await one.sees("1 person online")
            (facts,) = await home.visits.listed()
            assert (facts["key"], facts["address"]) == (None, HOST)
        await home.door.empty()
        assert await home.visits.listed() == []


@pytest.mark.slow
async def test_a_cookie_is_a_key_of_an_account(tmp_path: Path) -> None:
    async with house(tmp_path, guests=False) as home:
        async with tab(home.door, key=KEY, sees=NAMING) as one:
            await one.type("Ana")
            await one.type("\r")
            await one.sees("Enter again")
            await one.type("\r")
            await one.sees(LOBBY)
            known = home.owner(KEY)
            assert known is not None
            assert (known.name, known.is_guest) == ("Ana", False)
            (facts,) = await home.visits.listed()
            assert (facts["name"], facts["key"]) == ("Ana", fingerprint(KEY))
            assert KEY not in str(facts)
        async with tab(home.door, key=KEY, sees=LOBBY) as again:
            await again.sees("Ana")


@pytest.mark.slow
async def test_a_code_shown_over_ssh_joins_a_browser(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        key = new_key()
        ana = home.member("Ana", key.get_fingerprint("sha256"))
        async with with_ssh(home, key), tab(home.door, key=KEY, sees=NAMING) as one:
            await one.type(f"Ana {new_code(home.lobby.database, ana.id)}\r")
            await one.sees(LOBBY)
            known = home.owner(KEY)
            assert known is not None
            assert known.id == ana.id
            assert len(keys_of(home.lobby.database, ana.id)) == 2


@pytest.mark.slow
async def test_a_code_shown_in_a_browser_joins_a_key_of_ssh(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        key = new_key()
        async with tab(home.door, key=KEY, sees=LOBBY), with_ssh(home, key, sees=NAMING) as two:
            two.type(f"Ana {new_code(home.lobby.database, ana.id)}\r")
            await two.sees(LOBBY)
            found = account_with_key(home.lobby.database, key.get_fingerprint("sha256"))
            assert found is not None
            assert found.id == ana.id


async def test_a_wrong_code_joins_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        home.member("Ana", fingerprint(KEY))
        async with tab(home.door, key=OTHER, sees=NAMING) as one:
            await one.type("Ana 2222-2222-2222\r")
            await one.sees("the name and link code do not match, or the code has expired")
            assert home.owner(OTHER) is None


@pytest.mark.slow
async def test_a_key_taken_away_opens_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        key = new_key()
        ana = home.member("Ana", key.get_fingerprint("sha256"))
        async with tab(home.door, key=KEY, sees=NAMING) as one:
            await one.type(f"Ana {new_code(home.lobby.database, ana.id)}\r")
            await one.sees(LOBBY)
        found = fingerprint(KEY)
        assert found is not None
        remove_key(home.lobby.database, ana.id, found)
        async with tab(home.door, key=KEY, sees=NAMING):
            pass


async def test_an_invitation_is_needed_where_it_is_for_ssh(tmp_path: Path) -> None:
    async with (
        house(tmp_path, guests=False, mode=INVITE) as home,
        tab(home.door, key=KEY, sees=NAMING) as one,
    ):
        await one.type("Ana\r")
        await one.sees("new users need an invitation code: type a name and the code")
        assert home.owner(KEY) is None


async def test_a_closed_server_takes_known_browsers_alone(tmp_path: Path) -> None:
    async with house(tmp_path, guests=False, mode=CLOSED) as home:
        home.member("Ana", fingerprint(KEY))
        async with tab(home.door, key=KEY, sees=LOBBY):
            pass
        async with tab(home.door, key=OTHER, sees="accepts no new users") as stranger:
            await stranger.is_sent_away()


async def test_who_is_banned_in_the_middle_is_sent_away_and_stays_out(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        async with tab(home.door, key=KEY, sees=LOBBY) as one:
            ban = bans.ban(home.lobby.database, bans.account(ana.id), "rude")
            assert len(await home.visits.end_banned(ban)) == 1
            await one.sees("You are banned from this server: rude")
            await one.is_sent_away()
        async with tab(home.door, key=KEY, sees="You are banned from this server: rude") as one:
            await one.is_sent_away()


async def test_a_session_is_ended_with_a_last_line(tmp_path: Path) -> None:
    async with house(tmp_path) as home, tab(home.door, sees="You are a guest") as one:
        (facts,) = await home.visits.listed()
        assert isinstance(facts["visit"], int)
        assert home.visits.end(facts["visit"], "Go home.")
        await one.sees("Go home.")
        await one.is_sent_away()


@pytest.mark.slow
async def test_an_address_of_a_table_marks_it_and_takes_no_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        home.member("Ben", fingerprint(OTHER))
        for title in ("first", "second", "third"):
            plan = TablePlan("bataille", [SeatWish(account=ana.id), SeatWish()], title)
            table = await home.lobby.tables.create(ana.id, plan)
            if title == "first":
                wanted = table
        async with tab(
            home.door, key=OTHER, asked=f"size=120x40&table={wanted}", sees=LOBBY
        ) as ben:
            await until(lambda: "first" in ben.text, "the table")
            await ben.sees("Enter take a seat")
            assert list(home.lobby.table_list.seated(wanted)) == [ana.id, None]
            await ben.type("\r")
            await ben.sees("hide submarine 1 of 3")
            (facts,) = await home.visits.listed()
            assert facts["table"] == wanted


@pytest.mark.slow
async def test_an_address_of_a_game_opens_it_by_either_door(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        key = new_key()
        ana = home.member("Ana", key.get_fingerprint("sha256"))
        ben = home.member("Ben", fingerprint(KEY))
        plan = TablePlan("bataille", [SeatWish(account=ana.id), SeatWish()])
        table = await home.lobby.tables.create(ana.id, plan)
        await home.lobby.tables.join(table, ben.id)
        shows = "hide submarine 1 of 3"
        async with with_ssh(home, key, sees=shows, command=f"table {table}"):
            asked = f"size=80x24&table={table}"
            async with tab(home.door, key=KEY, asked=asked, sees=shows):
                pass
            async with tab(home.door, asked=asked, sees="waiting for Ana"):
                pass
            cleo = new_key()
            home.member("Cleo", cleo.get_fingerprint("sha256"))
            async with with_ssh(home, cleo, sees="waiting for Ana", command="tv"):
                pass


@pytest.mark.slow
async def test_an_id_opens_nothing_more(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        plan = TablePlan("bataille", [SeatWish(account=ana.id), SeatWish()], visibility=PRIVATE)
        table = create_table(home.lobby.database, ana.id, plan)
        for asked in (table, "nobody-123"):
            async with tab(home.door, asked=f"size=80x24&table={asked}", sees=LOBBY) as one:
                await one.sees(f"unknown table '{asked}'")


@pytest.mark.slow
async def test_a_guest_whose_line_is_cut_comes_back_to_their_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        known = {"Cookie": f"nim_tui_guest={OTHER}"}
        async with tab(home.door, headers=known, sees="You are a guest"):
            (facts,) = await home.visits.listed()
            number = facts["account"]
            assert isinstance(number, int)
            plan = TablePlan("bataille", [SeatWish(account=ana.id), SeatWish(account=number)])
            table = await home.lobby.tables.create(ana.id, plan)
        await home.door.empty()
        async with tab(home.door, headers=known, asked=f"size=80x24&table={table}", sees=YOURS):
            (facts,) = await home.visits.listed()
            assert facts["account"] == number
        await home.door.empty()
        asked = f"size=80x24&table={table}"
        async with tab(home.door, asked=asked, sees="waiting for Ana"):
            (facts,) = await home.visits.listed()
            assert facts["account"] != number


@pytest.mark.slow
async def test_a_guests_browser_is_told_apart_by_pages_of_ours_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        for headers, is_told in (
            ({}, True),
            ({"Cookie": f"nim_tui_guest={KEY}"}, False),
            ({"Cookie": f"nim_tui={KEY}"}, False),
            ({"Sec_Fetch_Site": "cross-site"}, False),
        ):
            _status, found, _text = await asks(home.door, "/known", **headers)
            assert ("nim_tui_guest=" in found.get("Set-Cookie", "")) == is_told
    async with house(tmp_path, guests=False) as home:
        assert "Set-Cookie" not in (await asks(home.door, "/known"))[1]


@pytest.mark.slow
async def test_a_page_is_told_where_it_is(tmp_path: Path) -> None:
    """For its address, and for the session that begins once this one is lost; by lines too."""
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint(KEY))
        ben = home.member("Ben", fingerprint(OTHER))
        plan = TablePlan("bataille", [SeatWish(account=ana.id), SeatWish(account=ben.id)])
        table = await home.lobby.tables.create(ana.id, plan)
        async with tab(home.door, key=KEY, asked=f"size=80x24&table={table}", sees=YOURS) as one:
            assert one.facts["at"] == f"/t/{table}"
            await one.type("q")
            await until(lambda: one.facts["at"] == "/", "the lobby")
        asked = f"plain=1&table={table}"
        async with tab(home.door, key=OTHER, asked=asked, sees="Bataille") as other:
            await until(lambda: other.facts.get("at") == f"/t/{table}", "the table")
            await other.type("leave\n")
            await until(lambda: other.facts["at"] == "/", "the lobby")


@pytest.mark.slow
async def test_a_guest_who_chooses_a_name_keeps_their_seats(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        guest = f"nim_tui_guest={OTHER}"
        begins = {"Cookie": f"{guest}; nim_tui_purpose=play.bataille"}
        async with tab(home.door, headers=begins, sees="Your turn"):
            (before,) = home.lobby.guests
            account = before.who.account
        named = {"Cookie": f"{guest}; nim_tui={KEY}"}
        async with tab(home.door, headers=named, sees=NAMING) as one:
            await one.type("Ana\r")
            await one.sees("Enter again")
            await one.type("\r")
            await one.sees("your turn")
            known = home.owner(KEY)
            assert known is not None
            assert (known.id, known.name, known.is_guest) == (account, "Ana", False)
            (table,) = home.lobby.table_list.of(account)
            row = home.lobby.table_list.known(table)
            assert row is not None
            assert row.seats[0].name == "Ana"
            one.forget()
            await one.type("\r")
            await one.sees("Your turn")
        assert home.owner(KEY) == known


@pytest.mark.slow
async def test_a_name_that_is_taken_leaves_the_guest_as_they_were(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ana = home.member("Ana", fingerprint("a" * 43))
        guest = f"nim_tui_guest={OTHER}"
        begins = {"Cookie": f"{guest}; nim_tui_purpose=play.bataille"}
        async with tab(home.door, headers=begins, sees="Your turn"):
            (before,) = home.lobby.guests
            account = before.who.account
        named = {"Cookie": f"{guest}; nim_tui={KEY}"}
        async with tab(home.door, headers=named, sees=NAMING) as one:
            await one.type("Ana\r")
            await one.sees("taken")
            assert home.owner(KEY) is None
            assert home.owner("a" * 43) == ana
        async with tab(home.door, headers={"Cookie": guest}, sees="your turn"):
            (again,) = home.lobby.guests
            assert again.who.account == account
