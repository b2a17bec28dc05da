"""Unsubscribing, feeds and push subscriptions over HTTP."""

from __future__ import annotations

import asyncio
import logging
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final

import msgspec
from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.server.accounts.store import account_with_key
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.notifications.feed import CONTENT_TYPE
from nim_tui.server.notifications.messages import STOPS, in_language
from nim_tui.server.notifications.service import NotificationService
from nim_tui.server.notifications.subscriptions import BrowserKeys
from nim_tui.server.rate_limit import TooOften
from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.schema import PUSH
from nim_tui.server.terminal.messages import said_in
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.cookies import fingerprint, key_of
from nim_tui.server.web.page import language_of
from rules.messages import N_, Refusal
from screens.text import LANGUAGES, Locale, say_refusal

KEY: Final = "/push/key"
WORKER: Final = "/push/worker.js"
"""In a folder without pages, so that the worker controls none, and only shows notifications."""
BROWSER: Final = "/push/browser"
_METHODS: Final = {
    KEY: (hdrs.METH_GET, hdrs.METH_HEAD),
    WORKER: (hdrs.METH_GET, hdrs.METH_HEAD),
    BROWSER: (hdrs.METH_POST,),
}
LONGEST_BODY: Final = 2048
"""The most bytes of a browser's subscription."""
PATIENCE: Final = 10.0
"""Seconds for it to arrive."""


class _Keys(msgspec.Struct):
    p256dh: str
    auth: str


class _Told(msgspec.Struct):
    """The subscription to a push service as a browser writes it, with the language of its page."""

    endpoint: str
    keys: _Keys
    language: str = ""


class _NoBrowser(Refusal):
    """A browser cannot be subscribed; the message says why."""


class PushPages:
    """The pages of web push."""

    def __init__(self, service: NotificationService) -> None:
        self._service = service
        self._worker = files("nim_tui.server.web").joinpath("static", "worker.js").read_bytes()

    @staticmethod
    def has(path: str) -> bool:
        """Whether a path is one of these pages."""
        return path in _METHODS

    async def answer(self, request: BaseRequest, caller: Caller) -> Response:
        """Answer a request. Raises StorageError."""
        if PUSH not in self._service.kinds:
            return Response(status=404)
        if request.method not in _METHODS[request.path]:
            return Response(status=405)
        if request.path == KEY:
            return Response(text=await self._service.push_key())
        if request.path == WORKER:
            return Response(body=self._worker, content_type="text/javascript", charset="utf-8")
        return await self._remember(request, caller)

    async def _remember(self, request: BaseRequest, caller: Caller) -> Response:
        told = await _told(request)
        if told is None:
            return Response(status=400)
        language = told.language if told.language in LANGUAGES else language_of(request)
        try:
            account = await self._account(request, caller)
            keys = BrowserKeys(told.keys.p256dh, told.keys.auth)
            await self._service.have_browser(account, told.endpoint, keys, language)
        except StorageError:
            raise
        except Refusal as refusal:
            why = refusal
            return Response(status=422, text=in_language(language, lambda: say_refusal(why)))
        return Response(status=204)

    async def _account(self, request: BaseRequest, caller: Caller) -> int:
        """Return the account of the browser, by its cookie. Raises a Refusal."""
        key = fingerprint(key_of(request, caller))
        found = None if key is None else await self._service.database.look(account_with_key, key)
        if found is None:
            raise _NoBrowser(N_("guests get no notifications: sign in with an SSH key"))
        return found.id


async def _told(request: BaseRequest) -> _Told | None:
    """Return the posted subscription, if it is valid and short enough."""
    length = request.content_length or 0
    if not 0 < length <= LONGEST_BODY or request.content_type != "application/json":
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            body = await request.content.readexactly(length)
        return msgspec.json.decode(body, type=_Told)
    except (TimeoutError, asyncio.IncompleteReadError, ValueError):
        return None


_STOP: Final = re.compile(r"/stop/([A-Za-z0-9_-]{20,64})", re.ASCII)
_FEED: Final = re.compile(r"/feed/([A-Za-z0-9_-]{43})", re.ASCII)

_ASKED: Final = N_("Unsubscribe from these notifications?")
_STOPPED: Final = N_(
    "You are unsubscribed. You can turn these notifications on again in your profile on the server."
)

