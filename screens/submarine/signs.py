"""Signs of pieces and cards, tokens as chips, short on a phone, and the cards a move costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from textual.geometry import Offset, Region

from rules.submarine.board import (
    CELLS_OF,
    COLOUR_LETTERS,
    COLOUR_OF,
    COLOURS,
    DEPTH,
    NONE,
    SHELLS,
    TOKEN_NAMED,
    TOKEN_NAMES,
    TOKENS,
    TYPE_NAMES,
    TYPE_OF,
    TYPES,
)
from rules.submarine.moves import ACT, Kind, Move
from rules.submarine.view import SubmarineView
from screens.colours import PAINTS, SIDE_SIGNS, SIDES, Look, Span, Spans, chip
from screens.submarine.words import WORDS, spoken_name
from screens.text import N_, _, is_spoken, shortened
from screens.widgets.raster import Cell, Raster, fitted

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
)
"""Words of board.toml, marked for translation."""


def colour_name(colour: int) -> str:
    """Return the name of a colour."""
    return WORDS.shown(COLOURS[colour])


def colour_sign(colour: int) -> str:
    """Return the letter of a colour."""
    return WORDS.sign(COLOUR_LETTERS[colour])


def type_sign(kind: int) -> str:
    """Return the letter of a type."""
    return WORDS.sign(TYPES[kind])


def token_sign(token: int) -> str:
    """Return the two letters of a token, as in moves."""
    return WORDS.shown(TOKEN_NAMES[token])


def token_named(name: str) -> str:
    """Return the token of an event's two letters, or ""; spoken, in words."""
    if is_spoken() and name in TOKEN_NAMED:
        return token_words(TOKEN_NAMED[name])
    return WORDS.shown(name)


def kind_name(token: int) -> str:
    """Return the name of a token without its colour: "mask"."""
    return _("shell") if token in SHELLS else _(TYPE_NAMES[TYPE_OF[token]])


def token_words(token: int) -> str:
    """Return a token in words alone: "red mask"."""
    if is_spoken():
        return spoken_name(token)
    return _("{colour} {kind}").format(colour=colour_name(COLOUR_OF[token]), kind=kind_name(token))


def letters(colours: Iterable[int]) -> str:
    """Return cards as letters, "?" for unknown ones."""
    return "".join("?" if colour == NONE else colour_sign(colour) for colour in colours)


def tribute(view: SubmarineView, seat: int, cell: int) -> dict[int, int]:
    """Return the cards a seat would owe each other seat for a token of a cell, in seat order."""
    first, players = cell - cell % DEPTH, len(view.players)
    found: Counter[int] = Counter()
    for step in range(1, players):
        other = (seat + step) % players
        count = sum(view.players[other].bathyscaphes[first : cell + 1])
        if count:
            found[other] = count
    return found


def toll_signs(owed: Mapping[int, int]) -> str:
    """Return owed cards as signs, one per card: "+▼■■"; "" if nothing is due."""
    signs = "".join(SIDE_SIGNS[other] * count for other, count in owed.items())
    return f"+{signs}" if signs else ""


def toll_numbers(owed: Mapping[int, int]) -> str:
    """Return owed cards as signs with counts, shorter for many: "+▼1 ■2"."""
    signs = " ".join(f"{SIDE_SIGNS[other]}{count}" for other, count in owed.items())
    return f"+{signs}" if signs else ""


_OWN: Final = Look("dark", "light", "bold")
_OTHER: Final = Look("light", "steel", "bold")


def side_chip(seat: int, own: int) -> Look:
    """Return the look of a seat's piece."""
    return _OWN if seat == own else _OTHER


def seat_chip(seat: int, own: int, name: str, room: int = 12) -> Span:
    """Return a player's sign and name on a background, or the sign alone."""
    text = f"{SIDE_SIGNS[seat]} {shortened(name, room)}" if name else SIDE_SIGNS[seat]
    return f" {text} ", side_chip(seat, own)


