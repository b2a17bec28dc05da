"""Moves of *Der Schwarm* are followed in worlds that draw their own tiles."""

from __future__ import annotations

from typing import Any

import pytest

from nim_tui.bots.playout import Barred, Happening, Playout
from nim_tui.games.schwarm.bot import medium_bot
from nim_tui.games.schwarm.followed import SchwarmWorlds, any_copy
from nim_tui.games.schwarm.judge import SchwarmJudge
from rules.advice import Advice
from rules.chance import Chance
from rules.schwarm.cards import CARD_NAMES
from rules.schwarm.events import Lifted, Placed, Played, Took
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import PLAY, RESEARCH, ROW, Kind, Move
from rules.schwarm.state import SchwarmState

WORLDS = range(8)


def until(wanted: Any, seed: int = 3, seats: int = 3) -> SchwarmState:
    """A game between medium bots, up to a decision that is wanted."""
    chance, bot = Chance(seed), medium_bot()
    state = SCHWARM.new(seats, {}, chance)
    while not wanted(state):
        seat = state.mover
        legal = SCHWARM.legal(state, seat)
        move: Any = bot.choose(SCHWARM, SCHWARM.view(state, seat), legal, chance).move
        SCHWARM.play(state, seat, move, chance)
    return state


def worlds_of(state: SchwarmState) -> SchwarmWorlds:
    seat = state.mover
    view, legal = SCHWARM.view(state, seat), SCHWARM.legal(state, seat)
    worlds = SchwarmJudge().worlds(SCHWARM, view, legal, Chance(1))
    assert worlds is not None
    return worlds


def legal_of(state: SchwarmState) -> list[Move]:
    return [*SCHWARM.legal(state, state.mover)]


def has_ship(state: SchwarmState) -> bool:
    return state.phase == PLAY and any(
        move.kind == Kind.SHIP for move in SCHWARM.legal(state, state.mover)
    )


def first_of(state: SchwarmState, kind: Kind) -> Advice:
    return Advice(next(move for move in SCHWARM.legal(state, state.mover) if move.kind == kind), "")


def events(playout: Playout, seat: int, kind: type) -> list[Any]:
    return [
        each.event for each in playout.happenings if (each.seat, type(each.event)) == (seat, kind)
    ]


def lifted(playout: Playout, seat: int) -> tuple[str, ...]:
    return tuple(each.tile for each in events(playout, seat, Lifted))


def test_every_world_draws_its_own_tiles_and_is_the_same_again() -> None:
    state = until(has_ship)
    worlds, ship = worlds_of(state), first_of(state, Kind.SHIP)
    drawn = [lifted(worlds.simulate(ship, world), state.mover) for world in WORLDS]
    assert len({*drawn}) > 1
    assert all(drawn)
    again = worlds_of(state)
    for world in WORLDS:
        found, same = (each.simulate(ship, world) for each in (worlds, again))
        assert found.chances == pytest.approx(same.chances)
        assert found.happenings == same.happenings


def test_to_place_no_more_tiles_places_none() -> None:
    state = until(lambda state: state.phase == RESEARCH and len(legal_of(state)) > 1)
    worlds, seat = worlds_of(state), state.mover
    done = worlds.simulate(first_of(state, Kind.DONE), 0).happenings
    place = worlds.simulate(first_of(state, Kind.PLACE), 0).happenings
    assert done[0].move.word == "done"
    assert not isinstance(done[1].event, Placed)
    assert isinstance(place[0].event, Placed)
    assert place[0].seat == seat


def first_reply(playout: Playout, seat: int) -> Happening:
    return next(each for each in playout.happenings if each.seat != seat)


def test_a_rival_does_not_play_what_is_barred() -> None:
    state = until(has_ship)
    worlds, ship = worlds_of(state), first_of(state, Kind.SHIP)
    reply = first_reply(worlds.simulate(ship, 0), state.mover)
    other = first_reply(worlds.simulate(ship, 0, Barred(reply.seat, reply.move)), state.mover)
    assert isinstance(reply.event, Played)
    assert other.seat == reply.seat
    assert other.move != reply.move


def test_a_rival_takes_no_copy_of_a_card_that_is_barred() -> None:
    state = until(lambda state: state.phase == ROW)
    worlds, seat = worlds_of(state), state.mover
    card = first_of(state, Kind.CARD)
    playout = worlds.simulate(card, 0)
    rival = first_reply(playout, seat).seat
    took = events(playout, rival, Took)[0].card
    barred = Barred(rival, any_copy(CARD_NAMES.index(took)))
    assert took not in [each.card for each in events(worlds.simulate(card, 0, barred), rival, Took)]


def test_rivals_differ_from_world_to_world_in_what_is_worth_as_much_to_them() -> None:
    state = until(lambda state: state.phase == ROW)
    worlds, card = worlds_of(state), first_of(state, Kind.CARD)
    courses = {worlds.simulate(card, world).happenings for world in WORLDS}
    assert len(courses) > 1
