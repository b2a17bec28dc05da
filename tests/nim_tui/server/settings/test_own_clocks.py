"""Time controls that a player types."""

from __future__ import annotations

import pytest

from nim_tui.server.tables.terms import CLOCKS, OWN_CLOCK, clock_in, clock_text, own_clock
from nim_tui.tables.clock import ClockPlan
from screens.text import _

DAY = 86_400


@pytest.mark.parametrize(
    ("typed", "plan", "told"),
    [
        ("20", ClockPlan("game", 1200), "20 minutes per game"),
        (
            "15+10",
            ClockPlan("game", 900, increment=10),
            "15 minutes per game plus 10 seconds per move",
        ),
        (
            "15d5",
            ClockPlan("game", 900, delay=5),
            "15 minutes per game with 5 seconds of delay per move",
        ),
        ("45s", ClockPlan("move", 45), "45 seconds per move"),
        ("2 min", ClockPlan("move", 120), "2 minutes per move"),
        ("5d", ClockPlan("days", 5 * DAY), "5 days per move"),
        ("5 jours", ClockPlan("days", 5 * DAY), "5 days per move"),
        ("3 days", CLOCKS["3 days per move"], "3 days per move"),
    ],
)
def test_they_are_understood_and_named(typed: str, plan: ClockPlan, told: str) -> None:
    assert own_clock(typed) == plan
    assert _(clock_text(plan)) == told
    assert clock_in({OWN_CLOCK.name: typed, "time control": "1 day per move"}) == plan


@pytest.mark.parametrize("typed", ["0", "0+5", "999", "15+999", "4s", "0 days", "99 days", "soon"])
def test_others_are_refused(typed: str) -> None:
    assert own_clock(typed) is None
    assert not OWN_CLOCK.admits(typed)
