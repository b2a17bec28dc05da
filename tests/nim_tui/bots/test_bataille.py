"""What the bots of Bataille make of a position: odds, dangers, what was not fired."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.games.bataille.bot import MediumBot
from nim_tui.games.bataille.estimate import HARD, Estimate
from nim_tui.games.bataille.quick_bots import TurtleBot
from rules.advice import Advice
from rules.bataille import BATAILLE
from rules.bataille.board import LANES, NEAR, RED, YELLOW, number_of, row_of
from rules.bataille.state import BatailleState
from rules.chance import Chance
from tests.rules.bataille.positions import cell, play, position, spin, start

R3, R6 = (next(n for n, lane in enumerate(LANES) if lane.name == name) for name in ("R3", "R6"))
ODDS = {"third": 3, "quarter": 4, "sixth": 6}


def advice(bot: Bot, state: BatailleState) -> Advice:
    """What a bot would do for who must move."""
    seat = state.waiting()[0]
    return bot.choose(BATAILLE, BATAILLE.view(state, seat), BATAILLE.legal(state, seat), Chance(1))


def believed(state: BatailleState) -> Estimate:
    """What red believes."""
    return Estimate(BATAILLE.view(state, RED), RED)


# Medium


@pytest.mark.parametrize(("spinner", "word"), [("third", "fire R3 A"), ("sixth", "hold")])
def test_it_fires_where_the_odds_of_the_table_are_worth_it(spinner: str, word: str) -> None:
    state = position(red_subs=("13.100", "2.100", "4.300"), yellow={"A": 18}, spinner=spinner)
    play(state, "A 34", "hold")
    assert advice(MediumBot(), state).move.word == word


@pytest.mark.parametrize("spinner", ODDS)
def test_it_says_the_odds_of_the_table(spinner: str) -> None:
    state = position(
        red_subs=("13.100",), red_lost=("2.100", "4.300"), yellow={"A": 18, "B": "sunk",
        "C": "sunk"}, spinner=spinner,
    )  # fmt: skip
    play(state, "A 34", "hold")
    said = advice(MediumBot(), state)
    assert said.move.word == "fire R3 A"
    assert said.facts["odds"] == ODDS[spinner]


def test_it_fears_torpedoes_more_the_oftener_they_hit() -> None:
    dangers = [believed(position(red={"A": 14}, spinner=one)).danger(14) for one in ODDS]
    assert dangers == sorted(dangers, reverse=True)
    assert dangers[0] > 1.8 * dangers[2]


def test_a_ship_is_worth_little_to_who_loses_their_last_submarine_anyhow() -> None:
    one_ship: dict[str, int | str] = {"A": 14, "B": "sunk", "C": "sunk"}
    three = position(red=one_ship)
    last = position(red=one_ship, red_subs=("13.100",), red_lost=("2.100", "4.300"))
    worths = [Estimate(BATAILLE.view(one, RED), RED, HARD).ship_value for one in (three, last)]
    assert worths[0] == HARD.ship[1]
    assert 0 < worths[1] < worths[0]


def test_it_reckons_with_ships_in_the_way_where_they_stop_torpedoes() -> None:
    """A submarine under 13 sees neither what is behind red's ship on 14, nor is that in danger."""
    fleets = {"red": {"A": 15, "B": 14}, "yellow": {"A": 18}, "red_subs": ("13.100",),
              "red_lost": ("2.100", "4.300")}  # fmt: skip
    usual, blocking = (believed(position(**fleets, blocking=each)) for each in (False, True))  # type: ignore[arg-type]
    assert (usual.can_fire, blocking.can_fire) == (True, False)
    assert blocking.danger(15) < usual.danger(15)


def test_it_leaves_a_square_that_three_submarines_have_fired_at() -> None:
    """With ships to lose; each of them may fire again."""
    state = position(red={"A": 15, "B": "sunk"}, turn=3)
    state.torpedoes[YELLOW] = [(2, R3, 0)] * 3
    red = believed(state)
    assert red.danger(15) > 2 * red.danger(35)
    word = advice(MediumBot(), state).move.word
    assert word.startswith("A ")
    assert word == "A port" or row_of(int(word.removeprefix("A "))) != row_of(15)


