"""What the bots for Submarine choose where a choice is plain."""

from __future__ import annotations

import pytest

from nim_tui.games.submarine.bot import MediumBot
from nim_tui.games.submarine.judge import SubmarineJudge, closing_columns, features_of, hard_bot
from nim_tui.games.submarine.position import position_of
from rules.chance import Chance
from rules.submarine import SUBMARINE
from rules.submarine.board import (
    COLOUR_LETTERS,
    COLOURS,
    COLUMN_OF,
)
from rules.submarine.moves import BOAT
from rules.submarine.state import SubmarineState
from tests.nim_tui.bots.submarine_advice import advice, reason, word
from tests.rules.submarine.positions import ANA, BEN, play, position, start

# Taking


HELD = "Lb Nb Pb Rb"
"""Types that both players have, here."""
QUIET = {
    "1.4": "Lr Ly Lg", "2.4": "Nr Ny Ng", "4.4": "Pr Py Pg", "5.4": "Rr Ry Rg", "6.4": "Lp Np Pp",
}  # fmt: skip
"""Columns that hold nothing else."""


def at_column_3(
    sea: dict[str, str], subs: tuple[str, str], hand: str, jokers: str = "", enemy: str = ""
) -> SubmarineState:
    """Ana's boat is above column 3; the other columns are quiet but for what `sea` names."""
    state = position(
        sea={**QUIET, **sea},
        subs=subs,
        boards=(HELD, f"Lb Nb Pb Rp {enemy}"),
        hands=(hand, "ryg"),
        jokers=(jokers, ""),
    )
    play(state, "boat 3")
    return state


def test_a_new_type_without_tribute_before_one_with() -> None:
    state = at_column_3({"3.1": "Mr", "3.4": "Kr Ky My"}, ("3.1 3.4", "3.2 3.3"), hand="rbg")
    assert word(state) == "take 1 Mr"
    assert reason(state) == "Mr is a missing type without tribute; 2 left in the sea"


@pytest.mark.parametrize(("scarce", "other"), ["MK", "KM"])
def test_the_scarcer_type_first(scarce: str, other: str) -> None:
    """With one red card for two red treasures."""
    elsewhere = {"2.2": f"{other}y", "4.2": f"{other}g", "5.2": f"{other}b"}
    state = at_column_3({"3.2": "Mr Kr", **elsewhere}, ("3.2", "6.4"), hand="rbg")
    assert word(state) == f"take 2 {scarce}r"
    assert reason(state) == f"{scarce}r is a missing type, and the last of it in the sea"


def test_a_joker_where_cards_cannot_pay() -> None:
    state = at_column_3({"3.2": "Mr", "3.4": "Kb"}, ("3.2", "6.4"), hand="ygg", jokers="Sp")
    assert word(state) == "take 2 Mr with Sp"
    assert reason(state) == "Mr is a missing type; Sp replaces the colour you lack"


def test_a_joker_rather_than_a_dear_tribute() -> None:
    state = at_column_3(
        {"3.3": "Mr", "3.4": "Kb Cg"}, ("3.3", "3.1 3.1 3.2 3.2"), hand="rbg", jokers="Sp"
    )
    assert word(state) == "take 3 Mr with Sp"
    assert reason(state) == "Mr is a missing type; Sp saves a tribute of 4"


def test_a_card_rather_than_a_joker_where_there_is_no_tribute() -> None:
    state = at_column_3({"3.2": "Mr", "3.4": "Kb"}, ("3.2", "6.4"), hand="rbg", jokers="Sp")
    assert word(state) == "take 2 Mr"


@pytest.mark.parametrize(("enemy", "laid"), [("Md", "Mr"), ("Kd", "Kr")])
def test_it_lays_down_what_helps_the_others_least(enemy: str, laid: str) -> None:
    """Ben, who has one of the two types, lies where he could take what Ana puts down."""
    state = position(
        sea={**QUIET, "3.2": "Ar", "3.4": "Ap Ay"},
        subs=("3.2", "3.2 2.1"),
        boards=(f"{HELD} Mp Kp", f"Lb Nb Pb Rp {enemy[0]}b"),
        hands=("ggg", "ryg"),
        jokers=("Mr Kr", ""),
    )
    play(state, "boat 3")
    assert word(state) == f"take 2 Ar with {laid}"


