"""The keys of the cursor on a board."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding

from screens.text import N_

CURSOR_KEYS: Final = (
    Binding("left,h", "cursor(-1, 0)", N_("Left"), show=False, id="cursor.left"),
    Binding("down,j", "cursor(0, 1)", N_("Down"), show=False, id="cursor.down"),
    Binding("up,k", "cursor(0, -1)", N_("Up"), show=False, id="cursor.up"),
    Binding("right,l", "cursor(1, 0)", N_("Right"), show=False, id="cursor.right"),
    Binding(
        "n",
        "next_lit",
        N_("Next choice"),
        show=False,
        id="cursor.next",
        tooltip=N_("Jump to the next place that can be chosen"),
    ),
    Binding(
        "enter",
        "choose",
        N_("Choose"),
        show=False,
        id="cursor.choose",
        tooltip=N_("Choose this"),
    ),
)
