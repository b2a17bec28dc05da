"""A coach says what matters, warns of serious mistakes, praises clear moves, and fades out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest
from rich.cells import cell_len

from nim_tui.bots.playout import Barred, Playout
from nim_tui.bots.search import SearchBot, Worlds
from nim_tui.coach import ADVISED, ENOUGH, LONGER, LONGEST, PRAISES, WARNED, Coach, CoachBots
from nim_tui.games.bataille import explainer as bataille
from nim_tui.games.himalaya import explainer as himalaya
from nim_tui.games.schwarm import contrasts as schwarm
from nim_tui.games.submarine import explainer as submarine
from nim_tui.registry import all_games
from nim_tui.thinking.question import IN_THREAD
from rules.advice import Advice, Weighed
from rules.chance import Chance
from rules.messages import Phrase
from screens.coach_words import CoachWords, Objection
from screens.positions import MoveIndex, Turn
from screens.text import LANGUAGES, Locale, _, use_look
from tests.nim_tui.bots.test_causes import BAD, GOOD, Invented, Sentences, Word

FAIR = Advice(Word("fair"), "")
MOVES = {each.move.word: each.move for each in (GOOD, BAD, FAIR)}
WORDS = CoachWords(
    "start",
    "set up",
    "SETUP",
    lambda view: view.turn,
    {("MOVE", turn): f"matter {turn}" for turn in range(1, 9)},
    ("tip one", "tip two"),
    {"gold": "gold counts"},
    "tests.nim_tui.test_coach:idle_parts",
    "idle tip",
)
ROOM = 80 - cell_len(" Coach  ")
TIP = 68
"""Cells of a thing to try next, at 80 columns."""


def idle_parts(_view: Any, move: Any) -> list[str]:
    return ["it brings nothing"] if move.word == "idle" else []


class Opener:
    """Sets up by its first legal move."""

    def choose(self, _game: Any, _view: Any, legal: Sequence[Any], _chance: Chance) -> Advice:
        return Advice(legal[0], "")


class KnownByWord(Invented):
    """The same worlds for moves that come from another process."""

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        return super().simulate(BAD if advice.move == BAD.move else GOOD, world, barred)


@dataclass
class InventedJudge:
    """Knows two moves, of which the bad one loses gold by a theft."""

    stolen: float = 2.0
    budget: int = 40
    doubt: float = 0.0
    explainer: Any = field(default_factory=Sentences)
    views: list[Any] = field(default_factory=list)

    @property
    def instead(self) -> Opener:
        return Opener()

    def worlds(self, _game: Any, view: Any, _legal: Any, _chance: Chance) -> Worlds | None:
        self.views.append(view)
        return KnownByWord(self.stolen)


@dataclass
class InventedSeat:
    """A seat whose turn and phase are set by the test."""

    turn: int = 1
    phase: str = "MOVE"
    moves_played: int = 0
    number: int = 0
    words: tuple[str, ...] = ("good", "bad", "fair")

    @property
    def game(self) -> Any:
        return SimpleNamespace(
            name="invented",
            legal=lambda _state, _seat: self.legal(),
            sample=lambda _view, _chance: None,
            parse=lambda word: MOVES[word],
        )

    def view(self) -> Any:
        return SimpleNamespace(seat=0, turn=self.turn, phase=SimpleNamespace(name=self.phase))

    def move_index(self) -> MoveIndex:
        return MoveIndex([Turn("turn", self.turn)] * 6, [0] * 6)

    def legal(self) -> list[Any]:
        return [MOVES.get(word, Word(word)) for word in self.words]


def coach_of(seat: InventedSeat, judge: InventedJudge | None = None) -> Coach:
    judge = judge or InventedJudge()
    bots: Any = CoachBots(SearchBot(judge), Opener(), judge)  # type: ignore[arg-type]
    return Coach(seat, WORDS, bots, IN_THREAD, 1)  # type: ignore[arg-type]


def play(seat: InventedSeat, coach: Coach, move: Any, objection: Objection | None = None) -> None:
    """Have the seat play a move that the coach takes note of."""
    coach.note(move, objection)
    seat.moves_played += 1


def test_it_says_what_matters_before_the_first_move_of_each_of_the_first_turns() -> None:
    seat = InventedSeat()
    coach = coach_of(seat)
    assert coach.matter == "matter 1"
    play(seat, coach, GOOD.move)
    assert coach.matter == ""
    seat.moves_played -= 1
    assert coach.matter == "matter 1"
    seat.turn = ADVISED
    assert coach.matter == f"matter {ADVISED}"
    seat.turn = ADVISED + 1
    assert coach.matter == ""


async def test_it_says_what_the_moves_of_now_turn_on_and_not_twice_in_a_row() -> None:
    seat = InventedSeat()
    coach = coach_of(seat)
    await coach.look_ahead()
    assert coach.matter == "gold counts"
    play(seat, coach, FAIR.move)
    seat.turn = 2
    await coach.look_ahead()
    assert coach.matter == "matter 2"
    play(seat, coach, FAIR.move)
    seat.turn = 3
    await coach.look_ahead()
    assert coach.matter == "gold counts"


async def test_it_says_nothing_in_a_phase_of_which_the_game_says_nothing() -> None:
    coach = coach_of(InventedSeat(phase="END"))
    await coach.look_ahead()
    assert coach.matter == ""


def test_it_fades_out_and_can_be_stopped() -> None:
    seat = InventedSeat(turn=WARNED)
    coach = coach_of(seat)
    assert coach.is_on
    assert coach.farewell is None
    seat.turn = WARNED + 1
    assert not coach.is_on
    assert str(coach.farewell) == "From now on you play without the coach."
    seat.turn = 1
    coach.stop()
    assert not coach.is_on
    assert coach.farewell is None
    coach.resume()
    assert coach.is_on


async def test_good_turns_in_a_row_end_it_until_it_is_asked_back() -> None:
    seat = InventedSeat()
    coach = coach_of(seat)
    for turn, move in enumerate([GOOD, BAD, *[GOOD] * ENOUGH], start=1):
        seat.turn = turn
        assert coach.is_on
        await coach.look_ahead()
        play(seat, coach, move.move)
    assert coach.is_on
    seat.turn += 1
    assert not coach.is_on
    assert str(coach.farewell).startswith("Your last three turns were good")
    coach.resume()
    assert coach.is_on


@pytest.mark.parametrize("is_hinted", [False, True])
async def test_turns_that_prove_nothing_do_not_end_it(is_hinted: bool) -> None:
    seat = InventedSeat()
    coach = coach_of(seat, InventedJudge(stolen=2.0 if is_hinted else 0.1))
    for turn in range(1, WARNED + 1):
        seat.turn = turn
        await coach.look_ahead()
        coach.note(GOOD.move, is_hinted=is_hinted)
        seat.moves_played += 1
        assert coach.is_on


async def test_each_turn_with_a_grave_mistake_makes_it_stay_longer() -> None:
    seat = InventedSeat(turn=2)
    coach = coach_of(seat)
    play(seat, coach, BAD.move, await coach.objection(BAD.move))
    seat.turn = WARNED + LONGER
    assert coach.is_on
    seat.turn += 1
    assert not coach.is_on
    for turn in range(3, LONGEST + 1):
        seat.turn = turn
        play(seat, coach, BAD.move, await coach.objection(BAD.move))
    assert coach.is_on
    seat.turn = LONGEST + 1
    assert not coach.is_on


async def test_a_mistake_that_was_undone_does_not_count() -> None:
    seat = InventedSeat(turn=2)
    coach = coach_of(seat)
    play(seat, coach, BAD.move, await coach.objection(BAD.move))
    seat.moves_played -= 1
    seat.turn = WARNED + 1
    assert not coach.is_on
    assert [tip.text for tip in coach.tips()] == ["tip one", "tip two"]


async def test_an_undone_mistake_stays_undone_however_long_the_game_becomes() -> None:
    seat = InventedSeat(turn=2, moves_played=10)
    coach = coach_of(seat)
    play(seat, coach, BAD.move, await coach.objection(BAD.move))
    seat.moves_played = 6
    play(seat, coach, GOOD.move)
    seat.moves_played, seat.turn = 12, WARNED + 1
    assert not coach.is_on
    assert [tip.text for tip in coach.tips()] == ["tip one", "tip two"]


async def test_advice_on_what_moves_turn_on_goes_on_after_a_mistake() -> None:
    seat = InventedSeat(turn=2)
    coach = coach_of(seat)
    play(seat, coach, BAD.move, await coach.objection(BAD.move))
    seat.turn = ADVISED + LONGER
    await coach.look_ahead()
    assert coach.matter == "gold counts"


async def test_it_sets_up_and_says_why() -> None:
    seat = InventedSeat(turn=0, phase="SETUP")
    coach = coach_of(seat)
    assert await coach.set_up() == GOOD.move
    assert str(coach.remark) == "set up"
    seat.phase = "MOVE"
    assert await coach.set_up() is None


async def test_a_grave_mistake_is_objected_to_with_its_cause_and_the_better_move() -> None:
    seat = InventedSeat()
    coach = coach_of(seat)
    assert coach.warns_of(BAD.move)
    objection = await coach.objection(BAD.move)
    assert objection is not None
    assert objection.points >= 10
    assert [str(each) for each in objection.blame] == ["gold", "theft"]
    assert (objection.better, str(objection.praise[0])) == ("good", "gold")


async def test_the_better_move_is_compared_with_the_one_that_was_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    coach = coach_of(InventedSeat())
    best, *others = await coach.advised()
    over_the_next = replace(best, why=(Phrase("over another move", {}),))

    async def advised() -> list[Weighed]:
        return [over_the_next, *others]

    monkeypatch.setattr(coach, "advised", advised)
    objection = await coach.objection(BAD.move)
    assert objection is not None
    assert str(objection.praise[0]) == "gold"


async def test_a_move_that_costs_little_is_played_without_a_word() -> None:
    seat = InventedSeat()
    coach = coach_of(seat, InventedJudge(stolen=0.1))
    await coach.look_ahead()
    assert not coach.warns_of(BAD.move)
    assert await coach.objection(BAD.move) is None


async def test_a_part_without_effect_is_objected_to_without_points() -> None:
    seat = InventedSeat(words=("good", "bad", "idle"))
    coach = coach_of(seat)
    idle = Word("idle")
    MOVES["idle"] = idle
    try:
        objection = await coach.objection(idle)
    finally:
        del MOVES["idle"]
    assert objection is not None
    assert [*objection.idle] == ["it brings nothing"]


async def test_each_position_is_evaluated_once_and_only_by_what_the_seat_knows() -> None:
    judge = InventedJudge(explainer=None)
    seat = InventedSeat()
    coach = coach_of(seat, judge)
    await coach.look_ahead()
    await coach.look_ahead()
    assert judge.views == [seat.view()]
    seat.moves_played, seat.turn = 1, 2
    await coach.look_ahead()
    assert len(judge.views) == 2


async def test_after_an_undo_another_position_with_as_many_moves_is_evaluated_anew() -> None:
    judge = InventedJudge(explainer=None)
    seat = InventedSeat(moves_played=6)
    coach = coach_of(seat, judge)
    await coach.look_ahead()
    seat.phase = "ANOTHER"
    assert coach.warns_of(FAIR.move), "nothing is known of it yet"
    await coach.look_ahead()
    assert [view.phase.name for view in judge.views] == ["MOVE", "ANOTHER"]


async def test_no_choice_is_neither_evaluated_nor_warned_of() -> None:
    judge = InventedJudge()
    coach = coach_of(InventedSeat(words=("good",)), judge)
    await coach.look_ahead()
    assert not coach.warns_of(GOOD.move)
    assert not judge.views


async def test_a_clearly_best_move_is_praised_with_its_cause_a_few_times() -> None:
    seat = InventedSeat()
    coach = coach_of(seat)
    for number in range(PRAISES + 1):
        seat.moves_played = number
        await coach.look_ahead()
        coach.note(GOOD.move)
        if number < PRAISES:
            assert coach.remark is not None
            assert str(coach.remark.facts["why"]) == "gold"
        else:
            assert coach.remark is None


async def test_a_move_that_a_hint_named_is_not_praised() -> None:
    coach = coach_of(InventedSeat())
    await coach.look_ahead()
    coach.note(GOOD.move, is_hinted=True)
    assert coach.remark is None


async def test_a_move_among_equals_is_not_praised() -> None:
    coach = coach_of(InventedSeat(), InventedJudge(stolen=0.0))
    await coach.look_ahead()
    coach.note(GOOD.move)
    assert coach.remark is None


async def test_afterwards_it_names_the_worst_mistake_and_a_thing_to_try() -> None:
    seat = InventedSeat(turn=3)
    coach = coach_of(seat)
    assert [tip.text for tip in coach.tips()] == ["tip one", "tip two"]
    play(seat, coach, BAD.move, await coach.objection(BAD.move))
    first, second = coach.tips()
    assert (first.facts["when"], first.facts["move"]) == ("turn 3, move 6", "bad")
    assert second.text == "tip one"


GROUPS = {
    "bataille": bataille.LOOKS,
    "himalaya": himalaya.FIELDS,
    "schwarm": schwarm.CAUSES,
    "submarine": [*submarine._GROUPS.values(), submarine.REACH, submarine.END],
}
"""What each game can name as a cause."""


@pytest.mark.parametrize("game", GROUPS)
def test_there_is_a_sentence_on_all_that_moves_may_turn_on(game: str) -> None:
    words = all_games()[game].intro.coach
    assert words is not None
    assert {*words.topics} == {*GROUPS[game]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", all_games())
def test_the_texts_of_each_game_fit_a_line(game: str, language: str) -> None:
    words = all_games()[game].intro.coach
    assert words is not None
    use_look(Locale(language))
    said = (*words.matters.values(), *words.topics.values(), words.is_set_up)
    rows = [_(text) for text in said]
    tips = [_(tip) for tip in (*words.tips, words.idle_tip) if tip]
    assert [row for row in rows if cell_len(row) > ROOM] == []
    assert [tip for tip in tips if cell_len(tip) > TIP] == []
