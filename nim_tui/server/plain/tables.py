"""The tables of the lobby by number: set up, listed, searched, joined, watched, left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from nim_tui.names import clean_name
from nim_tui.plain.commands import spelt, vocabulary
from nim_tui.plain.text import listed, numbered
from nim_tui.registry import GameEntry
from nim_tui.server.lobby.table_requests import TableRequests
from nim_tui.server.lobby.table_view import A_PAGE, OPEN_SEAT, VisibleTables
from nim_tui.server.plain.table import LineTable
from nim_tui.server.plain.visit import LineContext
from nim_tui.server.ratings.page import RatingView
from nim_tui.server.storage.schema import RUNNING
from nim_tui.server.tables.table_store import CannotUseTable
from nim_tui.server.terminal.client import is_table_id
from nim_tui.tables.fair_play import COACH
from nim_tui.tables.seat_plans import BOT
from rules.contract import check_seats
from rules.messages import N_, Refusal
from rules.options import Option, OptionValue
from screens.app_api import NotPossible
from screens.lobby.lobby_table import FACTS, rating_text, state_of
from screens.lobby.values import (
    KnownPlayer,
    LobbySeat,
    LobbyTable,
    TableAction,
    TableFilter,
    TablePage,
    TableStatus,
)
from screens.table.vocabulary import folded
from screens.text import _, capitalised, decimal, labelled, ngettext


def described(table: LobbyTable) -> str:
    """Return the description of a table: its game, seats, state and settings."""
    title = table.title
    if table.title != table.game_title:
        title = _("{title}, {game}").format(title=table.title, game=table.game_title)
    state, _ink = state_of(table)
    head = labelled(title, listed([_seat(seat) for seat in table.seats]))
    parts = [part.strip() for part in state.split("  ") if part.strip()]
    if table.doing in (TableAction.JOIN, TableAction.WAIT):
        parts += [part for part in (table.clock or _("no clock"), rating_text(table))
                  if part not in parts]  # fmt: skip
    told = ", ".join(parts)
    return f"{head}. {capitalised(told)}" if told else head


def in_full(table: LobbyTable, players: Sequence[KnownPlayer]) -> list[str]:
    """Return all facts about a table, and those about its players before sitting down."""
    facts = [(_(fact.label), fact.spoken(table)) for fact in FACTS if fact.spoken is not None]
    told = [labelled(label, text) for label, text in facts if text]
    return [
        described(table),
        *told,
        *(_known(seat, known) for seat, known in zip(table.seats, players)),
    ]


def _known(seat: LobbySeat, known: KnownPlayer) -> str:
    """Return the known facts about a player; empty if there are none."""
    notes = []
    if known.strength is not None:
        told = _("rating {rating}")
        if known.strength.is_provisional:
            told = _("rating {rating}, provisional")
        notes.append(told.format(rating=decimal(known.strength.rating)))
    if known.leaves is not None:
        left, played = known.leaves
        notes.append(_("abandoned {left} of {games} games").format(left=left, games=played))
    return labelled(_seat(seat), ", ".join(notes)) if notes and seat.is_taken else ""


def _seat(seat: LobbySeat) -> str:
    if seat.is_taken:
        return _("you") if seat.is_own else seat.name
    if not seat.name:
        return _("a free seat")
    if seat.is_own:
        return _("a seat reserved for you")
    return _("a seat reserved for {name}").format(name=seat.name)


MOST_TOLD: Final = 15
"""The most tables said at once."""
LONGEST_SOUGHT: Final = 40
NO_SUCH: Final = N_("no table has that number; type tables for the list")


class TableCommands:
    """The tables last listed to a person, and the commands on them."""

    def __init__(
        self, visit: LineContext, table: LineTable, *, sees_all: Callable[[], bool] = bool
    ) -> None:
        """`sees_all`: whether this is an admin now, who sees all tables."""
        self._visit = visit
        self._table = table
        self._told: Sequence[LobbyTable] = ()
        self._first = 0
        """The number of tables before the page."""
        self._ratings = RatingView(visit.lobby, visit.person)
        self._seen = VisibleTables(visit.lobby, visit.person, sees_all=sees_all)

    def tell(self, rest: str, *, only_mine: bool = False) -> None:
        """Say the tables of the lobby from number N on, or those with a text in them."""
        wanted, first = _wanted(rest, only_mine=only_mine)
        self._tell(self._seen.unfinished(wanted), wanted, first, "ours" if only_mine else "tables")

    def tell_free(self, rest: str) -> None:
        """Say the tables that wait for players."""
        wanted, first = _wanted(rest, stage=TableStatus.OPEN)
        self._tell(self._seen.unfinished(wanted), wanted, first, "free")

    async def tell_finished(self, rest: str, *, only_mine: bool = False) -> None:
        """Say the finished games, newest first."""
        wanted, first = _wanted(rest, only_mine=only_mine)
        self._tell(await self._seen.finished(wanted), wanted, first, "over")

    def _tell(self, found: TablePage, wanted: TableFilter, first: int, word: str) -> None:
        """Say a part of a page of a list, and the command for the next part."""
        tables, page = found.tables, first // A_PAGE * A_PAGE
        self._told, self._first = tables, page
        if not tables:
            self._visit.say(_nothing(wanted, word))
        told = list(enumerate(tables, start=page + 1))[first - page :][:MOST_TOLD]
        for number, table in told:
            is_typed = table.title != table.game_title
            self._visit.say(numbered(number, described(table), is_typed=is_typed))
        last = told[-1][0] if told else found.count
        if last < found.count:
            more = ngettext("{count} more", "{count} more", found.count - last)
            hint = _("{more}: type {word} {number}")
            self._visit.say(hint.format(more=more, word=spelt(word), number=last + 1))

    def meant(self, rest: str, *doings: TableAction) -> str:
        """Return the table id named by number or id. Raises NotPossible.

        Without either, the first table that allows one of `doings`, the person's turns first.
        """
        if is_table_id(rest.casefold()):
            return rest.casefold()
        if rest.isascii() and rest.isdigit() and len(rest) < 6:
            self._told = self._told or self._seen.unfinished(TableFilter()).tables
            if 1 <= int(rest) - self._first <= len(self._told):
                return self._told[int(rest) - self._first - 1].id
        elif not rest:
            fitting = self._fitting(doings)
            if fitting:
                return fitting[0].id
        raise NotPossible(NO_SUCH)

    def _fitting(self, doings: Sequence[TableAction]) -> list[LobbyTable]:
        """Return the tables that allow one of these actions, the person's turns first."""
        fitting = [
            one for one in self._seen.unfinished(TableFilter()).tables if one.doing in doings
        ]
        return sorted(fitting, key=lambda one: not one.is_my_turn)

    async def look(self, rest: str) -> None:
        """Say a table in full. Raises a Refusal."""
        if not rest:
            raise NotPossible(N_("add the number of a table"))
        table = await self.seen(self.meant(rest))
        await self._ratings.learn_ratings(table)
        self._visit.say(*in_full(table, self._ratings.players_at(table)))

    async def seen(self, table: str) -> LobbyTable:
        """Return the present state of a table. Raises a Refusal."""
        return await self._seen.find(table)

    async def join(self, rest: str) -> None:
        """Take a seat, or continue a game. Raises a Refusal.

        Without a table, the first with a free seat and nobody they have blocked.
        """
        if rest:
            await self._join(self.meant(rest))
            return
        refusal: Refusal = NotPossible(NO_SUCH)
        for table in self._fitting((TableAction.PLAY, TableAction.JOIN)):
            if table.doing == TableAction.JOIN and await self._is_shunned(table.id):
                continue
            try:
                await self._join(table.id)
            except CannotUseTable as trouble:
                refusal = trouble
            else:
                return
        raise refusal

    async def _is_shunned(self, table: str) -> bool:
        """Check whether the person has blocked the host or a player of a table."""
        blocks = self._visit.lobby.talking.blocks
        await blocks.known()
        row = await self._seen.row(table)
        people = {row.host, *(seat.account for seat in row.seats)}
        return not people.isdisjoint(blocks.of(self._visit.person.account))

    async def _join(self, table: str) -> None:
        lobby, account = self._visit.lobby, self._visit.person.account
        doing = (await self.seen(table)).doing
        if doing == TableAction.JOIN:
            await lobby.tables.join(table, account)
        elif doing == TableAction.WAIT:  # or it is full, and its start could not be stored
            await lobby.tables.begin_if_full(table)
        elif doing == TableAction.WATCH:
            raise NotPossible(N_("you are not a player at this table; type watch to watch it"))
        elif doing == TableAction.REPLAY:
            raise NotPossible(N_("that game is over; type replay"))
        await self.go_if_begun(table)

    def hosted(self, rest: str) -> str:
        """Return the id of the named table, of those hosted the first. Raises NotPossible."""
        if rest:
            return self.meant(rest)
        waiting = (one.id for one in self._seen.unfinished(TableFilter()).tables if one.may_invite)
        found = next(waiting, None)
        if found is None:
            raise NotPossible(N_("you have no table with free seats; type new to open one"))
        return found

    async def go_if_begun(self, table: str) -> None:
        """Go to a table whose game has begun, or say who is missing. Raises a Refusal."""
        row = await self._seen.row(table)
        if row.status == RUNNING:
            await self._table.sit_down(table)
        elif row.seat_of(self._visit.person.account) is None:
            raise NotPossible(N_("no seat here is free for you"))
        else:
            self._visit.say(_("You have a seat; the game begins when everyone is there."))

    async def watch(self, rest: str) -> None:
        """Watch a game, or return to the person's own. Raises a Refusal."""
        table = self.meant(rest, TableAction.WATCH)
        doing = (await self.seen(table)).doing
        if doing not in (TableAction.WATCH, TableAction.PLAY):
            raise NotPossible(N_("nobody is playing at this table now"))
        await self._table.sit_down(table)

    async def give_back(self, rest: str) -> None:
        """Leave the seat at a table whose game has not begun. Raises a Refusal."""
        if not rest:
            raise NotPossible(N_("add the number of a table"))
        table = await self.seen(self.meant(rest))
        if table.doing not in (TableAction.JOIN, TableAction.WAIT):
            raise NotPossible(N_("the game has begun: to resign, join it and type resign"))
        person, lobby = self._visit.person, self._visit.lobby
        row = await self._seen.row(table.id)
        if not table.is_mine and row.host != person.account:
            raise NotPossible(N_("you are not a player at this table"))
        await lobby.tables.get_up(table.id, person.account)
        self._visit.say(_("You left your seat."))


