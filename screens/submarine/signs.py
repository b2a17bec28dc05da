"""Tokens, colours and costs as this screen writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from rules.submarine.board import (
    COLOUR_LETTERS,
    COLOUR_OF,
    COLOURS,
    DEPTH,
    NONE,
    SHELLS,
    TOKEN_NAMES,
    TYPE_NAMES,
    TYPE_OF,
)
from rules.submarine.view import SubmarineView
from screens.player_styles import PAINTS, SIDE_SIGNS
from screens.text import N_, _

COLOUR_LOOKS: Final = tuple(f"board--{paint}" for paint in PAINTS)
"""The component class of each colour."""

_WORDS: Final = (
    N_("amphora"),
    N_("bell"),
    N_("crown"),
    N_("dagger"),
    N_("goblet"),
    N_("helmet"),
    N_("key"),
    N_("lamp"),
    N_("mask"),
    N_("necklace"),
    N_("pearl"),
    N_("ring"),
    N_("red"),
    N_("yellow"),
    N_("green"),
    N_("blue"),
    N_("purple"),
)
"""The words of board.toml, marked for translation."""


def token_look(token: int) -> str:
    """The component class of a token."""
    return COLOUR_LOOKS[COLOUR_OF[token]]


def colour_name(colour: int) -> str:
    """A colour in the reader's language."""
    return _(COLOURS[colour])


def token_name(token: int) -> str:
    """What a token is: "Mr, red mask"."""
    kind = _("shell") if token in SHELLS else _(TYPE_NAMES[TYPE_OF[token]])
    text = _("{token}, {colour} {kind}")
    return text.format(token=TOKEN_NAMES[token], colour=colour_name(COLOUR_OF[token]), kind=kind)


def letters(colours: Iterable[int]) -> str:
    """Cards as letters, "?" for those not known."""
    return "".join("?" if colour == NONE else COLOUR_LETTERS[colour] for colour in colours)


def tribute(view: SubmarineView, seat: int, cell: int) -> dict[int, int]:
    """How many cards a seat would owe to whom for each token of a cell, in seat order."""
    first, players = cell - cell % DEPTH, len(view.players)
    found: Counter[int] = Counter()
    for step in range(1, players):
        other = (seat + step) % players
        count = sum(view.players[other].bathyscaphes[first : cell + 1])
        if count:
            found[other] = count
    return found


def tribute_text(view: SubmarineView, seat: int, cell: int) -> str:
    """The same as signs, "▼1 ◆2"; empty if nothing is due."""
    owed = tribute(view, seat, cell)
    return " ".join(f"{SIDE_SIGNS[other]}{count}" for other, count in owed.items())


def cost_text(view: SubmarineView, seat: int, cell: int, token: int) -> str:
    """What buying a token by card would cost now: "1 red + ▼1 ◆2"."""
    card = _("1 {colour}").format(colour=colour_name(COLOUR_OF[token]))
    due = tribute_text(view, seat, cell)
    return f"{card} + {due}" if due else card
