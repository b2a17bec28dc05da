"""Explanations of the choices and places of *Submarine*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules import messages as nouns
from rules.submarine.board import (
    CELLS_OF,
    COLOUR_OF,
    LEFT,
    LEVEL_OF,
    LEVELS,
    NONE,
    RIGHT,
    SHELLS,
    TYPE_OF,
)
from rules.submarine.moves import EXCHANGE, Kind, Move
from rules.submarine.view import SubmarineView
from screens.colours import SIDE_SIGNS
from screens.people import SeatNames
from screens.submarine.signs import (
    colour_name,
    own_seat,
    payment_of,
    token_sign,
    token_words,
    toll_signs,
    tribute,
)
from screens.text import N_, _, clauses, in_words, labelled, ngettext

SPREAD: Final = 100
"""The least width at which a note says everything."""
_TIGHT: Final = 66
"""The least width at which a note is complete; below, it has only the main point."""


class Notes:
    """The notes of one view, for a screen of a given width."""

    def __init__(self, view: SubmarineView, people: SeatNames, width: int) -> None:
        self._view = view
        self._people = people
        self._is_full = width >= SPREAD
        self._is_tight = width < _TIGHT

    def of(self, moves: Sequence[Move], said: int, offered: Sequence[Move]) -> str:
        """Return the note beside the first `said` words of some moves."""
        view, move = self._view, moves[0]
        seat = view.mover
        match move.kind, said:
            case Kind.BOAT, _any:
                is_out = move.column == RIGHT
                return _("leave") if is_out else whats_below(view, seat, move.column)
            case Kind.DONE, _any:
                if view.phase == EXCHANGE:
                    return _("no swap")
                return _("end turn, draw to 3 cards")
            case Kind.TAKE, 1 | 2:
                return self._in_reach(moves)
            case Kind.TAKE, _any:
                return self._take(moves if said < 4 else (move,), offered)
            case Kind.DIVE, 1:
                return _("one level up or down, any column")
            case Kind.DIVE, 2:
                ready = view.ready[move.level - 1]
                return ngettext("{count} bathyscaphe", "{count} bathyscaphes", ready)
            case Kind.DIVE, 4:
                return " ".join(token_sign(token) for token in view.sea[move.cell])
            case Kind.GIVE, _any:
                name = self._people.signed_within(view.owed[0])
                return _("{colour}, to {name}").format(colour=colour_name(move.colour), name=name)
            case Kind.SWAP, _any:
                return _("{colour}, under the pile").format(colour=colour_name(move.colour))
        return ""

    def _in_reach(self, moves: Sequence[Move]) -> str:
        """Return the tokens within reach at each level, and the tribute there to each player."""
        view, found = self._view, []
        cells = CELLS_OF[view.players[view.mover].boat]
        for level in LEVELS:
            names = dict.fromkeys(token_sign(m.token) for m in moves if m.level == level)
            if names:
                owed = toll_signs(tribute(view, view.mover, cells[level - 1]))
                head = _("level {level}").format(level=level)
                found.append(labelled(f"{head} {owed}".rstrip(), " ".join(names)))
        return "   ".join(found)

    def _take(self, moves: Sequence[Move], offered: Sequence[Move]) -> str:
        """Return the token taken, its use and its cost, in aligned columns if there is room."""
        view, move = self._view, min(moves, key=lambda each: each.joker)
        if self._is_tight:
            price = "" if move.joker != NONE else self._price(move)
            return f"{use_of(view, view.mover, move.token)}  {price}".rstrip()
        takes = [each for each in offered if each.kind == Kind.TAKE] or [move]
        names = [self._name(each) for each in takes]
        uses = [use_of(view, view.mover, each.token) for each in takes]
        name, use = self._name(move), use_of(view, view.mover, move.token)
        text = f"{name:{max(map(len, names))}}  {use:{max(map(len, uses))}}  {self._price(move)}"
        if len({each.joker for each in moves}) > 1:
            text += "  " + _("or a joker")
        return text

    def _name(self, move: Move) -> str:
        words = token_words(move.token)
        if not self._is_full:
            return words
        text = _("{token} by card") if move.joker == NONE else _("{token} by joker")
        return text.format(token=words)

    def _price(self, move: Move) -> str:
        payment = payment_of(self._view, move)
        if payment.joker != NONE:
            text = (
                _("{token} stays in the sea, no tribute")
                if self._is_full
                else _("{token} stays in the sea")
            )
            return text.format(token=token_words(payment.joker))
        card = _("1 {colour}").format(colour=colour_name(COLOUR_OF[move.token]))
        if not payment.toll:
            return _("{card}, no tribute").format(card=card)
        if not self._is_full:
            return f"{card} {toll_signs(payment.toll)}"
        cards = in_words(nouns.cards(payment.cards))
        text = _("{card} and {cards}: {names}")
        return text.format(card=card, cards=cards, names=self._receivers(payment.toll))

    def _receivers(self, toll: Mapping[int, int]) -> str:
        return ", ".join(
            f"{SIDE_SIGNS[other]} {self._people.names[other]}" + (f" ({n})" if n > 1 else "")
            for other, n in toll.items()
        )


def whats_below(view: SubmarineView, seat: int, column: int) -> str:
    """Return the levels of a seat's bathyscaphes below a column, and the tribute there."""
    own = view.players[seat].bathyscaphes
    here = []
    for cell in CELLS_OF[column]:
        if own[cell]:
            at = _("{count} at level {level}").format(count=own[cell], level=LEVEL_OF[cell])
            here.append(f"{at} {toll_signs(tribute(view, seat, cell))}".rstrip())
    return ", ".join(here)