def _nothing(wanted: TableFilter, word: str) -> str:
    """Return the sentence for an empty list."""
    if wanted.text:
        return _("No table contains “{text}”.").format(text=wanted.text)
    if word == "over":
        return _("No finished game yet.")
    if word == "tables":
        return _("No tables yet: type new and a game.")
    return _("You have no tables.") if wanted.only_mine else _("No table has a free seat.")


def _wanted(
    rest: str, *, only_mine: bool = False, stage: TableStatus = TableStatus.UNFINISHED
) -> tuple[TableFilter, int]:
    """Return the filter in a number or a text, and the number of tables before."""
    is_number = rest.isascii() and rest.isdigit() and len(rest) < 6
    first = max(int(rest) - 1, 0) if is_number else 0
    text = "" if is_number else rest[:LONGEST_SOUGHT]
    return TableFilter(text, only_mine=only_mine, stage=stage, page=first // A_PAGE), first


class ServerTableMaker:
    """Sets tables up as the form on a screen does."""

    def __init__(
        self, say: Callable[[str], None], table: LineTable, new_tables: TableRequests, own: str
    ) -> None:
        """`own` is the name of the host."""
        self._say = say
        self._table = table
        self._new_tables = new_tables
        self._own = own

    @property
    def terms(self) -> Sequence[Option]:
        """The settings: title, clock, visibility, rating; the coach has a command of its own."""
        return [term for term in self._new_tables.terms() if term.name != COACH.name]

    def asked(self, count: str) -> str:
        """Return the question for open seats, names and bots."""
        return _(
            "Who plays with you ({count} players)? Type open for a free seat, names to "
            "invite, and bot levels, for example: open, easy. Press Enter for free seats."
        ).format(count=count)  # fmt: skip

    def seats(self, entry: GameEntry, typed: Sequence[str]) -> list[str]:
        """Return the seats, the host first; missing ones are open. Raises Refusal."""
        meant = [(seat, vocabulary().canonical(seat)) for seat in typed]
        seats = [OPEN_SEAT if word == OPEN_SEAT else seat for seat, word in meant]
        own = [seat for seat in seats if folded(seat) == folded(self._own)]
        if not own:
            seats.insert(0, self._own)
        seats = [self._own if seat in own else seat for seat in seats]
        seats += [OPEN_SEAT] * (entry.game.seats[0] - len(seats))
        check_seats(entry.game, len(seats))
        for seat in seats:
            if not seat.startswith(BOT):
                clean_name(seat)
            self._new_tables.check_seat(entry.name, seat)
        return seats

    async def open(
        self,
        entry: GameEntry,
        seats: Sequence[str],
        chosen: Mapping[str, OptionValue],
        *,
        is_coached: bool = False,
    ) -> None:
        """Set up the table, and go there if all seats are taken. Raises Refusal."""
        settled = {term.name for term in self.terms}
        terms = {name: value for name, value in chosen.items() if name in settled}
        terms[COACH.name] = is_coached
        options = {name: value for name, value in chosen.items() if name not in settled}
        await self._new_tables.start(entry.name, seats, options, None, terms)
        if self._table.id is None:
            told = _("Table {table} is open; the game begins when everyone is there.")
            self._say(told.format(table=self._table.set_up))
