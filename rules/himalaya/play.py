"""The effects of moves. Every check comes before the first change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final

from rules import messages as nouns
from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.himalaya.board import CUBES
from rules.himalaya.events import (
    Bartered,
    Camped,
    Offered,
    Passed,
    Sealed,
    Sent,
    Token,
    UsedUp,
    program_letters,
)
from rules.himalaya.legal import BIT, can_offer, envoys_possible, legal, may_begin
from rules.himalaya.moves import CAMP, EVENT, FILL, OVER, PROGRAM, TAKE, Kind, Move, Phase
from rules.himalaya.resolve import (
    region_called,
    resolve,
    reveal,
    take_cube,
    use_order,
    use_up_order,
)
from rules.himalaya.state import HimalayaState
from rules.himalaya.turns import begin_turn, next_event_player
from rules.messages import N_


def play(state: HimalayaState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Play a move in place and return its events. Raises IllegalMove, with the state unchanged."""
    return list(_checked(state, seat, move)(state, seat, move, chance))


def steps(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Play a move step by step; after each event the state includes that event."""
    yield from _checked(state, seat, move)(state, seat, move, chance)


def _checked(state: HimalayaState, seat: int, move: Move) -> _PlayKind:
    """Return the function that plays a move of this kind. Raises IllegalMove in another phase."""
    if state.phase == OVER:
        raise IllegalMove(N_("the game is over"), rule="end")
    if state.phase == PROGRAM:
        if state.programs[seat]:
            raise IllegalMove(N_("your program is already sealed"), rule="program")
    elif seat != state.mover:
        raise IllegalMove(N_("it is not your turn"), rule="turn")
    phase, play_kind = _PLAY[move.kind]
    if state.phase != phase:
        raise IllegalMove(N_("“{move}” is not possible now"), move=move.word, rule="turn")
    return play_kind


def _camp(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    if move.village in state.caravans:
        raise IllegalMove(N_("a caravan is already there"), rule="setup")
    state.caravans[seat] = move.village
    state.mover = (seat + 1) % len(state.caravans)
    yield Camped(seat, move.village)
    if state.caravans[state.mover]:
        yield begin_turn(state)


# Event tokens


def _market(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    _spend(state, seat, move.kind)
    state.markets.append(move.village)
    next_event_player(state)
    yield Token(seat, "market", move.village)


def _on_route(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    if state.board.way_between(move.village, move.other) < 0:
        raise IllegalMove(
            N_("no route joins {village} and {other}"),
            village=move.village,
            other=move.other,
            rule="events",
        )
    _spend(state, seat, move.kind)
    routes = state.yetis if move.kind == Kind.YETI else state.snows
    routes.append((move.village, move.other))
    next_event_player(state)
    yield Token(seat, move.kind.name.lower(), move.village, move.other)


def _spend(state: HimalayaState, seat: int, kind: Kind) -> None:
    if not state.event_tokens[seat] & BIT[kind]:
        raise IllegalMove(N_("you have already played that token"), rule="events")
    state.event_tokens[seat] -= BIT[kind]


def _pass(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    next_event_player(state)
    yield Passed(seat)


# Programs


def _program(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterable[Event]:
    """Seal a program; the last one opens them all (T, phase 2)."""
    state.programs[seat] = move.program
    sealed = (Sealed(seat, program_letters(move.program)),)
    if () in state.programs:
        return sealed
    return chain(sealed, reveal(state), resolve(state, chance))


def _take(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Take a cube of any kind, on a market day."""
    if not state.goods[state.caravans[seat]][move.cube]:
        raise IllegalMove(N_("no {cube} here"), cube=CUBES[move.cube], rule="events")
    yield take_cube(state, seat, move.cube)
    yield from resolve(state, chance)


# Filling an order


def _barter(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    _check_may_begin(state, move.kind)
    use_order(state, seat, move)
    yield Bartered(seat, state.board.discs[state.filling].yaks)
    yield from _go_on(state, seat, chance)


def _offer(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    _check_may_begin(state, move.kind)
    if not can_offer(state, seat):
        raise IllegalMove(N_("there is already a stupa here, or you have none left"), rule="orders")
    use_order(state, seat, move)
    village = state.caravans[seat]
    yield Offered(seat, village, state.board.villages[village].level)
    yield from _go_on(state, seat, chance)


def _envoy(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    if not state.options.split_delegations or not state.did & BIT[move.kind]:
        _check_may_begin(state, move.kind)
    if region_called(state, seat, move.letter) is None:
        raise IllegalMove(
            N_("region {region} does not border this village"), region=move.letter, rule="orders"
        )
    most = envoys_possible(state, seat)
    if move.count > most:
        raise IllegalMove(
            N_("you can send at most {delegations} now"),
            delegations=nouns.delegations(most),
            rule="orders",
        )
    use_order(state, seat, move)
    yield Sent(seat, move.letter, move.count)
    yield from _go_on(state, seat, chance)


def _check_may_begin(state: HimalayaState, kind: Kind) -> None:
    if state.did & BIT[kind]:
        raise IllegalMove(N_("you have already taken this reward for the order"), rule="orders")
    if not may_begin(state, kind):
        raise IllegalMove(N_("an order gives at most two rewards"), rule="orders")


def _done(state: HimalayaState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    yield UsedUp(seat, use_up_order(state, seat))
    yield from resolve(state, chance)


def _go_on(state: HimalayaState, seat: int, chance: Chance) -> Iterator[Event]:
    """Ask for more rewards unless only `done` is possible."""
    if len(legal(state, seat)) == 1:
        yield UsedUp(seat, use_up_order(state, seat))
        yield from resolve(state, chance)


_PlayKind = Callable[["HimalayaState", int, Move, Chance], Iterable[Event]]

_PLAY: Final[dict[Kind, tuple[Phase, _PlayKind]]] = {
    Kind.CAMP: (CAMP, _camp),
    Kind.MARKET: (EVENT, _market),
    Kind.YETI: (EVENT, _on_route),
    Kind.SNOW: (EVENT, _on_route),
    Kind.PASS: (EVENT, _pass),
    Kind.PROGRAM: (PROGRAM, _program),
    Kind.TAKE: (TAKE, _take),
    Kind.BARTER: (FILL, _barter),
    Kind.OFFER: (FILL, _offer),
    Kind.ENVOY: (FILL, _envoy),
    Kind.DONE: (FILL, _done),
}
"""Per kind of move: its phase, and the function that plays it."""
