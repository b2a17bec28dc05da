"""The own notices by lines: by which ways one is told that it is one's turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from nim_tui.plain.commands import spelt, vocabulary
from nim_tui.plain.text import numbered
from nim_tui.server.notifications.notification_settings import NotificationSettings
from nim_tui.server.plain.page import Acts, one_named, without_yes
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.notices import in_full, state_of
from screens.lobby.pages_api import FEED, MAIL, OwnNotice
from screens.text import _, labelled


class NoticeTalk:
    """The kinds of notices that a server sends."""

    def __init__(self, visit: LineContext, notices: NotificationSettings) -> None:
        self._visit = visit
        self._notices = notices
        self._kinds: Sequence[OwnNotice] = ()

    @property
    def title(self) -> str:
        """The title of the notification page."""
        return _("Notices")

    @property
    def usual(self) -> Sequence[str]:
        """The commands that are of use now."""
        is_set = any(one.is_set for one in self._kinds)
        waits = ["confirm"] if any(not one.is_confirmed for one in self._kinds) else []
        return ["list", "address", *waits, *(["test", "on", "off", "forget"] if is_set else [])]

    @property
    def acts(self) -> Acts:
        """The commands that change the notifications."""
        return {
            "list": self._list, "address": self._address, "confirm": self._confirm,
            "test": self._test, "on": self._turning(is_on=True), "off": self._turning(is_on=False),
            "daily": self._daily, "forget": self._forget,
        }  # fmt: skip

    @property
    def meanings(self) -> Mapping[str, str]:
        """The help texts of the commands of this page."""
        return {"list": N_("list: the kinds of notices, and what you have set of each")}

    async def open(self) -> None:
        """Say what they are for, and how each stands. Raises NotPossible where there are none."""
        about = _(
            "While you are not here you can be told that it is your turn in games with days a "
            "move, and that you are challenged on a ladder. Nothing but the game and its table "
            "is named."
        )
        await self._look()
        if not self._kinds:
            raise NotPossible(N_("This server sends no notices."))
        self._visit.say(about)
        await self._list("")

    async def _look(self) -> None:
        self._kinds = await self._notices.kinds()

    async def _list(self, _rest: str) -> None:
        await self._look()
        for number, one in enumerate(self._kinds, start=1):
            self._visit.say(numbered(number, labelled(one.title, state_of(one))))
            told = in_full(one).splitlines() if one.is_set else []
            if one.address and told:
                self._visit.conversation.show(told.pop(0))  # as it was typed, to be copied
            self._visit.say(*told)

    async def _meant(self, rest: str) -> tuple[OwnNotice, str]:
        """The kind that the first word names, and the rest. Raises NotPossible."""
        await self._look()
        first, _blank, more = rest.partition(" ")
        if first.casefold() == FEED:
            first = next((one.title for one in self._kinds if one.kind == FEED), first)
        place = one_named(first, [one.title for one in self._kinds])
        return self._kinds[place], more.strip()

    # What can be done

    async def _address(self, rest: str) -> None:
        one, address = await self._meant(rest)
        if one.kind == FEED:
            await self._renew_feed(one, address)
        elif not address:
            raise NotPossible(N_("say an address after it, such as {example}"), example=one.example)
        else:
            await self._notices.have(one.kind, address)
            said = _("It is active; say {word} to try it.").format(word=spelt("test"))
            if one.kind == MAIL:
                told = _("A code is mailed there: say {word} and the code within the hour.")
                said = told.format(word=spelt("confirm"))
            await self._done(said)

    async def _renew_feed(self, one: OwnNotice, rest: str) -> None:
        _said, sure = without_yes(rest)
        if one.is_set and not sure:
            told = _("A new address ends the old one. If you mean it, say: {word} {kind} yes.")
            self._visit.say(told.format(word=spelt("address"), kind=FEED))
            return
        address = await self._notices.new_feed()
        text = _("Your feed, told this once; whoever has it reads along: {address}")
        await self._done(text.format(address=address))

    async def _done(self, said: str) -> None:
        await self._look()
        self._visit.say(said)

    async def _confirm(self, rest: str) -> None:
        if not rest:
            raise NotPossible(N_("say the code that was mailed after it"))
        await self._notices.confirm(rest)
        await self._done(_("Mail is active."))

    async def _test(self, rest: str) -> None:
        one, _more = await self._meant(rest)
        await self._notices.try_out(one.kind)
        await self._list("")

    def _turning(self, *, is_on: bool) -> Callable[[str], Awaitable[None]]:
        async def turn(rest: str) -> None:
            one, _more = await self._meant(rest)
            await self._notices.turn(one.kind, is_on=is_on)
            await self._list("")

        return turn

    async def _daily(self, rest: str) -> None:
        answer = vocabulary().canonical(rest)
        if answer not in ("yes", "no"):
            told = _("Say {word} yes for one mail a day at most, {word} no for one a day and game.")
            self._visit.say(told.format(word=spelt("daily")))
            return
        await self._notices.gather(is_daily=answer == "yes")
        await self._list("")

    async def _forget(self, rest: str) -> None:
        said, sure = without_yes(rest)
        one, _more = await self._meant(said)
        if not one.is_set:
            raise NotPossible(N_("there is no address yet, or it is not confirmed"))
        if not sure:
            told = _(
                "The server forgets this address then. If you mean it, say: {word} {kind} yes."
            )
            self._visit.say(told.format(word=spelt("forget"), kind=said))
            return
        await self._notices.forget(one.kind)
        await self._done(_("It is forgotten."))
