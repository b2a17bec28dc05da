"""Positions of Submarine in the words of players, and helpers to play on.

Cells are "3.2" (column and level), tokens "Mr", cards the letters of their colours: "rrb"; the top
card of a pile is last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import pytest

from rules.chance import Chance
from rules.contract import Event, IllegalMove, NotAMove
from rules.submarine.board import (
    CELL_NAMES,
    CELLS,
    COLOUR_LETTERS,
    COLUMN_OF,
    LEVEL_OF,
    NONE,
    RIGHT,
    TOKEN_NAMES,
    TREASURES,
    TYPE_OF,
    TYPES,
)
from rules.submarine.game import SUBMARINE
from rules.submarine.knowledge import at_first
from rules.submarine.moves import BOAT, EXCHANGE, PLACE
from rules.submarine.state import SubmarineState

ANA: Final = 0
BEN: Final = 1
CLEO: Final = 2
DAN: Final = 3

Sea = Mapping[str, str]
"""What lies in cells: {"3.2": "Mr Kb"}. A column with a cell named holds nothing else; the
others are filled with treasures found nowhere else."""

FULL_SEA: Final[Sea] = MappingProxyType({})


def _cell(name: str) -> int:
    return CELL_NAMES.index(name)


def _tokens(names: str) -> list[int]:
    return sorted(TOKEN_NAMES.index(name) for name in names.split())


def _sea(named: Sea, elsewhere: Iterable[int]) -> list[tuple[int, ...]]:
    sea = {_cell(name): tuple(_tokens(names)) for name, names in named.items()}
    columns = {COLUMN_OF[cell] for cell in sea}
    used = {*elsewhere, *(token for cell in sea.values() for token in cell)}
    free = [token for token in TREASURES if token not in used]
    for cell in CELLS:
        if COLUMN_OF[cell] not in columns:
            sea[cell] = tuple(free[: LEVEL_OF[cell]])
            del free[: LEVEL_OF[cell]]
    return [sea.get(cell, ()) for cell in CELLS]


def _board(names: str) -> list[int]:
    board = [NONE] * len(TYPES)
    for token in _tokens(names):
        board[TYPE_OF[token]] = token
    return board


def _cards(letters: str) -> list[int]:
    return [COLOUR_LETTERS.index(letter) for letter in letters]


def _fleet(names: str) -> list[int]:
    at = [_cell(name) for name in names.split()]
    return [at.count(cell) for cell in CELLS]


def position(
    *,
    sea: Sea = FULL_SEA,
    subs: Sequence[str] = ("3.1", "6.4"),
    boats: Sequence[int] | None = None,
    boards: Sequence[str] | None = None,
    jokers: Sequence[str] | None = None,
    hands: Sequence[str] | None = None,
    piles: Sequence[str] | None = None,
    mover: int = ANA,
    placing: bool = False,
    crossing: int = 0,
    round_limit: int | None = None,
    discards: Sequence[int] = (0,) * len(COLOUR_LETTERS),
) -> SubmarineState:
    """Return a position at the start of the mover's turn; `subs` names cells of each player."""
    players = len(subs)
    nothing = [""] * players
    owned = [_board(names) for names in boards or nothing]
    kept = [_tokens(names) for names in jokers or nothing]
    elsewhere = [token for own in (*owned, *kept) for token in own]
    held = [sorted(_cards(letters)) for letters in hands or ["ryg"] * players]
    piled = [_cards(letters) for letters in piles or ["bpbp"] * players]
    return SubmarineState(
        sea=_sea(sea, elsewhere),
        bathyscaphes=[_fleet(names) for names in subs],
        boats=list(boats or [0] * players),
        boards=owned,
        jokers=kept,
        hands=held,
        piles=piled,
        acts=[],
        known=[at_first(seat, held, piled, discards) for seat in range(players)],
        discards=list(discards),
        left_over=[],
        exchanges=[0] * players,
        round_limit=round_limit,
        mover=mover,
        phase=PLACE if placing else (BOAT if boats is None or boats[mover] < RIGHT else EXCHANGE),
        turn=0 if placing else 1,
        crossing=crossing,
    )


def start(players: int = 2, seed: int = 0, **options: int) -> SubmarineState:
    """Return a new table."""
    return SUBMARINE.new(players, options, Chance(seed))


def words(state: SubmarineState, seat: int | None = None) -> list[str]:
    """Return the legal words of a seat, or else of the seat that must move."""
    return [move.word for move in SUBMARINE.legal(state, state.mover if seat is None else seat)]


def said(state: SubmarineState, first: str) -> set[str]:
    """Return the legal words that begin with `first`, of the seat that must move."""
    return {word for word in words(state) if word.split()[0] == first}


def play(state: SubmarineState, *spoken: str, seat: int | None = None) -> list[Event]:
    """Play words for a seat, or else for the seat that must move; return all events."""
    events: list[Event] = []
    for word in spoken:
        player = state.mover if seat is None else seat
        events += SUBMARINE.play(state, player, SUBMARINE.parse(word), Chance(0))
    return events


def refuse(state: SubmarineState, *spoken: str, seat: int | None = None) -> None:
    """Fail unless each word is refused, is not offered, and changes nothing.

    Words that no position allows, such as a dive of two levels, are no moves at all.
    """
    player = state.mover if seat is None else seat
    before = repr(state)
    for word in spoken:
        assert word not in words(state, player)
        with pytest.raises((IllegalMove, NotAMove)):
            SUBMARINE.play(state, player, SUBMARINE.parse(word), Chance(0))
        assert repr(state) == before


def names(events: Iterable[Event]) -> list[str]:
    """Return the names of events."""
    return [event.name for event in events]


def letters(colours: Iterable[int]) -> str:
    """Return colours as letters; an unknown one is a dot."""
    return "".join("." if colour == NONE else COLOUR_LETTERS[colour] for colour in colours)


def hand(state: SubmarineState, seat: int) -> str:
    """Return the cards of a hand, in the order r y g b p."""
    return letters(state.hands[seat])


def pile(state: SubmarineState, seat: int) -> str:
    """Return the cards of a pile, the top one last."""
    return letters(state.piles[seat])


def tokens(state: SubmarineState, cell: str) -> set[str]:
    """Return the tokens of a cell."""
    return {TOKEN_NAMES[token] for token in state.sea[_cell(cell)]}


def board(state: SubmarineState, seat: int) -> set[str]:
    """Return the treasures on a board."""
    return {TOKEN_NAMES[token] for token in state.boards[seat] if token != NONE}


def jokers(state: SubmarineState, seat: int) -> set[str]:
    """Return a player's shells and surplus treasures."""
    return {TOKEN_NAMES[token] for token in state.jokers[seat]}


def subs(state: SubmarineState, seat: int) -> list[str]:
    """Return the cells of a player's bathyscaphes, in order."""
    own = state.bathyscaphes[seat]
    return [CELL_NAMES[cell] for cell in CELLS for _ in range(own[cell])]