def without_hue(spans: Spans, own: int) -> Spans:
    """Return the spans with the players' own colours removed."""
    inks = {side: "light" if seat == own else "soft" for seat, side in enumerate(SIDES)}
    return [
        (text, Look(inks.get(look.ink, look.ink), look.ground, look.style)) for text, look in spans
    ]


def own_seat(view: SubmarineView) -> int:
    """Return the seat of a view, or for a spectator's the player to move."""
    return view.mover if view.seat is None else view.seat


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment: a hand card or a joker, and the tribute."""

    colour: int = NONE
    """The colour of the hand card, or NONE."""
    joker: int = NONE
    toll: Mapping[int, int] = field(default_factory=dict)
    """The number of cards paid, by seat."""
    to: int = NONE
    """The seat that gets the hand card, or NONE."""
    is_swap: bool = False
    """Whether the hand card goes under its owner's pile."""

    @property
    def cards(self) -> int:
        """The number of cards paid to others."""
        return sum(self.toll.values())


NOTHING = Payment()


def payment_of(view: SubmarineView, move: Move) -> Payment:
    """Return the present cost of a move."""
    match move.kind:
        case Kind.TAKE if move.joker != NONE:
            return Payment(joker=move.joker)
        case Kind.TAKE if view.phase == ACT:
            cell = CELLS_OF[view.players[view.mover].boat][move.level - 1]
            return Payment(COLOUR_OF[move.token], toll=tribute(view, view.mover, cell))
        case Kind.GIVE:
            return Payment(move.colour, to=view.owed[0])
        case Kind.SWAP:
            return Payment(move.colour, is_swap=True)
    return NOTHING


def cheapest(view: SubmarineView, moves: Sequence[Move]) -> Payment:
    """Return the cost of moves that are all about one token, by cards rather than by a joker.

    Empty for moves about several tokens.
    """
    if not moves or len({(move.kind, move.token, move.colour) for move in moves}) > 1:
        return NOTHING
    return payment_of(view, min(moves, key=lambda move: move.joker))


HINT: Final = "✦"
_SHORT: Final = 3


def token_look(token: int, *, is_lit: bool) -> Look:
    """Return a bright look for a token in reach, else a dim one."""
    paint = PAINTS[COLOUR_OF[token]]
    return chip(paint) if is_lit else Look(f"pale-{paint}", f"dim-{paint}")


def wordings(width: int) -> tuple[str, ...]:
    """Return the text of each token, all in the longest form that fits a width."""
    if width <= _SHORT:
        return tuple(map(token_sign, TOKENS))
    words = tuple(token_words(token) for token in TOKENS)
    if max(map(len, words)) < width:
        return words
    return tuple(_kind_and_letter(token, width) for token in TOKENS)


def _kind_and_letter(token: int, width: int) -> str:
    return f"{fitted(kind_name(token), width - 4)} {colour_sign(COLOUR_OF[token])}"


def draw_token(
    raster: Raster,
    region: Region,
    text: str,
    look: Look,
    *,
    mark: str = "",
    is_hinted: bool = False,
) -> None:
    """Draw a token, between two marks if there are no colours."""
    if region.width <= _SHORT:
        raster.write(region.x, region.y, mark or " ", "ink", style="bold")
        raster.stamp(region.x + 1, region.y, text, look)
        if is_hinted:
            raster.write(region.x, region.y, HINT, "hint", ground="dark", style="bold")
        return
    raster.stamp(region.x, region.y, f" {text}".ljust(region.width), look)
    if mark:
        raster.stamp(region.x, region.y, mark, look)
        raster.stamp(region.right - 1, region.y, mark, look)
    if is_hinted:
        raster.write(region.right - 4, region.y, HINT, "hint", ground="dark", style="bold")


