"""Legal moves, playing one, and the result."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.contract import Event, IllegalMove, Result
from rules.messages import N_

from mia.rules.events import Believed, Doubted, Lifted, Lost, Rolled, Said
from mia.rules.moves import BELIEVE, DOUBT, MIA, ROLLS, SAY, MiaMove
from mia.rules.state import NOTHING, TableState


def rolled(chance: Chance) -> int:
    """Roll two dice; return the place of the roll among ROLLS."""
    low, high = sorted((1 + chance.below(6), 1 + chance.below(6)))
    return ROLLS.index(f"{high}{low}")


def legal(state: TableState, seat: int) -> list[MiaMove]:
    """Return what may be announced, or the answers; a Mia can only be doubted."""
    if seat not in state.waiting():
        return []
    if not state.answers:
        return [*SAY[state.said + 1 :]]
    return [DOUBT] if state.said == MIA else [BELIEVE, DOUBT]


def steps(state: TableState, seat: int, move: MiaMove, chance: Chance) -> Iterator[Event]:
    """Play a move, event by event. Raises IllegalMove."""
    if move not in legal(state, seat):
        section = "mia" if state.said == MIA else "answer" if state.answers else "say"
        raise IllegalMove(N_("“{move}” is not possible now"), rule=section, move=move.word)
    if move == DOUBT:
        yield Doubted(seat)
        yield from _lift(state, seat, chance)
    elif move == BELIEVE:
        state.answers = False
        yield Believed(seat)
        yield _roll(state, seat, chance)
    else:
        state.said, state.answers = move.value, True
        yield Said(seat, ROLLS[move.value])


def _roll(state: TableState, seat: int, chance: Chance) -> Event:
    state.holder, state.roll = seat, rolled(chance)
    return Rolled(seat, ROLLS[state.roll])


def _lift(state: TableState, doubter: int, chance: Chance) -> Iterator[Event]:
    yield Lifted(state.holder, ROLLS[state.roll])
    loser = doubter if state.roll >= state.said else state.holder
    price = 2 if state.double_mia and state.said == MIA else 1
    lost = min(price, state.lives[loser])
    state.lives[loser] -= lost
    if not state.lives[loser]:
        state.out.append(loser)
    state.said, state.answers = NOTHING, False
    state.holder = loser if state.lives[loser] else state.after(loser)
    yield Lost(loser, lost, state.lives[loser])
    if state.waiting():
        yield _roll(state, state.holder, chance)


def result(state: TableState) -> Result | None:
    """Return the ranking once one player is left: the later out, the better."""
    if state.waiting():
        return None
    ranking = tuple((seat,) for seat in (state.holder, *reversed(state.out)))
    return Result(ranking, "last", {"lives": tuple(state.lives)})
