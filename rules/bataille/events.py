"""What can happen, as events; each distinct event is made once and shared.

Facts: `ship` a letter, `number` 0-36 (0: the port), `cell` "14.200", `level` 100-300,
`lane` a name, `answer` one of ANSWERS, `count` of submarines nearly missed.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.bataille.board import LEVELS, SHIPS, SQUARES, cell_name
from rules.bataille.lanes import LANES
from rules.contract import Event
from rules.messages import Fact

HIT: Final = -1
MISS: Final = 0
"""An answer to a charge is HIT, MISS, or the number of submarines nearly missed (1-3)."""


@cache
def placed(seat: int, cell: int) -> Event:
    """A submarine lies in a cell: known to its owner alone."""
    return Event("placed", seat, {"cell": cell_name(cell)}, only=(seat,))


@cache
def mined(seat: int, number: int) -> Event:
    """The mine lies under a number: known to its owner, the others learn that they are ready."""
    return Event("mined", seat, {"number": number}, only=(seat,), public=ready(seat))


@cache
def ready(seat: int) -> Event:
    """A camp is laid."""
    return Event("ready", seat)


@cache
def moved(seat: int, ship: int, start: int, number: int, reveals: bool) -> Event:
    """A ship ended its move; it `reveals` where a mine could be or not be."""
    facts: dict[str, Fact] = {"ship": SHIPS[ship], "from": start, "number": number}
    return Event("moved", seat, facts, reveals=reveals)


@cache
def rearmed(seat: int, ship: int) -> Event:
    """A ship came home and is fully armed."""
    return Event("rearmed", seat, {"ship": SHIPS[ship]})


@cache
def mine_struck(seat: int, ship: int, number: int, reveals: bool) -> Event:
    """A ship ended its move on the enemy mine: both are gone (T); `reveals` as in `moved`."""
    return Event("mine_struck", seat, {"ship": SHIPS[ship], "number": number}, reveals=reveals)


@cache
def stayed(seat: int) -> Event:
    """No ship moved this turn."""
    return Event("stayed", seat)


@cache
def held(seat: int, phase: str) -> Event:
    """No charge, or no torpedo: `phase` says which was declined."""
    return Event("held", seat, {"phase": phase})


@cache
def charge(seat: int, ship: int, cell: int, answer: int, reveals: bool) -> Event:
    """A depth charge and the enemy's answer to it (T); it `reveals` unless that was certain."""
    facts: dict[str, Fact] = {
        "ship": SHIPS[ship],
        "number": (cell - 1) % SQUARES + 1,
        "level": LEVELS[(cell - 1) // SQUARES],
        "answer": "hit" if answer == HIT else "miss" if answer == MISS else "near",
    }
    if answer > 0:
        facts["count"] = answer
    return Event("charge", seat, facts, reveals=reveals)


@cache
def torpedo(seat: int, lane: int, ship: int, hit: bool) -> Event:
    """A torpedo along a lane at a ship, and the spinner's word."""
    facts = {"lane": LANES[lane].name, "ship": SHIPS[ship], "answer": "hit" if hit else "miss"}
    return Event("torpedo", seat, facts, reveals=True)


@cache
def won(seat: int, reason: str) -> Event:
    """The game is over: `seat` won, for `reason`; both camps are shown."""
    return Event("won", seat, {"reason": reason}, reveals=True)


@cache
def drawn() -> Event:
    """The turn limit ended the game: both camps are shown."""
    return Event("drawn", None, {"reason": "turn_limit"}, reveals=True)