def use_of(view: SubmarineView, seat: int, token: int) -> str:
    """Return the use of a token for a seat: a joker or a new type."""
    if token in SHELLS or view.players[seat].board[TYPE_OF[token]] != NONE:
        return _("as a joker")
    return _("new type")


MEANINGS: Final[Mapping[str, str]] = {
    "place": N_("a bathyscaphe goes down to level 1 of that column"),
    "boat": N_("your boat goes there; your bathyscaphes below it may act"),
    "dive": N_("move a bathyscaphe below the boat, at most one level up or down"),
    "take": N_("collect a token with a bathyscaphe below; pay with a joker or cards"),
    "give": N_("the card goes to the player who is owed it"),
    "swap": N_("a card goes under your pile, and you draw one"),
    "done": N_("end your turn and draw back to three cards"),
}


def explain_token(view: SubmarineView, token: int, cell: int) -> str:
    """Return the name of a token, its use for the present player, and its cost."""
    seat = own_seat(view)
    card = _("1 {colour}").format(colour=colour_name(COLOUR_OF[token]))
    price = f"{card} {toll_signs(tribute(view, seat, cell))}".rstrip()
    told = _("{use}; for a joker, or {price}").format(use=use_of(view, seat, token), price=price)
    return labelled(token_words(token), told)


def explain_cell(view: SubmarineView, cell: int) -> str:
    """Return the bathyscaphes of a cell, and the players they bring a tribute."""
    own = view.players[own_seat(view)].bathyscaphes[cell]
    others = [
        f"{SIDE_SIGNS[seat]}{player.bathyscaphes[cell]}"
        for seat, player in enumerate(view.players)
        if seat != own_seat(view) and player.bathyscaphes[cell]
    ]
    told = []
    if own:
        text = _("yours: {count}; they act when your boat stops above")
        told.append(text.format(count=own))
    if others:
        text = _("{sides}: tribute from others who collect here or deeper")
        told.append(text.format(sides=" ".join(others)))
    return clauses(told) or _("no bathyscaphe here")


def explain_surface(view: SubmarineView, column: int) -> str:
    """Return an explanation of a place for boats."""
    if column == LEFT:
        return _("boats start here and never come back")
    if column == RIGHT:
        return _("out of the sea: you may swap a card each turn; your boat stays")
    below = whats_below(view, own_seat(view), column)
    if not below:
        return _("none of your bathyscaphes is below, so your boat cannot stop here")
    return labelled(_("yours below"), below)
