"""Tiny: an invented game of sealed bids, the smallest that uses the whole contract.

Each of 2-4 players holds two tokens from a bag. In a round, all bid one of theirs in secret, the
bids are opened, and the sole highest bidder may change that token for one drawn blindly (`draw`)
or not (`keep`). When all bids are alike, or after `rounds` rounds, the larger hand wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.chance import Chance
from rules.contract import (
    Event,
    IllegalMove,
    NotAMove,
    Result,
    Revealing,
    check_seats,
    event,
    settle_options,
)
from rules.options import Limit, Option, OptionValue

TOKENS: Final = (1, 2, 3, 4, 5) * 3
NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class TinyMove:
    """The move `bid 3`, `draw` or `keep`."""

    word: str
    token: int = 0


BIDS: Final = {token: TinyMove(f"bid {token}", token) for token in TOKENS}
DRAW: Final = TinyMove("draw")
KEEP: Final = TinyMove("keep")
_BY_WORD: Final = {move.word: move for move in (*BIDS.values(), DRAW, KEEP)}


@dataclass(frozen=True, slots=True)
class TinyView:
    """The view of one seat; tuples go by seat, None is a hidden value."""

    seat: int | None
    waiting: tuple[int, ...]
    rounds: int | None
    round: int
    hands: tuple[tuple[int, ...] | None, ...]
    known: tuple[tuple[int, ...], ...]  # tokens of that hand which everybody has seen
    bids: tuple[int | None, ...]
    winner: int
    over: str


@dataclass(slots=True)
class TinyState:
    """The full state."""

    rounds: int | None
    hands: list[list[int]]
    bag: list[int]
    known: list[list[int]]
    bids: list[int | None]
    round: int = 1
    winner: int = NOBODY  # who may draw; NOBODY while bids are made
    over: str = ""

    def waiting(self) -> tuple[int, ...]:
        """Return the seats without a bid, or the winner of the round."""
        if self.over or self.winner != NOBODY:
            return () if self.over else (self.winner,)
        return tuple(seat for seat, bid in enumerate(self.bids) if bid is None)

    def copy(self) -> TinyState:
        """Return an independent copy."""
        hands, known = [list(hand) for hand in self.hands], [list(seen) for seen in self.known]
        return replace(self, hands=hands, bag=self.bag[:], known=known, bids=self.bids[:])


def legal(state: TinyState, seat: int) -> list[TinyMove]:
    """Return a bid of each token in hand, smallest first; or draw and keep."""
    if seat not in state.waiting():
        return []
    if state.winner == seat:
        return [DRAW, KEEP]
    return [BIDS[token] for token in sorted(set(state.hands[seat]))]


def hides_choice(view: TinyView) -> bool:
    """Whether bids are being made: two equal tokens are no choice."""
    return not view.over and view.winner == NOBODY


@event
class Bid(Event):
    """A bid of a token, whose number only its owner knows."""

    seat: int
    token: int | None = None

    def seen_by(self, seat: int | None) -> Bid:
        """Hide the token from the others."""
        return self if seat == self.seat else Bid(self.seat)


@event
class Drew(Revealing):
    """A token drawn from the bag, whose number only its owner knows."""

    seat: int
    token: int | None = None

    def seen_by(self, seat: int | None) -> Drew:
        """Hide the token from the others."""
        return self if seat == self.seat else Drew(self.seat)


@event
class Kept(Event):
    """The winner's choice to draw nothing."""

    seat: int


@event
class Opened(Revealing):
    """An opened bid."""

    seat: int
    token: int


@event
class Ended(Revealing):
    """The end of the game, for this reason."""

    reason: str
    seat: None = None


def play(state: TinyState, seat: int, move: TinyMove, chance: Chance) -> list[Event]:
    """Play a move in place and return its events."""
    return list(steps(state, seat, move, chance))


def steps(state: TinyState, seat: int, move: TinyMove, chance: Chance) -> Iterator[Event]:
    """Play a move step by step; after each event the state includes that event."""
    if move not in legal(state, seat):
        raise IllegalMove("{move} may not be played now", move=move.word)
    if move in (DRAW, KEEP):
        yield _draw(state, seat, chance) if move == DRAW else Kept(seat)
        yield from _next_round(state)
        return
    state.bids[seat] = move.token
    yield Bid(seat, move.token)
    if not state.waiting():
        yield from _open(state)


