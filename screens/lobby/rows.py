"""The lines of the lobby's list, and what is said of what it shows."""

from __future__ import annotations

from typing import Final

from screens.lobby.app_api import Doing, Listed, LobbyTable, Stage, Wanted
from screens.text import N_, _, ngettext, shortened
from screens.widgets.menu import Item

ON, BACK = "on", "back"
"""The ids of the lines that lead to the next and the previous page."""
_DOINGS: Final = {
    Doing.JOIN: N_("join"),
    Doing.WAIT: N_("waits for players"),
    Doing.PLAY: N_("play"),
    Doing.WATCH: N_("watch"),
    Doing.REPLAY: N_("replay"),
}


def rows(wanted: Wanted, listed: Listed | None) -> list[Item]:
    """The lines of a page: its tables, and where there are more; None: it is being looked up."""
    if listed is None:
        return [Item("", _("Looking for finished games …"))]
    items = [_row(table) for table in listed.tables]
    if not items:
        nothing = Wanted() == wanted
        text = _("No table yet: n opens one.") if nothing else _("No such table.")
        return [Item("", text)]
    if wanted.page > 0:
        items.insert(0, Item(BACK, _("the tables before these")))
    if wanted.page + 1 < listed.pages:
        page = _("page {page} of {pages}").format(page=wanted.page + 1, pages=listed.pages)
        items.append(Item(ON, _("more tables"), page))
    return items


def _row(table: LobbyTable) -> Item:
    seats = ", ".join(shortened(name, 12) if name else "…" for name in table.seats)
    state = _(_DOINGS[table.doing])
    if table.ending:
        state = table.ending
    elif table.is_my_turn:
        state = _("your turn")
    moves = ngettext("{count} move", "{count} moves", table.moves) if table.moves else ""
    mark = "*" if table.is_mine else " "
    private = _("private") if table.is_private else ""
    clock = "" if table.doing == Doing.REPLAY else table.clock
    note = "  ".join(part for part in (state, private, seats, moves, clock) if part)
    return Item(table.id, f"{mark} {shortened(table.title, 22)}", note)


def told_of(table: LobbyTable) -> str:
    """What its line has no room for: the id, the game, everybody's whole name, the clock."""
    named = _("table {id}").format(id=table.id)
    game = "" if table.title == table.game else table.game
    seats = ", ".join(name or "…" for name in table.seats)
    private = _("private") if table.is_private else ""
    return "   ".join(part for part in (named, private, game, seats, table.clock) if part)


def wanted_text(wanted: Wanted) -> list[str]:
    """What is said of a list that does not show everything."""
    parts = []
    if wanted.only_mine:
        parts.append(_("only yours"))
    if wanted.stage != Stage.UNFINISHED:
        parts.append(_(wanted.stage.value))
    if wanted.text:
        parts.append(_("only with “{text}”").format(text=wanted.text))
    return parts
