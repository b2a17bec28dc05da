"""The knowledge of each seat: tables that differ only in hidden facts look and sound the same."""

from __future__ import annotations

import pytest

from rules.bataille.board import RED, YELLOW
from rules.bataille.game import BATAILLE
from rules.bataille.state import BatailleState
from rules.contract import Event
from tests.rules.bataille.positions import cells, play, position, spin, start, words

CORNERS = (("1.300", "6.300", "31.300"), ("36.100", "5.300", "25.200"), ("1.300", "1.100", "1.200"))


def heard(events: list[Event], look: int | None) -> list[Event]:
    """Return the events that reach a seat, in order."""
    return [seen for event in events if (seen := event.seen_by(look)) is not None]


def assert_alike(one: BatailleState, other: BatailleState, *looks: int | None) -> None:
    """Fail if a view differs between the two."""
    for look in looks:
        assert BATAILLE.view(one, look) == BATAILLE.view(other, look)
        assert repr(BATAILLE.view(one, look)) == repr(BATAILLE.view(other, look))
        if look is not None:
            assert words(one, look) == words(other, look)


@pytest.mark.parametrize("subs", CORNERS)
@pytest.mark.parametrize("mine", [1, 18, 31])
def test_a_hidden_camp_changes_nothing_that_others_see(subs: tuple[str, ...], mine: int) -> None:
    """R: of living submarines and of the mine the enemy and spectators learn nothing."""
    one = position(red={"A": 15}, yellow={"A": 13}, yellow_subs=("3.300", "3.200", "4.300"))
    other = position(red={"A": 15}, yellow={"A": 13}, yellow_subs=subs, mines=(31, mine))
    for word in ("A 22", "drop 200", "hold", "A 19", "hold", "hold", "stay", "drop A 100", "hold"):
        first, second = play(one, word), play(other, word)
        assert heard(first, RED) == heard(second, RED)
        assert heard(first, None) == heard(second, None)
        assert_alike(one, other, RED, None)


def test_a_skipped_torpedo_tells_nothing() -> None:
    """R: nothing to choose looks exactly like having chosen `hold`, in its pace too."""
    aims, blind = (
        position(red={"A": 18}, red_subs=subs, yellow={"A": 13})
        for subs in (("14.100", "1.100", "19.100"), ("34.100", "35.100", "36.100"))
    )
    for word in ("A 17", "hold", "hold"):
        assert play(aims, word) == play(blind, word)
        assert_alike(aims, blind, YELLOW, None)
    assert aims.waiting() == blind.waiting() == (YELLOW,)


def test_a_last_torpedo_tells_nothing_of_others_on_the_lane() -> None:
    """R: after each torpedo the question is asked, whether another submarine lies there or not."""
    many, alone = (
        position(red_subs=subs, yellow={"A": 15})
        for subs in (("13.100", "14.100", "16.100"), ("13.100", "1.100", "2.100"))
    )
    for state in (many, alone):
        play(state, "A 36", "hold")
        spin(state, "fire R3 A", hit=False)
    assert_alike(many, alone, YELLOW, None)
    assert play(many, "hold") == play(alone, "hold")
    assert_alike(many, alone, YELLOW, None)


def test_which_submarine_fired_is_not_told() -> None:
    """T: the lane and the target are announced, never the submarine or its level."""
    west, east = (
        position(red_subs=subs, yellow={"A": 15})
        for subs in (("13.100", "1.100", "2.100"), ("18.300", "4.200", "5.100"))
    )
    for state in (west, east):
        play(state, "A 36", "hold")
        spin(state, "fire R3 A", hit=False)
    assert_alike(west, east, YELLOW, None)


def test_a_hit_shows_its_cell_and_nothing_of_the_others() -> None:
    """T: touché alone; near misses of others stay hidden."""
    one, other = (
        position(red={"A": 14}, yellow_subs=subs)
        for subs in (("14.200", "13.200", "15.200"), ("14.200", "36.100", "5.300"))
    )
    assert play(one, "stay", "drop A 200") == play(other, "stay", "drop A 200")
    assert_alike(one, other, RED, None)


def test_passing_over_a_mine_tells_nothing() -> None:
    """T: harmless, and so unnoticed."""
    over, beside = (position(red={"A": 13}, mines=(31, mine)) for mine in (14, 36))
    assert play(over, "A 15") == play(beside, "A 15")
    assert_alike(over, beside, RED, None)


def test_a_camp_being_laid_is_not_seen() -> None:
    """R: how many submarines lie already is nobody else's business, only when all is laid."""
    one, other = start(), start()
    play(one, "sub 14.200", seat=YELLOW)
    play(other, "sub 1.100", "sub 2.100", "sub 36.300", seat=YELLOW)
    assert_alike(one, other, RED, None)
    play(one, "sub 4.200", "sub 5.100", "mine 9", seat=YELLOW)
    play(other, "mine 31", seat=YELLOW)
    assert_alike(one, other, RED, None)


def test_the_order_of_laying_is_not_seen() -> None:
    """R: the same camp laid in another order is the same camp, to its owner too."""
    subs = ("sub 14.200", "sub 1.100", "sub 36.300")
    one, other = start(), start()
    play(one, *subs, "mine 9", seat=RED)
    play(other, *reversed(subs), "mine 9", seat=RED)
    assert_alike(one, other, RED, YELLOW, None)


def test_each_sees_his_own_camp_alone() -> None:
    """R: everything of his own, nothing of the enemy's; a spectator neither."""
    state = position(red_subs=CORNERS[0], yellow_subs=CORNERS[1])
    red, yellow, nobody = (BATAILLE.view(state, look) for look in (RED, YELLOW, None))
    assert red.own_camp is not None
    assert red.own_camp.submarines == tuple(sorted(cells(CORNERS[0])))
    assert yellow.own_camp is not None
    assert yellow.own_camp.submarines == tuple(sorted(cells(CORNERS[1])))
    assert red.camps[YELLOW] is None
    assert yellow.camps[RED] is None
    assert nobody.camps == (None, None)
    assert nobody.own_camp is None


def test_public_things_are_seen_by_all() -> None:
    """R: ships with their charges, answers, lanes, sunk pieces and where they lay."""
    state = position(
        red={"A": 14}, yellow={"B": 16, "C": "sunk"}, yellow_lost=("20.100",),
        yellow_subs=("1.100", "3.100"), yellow_charges=(1, 0, 2),
    )  # fmt: skip
    play(state, "stay", "drop A 100", "hold")
    fleets = BATAILLE.view(state, None).fleets
    assert BATAILLE.view(state, RED).fleets == BATAILLE.view(state, YELLOW).fleets == fleets
    assert fleets[RED].charges == (3, 3, 2)
    assert fleets[YELLOW].charges == (1, 0, 2)
    assert fleets[YELLOW].places == (0, 16, -1)
    assert fleets[YELLOW].lost == (20,)
    assert fleets[RED].answers == ((14, 0),)
