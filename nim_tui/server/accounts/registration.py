"""The rules on who may have an account, and the creation of one."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

from nim_tui.server.accounts.invitations import invite, is_invited
from nim_tui.server.accounts.keys import WrongCode, new_code, redeem
from nim_tui.server.accounts.names import account_name, bot_account_name
from nim_tui.server.accounts.store import (
    Account,
    account_named,
    account_numbered,
    account_with_key,
    passing_guest,
    register,
    register_guest,
    seen,
    settings_of,
)
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.logs import log_refusal
from nim_tui.server.moderation.bans import is_shut_out
from nim_tui.server.rate_limit import RateLimit, TooOften
from nim_tui.server.settings.sections import CLOSED, INVITE, SignUpConfig
from nim_tui.server.ssh import ClientInfo, ConnectionRefused
from nim_tui.server.storage.database import Database, WriteRefused
from rules.messages import N_, Refusal
from screens.app_api import NotPossible
from screens.text import _


@dataclass(frozen=True, slots=True)
class SignInResult:
    """The account that signs in; None for a new key without a name."""

    account: Account | None
    trouble: WriteRefused | None = None
    """Why nothing of this session can be stored, if so."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The person's settings."""


def welcome_key(database: Database, fingerprint: str) -> SignInResult:
    """Sign in a key, whose account may have no name yet."""
    account = account_with_key(database, fingerprint)
    if account is None:
        return SignInResult(None)
    settings = settings_of(database, account.id)
    try:
        seen(database, account.id)
    except WriteRefused as trouble:
        return SignInResult(account, trouble, settings)
    return SignInResult(account, settings=settings)


def settings_with_key(database: Database, fingerprint: str) -> Mapping[str, Any]:
    """Return the settings of a key's owner; empty if the key opens no account."""
    account = account_with_key(database, fingerprint)
    return {} if account is None else settings_of(database, account.id)


def welcome_guest(database: Database, visit: int, browser: str | None = None) -> SignInResult:
    """Sign in a new guest, perhaps of a `browser` that can come back."""
    try:
        return SignInResult(register_guest(database, browser))
    except WriteRefused as trouble:
        return SignInResult(passing_guest(database, visit), trouble)


def welcome_again(database: Database, number: int) -> SignInResult | None:
    """Sign in a returning guest; None if that is not possible."""
    account = account_numbered(database, number)
    if account is None or is_shut_out(database, number):
        return None
    return SignInResult(account, settings=settings_of(database, number))


def welcome_named(
    database: Database, name: str, fingerprint: str, visit: int, invitation: str | None = None
) -> SignInResult:
    """Register a key with a chosen name. Raises as `register`."""
    try:
        return SignInResult(register(database, name, fingerprint, invitation=invitation))
    except WriteRefused as trouble:
        return SignInResult(passing_guest(database, visit), trouble)


def name_asked(*, by_browser: bool) -> str:
    """Return the question for a name."""
    if by_browser:
        return _("Choose your name. This browser remembers it.")
    return _("Choose your name. It belongs to your SSH key.")


def other_key(name: str, fingerprint: str) -> str:
    """Return the notice that the key does not open the account whose name was given."""
    return _(
        "{name} already has an account here, and your key {key} does not belong to it. If "
        "another of your keys does, connect with that one: ssh -o IdentitiesOnly=yes -i KEY"
    ).format(name=name, key=fingerprint)


def guest_words(*, by_browser: bool) -> str:
    """Return the notice that a guest account is deleted on leaving, and how to sign up."""
    if by_browser:
        return _(
            "You are a guest: soon after you leave, you lose your name and seats. Sign up to "
            "keep them."
        )
    return _(
        "You are a guest: when you leave, you lose your name and seats. Sign in with an SSH key "
        "to keep them."
    )


NEEDS_INVITATION: Final = N_(
    "with an invitation code you can sign up, using an SSH key or your browser"
)
"""The text for guests who want an account where new users need an invitation."""


_GROUP: Final = r"[0-9A-Za-z]{4}"
_CODE: Final = re.compile(rf"{_GROUP}(-{_GROUP}){{2}}")
"""A link code, which adds a key to an account."""
_INVITATION: Final = re.compile(rf"{_GROUP}(-{_GROUP}){{3}}")

_TRIES: Final = (5, 60.0)
"""The burst of codes that an address may try, valid ones included, and seconds per further one."""

