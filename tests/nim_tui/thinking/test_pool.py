"""Processes in which bots think: the same answers, and an answer whatever becomes of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from typing import Any

import pytest

from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import RandomBot
from nim_tui.registry import GameEntry, game_named
from nim_tui.thinking.pool import Pool
from nim_tui.thinking.question import LONG_ENOUGH, Question, wait_for
from rules.bataille import BATAILLE
from rules.chance import Chance
from rules.submarine.moves import PLACE
from tests.nim_tui.thinking.heavy_bots import HeavyBot


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    pool = Pool(2)
    yield pool
    await pool.close()


def asked(bot: Bot, seed: int = 7) -> Question:
    state = BATAILLE.new(2, {}, Chance(seed))
    view, legal = BATAILLE.view(state, 0), BATAILLE.legal(state, 0)
    return Question(bot, BATAILLE, view, legal, seed, 0, 0)


async def test_an_answer_does_not_depend_on_where_it_was_thought_of(pool: Pool) -> None:
    for seed in range(5):
        question = asked(HeavyBot(), seed)
        assert (await pool.think(question)).move == question.answer().move


@pytest.mark.slow
async def test_reasons_do_not_depend_on_where_they_were_thought_of(pool: Pool) -> None:
    entry = game_named("submarine")
    state = after_the_set_up(entry)
    (seat,) = state.waiting()
    view, legal = entry.game.view(state, seat), entry.game.legal(state, seat)
    question = Question(entry.adviser, entry.game, view, legal, 7, seat, 0)
    found = question.weigh()
    assert found[0].why
    assert found[0].topic
    assert await pool.weigh(question) == found


def after_the_set_up(entry: GameEntry) -> Any:
    """A game in which the bathyscaphes are placed."""
    state = entry.game.new(2, {}, Chance(7))
    while state.phase == PLACE:
        (seat,) = state.waiting()
        entry.game.play(state, seat, entry.game.legal(state, seat)[0], Chance(7))
    return state


async def test_no_more_processes_than_agreed_answer_any_number_of_questions(pool: Pool) -> None:
    answers = await asyncio.gather(*(pool.think(asked(HeavyBot(), n)) for n in range(9)))
    processes = {answer.reason for answer in answers}
    assert len(processes) <= 2
    assert f"pid {os.getpid()}" not in processes


async def test_a_quick_bot_needs_no_process(pool: Pool) -> None:
    question = asked(RandomBot())
    assert await pool.think(question) == question.answer()
    assert not pool._all


@pytest.mark.slow
@pytest.mark.parametrize("deed", ["crash", "raise", "hoard"])
async def test_a_quicker_bot_answers_for_one_that_fails(
    pool: Pool, deed: str, caplog: pytest.LogCaptureFixture
) -> None:
    question = asked(HeavyBot(deed))
    answer = await pool.think(question)
    assert answer.move in question.legal
    assert answer.reason == asked(RandomBot()).answer().reason
    assert "did not answer" in caplog.text
    assert (await pool.think(asked(HeavyBot()))).reason.startswith("pid"), "another takes over"


async def test_a_bot_that_is_stuck_is_ended(caplog: pytest.LogCaptureFixture) -> None:
    pool = Pool(1, patience=0.5)
    answer = await pool.think(asked(HeavyBot("hang")))
    assert not answer.reason.startswith("pid")
    assert not pool._all
    assert "TimeoutError" in caplog.text


async def test_who_no_longer_wants_an_answer_gets_none_later(pool: Pool) -> None:
    thinking = asyncio.create_task(pool.think(asked(HeavyBot("hang"))))
    while not pool._all:
        await asyncio.sleep(0)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert (await pool.think(asked(HeavyBot()))).reason.startswith("pid")


async def test_a_process_goes_on_serving_when_its_answer_is_no_longer_wanted() -> None:
    """To end it would cost the next ones more than to let it come to its end."""
    pool = Pool(1)
    first = (await pool.think(asked(HeavyBot()))).reason
    thinking = asyncio.create_task(pool.think(asked(HeavyBot("doze"))))
    await asyncio.sleep(0)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert (await pool.think(asked(HeavyBot()))).reason == first
    await pool.close()


async def test_a_question_that_waits_for_a_process_is_taken_back() -> None:
    pool = Pool(1, patience=0.5)
    stuck = asyncio.create_task(pool.think(asked(HeavyBot("hang"))))
    while not pool._all:
        await asyncio.sleep(0)
    waiting = asyncio.create_task(pool.think(asked(HeavyBot())))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({stuck, waiting})
    assert waiting.cancelled()
    assert pool.asked == 0
    await pool.close()


async def test_processes_end_with_the_pool() -> None:
    pool = Pool(1)
    pid = int((await pool.think(asked(HeavyBot()))).reason.removeprefix("pid "))
    await pool.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_pace_of_a_bot_is_that_of_its_kind() -> None:
    assert wait_for(HeavyBot(), 0.7) == 1.4
    assert wait_for(RandomBot(), 0.7) == 0.7
    assert wait_for(HeavyBot(), 0.2) == LONG_ENOUGH
    assert wait_for(HeavyBot(), 0.0) == wait_for(RandomBot(), 0.0) == 0.0
