"""Lines that strangers cause are a few, and those that are not written are counted."""

from __future__ import annotations

from nim_tui.server.logs import GATHERED_SECONDS, MOST_ALIKE, MOST_KINDS, Gathered
from tests.nim_tui.server.storage.conftest import Clock

Line = tuple[str, str, int]


def gathering() -> tuple[Gathered, Clock, list[Line]]:
    clock, written = Clock(), []
    return Gathered(clock, lambda *line: written.append(line)), clock, written


def test_a_flood_of_one_address_is_a_few_lines_and_a_count() -> None:
    gathered, clock, written = gathering()
    for _time in range(1000):
        gathered.add("203.0.113.7", "closed")
    gathered.add("203.0.113.8", "closed")
    gathered.write_counted()
    alike = [("203.0.113.7", "closed", 0)] * MOST_ALIKE
    assert written == [*alike, ("203.0.113.8", "closed", 0)]
    clock.pass_by(GATHERED_SECONDS)
    gathered.write_counted()
    assert written[MOST_ALIKE + 1 :] == [("203.0.113.7", "closed", 1000 - MOST_ALIKE)]
    gathered.add("203.0.113.7", "closed")
    assert written[-1] == ("203.0.113.7", "closed", 0)


def test_a_crowd_of_addresses_is_bounded_too() -> None:
    gathered, clock, written = gathering()
    for number in range(50_000):
        gathered.add(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", "unfinished")
    assert len(written) == MOST_KINDS
    clock.pass_by(GATHERED_SECONDS)
    gathered.write_counted()
    assert written[MOST_KINDS:] == [("", "unfinished", 50_000 - MOST_KINDS)]
