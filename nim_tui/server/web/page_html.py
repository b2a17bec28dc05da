"""A Page as HTML."""

from __future__ import annotations

import re
from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.server.accounts.store import account_with_key
from nim_tui.server.clubs.actions import ClubActions
from nim_tui.server.clubs.page import club_page, clubs_page
from nim_tui.server.clubs.store import CannotUseClub
from nim_tui.server.contests.ladder_page import ladder_games, ladder_page, ladders_page
from nim_tui.server.contests.tournament_actions import TournamentActions
from nim_tui.server.contests.tournament_page import tournament_page, tournaments_page
from nim_tui.server.contests.tournament_store import CannotUseTournament
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.moderation.page import ReportService
from nim_tui.server.moderation.staff import StaffAccess
from nim_tui.server.rate_limit import RateLimit
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.cookies import fingerprint, key_of
from nim_tui.server.web.drawn_page import DrawnPage, answered, asked_language, versioned
from nim_tui.server.web.page import (
    EMPTY,
    Html,
    Shown,
    items,
    joined,
    link,
    name,
    table,
    tag,
)
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.page import Column, Page
from screens.text import _


def _soft(text: str) -> Html:
    return tag("span", text, class_="soft")


def _head(text: str) -> Html:
    return tag("h2", text)


def page_told(page: Page, asked: str) -> Html:
    """Return a page: purpose, table, rows, recent events, and settings."""
    facts = ", ".join(filter(None, [*page.detail.splitlines(), page.aside]))
    told = [tag("p", facts, class_="soft")] if page.detail else []
    if page.table is not None:
        columns = page.table.columns
        lines = [
            [_cell(one, text) for one, (text, _look) in zip(columns, line)]
            for line in page.table.lines
        ]
        told.append(table(columns, lines, leading=page.leading))
    if page.heading:
        told.append(_head(page.heading))
    told.append(_rows(page, asked))
    lately = [tag("span", _soft(day), " ", text) for day, text in page.events]
    if lately:
        told += [_head(_("Recent events")), items(lately)]
    if page.terms:
        told.append(_head(_("Rules")))
    return joined([*told, *(tag("p", one) for one in page.terms)])


def _rows(page: Page, asked: str) -> Html:
    """Return the rows as a table or a list, or why there are none."""
    rows = [(one.cells, one.address and one.address + asked) for one in page.rows if one.cells]
    if page.columns and rows:
        lines = [
            [_cell(one, text, address) for one, text in zip(page.columns, cells)]
            for cells, address in rows
        ]
        return table(page.columns, lines, leading=page.leading)
    if rows:
        return items(
            tag("span", _linked(cells[0], address), " ", _soft(" ".join(cells[1:])))
            for cells, address in rows
        )
    nothing = page.empty or " ".join(page.hints)
    return tag("p", nothing) if nothing else EMPTY


def _cell(column: Column, text: str, address: str = "") -> Shown:
    return _linked(name(text), address) if column.kind == "name" else text


def _linked(shown: Shown, address: str) -> Shown:
    return link(address, shown) if address else shown


READS_AT_ONCE: Final = 30
READ_SECONDS: Final = 2.0
"""Seconds until an address may request one more page after a burst."""
_PATH: Final = re.compile(
    r"/(?P<kind>ladder|tournaments|clubs)(?:/(?P<which>[a-z0-9-]{1,40}))?/?", re.ASCII
)

_MEMBERS: Final = N_(
    "Ladders and tournaments are for people with an account: sign in first, in this browser."
)


class _Onlooker:
    """The reader of a page, who has no table."""

    id: str | None = None
    set_up = ""

    async def sit_down(self, table: str) -> None:
        """Refuse, as pages have no seats."""
        raise NotPossible(N_("no players left at this table"))

    def leave(self) -> None:
        """Do nothing, as pages have no tables."""


_NOBODY: Final = SessionAccount(None, "")


class StandingsPages:
    """Public pages of ladders, tournaments and clubs, which a script keeps up to date."""

    def __init__(self, lobby: Services, *, is_open: bool) -> None:
        """`is_open`: anyone may sign in, so the pages need no account."""
        self._database = lobby.database
        self._is_open = is_open
        self._lobby = lobby
        self._tournaments = TournamentActions(lobby, _NOBODY, _Onlooker(), lambda _table: None)
        self._clubs = ClubActions(lobby, _NOBODY, _Onlooker(), self._tournaments)
        self._company = ReportService(lobby, _NOBODY, lambda: None)
        self._staff = StaffAccess(None, _NOBODY, None, frozenset())
        self._reading = RateLimit(
            lobby.database, "standings", READS_AT_ONCE, READ_SECONDS, shared=lobby.nodes.are_several
        )
        self._page = DrawnPage("standings.html", installs=False)

    @staticmethod
    def has(path: str) -> bool:
        """Whether a path is one of these pages."""
        return _PATH.fullmatch(path) is not None

    async def answer(self, request: BaseRequest, caller: Caller, place: str) -> Response:
        """Answer a request in its reader's language; `place` is the address of the style sheet."""
        if request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
            return Response(status=405)
        response = await answered(request, lambda: self._answer(request, caller, place))
        assert response is not None
        return response

    async def _answer(self, request: BaseRequest, caller: Caller, place: str) -> Response:
        found = _PATH.fullmatch(request.path)
        assert found is not None
        await self._reading.take(network_of(caller.address))
        if not await self._may_look(request, caller):
            page = Page(_("Ladders and tournaments"), hints=[_(_MEMBERS)])
            return self._drawn(request, caller, place, page, 403)
        try:
            told = await self._found(found["kind"], found["which"])
        except (CannotUseTournament, CannotUseClub):
            told = None
        if told is None:
            return Response(status=404)
        return versioned(request, self._drawn(request, caller, place, told, 200))

    async def _may_look(self, request: BaseRequest, caller: Caller) -> bool:
        print_of_key = fingerprint(key_of(request, caller))
        if self._is_open or print_of_key is None:
            return self._is_open
        return await self._database.look(account_with_key, print_of_key) is not None

    async def _found(self, kind: str, which: str | None) -> Page | None:
        """Return a page by kind and id. Raises CannotUseTournament, CannotUseClub, StorageError."""
        if kind == "tournaments" and which is not None:
            return await tournament_page(self._tournaments, which)
        if kind == "tournaments":
            return await tournaments_page(self._tournaments)
        if kind == "clubs" and which is not None:
            return await club_page(self._clubs, self._company, self._staff, which)
        if kind == "clubs":
            return await clubs_page(self._clubs)
        if which is None:
            return await ladders_page(self._lobby, _NOBODY)
        if which not in ladder_games():
            return None
        return await ladder_page(self._lobby, _NOBODY, _Onlooker(), which)

    def _drawn(
        self, request: BaseRequest, caller: Caller, place: str, page: Page, status: int
    ) -> Response:
        asked = asked_language(request)
        ways = (
            link(f"/ladder{asked}", _("Ladders")),
            link(f"/tournaments{asked}", _("Tournaments")),
            link(f"/clubs{asked}", _("Clubs")),
            link("/", _("Go to the games")),
        )
        parts: dict[str, Shown] = {
            "title": page.title, "links": joined(ways), "told": page_told(page, asked)
        }  # fmt: skip
        return self._page.drawn(request, caller, place, parts, status=status)
