"""Torpedoes: lanes, targets, several shots a turn, the spinner, and when the question comes."""

from __future__ import annotations

import pytest

from rules.bataille.board import LANES, RED, SUNK, YELLOW
from rules.bataille.events import Held, Torpedo
from rules.bataille.game import BATAILLE
from rules.bataille.state import BatailleState
from rules.contract import IllegalMove
from tests.rules.bataille import by_hand
from tests.rules.bataille.positions import first, names, play, position, spin, start, words


def aiming(
    red_subs: tuple[str, ...], yellow: dict[str, int], lanes: str = "orthogonal"
) -> list[str]:
    """Return the torpedoes offered to red after a move."""
    state = position(red_subs=red_subs, yellow=yellow, lanes=lanes)
    play(state, "A 36", "hold")
    assert state.waiting() == (RED,)
    return words(state)


def test_a_submarine_fires_at_a_ship_on_its_lane() -> None:
    """T: it must lie in a square on the same lane as the ship that it aims at."""
    assert aiming(("14.100", "1.100", "2.100"), {"A": 16}) == ["fire R3 A", "hold"]
    assert aiming(("14.100", "1.100", "3.100"), {"A": 32}) == ["fire C2 A", "hold"]
    assert aiming(("14.100", "1.100", "3.100"), {"A": 35}) == ["hold"]


@pytest.mark.parametrize("level", [100, 200, 300])
def test_from_any_level(level: int) -> None:
    """T: at whatever level it lies."""
    assert aiming((f"14.{level}", "1.100", "3.100"), {"A": 16}) == ["fire R3 A", "hold"]


def test_right_above_the_submarine_both_lanes_serve() -> None:
    """T: a ship on its own number lies on its row and on its column."""
    offered = aiming(("14.300", "1.100", "3.100"), {"A": 14})
    assert offered == ["fire R3 A", "fire C2 A", "hold"]


def test_ships_in_port_and_sunk_are_no_targets() -> None:
    """T: a ship at sea, on the lane."""
    state = position(red_subs=("14.100", "7.100", "19.100"), yellow={"A": "sunk", "B": 34})
    play(state, "A 36", "hold")
    assert words(state) == ["hold"]


def test_ships_between_do_not_block() -> None:
    """R: nothing shields a ship from a torpedo."""
    state = position(
        red={"B": 14}, red_subs=("13.100", "2.100", "3.100"), yellow={"A": 15, "B": 18}
    )
    play(state, "A 36", "hold")
    assert {"fire R3 A", "fire R3 B"} <= set(words(state))


def test_the_target_is_named_where_a_lane_holds_several() -> None:
    """T: with 2 or 3 ships on the lane, the one aimed at is announced."""
    offered = aiming(("13.100", "2.100", "3.100"), {"A": 15, "B": 16, "C": 18})
    assert [word for word in offered if "R3" in word] == ["fire R3 A", "fire R3 B", "fire R3 C"]


def test_only_living_submarines_fire() -> None:
    """T: a sunk submarine is out of the game."""
    state = position(red_subs=("1.100", "2.100"), red_lost=("14.100",), yellow={"A": 16})
    play(state, "A 36", "hold")
    assert words(state) == ["hold"]


@pytest.mark.parametrize(("option", "count"), [("orthogonal", 12), ("diagonals", 14), ("all", 30)])
def test_the_lanes_of_each_option(option: str, count: int) -> None:
    """R: 6 rows and 6 columns; the two long diagonals; every line of 2 squares or more."""
    lines = by_hand.lines(option)
    assert len(lines) == count
    assert {lane.name: frozenset(lane.numbers) for lane in LANES[:count]} == lines


def test_diagonals_are_named_by_their_ends() -> None:
    """R: D1 is 1-36, D2 is 6-31; the others by their end squares, the lower first."""
    lines = by_hand.lines("all")
    assert lines["D1"] == {1, 8, 15, 22, 29, 36}
    assert lines["D2"] == {6, 11, 16, 21, 26, 31}
    assert lines["D2-7"] == {2, 7}
    assert lines["D2-30"] == {2, 9, 16, 23, 30}
    assert lines["D5-12"] == {5, 12}
    assert lines["D12-32"] == {12, 17, 22, 27, 32}


