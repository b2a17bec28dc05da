"""The lobby as one person may see it: tables, and the seats and offers of running ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from nim_tui.registry import all_games
from nim_tui.server.accounts.names import is_bot_named
from nim_tui.server.lobby.table_list import SearchResult, TableList, Viewer
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.play.offers import OfferKind
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import OPEN, OVER, PRIVATE, RUNNING
from nim_tui.server.tables.listing import (
    SeatRow,
    TableQuery,
    TableRow,
    count_tables,
    list_tables,
    table_seen,
)
from nim_tui.server.tables.terms import clock_text
from nim_tui.server.untrusted_text import folded
from nim_tui.tables.record import may_resign
from screens.app_api import Agreement, DrawOffer
from screens.lobby.api import SeatState
from screens.lobby.values import (
    Counting,
    LobbySeat,
    LobbyTable,
    TableAction,
    TableFilter,
    TablePage,
    TableStatus,
)
from screens.people import SeatNames, in_third_person
from screens.text import _, current_look

_MINUTE: Final = 60


def seat_states(held: LiveTable | None, viewer: int) -> list[SeatState]:
    """Return the state of every seat in order; empty without a running game."""
    if held is None or held.table.result is not None:
        return []
    own = held.people.seat_of(viewer)
    return [_state(held, seat, viewer, is_own=seat == own) for seat in range(len(held.table.seats))]


def _state(held: LiveTable, seat: int, viewer: int, *, is_own: bool) -> SeatState:
    return SeatState(
        name=held.table.seats[seat].name,
        level=held.stand_ins.level(seat),
        is_lent=held.people.is_lent(seat),
        is_own=is_own,
        away=held.voting.away_for(seat),
        left=held.time.left(seat),
        vacation=held.time.paused_until(seat),
        must_move=seat in held.table.waiting,
        is_rated=held.people.is_rated(seat),
        votes=held.voting.votes(seat),
        may_vote=held.voting.may_vote(viewer, seat),
    )


def with_time_left(table: LobbyTable, held: LiveTable | None, viewer: int) -> LobbyTable:
    """Return a listed table with the minutes left to the player to move."""
    seat = None if held is None else held.people.seat_of(viewer)
    left = None if held is None or seat is None else held.time.left(seat)
    return table if left is None else replace(table, left=left // _MINUTE * _MINUTE)


def agreement_at(held: LiveTable, viewer: int) -> Agreement:
    """Return the open offers at a table, for a viewer."""
    own, offers = held.people.seat_of(viewer), held.offers
    if held.table.result is not None:
        return Agreement()
    others = bool(offers.people - {own})
    asks_bots = bool(offers.bots) and not held.table.is_first_round
    if offers.by is None:
        return Agreement(can_agree=own is not None, asks_others=others, asks_bots=asks_bots)
    by = "" if offers.by == own else held.table.seats[offers.by].name
    waits_for = tuple(held.table.seats[seat].name for seat in sorted(offers.asked))
    return Agreement(
        can_agree=own in offers.asked,
        can_decline=own in offers.people,
        asks_others=others,
        asks_bots=asks_bots,
        offer=DrawOffer(by, waits_for, own in offers.asked, is_undo=offers.kind is OfferKind.UNDO),
    )


OPEN_SEAT: Final = "open"
"""The text for a seat that anyone may take."""
A_PAGE: Final = 50
"""Tables per page."""
_STAGES: Final = {
    TableStatus.UNFINISHED: None,
    TableStatus.OPEN: OPEN,
    TableStatus.RUNNING: RUNNING,
}


def lobby_table(row: TableRow, viewer: int | None, name: str) -> LobbyTable:
    """Return a table as an account with this name sees it."""
    own, is_host = row.seat_of(viewer), viewer is not None and row.host == viewer
    if own is None and not is_host and not any(seat.invited is not None for seat in row.seats):
        return _seen_by_others(row, current_look().language)
    return _seen(row, own, name, is_host=is_host)


@lru_cache(4096)
def _seen_by_others(row: TableRow, _language: str) -> LobbyTable:
    """Return a table as uninvolved accounts see it; cached."""
    return _seen(row, None, "")


def _seen(row: TableRow, own: int | None, name: str, *, is_host: bool = False) -> LobbyTable:
    """Return a table as seen by an account; moves are counted only once none is hidden."""
    bots = tuple(seat.bot for seat in row.seats)
    names = in_third_person([seat.name for seat in row.seats], bots)
    people = SeatNames(names, own, bots)
    titled = SeatNames(names, None, bots).titled
    return LobbyTable(
        id=row.id,
        title=row.title,
        game=row.game,
        game_title=all_games()[row.game].title,
        seats=tuple(
            _seat(
                seat, titled(number), row.status == RUNNING and own is not None, number == own, name
            )
            for number, seat in enumerate(row.seats)
        ),
        moves=row.moves if row.status == OVER else 0,
        doing=_doing(row, own, name),
        is_mine=own is not None,
        is_my_turn=own is not None and _is_waited_for(row.seats[own]),
        ending=_ending(row, people),
        clock=_(clock_text(row.clock)) if row.clock is not None else "",
        is_private=row.visibility == PRIVATE,
        club=row.club_name,
        counting=counting_of(row),
        rated_from=row.rated_from or 0,
        hints_for_all=row.hints_for_all,
        may_invite=is_host and row.status == OPEN,
        can_resign=own is not None and _can_resign(row, own),
    )


def counting_of(row: TableRow) -> Counting:
    """Return whether a game counts for ratings, as its seats are taken and reserved now."""
    if row.rated_from is None:
        return Counting.CASUAL
    free = [seat for seat in row.seats if seat.account is None and seat.bot is None]
    kinds = {seat.is_bot_account for seat in row.seats if seat.account is not None}
    if row.status == OPEN:
        kinds |= {is_bot_named(seat.invited) for seat in free if seat.invited}
    else:
        kinds |= {False for seat in free if seat.name}
    if len(kinds) > 1:
        return Counting.WITH_BOT
    if kinds == {True}:
        return Counting.AMONG_BOTS
    may_come = row.allows_bots and any(seat.invited is None for seat in free)
    return Counting.UNLESS_BOT if row.status == OPEN and may_come else Counting.RATED


def _can_resign(row: TableRow, own: int) -> bool:
    persons = [number for number, seat in enumerate(row.seats) if seat.bot is None]
    return row.status == RUNNING and may_resign(own, persons, len(row.seats))


def _seat(seat: SeatRow, shown: str, is_played: bool, is_own: bool, name: str) -> LobbySeat:
    if shown:
        must_move = is_played and _is_waited_for(seat)
        return LobbySeat(shown, is_own=is_own, is_rated=seat.is_rated, must_move=must_move)
    return LobbySeat(seat.invited or "", is_taken=False, is_own=_is_kept_for(seat, name))


def _is_waited_for(seat: SeatRow) -> bool:
    return seat.must_move and seat.stand_in is None


def _ending(row: TableRow, people: SeatNames) -> str:
    """Return the result of a game; "" before its end."""
    if row.result is None:
        return _("closed") if row.status == OVER else ""
    ranking = row.result.ranking
    if not ranking:
        return _("no result")
    if len(ranking) == 1:
        return _("a draw")
    if list(ranking[0]) == [people.reader]:
        return _("you won")
    return _("won by {names}").format(names=people.listed(ranking[0]))


def _doing(row: TableRow, own: int | None, name: str) -> TableAction:
    """Return the action that a person can take on a table."""
    if row.status == OPEN:
        free = any(_is_free_for(seat, name) for seat in row.seats)
        return TableAction.JOIN if own is None and free else TableAction.WAIT
    if row.status == RUNNING:
        return TableAction.WATCH if own is None else TableAction.PLAY
    return TableAction.REPLAY


def listed(table_list: TableList, wanted: TableFilter, viewer: Viewer) -> TablePage:
    """Return a page of the unfinished tables a viewer may see, from memory.

    Their own turns come first, then the newest. Raises StorageError if the list is outdated.
    """
    sought = SearchResult(_STAGES[wanted.stage], wanted.text, wanted.only_mine)
    rows, count = table_list.page(viewer, sought, A_PAGE, wanted.page * A_PAGE)
    return _page(rows, count, viewer)


def finished(database: Database, wanted: TableFilter, viewer: Viewer) -> TablePage:
    """Return a page of finished tables, newest first, from the database: this may take long.

    A page number beyond the last gives the last one. Raises StorageError.
    """
    search = TableQuery(
        viewer=viewer.account,
        status=OVER,
        account=viewer.account if wanted.only_mine else None,
        text=wanted.text,
        by_age=True,
        sees_all=viewer.sees_all,
    )
    count = count_tables(database, search)
    page = min(wanted.page, _pages(count) - 1)
    rows = list_tables(database, search, most=A_PAGE, skip=page * A_PAGE)
    return _page(rows, count, viewer)


def _pages(count: int) -> int:
    return max(1, -(-count // A_PAGE))


def _page(rows: Sequence[TableRow], count: int, viewer: Viewer) -> TablePage:
    tables = [lobby_table(row, viewer.account, viewer.name) for row in rows]
    return TablePage(tables, _pages(count), count)


def _is_free_for(seat: SeatRow, name: str) -> bool:
    is_taken = seat.account is not None or seat.bot is not None
    return not is_taken and (seat.invited is None or _is_kept_for(seat, name))


def _is_kept_for(seat: SeatRow, name: str) -> bool:
    return seat.kept_for is not None and seat.kept_for == folded(name)


class VisibleTables:
    """The tables visible to a person, in memory and in the database."""

    def __init__(
        self, lobby: Services, person: SessionAccount, *, sees_all: Callable[[], bool]
    ) -> None:
        """`sees_all`: whether this is an admin now, who sees all tables."""
        self._lobby = lobby
        self._person = person
        self._sees_all = sees_all

    @property
    def _viewer(self) -> Viewer:
        return Viewer(self._person.number, self._person.name, self._sees_all())

    def unfinished(self, wanted: TableFilter) -> TablePage:
        """Return the unfinished tables."""
        found = listed(self._lobby.table_list, wanted, self._viewer)
        return replace(found, tables=[self._timed(table) for table in found.tables])

    def _timed(self, table: LobbyTable) -> LobbyTable:
        """Return a listed table, with the time this person has left if it is their turn."""
        if not table.is_my_turn or not table.clock:
            return table
        return with_time_left(table, self._lobby.held.seated(table.id), self._person.account)

    async def finished(self, wanted: TableFilter) -> TablePage:
        """Return the finished tables, newest first. Raises a Refusal."""
        database, viewer = self._lobby.database, self._viewer
        return await self._lobby.long_reads.do(lambda: finished(database, wanted, viewer))

    async def find(self, table: str) -> LobbyTable:
        """Return the present state of a table. Raises a Refusal."""
        return lobby_table(await self.row(table), self._person.account, self._person.name)

    async def row(self, table: str) -> TableRow:
        """Return the stored row of a table. Raises a Refusal."""
        return await self._lobby.database.look(table_seen, table, self._person.account)
