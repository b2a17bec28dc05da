"""Bots of others on a server: what makes one, whom it plays, what it is told, what bounds it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, cast

import asyncssh
import pytest

from nim_tui.server.accounts.keys import new_code
from nim_tui.server.accounts.names import UnsuitableName, account_name
from nim_tui.server.accounts.store import account_named, account_with_key, register
from nim_tui.server.bots.league import BotLeague, league_of
from nim_tui.server.bots.store import BotFacts, all_bots, become_bot
from nim_tui.server.contests.tournament_sheet import tournament_sheet, tournaments_seen
from nim_tui.server.contests.tournament_store import set_up_league
from nim_tui.server.lobby.upkeep import Maintenance
from nim_tui.server.moderation.roles import NotAllowed, set_role
from nim_tui.server.ratings.rating import list_of
from nim_tui.server.ratings.store import best, ratings_of
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.ssh.session import ChannelWire
from nim_tui.server.storage.schema import MODERATOR
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.server.terminal.session_runner import LineRunner
from nim_tui.tables.record import EndEntry
from rules.messages import Refusal
from tests.nim_tui.server.lobby.steady import Play, Steady, print_of, until
from tests.nim_tui.server.plain.lines import Talker, talker

HELLO = {"type": "hello", "protocol": 1, "name": "test", "source": "example.org/bot"}
OPEN_TO_BOTS = ("visiting bots", True)


class BotTalker(Talker):
    """A bot that came by `ssh HOST bot`."""

    def __init__(self, server: Steady, fingerprint: str) -> None:
        super().__init__(server, fingerprint)
        self.visit = replace(self.visit, is_bot=True)
        wire = ChannelWire(cast("asyncssh.SSHServerChannel[bytes]", self.channel))
        output = ClientOutput(wire, server.context.limits, server.context.counters)
        self.runner = LineRunner(server.context, self.visit, output)
        self.messages: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        self.runner.typed(json.dumps(message).encode() + b"\n")

    async def next(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Wait for the next message of a type, with these fields; earlier ones are passed over."""
        found: list[dict[str, Any]] = []

        def is_there() -> bool:
            self.messages += [json.loads(line) for line in self.hears()]
            while self.messages:
                message = self.messages.pop(0)
                if message["type"] == kind and all(message.get(k) == v for k, v in facts.items()):
                    found.append(message)
                    return True
            return False

        await until(is_there, lambda: f"{kind} after {self.told[-6:]}")
        return found[0]

    async def moves(self, request: dict[str, Any], number: int = 0) -> None:
        """Answer a request by a legal move."""
        self.send(type="move", table=request["table"], move=request["legal"][number]["word"])

    async def plays_to_the_end(self) -> dict[str, Any]:
        """Answer every request until a game ends; its end."""
        while True:
            found: list[dict[str, Any]] = []

            def is_there(found: list[dict[str, Any]] = found) -> bool:
                self.messages += [json.loads(line) for line in self.hears()]
                kinds = ("move", "end")
                found += [one for one in self.messages if one["type"] in kinds]
                self.messages.clear()
                return bool(found)

            await until(is_there, lambda: f"a request after {self.told[-6:]}")
            for message in found:
                if message["type"] == "end":
                    return message
                await self.moves(message)


def made(server: Steady, name: str, owner: str = "Ana") -> int:
    """The account of a bot; its owner has an account too."""
    if owner not in server.accounts:
        server.accounts[owner] = register(server.database, owner, print_of(owner))
    code = new_code(server.database, server.accounts[owner].id)
    return become_bot(server.database, print_of(name), owner, code, name).id


async def bot(server: Steady, name: str, owner: str = "Ana", **hello: Any) -> BotTalker:
    """A bot that has come and said hello."""
    if account_with_key(server.database, print_of(name)) is None:
        made(server, name, owner)
    one = BotTalker(server, print_of(name))
    server.here.append(one)  # type: ignore[arg-type]
    await one.come()
    one.send(**{**HELLO, **hello})
    await asyncio.sleep(0.3)
    return one


# What makes a bot


