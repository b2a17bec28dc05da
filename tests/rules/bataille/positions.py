"""Positions of Bataille sous les mers in the words of players, and helpers to play on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from rules.bataille.board import LEVELS, PORT, RED, SHIPS, SQUARES, SUNK
from rules.bataille.events import Charge, Torpedo
from rules.bataille.game import BATAILLE
from rules.bataille.moves import MOVE
from rules.bataille.state import BatailleState
from rules.chance import Chance
from rules.contract import Event

E = TypeVar("E", bound=Event)

Places = Mapping[str, int | str]
"""The places of ships: {"A": 14, "B": "sunk"}; a ship left out is in port."""

IN_PORT: Final[Places] = MappingProxyType({})
FAR_SUBS: Final = ("1.300", "2.300", "3.300")
"""Submarines in the north-west corner at the bottom, far from the action of most tests."""
FAR_MINE: Final = 31


def cell(name: str) -> int:
    """Return the cell of a name such as "14.200"."""
    number, level = name.split(".")
    return LEVELS.index(int(level)) * SQUARES + int(number)


def cells(names: Iterable[str]) -> list[int]:
    """Return the cells of several names."""
    return [cell(name) for name in names]


def _places(ships: Places) -> list[int]:
    words = {"port": PORT, "sunk": SUNK}
    named = (ships.get(letter, "port") for letter in SHIPS)
    return [words[place] if isinstance(place, str) else place for place in named]


def position(
    *,
    red: Places = IN_PORT,
    yellow: Places = IN_PORT,
    red_subs: Iterable[str] = FAR_SUBS,
    yellow_subs: Iterable[str] = FAR_SUBS,
    red_lost: Iterable[str] = (),
    yellow_lost: Iterable[str] = (),
    mines: tuple[int, int] = (FAR_MINE, FAR_MINE),
    red_charges: Iterable[int] = (4, 3, 2),
    yellow_charges: Iterable[int] = (4, 3, 2),
    mover: int = RED,
    turn: int | None = None,
    blast: bool = False,
    lanes: str = "orthogonal",
    spinner: str = "sixth",
    grids: str = "deduce",
    blocking: bool = False,
    after_mine: str = "several",
    without_move: str = "both",
    turn_limit: int | None = None,
) -> BatailleState:
    """Return a position at the start of the mover's turn; mines are red's, then yellow's."""
    return BatailleState(
        blast=int(blast),
        lanes=lanes,
        spinner=spinner,
        grids=grids,
        blocking=blocking,
        after_mine=after_mine,
        without_move=without_move,
        turn_limit=turn_limit,
        phase=MOVE,
        turn=mover + 1 if turn is None else turn,
        mover=mover,
        places=[_places(red), _places(yellow)],
        charges=[list(red_charges), list(yellow_charges)],
        submarines=[cells(red_subs), cells(yellow_subs)],
        lost=[cells(red_lost), cells(yellow_lost)],
        mines=list(mines),
    )


def start(**options: bool | str | int) -> BatailleState:
    """Return a new table, with nothing hidden yet."""
    return BATAILLE.new(2, options, Chance(0))


def words(state: BatailleState, seat: int | None = None) -> list[str]:
    """Return the legal words of a seat, or else of the seat that must move."""
    looked_at = state.waiting()[0] if seat is None else seat
    return [move.word for move in BATAILLE.legal(state, looked_at)]


def play(state: BatailleState, *said: str, seat: int | None = None, seed: int = 0) -> list[Event]:
    """Play words for a seat, or else for the seat that must move; return all events."""
    chance = Chance(seed)
    events: list[Event] = []
    for word in said:
        player = state.waiting()[0] if seat is None else seat
        events += BATAILLE.play(state, player, BATAILLE.parse(word), chance)
    return events


def spin(state: BatailleState, word: str, *, hit: bool) -> list[Event]:
    """Fire a torpedo with the first seed whose spinner gives this result."""
    for seed in range(200):
        trial = state.copy()
        if first(play(trial, word, seed=seed), Torpedo).answer == ("hit" if hit else "miss"):
            return play(state, word, seed=seed)
    raise AssertionError(f"no seed of 200 makes {word} {'hit' if hit else 'miss'}")


def first(events: Iterable[Event], kind: type[E]) -> E:
    """Return the first event of a kind."""
    return next(event for event in events if isinstance(event, kind))


def names(events: Iterable[Event]) -> list[str]:
    """Return the names of events."""
    return [event.name for event in events]


def answer(state: BatailleState, level: int = 200) -> str | int | None:
    """Drop a charge of red's ship A in place; return "hit", "miss" or the number nearly missed."""
    events = play(state, "stay", f"drop A {level}")
    charge = first(events, Charge)
    return charge.count if charge.answer == "near" else charge.answer
