"""The own notices of a session: what is set, tried and stopped in a profile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from nim_tui.server.accounts.store import Account
from nim_tui.server.notifications.messages import told
from nim_tui.server.notifications.service import NotificationService
from nim_tui.server.notifications.subscriptions import NoSubscription, Subscription
from nim_tui.server.services import Services
from nim_tui.server.storage.schema import DISCORD, FEED, MAIL, NTFY, PUSH, SLACK, WEBHOOK
from rules.messages import N_
from screens.text import _, current_look

TITLES: Final[Mapping[str, str]] = {
    MAIL: N_("Mail"),
    PUSH: N_("Browser"),
    NTFY: "ntfy",
    DISCORD: "Discord",
    SLACK: "Slack",
    WEBHOOK: "Webhook",
    FEED: N_("Atom feed"),
}
_EXAMPLES: Final[Mapping[str, str]] = {
    MAIL: "ana@example.org",
    PUSH: "",
    NTFY: "https://ntfy.sh/…",
    DISCORD: "https://discord.com/api/webhooks/…",
    SLACK: "https://hooks.slack.com/services/…",
    WEBHOOK: "https://…",
    FEED: "",
}


ASKS_NOTICES: Final = 7391
"""The number by which static/door.js knows to ask its browser."""
AskPage = Callable[[int], None]
"""Has the page around a terminal do what it knows by a number."""


@dataclass(frozen=True, slots=True)
class OwnNotice:
    """A kind of notification that the server offers, with the person's setting."""

    kind: str
    title: str
    example: str
    """An example of an address."""
    is_set: bool = False
    address: str = ""
    is_on: bool = False
    is_confirmed: bool = True
    is_daily: bool = False
    """Whether one mail a day tells of all games."""
    last: str = ""
    """The last delivery, its time and result."""


class NotificationSettings:
    """The notifications of one person."""

    def __init__(
        self, lobby: Services, member: Callable[[], Account], ask_page: AskPage | None = None
    ) -> None:
        """Make the settings; `member` returns the owner's account, or raises a Refusal for guests.

        `ask_page` is there for a person who comes with a browser.
        """
        self._lobby = lobby
        self._ask_page = ask_page
        self._member = member

    @property
    def _desk(self) -> NotificationService:
        return self._lobby.notices.desk

    async def kinds(self) -> Sequence[OwnNotice]:
        """Return the kinds of notification the server offers, with the settings of each."""
        own = await self._desk.own(self._member().id)
        return [_shown(kind, own.get(kind)) for kind in self._desk.kinds]

    async def have(self, kind: str, address: str) -> None:
        """Have notices sent to an address, in the language of this session."""
        await self._desk.have(self._member().id, kind, address, current_look().language)

    async def offer_browser(self) -> None:
        """Have the page that shows this session ask its browser. Raises NoSubscription."""
        self._member()
        if self._ask_page is None:
            raise NoSubscription(
                N_("open this address in the browser that should show them: {address}"),
                address=self._desk.links.base,
            )
        self._ask_page(ASKS_NOTICES)

    async def confirm(self, code: str) -> None:
        """Type the code that was mailed."""
        await self._desk.confirm(self._member().id, code)

    async def turn(self, kind: str, *, is_on: bool) -> None:
        """Turn notices on or off."""
        await self._desk.turn(self._member().id, kind, is_on=is_on)

    async def gather(self, *, is_daily: bool) -> None:
        """Have one mail a day for all games, or one a day and game."""
        await self._desk.gather(self._member().id, is_daily=is_daily)

    async def forget(self, kind: str) -> None:
        """Forget an address."""
        await self._desk.forget(self._member().id, kind)

    async def try_out(self, kind: str) -> None:
        """Send a test."""
        await self._desk.try_out(self._member().id, kind)

    async def new_feed(self) -> str:
        """A secret address for a feed."""
        return await self._desk.new_feed(self._member().id, current_look().language)


def _shown(kind: str, held: Subscription | None) -> OwnNotice:
    title, example = _(TITLES[kind]), _EXAMPLES[kind]
    if held is None:
        return OwnNotice(kind, title, example)
    address = host_of(held.address) if kind == PUSH else held.address
    return OwnNotice(
        kind, title, example, is_set=True, address=address, is_on=held.is_on,
        is_confirmed=held.is_confirmed, is_daily=held.is_daily, last=told(held.last),
    )  # fmt: skip


def host_of(address: str) -> str:
    """The push service of a browser; the rest of the address is long, and nobody types it."""
    return urlsplit(address).hostname or ""
