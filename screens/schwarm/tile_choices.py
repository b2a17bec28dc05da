"""The choices for a tile in hand on a phone, where the stacks are pressed above the question."""

from __future__ import annotations

from typing import Final

from screens.schwarm.preview import Preview
from screens.schwarm.prompts import LETTERS, WORDS
from screens.schwarm.sea import Sea
from screens.text import _, ngettext
from screens.widgets.menu import Item

_DONE: Final = ("done",)
_FEW: Final = 3
"""The next cells that are named."""


def tile_choices(preview: Preview, sea: Sea, *, can_end: bool) -> list[Item]:
    """Return placing the tile where it is shown, rotating it, the next cell, and the end."""
    items = [*_here(preview, sea.cursor)]
    names = [*sea.neighbours.names]
    start = names.index(sea.cursor) + 1 if sea.cursor in names else 0
    others = [n for n in names[start:] + names[:start] if n in sea.lit and n != sea.cursor]
    if others:
        more = " …" if len(others) > _FEW else ""
        note = ", ".join(others[:_FEW]) + more
        items.append(Item("next-cell", _("next cell"), note, plays=False))
    if can_end:
        key = LETTERS.key(_DONE)
        items.append(Item(_DONE[0], WORDS.shown(_DONE), _("keep the others"), key))
    return items


def _here(preview: Preview, cell: str) -> list[Item]:
    """Return the choices at the cell of the cursor."""
    ways, items = preview.ways(cell), []
    if preview.fits:
        pays = next((f"{label} {text}" for label, text in preview.facts[1:2]), "")
        items.append(
            Item("place-here", _("place it on {cell}").format(cell=cell), pays, plays=False)
        )
    if ways > preview.fits:
        text = ngettext("{count} way fits here", "{count} ways fit here", ways)
        items.append(Item("rotate", _("rotate it"), text, "t", plays=False))
    return items


def take_choice(preview: Preview, sea: Sea, item: str) -> bool:
    """Do what a choice says; return whether it is one for a tile in hand."""
    match item:
        case "place-here":
            sea.action_choose()
        case "rotate":
            preview.turn()
        case "next-cell":
            sea.action_next_lit()
        case _:
            return False
    sea.focus()
    return True
