"""What a move does. Every check comes before the first change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_
from rules.schwarm import acts, events, hazards, taking
from rules.schwarm.cards import CARD_NAMES, CARDS, DOUBLE, RESEARCHER, SHIP, Action
from rules.schwarm.legal import may_decline, uses
from rules.schwarm.moves import Kind, Move
from rules.schwarm.phases import (
    BOTH,
    IDLE,
    OVER,
    PLAY,
    RESEARCH,
    ROW,
    SAIL,
    START,
    SWIM,
    Phase,
)
from rules.schwarm.state import SchwarmState
from rules.schwarm.turns import finish


def play(state: SchwarmState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Play in place and tell what happened; on IllegalMove nothing has changed."""
    return list(_checked(state, seat, move)(state, seat, move, chance))


def steps(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Play in place, stopping after each event with the table as it is then."""
    yield from _checked(state, seat, move)(state, seat, move, chance)


def _checked(state: SchwarmState, seat: int, move: Move) -> _PlayKind:
    """What plays a move of this kind, if it answers what is asked."""
    if state.phase == OVER:
        raise IllegalMove(N_("the game is over"))
    if seat != state.order[state.turn]:
        raise IllegalMove(N_("it is not your turn"))
    phases, play_kind = _PLAY[move.kind]
    if state.phase not in phases:
        raise IllegalMove(N_("“{move}” does not answer what is asked now"), move=move.word)
    if move.kind in _CARDS:
        _check_card(state, seat, move)
    return play_kind


# Cards


def _check_card(state: SchwarmState, seat: int, move: Move) -> None:
    """Whether they hold the card; of a double one only the parts still to come."""
    if state.phase == BOTH:
        part = _PART_OF.get(move.card)
        if part is None or not state.parts & 1 << part:
            raise IllegalMove(N_("“{move}” is not part of this card now"), move=move.word)
    elif move.card not in state.cards[seat]:
        raise IllegalMove(N_("you hold no card “{card}”"), card=CARD_NAMES[move.card])


_PART_OF: Final = {SHIP: Action.SHIP, RESEARCHER: Action.RESEARCHER}


def _double(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Ship and researcher, in the order they like (T)."""
    state.cards[seat].remove(DOUBLE)
    state.playing = DOUBLE
    state.parts = 1 << Action.SHIP | 1 << Action.RESEARCHER
    state.phase = BOTH
    yield events.Played(seat, CARD_NAMES[DOUBLE], "double")


def _useless(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """A card with no legal use is played without effect (T), or one that may be declined (R)."""
    if not may_decline(state, move.card) and uses(state, seat, move.card):
        raise IllegalMove(N_("“{card}” can be used: say how"), card=CARD_NAMES[move.card])
    action = CARDS[move.card].action
    assert action is not None
    acts.spend(state, seat, move.card, action)
    state.phase = IDLE
    yield events.Wasted(seat, CARD_NAMES[move.card])


def _done(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    if state.phase == SWIM and len(state.visited) < 2:
        raise IllegalMove(N_("a whale goes one cell at least"))
    yield from finish(state, seat, chance)


_PlayKind = Callable[["SchwarmState", int, Move, Chance], Iterator[Event]]

_PLAY: Final[dict[Kind, tuple[tuple[Phase, ...], _PlayKind]]] = {
    Kind.START: ((START,), taking.start),
    Kind.CARD: ((ROW,), taking.take),
    Kind.ORDER: ((ROW,), taking.take_order),
    Kind.STATION: ((PLAY,), acts.station),
    Kind.SHIP: ((PLAY, BOTH), acts.ship),
    Kind.CREW: ((PLAY, BOTH), acts.crew),
    Kind.RESEARCH: ((PLAY, BOTH), acts.research),
    Kind.WHALE: ((PLAY,), hazards.whale),
    Kind.WAVE: ((PLAY,), hazards.wave),
    Kind.NEW_CRAB: ((PLAY,), hazards.new_crab),
    Kind.CRAB: ((PLAY,), hazards.crab),
    Kind.DOUBLE: ((PLAY,), _double),
    Kind.USELESS: ((PLAY, BOTH), _useless),
    Kind.LAUNCH: ((SAIL,), acts.launch),
    Kind.SAIL: ((SAIL,), acts.sail),
    Kind.PLACE: ((RESEARCH,), acts.place),
    Kind.STEP: ((SWIM,), hazards.step),
    Kind.DONE: ((SAIL, RESEARCH, SWIM, IDLE), _done),
}
"""Of each kind of move: the phases it answers, and what it does."""

_CARDS: Final = frozenset(range(Kind.STATION, Kind.LAUNCH))
"""The kinds that play a card."""
