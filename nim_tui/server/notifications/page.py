"""The notification settings of one person, and their page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from rich.cells import cell_len, set_cell_size

from nim_tui.plain.commands import spelt, vocabulary
from nim_tui.server.accounts.store import Account
from nim_tui.server.notifications.messages import told
from nim_tui.server.notifications.service import NotificationService
from nim_tui.server.notifications.subscriptions import NoSubscription, Subscription
from nim_tui.server.services import Services
from nim_tui.server.storage.schema import DISCORD, FEED, MAIL, NTFY, PUSH, SLACK, WEBHOOK
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.page import Action, Ask, Page, Row, by_ear
from screens.text import _, current_look, is_spoken, labelled

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
"""Makes the page around a terminal run the function of a number."""


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
    """Whether one mail a day covers all games."""
    last: str = ""
    """The last delivery, with time and result."""


class NotificationSettings:
    """The notifications of one person."""

    def __init__(
        self, lobby: Services, member: Callable[[], Account], ask_page: AskPage | None
    ) -> None:
        """`member` returns the owner's account, or raises a Refusal for guests.

        `ask_page` is set for a person with a browser.
        """
        self._lobby = lobby
        self._ask_page = ask_page
        self._member = member

    @property
    def _service(self) -> NotificationService:
        return self._lobby.notices.service

    async def kinds(self) -> Sequence[OwnNotice]:
        """Return the kinds of notification the server offers, with the settings of each."""
        own = await self._service.own(self._member().id)
        return [_shown(kind, own.get(kind)) for kind in self._service.kinds]

    async def have(self, kind: str, address: str) -> None:
        """Subscribe an address, in the language of this session."""
        await self._service.have(self._member().id, kind, address, current_look().language)

    async def offer_browser(self) -> None:
        """Make this session's page ask for its browser's permission. Raises NoSubscription."""
        self._member()
        if self._ask_page is None:
            raise NoSubscription(
                N_("open this address in the browser that should show them: {address}"),
                address=self._service.links.base,
            )
        self._ask_page(ASKS_NOTICES)

    async def confirm(self, code: str) -> None:
        """Confirm an address by the mailed code."""
        await self._service.confirm(self._member().id, code)

    async def turn(self, kind: str, *, is_on: bool) -> None:
        """Turn a kind of notification on or off."""
        await self._service.turn(self._member().id, kind, is_on=is_on)

    async def gather(self, *, is_daily: bool) -> None:
        """Choose one mail a day for all games, or one a day per game."""
        await self._service.gather(self._member().id, is_daily=is_daily)

    async def forget(self, kind: str) -> None:
        """Remove an address."""
        await self._service.forget(self._member().id, kind)

    async def try_out(self, kind: str) -> None:
        """Send a test."""
        await self._service.try_out(self._member().id, kind)

    async def new_feed(self) -> str:
        """Return a new secret address of a feed."""
        return await self._service.new_feed(self._member().id, current_look().language)


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
    """Return the push service of a browser, without the rest of the address."""
    return urlsplit(address).hostname or ""


LONGEST_TYPED: Final = 500
_LOOKS: Final = 30
"""The number of look-ups for a browser's answer."""
_TITLE: Final = 14
_STATE: Final = 16
_ADDRESS: Final = 44


async def notices_page(notices: NotificationSettings) -> Page:
    """List the kinds of notifications, with the person's settings. Raises a Refusal."""
    kinds = await notices.kinds()
    about = _(
        "While you are away, you can be notified of your turn in correspondence games, and "
        "of challenges on a ladder. Notifications name only the game and its table."
    )
    if not kinds and is_spoken():
        raise NotPossible(N_("This server sends no notifications."))
    is_set = any(one.is_set for one in kinds)
    waits = ["confirm"] if any(not one.is_confirmed for one in kinds) else []
    return Page(
        title=_("Notifications"),
        about=_("Enter: set an address"),
        intro=about,
        rows=[_row(notices, one) for one in kinds],
        empty=_("This server sends no notifications."),
        actions=[_confirm(notices), _daily(notices)] if is_spoken() else [],
        usual=["list", "address", *waits, *(["test", "on", "off", "forget"] if is_set else [])],
    )


def _row(notices: NotificationSettings, one: OwnNotice) -> Row:
    is_active = one.is_set and one.is_on and one.is_confirmed
    state = state_of(one)
    parts = (
        (set_cell_size(one.title, _TITLE), "item"),
        (
            set_cell_size(f"● {state}" if is_active else state, _STATE),
            "gold" if is_active else "note",
        ),
        (_cut(one.address, _ADDRESS), "note"),
    )
    about = _in_full(one)
    return Row(
        id=one.kind,
        name=one.title,
        told=labelled(one.title, state),
        copied=one.address if one.is_set else "",
        more=about if one.is_set else [],
        parts=parts,
        detail="\n".join([*filter(None, [one.address]), *about]),
        enter=_setting(notices, one),
        actions=_actions(notices, one),
    )


