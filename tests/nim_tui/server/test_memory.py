"""Where too much memory is used, newcomers wait, and then the slowest reader goes."""

from __future__ import annotations

import pytest

from nim_tui.server import measurements
from nim_tui.server.measurements import MemoryBound


@pytest.mark.parametrize(
    ("used", "is_reached", "has_to_go"),
    [(0, False, False), (999, False, False), (1000, True, False), (1100, True, True)],
)
def test_a_bound_is_met_by_degrees(used: int, is_reached: bool, has_to_go: bool) -> None:
    bound = MemoryBound(1000, lambda: used)
    assert not bound.is_reached
    assert bound.look() is has_to_go
    assert bound.is_reached is is_reached


def test_this_process_uses_memory_and_less_than_there_is() -> None:
    assert 1_000_000 < measurements.used() < measurements.usual_bound()
    assert not MemoryBound(0).look()
