"""States of the screen of Submarine, for checks in many themes, sizes and languages."""

from __future__ import annotations

from typing import Final

from tests.screens.looking import saying
from tests.screens.states import State, position_at, replay_of
from tests.screens.submarine.sights import choosing
from tests.screens.submarine.tables import (
    ACTING,
    ALL_TYPES,
    COLLECTING,
    EXCHANGING,
    FIVE,
    LAST_TREASURE,
    NO_CARDS,
    OUT_AT_ONCE,
    OWING,
    OWING_AMONG_FIVE,
    PLACING,
    SAILING,
    THREE,
    THREE_JOKERS,
)

TO_THE_MIDDLE: Final = "end { { { {"


STATES: Final[dict[str, State]] = {
    "placing": position_at(PLACING),
    "sailing": position_at(SAILING),
    "acting": position_at(ACTING),
    "taking": position_at(THREE_JOKERS, "t"),
    "diving": position_at(ACTING, "d 3 left up"),
    "giving": position_at(OWING),
    "exchanging": position_at(EXCHANGING),
    "waiting": position_at(COLLECTING.then("done")),
    "refused": position_at(ACTING, saying("dive 3 to 3.1")),
    "rules": position_at(ACTING, "r"),
    "five": position_at(FIVE),
    "debt-among-five": position_at(OWING_AMONG_FIVE),
    "results": position_at(ALL_TYPES),
    "results-of-two-winners": position_at(NO_CARDS),
    "replay-all-open": replay_of(ALL_TYPES, TO_THE_MIDDLE, "v v"),
    "replay-unfinished": replay_of(ACTING, "end"),
}
"""The table of Submarine, phase by phase and screen by screen."""

MORE: Final[dict[str, State]] = {
    "jokers": position_at(THREE_JOKERS),
    "ways-to-pay": position_at(THREE_JOKERS, "t c"),
    "taken": position_at(COLLECTING),
    "diving-or-taking": position_at(ACTING, choosing("3.3")),
    "three": position_at(THREE),
    "five-diving": position_at(FIVE, "d 2 left"),
    "results-of-a-column": position_at(LAST_TREASURE),
    "results-of-a-crossing": position_at(OUT_AT_ONCE, round_limit=1),
    "replay-of-a-seat": replay_of(ALL_TYPES, TO_THE_MIDDLE, "v"),
}
"""Variants of the same phases and screens."""
