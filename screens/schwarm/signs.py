"""The signs of tiles, cards and pieces on this screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.schwarm.board import KINDS
from rules.schwarm.cards import CAPACITIES, CARD_NAMES, CARDS, Colour
from rules.schwarm.view import SchwarmView
from screens.schwarm.prompts import WORDS
from screens.text import N_, _, current_look, is_spoken

TILE_LETTERS: Final = ("X", "T", "L", "I", "G")
"""The letters of cross, tee, curve, straight and golden tile, chosen by their looks."""
TILE_SIGNS: Final = ("╋", "┻", "┗", "┃", "╬")
"""The signs of unturned tiles, for glyph sets that have them."""
LIGHT_LINES: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
HEAVY_LINES: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""By links: the sign in the middle of a cell; heavy ones mark the network that scores."""
HIDDEN: Final = "≈"
SHIP: Final = "»"
WHALE: Final = "W"
WAVE: Final = "V"
CRAB: Final = "C"
QUEEN: Final = "Q"
BLUE: Final = "*"
"""The sign after the name of a blue card."""

_WORDS: Final = (
    N_("cross"),
    N_("tee"),
    N_("curve"),
    N_("straight"),
    N_("golden"),
    N_("north"),
    N_("east"),
    N_("south"),
    N_("west"),
    N_("northeast"),
    N_("southeast"),
    N_("southwest"),
    N_("northwest"),
)
"""Words of the rules, marked for translation."""

_DIRECTIONS: Final = {
    "n": "north",
    "ne": "northeast",
    "e": "east",
    "se": "southeast",
    "s": "south",
    "sw": "southwest",
    "w": "west",
    "nw": "northwest",
}

_BLUE_CARDS: Final = {
    "station": N_("blue station"),
    "double": N_("blue double"),
    "whale": N_("blue whale"),
    "wave": N_("blue wave"),
    "crab": N_("blue crab"),
}
"""The names of blue cards, as adjectives agree with their noun."""
_OF_LINKS: Final = {2: "curve", 3: "tee", 4: "cross"}
_STRAIGHT: Final = (0b0101, 0b1010)

_CAPACITY_NAMES: Final = (
    N_("fast ship"),
    N_("golden tile"),
    N_("protection"),
    N_("brilliant researcher"),
)


def action_text(name: str) -> str:
    """Return an action by its name in events."""
    return WORDS.shown(name)


def card_text(card: int) -> str:
    """Return a card by its action, a blue one with a star: "researcher", "whale*"."""
    action = CARDS[card].action
    word = "joker" if action is None else action.name.lower()
    if is_spoken() and is_blue(card):
        return card_words(card)
    name = WORDS.shown(word)
    return f"{name}{BLUE}" if is_blue(card) else name


def card_words(card: int) -> str:
    """Return the name of a card in words alone: “researcher”, “blue whale”."""
    action = CARDS[card].action
    word = "joker" if action is None else action.name.lower()
    return _(_BLUE_CARDS[word]) if is_blue(card) else WORDS.shown(word)


def card_named(name: str) -> str:
    """Return a card by its name in events."""
    return card_text(CARD_NAMES.index(name))


def is_blue(card: int) -> bool:
    """Check whether a card leaves the game after use."""
    return CARDS[card].colour == Colour.BLUE


def cards_text(cards: Sequence[int]) -> str:
    """Return the cards of a hand, equal ones counted: "ship, researcher ×2, joker"."""
    texts = [card_text(card) for card in cards]
    counts = {text: texts.count(text) for text in texts}
    return ", ".join(text if count == 1 else f"{text} ×{count}" for text, count in counts.items())


def capacity_text(capacity: int) -> str:
    """Return the name of a capacity card."""
    return _(_CAPACITY_NAMES[capacity])


def short_capacity(capacity: int) -> str:
    """Return the short name of a capacity card."""
    return WORDS.shown(CAPACITIES[capacity])


def direction_text(word: str) -> str:
    """Return the letters of a direction; spoken, its name."""
    return _(_DIRECTIONS[word]) if is_spoken() else WORDS.shown(word)


def capacity_named(word: str) -> str:
    """Return a capacity card by its word in moves and events."""
    return capacity_text(CAPACITIES.index(word))


def tile_sign(kind: int) -> str:
    """Return the sign of a kind of tile; in ASCII a letter, as all signs would look alike."""
    is_ascii = current_look().glyphs == "ascii"
    return WORDS.sign(TILE_LETTERS[kind]) if is_ascii else TILE_SIGNS[kind]


def tiles_text(tiles: Sequence[int]) -> str:
    """Return tiles counted by sign: "╋1 ┻3 ┃2"; a dash if there are none."""
    found = [f"{tile_sign(kind)}{count}" for kind, count in enumerate(tiles) if count]
    return " ".join(found) or "-"


def tile_name(kind: int) -> str:
    """Return the name of a kind of tile."""
    return _(KINDS[kind])


def water_text(view: SchwarmView, cell: int) -> str:
    """Return the name of whatever covers the water of a cell."""
    if cell == view.board.queen:
        return _("the queen")
    if view.face_down >> cell & 1:
        return _("a face-down tile")
    links = view.links_at(cell)
    if not links:
        return _("open water")
    return _("straight") if links in _STRAIGHT else _(_OF_LINKS[links.bit_count()])
