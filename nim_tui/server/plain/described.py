"""A table of the lobby in a sentence or two."""

from __future__ import annotations

from nim_tui.plain.text import listed
from screens.lobby.card import rating_text
from screens.lobby.listed import Doing, LobbyTable, TableSeat
from screens.lobby.rows import state_of
from screens.text import _, labelled


def described(table: LobbyTable) -> str:
    """What is played, who sits there, what it waits for, and on which terms."""
    title = table.title
    if table.title != table.game_title:
        title = _("{title}, {game}").format(title=table.title, game=table.game_title)
    state, _ink = state_of(table)
    head = labelled(title, listed([_seat(seat) for seat in table.seats]))
    parts = [part.strip() for part in state.split("  ") if part.strip()]
    if table.doing in (Doing.JOIN, Doing.WAIT):
        parts += [part for part in (table.clock or _("no clock"), rating_text(table))
                  if part not in parts]  # fmt: skip
    told = ", ".join(parts)
    return f"{head}. {told[:1].upper()}{told[1:]}" if told else head


def _seat(seat: TableSeat) -> str:
    if seat.is_taken:
        return _("you") if seat.is_own else seat.name
    if not seat.name:
        return _("a free seat")
    if seat.is_own:
        return _("a seat kept for you")
    return _("a seat kept for {name}").format(name=seat.name)
