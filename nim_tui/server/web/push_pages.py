"""What a page asks so that its browser shows notices: a key, a worker, and to be remembered."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from typing import Final

import msgspec
from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.server.database.accounts import account_with_key
from nim_tui.server.database.connection import StorageTrouble
from nim_tui.server.database.notice_schema import PUSH
from nim_tui.server.database.push import BrowserKeys
from nim_tui.server.notices.desk import NoticeDesk
from nim_tui.server.notices.message import in_language
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.cookie import fingerprint, key_of
from nim_tui.server.web.page import language_of
from rules.messages import N_, Refusal
from screens.text import LANGUAGES, say_refusal

KEY: Final = "/push/key"
WORKER: Final = "/push/worker.js"
"""In a folder where no page lies: so it has no page in its charge, and shows notices alone."""
BROWSER: Final = "/push/browser"
_METHODS: Final = {
    KEY: (hdrs.METH_GET, hdrs.METH_HEAD),
    WORKER: (hdrs.METH_GET, hdrs.METH_HEAD),
    BROWSER: (hdrs.METH_POST,),
}
LONGEST_BODY: Final = 2048
"""Bytes of what a browser tells of itself."""
PATIENCE: Final = 10.0
"""Seconds in which it is to have told it."""


class _Keys(msgspec.Struct):
    p256dh: str
    auth: str


class _Told(msgspec.Struct):
    """What a browser has of a push service, as it writes it, and the language of its page."""

    endpoint: str
    keys: _Keys
    language: str = ""


class _NoBrowser(Refusal):
    """Nothing can be remembered for them; the message says why."""


class PushPages:
    """Answers pages of this server."""

    def __init__(self, desk: NoticeDesk) -> None:
        self._desk = desk
        self._worker = files("nim_tui.server.web").joinpath("static", "worker.js").read_bytes()

    @staticmethod
    def has(path: str) -> bool:
        """Whether it is the address of one of them."""
        return path in _METHODS

    async def answer(self, request: BaseRequest, caller: Caller) -> Response:
        """What is asked for. Raises StorageTrouble."""
        if PUSH not in self._desk.kinds:
            return Response(status=404)
        if request.method not in _METHODS[request.path]:
            return Response(status=405)
        if request.path == KEY:
            return Response(text=await self._desk.push_key())
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
            await self._desk.have_browser(account, told.endpoint, keys, language)
        except StorageTrouble:
            raise
        except Refusal as refusal:
            why = refusal
            return Response(status=422, text=in_language(language, lambda: say_refusal(why)))
        return Response(status=204)

    async def _account(self, request: BaseRequest, caller: Caller) -> int:
        """Whose browser it is, by its cookie. Raises a Refusal."""
        key = fingerprint(key_of(request, caller))
        found = None if key is None else await self._desk.database.look(account_with_key, key)
        if found is None:
            raise _NoBrowser(N_("guests get no notices: come with a key to stay"))
        return found.id


async def _told(request: BaseRequest) -> _Told | None:
    """What was posted, if it is short enough and as browsers write it."""
    length = request.content_length or 0
    if not 0 < length <= LONGEST_BODY or request.content_type != "application/json":
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            body = await request.content.readexactly(length)
        return msgspec.json.decode(body, type=_Told)
    except (TimeoutError, asyncio.IncompleteReadError, ValueError):
        return None
