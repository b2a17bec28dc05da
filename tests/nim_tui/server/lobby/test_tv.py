"""TV: when its game is over, it goes on with the next one, for those still at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from nim_tui.server.lobby import featured
from nim_tui.server.lobby.featured import FeaturedGames
from nim_tui.server.storage.schema import PUBLIC, RUNNING
from nim_tui.server.tables.exclusions import excluded_from

EVA, FINN = 5, 6


@dataclass
class Viewer:
    """Somebody in the house."""

    account: int
    table: str | None
    told: list[Any] = field(default_factory=list)

    @property
    def who(self) -> Viewer:
        """The person."""
        return self

    def be_told(self, text: str, facts: dict[str, Any]) -> None:
        """Note what is told."""
        self.told.append((text, facts))

    def move_on(self, table: str, following: str) -> None:
        """Go from one table to another."""
        assert self.table == table
        self.table = following


@dataclass
class House:
    """Tables and people, as TV knows them."""

    people: list[Viewer]
    running: list[str]
    waiting: list[Coroutine[Any, Any, None]] = field(default_factory=list)
    excluded: dict[int, set[str]] = field(default_factory=dict)

    def tv(self) -> FeaturedGames:
        """Return the TV of this house; tables that come later are featured."""
        base = SimpleNamespace(
            table_list=SimpleNamespace(public_running=self._rows),
            guests=SimpleNamespace(at=lambda at: [one for one in self.people if one.table == at]),
            database=SimpleNamespace(start=self.waiting.append, look=self._look),
        )
        nobody = SimpleNamespace(of=lambda account: {})
        return FeaturedGames(base, nobody)  # type: ignore[arg-type]

    async def _look(self, what: object, account: int) -> set[str]:
        assert what is excluded_from
        return self.excluded.get(account, set())

    def _rows(self) -> list[Any]:
        return [
            SimpleNamespace(
                id=name, game="bataille", status=RUNNING, visibility=PUBLIC, clock=None,
                seats=(), created=float(number),
            )
            for number, name in enumerate(self.running)
        ]  # fmt: skip

    def go_on(self) -> None:
        """Let the pause pass."""
        for one in self.waiting:
            asyncio.run(one)
        self.waiting.clear()


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go on at once."""
    monkeypatch.setattr(featured, "PAUSE", 0.0)


def test_it_goes_on_with_the_next_game_after_a_pause() -> None:
    eva, finn = Viewer(EVA, "first"), Viewer(FINN, "first")
    house = House([eva, finn], ["other", "first"])
    tv = house.tv()
    assert asyncio.run(tv.watch(EVA)) == "first"
    house.running.remove("first")
    tv.note_over("first")
    assert [text for text, _facts in eva.told] == [featured._NEXT]
    assert eva.table == "first", "the result is seen for a while"
    house.go_on()
    assert eva.table == "other"
    assert (finn.table, finn.told) == ("first", []), "who watches the table alone stays there"


def test_it_follows_game_after_game() -> None:
    eva = Viewer(EVA, "b")
    house = House([eva], ["a", "b"])
    tv = house.tv()
    asyncio.run(tv.watch(EVA))
    for over, following in (("b", "c"), ("c", "d")):
        house.running = ["a", following]
        tv.note_over(over)
        house.go_on()
        assert eva.table == following


def test_it_stays_with_whoever_has_left_the_table() -> None:
    eva = Viewer(EVA, "first")
    house = House([eva], ["other", "first"])
    tv = house.tv()
    asyncio.run(tv.watch(EVA))
    tv.note_over("first")
    eva.table = None
    house.go_on()
    assert eva.table is None


def test_without_another_game_it_stays_at_the_table() -> None:
    eva = Viewer(EVA, "first")
    house = House([eva], ["first"])
    tv = house.tv()
    asyncio.run(tv.watch(EVA))
    house.running.clear()
    tv.note_over("first")
    house.go_on()
    assert eva.table == "first"


def test_it_leads_to_no_table_that_somebody_was_excluded_from() -> None:
    eva = Viewer(EVA, None)
    house = House([eva], ["open", "closed"], excluded={EVA: {"closed", "last"}})
    tv = house.tv()
    assert asyncio.run(tv.watch(EVA)) == "open"
    eva.table, house.running = "open", ["next", "last"]
    tv.note_over("open")
    house.go_on()
    assert eva.table == "next"
