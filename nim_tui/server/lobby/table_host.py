"""The host of a table that waits for players, and who follows one who is away."""

from __future__ import annotations

from sqlalchemy import update

from nim_tui.server.services import Services
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import OPEN, SEATS, TABLES
from nim_tui.server.tables.listing import TableRow
from nim_tui.tables.clock import DAYS
from rules.messages import N_


async def replace_absent_host(lobby: Services, row: TableRow) -> None:
    """Replace an absent host by the player online who has waited longest.

    With a live clock the old host also loses their seat: otherwise the game would begin, and their
    time run, without them.
    """
    people = lobby.attendance
    most = lobby.limits.host_away_minutes * 60.0
    if row.host is None or people.away_for(row.host) <= most:
        return
    others = [seat for seat in row.seats if seat.account not in (None, row.host)]
    waiting = [seat for seat in others if people.is_here(seat.account or 0)]
    if not waiting:
        return
    account = min(waiting, key=lambda seat: seat.joined or 0.0).account
    runs = row.clock is not None and row.clock.kind != DAYS
    assert account is not None
    ask = lobby.database.ask
    if await ask(change_host, row.id, row.host, account, frees_seat=runs):
        lobby.shown.changed(row.id)
        text = N_("{name} is away: you are now the host of {title}.")
        lobby.telling.tell_people({account}, text, {"name": row.host_name, "title": row.title})


def change_host(database: Database, table: str, host: int, new: int, *, frees_seat: bool) -> bool:
    """Make another account the host, and free the seat of the old one if wanted.

    Return False if the game has begun meanwhile.
    """
    with database.writing() as connection:
        this = (TABLES.c.id == table, TABLES.c.status == OPEN, TABLES.c.host == host)
        if connection.execute(update(TABLES).where(*this).values(host=new)).rowcount == 0:
            return False
        if frees_seat:
            own = update(SEATS).where(SEATS.c.table == table, SEATS.c.account == host)
            connection.execute(own.values(account=None, name="", sought="", joined=None))
    return True
