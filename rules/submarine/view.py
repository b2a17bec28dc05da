"""The view of one seat, and a full state that fits it, made from the view alone."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

from rules.chance import Chance
from rules.submarine.board import CARDS_PER_COLOUR, COLOURS, NONE, SETUPS
from rules.submarine.knowledge import (
    NO_DOUBT,
    Knowledge,
    World,
    Worlds,
    at_first,
    colour_of,
    fact,
    hand_of,
    pile_card,
    pile_place,
    place_of,
)
from rules.submarine.moves import Phase
from rules.submarine.state import SubmarineState


@dataclass(frozen=True, slots=True)
class Player:
    """The facts about one player that a seat sees."""

    bathyscaphes: tuple[int, ...]
    """The number of bathyscaphes in each cell."""
    boat: int
    """A column, LEFT or RIGHT."""
    board: tuple[int, ...]
    """The treasure of each type, or NONE."""
    jokers: tuple[int, ...]
    """Shells and surplus treasures."""
    hand_size: int
    hand: tuple[int, ...]
    """The colours known to be in the hand.

    The viewer's own hand in full; of another's, the cards that the viewer followed into it and
    that have certainly not left.
    """
    pile: tuple[int, ...]
    """The pile from the bottom: the colour of each card that the viewer is sure of, else NONE."""
    exchanges: int
    """The number of cards swapped outside right."""

    @property
    def types(self) -> int:
        """The number of the twelve types that the player has."""
        return len(self.board) - self.board.count(NONE)

    @property
    def cards(self) -> int:
        """The number of cards, in hand and pile."""
        return self.hand_size + len(self.pile)


@dataclass(frozen=True, slots=True)
class SubmarineView:
    """The table as `seat` sees it (None: a spectator); for the fields see SubmarineState."""

    seat: int | None
    waiting: tuple[int, ...]
    phase: Phase
    turn: int
    mover: int
    crossing: int
    round_limit: int | None
    sea: tuple[tuple[int, ...], ...]
    players: tuple[Player, ...]
    worlds: Worlds
    """The possible places of cards that the viewer has lost sight of (knowledge.py)."""
    discards: tuple[int, ...]
    left_over: int
    """The number of cards left over from the deal."""
    ready: tuple[int, ...]
    collecting: tuple[int, ...]
    laid: tuple[int, ...]
    owed: tuple[int, ...]
    taking: int
    taking_from: int
    reason: str


def _player(state: SubmarineState, seat: int, known: Knowledge | None) -> Player:
    hand: list[int] = []
    pile = [NONE] * len(state.piles[seat])
    for told in known.sure if known is not None else ():
        at = pile_place(place_of(told))
        if at is None and place_of(told) == hand_of(seat):
            hand.append(colour_of(told))
        elif at is not None and at[0] == seat:
            pile[at[1]] = colour_of(told)
    if known is not None and known.looker == seat:
        hand = state.hands[seat]
    return Player(
        tuple(state.bathyscaphes[seat]),
        state.boats[seat],
        tuple(state.boards[seat]),
        tuple(state.jokers[seat]),
        len(state.hands[seat]),
        tuple(sorted(hand)),
        tuple(pile),
        state.exchanges[seat],
    )


def view_of(state: SubmarineState, seat: int | None) -> SubmarineView:
    """Return the view of a seat, or of a spectator."""
    known = None
    if seat is not None:
        known = state.known[seat] = state.known[seat].after(state.acts)
    return SubmarineView(
        seat,
        state.waiting(),
        Phase(state.phase),
        state.turn,
        state.mover,
        state.crossing,
        state.round_limit,
        tuple(state.sea),
        tuple(_player(state, other, known) for other in range(len(state.boats))),
        NO_DOUBT if known is None else known.worlds,
        tuple(state.discards),
        len(state.left_over),
        tuple(state.ready),
        tuple(state.collecting),
        tuple(state.laid),
        tuple(state.owed),
        state.taking,
        state.taking_from,
        state.reason,
    )


def sample(view: SubmarineView, chance: Chance) -> SubmarineState:
    """Deal the cards hidden from a view, each possible deal with the same chance.

    If cards are in doubt, a deal that fits several worlds is somewhat more likely.
    """
    hands, piles, left_over = _deal(view, chance)
    return SubmarineState(
        sea=list(view.sea),
        bathyscaphes=[list(player.bathyscaphes) for player in view.players],
        boats=[player.boat for player in view.players],
        boards=[list(player.board) for player in view.players],
        jokers=[list(player.jokers) for player in view.players],
        hands=hands,
        piles=piles,
        acts=[],
        known=[_known(view, seat, hands, piles) for seat in range(len(view.players))],
        discards=list(view.discards),
        left_over=left_over,
        exchanges=[player.exchanges for player in view.players],
        round_limit=view.round_limit,
        mover=view.mover,
        phase=view.phase,
        turn=view.turn,
        crossing=view.crossing,
        ready=list(view.ready),
        collecting=list(view.collecting),
        laid=list(view.laid),
        owed=list(view.owed),
        taking=view.taking,
        taking_from=view.taking_from,
        reason=view.reason,
    )


_Deal = tuple[list[list[int]], list[list[int]], list[int]]
"""Hands, piles, and the cards left over from the deal."""


def _deal(view: SubmarineView, chance: Chance) -> _Deal:
    """Return a deal of one of the worlds, each weighted by its number of deals."""
    unseen = unseen_cards(view)
    if not view.worlds:
        return _deal_in((), view, unseen, chance)
    weights = [deals_in(world, unseen) for world in view.worlds]
    drawn, index = chance.below(sum(weights)), 0
    while drawn >= weights[index]:
        drawn -= weights[index]
        index += 1
    return _deal_in(view.worlds[index], view, unseen, chance)


def deals_in(world: World, unseen: list[int]) -> int:
    """Return the number of orders of the unseen cards that a world does not fix."""
    left = [unseen.count(colour) for colour in range(len(COLOURS))]
    for told in world:
        left[colour_of(told)] -= 1
    orders = factorial(sum(left))
    for count in left:
        orders //= factorial(count)
    return orders


def _deal_in(world: World, view: SubmarineView, unseen: list[int], chance: Chance) -> _Deal:
    """Deal the unseen cards that a world does not fix."""
    left = unseen[:]
    told_hands = [list(player.hand) for player in view.players]
    told_piles = [list(player.pile) for player in view.players]
    for told in world:
        left.remove(colour_of(told))
        pile = pile_place(place_of(told))
        if pile is None:
            told_hands[place_of(told)].append(colour_of(told))
        else:
            told_piles[pile[0]][pile[1]] = colour_of(told)
    chance.shuffle(left)
    hands = [_hand(player, hand, left) for player, hand in zip(view.players, told_hands)]
    piles = [[left.pop() if card == NONE else card for card in pile] for pile in told_piles]
    return hands, piles, left


def unseen_cards(view: SubmarineView) -> list[int]:
    """Return the sorted colours of the cards in the game whose place the seat does not know."""
    dealt = CARDS_PER_COLOUR - SETUPS[len(view.players)].set_aside
    left = [dealt - out for out in view.discards]
    for player in view.players:
        for colour in (*player.hand, *player.pile):
            if colour != NONE:
                left[colour] -= 1
    return [colour for colour in range(len(COLOURS)) for _ in range(left[colour])]


def _hand(player: Player, told: list[int], unseen: list[int]) -> list[int]:
    return sorted([*told, *(unseen.pop() for _ in range(player.hand_size - len(told)))])


def _known(
    view: SubmarineView, seat: int, hands: list[list[int]], piles: list[list[int]]
) -> Knowledge:
    """Return the knowledge of a seat: the viewer's from the view, empty for others."""
    known = at_first(seat, hands, piles, view.discards)
    if seat == view.seat:
        for other, player in enumerate(view.players):
            held = () if other == seat else player.hand
            known.sure += tuple(fact(hand_of(other), colour) for colour in held)
            known.sure += tuple(
                fact(pile_card(other, index), colour)
                for index, colour in enumerate(player.pile)
                if colour != NONE
            )
        known.worlds = view.worlds
    return known
