"""What rivals are likely to lay in Himalaya, and what a bot leaves to them."""

from __future__ import annotations

import pytest

from nim_tui.games.himalaya.bot import MediumBot
from nim_tui.games.himalaya.plan import Wants, drawn, likely
from rules.chance import Chance
from rules.himalaya import HIMALAYA
from tests.rules.himalaya.positions import ANA, BEN, position


def test_a_rival_who_can_use_it_is_reckoned_with() -> None:
    """Ben stands at the only gold, Cleo at an order that she cannot fill."""
    state = position(at=(1, 6, 19), goods={6: "gg"}, orders={19: "ssb"})
    wants = Wants(HIMALAYA.view(state, ANA), ANA, fear=1.0)
    assert wants.leave(6, 0) > 0.5, "who comes first of those who come at once is not known"
    assert wants.leave(6, 1) < 0.2
    assert wants.leave(19, 4) > 0.9
    assert wants.leave(11, 4) == 1


def test_who_fears_less_reckons_with_less() -> None:
    view = HIMALAYA.view(position(at=(1, 6, 19), goods={6: "gg"}), ANA)
    assert Wants(view, ANA, fear=0.5).leave(6, 4) > Wants(view, ANA, fear=1.0).leave(6, 4)
    assert Wants(view, ANA, fear=9.0).leave(6, 4) >= 0


def test_programs_are_drawn_as_often_as_they_are_likely() -> None:
    view = HIMALAYA.view(position(at=(1, 6, 19), goods={6: "gg", 5: "ss"}), ANA)
    plans = likely(view, BEN)
    assert sum(weight for weight, _plan in plans) == pytest.approx(1)
    chance, laid = Chance(1), [0] * len(plans)
    for _ in range(2000):
        laid[[plan for _weight, plan in plans].index(drawn(plans, chance))] += 1
    for (weight, _plan), count in zip(plans, laid):
        assert count / 2000 == pytest.approx(weight, abs=0.04)


def test_bots_in_the_same_place_do_not_always_lay_the_same() -> None:
    """Two orders alike, as far to the one side as to the other."""
    state = position(at=(1, 1, 19), goods={5: "ss", 6: "ss"})
    laid = {
        MediumBot()
        .choose(HIMALAYA, HIMALAYA.view(state, seat), HIMALAYA.legal(state, seat), Chance(seed))
        .move
        for seat in (ANA, BEN)
        for seed in range(8)
    }
    assert len(laid) > 1
