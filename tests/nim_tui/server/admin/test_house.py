"""Keeping house: lists in pages, announcements, mutes, and draining a server."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.store import NoSuchAccount, register, register_guest
from nim_tui.server.admin.lists import A_PAGE, paged
from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import ListAccounts, ListTables, Mute, Unmute
from nim_tui.server.lobby.table_setup import Draining
from nim_tui.server.moderation.mutes import Muted, check_not_muted
from nim_tui.server.services import Services
from nim_tui.server.sessions.admin import DrainControl
from nim_tui.server.storage.database import Database
from rules.messages import Refusal
from tests.nim_tui.server.admin.conftest import person
from tests.nim_tui.server.storage.conftest import begun, key


def names(database: Database, find: str = "", page: int = 1) -> list[str]:
    found = from_books(database, ListAccounts(find, page))
    return [one["name"] for one in found["accounts"]]


def test_accounts_are_listed_in_pages_and_found_by_name(database: Database) -> None:
    for number in range(A_PAGE + 1):
        register(database, f"Player {number}", key(number))
    register_guest(database)
    first = from_books(database, ListAccounts())
    assert (len(first["accounts"]), first["pages"], first["total"]) == (A_PAGE, 2, A_PAGE + 2)
    both = [*names(database), *names(database, page=2)]
    assert len(set(both)) == A_PAGE + 2
    assert names(database, page=3) == []
    assert names(database, "PLAYER 77") == ["Player 77"]
    assert names(database, "%") == names(database, "_") == []
    found = from_books(database, ListAccounts("Player 7"))["accounts"]
    assert {one["keys"] for one in found} == {1}
    assert {one["guest"] for one in found} == {False}


def test_tables_are_listed_by_status_game_and_name(database: Database) -> None:
    ana, ben = person(database, "Ana").account, person(database, "Ben").account
    sea = begun(database, ana, ben)
    cards = begun(database, ana, game="submarine", bots=("random",))

    def found(**wanted: str) -> set[str]:
        facts = from_books(database, ListTables(**wanted))  # type: ignore[arg-type]
        assert facts["total"] == len(facts["tables"])
        return {one["table"] for one in facts["tables"]}

    assert found() == found(status="running") == {sea, cards}
    assert found(status="over") == found(game="nowhere") == set()
    assert found(game="submarine") == {cards}
    assert found(find="ben") == {sea}


def test_a_page_of_nothing_is_empty() -> None:
    assert paged("visits", [], 1) == {"visits": [], "page": 1, "pages": 0, "total": 0}


def test_who_is_muted_may_say_nothing_for_that_time(database: Database) -> None:
    ana = register(database, "Ana", key(1))
    check_not_muted(database, ana.id)
    told = from_books(database, Mute("Ana", 3600))
    assert told["ends"] is not None
    with pytest.raises(Muted, match="until 20"):
        check_not_muted(database, ana.id)
    from_books(database, Mute("ana"))
    with pytest.raises(Muted, match=r"an admin muted you$"):
        check_not_muted(database, ana.id)
    (listed,) = from_books(database, ListAccounts())["accounts"]
    assert (listed["muted"], listed["muted_until"]) == (True, None)
    from_books(database, Unmute("Ana"))
    check_not_muted(database, ana.id)
    with pytest.raises(Refusal, match="'Ana' is not muted"):
        from_books(database, Unmute("Ana"))
    with pytest.raises(NoSuchAccount):
        from_books(database, Mute("Nobody"))


def test_a_mute_ends_by_itself(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = register(database, "Ana", key(1))
    from_books(database, Mute("Ana", 60))
    now = database.now()
    monkeypatch.setattr(database, "now", lambda: now + 61)
    check_not_muted(database, ana.id)
    assert not from_books(database, ListAccounts())["accounts"][0]["muted"]
    with pytest.raises(Refusal, match="is not muted"):
        from_books(database, Unmute("Ana"))


async def test_who_is_muted_is_not_heard_in_the_lobby(database: Database) -> None:
    lobby, ana = Services(database), register(database, "Ana", key(1))
    await database.ask(from_books, Mute("Ana"))
    with pytest.raises(Muted):
        await lobby.talking.say(ana.id, "hello")
    await database.ask(from_books, Unmute("Ana"))
    await lobby.talking.say(ana.id, "hello again")
    assert [line.text for line in lobby.talking.said()] == ["hello again"]
    lobby.close()


async def test_no_game_begins_while_a_lobby_is_drained(database: Database) -> None:
    from nim_tui.server.tables.table_store import SeatWish, TablePlan

    lobby, ana = Services(database), register(database, "Ana", key(1))
    ben = register(database, "Ben", key(2))
    table = await lobby.tables.create(
        ana.id, TablePlan("bataille", [SeatWish(account=ana.id), SeatWish()])
    )
    lobby.tables.drain()
    with pytest.raises(Draining, match="the server is stopping soon: no new game can begin"):
        await lobby.tables.join(table, ben.id)
    with pytest.raises(Draining):
        await lobby.tables.create(
            ana.id, TablePlan("bataille", [SeatWish(account=ana.id), SeatWish()])
        )
    assert lobby.held.tables_played == 0
    lobby.close()


class Door:
    """Where people come in."""

    is_open = True

    def stop_listening(self) -> None:
        self.is_open = False


async def test_a_server_alone_that_is_drained_lets_those_back_whose_line_broke(
    database: Database,
) -> None:
    lobby, door = Services(database), Door()
    draining = DrainControl(lobby, lambda: None)
    draining.close_doors = [door.stop_listening]
    await draining.begin(3600)
    assert door.is_open
    lobby.close()
