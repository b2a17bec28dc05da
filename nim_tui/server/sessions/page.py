"""The page of sessions: admins see and end (kick) them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nim_tui.plain.commands import spelt
from rules.messages import N_
from screens.lobby.page import Action, Page, Row, by_ear
from screens.lobby.values import SessionRow
from screens.text import _

if TYPE_CHECKING:
    from nim_tui.server.admin.service import AdminService


async def sessions_page(moderation: AdminService | None) -> Page:
    """List the sessions on this server; without `moderation`, which admins have, there are none."""
    rows = () if moderation is None else await moderation.rows()
    return Page(
        title=_("Sessions"),
        about=_("Enter twice: end the session"),
        rows=[_row(moderation, one) for one in rows if moderation is not None],
        is_numbered=False,
        unclear=N_("add the number of a session"),
    )


def _row(moderation: AdminService, one: SessionRow) -> Row:
    at = _("at table {table}").format(table=one.table) if one.table else ""
    parts = (_("session {number}").format(number=one.number), one.name, one.address, at)
    where = _("table {id}").format(id=one.table) if one.table else _("lobby")
    told = _("To end session {number}, type: {word} {number} yes.")
    sure = by_ear(
        told.format(number=one.number, word=spelt("kick")),
        _("Press Enter again to end this session."),
    )

    async def kick(_text: str) -> str:
        moderation.kick(one.number)
        return _("Session {number} ended.").format(number=one.number)

    return Row(
        id=str(one.number),
        name=one.name or "…",
        told=", ".join(part for part in parts if part),
        note=f"{one.address}  {where}",
        enter=Action("kick", kick, confirm=[sure]),
    )
