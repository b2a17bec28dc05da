"""Pages that the server draws whole, and their readers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextvars import copy_context
from hashlib import sha256
from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.server.accounts.store import Account, account_with_key
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.lobby.table_list import Viewer
from nim_tui.server.rate_limit import RateLimit, TooOften
from nim_tui.server.services import Services
from nim_tui.server.storage.database import StorageError
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.cookies import GUEST, fingerprint, key_of
from nim_tui.server.web.page import (
    Html,
    Shown,
    joined,
    language_asked,
    part,
    policy,
    tag,
    template,
)
from screens.text import LANGUAGES, Locale, _, use_look

READS_AT_ONCE: Final = 60
READ_SECONDS: Final = 1.0
"""Seconds until an address may request one more page after a burst."""

logger = logging.getLogger(__name__)


class Readers:
    """The people who request pages, recognised by the key of their browser."""

    def __init__(self, lobby: Services, *, guests: bool, is_open: bool, is_closed: bool) -> None:
        """`guests`: guests may play. `is_open`: anyone may sign in; `is_closed`: nobody new may."""
        self._database = lobby.database
        self._reading = RateLimit(
            lobby.database, "pages", READS_AT_ONCE, READ_SECONDS, shared=lobby.nodes.are_several
        )
        self.guests = guests
        self.is_open = is_open
        self.is_closed = is_closed

    async def account(self, request: BaseRequest, caller: Caller) -> Account | None:
        """Return the account of a browser. Raises TooOften, StorageError."""
        print_of_key = fingerprint(key_of(request, caller))
        await self._reading.take(network_of(caller.address))
        if print_of_key is None:
            return None
        return await self._database.look(account_with_key, print_of_key)

    def needs_name(self, request: BaseRequest, caller: Caller) -> bool:
        """Whether the server admits this browser only with a name that it has not chosen yet."""
        return not self.guests and key_of(request, caller) is None

    def may_look(self, account: Account | None) -> bool:
        """Whether tables and people may be shown: to members, or to all if anyone may sign in."""
        return self.is_open or account is not None


def viewer_of(account: Account | None) -> Viewer:
    """Return the viewer of tables for an account, or for a stranger."""
    return Viewer(None, "") if account is None else Viewer(account.id, account.name)


def has_been_here(request: BaseRequest, caller: Caller) -> bool:
    """Whether the browser has had a session here before, as a member or as a guest."""
    return any(key_of(request, caller, kind) is not None for kind in ("", GUEST))


async def answered(
    request: BaseRequest, answer: Callable[[], Awaitable[Response | None]]
) -> Response | None:
    """Answer a request in its reader's language; say so if the server cannot answer now."""
    own = copy_context()
    own.run(use_look, Locale(language_asked(request)))

    async def answering() -> Response | None:
        try:
            return await answer()
        except TooOften:
            return Response(status=429, headers={hdrs.RETRY_AFTER: "60"})
        except StorageError:
            logger.exception("a page failed")
            return Response(status=503, headers={hdrs.RETRY_AFTER: "60"})

    return await asyncio.create_task(answering(), context=own)


class DrawnPage:
    """A template, filled in for a reader."""

    def __init__(self, name: str, *, installs: bool = True) -> None:
        """`name` is that of the template; `installs`: it may install the app."""
        self._template = template(name)
        self._installs = installs

    def drawn(
        self, request: BaseRequest, caller: Caller, place: str, parts: Mapping[str, Shown], *,
        status: int = 200,
    ) -> Response:  # fmt: skip
        """Return the page; `place` is the path of its static files."""
        shown = {name: part(one).text for name, one in parts.items()}
        body = self._template.substitute(
            shown, language=language_asked(request), place=place, origin=caller.origin
        )
        response = Response(text=body, status=status, content_type="text/html", charset="utf-8")
        response.headers[hdrs.CONTENT_SECURITY_POLICY] = policy(
            caller, has_terminal=False, installs=self._installs
        )
        response.headers[hdrs.VARY] = "Accept-Language, Cookie"
        return response


def versioned(request: BaseRequest, response: Response) -> Response:
    """Return a page with its version, or nothing where the reader has this version already."""
    version = f'"{sha256(str(response.text).encode()).hexdigest()[:32]}"'
    if request.headers.get(hdrs.IF_NONE_MATCH) == version:
        return Response(status=304, headers={hdrs.ETAG: version})
    response.headers[hdrs.ETAG] = version
    return response


def asked_language(request: BaseRequest) -> str:
    """Return the query that keeps the language of the address on links to other pages."""
    language = request.query.get("language", "")
    return f"?language={language}" if language in LANGUAGES else ""


def languages(request: BaseRequest) -> Html:
    """Return links to the same page in the other languages."""
    own = language_asked(request)
    others = [(code, called) for code, called in LANGUAGES.items() if code != own]
    return joined(
        tag("a", called, href=f"{request.path}?language={code}", lang=code, hreflang=code)
        for code, called in others
    )


def press(action: str, text: str, *, told: str = "", is_gold: bool = False) -> Html:
    """Return a key that posts; `told` is its text for screen readers."""
    key = tag("button", text, class_="gold" if is_gold else "", aria_label=told)
    return tag("form", key, method="post", action=action)


def naming(*, is_closed: bool) -> Html:
    """Return why a name is needed, and the way to one."""
    if is_closed:
        return tag("p", _("This server accepts no new users."), class_="notice")
    told = _("This server needs a name: choose one, and this browser remembers it with one cookie.")
    return tag("div", tag("p", told), press("/keep", _("Choose a name")), class_="notice")


def sign_in(request: BaseRequest, caller: Caller, asked: str) -> Html:
    """Return the link to the ways to sign in; none for a browser that is known."""
    if key_of(request, caller) is not None:
        return Html("")
    more = f"{asked}&" if asked else "?"
    return tag("a", _("Sign in"), href=f"/lobby{more}sign-in=1", class_="key")
