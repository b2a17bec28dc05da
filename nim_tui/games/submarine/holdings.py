"""Types, cards, jokers and stops, in sentences on why one move of *Submarine* is better."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Final

from nim_tui.bots.contrast import Contrast, Reason
from nim_tui.bots.playout import Playout
from nim_tui.games.submarine.figures import BOAT_AHEAD, HELD, TYPES_HELD
from nim_tui.games.submarine.reasons import (
    MORE,
    certainly,
    columns_ahead,
    facts_of,
    moves_of,
    taken,
    tribute,
)
from rules.messages import N_, Phrase, SeatName, Value, cards, columns, jokers
from rules.submarine.board import COLUMN_OF, NONE, TOKEN_NAMES, TYPE_OF, TYPES
from rules.submarine.events import Gave, Paid
from rules.submarine.moves import Kind
from rules.submarine.scoring import types_of

_APART: Final = 0.45
"""The least difference in cards, jokers or columns that is named."""


def _holds(playout: Playout, seat: int, kind: int) -> bool:
    held: int = playout.state.boards[seat][kind]
    return held != NONE


def _held_oftener(contrast: Contrast, seat: int, *, worse: bool) -> tuple[str, tuple[int, int]]:
    """Return the treasure of the type that a seat holds more often after one of the moves.

    With it: the cases of 100 after this move, and after the other. A treasure that the move itself
    takes precedes equally frequent ones.
    """
    best, most = "", (0, 0)
    move = moves_of(contrast)[worse]
    first = TYPE_OF[move.token] if move.kind == Kind.TAKE else NONE
    for kind in sorted(range(len(TYPES)), key=lambda each: each != first):
        found = contrast.cases(partial(_holds, seat=seat, kind=kind))
        cases = found[::-1] if worse else found
        if cases[0] - cases[1] > most[0] - most[1]:
            held = Counter(pair[worse].state.boards[seat][kind] for pair in contrast.pairs)
            del held[NONE]
            best, most = TOKEN_NAMES[held.most_common(1)[0][0]], cases
    return best, most


def new_type(contrast: Contrast) -> str:
    """Return the treasure of a new type gained more often by the better move; empty for none."""
    token, (more, less) = _held_oftener(contrast, contrast.own, worse=False)
    return token if more - less >= MORE else ""


def own_types(contrast: Contrast) -> Reason | None:
    """Name a type that the seat gets, else more types of any kind."""
    own, now = contrast.own, contrast.view.players[contrast.own].types
    _, later = contrast.means(lambda playout: types_of(playout.state, own))
    if later - now < _APART:
        blame = N_("It is unlikely to bring you a new type by your next turn.")
    else:
        blame = N_("It brings you fewer new types than other moves.")
    token, (more, less) = _held_oftener(contrast, own, worse=False)
    if more - less >= MORE:
        facts = facts_of(contrast, token=token, a=more, b=less)
        praise = N_("You get {token} in {a} of 100 cases; only {b} after {worse}.")
        if certainly(more, less):
            praise = N_("You get {token}, a type you lack; not after {worse}.")
        return Reason.of(praise, blame, facts)
    more, less = contrast.cases(lambda playout: types_of(playout.state, own) > now)
    if more - less < MORE:
        return None
    praise = N_("You get a new type in {a} of 100 cases; only {b} after {worse}.")
    return Reason.of(praise, blame, facts_of(contrast, a=more, b=less))


def their_types(contrast: Contrast, seat: int) -> Reason | None:
    """Name a type that an opponent gets, else a type of any kind."""
    token, (more, less) = _held_oftener(contrast, seat, worse=True)
    if more - less >= MORE:
        facts = facts_of(contrast, name=SeatName(seat), token=token, a=less, b=more)
        return taken(less, more, facts)
    now = contrast.view.players[seat].types
    less, more = contrast.cases(lambda playout: types_of(playout.state, seat) > now)
    if more - less < MORE:
        return None
    return Reason.of(
        N_("After {worse}, {name} gets a new type in {b} of 100 cases; otherwise in {a}."),
        N_("{name} then gets a new type in {b} of 100 cases."),
        facts_of(contrast, name=SeatName(seat), a=less, b=more),
    )


def own_money(contrast: Contrast) -> Reason | None:
    """Name cards and jokers at the next turn."""
    own = contrast.own
    joker = contrast.means(partial(_jokers_of, seat=own))
    card = contrast.means(partial(_cards, seat=own))
    if joker[0] - joker[1] >= _APART:
        return _jokers(contrast, joker, round(card[1] - card[0]))
    more, fewer = round(card[0]), round(card[1])
    if card[0] - card[1] < _APART or more == fewer or joker[1] - joker[0] >= _APART:
        return None
    payers = range(len(contrast.view.players))
    paid = [told for seat in payers if (told := _paid_by(contrast, seat)) is not None]
    facts = facts_of(contrast, cards=cards(more), fewer=cards(fewer))
    return (paid or [_fewer_cards(facts)])[0]


def _fewer_cards(facts: dict[str, Value]) -> Reason:
    return Reason.of(
        N_("You will hold {cards} by your next turn; only {fewer} after {worse}."),
        N_("It leaves you {fewer} by your next turn, fewer than other moves."),
        facts,
    )


def _paid_by(contrast: Contrast, seat: int) -> Reason | None:
    """Name tributes from an opponent."""
    own = contrast.own
    more, less = contrast.cases(lambda playout: _paid(playout, seat, own) > 0)
    if seat == own or more - less < MORE:
        return None
    return tribute(more, less, facts_of(contrast, name=SeatName(seat), a=more, b=less))


def _jokers(contrast: Contrast, held: tuple[float, float], cost: int) -> Reason | None:
    """Name more jokers, with their price in cards."""
    facts = facts_of(contrast, cards=cards(cost))
    better, worse = moves_of(contrast)
    if worse.kind == Kind.TAKE and worse.joker != NONE and better != worse:
        praise, blame = N_("You keep {joker} as a joker."), N_("It spends the joker {joker}.")
        if cost > 0:
            praise = N_("You keep {joker}; it costs you {cards}.")
            blame = N_("It spends {joker}, a joker worth more than {cards}.")
        return Reason.of(praise, blame, facts | {"joker": TOKEN_NAMES[worse.joker]})
    blame = N_("It leaves you fewer jokers than other moves.")
    if better.kind == Kind.TAKE and better.token in _gained_jokers(contrast):
        praise = N_("{token} becomes a joker of yours.")
        if cost > 0:
            praise = N_("{token} becomes a joker; it costs you {cards}.")
        return Reason.of(praise, blame, facts | {"token": TOKEN_NAMES[better.token]})
    more, fewer = (round(each) for each in held)
    if more == fewer:
        return None
    praise = N_("You will hold {jokers} by your next turn; only {fewer} after {worse}.")
    if not fewer:
        praise = N_("You will hold {jokers} by your next turn; none after {worse}.")
    return Reason.of(praise, blame, facts | {"jokers": jokers(more), "fewer": fewer})


def _gained_jokers(contrast: Contrast) -> set[int]:
    """Return the jokers held after the better move in most worlds, and not before."""
    own = contrast.own
    found = Counter(token for pair in contrast.pairs for token in pair[0].state.jokers[own])
    before = contrast.view.players[own].jokers
    return {token for token, count in found.items() if 2 * count > len(contrast.pairs)} - {*before}


def _jokers_of(playout: Playout, seat: int) -> int:
    return len(playout.state.jokers[seat])


def _cards(playout: Playout, seat: int) -> int:
    return len(playout.state.hands[seat]) + len(playout.state.piles[seat])


def _paid(playout: Playout, seat: int, to: int) -> int:
    """Return the number of cards that a seat pays to another as tribute."""
    return sum(
        event.count if isinstance(event, Paid) else 1
        for _seat, _move, event in playout.happenings
        if isinstance(event, Paid | Gave) and (event.seat, event.to) == (seat, to)
    )


def their_money(contrast: Contrast, seat: int) -> Reason | None:
    """Name a tribute that an opponent pays, or that is saved."""
    if (told := _paid_by(contrast, seat) or _their_joker(contrast, seat)) is not None:
        return told
    less, more = contrast.means(lambda playout: _paid(playout, contrast.own, seat))
    if more - less < _APART or round(more) == round(less):
        return None
    facts = facts_of(
        contrast, name=SeatName(seat), cards=cards(round(more)), fewer=cards(round(less))
    )
    blame = N_("You pay {name} a tribute of {cards}.")
    praise = N_("You pay {name} no tribute; {cards} after {worse}.")
    if round(less):
        praise = N_("You pay {name} {fewer} in tribute; {cards} after {worse}.")
    return Reason.of(praise, blame, facts)


def _their_joker(contrast: Contrast, seat: int) -> Reason | None:
    """Name a joker that an opponent gains."""
    now = len(contrast.view.players[seat].jokers)
    less, more = contrast.cases(lambda playout: len(playout.state.jokers[seat]) > now)
    if more - less < MORE:
        return None
    facts = facts_of(contrast, name=SeatName(seat), a=less, b=more)
    if certainly(more, less):
        return Reason.of(
            N_("After {worse}, {name} can gain a joker."),
            N_("{name} can then gain a joker."),
            facts,
        )
    return Reason.of(
        N_("After {worse}, {name} gains a joker in {b} of 100 cases; otherwise in {a}."),
        N_("{name} then gains a joker in {b} of 100 cases."),
        facts,
    )


def own_income(contrast: Contrast) -> Reason | None:
    """Name a place that may bring tributes."""
    move, _worse = moves_of(contrast)
    if move.kind != Kind.DIVE:
        return None
    facts = facts_of(contrast, column=COLUMN_OF[move.cell])
    return Reason.of(
        N_("Opponents who collect in column {column} may owe you tribute."),
        N_("Opponents are less likely to owe you tribute."),
        facts,
    )


def own_boat(contrast: Contrast) -> Reason | None:
    """Name the stops that the boat still has in this crossing."""
    own = contrast.own
    ahead = contrast.means(lambda playout: columns_ahead(playout.state, own))
    more, fewer = (round(each) for each in ahead)
    if ahead[0] - ahead[1] < _APART or more == fewer:
        return None
    facts = facts_of(contrast, columns=columns(more), fewer=fewer)
    if not fewer:
        return Reason.of(
            N_("Your boat can still stop in {columns}; not after {worse}."),
            N_("Your boat cannot stop again in this crossing."),
            facts,
        )
    facts |= {"few": columns(fewer)}
    return Reason.of(
        N_("Your boat can still stop in {columns}; only in {fewer} after {worse}."),
        N_("Your boat can still stop in only {few}."),
        facts,
    )


# In favour of the worse move


def speaks_for_the_worse(figure: str, contrast: Contrast) -> Phrase | None:
    """Put into words the worse move's advantage in one figure; None if no sentence fits."""
    name, _apart, other = figure.partition(" ")
    if name == TYPES_HELD:
        return _more_types(contrast, int(other) if other else contrast.own)
    if other:
        return None
    if name == HELD:
        return _more_jokers(contrast) or _more_cards(contrast)
    return _more_stops(contrast) if name == BOAT_AHEAD else None


