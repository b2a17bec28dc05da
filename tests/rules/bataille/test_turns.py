"""The parts of a turn: when `stay` and `hold` are legal, and what they exclude."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from nim_tui.testing.walks import SEQUENCES
from rules.bataille.board import YELLOW
from rules.bataille.game import BATAILLE
from rules.bataille.moves import MOVE
from rules.chance import Chance
from rules.options import OptionValue
from tests.rules.bataille import by_hand
from tests.rules.bataille.positions import names, play, position, spin, words

ON_ROW_3 = ("13.100", "2.100", "3.300")
NOT_IN_SIGHT = ("32.100", "35.100", "36.300")


def test_a_turn_may_be_a_charge_alone() -> None:
    """T: a turn is a move, but may also be a charge or a torpedo."""
    state = position(red={"A": 14})
    assert "stay" in words(state)
    assert names(play(state, "stay", "drop A 100")) == ["stayed", "charge"]
    assert state.waiting() == (YELLOW,)


def test_no_stay_without_a_charge_or_a_torpedo() -> None:
    """R: a turn must hold something; with all ships in port and no target, one must move."""
    assert "stay" not in words(position())
    fleet, foe = {"A": 14}, {"A": 16}
    unarmed = position(red=fleet, yellow=foe, red_charges=(0, 3, 2), red_subs=NOT_IN_SIGHT)
    assert "stay" not in words(unarmed)


def test_stay_for_a_torpedo_alone() -> None:
    """R: `stay` is offered where a torpedo is possible, be all ships in port."""
    state = position(red_subs=ON_ROW_3, yellow={"A": 16})
    assert "stay" in words(state)


def test_after_stay_hold_only_if_a_torpedo_is_possible() -> None:
    """R: after `stay`, the charge may be declined only where a torpedo can follow."""
    bound = position(red={"A": 14}, red_subs=NOT_IN_SIGHT, yellow={"A": 13})
    play(bound, "stay")
    assert words(bound) == ["drop A 100", "drop A 200", "drop A 300"]
    free = position(red={"A": 14}, red_subs=ON_ROW_3, yellow={"A": 16})
    play(free, "stay")
    assert words(free) == ["drop A 100", "drop A 200", "drop A 300", "hold"]


def test_after_stay_and_hold_the_first_torpedo_must_be_fired() -> None:
    """R: after both, `hold` is not offered; after that torpedo it is."""
    state = position(red={"A": 14}, red_subs=ON_ROW_3, yellow={"A": 16, "B": 2})
    play(state, "stay", "hold")
    assert words(state) == ["fire R1 B", "fire R3 A", "fire C2 B"]
    spin(state, "fire R3 A", hit=False)
    assert words(state) == ["hold"]


def test_after_stay_without_charges_the_torpedo_must_be_fired() -> None:
    """R: where no ship can drop a charge, as all can see, `stay` leads straight to a torpedo."""
    state = position(red_subs=ON_ROW_3, yellow={"A": 16})
    play(state, "stay")
    assert words(state) == ["fire R3 A"]


def test_after_stay_and_a_charge_the_torpedo_is_free() -> None:
    """R: the charge made the turn: a torpedo may follow or not."""
    state = position(red={"A": 14}, red_subs=ON_ROW_3, yellow={"A": 16})
    play(state, "stay", "drop A 100")
    assert words(state) == ["fire R3 A", "hold"]


def test_after_stay_a_charge_or_torpedoes_where_the_table_wants_one_of_the_two() -> None:
    """R: option `without_move`: "une grenade ou une torpille", after a charge the turn is over."""
    state = position(red={"A": 36}, red_subs=("13.100", "3.100", "1.300"), yellow={"A": 15},
                     without_move="either")  # fmt: skip
    dropped, fired = state.copy(), state.copy()
    play(dropped, "stay", "drop A 100")
    assert dropped.waiting() == (YELLOW,)
    play(fired, "stay", "hold")
    assert words(fired) == ["fire R3 A", "fire C3 A"]
    play(state, "A 35", "drop 100")
    assert words(state) == ["fire R3 A", "fire C3 A", "hold"]


def test_after_a_move_everything_else_may_be_declined() -> None:
    """T: neither charge nor torpedo is owed."""
    state = position(red={"A": 14}, red_subs=ON_ROW_3, yellow={"A": 16})
    play(state, "A 15")
    assert "hold" in words(state)
    play(state, "hold")
    assert "hold" in words(state)
    play(state, "hold")
    assert state.waiting() == (YELLOW,)


def test_menus_are_seen_by_the_player_alone() -> None:
    """R: whether `stay` or `hold` is offered would tell of submarines on a lane."""
    seen, unseen = (
        position(red={"A": 14}, red_subs=subs, yellow={"A": 16})
        for subs in (ON_ROW_3, NOT_IN_SIGHT)
    )
    for word in ("stay", "drop A 100", "hold"):
        play(seen, word)
        play(unseen, word)
        for look in (YELLOW, None):
            assert BATAILLE.view(seen, look) == BATAILLE.view(unseen, look)


@SEQUENCES
@given(
    st.integers(0, 2**32),
    st.sampled_from(["orthogonal", "diagonals", "all"]),
    st.booleans(),
    st.booleans(),
)
def test_every_menu_is_as_worked_out_by_hand(
    seed: int, lanes: str, blast: bool, blocking: bool
) -> None:
    """T and R: all words offered in all turns of random games; and a ship can always move."""
    pick, chance = Random(seed), Chance(seed)
    options: dict[str, OptionValue] = {
        "lanes": lanes, "blast": blast, "blocking": blocking, "turn_limit": 60,
    }  # fmt: skip
    state = BATAILLE.new(2, options, chance)
    while waiting := state.waiting():
        seat = pick.choice(waiting)
        if state.phase >= MOVE:
            offered = words(state)
            assert set(offered) == by_hand.menu(state)
            assert len(set(offered)) == len(offered)
            assert state.phase != MOVE or any(word[0] in "ABC" for word in offered)
        BATAILLE.play(state, seat, pick.choice(BATAILLE.legal(state, seat)), chance)