def _cut(text: str, most: int) -> str:
    return text if cell_len(text) <= most else set_cell_size(text, most - 1) + "…"


def state_of(one: OwnNotice) -> str:
    """Whether a kind is set, and active."""
    if not one.is_set:
        return _("not set")
    if not one.is_confirmed:
        return _("not confirmed")
    if not one.is_on:
        return _("turned off")
    return _("active, daily") if one.is_daily else _("active")


def _in_full(one: OwnNotice) -> list[str]:
    """Return sentences about a kind: its frequency, and the last result."""
    lines = []
    if one.kind == MAIL and one.is_set:
        daily = _("At most one email a day, for all your games.")
        lines.append(daily if one.is_daily else _("At most one email a day per game."))
    if one.kind == PUSH:
        lines.append(_("Shown in one browser only, even when it is closed."))
    if one.kind == FEED:
        lines.append(_("For a feed reader; keep the address secret."))
    else:
        lines.append(one.last or _("Nothing sent yet."))
    return lines


# Actions


def _setting(notices: NotificationSettings, one: OwnNotice) -> Action:
    """Return the action that sets a kind: an address, a new feed, or the browser."""
    if one.kind == FEED:
        return _feed(notices, one)
    if one.kind == PUSH:
        asked = _("Answer on the page, below the terminal.")
        return Action("address", lambda _text: notices.offer_browser(), asked, looks=_LOOKS)
    active = _("Active; type {word} to send a test.").format(word=spelt("test"))
    said = by_ear(active, _("Active; press t to send a test."))
    if one.kind == MAIL:
        mailed = _("A confirmation code was mailed: type {word} and the code within an hour.")
        said = by_ear(
            mailed.format(word=spelt("confirm")),
            _("A confirmation code was mailed: press Enter and type it within an hour."),
        )

    async def set_it(text: str) -> str:
        if not one.is_confirmed and "@" not in text and not is_spoken():
            await notices.confirm(text)
            return _("Mail notifications are active.")
        await notices.have(one.kind, text)
        return said

    hint = one.example if one.is_confirmed else _("the confirmation code, or another address")
    missing = NotPossible(N_("add an address, for example {example}"), example=one.example)
    value = one.address if one.is_confirmed else ""
    return Action("address", set_it, ask=Ask(hint, value, LONGEST_TYPED, missing))


def _feed(notices: NotificationSettings, one: OwnNotice) -> Action:
    async def renew(_text: str) -> str:
        text = _("Your feed address, shown just this once. Keep it secret: {address}")
        return text.format(address=await notices.new_feed())

    ends = _("A new address replaces the old one. To confirm, type: {word} {kind} yes.")
    sure = by_ear(
        ends.format(word=spelt("address"), kind=FEED),
        _("Press Enter again for a new address; the old one stops working."),
    )
    return Action("address", renew, confirm=[sure] if one.is_set else [])


def _actions(notices: NotificationSettings, one: OwnNotice) -> list[Action]:
    async def forget(_text: str) -> str:
        if not one.is_set:
            raise NotPossible(N_("no address yet, or not confirmed"))
        await notices.forget(one.kind)
        return _("Address deleted.")

    told = _("The server then deletes this address. To confirm, type: {word} {kind} yes.")
    sure = by_ear(
        told.format(word=spelt("forget"), kind=one.kind),
        _("Press the same key again to delete this address."),
    )
    kind = one.kind
    turns = [
        Action("on", lambda _text: notices.turn(kind, is_on=True)),
        Action("off", lambda _text: notices.turn(kind, is_on=False)),
    ]
    actions = [
        Action("test", lambda _text: notices.try_out(kind), busy=_("Sending …")),
        *(reversed(turns) if one.is_on else turns),
        Action("forget", forget, confirm=[sure] if one.is_set else []),
    ]
    if kind == MAIL and not is_spoken():
        daily = not one.is_daily
        actions.append(Action("daily", lambda _text: notices.gather(is_daily=daily)))
    return actions


def _confirm(notices: NotificationSettings) -> Action:
    missing = NotPossible(N_("add the confirmation code you were mailed"))
    return Action(
        "confirm", notices.confirm, _("Mail notifications are active."), ask=Ask(missing=missing)
    )


def _daily(notices: NotificationSettings) -> Action:
    """Switch between one mail a day for all games, and one a day per game."""

    async def gather(text: str) -> str:
        answer = vocabulary().canonical(text)
        if answer not in ("yes", "no"):
            told = _(
                "Type {word} yes for at most one email a day, {word} no for one a day per game."
            )
            return told.format(word=spelt("daily"))
        await notices.gather(is_daily=answer == "yes")
        return ""

    return Action("daily", gather)