def draw_empty(
    raster: Raster, region: Region, gone: tuple[int, int, int] | None, payer: int
) -> None:
    """Draw a place without a token, and the seat that took the token recently."""
    if gone is None:
        x = region.x + (1 if region.width <= 3 else 0)
        raster.write(x, region.y, "·", "soft")
        return
    seat, token, _cell = gone
    look, sign = side_chip(seat, payer), SIDE_SIGNS[seat]
    if region.width <= 3:
        raster.stamp(region.x + 1, region.y, sign, look)
        raster.write(region.x + 2, region.y, "·", "soft")
        return
    long = _("{sign} took {token}").format(sign=sign, token=token_words(token))
    short = f"{sign} {kind_name(token)}"
    text = next((t for t in (long, short) if len(t) < region.width), short)
    raster.stamp(region.x, region.y, fitted(f" {text} ", min(len(text) + 2, region.width)), look)


_LETTERS: Final = (
    N_("amph"),
    N_("bell"),
    N_("crwn"),
    N_("dagg"),
    N_("gobl"),
    N_("helm"),
    N_("key"),
    N_("lamp"),
    N_("mask"),
    N_("neck"),
    N_("perl"),
    N_("ring"),
    N_("shel"),
)
"""The types, then a shell, in four letters at most."""
_TIGHT: Final = 5
"""The cells of a token without a blank before the letter of its colour."""
_HINTED: Final = Look("hint", "dark", "bold")


def short_kind(token: int, room: int) -> str:
    """Return the name of a token without its colour, in four letters if it is longer than that."""
    name = kind_name(token)
    short = _(_LETTERS[-1 if token in SHELLS else TYPE_OF[token]])
    return name if len(name) <= room else short[:room]


def token_label(token: int) -> str:
    """Return a token as the sea of a phone shows it: four letters and that of its colour."""
    return short_kind(token, _TIGHT - 1) + colour_sign(COLOUR_OF[token])


def draw_close(
    raster: Raster,
    region: Region,
    token: int,
    *,
    is_lit: bool = False,
    is_hinted: bool = False,
    is_plain: bool = False,
) -> None:
    """Draw a token; a hint, or without colours the sign of a choice, stands before its colour."""
    letter, look = colour_sign(COLOUR_OF[token]), token_look(token, is_lit=is_lit)
    mark = HINT if is_hinted else "·" if is_lit and is_plain else ""
    is_tight = region.width == _TIGHT and not (mark or is_plain)
    room = region.width - (1 if is_tight else 2)
    text = short_kind(token, room).ljust(region.width - 1) + letter
    raster.stamp(region.x, region.y, text, look)
    last = region.right - 1
    if is_tight:
        turned = Look(PAINTS[COLOUR_OF[token]] if is_lit else look.ink, "dark", "bold")
        raster.stamp(last, region.y, letter, turned)
    if mark:
        raster.stamp(last - 1, region.y, mark, _HINTED if is_hinted else look)


def draw_gone(
    raster: Raster, region: Region, gone: tuple[int, int, int] | None, payer: int
) -> None:
    """Draw a place without a token, or the seat that took the token recently, and its type."""
    if gone is None:
        raster.write(region.x + 1, region.y, "·", "soft")
        return
    seat, token, _cell = gone
    text = SIDE_SIGNS[seat] + short_kind(token, region.width - 1)
    raster.stamp(region.x, region.y, text, side_chip(seat, payer))


def cursor_on(
    cells: dict[Offset, Cell], region: Region, picture: Raster, token: int, *, is_plain: bool
) -> None:
    """Leave the colour of a token under the cursor on its letter; without colours, bracket it."""
    letter = Offset(region.right - 1, region.y)
    if is_plain:
        before, after = Offset(letter.x - 1, letter.y), Offset(letter.x + 1, letter.y)
        cells[before] = cells[before]._replace(sign="[")
        if after.x < picture.width:
            cells[after] = picture[after]._replace(sign="]", ink="ink", style="bold")
    else:
        hue = token_look(token, is_lit=True).ground
        cells[letter] = cells[letter]._replace(ink="dark", ground=hue)
