"""The medium program for Der Schwarm: legal, reproducible, from its view alone, and no fool."""

from __future__ import annotations

import pytest

from nim_tui.arena.matches import games_between
from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.bots.levels import RandomBot
from nim_tui.games.schwarm.bot import medium_bot
from nim_tui.games.schwarm.hand import hand_of
from nim_tui.games.schwarm.worth import NetworkPart, outlook
from rules.advice import Advice
from rules.chance import Chance
from rules.schwarm import SCHWARM
from rules.schwarm.cards import Action
from rules.schwarm.moves import Move
from rules.schwarm.state import SchwarmState
from tests.nim_tui.bots.bots import first_slow
from tests.rules.schwarm.positions import play, position

ANYWHERE = {"free_start": True, "great_wave": True, "closed_hands": True, "may_decline": True}

OPEN_SEA = " ".join(f"{column}{row}" for column in "defghi" for row in range(1, 8) if row != 4)
"""Most of the water north and south of the queen."""


def advice(state: SchwarmState, seed: int = 1) -> Advice:
    """What the program advises whoever must move."""
    seat = state.mover
    return medium_bot().choose(
        SCHWARM, SCHWARM.view(state, seat), SCHWARM.legal(state, seat), Chance(seed)
    )


def word(state: SchwarmState) -> str:
    return advice(state).move.word


def reason(state: SchwarmState) -> str:
    said = advice(state)
    return said.reason.format(**said.facts)


def card_words(state: SchwarmState) -> list[str]:
    """All that the program does until its turn is over."""
    seat, spoken = state.mover, list[str]()
    while state.waiting() == (seat,):
        spoken.append(word(state))
        play(state, spoken[-1])
    return spoken


def played(bots: list[Bot], seed: int, most: int = 10_000, **options: bool) -> list[str]:
    """A game between bots; the words played. Every move must be legal, with a reason."""
    chance, spoken = Chance(seed), list[str]()
    state = SCHWARM.new(len(bots), options, chance)
    while state.waiting() and len(spoken) < most:
        seat = state.waiting()[0]
        legal = SCHWARM.legal(state, seat)
        drawn = bot_chance(seed, seat, len(spoken))
        said = bots[seat].choose(SCHWARM, SCHWARM.view(state, seat), legal, drawn)
        assert said.move in legal
        assert said.reason.format(**said.facts)
        assert isinstance(said.move, Move)
        SCHWARM.play(state, seat, said.move, chance)
        spoken.append(said.move.word)
    return spoken


@pytest.mark.parametrize(
    ("players", "options"), first_slow((2, {}), (4, ANYWHERE)), ids=["two", "four, all options"]
)
def test_it_plays_legal_moves_to_the_end_and_says_why(
    players: int, options: dict[str, bool]
) -> None:
    assert played([RandomBot(), *[medium_bot()] * (players - 1)], 2, **options)


