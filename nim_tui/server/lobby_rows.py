"""What the lobby lists: tables as one person sees them, ratings, who may be asked again."""

from __future__ import annotations

from typing import Final

from nim_tui.catalog import CATALOG
from nim_tui.server.database.connection import Database
from nim_tui.server.database.listing import Search, SeatRow, TableRow
from nim_tui.server.database.schema import OPEN, OVER, PRIVATE, RUNNING
from nim_tui.server.database.standings import Standing, best
from nim_tui.server.salon import Salon
from nim_tui.server.strangers import account_name, skeleton
from nim_tui.server.terms import clock_text
from rules.text import Refusal
from screens.lobby.hall import Doing, Listed, LobbyTable, Stage, Wanted
from screens.text import _, ngettext

OPEN_SEAT: Final = "open"
"""What is typed for a seat that anybody may take."""
A_PAGE: Final = 50
"""Tables of a page."""
_STAGES: Final = {Stage.ANY: None, Stage.OPEN: OPEN, Stage.RUNNING: RUNNING, Stage.OVER: OVER}
MOST_RATED: Final = 10
"""Places of each list of ratings."""


def lobby_table(row: TableRow, viewer: int | None, name: str) -> LobbyTable:
    """A table as one account, of this name, sees it.

    Moves are counted once none of them is hidden.
    """
    own = row.seat_of(viewer)
    seats = tuple(seat.name or (f"({seat.invited})" if seat.invited else "") for seat in row.seats)
    ending = _("closed") if row.status == OVER else ""
    if row.result is not None:
        names = ", ".join(row.seats[seat].name for seat in row.result.ranking[0])
        is_draw = len(row.result.ranking) == 1
        ending = _("a draw") if is_draw else _("won: {names}").format(names=names)
    return LobbyTable(
        row.id,
        row.title,
        CATALOG[row.game].title,
        seats,
        row.moves if row.status == OVER else 0,
        _doing(row, own, name),
        own is not None,
        own is not None and row.seats[own].must_move and row.seats[own].stand_in is None,
        ending,
        _(clock_text(row.clock)) if row.clock is not None else "",
        row.visibility == PRIVATE,
    )


def _doing(row: TableRow, own: int | None, name: str) -> Doing:
    """What somebody can do with a table."""
    if row.status == OPEN:
        free = any(_is_free_for(seat, name) for seat in row.seats)
        return Doing.JOIN if own is None and free else Doing.WAIT
    if row.status == RUNNING:
        return Doing.WATCH if own is None else Doing.PLAY
    return Doing.REPLAY


def listed(
    salon: Salon, wanted: Wanted, viewer: int | None, name: str, *, sees_all: bool = False
) -> Listed:
    """A page of the tables somebody may see, those that wait for him first, then the newest.

    Neither order nor counts tell of moves that are hidden while a game is played.
    """
    search = Search(
        viewer=viewer,
        status=_STAGES[wanted.stage],
        account=viewer if wanted.only_mine else None,
        text=wanted.text,
        my_turn_first=True,
        by_age=True,
        sees_all=sees_all,
    )
    rows = salon.tables(search, A_PAGE, wanted.page * A_PAGE)
    is_all = wanted.page == 0 and len(rows) < A_PAGE
    pages = 1 if is_all else max(1, -(-salon.count(search) // A_PAGE))
    return Listed([lobby_table(row, viewer, name) for row in rows], pages)


def _is_free_for(seat: SeatRow, name: str) -> bool:
    is_taken = seat.account is not None or seat.bot is not None
    return not is_taken and (seat.invited is None or skeleton(seat.invited) == skeleton(name))


def rated_lines(database: Database) -> list[str]:
    """The ratings, game by game, the best first: their sure part, and games played."""
    lines: list[str] = []
    for offer in CATALOG.values():
        standings = best(database, offer.name, MOST_RATED)
        if standings:
            lines.append(offer.title)
        lines += [_rated_line(place, one) for place, one in enumerate(standings, start=1)]
    return lines


def _rated_line(place: int, standing: Standing) -> str:
    name = standing.name
    if standing.is_bot:
        name = _("program, {level}").format(level=_(standing.name))
    games = ngettext("{count} game", "{count} games", standing.games)
    return f"{place:>4}. {name:20} {standing.rating.surely:6.1f}   {games}"


def invited(name: str) -> str:
    """Who is asked to play again; instead of a guest, who has gone, whoever wants."""
    try:
        return account_name(name)
    except Refusal:
        return OPEN_SEAT