@pytest.mark.parametrize(
    ("option", "offered"),
    [
        ("orthogonal", ["hold"]),
        ("diagonals", ["fire D1 A", "hold"]),
        ("all", ["fire D1 A", "fire D2-30 B", "hold"]),
    ],
)
def test_lanes_open_with_the_option(option: str, offered: list[str]) -> None:
    """R: diagonals serve only where the table chose them."""
    assert aiming(("8.200", "9.200", "7.200"), {"A": 29, "B": 30}, option) == offered


def test_one_lane_a_turn() -> None:
    """R: further torpedoes of the turn go along the lane of the first."""
    state = position(red_subs=("13.100", "14.100", "1.300"), yellow={"A": 15, "B": 2})
    play(state, "A 36", "hold")
    assert {"fire R3 A", "fire C2 B", "fire R1 B"} <= set(words(state))
    spin(state, "fire R3 A", hit=False)
    assert words(state) == ["fire R3 A", "hold"]
    with pytest.raises(IllegalMove):
        play(state, "fire C2 B")


def test_each_submarine_of_the_lane_fires_once() -> None:
    """T: 2 or 3 submarines on the lane may each fire, one at a time; R: one shot each."""
    state = position(red_subs=("13.100", "14.100", "1.300"), yellow={"A": 15})
    play(state, "A 36", "hold")
    for _ in range(2):
        assert "fire R3 A" in words(state)
        spin(state, "fire R3 A", hit=False)
    assert words(state) == ["hold"]
    assert play(state, "hold")[0] == Held(RED, "torpedo", has_fired=True)


def test_submarines_above_one_another_are_several() -> None:
    """T: any level: three in one column of water are three on the lane."""
    state = position(red_subs=("14.100", "14.200", "14.300"), yellow={"A": 16})
    play(state, "A 36", "hold")
    for _ in range(3):
        spin(state, "fire R3 A", hit=False)
    assert state.waiting() == (YELLOW,)


def test_each_shot_names_its_target() -> None:
    """R: after the first ship is hit, another submarine may aim at the next on that lane."""
    state = position(red_subs=("13.100", "14.100", "1.300"), yellow={"A": 15, "B": 18})
    play(state, "A 36", "hold")
    spin(state, "fire R3 A", hit=True)
    assert words(state) == ["fire R3 B", "hold"]
    spin(state, "fire R3 B", hit=True)
    assert state.places[YELLOW] == [SUNK, SUNK, 0]


def test_a_hit_sinks_the_ship() -> None:
    """T: on "touché" the ship is sunk and removed."""
    state = position(red_subs=("13.100", "2.100", "3.300"), yellow={"A": 15})
    play(state, "A 36", "hold")
    events = spin(state, "fire R3 A", hit=True)
    assert state.places[YELLOW][0] == SUNK
    assert events[0] == Torpedo(RED, "R3", "A", "hit")


def test_a_miss_does_nothing() -> None:
    """T: on "manqué" nothing happens."""
    state = position(red_subs=("13.100", "2.100", "3.300"), yellow={"A": 15})
    play(state, "A 36", "hold")
    spin(state, "fire R3 A", hit=False)
    assert state.places[YELLOW][0] == 15


def test_the_spinner_hits_one_in_six_unless_the_table_chose_otherwise() -> None:
    """R: the odds, an option of the table."""
    spinner = next(option for option in BATAILLE.options if option.name == "spinner")
    assert spinner.default == start().spinner == "sixth"
    assert {BATAILLE.view(start(spinner=str(value)), RED).odds for value in spinner.values} == {
        3,
        4,
        6,
    }


@pytest.mark.parametrize(("spinner", "odds"), [("third", 3), ("quarter", 4), ("sixth", 6)])
def test_the_spinner_hits_as_often_as_the_option_says(spinner: str, odds: int) -> None:
    """R: the odds; over 3,000 seeds the hits stay within four standard deviations."""
    state = position(red_subs=("13.100", "2.100", "3.300"), yellow={"A": 15}, spinner=spinner)
    play(state, "A 36", "hold")
    hits = 0
    for seed in range(3000):
        events = play(state.copy(), "fire R3 A", seed=seed)
        hits += first(events, Torpedo).answer == "hit"
    assert abs(hits - 3000 / odds) < 4 * (3000 / odds * (1 - 1 / odds)) ** 0.5


