"""A full state that fits a view, made from the view alone."""

from __future__ import annotations

from rules.chance import Chance
from rules.submarine.board import CARDS_PER_COLOUR, COLOURS, NONE, SETUPS
from rules.submarine.cards import KNOWER, bag_of
from rules.submarine.state import SubmarineState
from rules.submarine.view import Player, SubmarineView


def sample(view: SubmarineView, chance: Chance) -> SubmarineState:
    """Deal the cards the view does not show; each deal it leaves open is as likely as another."""
    unseen = unseen_cards(view)
    chance.shuffle(unseen)
    players = len(view.players)
    hands = [_hand(player, unseen) for player in view.players]
    piles = [_pile(view.seat, player, unseen) for player in view.players]
    return SubmarineState(
        sea=list(view.sea),
        bathyscaphes=[list(player.bathyscaphes) for player in view.players],
        boats=[player.boat for player in view.players],
        boards=[list(player.board) for player in view.players],
        jokers=[list(player.jokers) for player in view.players],
        hands=hands,
        piles=piles,
        traced=_traced(view, players),
        discards=list(view.discards),
        left_over=unseen,
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


def unseen_cards(view: SubmarineView) -> list[int]:
    """The colours, sorted, of the cards in the game that the seat does not know where to find."""
    dealt = CARDS_PER_COLOUR - SETUPS[len(view.players)].set_aside
    left = [dealt - out for out in view.discards]
    for player in view.players:
        for colour in (*player.hand, *player.pile):
            if colour != NONE:
                left[colour] -= 1
    return [colour for colour in range(len(COLOURS)) for _ in range(left[colour])]


def _hand(player: Player, unseen: list[int]) -> list[int]:
    missing = player.hand_size - len(player.hand)
    return sorted([*player.hand, *(unseen.pop() for _ in range(missing))])


def _pile(looker: int | None, player: Player, unseen: list[int]) -> list[int]:
    if looker is None:
        return [unseen.pop() for _ in player.pile]
    return [unseen.pop() if c == NONE else c | KNOWER[looker] for c in player.pile]


def _traced(view: SubmarineView, players: int) -> list[int]:
    traced = [0] * (players * players)
    for seat, player in enumerate(view.players):
        if view.seat is not None and seat != view.seat:
            traced[seat * players + view.seat] = bag_of(list(player.hand))
    return traced
