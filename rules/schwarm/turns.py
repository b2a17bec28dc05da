"""How turns and rounds follow each other, and what each end of a round brings."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance import Chance
from rules.contract import Event
from rules.schwarm import events, scoring
from rules.schwarm.board import BLUE_A_ROUND, ROUNDS, Board
from rules.schwarm.cards import BLUE_CARDS, BRILLIANT, CAPACITIES, GREEN_STATION, JOKER, LIGHT_CARDS
from rules.schwarm.cells import NONE
from rules.schwarm.ending import ranking
from rules.schwarm.legal import can_take
from rules.schwarm.phases import BOTH, OVER, PLAY, ROW
from rules.schwarm.state import SchwarmState


def begin_round(state: SchwarmState, chance: Chance) -> list[Event]:
    """Light cards in random order, two blue ones drawn, the green one, order cards last (T)."""
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
    return [events.row(state.round, state.row)]


def _draw_blue(state: SchwarmState, chance: Chance) -> list[int]:
    drawn = []
    state.blue_pile = blue_to_draw(state.board, state.blue_pile)
    for _each in range(BLUE_A_ROUND):
        place = draw(state.blue_pile, chance)
        drawn.append(BLUE_CARDS[place])
    return drawn


def blue_to_draw(board: Board, pile: Sequence[int]) -> list[int]:
    """The pile of blue cards; those used come back when fewer than two are left (T, R)."""
    return list(board.blue if sum(pile) < BLUE_A_ROUND else pile)


def draw(counts: list[int], chance: Chance) -> int:
    """Draw one of what is counted, all alike; its place in the list."""
    number = chance.below(sum(counts))
    for place, count in enumerate(counts):
        if number < count:
            counts[place] -= 1
            return place
        number -= count
    raise AssertionError("a draw beyond what is there")


def turns_to_come(state: SchwarmState) -> list[int]:
    """The places in the order from the next one round to whose turn it is."""
    players = len(state.order)
    return [(state.turn + step) % players for step in range(1, players + 1)]


def next_taker(state: SchwarmState) -> list[Event]:
    """On to the next who may take a card; once all are taken they are played (T)."""
    told: list[Event] = []
    for turn in turns_to_come(state):
        seat = state.order[turn]
        if can_take(state, seat):
            state.turn = turn
            return told
        if state.order_cards[seat] == NONE:
            told.append(events.waited(seat))
    return _begin_play(state)


def _begin_play(state: SchwarmState) -> list[Event]:
    """The order cards tell who plays first (T)."""
    cards = state.order_cards
    state.order = sorted(range(len(cards)), key=lambda seat: cards[seat])
    state.turn = 0
    state.phase = PLAY
    return [events.opened(state.order[0])]


def end_card(state: SchwarmState, chance: Chance) -> list[Event]:
    """A card is played out: the other part of a double one, or the next player's turn (T)."""
    state.left, state.may_launch, state.moving = 0, False, NONE
    if state.visited:
        state.visited = []
    if state.parts:
        state.phase = BOTH
        return []
    state.playing = NONE
    state.phase = PLAY
    state.turn = (state.turn + 1) % len(state.order)
    if state.cards[state.order[state.turn]]:
        return []
    return _end_round(state, chance)


def finish(state: SchwarmState, seat: int, chance: Chance) -> list[Event]:
    """End a card and say so: what came before does not tell that no more is to come of it."""
    return [events.finished(seat), *end_card(state, chance)]


def _end_round(state: SchwarmState, chance: Chance) -> list[Event]:
    """Everybody's largest network counts (T); after the last round the final points too."""
    told: list[Event] = []
    for seat in state.order:
        is_brilliant = state.capacities[seat] == BRILLIANT
        network = scoring.largest(state.pieces(seat), is_brilliant=is_brilliant)
        points = network.points(is_brilliant=is_brilliant)
        state.points[seat] += points
        told.append(events.scored(seat, network, points))
    if state.round < ROUNDS[len(state.points)]:
        return told + begin_round(state, chance)
    state.phase = OVER
    for seat in state.order:
        final = scoring.final(state.pieces(seat))
        state.points[seat] += final.queen + final.shores
        told.append(events.crowned(seat, final))
    best = ranking(state.points)[0]
    told.append(events.ended(best[0] if len(best) == 1 else None))
    return told