def _draw(state: TinyState, seat: int, chance: Chance) -> Event:
    hand, old = state.hands[seat], state.bids[seat] or 0
    place = chance.below(len(state.bag))
    drawn = state.bag[place]
    state.known[seat].remove(old)
    hand[hand.index(old)], state.bag[place] = drawn, old
    return Drew(seat, drawn)


def _open(state: TinyState) -> Iterator[Event]:
    bids = [bid or 0 for bid in state.bids]
    for known, bid in zip(state.known, bids):
        if bid not in known:
            known.append(bid)
    yield from (Opened(seat, bid) for seat, bid in enumerate(bids))
    if bids.count(max(bids)) > 1:
        yield from _next_round(state, accord=len(set(bids)) == 1)
    else:
        state.winner = bids.index(max(bids))


def _next_round(state: TinyState, accord: bool = False) -> Iterator[Event]:
    if accord or state.round == state.rounds:
        state.over = "accord" if accord else "rounds"
        yield Ended(state.over)
        return
    state.round, state.winner, state.bids = state.round + 1, NOBODY, [None] * len(state.hands)


def view_of(state: TinyState, seat: int | None) -> TinyView:
    """Return the view of a seat."""
    opened = state.over or state.winner != NOBODY
    shown = [state.over or n == seat for n in range(len(state.hands))]
    hands = [tuple(sorted(hand)) if see else None for hand, see in zip(state.hands, shown)]
    bids = [bid if opened or see else None for bid, see in zip(state.bids, shown)]
    known = [tuple(sorted(tokens)) for tokens in state.known]
    table = (tuple(hands), tuple(known), tuple(bids), state.winner, state.over)
    return TinyView(seat, state.waiting(), state.rounds, state.round, *table)


def result(state: TinyState) -> Result | None:
    """Return the ranking by size of hand, once the game is over."""
    sums = tuple(sum(hand) for hand in state.hands)
    tops = sorted(set(sums), reverse=True)
    ranking = tuple(tuple(n for n, held in enumerate(sums) if held == top) for top in tops)
    return Result(ranking, state.over, {"sum": sums}) if state.over else None


class Tiny:
    """The rules of Tiny."""

    name: Final = "tiny"
    title: Final = "Tiny"
    seats: Final = range(2, 5)
    options: Final[tuple[Option, ...]] = (Limit("rounds", "rounds to play", 1, 50, (3, 8)),)
    automatic: Final[Mapping[str, OptionValue]] = {"rounds": 8}
    former_options: Final[Mapping[int, Mapping[str, OptionValue]]] = {}

    def new(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> TinyState:
        """Shuffle the bag and deal two tokens each."""
        check_seats(self, seats)
        rounds = settle_options(self, options)["rounds"]
        bag = list(TOKENS)
        chance.shuffle(bag)
        hands = [[bag.pop(), bag.pop()] for _ in range(seats)]
        settled = rounds if isinstance(rounds, int) else None
        return TinyState(settled, hands, bag, [[] for _ in hands], [None] * seats)

    legal = staticmethod(legal)
    play = staticmethod(play)
    steps = staticmethod(steps)
    view = staticmethod(view_of)
    hides_choice = staticmethod(hides_choice)
    result = staticmethod(result)

    def sample(self, view: TinyView, chance: Chance) -> TinyState:
        """Deal all tokens that the seat has not seen."""
        hands = [list(seen if hand is None else hand) for hand, seen in zip(view.hands, view.known)]
        held = Counter(token for hand in hands for token in hand)
        bag = list((Counter(TOKENS) - held).elements())
        chance.shuffle(bag)
        hands = [hand + [bag.pop() for _ in range(2 - len(hand))] for hand in hands]
        bids = list(view.bids)
        for seat, hand in enumerate(hands):
            if bids[seat] is None and seat not in view.waiting:
                bids[seat] = chance.pick(hand)
        known = [list(seen) for seen in view.known]
        return TinyState(view.rounds, hands, bag, known, bids, view.round, view.winner, view.over)

    def parse(self, text: str) -> TinyMove:
        """Return the move of a typed text."""
        words = " ".join(text.casefold().split())
        if words not in _BY_WORD:
            raise NotAMove("no move reads {text}", text=text[:40])
        return _BY_WORD[words]


TINY: Final = Tiny()
