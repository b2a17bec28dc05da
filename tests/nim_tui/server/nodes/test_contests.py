"""Ladders and tournaments with several servers: each result counts once, wherever it is made."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import partial

import pytest

from nim_tui.server.accounts.keys import new_code
from nim_tui.server.bots.league import BotLeague
from nim_tui.server.bots.store import become_bot
from nim_tui.server.contests.ladder_store import ladder_sheet
from nim_tui.server.contests.tournament_sheet import (
    TournamentData,
    tournament_sheet,
    tournaments_seen,
)
from nim_tui.server.contests.tournament_store import TournamentPlan
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.schema import OVER, RUNNING
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.nodes.conftest import Node, Pair, Visitor
from tests.nim_tui.server.storage.conftest import key
from tests.waiting import until

pytestmark = pytest.mark.nightly

SLOW = ClockPlan("days", 86_400)
EVENING = TournamentPlan("bataille", 4, 2, ClockPlan("game", 900), "Cup", begins_full=False)


def has_heard(who: Visitor, words: str) -> bool:
    return any(words in line for line in who.heard)


def order(node: Node) -> list[str]:
    return [one.name for one in ladder_sheet(node.database, "bataille").people]


async def test_a_challenge_is_told_answered_and_settled_across_nodes(pair: Pair) -> None:
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    for one in (ana, ben):
        await pair.one.lobby.ladders.join("bataille", one.account)
    await pair.other.lobby.ladders.challenge("bataille", (ben.account, ana.account), SLOW)
    await until(lambda: any("Ben challenges you" in line for line in ana.heard), "the challenge")
    (asked,) = await pair.one.lobby.ladders.asked_of(ana.account)
    table = await pair.one.lobby.ladders.accept(asked, ana.account)
    await until(lambda: any("accepts your challenge" in line for line in ben.heard), "the answer")
    assert pair.one.held(table).is_own
    await ben.goes_to(table)
    await pair.other.lobby.tables.resign(table, ana.account)
    await until(lambda: any("You take Ana’s rank" in line for line in ben.heard), "the place")
    await until(lambda: any("takes your rank" in line for line in ana.heard), "the place")
    assert order(pair.one) == ["Ben", "Ana"]
    await pair.one.database.settled()
    await pair.other.database.settled()
    told = [line for line in (*ana.heard, *ben.heard) if "rank" in line and "ladder" in line]
    assert len(told) == 2, "once each"


async def test_a_round_is_made_once_though_both_nodes_see_the_last_one_over(pair: Pair) -> None:
    names = ("Ana", "Ben", "Cleo", "Dan")
    people = [
        pair.comes(name, pair.one if number % 2 else pair.other)
        for number, name in enumerate(names)
    ]
    one, other = pair.one.lobby.tournaments, pair.other.lobby.tournaments
    made = await one.set_up(people[0].account, EVENING)
    for who in people[1:]:
        await other.join(made, who.account)
    await other.begin(made, people[0].account)

    def sheet() -> TournamentData:
        return tournament_sheet(pair.one.database, made, None, sees_all=True)

    def is_at(number: int) -> bool:
        return sheet().row.round == number

    for number in (1, 2, 3):
        await until(partial(is_at, number), "the round")
        for game in sheet().games:
            if game.round == number and game.table is not None:
                loser = sheet().players[game.board[0]].account
                assert loser is not None
                await pair.one.lobby.tables.resign(game.table, loser)
        await asyncio.gather(one.look(), other.look())
    await until(lambda: sheet().row.status == OVER, "the end")
    assert [game.round for game in sheet().games] == [1, 1, 2, 2, 3, 3]
    for who in people:
        await until(partial(has_heard, who, "is over"), "the news")
        assert sum("round 2 of 3" in line for line in who.heard) == 1


async def test_rounds_go_on_where_the_node_that_made_the_last_one_is_dead(pair: Pair) -> None:
    people = [pair.comes(name, pair.other) for name in ("Ana", "Ben", "Cleo", "Dan")]
    made = await pair.one.lobby.tournaments.set_up(people[0].account, EVENING)
    for who in people[1:]:
        await pair.one.lobby.tournaments.join(made, who.account)
    await pair.one.lobby.tournaments.begin(made, people[0].account)
    await pair.one.stands_still()

    def sheet() -> TournamentData:
        return tournament_sheet(pair.other.database, made, None, sees_all=True)

    for game in sheet().games:
        assert game.table is not None
        loser = sheet().players[game.board[1]].account
        assert loser is not None
        await pair.other.lobby.tables.resign(game.table, loser)
    await until(lambda: sheet().row.round == 2, "the next round")
    assert sheet().row.status == RUNNING
    assert sum(game.status == RUNNING for game in sheet().games) == 2
    await pair.one.wakes()


async def test_two_nodes_begin_the_league_of_a_night_once(pair: Pair) -> None:
    owner = pair.comes("Ana", pair.one)
    database, bots = pair.one.database, list[int]()
    for number, name in enumerate(("hunter", "gatherer"), start=100):
        code = new_code(database, owner.account)
        bots.append(become_bot(database, key(number), "Ana", code, name).id)
    hour = datetime.fromtimestamp(database.now()).hour
    leagues = [
        BotLeague(node.database, node.lobby.tournaments, ContestConfig(league_hour=hour), 20)
        for node in (pair.one, pair.other)
    ]
    await asyncio.gather(*(one.look(bots) for one in leagues), return_exceptions=True)
    (row,) = tournaments_seen(database, None)
    assert row.status == RUNNING
    sheet = tournament_sheet(database, row.id, None)
    assert len(sheet.players) == len(bots)
    assert len(sheet.games) == 1, "one game of the only pair"
