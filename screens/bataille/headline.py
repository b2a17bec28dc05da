"""The headline of Bataille: the turn, and what each side has left."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bataille.board import SUBMARINES
from rules.bataille.view import BatailleView
from screens.colours import BAR, BAR_SOFT
from screens.spans import Span, Spans
from screens.table.headline import seat_chip
from screens.text import _, ngettext


def headline(view: BatailleView, names: Sequence[str]) -> Spans:
    """The turn, and each side as a chip with its ships and submarines."""
    spans: list[Span] = []
    if view.turn:
        spans.append((_("turn {turn}").format(turn=view.turn) + "  ", BAR_SOFT))
    for seat, fleet in enumerate(view.fleets):
        ships = fleet.floating
        submarines = SUBMARINES - len(fleet.lost)
        left = (
            ngettext("{count} ship", "{count} ships", ships),
            ngettext("{count} sub", "{count} subs", submarines),
        )
        spans += [seat_chip(seat, names[seat]), (f" {' '.join(left)}  ", BAR)]
    return spans
