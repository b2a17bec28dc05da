"""Ending a game by agreement on a server: offered, answered, lapsed; who is asked, who is not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from nim_tui.server.database.games import load_record
from nim_tui.server.database.listing import table_seen
from nim_tui.server.database.standings import best
from nim_tui.server.database.tables import SeatWish, TablePlan
from nim_tui.server.lobby.bots import BEAT
from nim_tui.server.lobby.draw_offers import CannotOffer
from nim_tui.server.settings.parts import LobbyLimits
from nim_tui.tables.record import Over
from rules.contract import IllegalMove
from rules.messages import Refusal
from tests.nim_tui.server.lobby.steady import REST, Play, Steady
from tests.nim_tui.server.lobby.timed import A_DAY, A_MINUTE, Timed, timed
from tests.screens.tables import FIRST_TURNS, LAID

ENTER, DOWN = "\r", "\x1b[B"
OFFERED, DECLINED, LAPSED = "Ana offers a draw", "wants to play on", "lapsed"
LASTS = LobbyLimits().offer_seconds
DRAW = "Ended by agreement: a draw, nobody has won."
THREE = ("Ana", "Ben", "Cleo")


async def pair(server: Steady, words: str = FIRST_TURNS) -> Timed:
    """Bataille between Ana and Ben, past its first round; both look at it. It is Ana's turn."""
    table = await timed(server, "bataille", "Ana", "Ben", clock=None)
    if words:
        table.play_in_turn(words)
    await table.sit_down("Ana", "Ben")
    return table


async def three(server: Steady) -> Timed:
    """Himalaya of three people, past its first round; all look at it."""
    table = await timed(server, "himalaya", *THREE, clock=None)
    while table.game.is_first_round:
        seat = table.game.waiting[0]
        table.game.play(seat, table.game.legal(seat)[0])
    await table.sit_down(*THREE)
    return table


async def agree(table: Timed, name: str) -> None:
    """Somebody offers to end the game, or agrees to that."""
    await table.held.agreeing.agree(table.server.accounts[name].id)


def decline(table: Timed, name: str) -> None:
    """Somebody wants to play on."""
    table.held.agreeing.decline(table.server.accounts[name].id)


def end(table: Timed) -> Over | None:
    """The end of the game in its record."""
    return load_record(table.server.database, table.id).over


