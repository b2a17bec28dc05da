"""Sign-in: who is admitted, the session they get, and returning guests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import msgspec

from nim_tui.server.accounts.merging import keep_guest
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.registration import (
    Registration,
    RegistrationRules,
    SignInResult,
    settings_with_key,
    uninvited,
    welcome_again,
    welcome_guest,
    welcome_key,
)
from nim_tui.server.accounts.store import (
    Account,
    account_named,
    account_numbered,
    account_with_key,
    guest_with_seats,
    guests_with_seats,
)
from nim_tui.server.app.app import VisitorApp
from nim_tui.server.bots.owner import key_by_code, told_state
from nim_tui.server.bots.store import become_bot, bots_of
from nim_tui.server.bots.visitor import BotVisitor, NotYetBot
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.moderation.bans import ban_of, shut_out
from nim_tui.server.moderation.staff import StaffDesk
from nim_tui.server.plain.visitor import LineVisitor
from nim_tui.server.rate_limit import RateLimit
from nim_tui.server.services import Services
from nim_tui.server.ssh import ClientInfo, ConnectionRefused, ServedApp, ServedLines
from nim_tui.server.storage.database import StorageError
from nim_tui.server.tables.game_store import download
from nim_tui.server.terminal.messages import NO_KEY, NOT_NOW, on_screen, spoken
from nim_tui.server.untrusted_text import folded
from nim_tui.settings import PLAIN
from rules.messages import N_, Refusal

if TYPE_CHECKING:
    from nim_tui.server.admin.service import AdminService

MOST_AN_ADDRESS: Final = 4
"""The most guests of one address whose seats are kept; a further one is deleted at once."""
MOST: Final = 200
"""The most such guests in total."""


@dataclass(slots=True)
class _Known:
    account: Account
    network: str
    visits: set[int] = field(default_factory=set)
    waiting: asyncio.TimerHandle | None = None
    """The timer after which the guest is deleted."""


class GuestRegistry:
    """The guests who may return, recognised by their browser's secret."""

    def __init__(self, leave: Callable[[Account], None], grace: float) -> None:
        """`leave` deletes a guest who has not returned for `grace` seconds."""
        self._leave = leave
        self._grace = grace
        self._known: dict[str, _Known] = {}

    def comes_back(self, client: ClientInfo) -> Account | None:
        """Return the account of a returning guest; None if unknown."""
        known = None if client.guest is None else self._known.get(client.guest.digest)
        if known is None:
            return None
        self._stop(known)
        known.network = network_of(client.address)  # not known yet after a restart
        known.visits.add(client.number)
        return known.account

    def known(self, client: ClientInfo) -> Account | None:
        """Return the account that a client has, or had lately, as a guest."""
        known = None if client.guest is None else self._known.get(client.guest.digest)
        return None if known is None else known.account

    def comes(self, client: ClientInfo, account: Account) -> None:
        """Remember a new guest."""
        if client.guest is not None and client.guest.digest not in self._known:
            network = network_of(client.address)
            self._known[client.guest.digest] = _Known(account, network, {client.number})

    def goes(self, client: ClientInfo, *, has_seats: bool) -> bool:
        """Note the end of a session; return whether the guest may come back, or is still here.

        Guests who left on purpose, or have no seats, may not return.
        """
        guest = client.guest
        known = None if guest is None else self._known.get(guest.digest)
        if guest is None or known is None or client.number not in known.visits:
            return False
        known.visits.discard(client.number)
        if known.visits:
            return True
        if not (guest.is_cut and has_seats and self._has_room(known.network)):
            del self._known[guest.digest]
            return False
        self._wait_for(guest.digest, known)
        return True

    def expect(self, digest: str, account: Account) -> None:
        """Let a guest from before a restart come back."""
        self._known[digest] = known = _Known(account, "")
        self._wait_for(digest, known)

    def _wait_for(self, digest: str, known: _Known) -> None:
        loop = asyncio.get_running_loop()
        known.waiting = loop.call_later(self._grace, self._stays_away, digest)

    def forget(self, account: int) -> None:
        """Forget a guest, who has a key now or may not return."""
        for digest, known in tuple(self._known.items()):
            if known.account.id == account:
                self._stop(known)
                del self._known[digest]

    def _has_room(self, network: str) -> bool:
        waiting = [known.network for known in self._known.values() if known.waiting is not None]
        return len(waiting) < MOST and waiting.count(network) < MOST_AN_ADDRESS

    def _stays_away(self, digest: str) -> None:
        self._leave(self._known.pop(digest).account)

    def _stop(self, known: _Known) -> None:
        if known.waiting is not None:
            known.waiting.cancel()
            known.waiting = None


