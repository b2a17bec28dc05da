"""A little of `make fuzz`, which sends a million inputs."""

from __future__ import annotations

import logging
from random import Random

import pytest

from tests.depth import LONG
from tests.fuzz.__main__ import PARTS, Part, fuzzed

FAST = [part for part in PARTS if part.batch > 1000]
SLOW = [part for part in PARTS if part not in FAST]


@pytest.mark.slow
@pytest.mark.parametrize("part", FAST, ids=lambda part: part.name)
def test_a_part_takes_what_strangers_send(part: Part) -> None:
    assert fuzzed(part, 20_000 if LONG else 1000, 5).failures == []


@pytest.mark.nightly
@pytest.mark.parametrize("part", SLOW, ids=lambda part: part.name)
def test_the_server_takes_what_strangers_send(part: Part) -> None:
    assert fuzzed(part, 1000, 5).failures == []


def test_errors_that_are_only_logged_are_found() -> None:
    def grumble(_draw: Random, count: int) -> None:
        logging.getLogger("nim_tui").error("%d times", count)

    (told,) = fuzzed(Part("grumble", grumble, 1.0, 10), 10, 5).failures
    assert told == "grumble from 0: nim_tui: 10 times"


def test_what_fails_is_told_with_what_brings_it_back() -> None:
    def fail(draw: Random, count: int) -> None:
        if draw.random() < 0.5:
            raise ValueError(count)

    told = fuzzed(Part("fail", fail, 1.0, 10), 100, 5).failures
    again = fuzzed(Part("fail", fail, 1.0, 10), 100, 5).failures
    assert told == again
    assert 0 < len(told) < 10
