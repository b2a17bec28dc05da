"""The hand and the stacks of tiles as chips, in the few lines of a phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.geometry import Region

from rules.schwarm.board import LINKS, POINTS
from rules.schwarm.placing import stacks
from rules.schwarm.view import SchwarmView
from screens.colours import SIDES, Look, Span, Spans, text_of
from screens.schwarm.pieces import draw_lines, draw_pipes
from screens.schwarm.row import card_look
from screens.schwarm.side_panels import fitting
from screens.schwarm.signs import card_text, tile_name, tile_sign
from screens.text import _
from screens.widgets.raster import Raster

_GAP: Final[Span] = (" ", Look())
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
    names = dict.fromkeys(card_text(card) for card in cards)
    texts = [card_text(card) for card in cards]
    looks = {card_text(card): card_look(card) for card in cards}
    chips = [(f" {_counted(name, texts.count(name))} ", looks[name]) for name in names]
    lines: list[list[Span]] = [[]]
    for chip in chips:
        if lines[-1] and cell_len(text_of([*lines[-1], chip])) > width:
            lines.append([])
        lines[-1] += [chip, _GAP]
    if len(lines) <= high:
        return [*lines]
    (short,) = fitting([texts], width - 2)
    return [[_GAP, (short, Look(style="bold"))]]


def _counted(text: str, count: int) -> str:
    return f"{text} ×{count}" if count > 1 else text


def stack_chips(
    view: SchwarmView, chosen: int, width: int, high: int, *, plain: bool
) -> list[Spans]:
    """Return the stacks beside each other, with count and points; the one in hand as a light."""
    kinds = stacks(view.players[view.mover].tiles)
    raster = Raster(width, high)
    wide = min((width + 1) // max(len(kinds), 1) - 1, width // 2)
    for number, kind in enumerate(kinds, start=1):
        region = Region((number - 1) * (wide + 1), 0, wide, high)
        _draw_stack(raster, region, view, kind, is_chosen=number == chosen, plain=plain)
    return [
        [(text, Look(cell.ink, cell.ground, cell.style)) for text, cell in raster.line(y)]
        for y in range(high)
    ]


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
