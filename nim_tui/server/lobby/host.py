"""The host of an open table, and the replacement of an absent host."""

from __future__ import annotations

from typing import Final

from nim_tui.server.services import Services
from nim_tui.server.tables.listing import TableRow
from nim_tui.server.tables.seat_store import hand_on
from nim_tui.tables.clock import DAYS
from rules.messages import N_

_MINUTE: Final = 60.0


async def replace_absent_host(lobby: Services, row: TableRow) -> None:
    """Make the longest waiting player who is online host, in place of an absent host.

    With a live clock the old host also loses the seat: the game would start, and their time would
    run, without them.
    """
    people = lobby.attendance
    most = lobby.limits.host_away_minutes * _MINUTE
    if row.host is None or people.away_for(row.host) <= most:
        return
    others = [seat for seat in row.seats if seat.account not in (None, row.host)]
    waiting = [seat for seat in others if people.is_here(seat.account or 0)]
    if not waiting:
        return
    heir = min(waiting, key=lambda seat: seat.joined or 0.0)
    runs = row.clock is not None and row.clock.kind != DAYS
    account = heir.account
    assert account is not None
    ask = lobby.database.ask
    if await ask(hand_on, row.id, row.host, account, frees_seat=runs):
        lobby.shown.changed(row.id)
        text = N_("{name} is away: you are now the host of {title}.")
        lobby.telling.tell_people({account}, text, {"name": row.host_name, "title": row.title})
