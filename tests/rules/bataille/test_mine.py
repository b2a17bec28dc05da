"""The mine: the ship that strikes it, the losses, and the rest of the turn."""

from __future__ import annotations

import pytest

from rules.bataille.board import RED, SUNK, YELLOW
from rules.bataille.events import Charge, MineStruck
from rules.bataille.game import BATAILLE
from rules.bataille.moves import MOVE, OVER
from rules.chance import Chance
from rules.contract import IllegalMove
from tests.rules.bataille.positions import cell, first, names, play, position, spin, words


def test_a_ship_ending_on_the_enemy_mine_sinks() -> None:
    """T: ending its move on that number it sinks; ship and mine leave the game."""
    state = position(red={"A": 14}, mines=(36, 16))
    events = play(state, "A 16")
    assert first(events, MineStruck).ship == "A"
    assert first(events, MineStruck).number == 16
    assert state.places[RED][0] == SUNK
    assert BATAILLE.view(state, RED).fleets[YELLOW].mine_spent == 16


def test_it_sinks_before_it_can_drop_a_charge() -> None:
    """T: sunk before it could drop a charge."""
    state = position(red={"A": 14}, yellow={"A": 1}, mines=(36, 16))
    play(state, "A 16")
    assert not any(word.startswith("drop") for word in words(state))
    with pytest.raises(IllegalMove):
        play(state, "drop 200")
    assert state.charges[RED][1:] == [3, 2]


def test_passing_over_the_mine_is_harmless() -> None:
    """T: only where a ship ends its move, whichever way it went; the mine stays secret."""
    state = position(red={"A": 13}, mines=(36, 14))
    assert names(play(state, "A 15")) == ["moved"]
    assert state.places[RED][0] == 15
    assert BATAILLE.view(state, RED).fleets[YELLOW].mine_spent == 0


def test_staying_on_a_square_strikes_nothing() -> None:
    """T: at the end of a move; a ship that stays has made none."""
    state = position(red={"A": 16}, mines=(36, 16))
    assert "mine_struck" not in names(play(state, "stay", "drop A 100"))
    assert state.places[RED][0] == 16


def test_the_own_mine_is_harmless() -> None:
    """T: the adversary's mine."""
    state = position(red={"A": 14}, mines=(16, 36))
    assert names(play(state, "A 16")) == ["moved"]
    assert state.places[RED][0] == 16


def test_the_mine_explodes_once() -> None:
    """T: ship and mine are both removed: the next ship ends there safely."""
    state = position(red={"A": 14, "B": 15}, mines=(36, 16))
    play(state, "A 16")
    play(state, "A 1", "hold", "hold")
    assert state.waiting() == (RED,)
    assert names(play(state, "B 16")) == ["moved"]
    assert state.places[RED][1] == 16


def test_a_mine_on_the_way_out_of_port_counts_where_the_move_ends() -> None:
    """T: ends its move: a ship from port may cross a mine on the arrow, or end on it."""
    state = position(mines=(36, 18))
    crossed = state.copy()
    assert "mine_struck" not in names(play(crossed, "A 17"))
    assert "mine_struck" in names(play(state, "A 18"))


def test_a_mine_before_the_port_does_not_stop_a_ship_going_home() -> None:
    """T: the move ends in port, the arrowed square is only passed."""
    state = position(red={"A": 17}, mines=(36, 18))
    assert names(play(state, "A port")) == ["moved", "rearmed"]


def test_yellow_strikes_the_mine_of_red() -> None:
    """T: the same the other way round."""
    state = position(yellow={"C": 14}, mines=(16, 36), mover=YELLOW)
    events = play(state, "C 16")
    assert first(events, MineStruck).ship == "C"
    assert state.places[YELLOW] == [0, 0, SUNK]
    assert BATAILLE.view(state, YELLOW).fleets[RED].mine_spent == 16


def test_who_lost_a_ship_may_still_fire_a_torpedo() -> None:
    """T: before the adversary plays, the loser of the ship may send a torpedo."""
    state = position(red={"A": 14}, yellow={"B": 4}, red_subs=("1.100", "7.100", "9.100"),
                     mines=(36, 16))  # fmt: skip
    play(state, "A 16")
    assert state.waiting() == (RED,)
    assert words(state) == ["fire R1 B", "hold"]
    events = play(state, "fire R1 B")
    assert names(events)[0] == "torpedo"