def test_a_link_code_makes_an_account_a_bots_for_good(play: Play) -> None:
    async def scene(server: Steady) -> None:
        number = made(server, "hunter")
        account = account_with_key(server.database, print_of("hunter"))
        assert account is not None
        assert (account.name, account.is_bot, account.is_guest) == ("BOT hunter", True, False)
        with pytest.raises(NotAllowed, match="no other role"):
            set_role(server.database, number, MODERATOR)
        code = new_code(server.database, server.accounts["Ana"].id)
        with pytest.raises(Refusal, match="already belongs"):
            become_bot(server.database, print_of("hunter"), "Ana", code, "other")
        with pytest.raises(Refusal, match="do not match"):
            become_bot(server.database, print_of("third"), "Ana", "AAAA-AAAA-AAAA", "third")
        assert account_named(server.database, "BOT other") is None

    play(scene)


def test_nobody_else_can_have_the_mark_of_bots() -> None:
    for name in ("BOT hunter", "Bot 7", "b0t hunter", "BOT"):
        with pytest.raises(UnsuitableName):
            account_name(name)


def test_an_owner_has_few_bots(play: Play) -> None:
    async def scene(server: Steady) -> None:
        for number in range(5):
            made(server, f"robin{'abcde'[number]}")
        with pytest.raises(Refusal, match="you already have 5 bots"):
            made(server, "robinf")

    play(scene)


