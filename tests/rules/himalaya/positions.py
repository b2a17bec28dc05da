"""Positions of Himalaya written as one would say them, and ways to play on.

Cubes are said by letters: s salt, b barley, t tea, j jade, g gold; an order by what it demands,
"ssb". A program may be said short: "st" is soil, trade and four pauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, TypeVar

import pytest

from rules.chance import Chance
from rules.contract import Event, IllegalMove, NotAMove
from rules.himalaya.board import NONE, ORDERS, VILLAGES
from rules.himalaya.board_file import board_of
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
"""What villages offer, in letters: {7: "sst"}."""
NOTHING: Final[Offers] = MappingProxyType({})
NOBODY: Final[Mapping[int, int]] = MappingProxyType({})
PLACES: Final = (0, *VILLAGES)
"""Villages, after the place that lists of them do not use."""
EMPTY: Final[Mapping[str, Sequence[int]]] = MappingProxyType({})


class LoadedDie(Chance):
    """Chance whose d20 shows the faces asked for, then 1; blind draws are left to the seed.

    The die is told by its twenty faces: with a bag of just twenty this would take a draw for it.
    """

    __slots__ = ("faces",)

    def __init__(self, *faces: int, seed: int = 0) -> None:
        super().__init__(seed)
        self.faces = list(faces)

    def below(self, count: int) -> int:
        """The next face, from 0; or a draw."""
        if count != len(VILLAGES):
            return super().below(count)
        self.drawn += 1
        return self.faces.pop(0) - 1 if self.faces else 0


def counts(letters: str) -> tuple[int, ...]:
    """Cubes by kind."""
    return tuple(letters.count(letter) for letter in CUBE_LETTERS)


def letters(cubes: Sequence[int]) -> str:
    """Cubes in letters, cheapest first."""
    return "".join(letter * count for letter, count in zip(CUBE_LETTERS, cubes))


def disc(demand: str) -> int:
    """The kind of disc that demands these cubes."""
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
    """A position at the beginning of a turn, or before the caravans that stand at 0 are placed.

    `stupas` names the seat by village, `delegations` the numbers by region, `unplayed` the event
    tokens of each player. Bags left out hold whatever lies nowhere else.
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
    """Which phase it is, and who is asked."""
    players = len(state.caravans)
    clockwise = [(state.first + step) % players for step in range(players)]
    homeless = [seat for seat in clockwise if not state.caravans[seat]]
    armed = [seat for seat in clockwise if state.event_tokens[seat]]
    if homeless:
        return CAMP, homeless[0]
    return (EVENT, armed[0]) if armed else (PROGRAM, state.first)


def start(players: int = 3, seed: int = 0, **options: bool | str) -> HimalayaState:
    """A fresh table."""
    return HIMALAYA.new(players, options, Chance(seed))


def asked(state: HimalayaState, seat: int | None) -> int:
    """The seat, or who must move first if none is given."""
    return state.waiting()[0] if seat is None else seat


def words(state: HimalayaState, seat: int | None = None) -> list[str]:
    """The legal words of a seat, or of who must move."""
    return [move.word for move in HIMALAYA.legal(state, asked(state, seat))]


def play(
    state: HimalayaState, *said: str, seat: int | None = None, chance: Chance | None = None
) -> list[Event]:
    """Play words for a seat, or for whoever must move; all that happened."""
    events: list[Event] = []
    for word in said:
        events += HIMALAYA.play(
            state, asked(state, seat), HIMALAYA.parse(word), chance or Chance(0)
        )
    return events


def program(short: str) -> str:
    """The word of a program, said short."""
    return f"program {short.ljust(ORDERS, 'p')}"


def run(state: HimalayaState, *programs: str, chance: Chance | None = None) -> list[Event]:
    """Seal a program for each seat, pauses for those left out; up to the next question."""
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
    """What happened, by name."""
    return [event.name for event in events]


def told(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def is_public(event: Event) -> bool:
    """Whether all of it is told to everybody."""
    return event.seen_by(None) is event


def cubes_of(state: HimalayaState, seat: int) -> str:
    """The cubes a player holds, in letters."""
    return letters(state.cubes[seat])


def offering(state: HimalayaState) -> tuple[list[int], list[int]]:
    """The villages that offer cubes, and those that offer an order."""
    return (
        [village for village in VILLAGES if state.goods[village]],
        [village for village in VILLAGES if state.orders[village] != NONE],
    )