_STYLE: Final = """
:root { color-scheme: dark light; --ground: #0b1420; --ink: #e8eff5; --key: #ffd479; }
@media (prefers-color-scheme: light) {
:root { --ground: #e4eeff; --ink: #0d1318; --key: #674b00; }
}
body { display: flex; flex-direction: column; gap: 12px; align-items: center;
justify-content: center; min-height: 100dvh; box-sizing: border-box; margin: 0; padding: 24px;
text-align: center; background: var(--ground); color: var(--ink);
font: 18px/1.4 system-ui, sans-serif; }
h1 { margin: 0; font-size: 28px; color: var(--key); }
p { max-width: 34em; margin: 0; text-wrap: balance; }
button { padding: 6px 16px; font: inherit; font-weight: 600; cursor: pointer;
color: var(--ground); background: var(--key); border: 1px solid var(--key); border-radius: 4px; }
button:focus-visible { outline: 2px solid var(--key); outline-offset: 2px; }
"""
"""The style of other pages, inline: readers of these have loaded nothing else."""
_STYLE_DIGEST: Final = b64encode(sha256(_STYLE.encode()).digest()).decode()
_POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_DIGEST}'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

logger = logging.getLogger(__name__)


class NoticePages:
    """The pages of notifications, opened by a secret in their address."""

    def __init__(self, service: NotificationService) -> None:
        self._service = service
        self._push = PushPages(service)

    @staticmethod
    def has(path: str) -> bool:
        """Whether a path is one of these pages."""
        is_secret = _STOP.fullmatch(path) is not None or _FEED.fullmatch(path) is not None
        return is_secret or PushPages.has(path)

    @staticmethod
    def is_for_own_pages(path: str) -> bool:
        """Whether only pages of this server may request a path."""
        return path == BROWSER

    async def answer(self, request: BaseRequest, caller: Caller) -> Response:
        """Answer a request."""
        try:
            await self._service.reading.take(network_of(caller.address))
            if PushPages.has(request.path):
                return await self._push.answer(request, caller)
            found = _STOP.fullmatch(request.path)
            if found is not None:
                return await self._stop(request, found[1])
            return await self._feed(request, request.path.removeprefix("/feed/"))
        except TooOften:
            return Response(status=429, headers={hdrs.RETRY_AFTER: "60"})
        except StorageError:
            logger.exception("a page about notices failed")
            return Response(status=503, headers={hdrs.RETRY_AFTER: "60"})

    async def _stop(self, request: BaseRequest, token: str) -> Response:
        """Ask before unsubscribing, as mail servers and other programs may follow links.

        Mail programs that unsubscribe post directly (RFC 8058).
        """
        language = language_of(request)
        if request.method == hdrs.METH_POST:
            await self._service.stop(token)  # whether the token was valid stays secret
            return _page(language, _STOPPED, "")
        if request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
            return Response(status=405)
        button = escape(said_in(Locale(language), STOPS))
        return _page(language, _ASKED, f'<form method="post"><button>{button}</button></form>')

    async def _feed(self, request: BaseRequest, secret: str) -> Response:
        if request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
            return Response(status=405)
        body = await self._service.feed(secret)
        if body is None:
            return Response(status=404)
        tag = f'"{sha256(body).hexdigest()[:32]}"'
        kept = "private, max-age=300"
        headers = {"ETag": tag, "Cache-Control": kept, "X-Robots-Tag": "noindex"}
        if request.headers.get(hdrs.IF_NONE_MATCH, "")[:200] == tag:
            return Response(status=304, headers=headers)
        return Response(body=body, content_type=CONTENT_TYPE, charset="utf-8", headers=headers)


def _page(language: str, text: str, more: str) -> Response:
    said = escape(said_in(Locale(language), text))
    body = (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="dark light"><meta name="robots" content="noindex">'
        f"<title>nim_tui</title><style>{_STYLE}</style></head>"
        f"<body><h1>nim_tui</h1><p>{said}</p>{more}</body></html>\n"
    )
    response = Response(text=body, content_type="text/html", charset="utf-8")
    response.headers[hdrs.CONTENT_SECURITY_POLICY] = _POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
