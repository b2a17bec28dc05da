"""States of the screen of Submarine, for checks in many themes, sizes and languages."""

from __future__ import annotations

from typing import Any, Final

from nim_tui.tables.store import Store
from nim_tui.testing.screens import Doing
from tests.screens.looking import saying
from tests.screens.states import State, at, replayed
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
    Position,
)

TO_THE_MIDDLE: Final = "end { { { {"


def _at(position: Position, *doing: str | Doing, **options: Any) -> State:
    return at(lambda: position.table(**options), *doing)


def _replayed(position: Position, *doing: str) -> State:
    def kept(store: Store) -> None:
        position.table(store=store).close()

    return replayed(kept, *doing)


STATES: Final[dict[str, State]] = {
    "placing": _at(PLACING),
    "sailing": _at(SAILING),
    "acting": _at(ACTING),
    "taking": _at(THREE_JOKERS, "t"),
    "diving": _at(ACTING, "d 3 left up"),
    "giving": _at(OWING),
    "exchanging": _at(EXCHANGING),
    "waiting": _at(COLLECTING.then("done")),
    "refused": _at(ACTING, saying("dive 3 to 3.1")),
    "rules": _at(ACTING, "r"),
    "five": _at(FIVE),
    "debt-among-five": _at(OWING_AMONG_FIVE),
    "results": _at(ALL_TYPES),
    "results-of-two-winners": _at(NO_CARDS),
    "replay-all-open": _replayed(ALL_TYPES, TO_THE_MIDDLE, "v v"),
    "replay-unfinished": _replayed(ACTING, "end"),
}
"""The table of Submarine, phase by phase and screen by screen."""

MORE: Final[dict[str, State]] = {
    "jokers": _at(THREE_JOKERS),
    "ways-to-pay": _at(THREE_JOKERS, "t c"),
    "taken": _at(COLLECTING),
    "diving-or-taking": _at(ACTING, choosing("3.3")),
    "three": _at(THREE),
    "five-diving": _at(FIVE, "d 2 left"),
    "results-of-a-column": _at(LAST_TREASURE),
    "results-of-a-crossing": _at(OUT_AT_ONCE, round_limit=1),
    "replay-of-a-seat": _replayed(ALL_TYPES, TO_THE_MIDDLE, "v"),
}
"""Variants of the same phases and screens."""
