"""Random players who trade more often than by chance, for varied games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from rules.chance import Chance
from rules.contract import Event
from rules.himalaya.board import NONE, ORDERS, WAYS
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import EVENT, LETTERS, PASS, PROGRAM, Kind, Move
from rules.himalaya.state import HimalayaState

EAGER = ("barter", "offer", "envoy", "market", "yeti", "snow")
OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"events": True},
    {"one_cube_a_turn": True},
    {"split_delegations": True},
    {"open_screens": True, "sand_timer": True},
    {"events": True, "one_cube_a_turn": True, "split_delegations": True},
)
"""No option, each option alone, and all options that change the play."""


@dataclass(frozen=True)
class Step:
    """A move of a game: the tables before and after it, and its events."""

    before: HimalayaState
    seat: int
    word: str
    events: list[Event]
    after: HimalayaState


def worth_trading(state: HimalayaState, seat: int, village: int) -> bool:
    """Whether a player finds cubes in a village, or an order that they can fill now."""
    disc = state.orders[village]
    if disc == NONE:
        return bool(state.goods[village])
    return all(
        has >= wants for has, wants in zip(state.cubes[seat], state.board.discs[disc].demand)
    )


def likely_program(state: HimalayaState, seat: int, pick: Random) -> str:
    """Return a program that mostly walks along routes and trades where a trade is possible."""
    here, said = state.caravans[seat], ""
    for _ in range(ORDERS):
        ways = [way for way in range(len(WAYS)) if state.board.neighbours[way][here]]
        if pick.random() < 0.08:
            said += pick.choice(LETTERS)
        elif worth_trading(state, seat, here) and pick.random() < 0.6:
            said += "t"
        else:
            near = [w for w in ways if worth_trading(state, seat, state.board.neighbours[w][here])]
            way = pick.choice(near or ways)
            said += LETTERS[way]
            here = state.board.neighbours[way][here]
    return f"program {said}"


def is_felt(state: HimalayaState, move: Move) -> bool:
    """Whether an event token is at a player's place, or where there are cubes to choose."""
    if move.kind == Kind.MARKET:
        return sum(map(bool, state.goods[move.village])) > 1
    return not move.other or bool({move.village, move.other} & {*state.caravans})


def choose(state: HimalayaState, seat: int, pick: Random) -> Move:
    """Return a random move, more often one with an effect."""
    if state.phase == PROGRAM:
        return HIMALAYA.parse(likely_program(state, seat, pick))
    moves = HIMALAYA.legal(state, seat)
    if state.phase == EVENT and pick.random() < 0.2:
        return PASS
    eager = [move for move in moves if move.word.startswith(EAGER) and is_felt(state, move)]
    return pick.choice(eager if eager and pick.random() < 0.7 else moves)


def game(players: int, seed: int, **options: bool) -> Iterator[Step]:
    """Yield a whole game, move by move."""
    pick, chance = Random(seed), Chance(seed)
    state = HIMALAYA.new(players, options, chance)
    while waiting := state.waiting():
        seat, before = pick.choice(waiting), state.copy()
        move = choose(state, seat, pick)
        events = HIMALAYA.play(state, seat, move, chance)
        yield Step(before, seat, move.word, events, state.copy())
