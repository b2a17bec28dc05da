"""Bots of others on a server: what makes one, whom it plays, what it is told, what bounds it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from nim_tui.server.accounts.keys import new_code
from nim_tui.server.accounts.names import UnsuitableName, account_name
from nim_tui.server.accounts.store import account_named, account_with_key
from nim_tui.server.bots.store import become_bot
from nim_tui.server.moderation.roles import NotAllowed, set_role
from nim_tui.server.storage.schema import MODERATOR, OVER
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan, create_table
from rules.messages import Refusal
from tests.nim_tui.server.bots.visiting import (
    BotTalker,
    bot,
    hosted,
    made,
    table_for,
)
from tests.nim_tui.server.lobby.steady import Play, Steady, print_of, until
from tests.nim_tui.server.plain.lines import talker


def test_a_link_code_makes_an_account_a_bots_for_good(play: Play) -> None:
    async def scene(server: Steady) -> None:
        number = made(server, "hunter")
        account = account_with_key(server.database, print_of("hunter"))
        assert account is not None
        assert (account.name, account.is_bot, account.is_guest) == ("BOT hunter", True, False)
        with pytest.raises(NotAllowed, match="cannot have another role"):
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
            await server.lobby.tables.join(shut, number.id)
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
        table = await hosted(server, "Ana", table_for("BOT hunter"))
        await hunter.next("move")
        ana.hears()
        await asyncio.sleep(70)
        assert "stand-in" in (await hunter.next("error"))["text"]
        assert (await hunter.next("end"))["result"] is None
        await asyncio.sleep(200)
        held = server.lobby.held.seated(table)
        assert held is not None
        assert held.people.is_lent(1), "to the end: the bot is not asked again"

    play(scene)


def test_a_game_of_two_bots_that_do_not_answer_is_played_to_its_end(play: Play) -> None:
    async def scene(server: Steady) -> None:
        _fisher, hunter = await bot(server, "fisher"), await bot(server, "hunter")
        hunter.send(type="play", game="bataille", seats=["BOT fisher"])
        table = (await hunter.next("move"))["table"]
        for _look in range(1000):
            await asyncio.sleep(10)
            if table_seen(server.database, table, None).status == OVER:
                break
        assert table_seen(server.database, table, None).status == OVER

    play(scene)


def test_each_bot_is_at_all_its_tables_though_it_plays_more_than_it_may_join(play: Play) -> None:
    async def scene(server: Steady) -> None:
        server.lobby.limits = replace(server.lobby.limits, bot_games=1)
        await talker(server, "Ana")
        fisher, hunter = await bot(server, "fisher"), await bot(server, "hunter")
        (ana,) = server.numbers("Ana")
        tables: dict[str, int] = {}
        for one in (fisher, hunter, fisher):  # as a tournament seats them
            account = account_with_key(server.database, one.visit.fingerprint or "")
            assert account is not None
            number = account.id
            seats = [SeatWish(account=ana), SeatWish(account=number)]
            table = create_table(server.database, ana, TablePlan("bataille", seats))
            await server.lobby.shown.read_changed(table)
            await server.lobby.tables.begin_if_full(table)
            await one.next("new", table=table)
            tables[table] = number
        for table, number in tables.items():
            assert number in server.lobby.guests.accounts(table)

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


def test_a_bot_that_is_back_keeps_its_seat_when_its_old_session_ends(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await talker(server, "Ana")
        hunter = await bot(server, "hunter")
        table = await hosted(server, "Ana", table_for("BOT hunter"))
        await hunter.next("move")
        again = await bot(server, "hunter")
        assert (await again.next("new"))["table"] == table
        await hunter.leave()
        await asyncio.sleep(20)
        held = server.lobby.held.seated(table)
        assert held is not None
        assert not held.people.is_lent(1)
        await held.stand_ins.lend(1)
        await until(lambda: not held.people.is_lent(1), "the seat back from a stand-in")

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
