"""Create and use passkeys."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_bytes
from typing import Any, Final

import msgspec
from aiohttp import hdrs
from aiohttp.web import BaseRequest, Response
from webauthn.helpers import bytes_to_base64url

from nim_tui.server.accounts.passkey_store import (
    CHALLENGE_LIFE,
    Passkey,
    PasskeyChallenge,
    add_passkey,
    enter_by_passkey,
    keep_challenge,
    passkey_fingerprint,
    passkey_with,
    passkeys_of,
    take_challenge,
)
from nim_tui.server.accounts.passkeys import (
    ALGORITHMS,
    LONGEST_ANSWER,
    NewAnswer,
    RelyingParty,
    ShownAnswer,
    WrongPasskey,
    counted,
    new_passkey,
    told,
    wrong_passkey,
)
from nim_tui.server.accounts.store import Account, account_with_key
from nim_tui.server.ip_addresses import neighbourhood, network_of
from nim_tui.server.logs import log_refusal
from nim_tui.server.moderation.bans import ban_of, shut_out
from nim_tui.server.rate_limit import RateLimit, TooOften
from nim_tui.server.services import Services
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.terminal.messages import said_in
from nim_tui.server.web.callers import Caller
from nim_tui.server.web.cookies import (
    PASSKEY_VISIT,
    fingerprint,
    hand_over,
    key_of,
    new_key,
    take_back,
)
from nim_tui.server.web.page import language_asked
from rules.messages import N_, Refusal
from screens.text import Locale

LOOKS_AT_ONCE: Final = 60
LOOK_SECONDS: Final = 1.0
"""Seconds until an address may query its browser's state once more after a burst."""
ATTEMPTS: Final = (12, 5.0)
"""The rate limit of requests per address; making or using a passkey takes two."""
ATTEMPTS_AROUND: Final = (60, 2.0)
"""That of all addresses that one person may have: else one could take the room of everybody."""

logger = logging.getLogger(__name__)


class NotSignedIn(Refusal):
    """The action is only for accounts; the message says how to get one."""


class UnknownPasskey(Refusal):
    """The passkey opens no account, or no longer."""


class TooLate(Refusal):
    """The challenge is missing or expired."""


@dataclass(frozen=True, slots=True)
class PasskeyRequester:
    """The sender of a passkey request, by a page of this server."""

    party: RelyingParty
    address: str
    visit: str
    """A secret of the browser, for this request only."""
    fingerprint: str | None
    """The fingerprint of the browser's key, if any."""

    @property
    def digest(self) -> str:
        """The digest of the secret, as stored."""
        return sha256(self.visit.encode()).hexdigest()


