"""The medium program for Himalaya: legal, reproducible, blind to secrets, and no fool."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nim_tui.arena.matches import games_between
from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.bots.levels import RandomBot
from nim_tui.games.himalaya.bot import MediumBot
from nim_tui.registry import game_named
from rules import messages as nouns
from rules.advice import Advice
from rules.chance import Chance
from rules.himalaya import HIMALAYA
from rules.himalaya.moves import LETTERS, Move
from rules.himalaya.preview import foresee
from rules.himalaya.state import HimalayaState
from tests.nim_tui.bots.bots import first_slow, played_by
from tests.rules.himalaya.positions import ANA, BEN, PRINTED, play, position, program, run

ALL_OPTIONS = {
    "events": True,
    "one_cube_a_turn": True,
    "split_delegations": True,
    "open_screens": True,
    "sand_timer": True,
}


def advice(state: HimalayaState, seat: int = ANA, seed: int = 1) -> Advice:
    """What the program advises a seat that must move."""
    return MediumBot().choose(
        HIMALAYA, HIMALAYA.view(state, seat), HIMALAYA.legal(state, seat), Chance(seed)
    )


def word(state: HimalayaState) -> str:
    return advice(state).move.word


def reason(state: HimalayaState) -> str:
    said = advice(state)
    return said.reason.format(**said.facts)


def played(bots: list[Bot], seed: int, **options: bool) -> list[str]:
    """A game between bots; the words played. Every move must be legal, with a reason."""
    chance, spoken = Chance(seed), list[str]()
    state = HIMALAYA.new(len(bots), options, chance)
    while state.waiting():
        seat = state.waiting()[0]
        legal = HIMALAYA.legal(state, seat)
        said = bots[seat].choose(
            HIMALAYA, HIMALAYA.view(state, seat), legal, bot_chance(seed, seat, len(spoken))
        )
        assert said.move in legal
        assert said.reason.format(**said.facts)
        assert isinstance(said.move, Move)
        HIMALAYA.play(state, seat, said.move, chance)
        spoken.append(said.move.word)
    return spoken


@pytest.mark.parametrize(
    ("players", "options"), first_slow((3, ALL_OPTIONS), (4, ALL_OPTIONS), (3, {}), (4, {}))
)
def test_it_plays_legal_moves_to_the_end_and_says_why(
    players: int, options: dict[str, bool]
) -> None:
    assert played([RandomBot(), *[MediumBot()] * (players - 1)], 2, **options)


def test_it_is_on_offer() -> None:
    entry = game_named("himalaya")
    assert entry.bots == ("hard", "medium", "easy")
    assert entry.usual == "medium"
    assert isinstance(played_by(entry, "medium"), MediumBot)


@pytest.mark.nightly
def test_decisions_are_reproducible() -> None:
    games = [played([MediumBot(), RandomBot(), RandomBot()], seed) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


@pytest.mark.slow
def test_it_does_not_know_what_its_seat_may_not_know() -> None:
    """Its advice is the same in the truth and in another state that its view fits as well."""
    differed, chance = 0, Chance(5)
    state, moves = HIMALAYA.new(3, {"events": True}, chance), 0
    while state.waiting() and moves < 60:
        seat = state.waiting()[-1]
        view, other = (
            HIMALAYA.view(state, seat),
            HIMALAYA.sample(HIMALAYA.view(state, seat), Chance(moves)),
        )
        differed += other != state and repr(other) != repr(state)
        drawn = (5, seat, moves)
        said = MediumBot().choose(HIMALAYA, view, HIMALAYA.legal(state, seat), bot_chance(*drawn))
        assert said == MediumBot().choose(
            HIMALAYA, HIMALAYA.view(other, seat), HIMALAYA.legal(other, seat), bot_chance(*drawn)
        )
        play(state, said.move.word, seat=seat, chance=chance)
        moves += 1
    assert differed > 5


def test_a_sealed_program_of_a_rival_changes_nothing() -> None:
    said = []
    for sealed in ("t", "sirtps"):
        state = position(at=(1, 6, 19), goods={1: "ssb", 5: "g"})
        play(state, program(sealed), seat=1)
        said.append(advice(state))
    assert said[0] == said[1]


def test_it_changes_neither_view_nor_moves() -> None:
    state = position(goods={1: "ssb"}, orders={5: "ssb"})
    before, view = repr(HIMALAYA.view(state, ANA)), HIMALAYA.view(state, ANA)
    MediumBot().choose(HIMALAYA, view, HIMALAYA.legal(state, ANA), Chance(1))
    assert repr(view) == before


@pytest.mark.parametrize(("players", "seat"), first_slow((3, 0), (3, 2), (4, 1)))
def test_it_beats_the_random_program(players: int, seat: int) -> None:
    bots: list[Bot] = [RandomBot()] * players
    bots[seat] = MediumBot()
    outcomes = list(games_between(HIMALAYA, {}, bots, 1, 4))
    won = sum(outcome.result.winners == (seat,) for outcome in outcomes)
    assert won == len(outcomes)


# Heuristics


def test_it_fills_an_order_it_can_reach() -> None:
    """From 1 ice leads to 5, where two salt are wanted that Ana holds."""
    state = position(orders={5: "ssb"}, cubes=("ssb", "", ""))
    assert word(state).startswith("program it")
    assert reason(state).startswith("can fill 1 order and ends at ")


def test_it_takes_cubes_where_it_stands() -> None:
    state = position(goods={1: "ggg"})
    assert word(state).startswith("program ttt")
    assert advice(state).facts["cubes"] == nouns.cubes(3)


def test_it_does_not_go_where_a_yeti_stands() -> None:
    """Ice from 1 to 5 is closed, so the order there is out of reach by it."""
    state = position(orders={5: "ssb"}, cubes=("ssb", "", ""), unplayed=["", "yeti", ""], first=1,
                     events=True)  # fmt: skip
    play(state, "yeti 1 5")
    assert state.yetis
    assert not word(state).startswith("program i")


def test_it_takes_the_stupa_where_it_is_least_religious() -> None:
    """At a monastery, with an order of few yaks, behind in religion."""
    state = position(
        at=(5, 6, 19),
        orders={5: "ssb"},
        cubes=("ssb", "", ""),
        stupas={11: 1, 17: 2, 15: 1, 13: 2},
    )
    run(state, "t", "", "")
    assert word(state) == "offer"
    assert reason(state) == "a stupa at 5 is worth 3 for religion"


def test_it_takes_what_is_worth_most_on_a_market_day() -> None:
    state = position(
        goods={1: "ssg"}, events=True, unplayed=["market", "", ""], cubes=("", "", "")
    )  # fmt: skip
    play(state, "market 1")
    run(state, "t", "", "")
    assert word(state) == "take gold"
    assert reason(state) == "gold is the most useful cube at 1"


WITHOUT_MORE_IN_REACH = {
    "two cubes, then nothing near": (
        (14, 11, 11, 13),
        {6: "bb", 10: "sssbb", 12: "sbttg", 13: "j", 14: "sj"},
        {1: "bbj", 5: "sgg", 7: "tjj", 15: "sgg", 17: "ssb"},
        ("sssgg", "sbtjg", "ss", "sssbbtj"),
        BEN,
    ),
    "an order and a cube, then nothing near": (
        (10, 19, 11),
        {3: "sstjg", 6: "j", 16: "t", 17: "ssbbg", 19: "bbtj"},
        {4: "ssb", 5: "bbt", 7: "bbj", 10: "bbg", 11: "sbt"},
        ("ssssssssbbtjjggg", "ss", "ssbbtt"),
        ANA,
    ),
}
"""Positions of games in which it advised three pauses: "sttppp", "titppp"."""


@pytest.mark.parametrize("name", WITHOUT_MORE_IN_REACH)
def test_steps_that_bring_nothing_more_lead_to_what_can_be_had_next(name: str) -> None:
    """A village that it has emptied promises nothing, and it looks further than one step."""
    at, goods, orders, cubes, seat = WITHOUT_MORE_IN_REACH[name]
    state = position(at=at, goods=goods, orders=orders, cubes=cubes, turn=3)
    letters = advice(state, seat).move.word.split()[1]
    assert "p" not in letters
    steps = foresee(HIMALAYA.view(state, seat), seat, [LETTERS.index(letter) for letter in letters])
    used = {step.village for step in steps if step.cube >= 0 or step.disc >= 0}
    assert near(steps[-1].village, [*(goods.keys() | orders.keys()) - used]) <= 1


def near(start: int, villages: Sequence[int]) -> int:
    """Steps to the nearest of these villages."""
    reached, steps = {start}, 0
    while not reached & {*villages}:
        steps += 1
        reached |= {ends[village] for ends in PRINTED.neighbours for village in reached}
    return steps


@pytest.mark.nightly
def test_it_pauses_in_the_last_turn_at_most() -> None:
    """Before that there is always somewhere to go, unless snow holds it up."""
    for players in (3, 4):
        programs = [w for w in played([MediumBot()] * players, 5) if w.startswith("program")]
        assert not [word for word in programs[:-players] if "p" in word.split()[1]]
