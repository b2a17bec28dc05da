"""States of the screen of Himalaya, for checks in many themes, sizes and languages."""

from __future__ import annotations

from typing import Final

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
)
from tests.screens.looking import saying
from tests.screens.states import State, position_at, replay_of

SOME_LAID: Final = "s i t r p"
COUNT: Final = "down enter"


STATES: Final[dict[str, State]] = {
    "camping": position_at(CAMPING),
    "programming": position_at(PROGRAMMING, SOME_LAID),
    "filled": position_at(FILLED),
    "tokens": position_at(TOKENS),
    "weather": position_at(WEATHER, "i s"),
    "sealed": position_at(PROGRAMMING, saying("program sitrps")),
    "market-day": position_at(MARKET_DAY),
    "tribes-of-open-screens": position_at(WEATHER, "o", open_screens=True),
    "rules": position_at(PROGRAMMING, "R"),
    "four-of-open-screens": position_at(FOUR, open_screens=True),
    "four-with-tokens": position_at(FOUR_WITH_TOKENS, "tab tab down down"),
    "results-of-four": position_at(FOUR_ENDED),
    "map-after-the-end": position_at(FOUR_ENDED, "enter"),
    "count-of-four": position_at(FOUR_ENDED, COUNT, "enter enter"),
    "replay-all-open": replay_of(FOUR_ENDED, "end { {", "v v v v"),
    "replay-unfinished": replay_of(MARKET_DAY, "end"),
}
"""The table of Himalaya, phase by phase and screen by screen."""

MORE: Final[dict[str, State]] = {
    "empty-slots": position_at(PROGRAMMING, "s i enter"),
    "refused": position_at(FILLED, saying("program sitrps")),
    "tribes": position_at(WEATHER, "o"),
    "log": position_at(FOUR, "g"),
    "first-turn": position_at(FIRST_TURN, "t t t s"),
    "four": position_at(FOUR, "s i t"),
    "four-scrolled": position_at(FOUR, "tab tab pagedown"),
    "results-of-three": position_at(ENDED),
    "open-after-the-end": position_at(ENDED, "enter", "o"),
    "count-of-a-tie": position_at(ENDED_ALIKE, COUNT, "enter enter enter"),
}
"""Variants of the same phases and screens."""