T = TypeVar("T")
KeepGuest = Callable[[ClientInfo, str, str | None], Awaitable[Account | None]]
"""Keeps a guest's account by a name and perhaps an invitation; None if there is none to keep."""

logger = logging.getLogger(__name__)


class TooManyAccounts(Refusal):
    """Too many accounts were made from this address lately."""


class Uninvited(Refusal):
    """A name alone is not enough: an invitation is needed."""


@dataclass(frozen=True, slots=True)
class RegistrationRules:
    """The operator's rules for new users."""

    newcomers: SignUpConfig = SignUpConfig()  # noqa: RUF009 - frozen values
    allowed: frozenset[str] = frozenset()
    """The fingerprints of keys that may always sign in, without an invitation."""


class Registration:
    """Registration of new users by the rules of the server."""

    def __init__(
        self,
        database: Database,
        rules: RegistrationRules,
        kept: Callable[[Account], None],
        keep_guest: KeepGuest | None = None,
        *,
        shared: bool = False,
    ) -> None:
        """`kept` is called with an account that a key has joined.

        `keep_guest` makes the account of a guest who signs up theirs. The rate limits are
        `shared` if several servers use the database.
        """
        self._database = database
        self._rules = rules
        self._kept = kept
        self._keep_guest = keep_guest
        self._tries = RateLimit(database, "invitations", *_TRIES, shared=shared)
        self._code_tries = RateLimit(database, "codes", *_TRIES, shared=shared)
        self._made = RateLimit(
            database, "new_accounts", rules.newcomers.new_accounts, 3600.0,
            sliding=True, shared=shared,
        )  # fmt: skip

    def check_bot(self, name: str) -> None:
        """Check that a bot may have this name. Raises a Refusal."""
        bot_account_name(name, self._rules.newcomers.reserve)

    @property
    def invites(self) -> bool:
        """Whether new users need an invitation."""
        return self._rules.newcomers.registration == INVITE

    async def turns_away(self, fingerprint: str) -> ConnectionRefused | None:
        """Return why a key may not sign in at all; None if it may."""
        if self._rules.newcomers.registration != CLOSED or fingerprint in self._rules.allowed:
            return None
        if await self._database.look(account_with_key, fingerprint) is not None:
            return None
        return ConnectionRefused(
            "closed", N_("This server accepts no new users, and does not know your key.")
        )

    def needs_invitation(self, fingerprint: str | None) -> bool:
        """Whether a key that has no account yet needs an invitation."""
        return self.invites and fingerprint not in self._rules.allowed

    def registrar(self, client: ClientInfo) -> Registrar:
        """Return the registrar of a session."""
        return Registrar(self, client)

    async def register(self, client: ClientInfo, typed: str) -> SignInResult:
        """Register a new account, or add this key to a known one. Raises a Refusal."""
        assert client.fingerprint is not None
        name, _blank, code = typed.strip().rpartition(" ")
        if _CODE.fullmatch(code):
            return await self._joined(client, name, code)
        invitation = None
        if _INVITATION.fullmatch(code):
            typed, invitation = name, code
        elif self.needs_invitation(client.fingerprint):
            raise uninvited()
        if not self.needs_invitation(client.fingerprint):
            invitation = None  # the invitation stays for somebody who needs it
        return await self._new(client, typed, invitation)

    def check_name(self, name: str) -> None:
        """Check that a name is allowed here. Raises UnsuitableSeat or UnsuitableName."""
        account_name(name, self._rules.newcomers.reserve)

    def check_place(self, client: ClientInfo) -> None:
        """Check that an address may make one more account, as far as this server knows.

        Raises TooManyAccounts.
        """
        try:
            self._made.check(network_of(client.address))
        except TooOften:
            raise self._too_many(client) from None

    @staticmethod
    def _too_many(client: ClientInfo) -> TooManyAccounts:
        log_refusal(client.address, "new_accounts")
        return TooManyAccounts(N_("too many new accounts from your address: try again in an hour"))

    @asynccontextmanager
    async def trying_code(self, client: ClientInfo) -> AsyncIterator[None]:
        """Count and log what is tried as a code, by network. Raises TooOften."""
        await self._code_tries.take(network_of(client.address))
        try:
            yield
        except WrongCode:
            log_refusal(client.address, "code")
            raise

    async def _joined(self, client: ClientInfo, name: str, code: str) -> SignInResult:
        """Add a key by its link code; a guest's account counts as a new one."""
        fingerprint = client.fingerprint
        assert fingerprint is not None
        before = await self._database.look(account_named, name)
        is_new = before is not None and before.is_guest
        guests = not self.needs_invitation(fingerprint)

        def redeeming() -> Awaitable[int]:
            return self._database.ask(redeem, name, code, fingerprint, guests=guests)

        async with self.trying_code(client):
            number = await (self._counted(client, redeeming) if is_new else redeeming())
        account = await self._database.look(account_numbered, number)
        assert account is not None
        self._kept(account)
        return SignInResult(account)

    async def _new(self, client: ClientInfo, name: str, invitation: str | None) -> SignInResult:
        assert client.fingerprint is not None
        self.check_name(name)
        self.check_place(client)
        if invitation is not None:
            await self._tries.take(network_of(client.address))
            if not await self._database.look(is_invited, invitation):
                log_refusal(client.address, "invitation")
                raise WrongCode(N_("this invitation code is wrong, used or expired"))
        welcome = await self._counted(client, partial(self._made_for, client, name, invitation))
        if welcome.account is not None:
            logger.info("is new", extra={"visit": client.number, "account": welcome.account.id})
        return welcome

    async def _made_for(
        self, client: ClientInfo, name: str, invitation: str | None
    ) -> SignInResult:
        """Make an account, or keep that which the person has as a guest. Raises a Refusal."""
        if self._keep_guest is not None:
            kept = await self._keep_guest(client, name, invitation)
            if kept is not None:
                return SignInResult(kept)
        assert client.fingerprint is not None
        return await self._database.ask(
            welcome_named, name, client.fingerprint, client.number, invitation
        )

    async def _counted(self, client: ClientInfo, making: Callable[[], Awaitable[T]]) -> T:
        """Make an account, counted for its address if successful. Raises a Refusal."""
        try:
            await self._made.take(network_of(client.address))
        except TooOften:
            raise self._too_many(client) from None
        made = False
        try:
            result = await making()
            made = not isinstance(result, SignInResult) or result.account is not None
            return result
        finally:
            if not made:
                await self._made.refund(network_of(client.address))

    async def new_code(self, account: int) -> str:
        """Return a link code, valid for ten minutes, that adds another key to an account."""
        return await self._database.ask(new_code, account)

    async def invite(self, account: int) -> str:
        """Return an invitation code by a member. Raises CannotUseKey, Uninvited."""
        if not self.invites:
            raise Uninvited(N_("no invitation code is needed here"))
        return await self._database.ask(invite, account)