def test_a_card_for_a_joker_when_nothing_better_is_there() -> None:
    state = at_column_3({"3.2": "Sr Rp", "3.4": "Mg"}, ("3.2", "6.4"), hand="rrr")
    assert word(state) == "take 2 Sr"
    assert reason(state) == "Sr turns a card into a joker, without tribute"


# The end


def last_of_column(*, own: str, enemy: str) -> SubmarineState:
    """Mr is the last treasure of column 3, and a type Ana misses."""
    state = position(
        sea={"3.2": "Mr"}, subs=("3.2", "6.4"), boards=(own, enemy), hands=("rgb", "ryg")
    )
    play(state, "boat 3")
    return state


def test_it_does_not_end_a_game_that_it_would_lose() -> None:
    assert not word(last_of_column(own="Ar", enemy="Ab Bb Cb Db")).startswith("take")


def test_it_ends_a_game_that_it_wins() -> None:
    state = last_of_column(own="Ar Br Cr", enemy="Ab")
    assert word(state) == "take 2 Mr"
    assert reason(state) == "Mr is the last treasure of column 3: the game ends with a win"


def test_it_stops_where_it_can_end_a_game_that_it_wins() -> None:
    state = position(
        sea={"3.2": "Mr Ny"},
        subs=("1.1 3.2 5.1", "6.4"),
        boards=("Mb Nb Cr Dr", "Ab"),
        hands=("ryg", "ryg"),
    )
    assert word(state) == "boat 3"
    play(state, "boat 3")
    assert reason(state) == "taking what is within reach in column 3 ends the game with a win"
    play(state, word(state))
    assert reason(state).endswith("is the last treasure of column 3: the game ends with a win")


def test_the_twelfth_type_wins() -> None:
    state = position(
        sea={"3.2": "Mr", "3.4": "Pp Py"},
        subs=("3.2", "6.4 3.1"),
        boards=("Ar Br Cr Dr Gr Hr Kr Lr Nr Pr Rr", "Ab"),
        hands=("rgb", "ryg"),
    )
    play(state, "boat 3")
    assert word(state) == "take 2 Mr"
    assert reason(state) == "Mr is the last missing type: it wins the game"


def test_the_quick_bot_does_nothing_where_one_action_gains_nothing() -> None:
    """It has the one type in reach, and Kr is to be paid with all its cards."""
    state = at_column_3({"3.4": "Kr Ky My"}, ("3.1 3.4", "3.2 3.3"), hand="rbg")
    view, legal = SUBMARINE.view(state, ANA), SUBMARINE.legal(state, ANA)
    said = MediumBot().instead.choose(SUBMARINE, view, legal, Chance(1))
    assert said.move.word == "done"


def test_a_joker_is_a_part_of_a_type_to_who_leads() -> None:
    state = position(boards=("Ar Br Cr", "Ab"), jokers=("Sr", "Sb Sy Sg"))
    view = SUBMARINE.view(state, ANA)
    assert [position_of(view, seat).lead for seat in (ANA, BEN)] == [1.5, -1.5]


def test_who_misses_one_type_alone_is_judged_by_that() -> None:
    """Of the figures that tell who will win."""
    eleven = "Ar Br Cr Dr Gr Hr Kr Lr Nr Pr Rr"
    state = position(boards=(eleven, eleven.replace("r", "b").replace(" Rb", "")))
    assert [figures[10] for figures in features_of(state)] == [1.0, 0.0]


# Hard


def about_to_win() -> SubmarineState:
    """Ben misses Mr alone, lies above it, and has one card, of its colour; Ana is in column 3."""
    state = position(
        sea={"3.2": "Mr", "5.4": "Ap Bp Cp", "6.4": "Dp Gp Hp"},
        subs=("3.3", "3.2"),
        boards=("Ay By Cy Dy Gy Hy Ky Ly Ny Py", "Ar Br Cr Dr Gr Hr Kr Lr Nr Pr Rr"),
        hands=("ggg", "r"),
        piles=("bpbp", ""),
    )
    play(state, "boat 3")
    return state


def test_the_hard_bot_bars_a_rival_from_the_last_type() -> None:
    """With its bathyscaphe beside theirs a tribute is due, which they cannot pay as well."""
    state = about_to_win()
    view, legal = SUBMARINE.view(state, ANA), SUBMARINE.legal(state, ANA)
    assert 3 in closing_columns(view)
    said = hard_bot().choose(SUBMARINE, view, legal, Chance(1))
    assert said.move.word in {"dive 3 to 3.1", "dive 3 to 3.2"}


