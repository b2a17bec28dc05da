"""A few words beside each choice of the menu: what it means here and what it costs."""

from __future__ import annotations

from rules.submarine.board import CELLS_OF, LEVEL_OF, LEVELS, RIGHT, TOKEN_NAMES
from rules.submarine.moves import Kind, Move
from rules.submarine.phases import ACT, EXCHANGE
from rules.submarine.view import SubmarineView
from screens.submarine.signs import colour_name, cost_text, token_name, tribute_text
from screens.text import _, ngettext


def note(view: SubmarineView, move: Move, said: int) -> str:
    """The note beside the first words, so many of them, of a move and perhaps of others."""
    seat = view.mover
    cells = CELLS_OF[view.players[seat].boat] if view.phase == ACT else ()
    match move.kind, said:
        case Kind.BOAT, _:
            is_out = move.column == RIGHT
            return _("leave the sea") if is_out else _own_below(view, seat, move.column)
        case Kind.DONE, _:
            return _("no exchange") if view.phase == EXCHANGE else _("end the turn")
        case Kind.TAKE, 1:
            return _tributes(view, cells)
        case Kind.TAKE, 2:
            return _due(view, cells[move.level - 1])
        case Kind.TAKE, 3:
            return cost_text(view, seat, cells[move.level - 1], move.token)
        case Kind.TAKE, 5:
            return _("joker: {token}").format(token=token_name(move.joker))
        case Kind.DIVE, 1:
            return _("move a bathyscaphe to another cell")
        case Kind.DIVE, 2:
            ready = view.ready[move.level - 1]
            return ngettext("{count} bathyscaphe", "{count} bathyscaphes", ready)
        case Kind.DIVE, 4:
            return " ".join(TOKEN_NAMES[token] for token in view.sea[move.cell])
        case Kind.GIVE | Kind.SWAP, _:
            return colour_name(move.colour)
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
