"""Set-up: the sea, the pieces, the camps hidden by both at once."""

from __future__ import annotations

from itertools import product

import pytest

from rules.bataille.board import FULL_LOAD, PORT, RED, YELLOW
from rules.bataille.events import Ready
from rules.chance import Chance
from rules.contract import IllegalMove, UnsuitableTable
from tests.rules.bataille.positions import cell, cells, play, start, words


def test_two_play() -> None:
    """T: a game for two players."""
    from rules.bataille.game import BATAILLE

    assert list(BATAILLE.seats) == [2]
    with pytest.raises(UnsuitableTable):
        BATAILLE.new(3, {}, Chance(0))


def test_a_fleet_carries_nine_charges() -> None:
    """T: ship A carries 4 charges, B 3, C 2; ships start in port, fully charged."""
    state = start()
    assert FULL_LOAD == (4, 3, 2)
    assert state.charges == [[4, 3, 2], [4, 3, 2]]
    assert state.places == [[PORT] * 3, [PORT] * 3]


def test_both_hide_their_camps_at_once() -> None:
    """T: each places in hiding; neither waits for the other."""
    state = start()
    assert state.waiting() == (RED, YELLOW)
    play(state, "sub 1.100", seat=YELLOW)
    play(state, "sub 1.100", "sub 2.100", "sub 3.100", "mine 36", seat=RED)
    assert state.waiting() == (YELLOW,)
    play(state, "sub 2.100", "sub 3.100", "mine 36", seat=YELLOW)
    assert state.waiting() == (RED,)


def test_a_submarine_may_lie_on_any_square_of_any_level() -> None:
    """T: each submarine on a square of any level of his own camp."""
    every = {f"sub {number}.{level}" for number, level in product(range(1, 37), (100, 200, 300))}
    for seat in (RED, YELLOW):
        assert set(words(start(), seat)) == every
        assert len(words(start(), seat)) == 108


@pytest.mark.parametrize(
    "subs",
    [
        ("5.100", "6.100", "7.100"),
        ("5.200", "6.200", "7.200"),
        ("5.100", "6.200", "7.300"),
        ("5.300", "5.100", "5.200"),
    ],
)
def test_levels_mix_freely(subs: tuple[str, ...]) -> None:
    """T: one on each level, all on one, any mix; R: one above another is fine."""
    state = start()
    play(state, *(f"sub {sub}" for sub in subs), seat=RED)
    assert sorted(state.submarines[RED]) == sorted(cells(subs))


def test_two_own_submarines_may_not_share_a_cell() -> None:
    """R: two of his own may not lie in one cell."""
    state = start()
    play(state, "sub 14.200", seat=RED)
    assert "sub 14.200" not in words(state, RED)
    assert {"sub 14.100", "sub 14.300"} <= set(words(state, RED))
    with pytest.raises(IllegalMove):
        play(state, "sub 14.200", seat=RED)


def test_camps_of_the_two_do_not_meet() -> None:
    """T: each player has his own camp, so both may use the same cell and mine number."""
    state = start()
    for seat in (RED, YELLOW):
        play(state, "sub 14.200", "sub 15.200", "sub 16.200", "mine 9", seat=seat)
    assert state.submarines == [[cell("14.200"), cell("15.200"), cell("16.200")]] * 2
    assert state.mines == [9, 9]


def test_three_submarines_then_the_mine() -> None:
    """T: three submarines and one mine each, no more."""
    state = start()
    for sub in ("sub 1.100", "sub 2.200", "sub 3.300"):
        assert not any(word.startswith("mine") for word in words(state, RED))
        play(state, sub, seat=RED)
    assert all(word.startswith("mine") for word in words(state, RED))
    play(state, "mine 9", seat=RED)
    assert words(state, RED) == []


@pytest.mark.parametrize("level", [100, 200, 300])
def test_no_mine_in_or_above_an_own_submarine(level: int) -> None:
    """T: the mine lies at 100 where no own submarine is in that cell or anywhere below it."""
    state = start()
    play(state, f"sub 14.{level}", "sub 20.100", "sub 20.300", seat=RED)
    play(state, "sub 1.100", seat=YELLOW)
    expected = [f"mine {number}" for number in range(1, 37) if number not in (14, 20)]
    assert words(state, RED) == expected
    with pytest.raises(IllegalMove):
        play(state, "mine 14", seat=RED)


def test_submarines_never_move() -> None:
    """T: once placed at the beginning, submarines stay where they are."""
    state = start()
    for seat in (RED, YELLOW):
        play(state, "sub 1.100", "sub 2.100", "sub 3.100", "mine 36", seat=seat)
    assert not any(word.startswith(("sub", "mine")) for word in words(state))
    with pytest.raises(IllegalMove):
        play(state, "sub 4.100")


@pytest.mark.parametrize("last", [RED, YELLOW])
def test_red_begins_whoever_was_ready_first(last: int) -> None:
    """T: the player with the red fleet plays first."""
    state = start()
    for seat in (1 - last, last):
        play(state, "sub 1.100", "sub 2.100", "sub 3.100", "mine 36", seat=seat)
    assert state.waiting() == (RED,)
    assert words(state, YELLOW) == []


def test_a_laid_camp_is_announced_without_its_places() -> None:
    """T: placed in hiding: the other seat hears only that he is ready."""
    state = start()
    for word in ("sub 1.100", "sub 2.100", "sub 3.100"):
        assert [event.seen_by(YELLOW) for event in play(state, word, seat=RED)] == [None]
    (event,) = play(state, "mine 36", seat=RED)
    for look in (YELLOW, None):
        assert event.seen_by(look) == Ready(RED)
