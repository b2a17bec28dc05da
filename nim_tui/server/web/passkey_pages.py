"""What pages ask about passkeys, over HTTP: for this one time, by pages of this server alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response

from nim_tui.server.database.connection import StorageTrouble
from nim_tui.server.database.passkeys import CHALLENGE_LIFE
from nim_tui.server.networks import network_of
from nim_tui.server.rate_limit import Rate, TooOften
from nim_tui.server.ssh.notices import said_in
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.ceremony import (
    LONGEST_ANSWER,
    NewAnswer,
    RelyingParty,
    ShownAnswer,
    told,
    wrong_passkey,
)
from nim_tui.server.web.cookie import (
    PASSKEY_VISIT,
    fingerprint,
    hand_over,
    key_of,
    new_key,
    take_back,
)
from nim_tui.server.web.page import language_asked
from nim_tui.server.web.passkey_desk import Asker, PasskeyDesk, UnknownPasskey, too_late
from rules.messages import Refusal
from screens.text import Look

KNOWN: Final = "/passkey/known"
"""Whether this browser opens an account: `account`, `key` alone, or nothing."""
ASK_NEW, KEEP = "/passkey/new", "/passkey/keep"
ASK, ENTER = "/passkey/ask", "/passkey/enter"
_POSTED: Final = (ASK_NEW, KEEP, ASK, ENTER)
READING_SECONDS: Final = 10.0
"""For a page to send all that it sends."""
LOOKS_AT_ONCE: Final = 60
LOOK_SECONDS: Final = 1.0
"""Until an address may ask once more who its browser is, after so many at once."""

logger = logging.getLogger(__name__)


class PasskeyPages:
    """Answers pages; whose they are was checked before."""

    def __init__(self, desk: PasskeyDesk, now: Callable[[], float]) -> None:
        """`now` tells the time in seconds."""
        self._desk = desk
        self._looks = Rate(LOOKS_AT_ONCE, LOOK_SECONDS, now)

    @staticmethod
    def has(request: BaseRequest, caller: Caller) -> bool:
        """Whether it is asked about passkeys, where there can be any."""
        if caller.passkey_host is None:
            return False
        if request.method == hdrs.METH_POST:
            return request.path in _POSTED
        return request.method == hdrs.METH_GET and request.path == KNOWN

    async def answer(self, request: BaseRequest, caller: Caller) -> Response:
        """What is asked for."""
        try:
            if request.path == KNOWN:
                return await self._known(request, caller)
            async with asyncio.timeout(READING_SECONDS):
                body = await _body(request)
            return await self._posted(request, caller, body)
        except TimeoutError:
            return Response(status=408)
        except StorageTrouble as trouble:
            logger.warning("a passkey could not be looked up")
            return _refused(request, trouble, 503)
        except TooOften as refusal:
            return _refused(request, refusal, 429)
        except Refusal as refusal:
            return _refused(request, refusal, 403)

    async def _known(self, request: BaseRequest, caller: Caller) -> Response:
        key = key_of(request, caller)
        if key is None:
            return Response(text="")
        self._looks.take(network_of(caller.address))
        is_known = await self._desk.is_known(fingerprint(key))
        return Response(text="account" if is_known else "key")

    async def _posted(self, request: BaseRequest, caller: Caller, body: bytes) -> Response:
        if request.path in (ASK_NEW, ASK):
            return await self._ask(request, caller)
        visit = key_of(request, caller, PASSKEY_VISIT)
        key = key_of(request, caller) or new_key()
        if visit is None:
            raise too_late()
        asker = _asker(caller, visit, key)
        if request.path == KEEP:
            await self._desk.keep(asker, told(body, NewAnswer))
        else:
            await self._desk.enter(asker, told(body, ShownAnswer))
        response = _json({"done": True})
        hand_over(response, caller, key)
        take_back(response, caller, PASSKEY_VISIT)
        return response

    async def _ask(self, request: BaseRequest, caller: Caller) -> Response:
        """Begin anew: what this browser was asked before is asked no more."""
        visit = new_key()
        asker = _asker(caller, visit, key_of(request, caller))
        ask = self._desk.ask_new if request.path == ASK_NEW else self._desk.ask_known
        response = _json(await ask(asker))
        hand_over(response, caller, visit, PASSKEY_VISIT, int(CHALLENGE_LIFE))
        return response


def _asker(caller: Caller, visit: str, key: str | None) -> Asker:
    assert caller.passkey_host is not None
    party = RelyingParty(caller.passkey_host, caller.origin)
    return Asker(party, caller.address, visit, fingerprint(key))


async def _body(request: BaseRequest) -> bytes:
    """What was sent. Raises WrongPasskey for too much."""
    body = b""
    while piece := await request.content.read(LONGEST_ANSWER):
        body += piece
        if len(body) > LONGEST_ANSWER:
            raise wrong_passkey()
    return body


def _refused(request: BaseRequest, refusal: Refusal, status: int) -> Response:
    answer: dict[str, Any] = {"told": said_in(Look(language_asked(request)), refusal)}
    if isinstance(refusal, UnknownPasskey):
        answer["unknown"] = True
    return _json(answer, status)


def _json(answer: Mapping[str, Any], status: int = 200) -> Response:
    return Response(
        body=msgspec.json.encode(answer), status=status, content_type="application/json"
    )
