"""The line at the top: the game, how it stands, and whether it is one's own turn."""

from __future__ import annotations

from typing import Any, Final

from screens.colours import BAR_STRONG, SIDE_SIGNS, SIDES, Look, Span, Spans, chip
from screens.table.model import TableModel
from screens.text import _, short_title, shortened

_BAR_GOLD: Final = Look("gold", "bar", "bold")
_WIDE: Final = 110


def title_spans(title: str, width: int) -> Spans:
    """The game's name, whole where there is room, else its first word."""
    return [(f" {title if width >= _WIDE else short_title(title)}  ", BAR_STRONG)]


def turn_spans(model: TableModel[Any]) -> Spans:
    """That it is the reader's turn, where it is."""
    return [(_("your turn") + " ", _BAR_GOLD)] if model.may_move else []


def seat_chip(seat: int, name: str, room: int = 12) -> Span:
    """Somebody as a chip: sign and name."""
    return f" {SIDE_SIGNS[seat]} {shortened(name, room)} ", chip(SIDES[seat])
