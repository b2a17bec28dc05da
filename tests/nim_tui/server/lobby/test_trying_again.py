"""Trying again on a server: a table of one's own that begins as a game that is over did."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from nim_tui.review.service import ReviewService
from nim_tui.server.lobby.table_view import lobby_table
from nim_tui.server.play.reviews import ReviewStore
from nim_tui.server.rate_limit import TooOften
from nim_tui.server.storage.schema import PRIVATE, RUNNING
from nim_tui.server.tables.table_store import CannotUseTable
from rules.bataille import BATAILLE
from screens.app_api import NotPossible
from tests.nim_tui.review.reviewing import SHALLOW
from tests.nim_tui.review.test_service import Steady as Judging
from tests.nim_tui.server.lobby.records import lines_of, table_ids
from tests.nim_tui.server.lobby.steady import Play, Steady, until
from tests.screens.tables import SEARCHED, WON

pytestmark = pytest.mark.slow

BEFORE_THE_END = len(WON.split("; ")) - 1


async def played(server: Steady, words: str, **more: Any) -> str:
    """A game of Ana and Ben, so far; Eva has an account."""
    for name in ("Ana", "Ben", "Eva"):
        await (await server.enters(name)).leave()
    table = await server.table("bataille", "Ana", "Ben", **more)
    game = await server.lobby.opener.live(table)
    for text in words.split("; "):
        game.play(game.waiting[0], BATAILLE.parse(text))
    await server.database.settled()
    return table


async def tried(server: Steady, table: str, name: str, position: int, seat: int = 0) -> str:
    """Somebody tries again from a seat."""
    (account,) = server.numbers(name)
    return await server.lobby.trying_again.begin(table, account, position, seat)


@pytest.mark.nightly
def test_it_is_in_nobody_elses_lobby_and_counts_for_nothing(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await played(server, WON)
        made = await tried(server, table, "Eva", BEFORE_THE_END)
        await server.lobby.table_list.catch_up()
        row = server.lobby.table_list.known(made)
        assert row is not None
        assert (row.visibility, row.status, row.rated_from) == (PRIVATE, RUNNING, None)
        (eva_number,) = server.numbers("Eva")
        assert lobby_table(row, eva_number, "Eva").is_mine
        ben, eva = await server.enters("Ben"), await server.enters("Eva")
        await eva.sees("1 game waiting for you", f"#{BEFORE_THE_END}", "private", "casual")
        await ben.sees("No tables yet")
        assert f"#{BEFORE_THE_END}" not in ben.screen
        with pytest.raises(CannotUseTable, match="unknown table"):
            await tried(server, made, "Ben", 1)

    play(scene)


@pytest.mark.parametrize("name", ["Ana", "Ben", "Eva"])
def test_of_a_game_being_played_nobody_learns_by_trying(play: Play, name: str) -> None:
    async def scene(server: Steady) -> None:
        table = await played(server, SEARCHED)
        with pytest.raises(
            CannotUseTable, match="only a finished game can be replayed or reviewed"
        ):
            await tried(server, table, name, 3)
        assert server.lobby.table_list.hosted_by(*server.numbers(name)) == (name == "Ana")

    play(scene)


def test_a_private_game_is_tried_again_by_its_players_alone(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await played(server, WON, visibility=PRIVATE)
        with pytest.raises(CannotUseTable, match="unknown table"):
            await tried(server, table, "Eva", BEFORE_THE_END)
        assert await tried(server, table, "Ben", BEFORE_THE_END, 1)

    play(scene)


@pytest.mark.nightly
def test_from_the_end_nothing_is_set_up(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await played(server, WON)
        with pytest.raises(NotPossible, match="the game is over at this position"):
            await tried(server, table, "Ana", 10_000)
        assert server.lobby.table_list.hosted_by(*server.numbers("Ana")) == 0

    play(scene)


@pytest.mark.nightly
def test_nobody_has_more_tables_by_it_than_else_nor_faster(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await played(server, WON)
        most, at_once = server.lobby.limits.tables_an_account, server.lobby.limits.tables_at_once
        for _table in range(at_once):
            await tried(server, table, "Eva", BEFORE_THE_END)
        with pytest.raises(TooOften):
            await tried(server, table, "Eva", BEFORE_THE_END)
        for _table in range(at_once, most):
            await asyncio.sleep(server.lobby.limits.table_seconds)
            await tried(server, table, "Eva", BEFORE_THE_END)
        await asyncio.sleep(server.lobby.limits.table_seconds)
        with pytest.raises(CannotUseTable, match="unfinished tables"):
            await tried(server, table, "Eva", BEFORE_THE_END)

    play(scene, ticks=True)


@pytest.mark.nightly
def test_a_server_that_was_killed_has_it_as_it_stood(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await played(server, WON)
        made = await tried(server, table, "Ana", BEFORE_THE_END)
        await server.is_killed()
        game = await server.lobby.opener.live(made)
        assert game.moves_played == BEFORE_THE_END
        last = WON.split("; ")[-1]
        game.play(game.waiting[0], BATAILLE.parse(last))
        assert game.result is not None, "what was hidden lay where it had lain"

    play(scene)


def test_one_key_of_the_review_leads_there(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await played(server, WON)
        server.lobby.reviews = ReviewStore(
            ReviewService(Judging(), 2, depth=SHALLOW), server.folder / "reviews", most=9
        )
        ana = await server.enters("Ana", LANG="en_GB.UTF-8")
        await ana.type("f", "f", "f")
        await ana.sees("e Review")
        await ana.type("e")
        await ana.sees("accuracy", "Play from here")
        await ana.type("y")
        await ana.sees_no("accuracy")
        await until(lambda: len(table_ids(server.folder)) == 2, "a second table")
        made = next(one for one in table_ids(server.folder) if one != table)
        begun = lines_of(server.folder, made)
        assert begun == lines_of(server.folder, table)[: len(begun)]
        assert server.lobby.held.seated(made) is not None
        await ana.type("q")
        await ana.sees("accuracy")
        await ana.type("\x1b")
        await ana.sees("Lobby   ")

    play(scene)