def test_lane_and_target_are_announced_never_the_submarine() -> None:
    """T: he announces the lane and the ship, not the submarine nor its level."""
    for subs in (("13.100", "2.100", "3.300"), ("18.300", "2.100", "3.300")):
        state = position(red_subs=subs, yellow={"A": 15})
        play(state, "A 36", "hold")
        (event,) = spin(state, "fire R3 A", hit=False)
        assert event == Torpedo(RED, "R3", "A", "miss")
        assert event.seen_by(YELLOW) == event.seen_by(None) == event


@pytest.mark.parametrize("charge", ["hold", "drop 200"])
def test_a_torpedo_follows_a_move_with_or_without_a_charge(charge: str) -> None:
    """T: after moving a ship and dropping a charge or not."""
    state = position(red_subs=("13.100", "2.100", "3.300"), yellow={"A": 15})
    play(state, "A 36", charge)
    assert words(state) == ["fire R3 A", "fire C3 A", "hold"]


def test_a_torpedo_alone_is_a_turn() -> None:
    """T: a turn may also be the launch of a torpedo."""
    state = position(red={"A": 36}, red_subs=("13.100", "2.100", "1.300"), yellow={"A": 15})
    play(state, "stay", "hold")
    assert words(state) == ["fire R3 A"]
    play(state, "fire R3 A")
    assert not BATAILLE.view(state, YELLOW).fleets[RED].answers


def asked(state: BatailleState) -> bool:
    """Whether red must still decide something."""
    return state.waiting() == (RED,)


def test_the_question_is_asked_while_an_enemy_ship_is_at_sea() -> None:
    """R: even with `hold` alone, or a skipped question would tell that no submarine is there."""
    state = position(red_subs=("14.100", "1.100", "2.100"), yellow={"A": 35})
    play(state, "A 18", "hold")
    assert asked(state)
    assert words(state) == ["hold"]
    assert names(play(state, "hold")) == ["held"]
    assert not asked(state)


def test_the_question_is_not_asked_while_none_is_at_sea() -> None:
    """R: ships in port or sunk are no targets, and everybody knows that."""
    state = position(yellow={"A": "sunk"})
    play(state, "A 18", "hold")
    assert not asked(state)


def test_it_is_asked_after_a_move_that_leaves_no_charge_to_drop() -> None:
    """R: after coming home, and after a move of a ship without charges."""
    state = position(red={"A": 18}, yellow={"A": 35})
    play(state, "A port")
    assert words(state) == ["hold"]
    bare = position(red={"A": 18}, red_charges=(0, 3, 2), yellow={"A": 35})
    play(bare, "A 17")
    assert words(bare) == ["hold"]


def test_it_is_asked_again_while_another_submarine_could_lie_there() -> None:
    """R: after each torpedo with a target left, while an unfired submarine could exist."""
    for subs in (("13.100", "1.100", "2.100"), ("13.100", "14.100", "1.300")):
        state = position(red_subs=subs, yellow={"A": 15})
        play(state, "A 36", "hold")
        spin(state, "fire R3 A", hit=False)
        assert asked(state)


def test_it_is_not_asked_again_without_a_target_on_the_lane() -> None:
    """R: the lane's last ship sunk, no torpedo of this turn can follow, as all can see."""
    state = position(red_subs=("13.100", "14.100", "1.300"), yellow={"A": 15, "B": 2})
    play(state, "A 36", "hold")
    spin(state, "fire R3 A", hit=True)
    assert not asked(state)


def test_it_is_not_asked_again_when_every_living_submarine_has_fired() -> None:
    """R: how many submarines live is known to all."""
    state = position(red_subs=("13.100",), red_lost=("5.100", "6.100"), yellow={"A": 15})
    play(state, "A 36", "hold")
    spin(state, "fire R3 A", hit=False)
    assert not asked(state)
