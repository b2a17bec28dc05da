"""Ending a game by agreement on a server: who offers, who is asked, who agrees or declines."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import pytest

from nim_tui.server.play.offers import CannotOffer
from nim_tui.server.play.turns import BEAT
from nim_tui.server.ratings.store import best
from nim_tui.server.tables.listing import table_seen
from nim_tui.tables.record import EndEntry
from rules.contract import IllegalMove
from tests.nim_tui.server.lobby.draws import (
    DECLINED,
    DOWN,
    DRAW,
    ENTER,
    OFFERED,
    THREE,
    agree,
    decline,
    end,
    pair,
    three,
)
from tests.nim_tui.server.lobby.steady import REST, Play, Steady
from tests.nim_tui.server.lobby.timed import timed
from tests.screens.tables import BEHIND, LAID

pytestmark = pytest.mark.slow


def test_one_offers_and_the_other_agrees_by_keys(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        ben.takes()
        await ana.type("=")
        await ana.sees("The game ends once everyone accepts.", "› continue playing")
        await ana.type(DOWN, ENTER)
        await ana.sees("You offer a draw: waiting for Ben …", "Your turn: move")
        screen = await ben.sees(f"{OFFERED}   = Accept   - Decline", "waiting for Ana")
        assert len(screen.splitlines()) == 24
        assert b"\x07" in ben.takes(), "a bell"
        assert end(table) is None
        await ben.type("=")
        await ben.mark("accept")
        await ben.type(ENTER)
        await ana.sees(DRAW, "1.▲ You")
        await ben.sees(DRAW, "1.▼ You")
        assert end(table) == EndEntry(((0, 1),), "agreed")
        await ana.type("q", "q")
        await ana.sees("Lobby   Ana")
        await ana.type("f", "f", "f")
        await ana.sees("a draw")

    play(scene)


def test_the_other_declines_by_a_key(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        await ana.type("=", DOWN, ENTER)
        await ben.sees(OFFERED)
        await ben.type("-")
        await ana.sees(f"Ben {DECLINED}.")
        await ben.sees_no(OFFERED)
        assert "You offer" not in ana.screen
        await ana.type("=", DOWN, ENTER)
        await ana.sees("you already offered that this turn")
        assert end(table) is None

    play(scene)


@pytest.mark.nightly
def test_who_looks_on_sees_the_offer_and_its_end_and_answers_nothing(play: Play) -> None:
    async def scene(server: Steady) -> None:
        eva = await server.enters("Eva")
        table = await pair(server)
        await eva.sits_down()
        await agree(table, "Ana")
        await eva.sees(f"{OFFERED}: waiting for Ben …")
        assert "Accept" not in eva.screen
        await eva.type("=", "-")
        await asyncio.sleep(REST)
        assert table.held.offers.by == 0
        assert OFFERED in eva.screen
        with pytest.raises(IllegalMove):
            await agree(table, "Eva")
        await agree(table, "Ben")
        await eva.sees(DRAW)

    play(scene)


@pytest.mark.nightly
def test_the_first_round_has_no_result_and_is_not_rated(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server, LAID)
        await agree(table, "Ben")
        await table.guests["Ana"].sees("Ben offers a draw (too early for a result)")
        await agree(table, "Ana")
        await table.guests["Ben"].sees("no result")
        assert end(table) == EndEntry((), "aborted")
        assert best(server.database, "bataille") == []
        await table.guests["Ben"].type("q", "q")
        await table.guests["Ben"].sees("Lobby   Ben")
        await table.guests["Ben"].type("f", "f", "f")
        await table.guests["Ben"].sees("no result")

    play(scene)


@pytest.mark.nightly
def test_of_three_all_must_agree_and_are_rated_alike(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await three(server)
        await agree(table, "Ben")
        await table.guests["Cleo"].sees("Ben offers a draw   = Accept")
        await agree(table, "Cleo")
        await table.guests["Cleo"].sees("Ben offers a draw: waiting for Ana …")
        assert end(table) is None
        await agree(table, "Ana")
        await table.all_see([DRAW], *THREE)
        assert end(table) == EndEntry(((0, 1, 2),), "agreed")
        assert len({one.rating.mu for one in best(server.database, "himalaya")}) == 1
        assert table_seen(server.database, table.id, None).status == "over"

    play(scene, seed=19, rated_moves=0)


def test_of_three_one_who_declines_is_enough(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await three(server)
        await agree(table, "Ben")
        await agree(table, "Cleo")
        decline(table, "Ana")
        await table.all_see([f"Ana {DECLINED}."], "Ben", "Cleo")
        await table.guests["Ana"].sees("You decline the draw.")
        await agree(table, "Ana")
        assert end(table) is None, "that is an offer of their own"
        assert table.held.offers.by == 0

    play(scene, seed=19)


def test_a_bot_that_stands_better_declines_and_is_asked_once_a_turn(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", clock=None, bots=["random"])
        table.play_in_turn(BEHIND)
        await table.sit_down("Ana")
        ana = table.guests["Ana"]
        await ana.type("=")
        await ana.sees("A bot accepts if it is not ahead.", "› continue playing", "offer a draw")
        await ana.type(DOWN, ENTER)
        await ana.sees(f"Nemo {DECLINED}.")
        assert end(table) is None
        with pytest.raises(CannotOffer, match="you already offered that this turn"):
            await agree(table, "Ana")

    play(scene)


def test_bots_are_asked_once_all_people_agree_and_one_that_declines_is_enough(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "himalaya", "Ana", "Ben", clock=None, bots=["random"])
        while table.game.is_first_round:
            seat = table.game.waiting[0]
            table.game.play(seat, table.game.legal(seat)[0])
        asked: list[int] = []

        async def better(bots: Collection[int]) -> list[int]:
            asked.extend(bots)
            return [2]

        table.held.offers._answers = better
        await table.sit_down("Ana", "Ben")
        await agree(table, "Ana")
        assert asked == []
        await agree(table, "Ben")
        await table.all_see([f"Nemo {DECLINED}."], "Ana", "Ben")
        assert (asked, end(table), table.held.offers.by) == ([2], None, None)

    play(scene, seed=19)


def test_bots_agree_at_once_to_an_end_without_a_result(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", clock=None, bots=["random", "random"])
        await table.sit_down("Ana")
        ana = table.guests["Ana"]
        await ana.type("=")
        assert "The game ends once everyone accepts." not in await ana.sees(
            "› continue playing", "end the game"
        )
        await ana.type(DOWN, ENTER)
        await ana.sees("Draw agreed before every player had moved: no result.")
        assert end(table) is not None

    play(scene)


def test_a_bot_that_stands_in_does_not_agree_and_its_person_is_asked_on_coming_back(
    play: Play,
) -> None:
    async def scene(server: Steady) -> None:
        table = await three(server)
        ben = table.guests["Ben"]
        await ben.type("q")
        await table.held.stand_ins.lend(1)
        await agree(table, "Ana")
        await agree(table, "Cleo")
        await asyncio.sleep(20 * BEAT)
        assert end(table) is None
        await table.guests["Ana"].sees("You offer a draw: waiting for Ben …")
        await ben.sits_down()
        await ben.sees(f"{OFFERED}   = Accept   - Decline")
        assert not table.held.people.is_lent(1)
        await agree(table, "Ben")
        assert end(table) == EndEntry(((0, 1, 2),), "agreed")

    play(scene, ticks=True, seed=19)


@pytest.mark.nightly
def test_whom_a_bot_stands_in_for_may_answer_and_offers_nothing(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await three(server)
        await table.held.stand_ins.lend(1, is_wished=True)
        with pytest.raises(CannotOffer):
            await agree(table, "Ben")
        await agree(table, "Ana")
        await agree(table, "Cleo")
        await table.guests["Ben"].sees(f"{OFFERED}   = Accept   - Decline")
        await agree(table, "Ben")
        assert end(table) is not None

    play(scene, seed=19)


@pytest.mark.nightly
def test_both_at_the_same_moment_agree(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        for name in ("Ana", "Ben"):
            await table.guests[name].type("=", DOWN)
        for name in ("Ana", "Ben"):
            table.guests[name].runner.typed(b"\r")
        await table.all_see([DRAW], "Ana", "Ben")

    play(scene)
