"""States of the screen of Himalaya, for checks in many themes, sizes and languages."""

from __future__ import annotations

from typing import Any, Final

from nim_tui.tables.store import Store
from nim_tui.testing.screens import Doing
from tests.screens.himalaya.tables import (
    CAMPING,
    ENDED,
    ENDED_ALIKE,
    FILLED,
    FIRST_TURN,
    FOUR,
    FOUR_ENDED,
    FOUR_WITH_TOKENS,
    MARKET_DAY,
    PROGRAMMING,
    TOKENS,
    WEATHER,
    Position,
)
from tests.screens.looking import saying
from tests.screens.states import State, at, replayed

SOME_LAID: Final = "s i t r p"
COUNT: Final = "down enter"


def _at(position: Position, *doing: str | Doing, **options: Any) -> State:
    return at(lambda: position.table(**options), *doing)


def _replayed(position: Position, *doing: str) -> State:
    def kept(store: Store) -> None:
        position.table(store=store).close()

    return replayed(kept, *doing)


STATES: Final[dict[str, State]] = {
    "camping": _at(CAMPING),
    "programming": _at(PROGRAMMING, SOME_LAID),
    "filled": _at(FILLED),
    "tokens": _at(TOKENS),
    "weather": _at(WEATHER, "i s"),
    "sealed": _at(PROGRAMMING, saying("program sitrps")),
    "market-day": _at(MARKET_DAY),
    "tribes-of-open-screens": _at(WEATHER, "o", open_screens=True),
    "rules": _at(PROGRAMMING, "R"),
    "four-of-open-screens": _at(FOUR, open_screens=True),
    "four-with-tokens": _at(FOUR_WITH_TOKENS, "tab tab down down"),
    "results-of-four": _at(FOUR_ENDED),
    "map-after-the-end": _at(FOUR_ENDED, "enter"),
    "count-of-four": _at(FOUR_ENDED, COUNT, "enter enter"),
    "replay-all-open": _replayed(FOUR_ENDED, "end { {", "v v v v"),
    "replay-unfinished": _replayed(MARKET_DAY, "end"),
}
"""The table of Himalaya, phase by phase and screen by screen."""

MORE: Final[dict[str, State]] = {
    "empty-slots": _at(PROGRAMMING, "s i enter"),
    "refused": _at(FILLED, saying("program sitrps")),
    "tribes": _at(WEATHER, "o"),
    "log": _at(FOUR, "g"),
    "first-turn": _at(FIRST_TURN, "t t t s"),
    "four": _at(FOUR, "s i t"),
    "four-scrolled": _at(FOUR, "tab tab pagedown"),
    "results-of-three": _at(ENDED),
    "open-after-the-end": _at(ENDED, "enter", "o"),
    "count-of-a-tie": _at(ENDED_ALIKE, COUNT, "enter enter enter"),
}
"""Variants of the same phases and screens."""
