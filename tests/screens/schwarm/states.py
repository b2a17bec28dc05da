"""States of the screen of Der Schwarm, for checks in many themes, sizes and languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nim_tui.tables.table import Table
from tests.screens.looking import saying
from tests.screens.schwarm.sights import choosing, pointing, pricing, taking
from tests.screens.schwarm.tables import (
    BOTH,
    CRAB_IN_PLAY,
    ENDED,
    FIRST_STATION,
    FOUR_ENDED,
    FOUR_PLACING,
    FOUR_PLAYING,
    IDLE,
    LAST_CARD,
    MIDDLE,
    NEW_CRAB,
    NEW_WAVE,
    NO_BUOY,
    OVERLAYING,
    PLACING,
    PLAYING,
    POOR,
    ROW,
    SAILING,
    SWIMMING,
    THREE_ENDED,
    WAVE_IN_PLAY,
    WHALE_NEAR,
    three,
    two,
)
from tests.screens.states import State, at, replay_of

CURVE: Final = taking("place 3")
TEE: Final = taking("place 2")
NETWORKS: Final = "down enter"


def _closed() -> Table:
    return FOUR_PLAYING.table(closed_hands=True)


def _great() -> Table:
    return WAVE_IN_PLAY.table(great_wave=True)


def _free() -> Table:
    return two(0).shared(free_start=True)


def _step(position: Callable[[], Table], move: str, steps: int) -> State:
    """Return the state after a number of playback steps of a move."""
    return at(position, saying(move), " ".join(["full_stop"] * steps), pace="fast")


_IN_A_ROUND: Final[dict[str, State]] = {
    "row": at(three(5).table),
    "free-start": at(_free, saying("start d0")),
    "no-station-there": at(FIRST_STATION.table, choosing("f0")),
    "too-dear": at(POOR.shared, pricing("4"), "enter"),
    "capacity": at(ROW.table, pricing("order"), "enter"),
    "joker": at(PLAYING.table, taking("joker")),
    "launch": at(SAILING.table, pointing("h1")),
    "sailing": at(SAILING.table, pointing("i3")),
    "sailing-on": at(two(182).table, pointing("g4")),
    "double": at(BOTH.table),
    "played-in-vain": at(IDLE.table),
    "networks": at(MIDDLE.table, "w"),
    "networks-of-another": at(MIDDLE.table, "w right"),
    "no-networks-yet": at(ROW.table, "w"),
    "networks-turned": at(MIDDLE.table, "w right_parenthesis"),
    "nations": at(MIDDLE.table, "o"),
    "closed-hands": at(_closed, "o"),
    "log": at(MIDDLE.table, "g"),
    "rules": at(SAILING.table, "R"),
    "four": at(FOUR_PLAYING.table),
}
_MOVES: Final[dict[str, State]] = {
    "four-stacks": at(FOUR_PLACING.shared),
    "tile": at(PLACING.table, CURVE, pointing("i1")),
    "tile-turned": at(OVERLAYING.table, TEE, pointing("i1"), "t"),
    "no-fit": at(OVERLAYING.table, TEE, choosing("g1")),
    "over-a-tile": at(OVERLAYING.table, TEE, pointing("h1")),
    "placed-over-a-tile": at(OVERLAYING.table, TEE, choosing("h1")),
    "which-buoy": at(NO_BUOY.table, choosing("j5")),
    "whale-near": at(WHALE_NEAR.shared, pointing("f7")),
    "whale": at(SWIMMING.shared, pointing("e2")),
    "which-wave": at(WAVE_IN_PLAY.table),
    "great-wave": at(_great, choosing("c4"), pointing("a2")),
    "new-wave": at(NEW_WAVE.shared, taking("wave", "new"), pointing("c7")),
    "crab-begins": at(NEW_CRAB.table, pointing("i0")),
    "crab": at(CRAB_IN_PLAY.shared, taking("blue"), pointing("k5")),
}
_AT_THE_END: Final[dict[str, State]] = {
    "network-of-the-next": _step(LAST_CARD.shared, "wave new s 4", 3),
    "queen-and-shores": _step(LAST_CARD.shared, "wave new s 4", 5),
    "results-of-two": at(ENDED.table),
    "results-of-three": at(THREE_ENDED.table),
    "results-of-four": at(FOUR_ENDED.table),
    "sea-after-the-end": at(FOUR_ENDED.table, "enter"),
    "networks-at-the-end": at(ENDED.table, NETWORKS),
    "networks-of-three": at(THREE_ENDED.table, NETWORKS, "left"),
    "replay-of-four": replay_of(FOUR_ENDED, "end { {", "v v v v"),
    "replay-unfinished": replay_of(MIDDLE, "end"),
}
_EVERY: Final = {**_IN_A_ROUND, **_MOVES, **_AT_THE_END}
_NEAR: Final = {
    *("free-start", "launch", "sailing-on", "double", "networks-of-another", "networks-turned"),
    *("closed-hands", "log", "four-stacks", "tile-turned", "placed-over-a-tile", "whale-near"),
    *("which-wave", "great-wave", "crab-begins", "network-of-the-next", "results-of-two"),
    *("results-of-three", "networks-of-three"),
}

STATES: Final = {name: state for name, state in _EVERY.items() if name not in _NEAR}
"""The table of Der Schwarm, phase by phase and screen by screen."""

MORE: Final = {name: state for name, state in _EVERY.items() if name in _NEAR}
"""Variants of the same phases and screens."""
