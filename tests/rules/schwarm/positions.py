"""Positions of Der Schwarm in the words of players, and helpers to play on.

Cells are "e4". A tile on the map is "tee r1 A": kind, quarter turns (none for r0) and owners of
buoys; tiles below others come first, separated by commas. Cards are separated by commas.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

import pytest

from rules.chance import Chance
from rules.contract import Event, IllegalMove, NotAMove
from rules.schwarm.board import GOLDEN, KINDS, LINKS
from rules.schwarm.board_file import board_of
from rules.schwarm.cards import BLUE_CARDS, CAPACITIES, CARD_NAMES, CARDS
from rules.schwarm.cells import CELL_NAMED, CELL_NAMES, NONE, SIDES, bits_of, cells_in
from rules.schwarm.events import Hit
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import PLAY, ROW
from rules.schwarm.state import SchwarmState

ANA: Final = 0
BEN: Final = 1
CLEO: Final = 2
DAN: Final = 3
LETTERS: Final = "ABCD"
PRINTED: Final = board_of(None)

E = TypeVar("E", bound=Event)
Crews = Mapping[str, int]
"""The researchers of stations, by cell."""
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
AT_START: Final[tuple[Crews, ...]] = ({"h0": 1}, {"k5": 1}, {"d8": 1}, {"a3": 1})


def cell(name: str) -> int:
    """Return the cell of a name."""
    return CELL_NAMED[name]


def cells(named: str) -> list[int]:
    """Return the cells of names separated by blanks."""
    return [CELL_NAMED[name] for name in named.split()]


def named(bits: int) -> set[str]:
    """Return the names of cells given as bits."""
    return {CELL_NAMES[cell] for cell in cells_in(bits)}


def parts(listed: str) -> list[str]:
    """Return the parts of a text separated by commas."""
    return [part.strip() for part in listed.split(",") if part.strip()]


def card_numbers(listed: str) -> list[int]:
    """Return cards by their names, in the order of the state."""
    return sorted(CARD_NAMES.index(name) for name in parts(listed))


def kinds(listed: str) -> list[int]:
    """Return the number of tiles of each kind in a list separated by blanks."""
    return [listed.split().count(kind) for kind in KINDS]


def position(
    stations: Sequence[Crews] = AT_START[:2],
    *,
    ships: Sequence[str] = (),
    tiles: Mapping[str, str] = NOTHING,
    hands: Sequence[str] = (),
    cards: Sequence[str] = (),
    points: Sequence[int] = (),
    capacities: Sequence[str] = (),
    face_down: str = "",
    sea: str | None = None,
    whales: str = "",
    waves: str = "",
    crab: str = "",
    row: str | None = None,
    orders: Sequence[int] | None = None,
    taken: Sequence[int] = (),
    blue_pile: str | None = None,
    order: Sequence[int] = (),
    round_number: int = 1,
    **options: bool | str,
) -> SchwarmState:
    """Return a position before a card is played or, with a `row`, before one is taken.

    `taken` are the players' turn-order cards, 0 for none; `sea` the kinds face down, by default
    tees; `blue_pile` the cards left, by default none. Players without cards have none.
    """
    state = SCHWARM.new(len(stations), options, Chance(0))
    players = range(len(stations))
    state.order = [*(order or players)]
    state.turn, state.round = 0, round_number
    state.phase = PLAY if row is None else ROW
    state.face_down = bits_of(cells(face_down))
    state.sea = kinds(sea if sea is not None else "tee " * len(face_down.split()))[:GOLDEN]
    pile = card_numbers(blue_pile or "")
    state.blue_pile = [pile.count(card) for card in BLUE_CARDS]
    state.cards = [card_numbers(listed) for listed in cards] or [[] for _ in players]
    state.points = [*(points or state.points)]
    state.tiles = [kinds(hand) for hand in hands] or state.tiles
    state.ships = [cells(fleet) for fleet in ships] or state.ships
    state.capacities = [
        CAPACITIES.index(name) if name else NONE for name in capacities or [""] * len(players)
    ]
    state.order_cards = [number or NONE for number in taken or [0] * len(players)]
    state.whales = _reserve(whales)
    state.waves = _reserve(waves)
    state.crab = cell(crab) if crab else NONE
    if row is not None:
        _lay_row(state, row, orders)
    for seat in players:
        _build(state, seat, stations[seat])
    for name, listed in tiles.items():
        for tile in parts(listed):
            _lay(state, cell(name), tile)
    for seat in players:
        state.find_joined(seat)
    return state


def _reserve(hazards: str) -> list[int]:
    found = cells(hazards)
    return found + [NONE] * (2 - len(found))


def _lay_row(state: SchwarmState, row: str, orders: Sequence[int] | None) -> None:
    state.row = [CARD_NAMES.index(name) for name in parts(row)]
    taken = {*state.order_cards}
    every = [n for n in range(1, len(state.points) + 1) if n not in taken]
    state.orders_left = every if orders is None else [*orders]
    state.capacities_left = [n for n in range(len(CAPACITIES)) if n not in state.capacities]


def _build(state: SchwarmState, seat: int, crews: Crews) -> None:
    for name, researchers in crews.items():
        place = state.board.coast.index(cell(name))
        state.owners[place], state.crew[place] = seat, researchers
        state.stations[seat] |= 1 << cell(name)
        state.researchers[seat] += researchers


def _lay(state: SchwarmState, where: int, tile: str) -> None:
    """Lay a tile face up on top of a cell."""
    kind, *rest = tile.split()
    turn = int(rest.pop(0)[1]) if rest and rest[0].startswith("r") else 0
    number = KINDS.index(kind)
    links = LINKS[number][turn]
    state.laid[number] += 1
    state.shapes = [shape & ~(1 << where) for shape in state.shapes]
    state.shapes[links] |= 1 << where
    for side in SIDES:
        state.links[side] &= ~(1 << where)
        state.links[side] |= (links >> side & 1) << where
    for letter in "".join(rest):
        seat = LETTERS.index(letter)
        state.buoyed[seat] |= 1 << where
        state.buoys[seat].append(where)


def start(players: int = 2, seed: int = 0, **options: bool | str) -> SchwarmState:
    """Return a new table."""
    return SCHWARM.new(players, options, Chance(seed))


def asked(state: SchwarmState, seat: int | None = None) -> int:
    """Return the seat, or the mover if none is given."""
    return state.waiting()[0] if seat is None else seat


def words(state: SchwarmState, seat: int | None = None) -> list[str]:
    """Return the legal words of a seat, or else of the mover."""
    return [move.word for move in SCHWARM.legal(state, asked(state, seat))]


def said(state: SchwarmState, first: str) -> set[str]:
    """Return the mover's legal words that begin with `first`, without `first`."""
    begun = first + " "
    return {word.removeprefix(begun) for word in words(state) if word.startswith(begun)}