@pytest.mark.parametrize(("players", "turns"), [(2, 1), (3, 1), (4, 1), (5, 5)])
def test_with_five_the_hard_bot_looks_to_its_own_next_turn(players: int, turns: int) -> None:
    """A longer look is had in fewer worlds."""
    chance = Chance(3)
    state = SUBMARINE.new(players, {}, chance)
    while state.phase != BOAT:
        seat = state.waiting()[0]
        SUBMARINE.play(state, seat, SUBMARINE.legal(state, seat)[0], chance)
    seat = state.waiting()[0]
    view, legal = SUBMARINE.view(state, seat), SUBMARINE.legal(state, seat)
    worlds = SubmarineJudge().worlds(SUBMARINE, view, legal, chance)
    assert worlds is not None
    ahead = (turn for turn in range(9) if worlds.is_far_enough(later(state, turn)))
    assert next(ahead) == turns
    assert (worlds.cost > 1) is (turns > 1)


def later(state: SubmarineState, turns: int) -> SubmarineState:
    """The same so many turns later."""
    after = state.copy()
    after.turn += turns
    return after


def test_a_column_with_few_treasures_may_soon_end_the_game() -> None:
    state = position(sea={"2.1": "Ar Br", "4.4": "Cr Dr Gr"}, subs=("2.1", "4.4"))
    assert closing_columns(SUBMARINE.view(state, ANA)) == {2}


# Bathyscaphes and boats


def test_the_first_bathyscaphes_lie_in_different_columns() -> None:
    for seed in range(4):
        state = start(2, seed)
        while not state.turn:
            play(state, word(state))
        for own in state.bathyscaphes:
            assert len({COLUMN_OF[cell] for cell, count in enumerate(own) if count}) >= 4


def test_it_dives_where_the_boat_still_comes() -> None:
    """The same missing types lie left and right of the boat."""
    state = at_column_3(
        {"1.2": "Ar Br", "3.4": "Nr Pb", "5.2": "Ay By"}, ("3.1", "6.4"), hand="ryg"
    )
    assert word(state) == "dive 1 to 5.2"
    assert reason(state) == "5.2 holds 2 of the types you lack, and your boat can still stop there"


def test_it_stops_at_a_free_new_type() -> None:
    state = at_column_3({"3.2": "Mr", "3.4": "Kg"}, ("3.2 5.1", "6.4"), hand="ryg")
    state.boats[ANA], state.phase = 0, BOAT
    assert word(state) == "boat 3"
    assert reason(state).endswith("in column 3 is a missing type you can pay for")


def test_it_leaves_when_nothing_lies_further_right() -> None:
    state = position(subs=("1.1", "6.4"), boats=(3, 0))
    assert word(state) == "boat out"
    assert reason(state) == "no bathyscaphe is further right"


# Cards


def all_of_one_colour(colour: str) -> dict[str, str]:
    """A sea whose treasures have one colour, but for one."""
    kinds = [letter + colour for letter in "ABCDGH"]
    return {f"{column}.2": f"{kind} S{colour}" for column, kind in zip(range(1, 7), kinds)}


@pytest.mark.parametrize(("needed", "hand"), [("r", "rgb"), ("g", "rgb"), ("b", "rgb")])
def test_it_keeps_the_colour_it_needs(needed: str, hand: str) -> None:
    state = position(
        sea=all_of_one_colour(needed), subs=("3.1", "6.4"), boats=(7, 0), hands=(hand, "ryg")
    )
    said = advice(state)
    assert said.move.word != f"swap {COLOURS[COLOUR_LETTERS.index(needed)]}"
    assert said.facts == {"count": 0, "total": 6}


def test_it_gives_a_colour_it_has_twice() -> None:
    state = position(
        sea={"3.2": "Mr Kr", "3.4": "Pp Py"},
        subs=("3.2", "3.1"),
        hands=("rgg", "ryg"),
        piles=("", "bb"),
    )
    play(state, "boat 3", "take 2 Mr")
    assert word(state) == "give green"
    state.hands[ANA] = [0, 2, 2]
    assert reason(state) == "you hold another card of this colour"