@pytest.mark.parametrize(("after_mine", "shots"), [("several", 2), ("one", 1)])
def test_after_the_mine_as_many_torpedoes_as_the_table_wants(after_mine: str, shots: int) -> None:
    """R: "une torpille d'un sous-marin": as in any turn, or one alone."""
    state = position(red={"A": 14}, yellow={"B": 4}, red_subs=("1.100", "2.100", "9.100"),
                     mines=(36, 16), after_mine=after_mine)  # fmt: skip
    play(state, "A 16")
    for _ in range(shots):
        assert "fire R1 B" in words(state)
        spin(state, "fire R1 B", hit=False)
    assert "fire R1 B" not in words(state)
    assert state.waiting() == ((RED,) if after_mine == "several" else (YELLOW,))


def test_one_torpedo_is_the_most_after_a_mine_alone() -> None:
    """R: option `after_mine`: a turn that met no mine is played as ever."""
    state = position(red={"A": 14}, yellow={"B": 4}, red_subs=("1.100", "2.100", "9.100"),
                     mines=(36, 16), after_mine="one")  # fmt: skip
    play(state, "A 15", "hold")
    spin(state, "fire R1 B", hit=False)
    assert "fire R1 B" in words(state)


def test_after_the_mine_the_turn_may_end_without_a_torpedo() -> None:
    """T: he may; striking the mine was his move."""
    state = position(red={"A": 14}, yellow={"B": 4}, mines=(36, 16))
    play(state, "A 16", "hold")
    assert state.waiting() == (YELLOW,)


def test_with_no_ship_to_aim_at_the_turn_passes_on() -> None:
    """T: a torpedo needs a ship at sea; with none, the mine ends the turn."""
    state = position(red={"A": 14}, mines=(36, 16))
    play(state, "A 16")
    assert state.waiting() == (YELLOW,)


def test_both_see_where_the_mine_lay() -> None:
    """T: its owner shows where he had written it down."""
    state = position(red={"A": 14}, mines=(36, 16))
    events = play(state, "A 16")
    assert all(event.seen_by(look) == event for event in events for look in (RED, YELLOW, None))
    assert {
        BATAILLE.view(state, look).fleets[YELLOW].mine_spent for look in (RED, YELLOW, None)
    } == {16}


def test_a_ship_is_seen_on_the_mine_before_it_sinks() -> None:
    """Each event shows the table as it stands then; the camps open with the end alone."""
    state = position(red={"A": 14, "B": "sunk", "C": "sunk"}, mines=(36, 16))
    seen = []
    for event in BATAILLE.steps(state, RED, BATAILLE.parse("A 16"), Chance(0)):
        view = BATAILLE.view(state, None)
        place, spent = view.fleets[RED].places[0], view.fleets[YELLOW].mine_spent
        seen.append((event.name, place, spent, view.camps == (None, None), view.phase))
    assert seen == [
        ("moved", 16, 0, True, MOVE),
        ("mine_struck", SUNK, 16, True, MOVE),
        ("won", SUNK, 16, False, OVER),
    ]


def test_a_move_that_may_meet_a_mine_cannot_be_taken_back() -> None:
    """R: it shows whether a mine lies there; on known squares, and in port, it shows nothing."""
    state = position(red={"A": 22, "B": 15}, mines=(31, 18))
    assert play(state, "A 16")[0].reveals
    play(state, "hold", "A 1", "hold", "hold")
    assert not play(state, "A port")[0].reveals
    play(state, "hold", "stay", "drop A 100", "hold")
    assert not play(state, "B 16")[0].reveals


def test_after_the_mine_no_move_shows_anything() -> None:
    """R: once the enemy mine is spent, every move may be taken back."""
    state = position(red={"A": 14, "B": 15}, mines=(31, 16))
    assert [event.reveals for event in play(state, "A 16")] == [True, True]
    play(state, "A 1", "hold", "hold")
    assert not play(state, "B 22")[0].reveals


def test_a_mine_in_the_column_of_a_charge_answers_nothing() -> None:
    """T: charges look for submarines alone."""
    state = position(red={"A": 16}, mines=(36, 16))
    assert first(play(state, "stay", "drop A 100"), Charge).answer == "miss"
    assert BATAILLE.view(state, RED).fleets[YELLOW].answers == ()
    assert BATAILLE.view(state, RED).fleets[RED].answers == ((cell("16.100"), 0),)
