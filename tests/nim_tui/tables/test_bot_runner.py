"""Programs at a table: what they are shown, and what a person does while they think."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from errno import ENOSPC
from typing import Any

import pytest

from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import RandomBot, TellingBot
from nim_tui.games.bataille.judge import BatailleJudge
from nim_tui.tables.bot_runner import BotRunner
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.seats import LivePlace, TableSeat
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_TIME, InThread, Question
from rules.advice import Advice
from rules.bataille.game import BATAILLE
from rules.chance import Chance
from rules.contract import AnyGame, Move

CAMP = ("sub 2.100", "sub 15.200", "sub 29.300")


class SlowBot:
    """Takes the first legal move, and thinks until it is let go."""

    def __init__(self) -> None:
        self.thinking = threading.Event()
        self.go = threading.Event()
        self.offered: list[list[str]] = []

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        self.offered.append([move.word for move in legal])
        self.thinking.set()
        assert self.go.wait(30)
        self.thinking.clear()
        return Advice(legal[0], "the first")


def laid_but_for_the_mine() -> Table:
    """Ana has her submarines, the program its whole camp."""
    table = Table(BATAILLE, {}, [SeatPlan("Ana"), SeatPlan("slow", "random")], 7)
    for word in CAMP:
        table.play(0, BATAILLE.parse(word))
    return table


async def test_a_move_made_while_a_program_thinks_is_not_answered_by_the_old_thought() -> None:
    """Undo and another move bring the number of moves back, not the position."""
    table, bot = laid_but_for_the_mine(), SlowBot()
    table.play(0, BATAILLE.parse("mine 9"))
    driver = BotRunner(table, {1: bot}, lambda: 0.0, lambda error: None)
    driving = asyncio.create_task(driver.drive())
    await asyncio.to_thread(bot.thinking.wait, 30)
    table.undo(0)
    table.play(0, BATAILLE.parse("mine 10"))
    bot.go.set()
    await asyncio.wait_for(driving, 30)
    assert [play.move for play in table.plays[:4]] == [*CAMP, "mine 10"]
    assert bot.offered[0] == bot.offered[1]
    assert len(bot.offered) == len(table.plays) - len(CAMP)


async def test_a_program_waits_while_a_person_takes_his_time() -> None:
    table, bot = laid_but_for_the_mine(), SlowBot()
    driver = BotRunner(table, {1: bot}, lambda: 0.0, lambda error: None)
    assert not driver.is_due
    await driver.drive()
    assert not bot.offered


async def test_a_program_answers_on_the_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """However short the thought, it is slept on until the beat: the pace tells nothing."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    table, bot = laid_but_for_the_mine(), SlowBot()
    table.play(0, BATAILLE.parse("mine 9"))
    bot.go.set()
    await BotRunner(table, {1: bot}, lambda: 60.0, lambda error: None).drive()
    assert len(slept) == 4
    assert all(0 < seconds <= 60 for seconds in slept)


@pytest.mark.slow
@pytest.mark.parametrize("is_told_for", [False, True])
async def test_a_program_that_is_late_is_logged_and_counted(
    caplog: pytest.LogCaptureFixture, is_told_for: bool
) -> None:
    """What it would have said is not waited for: a quicker one answers in its place."""
    table, bot, thinker = laid_but_for_the_mine(), SlowBot(), InThread()
    table.play(0, BATAILLE.parse("mine 9"))
    seated = TellingBot(bot, BatailleJudge) if is_told_for else bot
    driver = BotRunner(table, {1: seated}, lambda: IN_TIME, lambda error: None, thinker)
    driving = asyncio.create_task(driver.drive())
    await asyncio.wait_for(driving, 30)
    bot.go.set()
    assert len(table.plays) > len(CAMP) + 1
    assert thinker.counted.late == thinker.counted.answers == len(table.plays) - len(CAMP) - 1
    assert "bot late, a quicker one answered: SlowBot of bataille" in caplog.text


