"""Every fact of a view that a screen shows can be asked for in words, in both languages.

A table a game, by field of its view, says what is asked and what must be answered. Its keys are the
fields themselves, so a new fact needs words, or a reason why it is not shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules.bataille.view import BatailleView
from rules.himalaya.view import HimalayaView
from rules.options import OptionValue
from rules.schwarm.view import SchwarmView
from rules.submarine.view import SubmarineView
from tests.depth import LONG
from tests.every import by_day
from tests.nim_tui.plain.facts import bataille, himalaya, schwarm, submarine
from tests.nim_tui.plain.facts.asked import Asked, fields_of
from tests.nim_tui.plain.talking import SEATS, sight_of, speaking, walk

GAMES: dict[str, tuple[Any, type[Any]]] = {
    "bataille": (bataille, BatailleView),
    "submarine": (submarine, SubmarineView),
    "himalaya": (himalaya, HimalayaView),
    "schwarm": (schwarm, SchwarmView),
}
MOVES = {"bataille": 121, "submarine": 400, "himalaya": 181, "schwarm": 161}
MORE_SEATS = {"submarine": 4}
"""Where something is seen only with so many."""
CHOSEN: dict[str, dict[str, OptionValue]] = {
    "bataille": {
        "blast": True,
        "lanes": "all",
        "turn_limit": 300,
        "spinner": "third",
        "blocking": True,
    },
    "submarine": {"round_limit": 60},
    "himalaya": {"events": True, "open_screens": True},
    "schwarm": {"closed_hands": True},
}
"""Options that are not usual."""
QUICK = "bataille"
"""The game that takes least to play."""
EVERY = 1 if LONG else 12
"""Positions are looked at, one in so many."""


def everyone(game: str) -> Iterator[Asked]:
    """What the one to move, another, and a spectator see along a usual game and another one."""
    for seed, options in ((2, {}), (3, CHOSEN[game])):
        seats = MORE_SEATS.get(game, SEATS[game]) if options else SEATS[game]
        for number, (table, seat) in enumerate(walk(game, seed, MOVES[game], options, seats)):
            if number % EVERY:
                continue
            for looker in (seat, (seat + 1) % seats, None):
                yield Asked(game, sight_of(table, looker))


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_view_is_asked_for_or_not_shown(game: str) -> None:
    module, view = GAMES[game]
    assert not set(module.FACTS) & set(module.NOT_SHOWN)
    assert sorted({*module.FACTS, *module.NOT_SHOWN}) == sorted(fields_of(view))


@pytest.mark.parametrize("language", by_day(["en", "fr"], 1))
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game == QUICK else pytest.mark.slow) for game in GAMES],
)
def test_every_fact_is_answered(game: str, language: str) -> None:
    module, _view = GAMES[game]
    heard: Counter[str] = Counter()
    with speaking(language):
        for asked in everyone(game):
            for field, facts in module.FACTS.items():
                for question, answer in facts(asked):
                    told = asked.told(question)
                    assert answer.casefold() in told.casefold(), (field, question, answer, told)
                    heard[field] += 1
    assert not LONG or {*module.FACTS} - {*heard} <= getattr(module, "RARE", set())
