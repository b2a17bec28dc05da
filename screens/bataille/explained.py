"""What a place of the boards is and does, and what the words of moves do, each in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.bataille.board import SHIPS
from rules.bataille.view import BatailleView
from screens.bataille.notes import below
from screens.bataille.signs import HOT, MINE, MISSED, NEAR, OPEN, SPENT_MINE, SUBMARINE, SUNK
from screens.player_styles import SIDE_SIGNS
from screens.text import N_, _, labelled, ngettext

MEANINGS: Final[Mapping[str, str]] = {
    "sub": N_("a submarine lies there for the whole game"),
    "mine": N_("an enemy ship that stops above it is lost"),
    "stay": N_("no ship moves; one at sea may still drop a charge"),
    "drop": N_("a charge at that depth: it tells hit, near miss or nothing"),
    "fire": N_("a torpedo along a lane over your submarine: the enemy learns the lane"),
    "hold": N_("nothing is dropped or fired"),
}
_SIGNS: Final[Mapping[str, str]] = {
    "": N_("the answers rule out a submarine here"),
    OPEN: N_("a submarine may lie here: a charge at this depth would tell"),
    HOT: N_("next to a near miss, and not ruled out: a good place to search"),
    NEAR: N_("a charge here was a near miss: a submarine lay next to it"),
    MISSED: N_("a charge here told nothing: none here, none next to it"),
    SUNK: N_("a submarine was sunk here"),
    SUBMARINE: N_("your submarine: a charge in this very place sinks it"),
    MINE: N_("your mine: an enemy ship that stops above it is lost"),
    SPENT_MINE: N_("a mine that went off"),
}


def explain_ship(view: BatailleView, seat: int, ship: int, *, in_port: bool) -> str:
    """A ship: what it can do, and what can be done to it."""
    load = view.fleets[seat].charges[ship]
    charges = ngettext("{count} charge", "{count} charges", load)
    name = labelled(f"{SIDE_SIGNS[seat]}{SHIPS[ship]}", charges)
    if in_port:
        return name + "; " + _("in port it is safe and fully loaded")
    if seat == view.seat:
        return name + "; " + _("it drops them where it stops, and reloads in port")
    return name + "; " + _("fire at it along a lane over a submarine")


def explain_port(view: BatailleView, seat: int) -> str:
    """A berth that is empty."""
    if view.seat is not None and seat != view.seat:
        return _("the enemy’s port: ships in it are safe, yours may not go in")
    return _("ships in port are safe, and take on their full load")


def explain_number(view: BatailleView, number: int) -> str:
    """A square of the surface without a ship."""
    return "; ".join(part for part in (_("open sea"), below(view, number)) if part)


def explain_cell(sign: str, *, is_own: bool) -> str:
    """A cell of a camp, by the sign on it."""
    if is_own and sign in (OPEN, ""):
        return _("nothing of yours lies here")
    return _(_SIGNS[sign])
