"""The cards that are out of the game, by colour."""

from __future__ import annotations

from typing import Final

from textual.geometry import Size

from rules.submarine.board import CARDS_PER_COLOUR, COLOURS, SETUPS
from rules.submarine.view import SubmarineView
from screens.colours import Look, chip
from screens.player_styles import PAINTS
from screens.spans import Spans
from screens.submarine.signs import colour_name
from screens.text import _

_QUIET: Final = Look("soft")
_OUT: Final = "■"
_LEFT: Final = "□"


def known_lines(view: SubmarineView, room: Size) -> list[Spans]:
    """Of each colour how many cards were paid, and how many of the others are one's own."""
    dealt = CARDS_PER_COLOUR - SETUPS[len(view.players)].set_aside
    head = _("of {count} a colour, out of the game so far").format(count=dealt)
    told: list[Spans] = [[(head, _QUIET)]]
    gap = " " if room.width >= 2 * dealt + 30 else ""
    is_loose = room.height >= 2 * len(COLOURS)
    for colour in range(len(COLOURS)):
        if is_loose or (colour == 0 and room.height > len(COLOURS) + 1):
            told.append(())
        told.append(_line(view, colour, dealt, gap))
    return told


def _line(view: SubmarineView, colour: int, dealt: int, gap: str) -> Spans:
    out, paint = view.discards[colour], PAINTS[colour]
    own = 0 if view.seat is None else view.players[view.seat].hand.count(colour)
    text = _("{count} out").format(count=out)
    if own:
        text += _(", {count} yours").format(count=own)
    return [
        (f" {colour_name(colour):8}", chip(paint)),
        ("  ", Look()),
        ((_OUT + gap) * out, Look(paint)),
        ((_LEFT + gap) * (dealt - out), Look("edge")),
        (f"  {text}", Look()),
    ]
