"""Coach: help in the first turns of a game, by what one seat may know.

It says what matters now, warns before a serious mistake, and praises a clearly best move. Help
fades: first the advice ends, then the warnings; good turns end it earlier, serious mistakes later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import randbits
from typing import Any, Final, NamedTuple

from nim_tui.bots.bot import Bot
from nim_tui.bots.search import Judge
from nim_tui.puzzles.chooser import Comparison
from nim_tui.puzzles.puzzle import ComparedAnswer
from nim_tui.registry import MEDIUM, GameEntry
from nim_tui.thinking.question import NotDone, Question, Thinker
from rules.advice import Weighed
from rules.contract import Move
from rules.messages import N_, Phrase, Value
from screens.coach_words import CoachWords, Objection
from screens.positions import NO_TURN, Turn, position_name, turn_of
from screens.table.seat import Seat

ADVISED: Final = 4
"""Turns in which the coach says what matters."""
WARNED: Final = 8
"""Turns in which the coach warns."""
LONGER: Final = 2
"""Turns that help lasts longer for each turn with a serious mistake."""
LONGEST: Final = 2 * WARNED
"""Turns after which help ends in any case."""
ENOUGH: Final = 3
"""Good turns in a row after which help ends."""
PRAISES: Final = 3
"""The most moves praised in a game."""
GRAVE: Final = 10.0
"""The points of win chance from which on a move is a serious mistake."""
CLEAR: Final = 5.0
"""The points of win chance by which a praised move is better than the next one.