class TwoMinds(InThread):
    """Bots answer here a little later than the quicker ones that are asked in their place."""

    def __init__(self) -> None:
        self._is_answered = asyncio.Event()

    async def think(self, question: Question) -> Advice:
        if isinstance(question.bot, SlowBot):
            await self._is_answered.wait()
            return Advice(question.legal[0], "the first")
        asyncio.get_running_loop().call_later(0.01, self._is_answered.set)
        return Advice(question.legal[-1], "the last")


async def test_a_program_that_is_on_time_is_heard_though_a_quicker_one_was_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def sleep(_seconds: float) -> None:
        """The beat is not waited for."""

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr("nim_tui.tables.bot_runner.QUICK", IN_TIME)
    table, thinker = laid_but_for_the_mine(), TwoMinds()
    table.play(0, BATAILLE.parse("mine 9"))
    first = table.legal(1)[0]
    await BotRunner(table, {1: SlowBot()}, lambda: IN_TIME, lambda error: None, thinker).drive()
    assert table.plays[len(CAMP) + 1].move == first.word
    assert (thinker.counted.late, thinker.counted.answers) == (0, 4)


async def test_a_move_that_cannot_be_written_down_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, told = laid_but_for_the_mine(), list[OSError]()
    full = [OSError(ENOSPC, "the disk is full")] * 2

    async def play(seat: int, move: Move) -> None:
        if full:
            raise full.pop()
        table.play(seat, move)

    monkeypatch.setattr("nim_tui.tables.bot_runner.RETRY", 0.0)
    table.play(0, BATAILLE.parse("mine 9"))
    await BotRunner(table, {1: RandomBot()}, lambda: 0.0, told.append, play=play).drive()
    assert [error.errno for error in told] == [ENOSPC] * 2
    assert len(table.plays) > len(CAMP) + 1


async def test_how_long_programs_took_is_told_once_the_game_is_over() -> None:
    """Before, it would tell how much there was to think about."""
    table, bot = laid_but_for_the_mine(), SlowBot()
    bot.go.set()
    driver = BotRunner(table, {1: bot}, lambda: 0.0, lambda error: None)
    table.play(0, BATAILLE.parse("mine 9"))
    began = time.monotonic()
    await driver.drive()
    took = time.monotonic() - began
    decisions = sum(play.seat == 1 for play in table.plays)
    seat = TableSeat(LivePlace(table), 0, RandomBot())
    assert decisions > 1
    assert not seat.thought
    table.resign(0)
    assert seat.thought[1].decisions == decisions
    assert 0 <= seat.thought[1].mean <= seat.thought[1].longest <= took


class LostBot:
    """Fails at every question; what answers in its place is another one, if it is told."""

    def __init__(self, instead: Bot) -> None:
        self.instead = instead

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        raise KeyError("lost its way")


@pytest.mark.slow
@pytest.mark.parametrize("beat", [0.0, IN_TIME])
async def test_a_program_that_fails_is_logged_and_answered_for(
    caplog: pytest.LogCaptureFixture, beat: float
) -> None:
    table, quicker = laid_but_for_the_mine(), SlowBot()
    quicker.go.set()
    table.play(0, BATAILLE.parse("mine 9"))
    await BotRunner(table, {1: LostBot(quicker)}, lambda: beat, lambda error: None).drive()
    assert quicker.offered
    assert len(table.plays) > len(CAMP) + 1
    assert "bot failed, a quicker one answers: LostBot of bataille" in caplog.text


async def test_where_all_fail_any_move_will_do(caplog: pytest.LogCaptureFixture) -> None:
    table, nobody = laid_but_for_the_mine(), LostBot(RandomBot())
    table.play(0, BATAILLE.parse("mine 9"))
    lost = LostBot(nobody)
    await BotRunner(table, {1: lost}, lambda: 0.0, lambda error: None).drive()
    assert len(table.plays) > len(CAMP) + 1
    assert caplog.text.count("bot failed") == 2 * (len(table.plays) - len(CAMP) - 1)
