"""The nightly league of bots."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from nim_tui.server.bots.league import BotLeague, league_of
from nim_tui.server.bots.store import BotFacts, all_bots
from nim_tui.server.contests.tournament_sheet import tournament_sheet, tournaments_seen
from nim_tui.server.contests.tournament_store import set_up_league
from nim_tui.server.lobby.table_setup import Draining
from nim_tui.server.lobby.upkeep import Maintenance
from nim_tui.server.settings.sections import ContestConfig
from tests.nim_tui.server.bots.visiting import (
    BotTalker,
    bot,
    made,
)
from tests.nim_tui.server.lobby.steady import Play, Steady


def facts(number: int, **more: Any) -> BotFacts:
    given = {"games": (), "accepts": "everyone", "has_league": True, **more}
    return BotFacts(number, f"BOT {number}", 1, "Ana", "", **given)


def test_the_league_takes_the_bots_online_that_play_the_game_of_the_night() -> None:
    night = datetime(2026, 11, 29)
    bots = [facts(2), facts(3, games=("schwarm",)), facts(4), facts(5, has_league=False), facts(6)]
    here = {2, 3, 4, 5}
    leagues = [league_of(night.replace(day=day), bots, here, 20) for day in (26, 27, 28, 29)]
    assert {league.plan.game for league in leagues if league} >= {"bataille", "schwarm"}
    for league in leagues:
        assert league is not None
        assert set(league.accounts) == ({2, 3, 4} if league.plan.game == "schwarm" else {2, 4})
    assert league_of(night, bots[:1], here, 20) is None


def test_the_league_begins_once_a_night(play: Play) -> None:
    async def scene(server: Steady) -> None:
        one, other = await bot(server, "hunter"), await bot(server, "gatherer")
        now = datetime.fromtimestamp(server.database.now())
        assert {each.name for each in all_bots(server.database)} == {"BOT hunter", "BOT gatherer"}
        league = partial(BotLeague, server.database, server.lobby.tournaments, rated_from=20)
        nightly = league(ContestConfig(league_hour=now.hour))
        here = server.lobby.guests.accounts().keys()
        await league(ContestConfig(league_hour=24)).look(here)
        for _look in range(2):
            await nightly.look(here)
        await league(ContestConfig(league_hour=now.hour)).look(here)
        (row,) = tournaments_seen(server.database, None)
        assert row.title == f"Bot league {now:%Y-%m-%d}"
        assert row.status == "running"
        for each in (one, other):
            assert set((await each.next("new"))["names"]) == {"BOT hunter", "BOT gatherer"}

    play(scene)


async def answers_while_here(one: BotTalker) -> None:
    """Answer every request with the middle one of the legal moves."""
    while True:
        for line in one.hears():
            message = json.loads(line)
            if message["type"] == "move":
                await one.moves(message, len(message["legal"]) // 2)
        await asyncio.sleep(0.1)


@pytest.mark.slow
def test_a_league_is_played_from_its_hour_to_its_standings(play: Play) -> None:
    """By the clock of the server, with its own upkeep; a bot that is silent holds nobody up."""

    async def scene(server: Steady) -> None:
        names = ("hunter", "gatherer", "seeker")
        talkers = [await bot(server, name, games=["bataille"]) for name in names]
        begins = datetime.fromtimestamp(server.database.now() + 3600)
        terms = ContestConfig(league_hour=begins.hour)
        league = BotLeague(server.database, server.lobby.tournaments, terms, rated_from=20)
        server.lobby.league = league
        playing = [asyncio.create_task(answers_while_here(one)) for one in talkers[:2]]
        upkeep = Maintenance(server.lobby)
        status: list[str] = []

        async def one_minute() -> None:
            await upkeep.look()
            await asyncio.sleep(60)
            status[:] = [row.status for row in tournaments_seen(server.database, None)]

        while server.database.now() + 60 < begins.replace(minute=0, second=0).timestamp():
            await one_minute()
        assert status == [], "before its hour there is none"
        for _minute in range(120):
            await one_minute()
            if status == ["over"]:
                break
        assert status == ["over"]
        for one in playing:
            one.cancel()
        (row,) = tournaments_seen(server.database, None)
        sheet = tournament_sheet(server.database, row.id, None)
        assert {each.name for each in sheet.players} == {f"BOT {name}" for name in names}

    play(scene, ticks=True)


def test_a_league_that_was_set_up_as_the_server_died_begins_after_the_restart(play: Play) -> None:
    async def scene(server: Steady) -> None:
        here = {made(server, "hunter"), made(server, "gatherer")}
        now = datetime.fromtimestamp(server.database.now())
        found = league_of(now, all_bots(server.database), here, 20)
        assert found is not None
        await server.database.ask(set_up_league, found.plan, found.accounts)
        await server.is_killed()
        (row,) = tournaments_seen(server.database, None)
        assert row.status == "open"
        terms = ContestConfig(league_hour=now.hour)
        for _look in range(2):
            await server.lobby.tournaments.look()
            league = BotLeague(server.database, server.lobby.tournaments, terms, rated_from=20)
            await league.look(here)
        (row,) = tournaments_seen(server.database, None)
        assert row.status == "running"

    play(scene)


def test_a_league_that_could_not_begin_is_tried_again_in_its_hour(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(server: Steady) -> None:
        here = {made(server, "hunter"), made(server, "gatherer")}
        terms = ContestConfig(league_hour=datetime.fromtimestamp(server.database.now()).hour)
        league = BotLeague(server.database, server.lobby.tournaments, terms, rated_from=20)
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(server.lobby.tables, "is_draining", True)
            with pytest.raises(Draining):
                await league.look(here)
        await server.lobby.tournaments.look()
        await league.look(here)
        (row,) = tournaments_seen(server.database, None)
        assert row.status == "running"

    play(scene)
