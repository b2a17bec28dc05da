"""Positions of Der Schwarm written as one would say them, and ways to play on.

Cells are said "e4". A tile on the map is "tee r1 A": kind, quarter turns (none for r0) and whose
buoys lie on it; tiles under others come first, parted by commas. Cards are parted by commas.
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
"""Stations by cell, with their researchers."""
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
AT_START: Final[tuple[Crews, ...]] = ({"h0": 1}, {"k5": 1}, {"d8": 1}, {"a3": 1})


def cell(name: str) -> int:
    """The cell of a name."""
    return CELL_NAMED[name]


def cells(named: str) -> list[int]:
    """The cells of some names, parted by spaces."""
    return [CELL_NAMED[name] for name in named.split()]


def named(bits: int) -> set[str]:
    """The names of a set of cells."""
    return {CELL_NAMES[cell] for cell in cells_in(bits)}


def parts(listed: str) -> list[str]:
    """What a text lists, parted by commas."""
    return [part.strip() for part in listed.split(",") if part.strip()]


def card_numbers(listed: str) -> list[int]:
    """Cards by their names, in the order the state keeps them."""
    return sorted(CARD_NAMES.index(name) for name in parts(listed))


def kinds(listed: str) -> list[int]:
    """How many tiles of each kind are listed, parted by spaces."""
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
    """A position before a card is played, or, with a `row`, before one is taken.

    `taken` are the order cards that players have, 0 for none; `sea` the kinds face down, tees
    if left out; `blue_pile` what is left, nothing if left out. Players without cards have none.
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
    """A tile face up on top of what lies there."""
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
    """A fresh table."""
    return SCHWARM.new(players, options, Chance(seed))


def asked(state: SchwarmState, seat: int | None = None) -> int:
    """The seat, or who must move if none is given."""
    return state.waiting()[0] if seat is None else seat


def words(state: SchwarmState, seat: int | None = None) -> list[str]:
    """The legal words of a seat, or of who must move."""
    return [move.word for move in SCHWARM.legal(state, asked(state, seat))]


def said(state: SchwarmState, first: str) -> set[str]:
    """The legal words that begin so, for who must move, without that beginning."""
    begun = first + " "
    return {word.removeprefix(begun) for word in words(state) if word.startswith(begun)}


def play(state: SchwarmState, *spoken: str, chance: Chance | None = None) -> list[Event]:
    """Play words for whoever must move; all that happened."""
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
    """What happened, by name."""
    return [event.name for event in events]


def all_of(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def hits(events: Iterable[Event]) -> list[tuple[int, str, str, int]]:
    """Every hit: the victim, where, what, for how much."""
    return [(hit.victim, hit.cell, hit.piece, hit.points) for hit in all_of(events, Hit)]


def ships(state: SchwarmState, seat: int) -> list[str]:
    """Where a player's ships are."""
    return sorted(CELL_NAMES[ship] for ship in state.ships[seat])


def crew(state: SchwarmState, name: str) -> int:
    """The researchers on a station."""
    return state.crew[state.board.coast.index(cell(name))]


def owner(state: SchwarmState, name: str) -> int:
    """Whose station stands on a land cell, or NONE."""
    return state.owners[state.board.coast.index(cell(name))]


def held(state: SchwarmState, seat: int) -> str:
    """The tiles before a player."""
    return " ".join(kind for kind, count in zip(KINDS, state.tiles[seat]) for _ in range(count))


def cards_held(state: SchwarmState, seat: int) -> list[str]:
    """The action cards a player holds."""
    return [CARDS[card].name for card in state.cards[seat]]
