"""The signs of cubes, orders, villages and tribes, and the words of moves with their key letters.

No key letter is a letter of a program, so each letter keeps one meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final

from rules.himalaya.board import CUBES, LEVELS, NONE, WAYS, Disc
from rules.himalaya.moves import LETTERS, Kind
from rules.himalaya.view import HimalayaView
from screens.colours import SIDE_SIGNS, Look, Span
from screens.table.move_words import Letters, Words
from screens.table.vocabulary import read_vocabulary
from screens.text import N_, _, current_look, is_spoken

WORDS: Final = read_vocabulary(__package__)


_REGIONS: Final = dict(zip(ascii_uppercase, "123456789"))


def _digit(words: Words) -> str:
    """Return the digit: of cubes from the cheapest, regions in order, delegations by number."""
    match words:
        case ("take", cube):
            return str(CUBES.index(cube) + 1)
        case ("envoy", region):
            return _REGIONS.get(region, "")
        case ("envoy", _region, count):
            return count
    return ""


KEY_LETTERS: Final = Letters(
    WORDS,
    _digit,
    (
        ("1 - 20", N_("villages by their numbers, in a program and on the map")),
        ("1 - 5", N_("cubes: salt, barley, tea, jade, gold")),
        ("1 - 9", N_("regions by their letters, A to I; how many delegations")),
    ),
)
"""The key letters; villages are chosen by the cursor."""


LEVEL_SIGNS: Final = ("", "⌂", "Π", "♜")
"""The signs before the number of a village: house, temple, monastery."""
STUPA: Final = "♙"
FLAG: Final = "⚑"
"""The mark of a player who leads a region alone."""
GETS: Final = "▸"
"""The sign between the demand of an order and its yaks."""
WORKS: Final = "✓"
FAILS: Final = "✗"
"""The signs of a trade that fills an order, and of a step without effect."""
NEW: Final = "*"
"""The sign after things that are new since the reader's last turn."""
CUBE_LOOKS: Final = tuple(
    Look("dark", "gold-cube" if cube == "gold" else cube, "bold") for cube in CUBES
)
LEVEL_LOOKS: Final = (Look(), *(Look("ink", level, "bold") for level in LEVELS))
PRICE_LOOK: Final = Look("price", "price-ground", "bold")
TOKEN_LOOK: Final = Look("dark", "gold", "bold")
ORDER_NAMES: Final = (N_("soil"), N_("ice"), N_("stone"), N_("trade"), N_("pause"))
"""The meanings of the letters of a program."""
ORDER_INKS: Final = (*WAYS, "ink", "soft")
"""The colours of the steps of a program."""
_SAMPLES: Final = (("⠶⠶⠶", "~~~"), ("⠶⠆⠶", "=-="), ("⠆⠆⠆", ":::"))

_WORDS: Final = (
    N_("house"),
    N_("temple"),
    N_("monastery"),
)
"""The words of the board, marked for translation."""


def is_in_ascii() -> bool:
    """Check whether routes must be drawn in plain signs, without dots."""
    return current_look().glyphs == "ascii"


def route_sample(way: int) -> str:
    """Return three cells of a route."""
    return _SAMPLES[way][is_in_ascii()]


def cube_sign(cube: int) -> str:
    """Return the letter of a kind of cube."""
    return WORDS.sign(CUBES[cube][0])


def cube_signs() -> Sequence[str]:
    """Return the letters of all kinds of cubes, cheapest first."""
    return [cube_sign(cube) for cube in range(len(CUBES))]


def cube_name(cube: int) -> str:
    """Return the name of a kind of cube."""
    return WORDS.shown(CUBES[cube])


def token_sign(kind: Kind) -> str:
    """Return the letter of an event token, at a village or on a route."""
    return WORDS.sign(kind.name[0])


def cube_letters(counts: Sequence[int]) -> str:
    """Return cubes as letters, cheapest first: "ssbtg"."""
    return "".join(letter * count for letter, count in zip(cube_signs(), counts))


def cube_spans(counts: Sequence[int]) -> list[Span]:
    """Return cubes as coloured letters, cheapest first."""
    return [
        (letter * count, look)
        for letter, count, look in zip(cube_signs(), counts, CUBE_LOOKS)
        if count
    ]


def held_spans(counts: Sequence[int], gap: Look) -> list[Span]:
    """Return the number of cubes held, by kind: "s2 b3 t3 j1 g1"."""
    spans: list[Span] = []
    for letter, count, look in zip(cube_signs(), counts, CUBE_LOOKS):
        spans += [(f"{letter}{count}", look), (" ", gap)]
    return spans


def disc_text(disc: Disc) -> str:
    """Return an order as its demand and yaks, "ssb▸2y"."""
    return f"{cube_letters(disc.demand)}{GETS}{disc.yaks}y"


def disc_spans(disc: Disc) -> list[Span]:
    """Return an order in coloured letters."""
    return [*cube_spans(disc.demand), (f"{GETS}{disc.yaks}y", PRICE_LOOK)]


def cubes_text(counts: Sequence[int]) -> str:
    """Return cubes held: "2s 1b 0t 0j 1g"."""
    return " ".join(f"{count}{letter}" for count, letter in zip(counts, cube_signs()))


def cube_names(words: str) -> str:
    """Return the names of cubes in the reader's language, equal ones counted: "salt ×2, tea"."""
    found = words.split()
    return ", ".join(_so_many(cube, found.count(cube)) for cube in CUBES if cube in found)


def _so_many(cube: str, count: int) -> str:
    name = WORDS.shown(cube)
    if is_spoken():
        return f"{count} {name}"
    return name if count == 1 else f"{name} ×{count}"


def program_text(program: Sequence[int]) -> str:
    """Return the letters of a program."""
    return "".join(LETTERS[order] for order in program)


def program_words(letters: str) -> str:
    """Return the letters of a program; spoken, the words of its steps."""
    if not is_spoken():
        return letters
    return ", ".join(_(ORDER_NAMES[LETTERS.index(letter)]) for letter in letters)


def offer_text(view: HimalayaView, village: int) -> str:
    """Return the offer of a village: its cubes, or its order; empty if nothing."""
    if view.goods[village]:
        return cube_letters(view.goods[village])
    disc = view.orders[village]
    return "" if disc == NONE else disc_text(view.board.discs[disc])


def offer_spans(view: HimalayaView, village: int) -> list[Span]:
    """Return the offer of a village in coloured letters."""
    if view.goods[village]:
        return cube_spans(view.goods[village])
    disc = view.orders[village]
    return [] if disc == NONE else disc_spans(view.board.discs[disc])


def village_label(view: HimalayaView, village: int) -> str:
    """Return a village's number and name."""
    return f"{village} {view.board.villages[village].name}"


def village_span(view: HimalayaView, village: int) -> Span:
    """Return a village as its sign and number."""
    level = view.board.villages[village].level
    return f"{LEVEL_SIGNS[level]}{village}", LEVEL_LOOKS[level]


def region_text(view: HimalayaView, region: int) -> str:
    """Return a region and the delegations there: "B ▲2 ◆1"."""
    tribes = [
        f"{SIDE_SIGNS[seat]}{count}" for seat, count in enumerate(view.delegations[region]) if count
    ]
    return " ".join([view.board.regions[region].letter, *tribes])
