"""Admin commands about tournaments."""

from __future__ import annotations

from nim_tui.server.admin.lists import clock, paged
from nim_tui.server.admin.orders import CloseTournament, Facts, ListTournaments, OfContests
from nim_tui.server.contests.tournament_rounds import TournamentRow, tournaments_seen
from nim_tui.server.contests.tournament_store import close
from nim_tui.server.storage.database import Database


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
    """Return the result of an order to close a tournament."""
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
