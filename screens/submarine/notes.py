"""A few words beside each choice of the menu: what it means here and what it costs."""

from __future__ import annotations

from rules.submarine.board import (
    CELL_NAMED,
    CELLS_OF,
    COLOURS,
    LEVEL_OF,
    LEVELS,
    TOKEN_NAMED,
    TOKEN_NAMES,
)
from rules.submarine.phases import ACT, EXCHANGE
from rules.submarine.view import SubmarineView
from screens.submarine.signs import colour_name, cost_text, token_name, tribute_text
from screens.table.move_phrases import Words
from screens.text import _, ngettext


def note(view: SubmarineView, before: Words, choice: Words) -> str:
    """The note beside a choice after the words chosen before."""
    seat = view.mover
    cells = CELLS_OF[view.players[seat].boat] if view.phase == ACT else ()
    match (*before, *choice):
        case ("boat", "out"):
            return _("leave the sea")
        case ("boat", column):
            return _own_below(view, seat, int(column))
        case ("done",):
            return _("no exchange") if view.phase == EXCHANGE else _("end the turn")
        case ("take",):
            return _tributes(view, cells)
        case ("take", level):
            return _due(view, cells[int(level) - 1])
        case ("take", level, token):
            return cost_text(view, seat, cells[int(level) - 1], TOKEN_NAMED[token])
        case ("take", _level, _token, "with", joker):
            return _("joker: {token}").format(token=token_name(TOKEN_NAMED[joker]))
        case ("dive",):
            return _("move a bathyscaphe to another cell")
        case ("dive", level):
            return ngettext(
                "{count} bathyscaphe", "{count} bathyscaphes", view.ready[int(level) - 1]
            )
        case ("dive", _level, "to", cell):
            return " ".join(TOKEN_NAMES[token] for token in view.sea[CELL_NAMED[cell]])
        case ("give" | "swap", colour):
            return colour_name(COLOURS.index(colour))
    return ""


def _own_below(view: SubmarineView, seat: int, column: int) -> str:
    """The levels where own bathyscaphes lie below a column."""
    own = view.players[seat].bathyscaphes
    here = [
        _("{count} at level {level}").format(count=own[cell], level=LEVEL_OF[cell])
        for cell in CELLS_OF[column]
        if own[cell]
    ]
    return ", ".join(here)


def _due(view: SubmarineView, cell: int) -> str:
    due = tribute_text(view, view.mover, cell)
    return _("a card each, and {tribute}").format(tribute=due) if due else _("a card each")


def _tributes(view: SubmarineView, cells: tuple[int, ...]) -> str:
    """What is due at each level where something may be collected, and to whom."""
    found = []
    for level in LEVELS:
        if view.ready[level - 1] or level in view.collecting:
            due = tribute_text(view, view.mover, cells[level - 1]) or "+0"
            found.append(_("level {level}: {tribute}").format(level=level, tribute=due))
    return "  ".join(found)