def test_who_fires_often_and_did_not_is_thought_to_lie_elsewhere() -> None:
    """Red's ships were left in peace on row 6, by somebody who fires whenever possible."""
    state = position(turn=17)
    state.torpedoes[YELLOW] = [(turn, R3, 0) for turn in (2, 4, 6, 8, 10)]
    before = believed(state)
    state.tested[RED] = sum(1 << number for number in (31, 32, 33))
    after = believed(state)
    assert after.hit[cell("34.100")] < 0.5 * before.hit[cell("34.100")]
    assert after.hit[cell("16.100")] > before.hit[cell("16.100")], "the lane fired along stands"


def test_who_never_fires_gives_nothing_away_by_it() -> None:
    """From somebody who is thought not to fire, silence is no news."""
    state = position(turn=201)
    before = believed(state)
    state.tested[RED] = sum(1 << number for number in (31, 32, 33))
    assert believed(state).hit[cell("34.100")] > 0.8 * before.hit[cell("34.100")]


def test_it_fires_sooner_at_an_enemy_who_does_not_search() -> None:
    """There is little to hide from somebody who drops no charges."""
    state = position(red_subs=("13.100", "2.100", "4.300"), yellow={"A": 18}, turn=41)
    play(state, "A 34", "hold")
    assert advice(MediumBot(), state).move.word == "fire R3 A"
    state.answers[YELLOW] = [(cell(f"{number}.300"), 0) for number in range(17, 37)]
    assert advice(MediumBot(), state).move.word == "hold"


# The turtle


def game_of_turtle(seed: int) -> tuple[list[str], BatailleState]:
    """What a turtle says in a game against the medium bot, and how that ends."""
    bots: list[Bot] = [MediumBot(), TurtleBot()]
    chance, said, moves = Chance(seed), list[str](), 0
    state = BATAILLE.new(2, BATAILLE.automatic, chance)
    while state.waiting():
        seat = state.waiting()[0]
        drawn = bot_chance(seed, seat, moves)
        move = (
            bots[seat]
            .choose(BATAILLE, BATAILLE.view(state, seat), BATAILLE.legal(state, seat), drawn)
            .move
        )
        if seat == YELLOW:
            if state.shots == 0 and any(
                one.word.startswith("fire") for one in BATAILLE.legal(state, seat)
            ):
                assert move.word.startswith("fire"), "it fires whenever it can"
            said.append(move.word)
        BATAILLE.play(state, seat, BATAILLE.parse(move.word), chance)
        moves += 1
    return said, state


def test_a_turtle_hides_in_one_row_fires_and_drops_no_charge() -> None:
    for seed in range(5):
        said, state = game_of_turtle(seed)
        laid = [number_of(cell(word.removeprefix("sub "))) for word in said[:3]]
        assert len({row_of(number) for number in laid}) == 1
        assert len(set(laid)) == 3
        assert not any(word.startswith("drop") for word in said)
        assert any(word.startswith("fire") for word in said)
        assert sum(place > 0 for place in state.places[YELLOW]) <= 1, "one ship at sea at a time"


# Hard


@pytest.mark.parametrize("seed", range(5))
def test_no_charge_comes_near_two_submarines_of_the_hard_bot(seed: int) -> None:
    state = start()
    for number in range(3):
        view, legal = BATAILLE.view(state, RED), BATAILLE.legal(state, RED)
        said = MediumBot(HARD).choose(BATAILLE, view, legal, Chance(10 * seed + number))
        play(state, said.move.word, seat=RED)
    one, two, three = ({place, *NEAR[0][place]} for place in state.submarines[RED])
    assert not one & two
    assert not (one | two) & three


def test_a_torpedo_along_a_lane_that_is_known_shows_nothing_more() -> None:
    state = position(red_subs=("13.100", "2.100", "4.300"), yellow={"A": 18})
    before = Estimate(BATAILLE.view(state, RED), RED, HARD)
    play(state, "A 34", "hold")
    spin(state, "fire R3 A", hit=False)
    view = BATAILLE.view(state, RED)
    assert before.shows(R3) > 0
    assert Estimate(replace(view, turn=view.turn + 2), RED, HARD).shows(R3) == 0


def test_a_second_torpedo_of_a_turn_shows_that_two_lie_on_its_lane() -> None:
    state = position(red_subs=("13.100", "15.100", "4.300"), yellow={"A": 18})
    play(state, "A 34", "hold")
    spin(state, "fire R3 A", hit=False)
    assert Estimate(BATAILLE.view(state, RED), RED, HARD).shows(R3) > 0