class Registrar:
    """The registration of one session's key."""

    def __init__(self, registration: Registration, client: ClientInfo) -> None:
        self._registration = registration
        self._client = client

    @property
    def invites(self) -> bool:
        """Whether new users of this server need an invitation."""
        return self._registration.invites

    @property
    def needs_invitation(self) -> bool:
        """Whether the key of this session needs an invitation."""
        return self._registration.needs_invitation(self._client.fingerprint)

    @property
    def not_opened(self) -> str:
        """The notice that the key does not open the account meant; empty if none was meant."""
        client = self._client
        return "" if not client.meant else other_key(client.meant, client.fingerprint or "")

    def check(self, name: str) -> None:
        """Check that a name is allowed, and enough to make an account.

        Raises Uninvited, TooManyAccounts, UnsuitableSeat, UnsuitableName.
        """
        self._registration.check_name(name)
        self._registration.check_place(self._client)
        if self.needs_invitation:
            raise uninvited()

    async def register(self, typed: str) -> SignInResult:
        """Register a new account, or add this key to a known one. Raises a Refusal."""
        return await self._registration.register(self._client, typed)

    async def new_code(self, member: Account) -> str:
        """Return a link code, valid for ten minutes, that adds another key. Raises a Refusal."""
        if member.is_guest and self.invites:
            raise NotPossible(NEEDS_INVITATION)
        return await self._registration.new_code(member.id)

    async def invite(self, account: int) -> str:
        """Return an invitation code by a member. Raises CannotUseKey, Uninvited."""
        return await self._registration.invite(account)


def has_code(typed: str) -> bool:
    """Whether typed text ends with a code of either kind, so is not a name alone."""
    code = typed.strip().rpartition(" ")[2]
    return _CODE.fullmatch(code) is not None or _INVITATION.fullmatch(code) is not None


def uninvited() -> Uninvited:
    """Return the refusal of a name typed alone where an invitation is needed."""
    return Uninvited(N_("new users need an invitation code: type a name and the code"))
