"""The HTTP server and its routes."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any, Final

from aiohttp import hdrs, web
from aiohttp.http_exceptions import HttpProcessingError

from nim_tui.server.services import Services
from nim_tui.server.settings.addresses import WebConfig
from nim_tui.server.terminal.client import is_table_id
from nim_tui.server.terminal.context import ServerContext
from nim_tui.server.terminal.looks import looks_told
from nim_tui.server.web import cookies
from nim_tui.server.web.callers import Caller, Callers, CountedConnection, is_own_page
from nim_tui.server.web.cookies import (
    GUEST,
    HOME,
    fingerprint,
    guest_pass,
    hand_over,
    key_of,
    new_key,
    take_back,
)
from nim_tui.server.web.drawn_page import Readers
from nim_tui.server.web.first_page import FirstPage
from nim_tui.server.web.install_pages import InstallPages
from nim_tui.server.web.notification_pages import NoticePages
from nim_tui.server.web.page import SOFTWARE, HtmlPage, guard, language_asked
from nim_tui.server.web.page_actions import action_response, page_of_action
from nim_tui.server.web.page_html import StandingsPages
from nim_tui.server.web.passkey_pages import PasskeyPages, PasskeyService
from nim_tui.server.web.session import WebRequestInfo, WebSession
from nim_tui.server.web.static_files import StaticFiles
from nim_tui.server.web.table_page import TablePages
from nim_tui.server.web.wire import CompressedSocket
from nim_tui.server.work import A_REQUEST


@dataclass(frozen=True, slots=True)
class PageParts:
    """The pages that query the database, and whether the server accepts new users."""

    notices: NoticePages | None = None
    passkeys: PasskeyPages | None = None
    standings: StandingsPages | None = None
    first: FirstPage | None = None
    tables: TablePages | None = None
    is_closed: bool = False
    home_key: str = ""
    """The key of the only person at home, for whom alone there are sessions; empty on a server."""
    home_pass: str = ""
    """A secret that stands for the key once, in an address that others may see."""

    @property
    def cookie(self) -> str:
        """The cookie of a browser's key."""
        return HOME if self.home_key else ""

    @classmethod
    def of(
        cls,
        lobby: Services,
        end_key: Callable[[str], object],
        *,
        guests: bool = False,
        is_closed: bool = False,
        is_open: bool = False,
    ) -> PageParts:
        """Return the parts for a lobby; `end_key` ends the sessions of a removed key.

        `is_open`: anyone may sign in, as a guest or with a key.
        """
        readers = Readers(lobby, guests=guests, is_open=is_open, is_closed=is_closed)
        return cls(
            NoticePages(lobby.notices.service),
            PasskeyPages(PasskeyService(lobby, end_key)),
            StandingsPages(lobby, is_open=is_open),
            FirstPage(lobby, readers),
            TablePages(lobby, readers),
            is_closed,
        )


_SIZE: Final = re.compile(r"(\d{1,4})x(\d{1,4})", re.ASCII)
_PATH: Final = r"(?P<plain>/plain)?(?:/t/(?P<table>[a-z]{2,20}-\d{1,6}))?"
_PAGE: Final = re.compile(rf"/|/lobby|{_PATH}", re.ASCII)
_REFERER: Final = re.compile(
    rf"https?://[^/?#]{{1,300}}(?P<path>{_PATH})(?:\?.{{0,100}})?", re.ASCII
)
LONGEST_FRAME: Final = 65_536
"""The most bytes of a browser's frame, inflated; a paste comes in several."""
LONGEST_LINE: Final = 4_096
"""The most bytes of a line or a header of a request."""
MOST_HEADERS: Final = 64


class _OfOurs(logging.Filter):
    """A log filter that drops invalid requests: strangers may send any number."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is about a fault of this program."""
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        return not isinstance(error, HttpProcessingError)


