"""Subscriptions of people: make, test and stop them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Final

from nim_tui.server.notifications.addresses import (
    in_base64url,
    mail_address,
    receiver_in,
    web_address,
)
from nim_tui.server.notifications.challenge_queue import challenges_of
from nim_tui.server.notifications.feed import FeedItem, feed
from nim_tui.server.notifications.messages import (
    DeliveryFailed,
    Message,
    Notifier,
    ServerLinks,
    code_message,
    in_language,
    trial_message,
)
from nim_tui.server.notifications.queue import note_try, turns_of
from nim_tui.server.notifications.subscriptions import (
    BrowserKeys,
    NoSubscription,
    Subscription,
    confirm,
    drop_subscription,
    feed_of,
    gather_daily,
    new_feed,
    stop,
    subscribe,
    subscribe_browser,
    subscribe_by_code,
    subscriptions,
    turn,
    unsubscribe,
)
from nim_tui.server.rate_limit import RateLimit, TooOften
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import FEED, KINDS, MAIL, PUSH
from rules.messages import N_, Refusal

_A_DAY: Final = 86_400.0
TRIES_AT_ONCE: Final = 3
TRY_SECONDS: Final = 60.0
"""Seconds until one more test is allowed after a burst."""
CODES_A_DAY: Final = 3
"""The most mails with codes: to one address, and by one account."""
READS_AT_ONCE: Final = 30
READ_SECONDS: Final = 2.0
"""Seconds until an address may request one more page after a burst."""


class NotificationService:
    """The subscriptions of accounts; typed addresses are checked here."""

    def __init__(
        self,
        database: Database,
        doors: Mapping[str, Notifier] | None,
        links: ServerLinks | None = None,
        *,
        loopback: bool = False,
        push_key: Callable[[], Awaitable[str]] | None = None,
        shared: bool = False,
    ) -> None:
        """`doors` are the transports available here; feeds need pages.

        `push_key` returns the key for browsers. Rate limits are `shared` if several servers use the
        database.
        """
        self.database: Final = database
        self._doors = doors or {}
        self.links: Final = links or ServerLinks("")
        self._loopback = loopback
        self._push_key = push_key
        there = {*self._doors, *((FEED,) if self.links.base else ())}
        self.kinds: Final[Sequence[str]] = tuple(kind for kind in KINDS if kind in there)
        """The kinds of notifications available here."""
        self.now: Final = database.now
        """The time in seconds since 1970."""
        self.counted: Final[Counter[str]] = Counter()
        """The notifications by result, since the start."""
        self._trials = RateLimit(
            database, "notice_trials", TRIES_AT_ONCE, TRY_SECONDS, shared=shared
        )
        self._codes = RateLimit(
            database, "notice_codes", CODES_A_DAY, _A_DAY, sliding=True, shared=shared
        )
        self.reading: Final = RateLimit(
            database, "notice_pages", READS_AT_ONCE, READ_SECONDS, shared=shared
        )
        """The rate limit of page requests from an address."""

    async def own(self, account: int) -> Mapping[str, Subscription]:
        """Return the subscriptions of an account, by kind. Raises StorageError."""
        found = await self.database.ask(subscriptions, account)
        return {one.kind: one for one in found}

    def _check(self, kind: str) -> None:
        """Check that a kind is available. Raises NoSubscription."""
        if kind not in self.kinds:
            raise NoSubscription(N_("this server sends no notifications of this kind"))

    async def have(self, account: int, kind: str, typed: str, language: str) -> None:
        """Subscribe an address; mail is sent only after a mailed code is typed.

        Raises a Refusal.
        """
        self._check(kind)
        await self._trials.take(account)
        if kind == MAIL:
            await self._have_mail(account, mail_address(typed), language)
        elif kind == PUSH:
            raise NoSubscription(N_("set up push notifications in the browser itself"))
        elif kind in self._doors:
            address = web_address(kind, typed, loopback=self._loopback)
            await self.database.ask(subscribe, account, kind, address, language)
            await self.database.ask(turn, account, kind, is_on=True)

    async def push_key(self) -> str:
        """Return the key for browsers; empty if web push is unavailable. Raises StorageError."""
        return "" if self._push_key is None else await self._push_key()

    async def have_browser(
        self, account: int, address: str, keys: BrowserKeys, language: str
    ) -> None:
        """Subscribe a browser with these keys. Raises a Refusal."""
        self._check(PUSH)
        await self._trials.take(account)
        to = receiver_in(keys.point, keys.auth)
        kept = web_address(PUSH, address, loopback=self._loopback)
        plain = BrowserKeys(in_base64url(to.point), in_base64url(to.auth))
        await self.database.ask(subscribe_browser, account, kept, plain, language)

    async def _have_mail(self, account: int, address: str, language: str) -> None:
        code = await self._new_code(account, address, language)
        held = (await self.own(account))[MAIL]
        message = in_language(language, lambda: code_message(code, held.stop, self.links))
        if await self._send(held, message, "code"):
            raise NoSubscription(N_("the confirmation code could not be mailed"))

    async def _new_code(self, account: int, address: str, language: str) -> str:
        """Mail a new code. Raises TooOften after too many to the address or by the account."""
        digest = sha256(address.lower().encode()).hexdigest()
        taken: list[str] = []
        try:
            for who in (f"account {account}", f"address {digest}"):
                await self._codes.take(who)
                taken.append(who)
            return await self.database.ask(subscribe_by_code, account, MAIL, address, language)
        except Refusal as trouble:
            for who in taken:
                await self._codes.refund(who)
            if isinstance(trouble, TooOften):
                raise TooOften(N_("too many codes were mailed: try again tomorrow")) from None
            raise

    async def confirm(self, account: int, code: str) -> None:
        """Confirm an address by the mailed code. Raises WrongCode."""
        await self.database.ask(confirm, account, MAIL, code)

    async def turn(self, account: int, kind: str, *, is_on: bool) -> None:
        """Turn a kind of notification on or off. Raises a Refusal."""
        await self.database.ask(turn, account, kind, is_on=is_on)

    async def gather(self, account: int, *, is_daily: bool) -> None:
        """Choose one mail a day for all games, or one per game. Raises a Refusal."""
        await self.database.ask(gather_daily, account, MAIL, is_daily=is_daily)

    async def forget(self, account: int, kind: str) -> None:
        """Remove an address. Raises StorageError."""
        await self.database.ask(unsubscribe, account, kind)

    async def try_out(self, account: int, kind: str) -> None:
        """Send a test now, and store the result. Raises a Refusal."""
        self._check(kind)
        held = (await self.own(account)).get(kind)
        if held is None or not held.is_confirmed or kind not in self._doors:
            raise NoSubscription(N_("no address yet, or not confirmed"))
        await self._trials.take(account)
        message = in_language(held.language, lambda: trial_message(held.stop, self.links))
        await self._send(held, message, "test")

    async def _send(self, to: Subscription, message: Message, what: str) -> str:
        """Send a message and store the result; return the failure, or ""."""
        how = ""
        try:
            await self._doors[to.kind].send(to, message)
        except DeliveryFailed as trouble:
            how = trouble.how
            if trouble.is_gone:
                await self.database.ask(drop_subscription, to.id)
                raise NoSubscription(
                    N_("that browser no longer accepts notifications: set it up again")
                ) from None
        await self.database.ask(note_try, to.id, what, how)
        return how

    async def new_feed(self, account: int, language: str) -> str:
        """Return the address of a new feed, in place of any before. Raises a Refusal."""
        self._check(FEED)
        await self._trials.take(account)
        return self.links.feed(await self.database.ask(new_feed, account, language))

    async def feed(self, secret: str) -> bytes | None:
        """Return the feed of a secret, if there is one. Raises StorageError."""
        found = await self.database.ask(feed_of, secret)
        if found is None or FEED not in self.kinds:
            return None
        turns = await self.database.ask(turns_of, found.account)
        waiting = FeedItem(turns, await self.database.ask(challenges_of, found.account))
        made = partial(feed, waiting, found.id, found.added, self.links)
        return in_language(found.language, made)

    async def stop(self, token: str) -> bool:
        """Unsubscribe by a token; return whether it is valid. Raises StorageError."""
        return await self.database.ask(stop, token)
