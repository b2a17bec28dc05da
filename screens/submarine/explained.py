"""What a place of the sea is and does, and what the words of moves do, each in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.submarine.board import COLOUR_OF, LEFT, RIGHT
from rules.submarine.view import SubmarineView
from screens.player_styles import SIDE_SIGNS
from screens.submarine.notes import use_of, whats_below
from screens.submarine.sides import own_seat
from screens.submarine.signs import colour_name, token_words, toll_signs, tribute
from screens.text import N_, _, labelled

MEANINGS: Final[Mapping[str, str]] = {
    "place": N_("a bathyscaphe goes down to level 1 of that column"),
    "boat": N_("your boat goes there; your bathyscaphes straight below may act"),
    "dive": N_("a bathyscaphe below goes to another cell, at most one level up or down"),
    "take": N_("a bathyscaphe below collects a token, paid by a joker or by card"),
    "give": N_("a card goes into the hand of whoever is owed one"),
    "swap": N_("a card goes under your pile, and you draw one"),
    "done": N_("nothing more; you draw back to three cards"),
}


def explain_token(view: SubmarineView, token: int, cell: int) -> str:
    """A token: what it is good for to whoever looks, and what it costs."""
    seat = own_seat(view)
    card = _("1 {colour}").format(colour=colour_name(COLOUR_OF[token]))
    price = f"{card} {toll_signs(tribute(view, seat, cell))}".rstrip()
    told = _("{use}; for a joker, or {price}").format(use=use_of(view, seat, token), price=price)
    return labelled(token_words(token), told)


def explain_cell(view: SubmarineView, cell: int) -> str:
    """The bathyscaphes of a cell, and whom they are paid to."""
    own = view.players[own_seat(view)].bathyscaphes[cell]
    others = [
        f"{SIDE_SIGNS[seat]}{player.bathyscaphes[cell]}"
        for seat, player in enumerate(view.players)
        if seat != own_seat(view) and player.bathyscaphes[cell]
    ]
    told = []
    if own:
        text = _("yours: {count}, acting when your boat stops above")
        told.append(text.format(count=own))
    if others:
        text = _("{sides}: paid by others who collect from here down")
        told.append(text.format(sides=" ".join(others)))
    return "; ".join(told) or _("no bathyscaphe lies here")


def explain_surface(view: SubmarineView, column: int) -> str:
    """A place for boats."""
    if column == LEFT:
        return _("boats set out from here, and never come back")
    if column == RIGHT:
        return _("out of the sea: each turn you may exchange a card, and your boat stays")
    below = whats_below(view, own_seat(view), column)
    if not below:
        return _("no bathyscaphe of yours lies below, so your boat does not stop here")
    return labelled(_("yours below"), below)