def _more_types(contrast: Contrast, seat: int) -> Phrase | None:
    """Name a type that the seat gains, or an opponent does not, only after the worse move."""
    is_own = seat == contrast.own
    token, (more, less) = _held_oftener(contrast, seat, worse=is_own)
    if more - less < MORE:
        return None
    if is_own:
        return Phrase(
            N_("But after {worse}, {token} is more likely to be yours."),
            facts_of(contrast, token=token),
        )
    return Phrase(
        N_("But after {worse}, {name} is less likely to get {token}."),
        facts_of(contrast, token=token, name=SeatName(seat)),
    )


def _more_jokers(contrast: Contrast) -> Phrase | None:
    fewer, more = map(round, contrast.means(partial(_jokers_of, seat=contrast.own)))
    if more <= fewer:
        return None
    return Phrase(
        N_("But after {worse} you hold {jokers}, not {fewer}."),
        facts_of(contrast, jokers=jokers(more), fewer=fewer),
    )


def _more_cards(contrast: Contrast) -> Phrase | None:
    fewer, more = map(round, contrast.means(partial(_cards, seat=contrast.own)))
    if more <= fewer:
        return None
    return Phrase(
        N_("But after {worse} you hold {cards}, not {fewer}."),
        facts_of(contrast, cards=cards(more), fewer=fewer),
    )


def _more_stops(contrast: Contrast) -> Phrase | None:
    ahead = contrast.means(lambda playout: columns_ahead(playout.state, contrast.own))
    fewer, more = map(round, ahead)
    if more <= fewer:
        return None
    return Phrase(
        N_("But after {worse} your boat can still stop in {columns}, not {fewer}."),
        facts_of(contrast, columns=columns(more), fewer=fewer),
    )
