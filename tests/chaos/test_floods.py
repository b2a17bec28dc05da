"""The bars of floods: each can be missed."""

from __future__ import annotations

import pytest

from tests.chaos.floods import Noticed

QUIET = Noticed(keys=[0.004] * 100, newcomers=[0.3], memory=100_000_000)


@pytest.mark.parametrize(
    ("noticed", "missed"),
    [
        (Noticed([0.03] * 100, [9.0], 140_000_000), []),
        (Noticed([0.03] * 98 + [0.05] * 2, [9.0], 140_000_000), ["keys are slow"]),
        (Noticed([], [9.0], 140_000_000), ["keys are slow"]),
        (Noticed([0.03] * 100, [0.2, 11.0], 140_000_000), ["newcomers wait"]),
        (Noticed([0.03] * 100, [], 140_000_000), ["newcomers wait"]),
        (Noticed([0.03] * 100, [9.0], 151_000_000), ["memory grows"]),
    ],
)
def test_what_others_notice_is_held_to_bars(noticed: Noticed, missed: list[str]) -> None:
    assert noticed.faults(QUIET) == missed


def test_where_quiet_is_slow_a_key_is_still_answered_within_a_tenth_of_a_second() -> None:
    slow = Noticed([0.05] * 100, [0.3], 0)
    assert Noticed([0.11] * 100, [0.3], 0).faults(slow) == ["keys are slow"]
