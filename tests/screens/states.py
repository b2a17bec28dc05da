"""States of a screen for checks in many ways, and those of Bataille."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import Doing, typing
from tests.screens.looking import saying
from tests.screens.tables import FIRST_TURNS, LAID, PAIR, SEARCHED, WON, Played, keep, table_after

Open = Callable[[Store], Table | None]
"""The table an app opens with; None if one was stored to be found."""


@dataclass(frozen=True, slots=True)
class State:
    """The opening of an app, the actions there, and the settings that matter."""

    open: Open
    doing: tuple[str | Doing, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)


def at(table: Callable[[], Table], *doing: str | Doing, **settings: str) -> State:
    """Return the state of a table after these actions."""
    return State(lambda _store: table(), doing, settings)


def replayed(kept: Callable[[Store], None], *doing: str | Doing) -> State:
    """Return the state of a stored table's replay after these actions."""

    def open_it(store: Store) -> None:
        kept(store)

    return State(open_it, ("p enter", *doing))


def position_at(position: Played, *doing: str | Doing, **options: Any) -> State:
    """Return the state of a position after these actions."""
    return at(lambda: position.table(**options), *doing)


def replay_of(position: Played, *doing: str) -> State:
    """Return the state of the replay of a position, after these actions."""
    return replayed(lambda store: position.table(store=store).close(), *doing)


def _after(words: str, *doing: str | Doing, **options: Any) -> State:
    return at(lambda: table_after(words, **options), *doing)


def _replayed(words: str, *doing: str) -> State:
    return replayed(lambda store: keep(store, words), *doing)


MOVED: Final = f"{SEARCHED}; B 29"
STAYED: Final = f"{SEARCHED}; stay"
FIRES: Final = f"{MOVED}; drop 100"
TO_THE_MIDDLE: Final = "end { {"

STATES: Final[dict[str, State]] = {
    "move": _after(SEARCHED),
    "charge": _after(MOVED),
    "torpedo": _after(FIRES),
    "out-of-port": _after(LAID, "a n n n"),
    "mine-struck": _after(f"{FIRST_TURNS}; A 16"),
    "waiting": _after(f"{FIRES}; hold"),
    "plain-grids": _after(MOVED, "m", "m", grids="plain"),
    "lanes": _after(SEARCHED, "t"),
    "own-marks": _after(SEARCHED, "m m right m m down m m m"),
    "typed": _after(SEARCHED, "colon", typing("b po")),
    "refused": _after(SEARCHED, saying("c 1")),
    "results": _after(WON),
    "both-camps-open": _after(WON, "enter"),
    "draw": _after(SEARCHED.rsplit(";", 1)[0] + "; hold", turn_limit=6),
    "replay-all-open": _replayed(WON, TO_THE_MIDDLE, "v v"),
    "replay-unfinished": _replayed(SEARCHED, "end"),
}
"""The table of Bataille, phase by phase and screen by screen."""

MORE: Final[dict[str, State]] = {
    "where-to": _after(SEARCHED, "enter"),
    "first-move": _after(LAID),
    "charge-after-staying": _after(STAYED),
    "torpedo-with-hold-alone": _after(
        f"{LAID}; A 17; drop 200; B 7; drop 300; hold; A 15; drop 200"
    ),
    "after-a-torpedo": _after(FIRES, saying("fire R4 B")),
    "every-lane": _after(SEARCHED, "t", lanes="all"),
    "own-marks-and-lanes": _after(SEARCHED, "m m tab tab tab t"),
    "no-move": _after(SEARCHED, saying("a hundred")),
    "nothing-to-choose": _after(SEARCHED, "up up enter"),
    "results-of-two": at(lambda: table_after(WON, seats=PAIR)),
    "replay-begins": _replayed(WON),
    "replay-of-a-seat": _replayed(WON, TO_THE_MIDDLE, "v"),
}
"""Variants of the same phases and screens."""
