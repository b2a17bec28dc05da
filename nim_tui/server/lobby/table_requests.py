"""Setting up tables on a server: seats, settings, and copies of earlier tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from nim_tui.bots.levels import STYLE_OF
from nim_tui.registry import game_named
from nim_tui.server.lobby.table_view import OPEN_SEAT
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.schema import RUNNING
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.server.tables.terms import (
    BOTS,
    clock_in,
    club_in,
    rated_from,
    title_in,
    told_terms,
    visibility_in,
)
from nim_tui.tables.fair_play import COACH, HINTS
from nim_tui.tables.open_table import cannot_start
from nim_tui.tables.seat_plans import BOT, is_called, seat_from
from rules.messages import N_, Refusal
from rules.options import FromFile, Option, OptionValue
from screens.app_api import NotPossible
from screens.text import _


class Navigator(Protocol):
    """The way of a session to a table, and back to the lobby."""

    set_up: str
    """The id of the table just set up."""

    @property
    def id(self) -> str | None:
        """The table on the screen; None in the lobby."""

    async def sit_down(self, table: str) -> None:
        """Go to a table. Raises a Refusal."""

    def leave(self) -> Awaitable[None] | None:
        """Return to the lobby."""


class TableRequests:
    """The form of a new table on a server."""

    def __init__(
        self,
        lobby: Services,
        person: SessionAccount,
        table: Navigator,
        begun: Callable[[str], None],
        coached: set[str],
    ) -> None:
        """`begun` is called with the game of a new table; ids of coached ones go to `coached`."""
        self._lobby = lobby
        self._person = person
        self._table = table
        self._begun = begun
        self._coached = coached

    def sitters(self, number: int) -> Sequence[str]:
        """Return the choices for a seat: the person of this session, or an open seat."""
        return [self._person.name, OPEN_SEAT] if number == 0 else [OPEN_SEAT, self._person.name]

    def seat_text(self, seat: str) -> str:
        """Return the label of a seat: the person, anybody, or an invited name."""
        if seat == self._person.name:
            return _("{name} (you)").format(name=seat)
        return (
            _("open to everyone") if seat == OPEN_SEAT else _("{name}, invited").format(name=seat)
        )

    def opponents(self) -> Mapping[str, str]:
        """Return the bots by name, with each one's style."""
        return STYLE_OF

    def check_seat(self, name: str, seat: str) -> None:
        """Check the text of a seat: `open`, `bot:LEVEL`, or a name."""
        try:
            self._wish(name, seat)
        except Refusal as problem:
            raise cannot_start(problem) from problem

    def _wish(self, game: str, seat: str) -> SeatWish:
        text = seat.strip()
        if text.lower().startswith(BOT):
            plan = seat_from(text, game_named(game))
            return SeatWish(bot=plan.bot, called=plan.name if is_called(text) else None)
        if text.casefold() == OPEN_SEAT:
            return SeatWish()
        if text == self._person.name:
            return SeatWish(account=self._person.account)
        return SeatWish(invited=text)

    def terms(self) -> Sequence[Option]:
        """Return title, clock, visibility, rating, hints and coach."""
        return told_terms(self._lobby.limits, self._lobby.clubs.names_of(self._person.number))

    def text_for(self, option: FromFile, path: str) -> str:
        """Refuse to read a file: the files here are the server's."""
        raise NotPossible(N_("files on the server cannot be used here"))

    async def start(
        self,
        name: str,
        seats: Sequence[str],
        options: Mapping[str, OptionValue],
        seed: int | None,
        terms: Mapping[str, OptionValue],
    ) -> None:
        """Set up a table; sit down at once if all seats are taken."""
        if seed is not None:
            raise NotPossible(N_("the server chooses the seed: leave it empty"))
        try:
            wishes = [self._wish(name, seat) for seat in seats]
            title, seen_by, clock = title_in(terms), visibility_in(terms), clock_in(terms)
            counts, club = rated_from(terms, self._lobby.limits), club_in(terms)
            hints = bool(terms.get(HINTS.name))
            plan = TablePlan(
                name, wishes, title, options, seen_by, clock, counts, hints,
                allows_bots=bool(terms.get(BOTS.name)),
                club=await self._lobby.clubs.named(club) if club else None,
            )  # fmt: skip
            made = await self._lobby.tables.create(
                self._person.account, plan, by=self._person.bounded_as
            )
            self._table.set_up = made
            self._begun(name)
            database = self._lobby.database
            row = await database.look(table_seen, made, self._person.account)
            if row.status == RUNNING:
                if terms.get(COACH.name):
                    self._coached.add(row.id)
                await self._table.sit_down(row.id)
            else:
                left = self._table.leave()
                if left is not None:
                    await left
        except Refusal as problem:
            raise cannot_start(problem) from problem
