"""The end: both causes, the winner, the turn limit."""

from __future__ import annotations

import pytest

from rules.bataille.board import RED, YELLOW
from rules.bataille.game import BATAILLE
from rules.bataille.moves import OVER
from rules.bataille.state import BatailleState
from rules.contract import IllegalMove
from tests.rules.bataille.positions import cell, names, play, position, spin, start, words

TWO_SUNK: dict[str, int | str] = {"B": "sunk", "C": "sunk"}


def outcome(state: BatailleState) -> tuple[tuple[tuple[int, ...], ...], str]:
    """Return the ranking and cause of a finished game, and check that the cause has a word."""
    result = BATAILLE.result(state)
    assert result is not None
    assert state.waiting() == ()
    assert words(state, RED) == words(state, YELLOW) == []
    assert result.reason == BATAILLE.view(state, None).reason != ""
    return result.ranking, result.reason


def last_submarine() -> BatailleState:
    """Return red above yellow's last submarine, which has a ship to fire at."""
    return position(
        red={"A": 14},
        yellow={"A": 2},
        yellow_subs=("14.200",),
        yellow_lost=("20.100", "21.100"),
    )


def test_the_third_submarine_sunk_wins_at_once() -> None:
    """T: the first to sink the 3 enemy submarines has won; no torpedo is asked any more."""
    state = last_submarine()
    events = play(state, "stay", "drop A 200")
    assert outcome(state)[0] == ((RED,), (YELLOW,))
    assert names(events)[-1] == "won"
    assert events[-1].seat == RED
    with pytest.raises(IllegalMove):
        play(state, "hold", seat=RED)


def test_two_submarines_are_not_three() -> None:
    """T: all three."""
    state = position(red={"A": 14}, yellow_subs=("14.200", "1.300"), yellow_lost=("20.100",))
    play(state, "stay", "drop A 200")
    assert BATAILLE.result(state) is None
    assert state.waiting() == (YELLOW,)


def test_yellow_wins_the_same_way() -> None:
    """T: the first player, whichever."""
    state = position(
        yellow={"A": 14}, red_subs=("14.200",), red_lost=("1.100", "2.100"), mover=YELLOW
    )
    play(state, "stay", "drop A 200")
    assert outcome(state)[0] == ((YELLOW,), (RED,))


def test_the_third_ship_sunk_by_torpedo_wins_at_once() -> None:
    """T: or the 3 enemy ships, by torpedoes and mine; the next torpedo is not asked."""
    state = position(red_subs=("13.100", "14.100", "1.300"), yellow={**TWO_SUNK, "A": 15})
    play(state, "stay")
    events = spin(state, "fire R3 A", hit=True)
    assert outcome(state)[0] == ((RED,), (YELLOW,))
    assert names(events) == ["torpedo", "won"]


def test_the_third_ship_lost_on_a_mine_loses_before_its_torpedo() -> None:
    """R: the cause counts whoever's turn it is: yellow wins in red's turn, at once."""
    state = position(
        red={**TWO_SUNK, "A": 14},
        red_subs=("1.100", "7.100", "9.100"),
        yellow={**TWO_SUNK, "A": 3},
        mines=(31, 16),
    )
    events = play(state, "A 16")
    assert outcome(state)[0] == ((YELLOW,), (RED,))
    assert names(events)[-2:] == ["mine_struck", "won"]
    assert events[-1].seat == YELLOW


def test_two_ships_lost_are_not_three() -> None:
    """T: all three, be the last in port."""
    state = position(red={"A": 14, "B": "sunk"}, yellow={"A": 3}, mines=(31, 16))
    play(state, "A 16")
    assert BATAILLE.result(state) is None


def test_the_two_causes_have_their_own_words() -> None:
    """T: sinking the submarines or the ships."""
    by_charge = last_submarine()
    play(by_charge, "stay", "drop A 200")
    by_mine = position(red={**TWO_SUNK, "A": 14}, mines=(31, 16))
    play(by_mine, "A 16")
    draw = position(red={"A": 14}, turn=2, turn_limit=2)
    play(draw, "stay", "drop A 100")
    assert len({outcome(state)[1] for state in (by_charge, by_mine, draw)}) == 3


def test_losses_are_counted() -> None:
    """T: the figures that the result rests on, one a seat."""
    state = last_submarine()
    play(state, "stay", "drop A 200")
    result = BATAILLE.result(state)
    assert result is not None
    assert result.figures["submarines_lost"] == (0, 3)
    assert result.figures["ships_lost"] == (0, 0)


def test_there_is_no_draw_in_the_text() -> None:
    """R: by default no limit ends the game."""
    limit = next(option for option in BATAILLE.options if option.name == "turn_limit")
    assert limit.default is None
    assert start().turn_limit is None
    state = position(red={"A": 14}, turn=10_000)
    play(state, "stay", "drop A 100")
    assert state.waiting() == (YELLOW,)


def test_automatic_play_ends_after_300_turns() -> None:
    """R: programs playing among themselves stop at 300."""
    assert dict(BATAILLE.automatic) == {"turn_limit": 300}


def test_the_turn_limit_counts_the_turns_of_both() -> None:
    """R: with a limit of 4, two turns each, then a draw."""
    state = start(turn_limit=4)
    for seat in (RED, YELLOW):
        play(state, "sub 1.300", "sub 2.300", "sub 3.300", "mine 31", seat=seat)
    for word in ("A 12", "A 7", "A 18"):
        play(state, word)
        mover = state.mover
        while state.mover == mover:
            play(state, "hold")
        assert BATAILLE.result(state) is None
    events = play(state, "A 13", "hold", "hold")
    assert outcome(state)[0] == ((RED, YELLOW),)
    assert names(events)[-1] == "drawn"


def test_the_last_turn_is_played_out() -> None:
    """R: the draw comes after the last turn, torpedoes included."""
    state = position(red={"A": 14}, yellow={"A": 16}, turn=60, turn_limit=60)
    play(state, "stay", "drop A 100")
    assert BATAILLE.result(state) is None
    play(state, "hold")
    assert outcome(state)[0] == ((RED, YELLOW),)


def test_a_win_in_the_last_turn_is_a_win() -> None:
    """T: wins at once, limit or not."""
    state = last_submarine()
    state.turn = state.turn_limit = 60
    play(state, "stay", "drop A 200")
    assert outcome(state)[0] == ((RED,), (YELLOW,))


def test_at_the_end_everything_is_shown() -> None:
    """R: once it is over both camps are open to all, spectators included."""
    state = last_submarine()
    play(state, "stay", "drop A 200")
    assert state.phase == OVER
    for look in (RED, YELLOW, None):
        red, yellow = BATAILLE.view(state, look).camps
        assert red is not None
        assert red.submarines == (cell("1.300"), cell("2.300"), cell("3.300"))
        assert red.mine == 31
        assert yellow is not None
        assert (yellow.submarines, yellow.mine) == ((), 31)
