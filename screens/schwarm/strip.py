"""The strip below the sea: the cards in hand, or the stacks of tiles; as chips on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.geometry import Region
from textual.message import Message

from rules.schwarm.board import LINKS, POINTS
from rules.schwarm.cards import CARDS
from rules.schwarm.placing import stacks
from rules.schwarm.view import SchwarmView
from screens.colours import SIDES, Look, Span, Spans, text_of
from screens.schwarm.help_texts import meaning_of
from screens.schwarm.pieces import EAST, NORTH, SOUTH, WEST, draw_lines, draw_pipes
from screens.schwarm.row import CARD_COLOURS, card_look
from screens.schwarm.side_panels import fitting
from screens.schwarm.signs import card_text, short_card, tile_name, tile_sign
from screens.text import _, ngettext
from screens.widgets.panel import Panel
from screens.widgets.raster import Raster, fitted

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
        whole, brief = (
            [label, *_spaced((f" {named(card)} ", _look(card)) for card in cards)]
            for named in (card_text, short_card)
        )
        return [whole if cell_len(text_of(whole).rstrip()) <= width else brief]
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


_PIPE: Final = 3
"""The columns of a drawn tile."""
_NAMED: Final = 12
"""The least columns of a stack with the name of its tiles."""
_ROOMY: Final = 17
"""The least columns of a stack with words for its points."""


def hand_chips(cards: Sequence[int], width: int, high: int) -> list[Spans]:
    """Return the cards as chips, equal ones counted, broken into lines.

    Names alone, shortened, if there are too few lines.
    """
    for named in (card_text, short_card):
        lines = _chip_lines([(named(card), card_look(card)) for card in cards], width)
        if len(lines) <= high:
            return [*lines]
    (short,) = fitting([[card_text(card) for card in cards]], width - 2)
    return [[_GAP, (short, Look(style="bold"))]]


def _chip_lines(cards: Sequence[Span], width: int) -> list[list[Span]]:
    """Return cards as chips in lines of a width, each name once with its count."""
    texts = [text for text, _look in cards]
    lines: list[list[Span]] = [[]]
    for name, look in dict(cards).items():
        chip = f" {_counted(name, texts.count(name))} ", look
        if lines[-1] and cell_len(text_of([*lines[-1], chip])) > width:
            lines.append([])
        lines[-1] += [chip, _GAP]
    return lines


def _counted(text: str, count: int) -> str:
    return f"{text} ×{count}" if count > 1 else text


def stack_chips(
    view: SchwarmView, chosen: int, width: int, high: int, *, plain: bool
) -> list[Spans]:
    """Return the stacks beside each other, with count and points; the one in hand as a light."""
    kinds = stacks(view.players[view.mover].tiles)
    raster, wide = Raster(width, high), _wide(width, len(kinds))
    for number, kind in enumerate(kinds, start=1):
        region = Region((number - 1) * (wide + 1), 0, wide, high)
        _draw_stack(raster, region, view, kind, is_chosen=number == chosen, plain=plain)
    return [
        [(text, Look(cell.ink, cell.ground, cell.style)) for text, cell in raster.line(y)]
        for y in range(high)
    ]


def stack_at(view: SchwarmView, column: int, width: int) -> int:
    """Return the number of the stack in a column of the stacks, from 1; 0 without one."""
    count = len(stacks(view.players[view.mover].tiles))
    number = column // (_wide(width, count) + 1) + 1
    return number if number <= count else 0


def _wide(width: int, count: int) -> int:
    """Return the columns of a stack."""
    return min((width + 1) // max(count, 1) - 1, width // 2)


class ChipPanel(Panel):
    """The hand, the stacks or the players, which can be pressed."""

    class Pressed(Message):
        """A column of the panel was pressed."""

        def __init__(self, panel: ChipPanel, column: int) -> None:
            super().__init__()
            self.panel = panel
            self.column = column

    def on_click(self, event: events.Click) -> None:
        """Notify the screen."""
        self.post_message(self.Pressed(self, event.x))


def _draw_stack(
    raster: Raster, region: Region, view: SchwarmView, kind: int, *, is_chosen: bool, plain: bool
) -> None:
    ground, ink = ("light", "dark") if is_chosen else ("raised", "ink")
    lines = min(region.height, 2)
    x, (first, second) = region.x, _texts(view, kind, region.width)
    raster.fill(Region(x, region.y, region.width, lines), ground)
    if plain and is_chosen:
        raster.write(region.right - 1, region.y, "◂", ink, style="bold")
    if lines == 1:
        raster.write(x + 1, region.y, f"{tile_sign(kind)}{second}", ink, style="bold")
        return
    x += region.width >= _NAMED
    side = SIDES[view.mover] + "+dark/25" * is_chosen
    where = Region(x, region.y, _PIPE, lines)
    if plain:
        draw_lines(raster, where, LINKS[kind][0], ink, heavy=True)
    else:
        draw_pipes(raster, where, LINKS[kind][0], (side,))
        if region.height > lines:
            raster.write(region.x, region.y + lines, "▀" * region.width, ground)
    raster.write(x + _PIPE + 1, region.y, first, ink, style="bold")
    raster.write(x + _PIPE + 1, region.y + 1, second, ink if is_chosen else "soft")


def _texts(view: SchwarmView, kind: int, wide: int) -> tuple[str, str]:
    """Return name, count and points of a stack, as they fit in two lines."""
    count, points = f"×{view.players[view.mover].tiles[kind]}", POINTS[kind]
    if wide >= _ROOMY:
        return f"{tile_name(kind)} {count}", _("pays {points}").format(points=points)
    if wide >= _NAMED:
        return tile_name(kind)[: wide - _PIPE - 2], f"{count} +{points}"
    return count, f"+{points}"