def play(state: SchwarmState, *spoken: str, chance: Chance | None = None) -> list[Event]:
    """Play words for the mover; return all events."""
    events: list[Event] = []
    for word in spoken:
        events += SCHWARM.play(state, asked(state), SCHWARM.parse(word), chance or Chance(0))
    return events


def refuse(state: SchwarmState, *spoken: str, seat: int | None = None) -> None:
    """Fail unless each word is refused, is not offered, and changes nothing."""
    player = asked(state, seat)
    before = repr(state)
    for word in spoken:
        assert word not in words(state, player)
        with pytest.raises((IllegalMove, NotAMove)):
            SCHWARM.play(state, player, SCHWARM.parse(word), Chance(0))
        assert repr(state) == before


def names(events: Iterable[Event]) -> list[str]:
    """Return the names of events."""
    return [event.name for event in events]


def all_of(events: Iterable[Event], kind: type[E]) -> list[E]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def hits(events: Iterable[Event]) -> list[tuple[int, str, str, int]]:
    """Return every hit: the victim, the cell, the piece, the points."""
    return [(hit.victim, hit.cell, hit.piece, hit.points) for hit in all_of(events, Hit)]


def ships(state: SchwarmState, seat: int) -> list[str]:
    """Return the cells of a player's ships."""
    return sorted(CELL_NAMES[ship] for ship in state.ships[seat])


def crew(state: SchwarmState, name: str) -> int:
    """Return the researchers on a station."""
    return state.crew[state.board.coast.index(cell(name))]


def owner(state: SchwarmState, name: str) -> int:
    """Return the seat of the station on a land cell, or NONE."""
    return state.owners[state.board.coast.index(cell(name))]


def held(state: SchwarmState, seat: int) -> str:
    """Return the tiles before a player."""
    return " ".join(kind for kind, count in zip(KINDS, state.tiles[seat]) for _ in range(count))


def cards_held(state: SchwarmState, seat: int) -> list[str]:
    """Return the action cards of a player."""
    return [CARDS[card].name for card in state.cards[seat]]
