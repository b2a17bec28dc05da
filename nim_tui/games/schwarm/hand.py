"""Estimates of the moves that a hand of *Der Schwarm* still allows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rules.schwarm.board import RESEARCHERS, ROUNDS, STATIONS
from rules.schwarm.cards import CARDS, FAST, JOKER, Action, Colour
from rules.schwarm.state import SchwarmState

TILES_A_SHIP: Final = 2.7
"""The tiles that a ship card finds while most tiles are face down."""
FASTER: Final = 1.3
"""The factor on tiles for a fast ship."""
MANY_HIDDEN: Final = 14
"""With fewer face-down tiles than this, ships find less."""
LAID_A_ROUND: Final = 6.0
"""The tiles laid in a later round with enough researchers."""
LAID_BY_RESEARCHER: Final = 1.6
"""The tiles laid in a later round by each researcher, if there are too few."""
HITS: Final = {Colour.LIGHT: 1.5, Colour.BLUE: 2.0}
"""The worth of a hazard card's hits, by its colour."""
SWING: Final = (2.0, 1.5, 1.4)
"""The worth of a point taken from a rival, by the number of rivals from 1."""
NO_BAND: Final = 0.5
"""The least worth of a hit on the leading rival, who may have more points by then."""
_SHARES: Final = {"ships": 0.4, "researches": 0.4, "stations": 0.12}
"""The mean content of a card not yet taken."""


@dataclass(frozen=True, slots=True)
class HandValue:
    """The actions left to a seat this round, and its pieces for them."""

    ships: float
    researches: float
    stations: float
    hazards: float
    """The expected points from its hazard cards."""
    jokers: int
    tiles: int
    researchers: int
    built: int
    """The number of its stations on the board."""
    buoys: int
    """The number of its buoys in reserve."""
    find: float
    """The tiles that a ship card brings."""
    rounds: int
    """The number of rounds after this one."""

    @property
    def crew(self) -> float:
        """The number of researchers after all building."""
        return min(RESEARCHERS, self.researchers + 0.7 * self.stations)

    @property
    def laid_now(self) -> float:
        """The number of tiles the seat will lay this round."""
        room = self.researches * self.crew
        return max(0.0, min(self.tiles + self.find * self.ships, room))

    @property
    def laid_later(self) -> float:
        """The number of tiles the seat will lay in each later round."""
        return min(LAID_A_ROUND, LAID_BY_RESEARCHER * self.crew)

    def guesses(self) -> list[HandValue]:
        """Return the hands that the joker may make, as one action or another."""
        if not self.jokers:
            return [self]
        guesses = [
            replace(self, researches=self.researches + 1),
            replace(self, ships=self.ships + 1),
        ]
        if self.built + self.stations < STATIONS:
            guesses.append(replace(self, stations=self.stations + 1))
        return guesses

    def filled(self, missing: int) -> HandValue:
        """Return the hand with average cards in place of missing ones."""
        return replace(
            self,
            ships=self.ships + missing * _SHARES["ships"],
            researches=self.researches + missing * _SHARES["researches"],
            stations=self.stations + missing * _SHARES["stations"],
        )


def hand_of(state: SchwarmState, seat: int, cards: list[int] | None = None) -> HandValue:
    """Return the value of a seat's hand, or of other cards in its place."""
    held = tuple(state.cards[seat] if cards is None else cards)
    parts = state.parts if state.order[state.turn] == seat else 0
    stations, ships, researches, hits, jokers = _actions(held, parts)
    hidden = min(1.0, state.face_down.bit_count() / MANY_HIDDEN)
    faster = FASTER if state.capacities[seat] == FAST else 1.0
    return HandValue(
        ships=ships,
        researches=researches,
        stations=stations,
        hazards=hits * _hit(state, seat),
        jokers=jokers,
        tiles=sum(state.tiles[seat]),
        researchers=state.researchers[seat],
        built=state.stations[seat].bit_count(),
        buoys=state.buoys_left(seat),
        find=TILES_A_SHIP * faster * hidden,
        rounds=ROUNDS[len(state.points)] - max(1, state.round),
    )


@lru_cache(1024)
def _actions(held: tuple[int, ...], parts: int) -> tuple[int, int, int, float, int]:
    """Return the actions of cards: stations, ships, researches, worth of hits, and jokers.

    `parts` are the parts of the double card still to be played, as bits.
    """
    counts = [parts >> action & 1 for action in Action]
    hits = 0.0
    for card in held:
        action = CARDS[card].action
        if action in (Action.WHALE, Action.WAVE, Action.CRAB):
            hits += HITS[CARDS[card].colour]
        elif action is not None:
            counts[action] += 1
    double = counts[Action.DOUBLE]
    return (
        counts[Action.STATION],
        counts[Action.SHIP] + double,
        counts[Action.RESEARCHER] + double,
        hits,
        held.count(JOKER),
    )


def _hit(state: SchwarmState, seat: int) -> float:
    """Return the worth of one hit on the rival with the most points."""
    most = max(points for other, points in enumerate(state.points) if other != seat)
    return SWING[len(state.points) - 2] * max(NO_BAND, state.board.damage(most))