def test_a_key_of_a_person_is_told_how_to_make_a_bot(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        assert ana.told
        other = BotTalker(server, print_of("Ana"))
        server.here.append(other)  # type: ignore[arg-type]
        (line,) = await other.come()
        assert "bot become OWNER CODE NAME" in json.loads(line)["text"]

    play(scene)


# Whom it plays


def table_for(name: str, *, game: str = "bataille", **more: Any) -> TablePlan:
    seats = [SeatWish(invited=name) if name else SeatWish()]
    return TablePlan(game, [SeatWish(account=0), *seats], **more)


async def hosted(server: Steady, name: str, plan: TablePlan) -> str:
    number = server.accounts[name].id
    seats = [SeatWish(account=number), *plan.seats[1:]]
    return await server.lobby.desk.create(number, replace(plan, seats=seats))


def test_an_invited_bot_sits_down_and_plays(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, hunter = await talker(server, "Ana"), await bot(server, "hunter")
        assert ana.told
        table = await hosted(server, "Ana", table_for("BOT hunter"))
        new = await hunter.next("new")
        assert (new["table"], new["seat"], new["names"]) == (table, 1, ["Ana", "BOT hunter"])
        asked = await hunter.next("move")
        await hunter.moves(asked, 3)
        again = await hunter.next("move", number=2)
        assert again["view"]["camps"][1]["submarines"] == [4]
        hunter.send(type="move", table=table, move="sub 99.100")
        assert (await hunter.next("error"))["table"] == table

    play(scene)


@pytest.mark.parametrize(
    ("accepts", "comes"), [("everyone", True), ("owner", False), ("bots", False), ("nobody", False)]
)
def test_a_bot_plays_whom_its_rule_lets_it(play: Play, accepts: str, comes: bool) -> None:
    async def scene(server: Steady) -> None:
        made(server, "hunter")
        await talker(server, "Ben")
        await bot(server, "hunter", accepts=accepts)
        table = await hosted(server, "Ben", table_for("BOT hunter"))
        await asyncio.sleep(3)
        row = server.lobby.table_list.known(table)
        assert row is not None
        assert (row.status == "running") is comes

    play(scene)


def test_an_open_table_takes_bots_only_if_it_allows_them(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, hunter = await talker(server, "Ana"), await bot(server, "hunter", seeks=True)
        assert ana.told
        number = account_named(server.database, "BOT hunter")
        assert number is not None
        shut = await hosted(server, "Ana", table_for(""))
        with pytest.raises(CannotUseTable):
            await server.lobby.desk.join(shut, number.id)
        opened = await hosted(server, "Ana", table_for("", allows_bots=True))
        assert (await hunter.next("new"))["table"] == opened

    play(scene)


def test_a_bot_sets_up_tables_among_bots_alone(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await talker(server, "Ana")
        hunter = await bot(server, "hunter")
        hunter.send(type="play", game="bataille", seats=["Ana"])
        assert (await hunter.next("error"))["text"] == "a bot can ask only bots to play"
        hunter.send(type="play", game="bataille", seats=["bot:exec:true"])
        assert "your own machine" in (await hunter.next("error"))["text"]
        hunter.send(type="play", game="bataille", seats=["bot:easy"])
        assert (await hunter.next("new"))["names"] == ["BOT hunter", "Nemo"]

    play(scene)


def test_servers_refuse_programs_of_their_own_machine(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        await ana.say("new bataille Ana, bot:exec:touch /tmp/harm")
        assert any("only at tables on your own machine" in line for line in ana.told)

    play(scene)


# What bounds it


def test_a_bot_has_few_games_at_once(play: Play) -> None:
    async def scene(server: Steady) -> None:
        hunter = await bot(server, "hunter")
        for _game in range(4):
            hunter.send(type="play", game="bataille", seats=["bot:easy"])
            await hunter.next("new")
        hunter.send(type="play", game="bataille", seats=["bot:easy"])
        assert (await hunter.next("error"))["text"] == "a bot can play 4 games at once"

    play(scene)


def test_answers_are_slowed_down_to_the_moves_a_second(play: Play) -> None:
    async def scene(server: Steady) -> None:
        hunter = await bot(server, "hunter")
        hunter.send(type="play", game="bataille", seats=["bot:easy"])
        asked = await hunter.next("move")
        loop = asyncio.get_running_loop()
        before = loop.time()
        for _line in range(15):
            hunter.send(type="move", table=asked["table"], number=99, move="stay")
        for _line in range(15):
            await hunter.next("error")
        assert loop.time() - before >= 0.9, "five at once, then ten a second"

    play(scene)


def test_a_bot_that_does_not_answer_is_replaced_by_a_stand_in(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, hunter = await talker(server, "Ana"), await bot(server, "hunter")
        await hosted(server, "Ana", table_for("BOT hunter"))
        await hunter.next("move")
        ana.hears()
        await asyncio.sleep(70)
        assert "stand-in" in (await hunter.next("error"))["text"]
        assert (await hunter.next("end"))["result"] is None

    play(scene)


def test_three_refused_answers_give_the_seat_to_a_stand_in(play: Play) -> None:
    async def scene(server: Steady) -> None:
        hunter = await bot(server, "hunter")
        hunter.send(type="play", game="bataille", seats=["bot:easy"])
        asked = await hunter.next("move")
        for _attempt in range(3):
            hunter.send(type="move", table=asked["table"], move="nonsense")
        assert (await hunter.next("error"))["text"] == "“nonsense” is not a move"
        await hunter.next("error")
        assert "stand-in" in (await hunter.next("error"))["text"]
        await hunter.next("end", table=asked["table"])

    play(scene)


def test_a_stand_in_plays_while_a_bot_is_gone_and_it_goes_on_afterwards(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, hunter = await talker(server, "Ana"), await bot(server, "hunter")
        table = await hosted(server, "Ana", table_for("BOT hunter"))
        await hunter.next("move")
        await hunter.leave()
        held = server.lobby.held.seated(table)
        assert held is not None
        await until(lambda: held.people.is_lent(1), "a stand-in")
        assert ana.told
        again = await bot(server, "hunter")
        assert (await again.next("new"))["table"] == table
        assert not held.people.is_lent(1)

    play(scene)


@pytest.mark.parametrize("line", ["", "{", "[]", "x" * 5000, '{"type":"move","move":"stay"}'])
def test_lines_before_a_hello_and_lines_that_are_none_are_errors(play: Play, line: str) -> None:
    async def scene(server: Steady) -> None:
        made(server, "hunter")
        one = BotTalker(server, print_of("hunter"))
        server.here.append(one)  # type: ignore[arg-type]
        await one.come()
        one.runner.typed(f"{line}\n".encode())
        one.send(type="hello", protocol=2)
        assert (await one.next("error"))["text"]

    play(scene)


# Ratings, pages, league


def rate(server: Steady, seats: list[SeatWish]) -> None:
    """Play a rated game that the first seat wins."""
    from nim_tui.server.tables.seat_store import start
    from nim_tui.server.tables.table_store import create_table
    from nim_tui.tables.seeds import fresh_seed

    host = seats[0].account
    assert host is not None
    table = create_table(server.database, host, TablePlan("bataille", seats, rated_from=0))
    start(server.database, table, fresh_seed())
    end_game(server.database, table, EndEntry(((0,), (1,)), "ships"))


def test_bots_are_rated_in_a_list_of_their_own(play: Play) -> None:
    async def scene(server: Steady) -> None:
        one, other = made(server, "hunter"), made(server, "gatherer")
        ana = server.accounts["Ana"].id
        rate(server, [SeatWish(account=one), SeatWish(account=other)])
        rate(server, [SeatWish(account=one), SeatWish(bot="easy")])
        rate(server, [SeatWish(account=ana), SeatWish(account=other)])
        rate(server, [SeatWish(account=ana), SeatWish(bot="easy")])
        people = [player.name for player in best(server.database, "bataille")]
        bots = [p.name for p in best(server.database, list_of("bataille", is_of_bots=True))]
        assert set(people) == {"Ana", "easy"}
        assert set(bots) == {"BOT hunter", "BOT gatherer", "easy"}
        assert bots[0] == "BOT hunter"
        assert ratings_of(server.database, one)["bataille"][1] == 2
        assert ratings_of(server.database, ana)["bataille"][1] == 1

    play(scene)


@pytest.mark.parametrize(
    ("seats", "more", "told"),
    [
        (("Ana", ""), {}, "rated after move 20"),
        (("Ana", "bot:easy"), {}, "rated after move 20"),
        (("Ana", "BOT hunter"), {}, "casual, with a visiting bot"),
        (("Ana", "BOT hunter"), {"rated_from": None}, "casual"),
        (("Ana", ""), {"allows_bots": True}, "rated after move 20; casual if a visiting bot"),
        (("Ana", "Ben"), {"allows_bots": True}, "rated after move 20"),
        (("BOT hunter", "bot:easy"), {}, "rated among bots after move 20"),
    ],
)
def test_a_table_tells_whether_its_game_counts_and_among_whom(
    play: Play, seats: tuple[str, str], more: dict[str, Any], told: str
) -> None:
    async def scene(server: Steady) -> None:
        hunter = made(server, "hunter")
        cleo, ben = await talker(server, "Cleo"), await talker(server, "Ben")
        host = hunter if seats[0].startswith("BOT") else server.accounts["Ana"].id
        level = seats[1].removeprefix("bot:") if seats[1].startswith("bot:") else None
        wish = SeatWish(bot=level) if level else SeatWish(invited=seats[1] or None)
        plan = TablePlan("bataille", [SeatWish(account=host), wish], rated_from=20)
        table = await server.lobby.desk.create(host, replace(plan, **more))
        if seats[1] == "Ben":
            await server.lobby.desk.join(table, server.accounts["Ben"].id)
            assert ben.told
        lines = await cleo.say(f"look {table}")
        assert any(told in line for line in lines), lines

    play(scene)


def test_a_game_with_a_bot_is_casual_once_it_sits_there(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await bot(server, "hunter", seeks=True)
        ana = await talker(server, "Ana")
        table = await hosted(server, "Ana", table_for("", allows_bots=True, rated_from=20))
        await ana.hears_of("A game with bots of others is casual")
        assert any("casual, with a visiting bot" in line for line in await ana.say("look 1"))
        await ana.say(f"join {table}")
        assert any("a casual game" in line for line in await ana.say("seats")), ana.told[-9:]

    play(scene)


def test_owner_and_source_are_told_and_the_lists_stand_apart(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await bot(server, "hunter")
        rate(server, [SeatWish(account=made(server, "gatherer")), SeatWish(bot="easy")])
        ana = await talker(server, "Ana")
        told = await ana.say("about")
        assert any("BOT hunter: a bot of Ana, source: example.org/bot" in line for line in told)
        await ana.say("people")
        await ana.say("best")
        await asyncio.sleep(1)
        ana.hears()
        assert "BOT hunter." in ana.told
        assert any("Bataille sous les mers, bots" in line for line in ana.told), ana.told

    play(scene)


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
            league = BotLeague(server.database, server.lobby.tournaments, terms, rated_from=20)
            await league.look(here)
        (row,) = tournaments_seen(server.database, None)
        assert row.status == "running"

    play(scene)
