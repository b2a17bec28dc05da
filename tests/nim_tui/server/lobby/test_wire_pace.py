"""When a bot moves does not show how long it thought, nor what it holds."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from nim_tui.app.base_app import BaseApp
from nim_tui.bots.bot import Bot
from nim_tui.server.play.turns import BEAT
from nim_tui.tables.table import Table
from nim_tui.thinking.question import InThread, Question, wait_for
from rules.advice import Advice
from rules.chance import Chance
from rules.options import OptionValue
from rules.submarine.game import Submarine
from rules.submarine.state import SubmarineState
from tests.nim_tui.server.lobby.overheard import WATCHER
from tests.nim_tui.server.lobby.steady import Guest, Steady, played

pytestmark = pytest.mark.nightly

SEED = 7
WORDS = {
    "submarine": "place 1; place 2; place 3; place 4; place 5; boat 1; dive 1 to 2.2; done",
    "bataille": "sub 14.200; sub 22.100; sub 33.300; mine 9; A 17; hold; B 29; hold",
}
"""What Ana plays."""
HARD, MEDIUM = ("submarine", "hard"), ("submarine", "medium")
ELSEWHERE = ("bataille", "medium")
LATE = [HARD, MEDIUM, ELSEWHERE, ("bataille", "hard")]
SWAPPED = (1, 3)
"""Which card of its hand, and of its pile."""
SLICE, MOST_SLICES = 0.1, 1000
QUICK, SLOW, ENDLESS = 0.001, 0.035, 60.0
"""Seconds that a legal move takes which is looked at."""


@dataclass
class Laborious(InThread):
    """Thinks for so long about each legal move.

    What it comes to may be laid down, so that nothing else is to be seen.
    """

    a_move: float
    laid_down: Mapping[int, str] = field(default_factory=dict)
    legal: list[int] = field(default_factory=list)
    moves: dict[int, str] = field(default_factory=dict)
    """By how many moves its seat had noticed."""
    waits: set[float] = field(default_factory=set)
    bots: dict[int, Bot] = field(default_factory=dict)
    quick: int = 0
    """Questions to the bot that answers where it cannot."""

    async def think(self, question: Question) -> Advice:
        advice = question.answer()
        if self.laid_down:
            move = question.game.parse(self.laid_down[question.moves])
            assert move in question.legal
            advice = Advice(move, advice.reason, advice.facts)
        if question.bot is not self.asked_first(question):
            self.quick += 1
            return advice
        self.legal.append(len(question.legal))
        self.moves[question.moves] = advice.move.word
        self.waits.add(wait_for(question.bot, BEAT))
        await asyncio.sleep(self.seconds[-1])
        return advice

    def asked_first(self, question: Question) -> Bot:
        """The bot of a seat; another that is asked later answers in its place."""
        return self.bots.setdefault(question.seat, question.bot)

    @property
    def seconds(self) -> list[float]:
        """How long it thought each time, or would have."""
        return [self.a_move * moves for moves in self.legal]


def otherwise(monkeypatch: pytest.MonkeyPatch, held: int, lying: int) -> None:
    """The bot holds another card: one that else lies in its pile."""
    new = Submarine.new

    def dealt(
        self: Submarine, seats: int, options: Mapping[str, OptionValue], chance: Chance
    ) -> SubmarineState:
        state = new(self, seats, options, chance)
        hand, pile = state.hands[1], state.piles[1]
        hand[held], pile[lying] = pile[lying], hand[held]
        hand.sort()
        return state

    monkeypatch.setattr(Submarine, "new", dealt)


async def slices(table: Table, guests: Sequence[Guest]) -> list[list[bytes]]:
    """What these are sent while the first of them plays her words, slice by slice."""
    sent, words = list[list[bytes]](), WORDS[table.game.name].split("; ")
    while words or table.waiting != (0,):
        assert len(sent) < MOST_SLICES, "the bot does not answer"
        if words and 0 in table.waiting:
            await guests[0].say(words.pop(0))
        await asyncio.sleep(SLICE)
        sent.append([guest.takes() for guest in guests])
    return sent


def sent(
    folder: Path, thinker: Laborious, bot: tuple[str, str] = HARD, swapped: Sequence[int] = ()
) -> list[list[bytes]]:
    """What Ana, who plays against a bot, and a watcher are sent, slice by slice."""
    told = list[list[bytes]]()

    async def scene(server: Steady) -> None:
        server.lobby.opener.thinker = thinker
        guests = [await server.enters(name) for name in ("Ana", WATCHER)]
        held = await server.lobby.opener.live(await server.table(bot[0], "Ana", bots=[bot[1]]))
        for guest in guests:
            await guest.sits_down()
            guest.takes()
        told.extend(await slices(held, guests))

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(BaseApp, "frame_time", lambda self: 0.0)  # nothing moves for long
        if swapped:
            otherwise(monkeypatch, *swapped)
        played(monkeypatch, folder, scene, seed=SEED)
    return told


def named(bot: tuple[str, str]) -> str:
    return " ".join(bot)


@pytest.mark.parametrize("bot", [HARD, MEDIUM], ids=named)
def test_a_bot_that_searches_longer_among_other_moves_answers_on_the_same_beat(
    tmp_path: Path, bot: tuple[str, str]
) -> None:
    slow, beats = (SLOW, 2) if bot == HARD else (SLOW / 3, 1)
    one_bot = Laborious(QUICK)
    one = sent(tmp_path / "one", one_bot, bot)
    unlike = Laborious(slow, one_bot.moves)
    other = sent(tmp_path / "other", unlike, bot, SWAPPED)
    assert one_bot.legal != unlike.legal
    assert max(one_bot.seconds) < SLICE < max(unlike.seconds) < beats * BEAT
    assert one_bot.waits == unlike.waits == {beats * BEAT}
    assert not one_bot.quick
    assert any(told[0] for told in one)
    assert one == other


def test_a_bot_that_lays_its_camp_otherwise_and_thinks_longer_shows_nothing_of_it(
    tmp_path: Path,
) -> None:
    bot = Laborious(QUICK)
    one = sent(tmp_path / "one", bot, ELSEWHERE)
    deep = {"100": "200", "200": "300", "300": "100"}
    first, camp = next((n, word) for n, word in bot.moves.items() if word.startswith("sub "))
    cell, _dot, depth = camp.partition(".")
    unlike = Laborious(SLOW / 3, {**bot.moves, first: f"{cell}.{deep[depth]}"})
    other = sent(tmp_path / "other", unlike, ELSEWHERE)
    assert unlike.moves != bot.moves
    assert max(bot.seconds) < max(unlike.seconds)
    assert any(told[0] for told in one)
    assert one == other


@pytest.mark.parametrize("bot", LATE, ids=named)
def test_a_bot_that_has_no_answer_in_time_gives_that_of_a_quicker_one_on_the_same_beat(
    tmp_path: Path, bot: tuple[str, str]
) -> None:
    in_time = Laborious(QUICK)
    one = sent(tmp_path / "one", in_time, bot)
    late = Laborious(ENDLESS, in_time.moves)
    other = sent(tmp_path / "other", late, bot)
    assert min(late.seconds) > 2 * BEAT
    assert late.quick == len(late.legal) == late.counted.late
    assert in_time.counted.late == 0 < in_time.counted.answers
    assert one == other
