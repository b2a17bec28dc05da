"""Phase 2 in turn, and the cards that build: stations and lone researchers."""

from __future__ import annotations

import pytest

from rules.schwarm.cells import NONE
from rules.schwarm.events import Built, Played
from rules.schwarm.moves import IDLE, PLAY, ROW
from tests.rules.schwarm.chart import COAST, WATER
from tests.rules.schwarm.positions import (
    ANA,
    AT_START,
    BEN,
    CLEO,
    all_of,
    cards_held,
    crew,
    names,
    owner,
    play,
    position,
    refuse,
    said,
    words,
)

SIX = {"c0": 1, "e0": 1, "g0": 1, "k2": 1, "k4": 1, "k6": 1}
SIX_FULL = {**SIX, "c0": 2}
THREE_FULL = {"c0": 3, "e0": 3, "g0": 1}
ENEMY = {"a2": 1, "a3": 1, "a4": 1}
each_card = pytest.mark.parametrize(
    ("card", "prefix"), [("station", ""), ("blue station", "blue "), ("joker", "joker ")]
)


def test_one_card_at_a_time_in_turn_order_until_all_are_played() -> None:
    """T: in turn order, one card at a time until all are played."""
    state = position(
        AT_START[:3],
        cards=("ship, ship", "ship, ship", "ship, ship"),
        order=(CLEO, ANA, BEN),
        blue_pile="double, blue crab",
    )
    movers = []
    while state.phase == PLAY:
        movers.append(state.mover)
        play(state, "ship", "done")
    assert movers == [CLEO, ANA, BEN] * 2
    assert state.phase == ROW


@each_card
def test_a_station_with_a_researcher_on_any_free_land(card: str, prefix: str) -> None:
    """T: on any free land cell, a station with a researcher."""
    state = position(({"h0": 2}, {"k5": 1}), cards=(f"{card}, ship", "ship"))
    assert said(state, f"{prefix}station") == {*COAST} - {"h0", "k5"}
    refuse(state, *(f"{prefix}station {name}" for name in ("h0", "k5", "f4", "b1", "a0")))
    events = play(state, f"{prefix}station b5")
    assert names(events) == ["played", "built"]
    assert all_of(events, Played) == [Played(ANA, card, "station")]
    assert all_of(events, Built) == [Built(ANA, "b5", 1)]
    assert (owner(state, "b5"), crew(state, "b5")) == (ANA, 1)
    assert (state.researchers[ANA], state.mover) == (3, BEN)
    assert cards_held(state, ANA) == ["ship"]


@each_card
def test_without_researchers_a_bare_station(card: str, prefix: str) -> None:
    """T: with one of the two kinds used up, only the other."""
    state = position((THREE_FULL, ENEMY), cards=(card, "ship"))
    assert said(state, f"{prefix}station") == {*COAST} - {*THREE_FULL, *ENEMY}
    events = play(state, f"{prefix}station b5")
    assert all_of(events, Built) == [Built(ANA, "b5", 0)]
    assert (owner(state, "b5"), crew(state, "b5"), state.researchers[ANA]) == (ANA, 0, 7)


@each_card
def test_without_stations_a_researcher_joins_an_own_station_with_room(
    card: str, prefix: str
) -> None:
    """T: a lone researcher joins an own station with room."""
    crews = {"c0": 3, "e0": 0, "g0": 1, "k2": 1, "k4": 0, "k6": 0}
    state = position((crews, ENEMY), cards=(card, "ship"))
    assert said(state, f"{prefix}station") == {*crews} - {"c0"}
    refuse(state, f"{prefix}station c0", f"{prefix}station a2", f"{prefix}station b5")
    events = play(state, f"{prefix}station k4")
    assert names(events) == ["played", "manned"]
    assert (crew(state, "k4"), state.researchers[ANA], len(state.stations)) == (1, 6, 2)
    assert owner(state, "b5") == NONE


@pytest.mark.parametrize("card", ["station", "blue station"])
def test_with_neither_it_does_nothing(card: str) -> None:
    """T: with neither, nothing; R: its bare name, then done."""
    state = position((SIX_FULL, ENEMY), cards=(f"{card}, ship", "ship"))
    assert said(state, card) == set()
    assert card in words(state)
    assert names(play(state, card)) == ["wasted"]
    assert (state.phase, state.mover, words(state)) == (IDLE, ANA, ["done"])
    assert names(play(state, "done")) == ["finished"]
    assert (state.phase, state.mover, cards_held(state, ANA)) == (PLAY, BEN, ["ship"])


def test_a_card_of_use_is_not_wasted() -> None:
    """R: only a card with no legal use is played without effect."""
    state = position(
        cards=("station, researcher, whale, wave, crab, blue station, blue whale", "ship")
    )
    refuse(state, "station", "researcher", "whale", "wave", "crab", "blue station", "blue whale")


def test_a_joker_with_no_station_left_is_another_action() -> None:
    """T: the joker is any of the six actions."""
    state = position((SIX_FULL, ENEMY), cards=("joker", "ship"), hands=("tee", ""))
    assert said(state, "joker station") == set()
    assert {word.split()[1] for word in words(state)} == {
        "ship",
        "research",
        "whale",
        "wave",
        "crab",
    }


def test_the_joker_is_any_of_the_six_but_not_the_double() -> None:
    """T: as any of the six actions (not the double)."""
    state = position(cards=("joker", "ship"), hands=("tee", ""))
    assert {word.split()[1] for word in words(state)} == {
        "station",
        "ship",
        "researcher",
        "research",
        "whale",
        "wave",
        "crab",
    }
    refuse(state, "joker", "double", "joker double", "ship", "station b5")


def test_only_cards_held_are_played() -> None:
    """T: his cards."""
    state = position(cards=("ship", "whale, joker"))
    assert words(state) == ["ship"]
    refuse(state, "whale new", "joker ship", "station b5", "blue station b5")


def test_two_alike_are_offered_once() -> None:
    """T: one card at a time."""
    state = position(cards=("ship, ship, crab", "ship"), crab="a2")
    assert words(state).count("ship") == 1
    play(state, "ship", "done")
    assert cards_held(state, ANA) == ["ship", "crab"]


def test_every_water_cell_is_no_land() -> None:
    """T: on a land cell."""
    state = position(cards=("station", "ship"))
    assert not said(state, "station") & WATER
