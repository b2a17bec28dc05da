"""A Page as HTML."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from contextvars import copy_context
from functools import partial
from importlib.resources import files
from string import Template
from typing import Final, NamedTuple

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.server.accounts.store import account_with_key
from nim_tui.server.contests.ladder_page import ladder_games, ladder_page
from nim_tui.server.contests.tournament_actions import TournamentActions
from nim_tui.server.contests.tournament_page import tournament_page, tournaments_page
from nim_tui.server.contests.tournament_store import CannotUseTournament
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.rate_limit import RateLimit, TooOften
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.database import StorageError
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.cookies import fingerprint, key_of
from nim_tui.server.web.page import (
    EMPTY,
    Html,
    Shown,
    items,
    joined,
    language_asked,
    link,
    name,
    part,
    policy,
    table,
    tag,
)
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.page import Column, Page
from screens.text import LANGUAGES, Locale, _, ngettext, use_look


def ladders_told(ladders: Sequence[tuple[str, str, int]], asked: str) -> Html:
    """Which ladders there are: the game, its title, how many stand on it."""
    lines = [
        tag("span", link(f"/ladder/{game}{asked}", title), " ", _soft(_people(count)))
        for game, title, count in ladders
    ]
    return items(lines)


def _people(count: int) -> str:
    return ngettext("{count} person", "{count} people", count) if count else _("nobody yet")


def _soft(text: str) -> Html:
    return tag("span", text, class_="soft")


def _head(text: str) -> Html:
    return tag("h2", text)


def page_told(page: Page, asked: str) -> Html:
    """Return what a page is about, its table, its rows, what happened lately, and its terms."""
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
        told += [_head(_("Recently")), items(lately)]
    return joined([*told, _head(_("Options")), *(tag("p", one) for one in page.terms)])


def _rows(page: Page, asked: str) -> Html:
    """The rows as a table or a list, or why there are none."""
    rows = [row for row in page.rows if row.cells]
    if page.columns and rows:
        lines = [
            [_cell(one, text, row.address and row.address + asked)
             for one, text in zip(page.columns, row.cells)]
            for row in rows
        ]  # fmt: skip
        return table(page.columns, lines, leading=page.leading)
    if rows:
        return items(
            tag("span", _linked(row.cells[0], row.address), " ", _soft(" ".join(row.cells[1:])))
            for row in rows
        )
    nothing = page.empty or " ".join(page.hints)
    return tag("p", nothing) if nothing else EMPTY


def _cell(column: Column, text: str, address: str = "") -> Shown:
    return _linked(name(text), address) if column.kind == "name" else text


def _linked(shown: Shown, address: str) -> Shown:
    return link(address, shown) if address else shown


READS_AT_ONCE: Final = 30
READ_SECONDS: Final = 2.0
"""Until one more page may be asked for from an address after so many at once."""
_PATH: Final = re.compile(
    r"/(?P<kind>ladder|tournaments)(?:/(?P<which>[a-z0-9-]{1,40}))?/?", re.ASCII
)

logger = logging.getLogger(__name__)


_MEMBERS: Final = N_(
    "Ladders and tournaments are for people with an account: sign in first, in this browser."
)


class _Told(NamedTuple):
    """A page as it is shown: its title, and what stands below."""

    title: str
    told: Html
    status: int = 200


class _Onlooker:
    """The reader of a page, who has no table to go to."""

    id: str | None = None
    set_up = ""

    async def sit_down(self, table: str) -> None:
        """Nothing of the kind is offered."""
        raise NotPossible(N_("no players left at this table"))

    def leave(self) -> None:
        """They are nowhere."""


class StandingsPages:
    """Shows what everybody in the lobby may see of ladders and tournaments."""

    def __init__(self, lobby: Services, *, is_open: bool) -> None:
        """Only where anybody may come in, `is_open`, are they shown to those without a name."""
        nobody, nowhere = SessionAccount(None, ""), _Onlooker()
        self._database = lobby.database
        self._is_open = is_open
        self._lobby = lobby
        self._ladder = partial(ladder_page, lobby, nobody, nowhere)
        self._tournaments = TournamentActions(lobby, nobody, nowhere, lambda _table: None)
        self._reading = RateLimit(
            lobby.database, "standings", READS_AT_ONCE, READ_SECONDS, shared=lobby.nodes.are_several
        )
        text = files("nim_tui.server.web").joinpath("static", "standings.html")
        self._template = Template(text.read_text("utf-8"))

    @staticmethod
    def has(path: str) -> bool:
        """Whether it is the address of one of them."""
        return _PATH.fullmatch(path) is not None

    async def answer(self, request: BaseRequest, caller: Caller, place: str) -> Response:
        """Answer a request in its reader's language; `place` is the address of the style sheet."""
        if request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
            return Response(status=405)
        own = copy_context()
        own.run(use_look, Locale(language_asked(request)))
        return await asyncio.create_task(self._answered(request, caller, place), context=own)

    async def _answered(self, request: BaseRequest, caller: Caller, place: str) -> Response:
        found = _PATH.fullmatch(request.path)
        assert found is not None
        try:
            await self._reading.take(network_of(caller.address))
            if await self._may_look(request, caller):
                told = await self._told(found["kind"], found["which"], _asked(request))
            else:
                told = _Told(_("Ladders and tournaments"), tag("p", _(_MEMBERS)), status=403)
        except TooOften:
            return Response(status=429, headers={hdrs.RETRY_AFTER: "60"})
        except StorageError:
            logger.exception("a page of standings failed")
            return Response(status=503, headers={hdrs.RETRY_AFTER: "60"})
        except CannotUseTournament:
            told = None
        return Response(status=404) if told is None else self._page(request, caller, place, told)

    async def _may_look(self, request: BaseRequest, caller: Caller) -> bool:
        print_of_key = fingerprint(key_of(request, caller))
        if self._is_open or print_of_key is None:
            return self._is_open
        return await self._database.look(account_with_key, print_of_key) is not None

    async def _told(self, kind: str, which: str | None, asked: str) -> _Told | None:
        """Raises CannotUseTournament, StorageError."""
        if kind == "ladder":
            return await (self._ladders(asked) if which is None else self._one_ladder(which, asked))
        if which is None:
            page = await tournaments_page(self._tournaments)
            return _Told(page.title, page_told(page, asked))
        page = await tournament_page(self._tournaments, which)
        return _Told(page.about, page_told(page, asked))

    async def _ladders(self, asked: str) -> _Told:
        found = [
            (game, title, len((await self._lobby.ladders.sheet(game)).people))
            for game, title in ladder_games().items()
        ]
        return _Told(_("Ladders"), ladders_told(found, asked))

    async def _one_ladder(self, game: str, asked: str) -> _Told | None:
        title = ladder_games().get(game)
        if title is None:
            return None
        head = _("Ladder of {game}").format(game=title)
        return _Told(head, page_told(await self._ladder(game), asked))

    def _page(self, request: BaseRequest, caller: Caller, place: str, told: _Told) -> Response:
        asked = _asked(request)
        ways = (
            link(f"/ladder{asked}", _("Ladders")),
            link(f"/tournaments{asked}", _("Tournaments")),
            link("/", _("To the games")),
        )
        body = self._template.substitute(
            language=language_asked(request), place=place, title=part(told.title).text,
            links=joined(ways).text, told=told.told.text,
        )  # fmt: skip
        response = Response(
            text=body, status=told.status, content_type="text/html", charset="utf-8"
        )
        response.headers[hdrs.CONTENT_SECURITY_POLICY] = policy(caller, has_terminal=False)
        response.headers[hdrs.VARY] = "Accept-Language, Cookie"
        return response


def _asked(request: BaseRequest) -> str:
    """Return the query that keeps the language of the address on links to other pages."""
    language = request.query.get("language", "")
    return f"?language={language}" if language in LANGUAGES else ""
