"""The encoding of *Der Schwarm*: moves and views as numbers, for research."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nim_tui.research.encoding import (
    Bits,
    Counts,
    Each,
    FlagField,
    Maybe,
    NumberField,
    Numbering,
    OmittedField,
    OneOf,
    Recent,
    RecordField,
)
from rules.schwarm.board import (
    CREW,
    CROSS_LINKS,
    KINDS,
    QUOTAS,
    ROUNDS,
    SEA_KINDS,
    SHIPS,
    WAVES,
    WHALES,
)
from rules.schwarm.board_file import board_of
from rules.schwarm.cards import (
    BLUE_CARDS,
    CAPACITIES,
    CARDS,
    CARDS_FOR,
    DOUBLE,
    JOKER,
    SHIP,
    Action,
)
from rules.schwarm.cells import CELL_NAMES, COMPASS, NONE, SIDES, cells_in
from rules.schwarm.hazard_reach import reach_of
from rules.schwarm.moves import (
    DONE,
    DOUBLE_CARD,
    STACKS,
    Move,
    Phase,
    crab,
    crew,
    launch,
    new_crab,
    order,
    research,
    sail,
    ship,
    start,
    station,
    step,
    take,
    useless,
    wave,
    whale,
)
from rules.schwarm.state import Options
from rules.schwarm.view import Player, SchwarmView

_BOARD: Final = board_of(None)
_WATER: Final = tuple(cells_in(_BOARD.water))
_CELLS: Final = tuple(sorted((*_WATER, *_BOARD.coast)))


def _moves() -> Iterator[Move]:
    """Yield all moves except those that place a tile."""
    yield from (start(cell) for cell in _BOARD.coast)
    yield from (take(place) for place in range(max(map(_BOARD.row_length, ROUNDS))))
    for number in range(1, max(QUOTAS.values()) + 1):
        yield from (order(number, capacity) for capacity in range(len(CAPACITIES)))
    yield from _light_moves()
    yield from _hazards()
    yield DOUBLE_CARD
    yield from (useless(card) for card in range(len(CARDS)) if card not in (SHIP, DOUBLE, JOKER))
    yield from (launch(cell) for cell in _WATER)
    yield from (sail(cell, end) for cell in _WATER for end in _BOARD.waters[cell])
    yield from (step(cell) for cell in _WATER)
    yield DONE


def _light_moves() -> Iterator[Move]:
    for card in CARDS_FOR[Action.STATION]:
        yield from (station(card, cell) for cell in _BOARD.coast)
    yield from (ship(card) for card in CARDS_FOR[Action.SHIP])
    for card in CARDS_FOR[Action.RESEARCHER]:
        yield from (crew(card, cell) for cell in _BOARD.coast)
        yield research(card)


def _hazards() -> Iterator[Move]:
    for card in CARDS_FOR[Action.WHALE]:
        yield from (whale(card, number) for number in range(NONE, WHALES))
    for card in CARDS_FOR[Action.WAVE]:
        reach = range(1, reach_of(_BOARD, card) + 1)
        for number in range(NONE, WAVES):
            for direction in range(len(COMPASS)):
                yield from (wave(card, number, direction, steps) for steps in reach)
    for card in CARDS_FOR[Action.CRAB]:
        reach = range(1, reach_of(_BOARD, card) + 1)
        yield from (crab(card, steps) for steps in reach)
        yield from (new_crab(card, cell, steps) for cell in _BOARD.coast for steps in reach)


def _names() -> Iterator[str]:
    yield from (move.word for move in _moves())
    yield from (f"place {stack}" for stack in STACKS)
    yield from (f"on {CELL_NAMES[cell]}" for cell in _WATER)
    yield from (f"turned {turns}" for turns in SIDES)
    yield from (f"with the buoy of {CELL_NAMES[cell]}" for cell in _WATER)


def _cut(word: str) -> tuple[str, ...]:
    """Cut `place 2 e4 r1 c3` into stack, cell, turns, and the buoy once none is in reserve."""
    match word.split():
        case ["place", stack, cell, turns, *buoy]:
            taken = tuple(f"with the buoy of {name}" for name in buoy)
            return (f"place {stack}", f"on {cell}", f"turned {turns[1:]}", *taken)
    return (word,)


NUMBERING: Final = Numbering(tuple(_names()), _cut, most_parts=4)

MOST_POINTS: Final = 150
MOST_STEPS: Final = 20
"""The longest path of a whale, and the most an action allows."""


def layout(seats: int) -> RecordField:
    """Return the layout of a seat's view."""
    sea, coast, cell = Bits(_WATER), len(_BOARD.coast), OneOf(_CELLS)
    everywhere, cards, seat = Bits(_CELLS), range(len(CARDS)), OneOf(range(seats))
    rounds, orders = ROUNDS[seats], range(1, max(QUOTAS.values()) + 1)
    tiles = Each(NumberField(0, max(_BOARD.tiles)), len(KINDS))
    player = RecordField(
        Player,
        points=NumberField(0, MOST_POINTS),
        cards=Counts(cards, 5),
        tiles=tiles,
        order_card=OneOf(orders),
        capacity=OneOf(range(len(CAPACITIES))),
        stations=Bits(_BOARD.coast),
        buoyed=sea,
        buoys=Counts(_WATER, 4),
        ships=Each(cell, SHIPS),
        is_linked=FlagField(),
        joined=everywhere,
        beside=Each(everywhere, len(SIDES)),
    )
    return RecordField(
        SchwarmView,
        seat=seat,
        waiting=Counts(range(seats)),
        options=RecordField(
            Options,
            free_start=FlagField(),
            great_wave=FlagField(),
            closed_hands=FlagField(),
            may_decline=FlagField(),
            board=OmittedField(),
        ),
        phase=OneOf(tuple(Phase)),
        round=NumberField(0, rounds),
        order=Each(seat, seats),
        turn=NumberField(0, seats),
        row=Each(OneOf(cards), _BOARD.row_length(seats)),
        orders_left=Counts(orders),
        capacities_left=Counts(range(len(CAPACITIES))),
        blue_pile=Each(NumberField(0, max(_BOARD.blue)), len(BLUE_CARDS)),
        sea=Each(NumberField(0, max(_BOARD.tiles)), len(SEA_KINDS)),
        face_down=sea,
        shapes=Each(sea, CROSS_LINKS + 1),
        laid=tiles,
        owners=Each(seat, coast),
        crew=Each(NumberField(0, CREW), coast),
        players=Each(player, seats),
        whales=Each(cell, WHALES),
        waves=Each(cell, WAVES),
        crab=cell,
        golden_left=NumberField(0, max(_BOARD.tiles)),
        playing=OneOf(cards),
        parts=Bits((Action.SHIP, Action.RESEARCHER)),
        left=NumberField(0, MOST_STEPS),
        may_launch=FlagField(),
        moving=Maybe(NumberField(0, WHALES)),
        visited=Recent(cell, 7),
    )
