"""The order of turns and rounds, and the end of each round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.chance import Chance
from rules.contract import Event
from rules.schwarm import events, scoring
from rules.schwarm.board import BLUE_A_ROUND, ROUNDS
from rules.schwarm.cards import (
    BLUE_CARDS,
    BRILLIANT,
    CAPACITIES,
    CARD_NAMES,
    GREEN_STATION,
    JOKER,
    LIGHT_CARDS,
)
from rules.schwarm.cells import NONE
from rules.schwarm.legal import can_take
from rules.schwarm.moves import BOTH, OVER, PLAY, ROW
from rules.schwarm.scoring import ranking
from rules.schwarm.state import SchwarmState


def begin_round(state: SchwarmState, chance: Chance) -> Iterator[Event]:
    """Begin a round with a new row of cards (T)."""
    lay_out(state, chance)
    yield events.Row(state.round, ", ".join(CARD_NAMES[card] for card in state.row))


def lay_out(state: SchwarmState, chance: Chance) -> None:
    """Lay out light cards in random order, two blue, the green one, turn-order cards last (T)."""
    players = len(state.points)
    state.round += 1
    row = [
        card
        for card, count in zip(LIGHT_CARDS, state.board.light[players])
        for _each in range(count)
    ]
    chance.shuffle(row)
    state.row = [*row, *_draw_blue(state, chance), GREEN_STATION]
    state.orders_left = list(range(1, players + 1))
    state.capacities_left = list(range(len(CAPACITIES)))
    state.order_cards = [NONE] * players
    state.capacities = [NONE] * players
    state.cards = [[JOKER] for _seat in range(players)]
    state.phase = ROW
    state.turn = 0


def _draw_blue(state: SchwarmState, chance: Chance) -> list[int]:
    """Draw two blue cards; used ones come back if fewer are left (T, R)."""
    drawn = []
    if sum(state.blue_pile) < BLUE_A_ROUND:
        state.blue_pile = list(state.board.blue)
    for _each in range(BLUE_A_ROUND):
        place = draw(state.blue_pile, chance)
        drawn.append(BLUE_CARDS[place])
    return drawn


def draw(counts: list[int], chance: Chance) -> int:
    """Draw an item from counts, each item with the same chance; return its index."""
    number = chance.below(sum(counts))
    for place, count in enumerate(counts):
        if number < count:
            counts[place] -= 1
            return place
        number -= count
    raise AssertionError("a draw beyond what is there")


def next_taker(state: SchwarmState) -> Iterable[Event]:
    """Pass to the next player who may take a card, or start play once all are taken (T)."""
    players = len(state.order)
    waited: list[int] = []
    for step in range(1, players + 1):
        turn = (state.turn + step) % players
        seat = state.order[turn]
        if can_take(state, seat):
            state.turn = turn
            return map(events.Waited, waited)
        if state.order_cards[seat] == NONE:
            waited.append(seat)
    return (begin_play(state),)


def begin_play(state: SchwarmState) -> Event:
    """Start the play of cards, in the order of the turn-order cards (T)."""
    cards = state.order_cards
    state.order = sorted(range(len(cards)), key=lambda seat: cards[seat])
    state.turn = 0
    state.phase = PLAY
    return events.Opened(state.order[0])


def end_card(state: SchwarmState, chance: Chance) -> Iterable[Event]:
    """End a card, and the round if it was the last card (T)."""
    put_away(state)
    return _end_round(state, chance) if is_round_over(state) else ()


def finish(state: SchwarmState, seat: int, chance: Chance) -> Iterator[Event]:
    """End a card with an event, where no earlier event shows the end."""
    put_away(state)
    yield events.Finished(seat)
    if is_round_over(state):
        yield from _end_round(state, chance)


def put_away(state: SchwarmState) -> None:
    """Go on to the other part of a double card, or to the next player's turn (T)."""
    state.left, state.may_launch, state.moving = 0, False, NONE
    if state.visited:
        state.visited = []
    if state.parts:
        state.phase = BOTH
        return
    state.playing = NONE
    state.phase = PLAY
    state.turn = (state.turn + 1) % len(state.order)


def is_round_over(state: SchwarmState) -> bool:
    """Whether no player has a card left."""
    return state.phase == PLAY and not state.cards[state.order[state.turn]]


def _end_round(state: SchwarmState, chance: Chance) -> Iterator[Event]:
    """Score each player's largest network (T), and the final points after the last round."""
    for seat in state.order:
        is_brilliant = state.capacities[seat] == BRILLIANT
        network = scoring.largest(state.pieces(seat), is_brilliant=is_brilliant)
        points = network.points(is_brilliant=is_brilliant)
        state.points[seat] += points
        counted = (network.stations, network.researchers, network.buoys, network.ships)
        yield events.Scored(seat, points, *counted)
    if state.round < ROUNDS[len(state.points)]:
        yield from begin_round(state, chance)
    else:
        yield from _end_game(state)


def _end_game(state: SchwarmState) -> Iterator[Event]:
    for seat in state.order:
        final = scoring.final(state.pieces(seat))
        state.points[seat] += final.queen + final.shores
        yield events.Crowned(seat, final.queen, final.shores, final.joined)
    state.phase = OVER
    best = ranking(state.points)[0]
    yield events.Ended(best[0] if len(best) == 1 else None)