In a good turn no move costs as many, and one that does was possible.
"""


@dataclass(frozen=True, slots=True)
class CoachBots:
    """The bots behind a coach: one that evaluates, one that sets up, and the judge of both."""

    adviser: Bot
    opener: Bot
    judge: Judge | None

    @classmethod
    def of(cls, entry: GameEntry) -> CoachBots:
        """Return the bots of a game."""
        level = MEDIUM if MEDIUM in entry.bots else entry.bots[0]
        return cls(entry.adviser, entry.bot(level), entry.judge)


def coach_maker(
    seats: Sequence[Seat], entry: GameEntry, thinker: Thinker
) -> Callable[[], Coach] | None:
    """Return a function that makes the coach of the one person here, who plays bots alone.

    None where others play, or where the game has no coach.
    """
    words = entry.intro.coach
    if words is None or len(seats) != 1 or seats[0].bots.count(None) != 1:
        return None
    return lambda: Coach(seats[0], words, CoachBots.of(entry), thinker)


class Noted(NamedTuple):
    """A move that was played while the coach helped."""

    phase: str
    turn: int
    word: str
    topic: str
    """What the moves turned on, if the coach named it."""
    is_demanding: bool
    """Whether moves that cost much were possible."""
    is_good: bool
    """Whether it cost little, and was found without a hint."""
    points: int = 0
    """What it cost against a warning; 0 without one."""
    is_idle: bool = False
    """Whether a warning named parts of it that have no effect."""
    place: Turn = NO_TURN
    """The turn or round in which it was played against a warning."""
    position: int = 0
    """The number of moves before it, if it was played against a warning."""


class Coach:
    """The helper of one seat's player in the first turns."""

    def __init__(
        self,
        seat: Seat,
        words: CoachWords,
        bots: CoachBots,
        thinker: Thinker,
        seed: int | None = None,
    ) -> None:
        """`seed` draws sampled worlds and the set-up; it is unrelated to the seed of the table."""
        self._seat = seat
        self._words = words
        self._bots = bots
        self._thinker = thinker
        self._seed = randbits(32) if seed is None else seed
        self._is_stopped = False
        self._counted_from = 0
        """The turn from which on good turns count."""
        self._noted: dict[int, Noted] = {}
        """The moves of the player, by the number of moves before."""
        self._praised = 0
        self._position: Any = None
        """The seat's view of the position that was evaluated last.

        It identifies the position: after an undo others have the same number of moves.
        """
        self._weighing: asyncio.Task[Sequence[Weighed]] | None = None
        """The evaluation of the moves in that position."""
        self._behinds: dict[str, float] = {}
        """The points that single moves were found to be behind there, by word."""
        self.remark: Phrase | None = None

    # When it helps

    @property
    def _turn(self) -> int:
        return self._words.turn(self._seat.view())

    @property
    def is_on(self) -> bool:
        """Whether the coach was not stopped, and help is not over."""
        is_over = self._turn > min(WARNED + self._longer, LONGEST) or self._is_enough
        return not (self._is_stopped or is_over)

    def stop(self) -> None:
        """Stop helping."""
        self._is_stopped = True

    def resume(self) -> None:
        """Help again, even after good turns."""
        self._is_stopped, self._counted_from = False, self._turn

    @property
    def farewell(self) -> Phrase | None:
        """Why help is over; None while it goes on, or if it was stopped."""
        if self._is_stopped or self.is_on:
            return None
        good = N_("Your last three turns were good: now you play without the coach.")
        return Phrase(
            good if self._is_enough else N_("From now on you play without the coach."), {}
        )

    @property
    def _standing(self) -> Sequence[Noted]:
        """The noted moves that were not undone."""
        played = self._seat.moves_played
        return [each for ply, each in self._noted.items() if ply < played]

    @property
    def _longer(self) -> int:
        """Turns that help lasts longer, for serious mistakes."""
        return LONGER * len({each.turn for each in self._standing if each.points or each.is_idle})

    @property
    def _is_enough(self) -> bool:
        """Whether so many turns in a row were good; those in which nothing could go wrong aside."""
        now, turns = self._turn, dict[int, bool]()
        for each in self._standing:
            if each.is_demanding and self._counted_from <= each.turn < now:
                turns[each.turn] = turns.get(each.turn, True) and each.is_good
        last = [*turns.values()][-ENOUGH:]
        return len(last) == ENOUGH and all(last)

    @property
    def matter(self) -> str:
        """What matters now, before the first move of a phase in the first turns; else empty.

        It is what the evaluated moves turn on, unless that was named the turn before.
        """
        view, turn, noted = self._seat.view(), self._turn, self._standing
        has_begun = any((each.turn, each.phase) == (turn, view.phase.name) for each in noted)
        if has_begun or turn > ADVISED + self._longer:
            return ""
        return self._words.matter(view, self._topic)

    @property
    def _topic(self) -> str:
        """What the moves of now turn on, unless that was named the turn before."""
        topic, turn = self._known[0].topic if self._known else "", self._turn
        named = {each.topic for each in self._standing if each.turn == turn - 1}
        return "" if topic in named else topic

    # The set-up

    @property
    def is_setting_up(self) -> bool:
        """Whether the next move belongs to the set-up."""
        phase: str = self._seat.view().phase.name
        return phase == self._words.set_up_phase

    async def set_up(self) -> Move | None:
        """Return a set-up move as a medium bot would make it; None if none is due."""
        if not (self.is_setting_up and self._seat.legal()):
            return None
        position = self._seat.view()
        advice = await self._thinker.think(self._question(self._bots.opener))
        if self._words.is_set_up:
            self.remark = Phrase(self._words.is_set_up, {})
        return advice.move if self._seat.view() == position else None

    # The moves of now

    def _question(self, bot: Bot) -> Question:
        seat, number = self._seat, self._seat.number
        assert number is not None
        played = seat.moves_played
        return Question(bot, seat.game, seat.view(), seat.legal(), self._seed, number, played)

    async def look_ahead(self) -> None:
        """Evaluate the legal moves, unless there is only one."""
        if len(self._seat.legal()) > 1:
            await self.advised()

    async def advised(self) -> Sequence[Weighed]:
        """Return the legal moves, best first; each position is evaluated once."""
        position = self._seat.view()
        if self._weighing is None or position != self._position:
            self._position, self._behinds = position, {}
            weighing = self._thinker.weigh(self._question(self._bots.adviser))
            self._weighing = asyncio.ensure_future(weighing)
        return await asyncio.shield(self._weighing)

    @property
    def _known(self) -> Sequence[Weighed] | None:
        """The evaluated moves of this position; None before they are evaluated."""
        task = self._weighing
        if task is None or not task.done() or task.cancelled():
            return None
        return task.result() if self._seat.view() == self._position else None

    def _behind(self, found: Sequence[Weighed], move: Move) -> float | None:
        """Return how far a move's win probability (0..1) is behind the best; None if unknown."""
        own = self._seat.number
        chances = next((each.chances for each in found if each.advice.move == move), ())
        if move.word in self._behinds or not chances or own is None:
            return self._behinds.get(move.word)
        return 100 * (found[0].chances[own] - chances[own])

    # Warnings

    def warns_of(self, move: Move) -> bool:
        """Whether the move must be evaluated before it is played: it may be a serious mistake."""
        if len(self._seat.legal()) < 2:
            return False
        if self._words.idle_parts(self._seat.view(), move):
            return True
        if self._bots.judge is None:
            return False
        behind = None if self._known is None else self._behind(self._known, move)
        return behind is None or behind >= GRAVE / 2

    async def objection(self, move: Move) -> Objection | None:
        """Return the reasons against a move; None unless it is a serious mistake."""
        idle = self._words.idle_parts(self._seat.view(), move)
        found = await self.advised()
        compared = await self._compared(found, move)
        behind = compared.behind
        if behind < GRAVE and not idle:
            return None
        if not found or found[0].advice.move == move:
            return Objection(0, idle)
        best = found[0]
        points = round(behind) if behind >= GRAVE else 0
        praise = compared.praise or best.why or (best.advice.phrase,)
        return Objection(points, idle, compared.why, best.advice.move.word, praise)

    async def _compared(self, found: Sequence[Weighed], move: Move) -> ComparedAnswer:
        """Compare a move with the best one, in the same sampled worlds."""
        behind = self._behind(found, move)
        judge, seat = self._bots.judge, self._seat
        if judge is None or not found or (behind is not None and behind < GRAVE / 2):
            return ComparedAnswer(behind or 0.0)
        best = found[0].advice.move.word
        job = Comparison(judge, seat.game, seat.view(), best, move.word, self._seed, more=1)
        try:
            answer: ComparedAnswer | None = await self._thinker.do(job)
        except NotDone:
            answer = None
        if answer is None:
            return ComparedAnswer(behind or 0.0)
        self._behinds[move.word] = answer.behind
        return answer

    # What was played

    def note(
        self, move: Move, objection: Objection | None = None, *, is_hinted: bool = False
    ) -> None:
        """Record a move that is being played; praise a clearly best one, unless it was hinted."""
        self.remark = None
        why = None if objection is not None or is_hinted else self._why_right(move)
        played, note = self._seat.moves_played, self._note_of(move, objection, is_hinted=is_hinted)
        standing = {ply: each for ply, each in self._noted.items() if ply < played}
        self._noted = {**standing, played: note}
        if why is not None and self._praised < PRAISES:
            self._praised += 1
            self.remark = Phrase(N_("Well played! {why}"), {"why": why})

    def _note_of(self, move: Move, objection: Objection | None, *, is_hinted: bool) -> Noted:
        found, view, own = self._known or (), self._seat.view(), self._seat.number
        behind = self._behind(found, move) if found else None
        chances = [each.chances[own] for each in found if each.chances and own is not None]
        is_demanding = bool(chances) and 100 * (chances[0] - min(chances)) >= CLEAR
        is_good = objection is None and not is_hinted and behind is not None and behind < CLEAR
        told = self._topic if self.matter else ""
        noted = Noted(view.phase.name, self._turn, move.word, told, is_demanding, is_good)
        if objection is None:
            return noted
        return noted._replace(
            points=objection.points, is_idle=bool(objection.idle),
            place=turn_of(view), position=self._seat.move_index().length,
        )  # fmt: skip

    def _why_right(self, move: Move) -> Phrase | None:
        """Return why a move was right; None if others are about as good."""
        found, own = self._known, self._seat.number
        if not found or len(found) < 2 or own is None or found[0].advice.move != move:
            return None
        if not (found[0].chances and found[1].chances):
            return None
        if 100 * (found[0].chances[own] - found[1].chances[own]) < CLEAR:
            return None
        return (*found[0].why, found[0].advice.phrase)[0]

    def tips(self) -> Sequence[Phrase]:
        """Return two things to try next: from the mistakes recorded, then the game's own tips."""
        tips = []
        noted = self._standing
        worst = max(noted, key=lambda each: each.points, default=None)
        if worst is not None and worst.points:
            text = N_("Review {when}: {move} cost {points} points of win chance.")
            facts: dict[str, Value] = {
                "when": position_name(worst.place, worst.position),
                "move": worst.word,
                "points": worst.points,
            }
            tips.append(Phrase(text, facts))
        if self._words.idle_tip and any(each.is_idle for each in noted):
            tips.append(Phrase(self._words.idle_tip, {}))
        tips += [Phrase(tip, {}) for tip in self._words.tips]
        return tips[:2]
