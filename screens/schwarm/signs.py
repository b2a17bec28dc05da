"""The signs of tiles, cards and pieces on this screen, and moves in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.schwarm.board import KINDS
from rules.schwarm.cards import CAPACITIES, CARD_NAMES, CARDS, Colour
from rules.schwarm.moves import ROW
from rules.schwarm.view import SchwarmView
from screens.schwarm.prompts import WORDS
from screens.text import N_, _, current_look, is_spoken, labelled, ngettext

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
    """Return the name of a card: “researcher”, “blue whale”."""
    return _(_BLUE_CARDS[_card_word(card)]) if is_blue(card) else WORDS.shown(_card_word(card))


def short_card(card: int) -> str:
    """Return a card for lack of room: a blue one with a star, “whale*”."""
    name = WORDS.shown(_card_word(card))
    return f"{name}{BLUE}" if is_blue(card) else name


def _card_word(card: int) -> str:
    """Return the word of a card in moves, without that for blue."""
    action = CARDS[card].action
    return "joker" if action is None else action.name.lower()


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


# Moves in words, which nobody types on a phone


def move_text(view: SchwarmView, words: Sequence[str]) -> str:
    """Return words of a move, or of its beginning, as they are said."""
    match [*words]:
        case ["blue", *rest] if rest:
            return move_text(view, rest)
        case ["joker", *rest] if rest:
            return labelled(WORDS.shown("joker"), move_text(view, rest))
        case ["card", number] if view.phase == ROW and 0 < int(number) <= len(view.row):
            return card_text(view.row[int(number) - 1])
        case ["order", number]:
            return _("turn-order card {number}").format(number=number)
        case ["order", number, capacity]:
            text = _("turn-order card {number} ({capacity})")
            return text.format(number=number, capacity=capacity_named(capacity))
    return _piece_in_words(words)


def _piece_in_words(words: Sequence[str]) -> str:
    """Return words about a piece or a hazard as they are said; others as they are spelt."""
    match [*words]:
        case ["sail", start, end]:
            return _("ship from {start} to {end}").format(start=start, end=end)
        case ["sail", cell]:
            return _("ship on {cell}").format(cell=cell)
        case ["launch", cell]:
            return _("launch a ship on {cell}").format(cell=cell)
        case ["station", cell]:
            return _("station on {cell}").format(cell=cell)
        case ["researcher", cell]:
            return _("researcher to {cell}").format(cell=cell)
        case ["place", _stack, cell, *_turns]:  # the stack may have been another one then
            return _("tile on {cell}").format(cell=cell)
        case ["step", cell]:
            return _("whale to {cell}").format(cell=cell)
        case ["whale" | "wave" as kind, "new"]:
            return _("new whale") if kind == "whale" else _("new wave")
        case ["wave", number, direction, *steps]:
            told = [_piece_in_words(["wave", number]), way_text(direction), *map(steps_text, steps)]
            return ", ".join(told)
        case ["crab", steps] if steps.isdigit():
            return labelled(WORDS.shown("crab"), steps_text(steps))
        case ["crab", cell, *counts]:
            told = [_("crab from {cell}").format(cell=cell), *map(steps_text, counts)]
            return ", ".join(told)
    return WORDS.shown(words)


def steps_text(count: str) -> str:
    """Return a number of steps with its noun."""
    return ngettext("{count} step", "{count} steps", int(count))


def way_text(word: str) -> str:
    """Return the name of a direction."""
    return _(_DIRECTIONS[word])


def row_text(view: SchwarmView, before: Sequence[str], choice: Sequence[str]) -> str:
    """Return the text of a choice, after the words chosen before it."""
    if before and before[0] in ("blue", "joker"):
        before = before[1:]
    match [*before], [*choice]:
        case [], ["blue"]:
            return _("blue card")
        case [], ["launch", _cell] | ["sail", _cell, *_]:
            return move_text(view, choice)
        case ["whale" | "wave"], [_number]:
            return move_text(view, (*before, *choice))
        case ["wave", _number], [direction]:
            return way_text(direction)
        case ["wave", _, _] | ["crab"] | ["crab", _], [count] if count.isdigit():
            return steps_text(count)
        case ["order", _number], [capacity]:
            return capacity_named(capacity)
        case [], ["step", cell]:
            return cell
    return WORDS.shown(choice or before[-1:])
