"""The encoding of *Himalaya*: moves and views as numbers, for research."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from nim_tui.research.encoding import (
    Bits,
    Choices,
    CompleteMove,
    Counts,
    Each,
    FlagField,
    NumberField,
    Numbering,
    OmittedField,
    OneOf,
    Recent,
    RecordField,
    TupleField,
)
from rules.contract import Move
from rules.himalaya.board import CUBES, DELEGATIONS, LEVELS, ORDERS, TURNS, VILLAGES, board_of
from rules.himalaya.moves import (
    BARTER,
    CAMPS,
    DONE,
    LETTERS,
    MARKETS,
    OFFER,
    PASS,
    PROGRAMS,
    TAKES,
    Kind,
    Phase,
    envoy,
    program,
    snow,
    yeti,
)
from rules.himalaya.state import Options
from rules.himalaya.view import HimalayaView, Player

_BOARD: Final = board_of(None)


def _names() -> Iterator[str]:
    yield from LETTERS
    for moves in (CAMPS[1:], MARKETS[1:], TAKES, (BARTER, OFFER, DONE, PASS)):
        yield from (move.word for move in moves)
    for region in _BOARD.regions:
        yield from (envoy(region.letter, count).word for count in range(1, len(LEVELS) + 1))
    routes = sorted((village, other) for _way, village, other in _BOARD.routes)
    for on_route in (yeti, snow):
        yield from dict.fromkeys(on_route(*route).word for route in routes)


def _cut(word: str) -> tuple[str, ...]:
    name, _apart, letters = word.partition(" ")
    return tuple(letters) if name == "program" else (word,)


@dataclass(frozen=True, slots=True)
class _Programming:
    """The choice of the next step of a program, always the same. A step is its own action."""

    orders: tuple[int, ...] = ()
    actions: Sequence[int] = range(len(LETTERS))

    def after(self, action: int) -> Choices | CompleteMove:
        """Return the program with one more step. Raises KeyError for an invalid step."""
        if action not in self.actions:
            raise KeyError(action)
        orders = (*self.orders, action)
        return CompleteMove(program(orders)) if len(orders) == ORDERS else _Programming(orders)


def _lazy(legal: Sequence[Move]) -> Choices | None:
    return _Programming() if legal is PROGRAMS else None


NUMBERING: Final = Numbering(tuple(_names()), _cut, most_parts=ORDERS, lazy=_lazy)

MOST_TOKENS: Final = 20
"""The number of a player's inventory tokens that are distinguished."""
SERVED: Final = 24


def layout(seats: int) -> RecordField:
    """Return the layout of a seat's view."""
    discs, places, seat = range(len(_BOARD.discs)), len(VILLAGES) + 1, OneOf(range(seats))
    village = OneOf(VILLAGES)
    cubes = TupleField(*(NumberField(0, count) for count in _BOARD.cubes))
    player = RecordField(
        Player,
        caravan=village,
        cubes=cubes,
        discs=Counts(discs, max(disc.copies for disc in _BOARD.discs)),
        tokens=NumberField(0, MOST_TOKENS),
        event_tokens=Bits((Kind.MARKET, Kind.YETI, Kind.SNOW)),
        is_sealed=FlagField(),
        program=Each(OneOf(range(len(LETTERS))), ORDERS),
        is_snowed=FlagField(),
    )
    ends = Recent(Each(village, 2), seats)
    return RecordField(
        HimalayaView,
        seat=seat,
        waiting=Counts(range(seats)),
        options=RecordField(
            Options,
            events=FlagField(),
            one_cube_a_turn=FlagField(),
            split_delegations=FlagField(),
            open_screens=FlagField(),
            sand_timer=FlagField(),
            board=OmittedField(),
        ),
        phase=OneOf(tuple(Phase)),
        turn=NumberField(0, TURNS),
        first=seat,
        mover=seat,
        step=NumberField(0, ORDERS * seats),
        goods=Each(Each(NumberField(0, max(_BOARD.cubes)), len(CUBES)), places),
        orders=Each(OneOf(discs), places),
        cube_bag=cubes,
        disc_bag=TupleField(*(NumberField(0, disc.copies) for disc in _BOARD.discs)),
        players=Each(player, seats),
        stupas=Each(seat, places),
        delegations=Each(Each(NumberField(0, DELEGATIONS), seats), len(_BOARD.regions)),
        markets=Counts(VILLAGES, seats),
        yetis=ends,
        snows=ends,
        served=Recent(TupleField(seat, village), SERVED),
        filling=OneOf(discs),
        did=Bits((Kind.BARTER, Kind.OFFER, Kind.ENVOY)),
        envoys=NumberField(0, len(LEVELS)),
    )
