"""What of tournaments an admin asks of the database."""

from __future__ import annotations

from nim_tui.server.admin.contest_orders import CloseTournament, ListTournaments, OfContests
from nim_tui.server.admin.house import clock, paged
from nim_tui.server.admin.order import Facts
from nim_tui.server.database.connection import Database
from nim_tui.server.database.tournament_pages import TournamentRow, tournaments_seen
from nim_tui.server.database.tournaments import close


def from_contests(database: Database, order: OfContests) -> Facts:
    """Do what is asked. Raises a Refusal saying why it cannot be; then nothing was changed."""
    match order:
        case ListTournaments():
            rows = tournaments_seen(database, None, sees_all=True)
            return paged("tournaments", [_facts(row) for row in rows], order.page)
        case CloseTournament():
            close(database, order.tournament)
            return closed(order)


def closed(order: CloseTournament) -> Facts:
    """What came of an order to close one."""
    return {"closed": order.tournament}


def _facts(row: TournamentRow) -> Facts:
    return {
        "tournament": row.id,
        "game": row.game,
        "title": row.title,
        "host": row.host_name,
        "status": row.status,
        "seen_by": row.visibility,
        "players": len(row.accounts),
        "size": row.size,
        "seats": row.seats,
        "round": row.round,
        "made": clock(row.created),
    }
