"""The own notices of a session: what is set, tried and stopped in a profile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from nim_tui.server.database.accounts import Account
from nim_tui.server.database.notice_schema import DISCORD, FEED, MAIL, NTFY, SLACK, WEBHOOK
from nim_tui.server.database.subscriptions import Subscription
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.notices.desk import NoticeDesk
from nim_tui.server.notices.outcomes import told
from rules.messages import N_
from screens.lobby.notices_api import OwnNotice
from screens.locale_context import current_look
from screens.text import _

TITLES: Final[Mapping[str, str]] = {
    MAIL: N_("Mail"),
    NTFY: "ntfy",
    DISCORD: "Discord",
    SLACK: "Slack",
    WEBHOOK: "Webhook",
    FEED: N_("Atom feed"),
}
_EXAMPLES: Final[Mapping[str, str]] = {
    MAIL: "ana@example.org",
    NTFY: "https://ntfy.sh/…",
    DISCORD: "https://discord.com/api/webhooks/…",
    SLACK: "https://hooks.slack.com/services/…",
    WEBHOOK: "https://…",
    FEED: "",
}


class OwnNotices:
    """What a person asks about their notices."""

    def __init__(self, lobby: Lobby, member: Callable[[], Account]) -> None:
        """`member` is whose they are; it raises a Refusal where nothing is kept."""
        self._lobby = lobby
        self._member = member

    @property
    def _desk(self) -> NoticeDesk:
        return self._lobby.notices.desk

    async def kinds(self) -> Sequence[OwnNotice]:
        """What the server offers, and what is set of it."""
        own = await self._desk.own(self._member().id)
        return [_shown(kind, own.get(kind)) for kind in self._desk.kinds]

    async def have(self, kind: str, address: str) -> None:
        """Have notices sent to an address, in the language of this session."""
        await self._desk.have(self._member().id, kind, address, current_look().language)

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
    return OwnNotice(
        kind, title, example, is_set=True, address=held.address, is_on=held.is_on,
        is_confirmed=held.is_confirmed, is_daily=held.is_daily, last=told(held.last),
    )  # fmt: skip