def test_one_offers_and_the_other_agrees_by_keys(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        ben.takes()
        await ana.type("=")
        await ana.sees("The game ends once all agree.", "› play on")
        await ana.type(DOWN, ENTER)
        await ana.sees("You offer a draw: waiting for Ben …", "Your turn: move")
        screen = await ben.sees(f"{OFFERED}   = Agree   - Decline", "waiting for Ana")
        assert len(screen.splitlines()) == 24
        assert b"\x07" in ben.takes(), "a bell"
        assert end(table) is None
        await ben.type("=")
        await ben.mark("agree")
        await ben.type(ENTER)
        await ana.sees(DRAW, "1.▲ You")
        await ben.sees(DRAW, "1.▼ You")
        assert end(table) == Over(((0, 1),), "agreed")
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
        await ana.sees("you have offered that in this turn already")
        assert end(table) is None

    play(scene)


def test_who_looks_on_sees_the_offer_and_its_end_and_answers_nothing(play: Play) -> None:
    async def scene(server: Steady) -> None:
        eva = await server.enters("Eva")
        table = await pair(server)
        await eva.sits_down()
        await agree(table, "Ana")
        await eva.sees(f"{OFFERED}: waiting for Ben …")
        assert "Agree" not in eva.screen
        await eva.type("=", "-")
        await asyncio.sleep(REST)
        assert table.held.offers.by == 0
        assert OFFERED in eva.screen
        with pytest.raises(IllegalMove):
            await agree(table, "Eva")
        await agree(table, "Ben")
        await eva.sees(DRAW)

    play(scene)


def test_the_first_round_has_no_result_and_is_not_rated(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server, LAID)
        await agree(table, "Ben")
        await table.guests["Ana"].sees("Ben offers to end the game without a result")
        await agree(table, "Ana")
        await table.guests["Ben"].sees("no result")
        assert end(table) == Over((), "aborted")
        assert best(server.database, "bataille") == []
        await table.guests["Ben"].type("q", "q")
        await table.guests["Ben"].sees("Lobby   Ben")
        await table.guests["Ben"].type("f", "f", "f")
        await table.guests["Ben"].sees("no result")

    play(scene)


def test_of_three_all_must_agree_and_are_rated_alike(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await three(server)
        await agree(table, "Ben")
        await table.guests["Cleo"].sees("Ben offers a draw   = Agree")
        await agree(table, "Cleo")
        await table.guests["Cleo"].sees("Ben offers a draw: waiting for Ana …")
        assert end(table) is None
        await agree(table, "Ana")
        await table.all_see([DRAW], *THREE)
        assert end(table) == Over(((0, 1, 2),), "agreed")
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
        await table.guests["Ana"].sees("You want to play on.")
        await agree(table, "Ana")
        assert end(table) is None, "that is an offer of their own"
        assert table.held.offers.by == 0

    play(scene, seed=19)


def test_bots_agree_at_once(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "submarine", "Ana", clock=None, bots=["random", "random"])
        await table.sit_down("Ana")
        ana = table.guests["Ana"]
        await ana.type("=")
        assert "The others were asked" not in await ana.sees("› play on", "end the game")
        await ana.type(DOWN, ENTER)
        await ana.sees("Ended by agreement")
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
        await ben.sees(f"{OFFERED}   = Agree   - Decline")
        assert not table.held.people.is_lent(1)
        await agree(table, "Ben")
        assert end(table) == Over(((0, 1, 2),), "agreed")

    play(scene, ticks=True, seed=19)


def test_whom_a_bot_stands_in_for_may_answer_and_offers_nothing(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await three(server)
        await table.held.stand_ins.lend(1, is_wished=True)
        with pytest.raises(CannotOffer):
            await agree(table, "Ben")
        await agree(table, "Ana")
        await agree(table, "Cleo")
        await table.guests["Ben"].sees(f"{OFFERED}   = Agree   - Decline")
        await agree(table, "Ben")
        assert end(table) is not None

    play(scene, seed=19)


async def moves(table: Timed) -> None:
    """Ana moves."""
    table.play(0, "A 15")


async def waits(table: Timed) -> None:
    """Nobody answers."""
    await asyncio.sleep(LASTS)


async def leaves(table: Timed) -> None:
    """Ana goes to the lobby."""
    await table.guests["Ana"].type("q")


async def is_gone(table: Timed) -> None:
    """Ana's connection ends."""
    await table.guests["Ana"].leave()


@pytest.mark.parametrize("does", [moves, waits, leaves, is_gone])
def test_an_offer_lapses(play: Play, does: Callable[[Timed], Awaitable[None]]) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        await agree(table, "Ana")
        ben = table.guests["Ben"]
        await ben.sees(OFFERED)
        await does(table)
        await ben.sees(LAPSED)
        await ben.sees_no(OFFERED)
        await agree(table, "Ben")
        assert end(table) is None, "that is an offer of their own"

    play(scene, ticks=True)


def test_it_stands_while_the_other_moves_and_until_time_is_up(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server, f"{FIRST_TURNS}; A 15; drop 200; hold")
        assert table.game.waiting == (1,)
        await agree(table, "Ana")
        table.play(1, "stay")
        await table.guests["Ben"].sees(OFFERED)
        await asyncio.sleep(LASTS - 10)
        assert table.held.offers.by == 0
        await agree(table, "Ben")
        assert end(table) is not None
        await asyncio.sleep(20)

    play(scene, ticks=True)


def test_by_the_calendar_it_outlasts_that_people_leave(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_DAY)
        table.play_in_turn(FIRST_TURNS)
        await table.sit_down("Ana")
        await agree(table, "Ana")
        await table.guests["Ana"].leave()
        await asyncio.sleep(2 * LASTS)
        await table.sit_down("Ben")
        await table.guests["Ben"].sees(f"{OFFERED}   = Agree")
        await agree(table, "Ben")
        assert end(table) == Over(((0, 1),), "agreed")

    play(scene, ticks=True)


def test_one_offer_a_turn_however_often_it_is_taken_back(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server, LAID)
        await agree(table, "Ana")
        decline(table, "Ana")
        await table.guests["Ben"].sees("Ana withdraws the offer")
        table.play(0, "A 17")
        with pytest.raises(CannotOffer):
            await agree(table, "Ana")
        table.play(0, "hold")
        assert table.game.waiting == (1,)
        table.game.undo(0)
        with pytest.raises(CannotOffer):
            await agree(table, "Ana")
        table.play(0, "hold")
        await agree(table, "Ana")
        assert table.held.offers.by == 0

    play(scene)


def test_moves_in_secret_leave_an_offer_as_it_was(play: Play) -> None:
    """Else it would tell of them."""

    async def scene(server: Steady) -> None:
        table = await pair(server, "")
        await agree(table, "Ana")
        for words in ("sub 14.200", "sub 22.100", "sub 33.300"):
            table.play(0, words)
        await table.guests["Ben"].sees("Ana offers to end the game")
        table.play(0, "mine 9")
        await table.guests["Ben"].sees(LAPSED)

    play(scene)


def test_both_at_the_same_moment_agree(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        for name in ("Ana", "Ben"):
            await table.guests[name].type("=", DOWN)
        for name in ("Ana", "Ben"):
            table.guests[name].runner.typed(b"\r")
        await table.all_see([DRAW], "Ana", "Ben")

    play(scene)


def test_a_guest_who_leaves_for_good_is_asked_no_more(play: Play) -> None:
    async def scene(server: Steady) -> None:
        guest = await server.stranger()
        ana = await server.enters("Ana")
        seats = [SeatWish(account=ana.account), SeatWish(account=guest.account)]
        table = await server.lobby.desk.create(ana.account, TablePlan("bataille", seats))
        await ana.sits_down()
        held = server.lobby.held.seated(table)
        assert held is not None
        await held.agreeing.agree(ana.account)
        await ana.sees("waiting for Guest")
        await guest.leave()
        await ana.sees("Ended by agreement")
        assert load_record(server.database, table).over == Over((), "aborted")

    play(scene, guests=True)


def test_out_of_time_ends_the_game_whatever_was_offered(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", "Ben", clock=A_MINUTE)
        table.play_in_turn(FIRST_TURNS)
        await table.sit_down("Ana", "Ben")
        await agree(table, "Ben")
        await asyncio.sleep(61)
        assert end(table) == Over(((1,), (0,)), "out_of_time")
        with pytest.raises(IllegalMove):
            await agree(table, "Ana")

    play(scene, ticks=True)


def test_another_start_of_the_server_forgets_offers(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        await agree(table, "Ana")
        await server.is_killed()
        ben = await server.enters("Ben")
        await ben.sits_down()
        assert OFFERED not in ben.screen
        await agree(table, "Ben")
        assert end(table) is None

    play(scene, ticks=True)


def test_an_end_that_cannot_be_kept_leaves_the_offer(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_what: object, **_how: object) -> None:
        raise Refusal("the disk is full")

    async def scene(server: Steady) -> None:
        table = await pair(server)
        await agree(table, "Ana")
        ben = table.guests["Ben"]
        with monkeypatch.context() as patch:
            patch.setattr("nim_tui.server.database.records.append", full)
            await ben.type("=", DOWN, ENTER)
            await ben.sees("the disk is full")
        assert end(table) is None
        await agree(table, "Ben")
        assert end(table) == Over(((0, 1),), "agreed")

    play(scene)