class PasskeyService:
    """The creation of passkeys, and sign-in by them. Everything raises a Refusal."""

    def __init__(self, lobby: Services, end_key: Callable[[str], object]) -> None:
        """`end_key` ends the sessions of a key that no longer opens its account."""
        self._database: Database = lobby.database
        self._appeals = lobby.appeals
        self._attempts = RateLimit(
            lobby.database, "passkeys", *ATTEMPTS, shared=lobby.nodes.are_several
        )
        self._attempts_around = RateLimit(
            lobby.database, "passkeys_around", *ATTEMPTS_AROUND, shared=lobby.nodes.are_several
        )
        self.looks: Final = RateLimit(lobby.database, "looks", LOOKS_AT_ONCE, LOOK_SECONDS)
        self._end_key = end_key

    async def is_known(self, fingerprint: str | None) -> bool:
        """Whether a key opens an account."""
        if fingerprint is None:
            return False
        return await self._database.look(account_with_key, fingerprint) is not None

    async def ask_new(self, asker: PasskeyRequester) -> dict[str, Any]:
        """Return the options for a new passkey, in the browsers' form."""
        await self._take(asker)
        account = await self._account(asker)
        known = await self._database.look(passkeys_of, account.id)
        handle = known[0].handle if known else bytes_to_base64url(token_bytes(32))
        challenge = await self._challenge(asker, account.id, handle)
        return {
            "rp": {"id": asker.party.id, "name": "nim_tui"},
            "user": {"id": handle, "name": account.name, "displayName": account.name},
            "challenge": challenge,
            "pubKeyCredParams": [{"type": "public-key", "alg": alg.value} for alg in ALGORITHMS],
            "timeout": _MILLISECONDS,
            "attestation": "none",
            "authenticatorSelection": {
                "residentKey": "required",
                "requireResidentKey": True,
                "userVerification": "required",
            },
            "excludeCredentials": [_named(one) for one in known],
        }

    async def keep(self, asker: PasskeyRequester, answer: NewAnswer) -> None:
        """Add the new passkey to the account."""
        await self._take(asker)
        challenge = await self._asked(asker)
        account = await self._account(asker)
        if challenge.account != account.id:
            raise too_late()
        party, database = asker.party, self._database
        try:
            made = await database.do(lambda: new_passkey(answer, challenge, party))
        except WrongPasskey:
            log_refusal(asker.address, "passkey")
            raise
        await database.ask(add_passkey, account.id, made)
        logger.info("has a new passkey", extra={"account": account.id})

    async def ask_known(self, asker: PasskeyRequester) -> dict[str, Any]:
        """Return the options to sign in with any passkey of the device."""
        await self._take(asker)
        challenge = await self._challenge(asker, None, "")
        return {
            "rpId": asker.party.id,
            "challenge": challenge,
            "timeout": _MILLISECONDS,
            "userVerification": "required",
            "allowCredentials": [],
        }

    async def enter(self, asker: PasskeyRequester, answer: ShownAnswer) -> None:
        """Let the browser's key open the account of the used passkey."""
        await self._take(asker)
        assert asker.fingerprint is not None
        try:
            shown, counter = await self._shown(asker, answer)
        except (WrongPasskey, UnknownPasskey):
            log_refusal(asker.address, "passkey")
            raise
        database = self._database
        await self._check_bans(asker, shown.fingerprint, asker.fingerprint)
        known = await database.look(account_with_key, asker.fingerprint)
        if known is not None and known.id != shown.account:
            raise NotSignedIn(
                N_("this browser is signed in as {name}: sign out first"), name=known.name
            )
        browser = asker.fingerprint if known is None else None
        gone = await database.ask(enter_by_passkey, shown, counter, browser)
        logger.info("came by a passkey", extra={"account": shown.account})
        if gone is not None:
            self._end_key(gone)

    async def _shown(self, asker: PasskeyRequester, answer: ShownAnswer) -> tuple[Passkey, int]:
        challenge = await self._asked(asker)
        if challenge.account is not None:
            raise too_late()
        fingerprint = passkey_fingerprint(answer.credential)
        shown = await self._database.look(passkey_with, fingerprint)
        if shown is None:
            raise UnknownPasskey(N_("this passkey belongs to no account here"))
        party = asker.party
        counter = await self._database.do(lambda: counted(answer, shown, challenge, party))
        return shown, counter

    async def _take(self, asker: PasskeyRequester) -> None:
        await self._attempts.take(network_of(asker.address))
        await self._attempts_around.take(neighbourhood(asker.address))

    async def _challenge(self, asker: PasskeyRequester, account: int | None, handle: str) -> str:
        text = bytes_to_base64url(token_bytes(32))
        challenge = PasskeyChallenge(text, account, handle)
        await self._database.ask(keep_challenge, asker.digest, challenge)
        return text

    async def _asked(self, asker: PasskeyRequester) -> PasskeyChallenge:
        """Return the open challenge, and use it up."""
        challenge = await self._database.ask(take_challenge, asker.digest)
        if challenge is None:
            raise too_late()
        return challenge

    async def _account(self, asker: PasskeyRequester) -> Account:
        await self._check_bans(asker, asker.fingerprint)
        account = None
        if asker.fingerprint is not None:
            account = await self._database.look(account_with_key, asker.fingerprint)
        if account is None:
            raise NotSignedIn(N_("choose a name first, then add a passkey"))
        return account

    async def _check_bans(self, asker: PasskeyRequester, *fingerprints: str | None) -> None:
        for known in fingerprints:
            ban = await self._database.look(ban_of, known, asker.address)
            if ban is not None:
                log_refusal(asker.address, "banned")
                raise shut_out(ban, self._appeals)


