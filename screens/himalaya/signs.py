"""Cubes, orders, villages and tribes as this screen writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.himalaya.board import CUBES, NONE, Disc
from rules.himalaya.moves import LETTERS
from rules.himalaya.view import HimalayaView
from screens.player_styles import SIDE_SIGNS
from screens.text import N_, _

CUBE_LETTERS: Final = tuple(name[0] for name in CUBES)
BRACKETS: Final = (("", ""), ("(", ")"), ("[", "]"), ("{", "}"))
"""Around the number of a village, by level: house, temple, monastery."""
ROUTE_SIGNS: Final = ("·", "≈", "o")
"""Soil, ice and stone: three styles of line."""
ROUTE_LOOKS: Final = ("board--bad", "board--blue", "board--faint")
TRACE_SIGN: Final = "+"
"""Where the program being laid would lead."""
ORDER_NAMES: Final = (N_("soil"), N_("ice"), N_("stone"), N_("trade"), N_("pause"))
"""What the letters of a program stand for."""

_WORDS: Final = (
    N_("salt"),
    N_("barley"),
    N_("tea"),
    N_("jade"),
    N_("gold"),
    N_("house"),
    N_("temple"),
    N_("monastery"),
)
"""The words of the board, marked for translation."""


def cube_letters(counts: Sequence[int]) -> str:
    """Cubes as letters, cheapest first: "ssbtg"."""
    return "".join(letter * count for letter, count in zip(CUBE_LETTERS, counts))


def disc_text(disc: Disc) -> str:
    """An order: what it demands and its yaks, "ssb>2"."""
    return f"{cube_letters(disc.demand)}>{disc.yaks}"


def cubes_text(counts: Sequence[int]) -> str:
    """Cubes held: "2s 1b 0t 0j 1g"."""
    return " ".join(f"{count}{letter}" for count, letter in zip(counts, CUBE_LETTERS))


def cube_names(words: str) -> str:
    """Words of cubes in the reader's language, those that are alike counted: "salt ×2, tea"."""
    found = words.split()
    return ", ".join(_so_many(cube, found.count(cube)) for cube in CUBES if cube in found)


def _so_many(cube: str, count: int) -> str:
    return _(cube) if count == 1 else f"{_(cube)} ×{count}"


def program_text(program: Sequence[int]) -> str:
    """A program in its letters."""
    return "".join(LETTERS[order] for order in program)


def offer_text(view: HimalayaView, village: int) -> str:
    """What a village offers: its cubes, or the order it wants filled; empty if nothing."""
    if view.goods[village]:
        return cube_letters(view.goods[village])
    disc = view.orders[village]
    return "" if disc == NONE else disc_text(view.board.discs[disc])


def region_text(view: HimalayaView, region: int) -> str:
    """A region and who has how many delegations there: "B ▲2 ◆1"."""
    tribes = [
        f"{SIDE_SIGNS[seat]}{count}" for seat, count in enumerate(view.delegations[region]) if count
    ]
    return " ".join([view.board.regions[region].letter, *tribes])
