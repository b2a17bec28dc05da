"""The kinds of notices as they are listed, and the marked one in full."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, set_cell_size

from screens.lobby.notices_api import FEED, MAIL, PUSH, OwnNotice
from screens.text import _
from screens.widgets.menu import Item

_TITLE: Final = 14
_STATE: Final = 16
_ADDRESS: Final = 44


def notice_item(one: OwnNotice) -> Item:
    """A kind as a line of the list."""
    is_active = one.is_set and one.is_on and one.is_confirmed
    state = f"● {state_of(one)}" if is_active else state_of(one)
    parts = (
        (set_cell_size(one.title, _TITLE), "item"),
        (set_cell_size(state, _STATE), "gold" if is_active else "note"),
        (_cut(one.address, _ADDRESS), "note"),
    )
    return Item(one.kind, one.title, parts=parts)


def _cut(text: str, most: int) -> str:
    return text if cell_len(text) <= most else set_cell_size(text, most - 1) + "…"


def state_of(one: OwnNotice) -> str:
    """Whether a kind is set, and active."""
    if not one.is_set:
        return _("not set")
    if not one.is_confirmed:
        return _("not confirmed")
    if not one.is_on:
        return _("switched off")
    return _("active, daily") if one.is_daily else _("active")


def in_full(one: OwnNotice) -> str:
    """The marked kind, a line each: address, how often it comes, and how the last went."""
    lines = [one.address] if one.address else []
    if one.kind == MAIL and one.is_set:
        daily = _("One mail a day at most, for all your games.")
        lines.append(daily if one.is_daily else _("One mail a day and game at most."))
    if one.kind == PUSH:
        lines.append(_("One browser shows them, even while it is closed."))
    if one.kind == FEED:
        lines.append(_("For a feed reader; the address is a secret of yours."))
    else:
        lines.append(one.last or _("Nothing was tried yet."))
    return "\n".join(lines)