class _Guarding(web.RequestHandler):
    """A request handler that gives invalid requests the same security headers as valid ones."""

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a request that failed."""
        return guard(super().handle_error(request, status, exc, message))


_http_logger = logging.getLogger(f"{__name__}.http")
_http_logger.addFilter(_OfOurs())


class WebServer:
    """The HTTP server for browsers."""

    def __init__(
        self,
        context: ServerContext,
        browsers: WebConfig,
        parts: PageParts,
    ) -> None:
        """Read the settings. Raises NoProxy."""
        self._parts = parts
        self._context = context
        self._callers = Callers(browsers)
        self._files = StaticFiles()
        self._install = InstallPages(self._files.place)
        self._page = HtmlPage(self._files.place)
        self._plain_page = HtmlPage(self._files.place, "plain.html", has_terminal=False)
        self._pass = parts.home_pass
        self._sessions: dict[str, WebSession] = {}
        """The sessions that pages can resume, by their secret."""
        self._http = web.Server(self._answer)
        self._bounds: dict[str, Any] = {
            "keepalive_timeout": context.limits.sign_in_seconds,
            "access_log": None,
            "logger": _http_logger,
            "max_line_size": LONGEST_LINE,
            "max_field_size": LONGEST_LINE,
            "max_headers": MOST_HEADERS,
            "read_bufsize": context.limits.receive_window,
            "lingering_time": 0.0,
        }
        self._listening: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises OSError, UnicodeError."""
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(self._connection, host, port)

    def _connection(self) -> asyncio.Protocol:
        return CountedConnection(self._spoken_to(), self._context, self._callers.is_proxy)

    def _spoken_to(self) -> web.RequestHandler:
        return _Guarding(self._http, loop=asyncio.get_running_loop(), **self._bounds)

    @property
    def port(self) -> int:
        """The port it listens on."""
        assert self._listening is not None
        return int(self._listening.sockets[0].getsockname()[1])

    def stop_listening(self) -> None:
        """Accept no new connections."""
        if self._listening is not None:
            self._listening.close()

    async def close(self) -> None:
        """Close the remaining connections, after all sessions were told."""
        self.stop_listening()
        await self._http.shutdown(self._context.limits.ending_seconds)

    # Answers

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        caller = self._callers.caller(request)
        if caller is None:
            self._context.refused("foreign_page", request.remote or "")
            return guard(web.Response(status=403, text="This server has another name.\n"))
        payer = "" if self._callers.is_proxy(caller.address) else caller.address
        if not self._context.sources.comes(payer, A_REQUEST):
            self._context.refused("penalty", caller.address)
            refusal = web.Response(status=429, text="Too much was asked for: wait a moment.\n")
            refusal.force_close()
            return guard(refusal)
        if request.method == hdrs.METH_GET and request.path == "/ws":
            return await self._visited(request, caller)
        return guard(await self._answered(request, caller), caller)

    async def _answered(self, request: web.BaseRequest, caller: Caller) -> web.Response:
        notices, passkeys = self._parts.notices, self._parts.passkeys
        if notices is not None and notices.has(request.path):
            if notices.is_for_own_pages(request.path) and not is_own_page(request, caller):
                return self._no_own_page(caller)
            return await notices.answer(request, caller)
        if passkeys is not None and passkeys.has(request, caller):
            is_ours = request.method != hdrs.METH_POST or is_own_page(request, caller)
            answer = await passkeys.answer(request, caller) if is_ours else None
            return answer or self._no_own_page(caller)
        drawn = await self._drawn(request, caller)
        if drawn is not None:
            return drawn
        if request.method == hdrs.METH_POST:
            return self._posted(request, caller)
        if request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
            return web.Response(status=405)
        return self._got(request, caller)

    async def _drawn(self, request: web.BaseRequest, caller: Caller) -> web.Response | None:
        """Return a page without a session; None if the request is for something else."""
        parts, place = self._parts, self._files.place
        if self._install.has(request.path):
            return self._install.answer(request, caller)
        if parts.standings is not None and parts.standings.has(request.path):
            return await parts.standings.answer(request, caller, place)
        if parts.first is not None and parts.first.has(request.path):
            return await parts.first.answer(request, caller, place)
        if parts.tables is not None and parts.tables.has(request):
            return await parts.tables.answer(request, caller, place)
        return None

    def _got(self, request: web.BaseRequest, caller: Caller) -> web.Response:
        """Return the page, or a part of it."""
        if request.path.startswith("/static/"):
            return self._files.answer(request) or web.Response(status=404)
        if request.path == "/known":
            return self._known(request, caller)
        if request.path.startswith("/open/"):
            return self._opened(request, caller) or web.Response(status=404)
        found = _PAGE.fullmatch(request.path)
        if found is None or (found["table"] and not is_table_id(found["table"])):
            return page_of_action(request) or web.Response(status=404)
        page = self._plain_page if found["plain"] else self._page
        table = found["table"] or ""
        key = self._key(request, caller)
        is_asked = key is None and (not self._context.guests or "sign-in" in request.query)
        facts = {
            "table": table,
            "plain_table": f"/t/{table}" if table else "",
            "screen_table": f"/t/{table}" if table else "/lobby",
            "is_known": "1" if key is not None else "",
            "is_home": "1" if self._parts.home_key else "",
            "known_rel": "preload" if key is None else "",
            "is_asked": "1" if is_asked else "",
            "is_closed": "1" if is_asked and self._parts.is_closed else "",
            "has_passkeys": "1" if self._parts.passkeys and caller.passkey_host else "",
        }
        response = page.answer(caller, language_asked(request), facts)
        if key is not None:
            hand_over(response, caller, key, self._parts.cookie)  # renew it
        return response

    def _key(self, request: web.BaseRequest, caller: Caller) -> str | None:
        return key_of(request, caller, self._parts.cookie)

    def _opened(self, request: web.BaseRequest, caller: Caller) -> web.Response | None:
        """Store the key of the only person at home in their browser, by its secret address."""
        told, own = request.path.removeprefix("/open/").encode(), self._parts.home_key
        is_passed = bool(self._pass) and compare_digest(told, self._pass.encode())
        if is_passed:
            self._pass = ""
        is_own = is_passed or self._key(request, caller) == own
        if not own or not (is_own or compare_digest(told, own.encode())):
            return None
        response = web.Response(status=303, headers={hdrs.LOCATION: "/"})
        hand_over(response, caller, own, self._parts.cookie)
        return response

    def _known(self, request: web.BaseRequest, caller: Caller) -> web.Response:
        """Return whether the browser has a key; one without gets a guest's cookie.

        Not for a page opened by a link of another site: browsers send no cookies with it, and a new
        one would replace theirs.
        """
        response = web.Response(text="1" if self._key(request, caller) else "")
        is_ours = request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"
        is_guest = self._context.guests and not response.text
        if is_guest and is_ours and key_of(request, caller, GUEST) is None:
            hand_over(response, caller, new_key(), GUEST, None)
        return response

    def _posted(self, request: web.BaseRequest, caller: Caller) -> web.Response:
        """Store a key in the browser, remove it, or lead to a session that does something."""
        if not is_own_page(request, caller):
            return self._no_own_page(caller)
        if request.path not in ("/keep", "/forget"):
            done = action_response(request, caller, guests=self._context.guests)
            return done or web.Response(status=404)
        found = _REFERER.fullmatch(request.headers.get(hdrs.REFERER, ""))
        usual = "/lobby" if request.path == "/keep" else "/"
        response = web.Response(
            status=303, headers={hdrs.LOCATION: (found and found["path"]) or usual}
        )
        if request.path == "/forget":
            take_back(response, caller)
        else:
            hand_over(response, caller, key_of(request, caller) or new_key())
        return response

    def _no_own_page(self, caller: Caller) -> web.Response:
        self._context.refused("foreign_page", caller.address)
        return web.Response(status=403, text="Only pages of this server may ask for that.\n")

    async def _visited(self, request: web.BaseRequest, caller: Caller) -> web.StreamResponse:
        if not is_own_page(request, caller):
            return guard(self._no_own_page(caller))
        found, limits = _SIZE.fullmatch(request.query.get("size", "")), self._context.limits
        is_plain = request.query.get("plain") == "1"
        table = request.query.get("table", "")
        looks = looks_told(request.query.get("looks", ""))
        if self._context.is_closing or request.transport is None:
            return guard(web.Response(status=503))
        if (found is None and not is_plain) or (table and not is_table_id(table)) or looks is None:
            return guard(web.Response(status=400))
        arrival = WebRequestInfo(
            fingerprint(self._key(request, caller)),
            caller.address,
            (0, 0) if found is None else limits.clamped(int(found[1]), int(found[2])),
            language_asked(request),
            table,
            looks,
            is_plain,
            request.query.get("touch") == "1",
            guest_pass(key_of(request, caller, GUEST)),
            cookies.carried_by(request),
            cookies.purpose_of(request),
        )
        socket = CompressedSocket(
            timeout=limits.ending_seconds, heartbeat=limits.keepalive_seconds,
            autoping=False, compress=not is_plain, max_msg_size=LONGEST_FRAME,
        )  # fmt: skip
        socket.headers[hdrs.SERVER] = SOFTWARE
        cookies.drop(socket, request, caller)
        try:
            await socket.prepare(request)
        except web.HTTPException:
            return guard(web.Response(status=400))
        task = asyncio.current_task()
        assert task is not None
        self._context.running.add(task)
        try:
            before = self._sessions.get(request.query.get("again", ""))
            if before is None or not await before.resume(arrival, socket, request.transport):
                await WebSession(
                    self._context, arrival, socket, request.transport, self._sessions
                ).last()
        finally:
            self._context.running.discard(task)
        return socket


async def listen_web(
    context: ServerContext, browsers: WebConfig, parts: PageParts | None
) -> WebServer:
    """Listen for browsers, as long as the server of `context` does.

    Raises OSError, UnicodeError, NoProxy.
    """
    server = WebServer(context, browsers, parts or PageParts())
    await server.open(browsers.web_host, browsers.web)
    return server
