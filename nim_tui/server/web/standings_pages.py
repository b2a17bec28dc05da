"""The pages of ladders and tournaments: for whoever may come in here, to be read and no more."""

from __future__ import annotations

import asyncio
import logging
import re
from contextvars import copy_context
from importlib.resources import files
from string import Template
from typing import Final, NamedTuple

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.server.app.ladder import OwnLadder
from nim_tui.server.app.person import Person
from nim_tui.server.app.tournaments import OwnTournaments
from nim_tui.server.database.accounts import account_with_key
from nim_tui.server.database.connection import StorageTrouble
from nim_tui.server.database.paces import PaceRule
from nim_tui.server.database.tournaments import TournamentTrouble
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.networks import network_of
from nim_tui.server.rate_limit import TooOften
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.cookie import fingerprint, key_of
from nim_tui.server.web.html import Html, joined, link, part, tag
from nim_tui.server.web.page import language_asked, policy
from nim_tui.server.web.standings import (
    ladder_told,
    ladders_told,
    tournament_told,
    tournaments_told,
)
from rules.messages import N_
from screens.app_api import CannotStart
from screens.text import LANGUAGES, Look, _, use_look

READS_AT_ONCE: Final = 30
READ_SECONDS: Final = 2.0
"""Until one more page may be asked for from an address after so many at once."""
_PATH: Final = re.compile(
    r"/(?P<kind>ladder|tournaments)(?:/(?P<which>[a-z0-9-]{1,40}))?/?", re.ASCII
)

logger = logging.getLogger(__name__)


_MEMBERS: Final = N_(
    "Those who have an account here see ladders and tournaments: come in first, in this browser."
)


class _Told(NamedTuple):
    """A page as it is shown: its title, and what stands below."""

    title: str
    told: Html
    status: int = 200


class _Onlooker:
    """Whoever reads a page: there is no table that they could go to."""

    set_up = ""

    async def sit_down(self, table: str) -> None:
        """Nothing of the kind is offered."""
        raise CannotStart(N_("nobody plays here any more"))

    def leave(self) -> None:
        """They are nowhere."""


class StandingsPages:
    """Shows what everybody in the lobby may see of ladders and tournaments."""

    def __init__(self, lobby: Lobby, *, is_open: bool) -> None:
        """Only where anybody may come in, `is_open`, are they shown to those without a name."""
        nobody, nowhere = Person(None, ""), _Onlooker()
        self._database = lobby.database
        self._is_open = is_open
        self._ladder = OwnLadder(lobby, nobody, nowhere)
        self._tournaments = OwnTournaments(lobby, nobody, nowhere, lambda _table: None)
        self._reading = lobby.nodes.pace(PaceRule("standings", READS_AT_ONCE, READ_SECONDS))
        text = files("nim_tui.server.web").joinpath("static", "standings.html")
        self._template = Template(text.read_text("utf-8"))

    @staticmethod
    def has(path: str) -> bool:
        """Whether it is the address of one of them."""
        return _PATH.fullmatch(path) is not None

    async def answer(self, request: BaseRequest, caller: Caller, place: str) -> Response:
        """What is asked for, in the language of its reader; `place` is where its style lies."""
        if request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
            return Response(status=405)
        own = copy_context()
        own.run(use_look, Look(language_asked(request)))
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
        except StorageTrouble:
            logger.exception("a page of standings failed")
            return Response(status=503, headers={hdrs.RETRY_AFTER: "60"})
        except TournamentTrouble:
            told = None
        return Response(status=404) if told is None else self._page(request, caller, place, told)

    async def _may_look(self, request: BaseRequest, caller: Caller) -> bool:
        print_of_key = fingerprint(key_of(request, caller))
        if self._is_open or print_of_key is None:
            return self._is_open
        return await self._database.look(account_with_key, print_of_key) is not None

    async def _told(self, kind: str, which: str | None, asked: str) -> _Told | None:
        """Raises TournamentTrouble, StorageTrouble."""
        if kind == "ladder":
            return await (self._ladders(asked) if which is None else self._one_ladder(which))
        if which is None:
            told = tournaments_told(await self._tournaments.listed(), asked)
            return _Told(_("Tournaments"), told)
        page = await self._tournaments.page(which)
        return _Told(page.line.title, tournament_told(page))

    async def _ladders(self, asked: str) -> _Told:
        found = [
            (game, title, len((await self._ladder.page(game)).rungs))
            for game, title in self._ladder.games()
        ]
        return _Told(_("Ladders"), ladders_told(found, asked))

    async def _one_ladder(self, game: str) -> _Told | None:
        title = dict(self._ladder.games()).get(game)
        if title is None:
            return None
        head = _("Ladder of {game}").format(game=title)
        return _Told(head, ladder_told(await self._ladder.page(game)))

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
    """What keeps a language that the address asks for on the way to another page."""
    language = request.query.get("language", "")
    return f"?language={language}" if language in LANGUAGES else ""