_COMMANDS: Final = {
    "record": 2, "stop": 2, "export": 1, "bots": 1, "bot become": 5, "bot key": 4,
}  # fmt: skip
"""The commands of SSH, with their number of words; the name of a bot may have several."""

logger = logging.getLogger(__name__)


class SignIn:
    """Sign-in by keys; guests, if allowed, are deleted when they leave."""

    def __init__(
        self,
        lobby: Services,
        *,
        guests: bool,
        admins: Collection[str] = frozenset(),
        rules: RegistrationRules | None = None,
    ) -> None:
        """`admins` are the fingerprints of the admins' keys."""
        self._lobby = lobby
        self._registration = Registration(
            lobby.database,
            rules or RegistrationRules(),
            lobby.accounts.is_kept,
            self._keep_guest,
            shared=lobby.nodes.are_several,
        )
        lobby.accounts.kept = self._is_kept
        self._guests = guests
        self._admins = frozenset(admins)
        lobby.staff_news.admin_keys = lobby.notices.sender.admin_keys = self._admins
        self._moderation: AdminService | None = None
        self._staff = StaffDesk(None, self._admins)
        limits = lobby.limits
        self._asking = RateLimit(
            lobby.database, "records", limits.records_at_once, limits.record_seconds,
            shared=lobby.nodes.are_several,
        )  # fmt: skip
        self._returning = GuestRegistry(self._leave, lobby.limits.away_seconds)
        self._keyless: dict[int, Account] = {}
        """The accounts of sessions without a key, by the number of the session."""

    def open_moderation(self, moderation: AdminService) -> None:
        """Set the admin service, before anybody connects."""
        self._moderation = moderation
        self._staff = StaffDesk(moderation, self._admins)

    async def expect_guests(self) -> None:
        """Keep the seats of guests from before a restart for a while. Raises StorageError."""
        if not self._lobby.nodes.are_several:
            for browser, account in await self._lobby.database.look(guests_with_seats):
                self._returning.expect(browser, account)

    async def turns_away(self, fingerprint: str | None, address: str) -> ConnectionRefused | None:
        """Return why a connection is refused: a ban by key or address, or the rules; else None."""
        try:
            ban = await self._lobby.database.look(ban_of, fingerprint, address)
            if ban is not None:
                return shut_out(ban, self._lobby.appeals)
            if fingerprint is None:
                return None if self._guests else ConnectionRefused("no_key", NO_KEY)
            return await self._registration.turns_away(fingerprint)
        except StorageError:
            logger.exception("nobody can be let in")
            return ConnectionRefused("trouble", NOT_NOW)

    async def meant(self, user: str, fingerprint: str) -> str:
        """Return the member that a user name means, unless this key opens that account."""
        named = await self._lobby.database.look(account_named, user[:100])
        if named is None or named.is_guest or folded(named.name) != folded(user[:100]):
            return ""
        owner = await self._lobby.database.look(account_with_key, fingerprint)
        return "" if owner is not None and owner.id == named.id else named.name

    async def app_for(self, client: ClientInfo) -> ServedApp:
        """Return the app of a session."""
        welcome = await self._let_in(client)
        registrar = self._registration.registrar(client)
        return VisitorApp(
            self._lobby, client, welcome, registrar, self._staff, end_key=self._end_key
        )

    async def wants_lines(self, client: ClientInfo) -> bool:
        """Return the text mode setting of the account; a bot has no screen."""
        if client.fingerprint is None:
            return False
        account = await self._lobby.database.look(account_with_key, client.fingerprint)
        if account is not None and account.is_bot:
            return True
        settings = await self._lobby.database.look(settings_with_key, client.fingerprint)
        return settings.get("plain") == PLAIN[1]

    async def lines_for(self, client: ClientInfo) -> ServedLines:
        """Return the text-mode visitor for a client without a screen, or the session of a bot."""
        welcome = await self._let_in(client)
        if welcome.account is not None and welcome.account.is_bot:
            return BotVisitor(self._lobby, client, welcome.account)
        if client.is_bot:
            return NotYetBot()
        registrar = self._registration.registrar(client)
        return LineVisitor(
            self._lobby, client, welcome, registrar, self._staff, end_key=self._end_key
        )

    async def _let_in(self, client: ClientInfo) -> SignInResult:
        welcome = await self._lobby.database.whole(self._welcome(client))
        await self._lobby.shown.know_tables()
        account = None if welcome.account is None else welcome.account.id
        facts = {"visit": client.number, "from": client.address, "account": account}
        logger.info("came in", extra=facts)
        return welcome

    def _end_key(self, fingerprint: str) -> None:
        if self._moderation is not None:
            self._moderation.end_key(fingerprint)

    async def _welcome(self, client: ClientInfo) -> SignInResult:
        if client.fingerprint is not None:
            return await self._lobby.database.ask(welcome_key, client.fingerprint)
        welcome = await self._again(client)
        if welcome is None:
            browser = None if client.guest is None else client.guest.digest
            welcome = await self._lobby.database.ask(welcome_guest, client.number, browser)
            if welcome.account is not None:
                self._returning.comes(client, welcome.account)
        if welcome.account is not None:
            self._keyless[client.number] = welcome.account
        return welcome

    async def _again(self, client: ClientInfo) -> SignInResult | None:
        """Return the sign-in of a returning guest, after a crash or a lost connection."""
        before = self._keyless.get(client.number) or self._returning.comes_back(client)
        if before is None:
            before = await self._elsewhere(client)
            if before is not None:
                self._returning.comes(client, before)
        if before is None:
            return None
        known = await self._lobby.database.ask(welcome_again, before.id)
        if known is None:
            self._returning.forget(before.id)
        return known

    async def _elsewhere(self, client: ClientInfo) -> Account | None:
        """Return the guest that a client has a seat as, from another server."""
        if client.guest is None or not self._lobby.nodes.are_several:
            return None
        return await self._lobby.database.look(guest_with_seats, client.guest.digest)

    async def _keep_guest(
        self, client: ClientInfo, name: str, invitation: str | None
    ) -> Account | None:
        """Make the account of a guest who signs up theirs, with its seats. Raises a Refusal."""
        if client.fingerprint is None:
            return None
        guest, database = self._returning.known(client), self._lobby.database
        guest = guest or await self._elsewhere(client)
        if guest is None:
            return None
        played = await database.ask(keep_guest, guest.id, name, client.fingerprint, invitation)
        account = await database.look(account_numbered, guest.id)
        if played is None or account is None:
            return None
        self._lobby.accounts.is_kept(account)
        self._lobby.accounts.forget_account(account.id)
        await self._lobby.opener.open_anew(played)
        return account

    def _is_kept(self, account: Account) -> None:
        """Note that a key opens this account now, perhaps a former guest's."""
        self._returning.forget(account.id)
        for client, known in self._keyless.items():
            if known.id == account.id:
                self._keyless[client] = account

    async def answer(self, client: ClientInfo, words: Sequence[str]) -> AsyncIterator[bytes]:
        """Answer `record ID`: the record of a finished game, or the account's log of a running one.

        `export`: all personal data of the asking account. `bots`: its bots. `stop CODE`:
        unsubscribe from the kind of notification that had the code; anyone may use it.
        `bot become OWNER CODE NAME`: make the account of a bot. `bot key NAME CODE`: let this key
        open it in place of its others.
        """
        await self._asking.take(client.fingerprint or network_of(client.address))
        if not _is_command(words):
            raise _Unknown(
                N_(
                    "usage: record ID, stop CODE, export, bots, bot become OWNER CODE NAME, or "
                    "bot key NAME CODE"
                )
            )
        if words[0] == "stop":
            yield await self._stop(client, words[1])
            return
        if words[0] == "bot":
            if words[1] == "become":
                yield await self._become_bot(client, *words[2:])
            else:
                yield await self._key_of_bot(client, " ".join(words[2:-1]), words[-1])
            return
        account = None
        if client.fingerprint is not None:
            account = await self._lobby.database.look(account_with_key, client.fingerprint)
            if account is None and self._registration.needs_invitation(client.fingerprint):
                raise uninvited()
        if words[0] == "bots":
            yield await self._bots(client, account)
            return
        if words[0] == "export":
            yield await self._lobby.long_reads.do(lambda: self._export(account))
            return
        viewer = None if account is None else account.id
        database, log = self._lobby.database, self._lobby.held.log_of(words[1], viewer)
        yield await self._lobby.long_reads.do(lambda: download(database, words[1], viewer, log=log))

    async def _become_bot(self, client: ClientInfo, owner: str, code: str, name: str) -> bytes:
        """Make the account of a bot, opened by the key of this connection. Raises a Refusal."""
        if client.fingerprint is None:
            raise _Unknown(N_("a bot needs an SSH key of its own"))
        self._registration.check_bot(name)
        key = client.fingerprint
        async with self._registration.trying_code(client):
            account = await self._lobby.database.ask(become_bot, key, owner, code, name)
        logger.info("bot made", extra={"account": account.id})
        told = N_("This key now opens the account {name}, which is a bot account permanently.")
        return on_screen(spoken(told, client.wishes).format(name=account.name), raw=False)

    async def _key_of_bot(self, client: ClientInfo, name: str, code: str) -> bytes:
        """Let the key of this connection open the account of a bot. Raises a Refusal."""
        if client.fingerprint is None:
            raise _Unknown(N_("a bot needs an SSH key of its own"))
        key, database = client.fingerprint, self._lobby.database
        async with self._registration.trying_code(client):
            account, lost = await database.ask(key_by_code, name, code, key)
        for former in lost:
            self._end_key(former)
        told = N_("This key now opens the account {name}, and no other key does.")
        return on_screen(spoken(told, client.wishes).format(name=account.name), raw=False)

    async def _bots(self, client: ClientInfo, account: Account | None) -> bytes:
        """Return the bots of an account, in lines. Raises a Refusal."""
        if account is None:
            raise _Unknown(N_("this key belongs to no account"))
        bots = await self._lobby.database.look(bots_of, account.id)
        lines = [f"{bot.name}: {spoken(told_state(bot), client.wishes)}" for bot in bots]
        return b"".join(on_screen(line, raw=False) for line in lines)

    async def _stop(self, client: ClientInfo, code: str) -> bytes:
        if not await self._lobby.notices.service.stop(code):
            raise _Unknown(N_("this is not a valid unsubscribe code"))
        return on_screen(
            spoken(
                N_("You are unsubscribed: no more notifications will be sent this way."),
                client.wishes,
            ),
            raw=False,
        )

    def _export(self, account: Account | None) -> bytes:
        if account is None:
            raise _Unknown(N_("this key belongs to no account"))
        told = msgspec.json.encode(personal_data(self._lobby.database, account))
        return msgspec.json.format(told, indent=2) + b"\n"

    def left(self, client: ClientInfo) -> None:
        """Remove a session; a guest loses all seats, unless they may return."""
        self._lobby.comings.leave(client.number)
        account = self._keyless.pop(client.number, None)
        if account is not None and account.is_guest and not account.is_passing:
            has_seats = bool(self._lobby.table_list.of(account.id))
            if not self._returning.goes(client, has_seats=has_seats):
                self._leave(account)
        logger.info("ended", extra={"visit": client.number})

    def _leave(self, account: Account) -> None:
        """Delete a guest, unless they are at another server by now."""
        if not self._lobby.nodes.people.has(account.id):
            self._lobby.accounts.leave_for_good(account)

    def failed(self, client: ClientInfo, error: BaseException) -> None:
        """Handle the crash of an app: its person sees an apology, and nobody else is affected."""
        facts = {"visit": client.number}
        if isinstance(error, StorageError):
            logger.warning("ends: the database cannot be asked: %s", error, extra=facts)
        else:
            logger.error("failed", exc_info=error, extra=facts)


def _is_command(words: Sequence[str]) -> bool:
    """Whether the words are a command of SSH."""
    name = " ".join(words[: 2 if words[:1] == ("bot",) else 1])
    number = _COMMANDS.get(name, len(words) + 1)
    return len(words) == number or (name == "bot key" and len(words) > number)


class _Unknown(Refusal):
    """The refusal of an unknown command."""
