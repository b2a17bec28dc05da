"""The strip below the sea: the cards in hand, or the stacks of tiles with their points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len

from rules.schwarm.board import LINKS, POINTS
from rules.schwarm.cards import CARDS
from rules.schwarm.placing import stacks
from rules.schwarm.view import SchwarmView
from screens.colours import SIDES, Look, Span, Spans, text_of
from screens.schwarm.help_texts import meaning_of
from screens.schwarm.pieces import EAST, NORTH, SOUTH, WEST
from screens.schwarm.row import CARD_COLOURS
from screens.schwarm.signs import card_text, tile_name, tile_sign
from screens.text import _, ngettext
from screens.widgets.raster import fitted

_SOFT: Final = Look("soft")
_GAP: Span = (" ", Look())
_CARD: Final = 12
"""The least width of a card with its effect."""
_TILE: Final = 24


def hand_lines(cards: Sequence[int], width: int, high: int) -> list[Spans]:
    """Return the cards in a line, or as drawn cards with their effects."""
    label: Span = (" " + _("hand") + " ", _SOFT)
    if not cards:
        return [[label, (_("no cards"), _SOFT)]]
    if high < 4:
        return [[label, *_spaced((f" {card_text(card)} ", _look(card)) for card in cards)]]
    told: list[Spans] = [[label], [_GAP], [_GAP], [_GAP]]
    room = width - 1
    for card in cards:
        texts = (card_text(card), meaning_of(card), "")
        wide = min(max(cell_len(text) for text in texts) + 2, max(room // len(cards) - 1, _CARD))
        for line, text in enumerate(texts, start=1):
            look = Look("dark", _look(card).ground, "bold" if line == 1 else "")
            told[line] = [*told[line], (fitted(f" {text}", wide), look), _GAP]
    return told


def _look(card: int) -> Look:
    return Look("dark", CARD_COLOURS[CARDS[card].colour], "bold")


def _spaced(spans: Iterable[Span]) -> list[Span]:
    return [part for span in spans for part in (span, _GAP)]


def stack_line(view: SchwarmView, chosen: int) -> Spans:
    """Return the stacks of tiles in a line, with that of the tile in hand highlighted."""
    spans: list[Span] = [_GAP]
    for number, kind in enumerate(stacks(view.players[view.mover].tiles), start=1):
        spans += [(_stack_text(view, number, kind, chosen), _stack_look(number, chosen)), _GAP]
    return spans


def _stack_text(view: SchwarmView, number: int, kind: int, chosen: int) -> str:
    mark = "▸" if number == chosen else " "
    count = view.players[view.mover].tiles[kind]
    pays = _("pays {points}").format(points=POINTS[kind])
    return f"{mark}{number} {tile_sign(kind)} {tile_name(kind)} ×{count} {pays} "


def _stack_look(number: int, chosen: int) -> Look:
    return Look("dark", "light", "bold") if number == chosen else Look("ink", "raised")


def stack_tiles(view: SchwarmView, chosen: int) -> list[Spans]:
    """Return the stacks as drawn tiles, each with its count and its points."""
    lines: list[list[Span]] = [[_GAP], [_GAP], [_GAP]]
    for number, kind in enumerate(stacks(view.players[view.mover].tiles), start=1):
        look = _stack_look(number, chosen)
        ink = SIDES[view.mover] + ("+dark/25" if number == chosen else "")
        texts = (
            f"{'▸' if number == chosen else ' '}{number} {tile_name(kind)}",
            ngettext("{count} left", "{count} left", view.players[view.mover].tiles[kind]),
            ngettext("{count} point", "{count} points", POINTS[kind]),
        )
        for line, (pipe, text) in enumerate(zip(_drawing(LINKS[kind][0]), texts)):
            lines[line] += [
                (f" {pipe} ", Look(ink, look.ground)),
                (fitted(f" {text}" if line == 0 else f"    {text}", _TILE - 9), look),
                _GAP,
                _GAP,
            ]
    return [*lines]


def _drawing(links: int) -> tuple[str, str, str]:
    """Return a tile of seven by three cells."""
    across = "".join(
        "█" if at == 3 and links & NORTH else "▄" if at == 3 or links & arm else " "
        for at, arm in enumerate([WEST] * 3 + [0] + [EAST] * 3)
    )
    upper, lower = (f"{'█' if links & arm else ' ':^7}" for arm in (NORTH, SOUTH))
    return upper, across, lower


def beside(left: Sequence[Spans], right: Sequence[Spans], column: int) -> list[Spans]:
    """Return lines side by side; the right ones begin in `column`."""
    column = max(column, *(cell_len(text_of(line)) + 3 for line in left))
    lines: list[Spans] = []
    for number in range(max(len(left), len(right))):
        first = left[number] if number < len(left) else ()
        second = right[number] if number < len(right) else ()
        blank = column - cell_len(text_of(first))
        lines.append([*first, (" " * max(blank, 1), Look()), *second])
    return lines


def facts(rows: Sequence[tuple[str, str]]) -> list[Spans]:
    """Return the forecast as lines: labels, with texts after them."""
    wide = max((cell_len(label) for label, _text in rows), default=0) + 2
    return [[(label.ljust(wide), _SOFT), (text, Look("ink", style="bold"))] for label, text in rows]
