"""The beginning of a game, as it is told to those whom it concerns."""

from __future__ import annotations

from nim_tui.server.database.listing import TableRow
from nim_tui.server.lobby.presence import Presence
from rules.messages import N_


def tell_begun(guests: Presence, row: TableRow, by: int | None) -> None:
    """Host and seats are told, wherever they are; who is not rated there, of that too.

    `by` goes there in any case.
    """
    rated = {seat.account: seat.is_rated for seat in row.seats}
    people = [seat for seat in row.seats if seat.bot is None]
    counts = row.rated_from is not None and len(people) > 1
    for guest in guests:
        if guest.who.account not in {row.host, *rated} or guest.who.at == row.id:
            continue
        if guest.who.account != by:
            guest.be_told(N_("The game begins: {title}"), {"title": row.title})
        if counts and not rated.get(guest.who.account, True):
            guest.be_told(N_("You are too new here for this game to be rated for you."), {})