_MILLISECONDS: Final = int(CHALLENGE_LIFE * 1000)


def _named(passkey: Passkey) -> dict[str, Any]:
    named: dict[str, Any] = {"type": "public-key", "id": passkey.credential}
    return {**named, "transports": passkey.transports.split()} if passkey.transports else named


def too_late() -> TooLate:
    """Return the refusal for a browser without a challenge."""
    return TooLate(N_("that took too long, or was already answered: try again"))


KNOWN: Final = "/passkey/known"
"""The state of this browser: `account`, `key` alone, or nothing."""
ASK_NEW, KEEP = "/passkey/new", "/passkey/keep"
ASK, ENTER = "/passkey/ask", "/passkey/enter"
_POSTED: Final = (ASK_NEW, KEEP, ASK, ENTER)
READING_SECONDS: Final = 10.0
"""Seconds for a page to send its data."""


class PasskeyPages:
    """The pages of passkeys; the origin of requests was checked before."""

    def __init__(self, service: PasskeyService) -> None:
        self._service = service

    @staticmethod
    def has(request: BaseRequest, caller: Caller) -> bool:
        """Whether a request is about passkeys, and they are available."""
        if caller.passkey_host is None:
            return False
        if request.method == hdrs.METH_POST:
            return request.path in _POSTED
        return request.method == hdrs.METH_GET and request.path == KNOWN

    async def answer(self, request: BaseRequest, caller: Caller) -> Response:
        """Answer a request."""
        try:
            if request.path == KNOWN:
                return await self._known(request, caller)
            async with asyncio.timeout(READING_SECONDS):
                body = await _body(request)
            return await self._posted(request, caller, body)
        except TimeoutError:
            return Response(status=408)
        except StorageError as trouble:
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
        await self._service.looks.take(network_of(caller.address))
        is_known = await self._service.is_known(fingerprint(key))
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
            await self._service.keep(asker, told(body, NewAnswer))
        else:
            await self._service.enter(asker, told(body, ShownAnswer))
        response = _json({"done": True})
        hand_over(response, caller, key)
        take_back(response, caller, PASSKEY_VISIT)
        return response

    async def _ask(self, request: BaseRequest, caller: Caller) -> Response:
        """Forget the present challenge of this browser, as a new one is asked for."""
        visit = new_key()
        asker = _asker(caller, visit, key_of(request, caller))
        ask = self._service.ask_new if request.path == ASK_NEW else self._service.ask_known
        response = _json(await ask(asker))
        hand_over(response, caller, visit, PASSKEY_VISIT, int(CHALLENGE_LIFE))
        return response


def _asker(caller: Caller, visit: str, key: str | None) -> PasskeyRequester:
    assert caller.passkey_host is not None
    party = RelyingParty(caller.passkey_host, caller.origin)
    return PasskeyRequester(party, caller.address, visit, fingerprint(key))


async def _body(request: BaseRequest) -> bytes:
    """Return the body of a request. Raises WrongPasskey if it is too long."""
    body = b""
    while piece := await request.content.read(LONGEST_ANSWER):
        body += piece
        if len(body) > LONGEST_ANSWER:
            raise wrong_passkey()
    return body


def _refused(request: BaseRequest, refusal: Refusal, status: int) -> Response:
    answer: dict[str, Any] = {"told": said_in(Locale(language_asked(request)), refusal)}
    if isinstance(refusal, UnknownPasskey):
        answer["unknown"] = True
    return _json(answer, status)


def _json(answer: Mapping[str, Any], status: int = 200) -> Response:
    return Response(
        body=msgspec.json.encode(answer), status=status, content_type="application/json"
    )