@pytest.mark.nightly
def test_decisions_are_reproducible() -> None:
    games = [played([medium_bot(), medium_bot(), RandomBot()], seed, 90) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


@pytest.mark.slow
def test_its_advice_rests_on_its_view_alone() -> None:
    """It is the same at the table and at any other that its view fits as well."""
    chance, moves = Chance(5), 0
    state = SCHWARM.new(3, {}, chance)
    while state.waiting() and moves < 80:
        seat = state.waiting()[0]
        view = SCHWARM.view(state, seat)
        other = SCHWARM.sample(view, Chance(moves))
        drawn = (5, seat, moves)
        said = medium_bot().choose(SCHWARM, view, SCHWARM.legal(state, seat), bot_chance(*drawn))
        assert said == medium_bot().choose(
            SCHWARM, SCHWARM.view(other, seat), SCHWARM.legal(other, seat), bot_chance(*drawn)
        )
        play(state, said.move.word, chance=chance)
        moves += 1
    assert moves == 80


def test_it_changes_neither_view_nor_moves() -> None:
    state = position(ships=("h2", ""), cards=("ship, researcher", "ship"), face_down="h2 h3 h4")
    view, legal = SCHWARM.view(state, 0), SCHWARM.legal(state, 0)
    before = repr(view), repr(legal)
    medium_bot().choose(SCHWARM, view, legal, Chance(1))
    assert (repr(view), repr(legal)) == before


@pytest.mark.nightly
@pytest.mark.parametrize(("players", "seat"), [(2, 0), (2, 1), (3, 2), (4, 1)])
def test_it_beats_the_random_program(players: int, seat: int) -> None:
    bots: list[Bot] = [RandomBot()] * players
    bots[seat] = medium_bot()
    (outcome,) = games_between(SCHWARM, {}, bots, 1, 1)
    figures = outcome.result.figures
    points = figures["points"]
    assert outcome.result.winners == (seat,)
    assert points[seat] > 2 * max(p for other, p in enumerate(points) if other != seat)
    assert figures["queen"][seat] > 0
    assert figures["shores"][seat] > 0


# The row


def test_of_two_alike_it_takes_the_one_that_is_free() -> None:
    state = position(
        row="researcher, crab, whale, researcher, crab",
        cards=("ship, ship, joker", "joker"),
        face_down=OPEN_SEA,
    )
    assert word(state) == "card 1"
    assert reason(state) == "“researcher” is free: it places tiles"


def test_it_pays_for_what_its_hand_lacks() -> None:
    """With ships and tiles in plenty a card to research with is worth a point."""
    state = position(
        row="ship, researcher, ship, ship",
        cards=("ship, ship, ship, joker", "joker"),
        hands=("tee tee tee tee", ""),
        points=(20, 20),
    )
    assert word(state) == "card 2"
    assert reason(state) == "“researcher” for 1 point: it places tiles"


def test_it_does_not_pay_much_for_an_order_card_that_will_be_free() -> None:
    state = position(row="ship, researcher, ship, researcher, crab", taken=(0, 2))
    assert word(state).startswith("card ")


def test_it_takes_the_order_card_that_costs_nothing_any_more() -> None:
    state = position(
        row="",
        cards=("ship, ship, crab, crab, wave, joker", "ship, crab, crab, crab, crab, joker"),
        stations=({"h0": 3, "g0": 3}, {"k5": 1}),
    )
    assert word(state) == "order 1 brilliant"
    assert reason(state).startswith("free, and “")


# Cards


def test_it_joins_the_queen_when_one_tile_is_missing() -> None:
    state = position(
        stations=({"f0": 1}, {"k5": 1}),
        tiles={"f1": "straight A", "f2": "straight A"},
        hands=("straight", ""),
        cards=("researcher", ""),
        round_number=4,
    )
    assert word(state) == "research"
    play(state, "research")
    assert word(state) == "place 1 f3 r0"
    assert reason(state) == "the tile on f3 links you to the queen"


def test_it_joins_a_second_shore_when_one_tile_is_missing() -> None:
    tiles = dict.fromkeys(("f1", "f2", "f3", "f5", "f6"), "straight A")
    state = position(
        stations=({"f0": 1, "f8": 0}, {"k5": 1}),
        tiles=tiles,
        hands=("cross straight", ""),
        cards=("researcher", ""),
        round_number=4,
    )
    play(state, "research")
    assert word(state) == "place 2 f7 r0"
    assert reason(state) == "the tile on f7 joins 2 shores"


def test_it_closes_a_gap_where_one_tile_joins_nothing_yet() -> None:
    state = position(
        stations=({"f0": 1}, {"k5": 1}), hands=("straight", ""), cards=("researcher", ""),
        round_number=4,
    )  # fmt: skip
    play(state, "research")
    assert word(state) == "place 1 f1 r0"
    assert reason(state) == "2 points, and on f1 it closes a gap between your networks"


def test_what_is_left_of_a_double_card_is_still_in_the_hand() -> None:
    state = position(stations=({"h0": 1}, {"k5": 1}), cards=("joker, ship", "ship"))
    before, others = hand_of(state, 0), hand_of(state, 1)
    state.parts = 1 << Action.SHIP | 1 << Action.RESEARCHER
    hand = hand_of(state, 0)
    assert (hand.ships, hand.researches) == (before.ships + 1, before.researches + 1)
    assert hand.stations == before.stations
    assert hand_of(state, 1) == others


def test_researchers_count_for_more_to_who_is_brilliant() -> None:
    """A network with two of them, and one with one that four tiles part from it."""
    networks = [NetworkPart(0.0, 3, 2, 4, 1), NetworkPart(4.0, 2, 1, 3, 2)]
    hand = hand_of(position(round_number=4), 0)
    plain, brilliant = (outlook(networks, hand, is_brilliant) for is_brilliant in (False, True))
    assert plain + 2 <= brilliant < plain + 3


def test_it_builds_before_it_lays() -> None:
    """The researcher of the new station lays one tile more."""
    state = position(
        stations=({"h0": 3}, {"k5": 1}),
        cards=("station, researcher", "ship, ship"),
        hands=("tee tee tee tee", ""),
    )
    assert word(state).startswith("station ")
    play(state, word(state), "ship", "done")
    assert word(state) == "research"
    assert reason(state) == "4 tiles can be placed now and score 4 points"


def test_it_fetches_before_it_lays() -> None:
    state = position(
        stations=({"h0": 3}, {"k5": 1}),
        cards=("ship, researcher", "ship, ship"),
        hands=("tee", ""),
        face_down=OPEN_SEA,
    )
    assert word(state) == "ship"
    assert reason(state) == "ships can collect 3 tiles"


def test_ships_fetch_as_many_tiles_as_they_can() -> None:
    state = position(
        stations=({"h0": 3}, {"k5": 1}),
        cards=("ship, researcher", "ship"),
        face_down=OPEN_SEA,
    )
    assert card_words(state)[:2] == ["ship", "launch h1"]
    assert sum(state.tiles[0]) == 3


def test_it_leaves_a_ship_that_links_where_it_is() -> None:
    """At the end of the game the ship on f3 joins two shores; no other tile is in reach."""
    tiles = dict.fromkeys(("f1", "f2", "f5", "f6", "f7"), "straight A")
    state = position(
        stations=({"f0": 1, "f8": 1}, {"k5": 1}),
        ships=("f3 b2", ""),
        tiles=tiles,
        cards=("ship", ""),
        round_number=4,
    )
    assert not [spoken for spoken in card_words(state) if spoken.startswith("sail f3")]


def test_it_moves_a_buoy_that_it_does_not_miss() -> None:
    """All are out; those in the west lie apart from stations and queen."""
    west = ("b1", "b2", "b3", "b4", "b5", "b6", "c1", "c2", "c3")
    joined = [f"{column}{row}" for column in "fgh" for row in range(1, 8)]
    joined = [name for name in joined if name not in ("f4", "h7")]
    state = position(
        stations=({"f0": 1}, {"k5": 1}),
        tiles=dict.fromkeys((*joined, *west), "cross A"),
        hands=("straight", ""),
        cards=("researcher", "ship"),
        round_number=4,
    )
    assert not state.buoys_left(0)
    play(state, "research")
    assert word(state).split()[-1] in west


# Hazards


def test_it_hits_the_leader_and_not_the_last() -> None:
    state = position(
        stations=({"d8": 1}, {"k5": 1}, {"a3": 1}),
        points=(20, 45, 11),
        cards=("crab", "ship", "ship"),
    )
    assert word(state).startswith("crab ")
    assert reason(state) == "1 hit: gains 4 points"
    play(state, word(state))
    assert state.points == [24, 41, 11]


def test_a_whale_swims_through_the_ships_of_the_leader() -> None:
    state = position(
        stations=({"d8": 1}, {"k5": 1}, {"a3": 1}),
        ships=("", "g4 g3", "e4 e3"),
        points=(20, 45, 15),
        cards=("whale", "ship", "ship"),
    )
    assert card_words(state)[:3] == ["whale new", "step g4", "step g3"]
    assert state.points[1] == 37


def test_it_does_not_hit_where_a_better_card_would_be_lost() -> None:
    """The last tiles to be laid before the others are the joker's to lay, not a whale's."""
    state = position(
        stations=({"f0": 1}, {"k5": 1}),
        ships=("", "f4"),
        tiles={"f1": "straight A", "f2": "straight A"},
        hands=("straight", ""),
        cards=("joker", "ship"),
        round_number=4,
    )
    assert word(state) == "joker research"
