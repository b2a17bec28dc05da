"""Positions of Himalaya in the words of players, and helpers to play on.

Cubes are letters: s salt, b barley, t tea, j jade, g gold; an order is its demand, "ssb". A
program may be short: "st" is soil, trade and four pauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, TypeVar

import pytest

from rules.chance import Chance
from rules.contract import Event, IllegalMove, NotAMove
from rules.himalaya.board import NONE, ORDERS, VILLAGES, board_of
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import CAMP, EVENT, PROGRAM, Phase
from rules.himalaya.state import HimalayaState, Options

E = TypeVar("E", bound=Event)

ANA: Final = 0
BEN: Final = 1
CLEO: Final = 2
DAN: Final = 3

CUBE_LETTERS: Final = "sbtjg"
EVENT_WORDS: Final = {"market": "market 1", "yeti": "yeti 1 5", "snow": "snow 1 5"}
EVERYTHING: Final = " ".join(EVENT_WORDS)
PRINTED: Final = board_of(None)

Offers = Mapping[int, str]
"""The offers of villages, in letters: {7: "sst"}."""
NOTHING: Final[Offers] = MappingProxyType({})
NOBODY: Final[Mapping[int, int]] = MappingProxyType({})
PLACES: Final = (0, *VILLAGES)
"""All villages, after the unused entry 0."""
EMPTY: Final[Mapping[str, Sequence[int]]] = MappingProxyType({})


class LoadedDie(Chance):
    """A chance whose d20 shows the given faces, then 1; blind draws depend on the seed.

    The die is recognized by its twenty faces, so a bag of exactly twenty would be mistaken for it.
    """

    __slots__ = ("faces",)

    def __init__(self, *faces: int, seed: int = 0) -> None:
        super().__init__(seed)
        self.faces = list(faces)

    def below(self, count: int) -> int:
        """Return the next face, from 0, or a draw."""
        if count != len(VILLAGES):
            return super().below(count)
        self.drawn += 1
        return self.faces.pop(0) - 1 if self.faces else 0


def counts(letters: str) -> tuple[int, ...]:
    """Return the number of cubes by kind."""
    return tuple(letters.count(letter) for letter in CUBE_LETTERS)


def letters(cubes: Sequence[int]) -> str:
    """Return cubes as letters, cheapest first."""
    return "".join(letter * count for letter, count in zip(CUBE_LETTERS, cubes))


def disc(demand: str) -> int:
    """Return the kind of disc with this demand."""
    return [kind.demand for kind in PRINTED.discs].index(counts(demand))


@cache
def token_bit(name: str) -> int:
    """The bit of an event token: what a player lacks once he has played it."""
    state = start(3, events=True)
    for village in (1, 2, 3):
        play(state, f"camp {village}")
    seat, before = state.mover, state.event_tokens[state.mover]
    play(state, EVENT_WORDS[name])
    return before ^ state.event_tokens[seat]


def position(
    *,
    at: Sequence[int] = (1, 6, 19),
    goods: Offers = NOTHING,
    orders: Offers = NOTHING,
    cubes: Sequence[str] = (),
    discs: Sequence[Sequence[str]] = (),
    tokens: Sequence[int] = (),
    stupas: Mapping[int, int] = NOBODY,
    delegations: Mapping[str, Sequence[int]] = EMPTY,
    cube_bag: str | None = None,
    disc_bag: Sequence[str] | None = None,
    unplayed: Sequence[str] = (),
    turn: int = 1,
    first: int = ANA,
    events: bool = False,
    one_cube_a_turn: bool = False,
    split_delegations: bool = False,
    open_screens: bool = False,
) -> HimalayaState:
    """Return a position at the start of a turn, or before the caravans at 0 are placed.

    `stupas` has the seat by village, `delegations` the numbers by region, `unplayed` the event
    tokens of each player. Bags left out hold all remaining pieces.
    """
    nobody = [0] * len(at)
    state = HimalayaState(
        board=PRINTED,
        options=Options(events, one_cube_a_turn, split_delegations, open_screens),
        goods=[counts(goods[v]) if v in goods else () for v in PLACES],
        orders=[disc(orders[v]) if v in orders else NONE for v in PLACES],
        cube_bag=[*counts(cube_bag or "")],
        disc_bag=[[*map(disc, disc_bag or ())].count(kind) for kind in range(len(PRINTED.discs))],
        caravans=[*at],
        cubes=[[*counts(own)] for own in cubes or [""] * len(at)],
        discs=[[*map(disc, own)] for own in discs or [()] * len(at)],
        tokens=[*(tokens or nobody)],
        stupas=[stupas.get(village, NONE) for village in PLACES],
        delegations=[[*delegations.get(region.letter, nobody)] for region in PRINTED.regions],
        event_tokens=[sum(map(token_bit, own.split())) for own in unplayed] or nobody,
        first=first,
        turn=turn if all(at) else 0,
        programs=[()] * len(at),
        snowed=[False] * len(at),
    )
    if cube_bag is None:
        _fill_cube_bag(state)
    if disc_bag is None:
        _fill_disc_bag(state)
    state.phase, state.mover = _asked(state)
    return state


def _fill_cube_bag(state: HimalayaState) -> None:
    out = [*filter(None, state.goods), *state.cubes]
    for kind, whole in enumerate(PRINTED.cubes):
        state.cube_bag[kind] = whole - sum(heap[kind] for heap in out)


def _fill_disc_bag(state: HimalayaState) -> None:
    out = [*state.orders, *(kept for own in state.discs for kept in own)]
    state.disc_bag = [kind.copies - out.count(index) for index, kind in enumerate(PRINTED.discs)]


def _asked(state: HimalayaState) -> tuple[Phase, int]:
    """Return the phase, and the seat that must move."""
    players = len(state.caravans)
    clockwise = [(state.first + step) % players for step in range(players)]
    homeless = [seat for seat in clockwise if not state.caravans[seat]]
    armed = [seat for seat in clockwise if state.event_tokens[seat]]
    if homeless:
        return CAMP, homeless[0]
    return (EVENT, armed[0]) if armed else (PROGRAM, state.first)


def start(players: int = 3, seed: int = 0, **options: bool | str) -> HimalayaState:
    """Return a new table."""
    return HIMALAYA.new(players, options, Chance(seed))


def asked(state: HimalayaState, seat: int | None) -> int:
    """Return the seat, or the first that must move if none is given."""
    return state.waiting()[0] if seat is None else seat


def words(state: HimalayaState, seat: int | None = None) -> list[str]:
    """Return the legal words of a seat, or else of the seat that must move."""
    return [move.word for move in HIMALAYA.legal(state, asked(state, seat))]


def play(
    state: HimalayaState, *said: str, seat: int | None = None, chance: Chance | None = None
) -> list[Event]:
    """Play words for a seat, or else for the seat that must move; return all events."""
    events: list[Event] = []
    for word in said:
        events += HIMALAYA.play(
            state, asked(state, seat), HIMALAYA.parse(word), chance or Chance(0)
        )
    return events


def program(short: str) -> str:
    """Return the word of a program in short form."""
    return f"program {short.ljust(ORDERS, 'p')}"


def run(state: HimalayaState, *programs: str, chance: Chance | None = None) -> list[Event]:
    """Seal a program for each seat, pauses for those left out; play up to the next question."""
    said = [*programs, *[""] * (len(state.caravans) - len(programs))]
    events: list[Event] = []
    for seat, short in enumerate(said):
        events += play(state, program(short), seat=seat, chance=chance)
    return events


def refuse(state: HimalayaState, *said: str, seat: int | None = None) -> None:
    """Fail unless each word is refused, is not offered, and changes nothing."""
    player = asked(state, seat)
    before = repr(state)
    for word in said:
        assert word not in words(state, player)
        with pytest.raises((IllegalMove, NotAMove)):
            HIMALAYA.play(state, player, HIMALAYA.parse(word), Chance(0))
        assert repr(state) == before


def names(events: Iterable[Event]) -> list[str]:
    """Return the names of events."""
    return [event.name for event in events]


def told(events: Iterable[Event], kind: type[E]) -> list[E]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def is_public(event: Event) -> bool:
    """Whether everybody sees the whole event."""
    return event.seen_by(None) is event


def cubes_of(state: HimalayaState, seat: int) -> str:
    """Return the cubes of a player, in letters."""
    return letters(state.cubes[seat])


def offering(state: HimalayaState) -> tuple[list[int], list[int]]:
    """Return the villages that offer cubes, and those that offer an order."""
    return (
        [village for village in VILLAGES if state.goods[village]],
        [village for village in VILLAGES if state.orders[village] != NONE],
    )
