"""LineVisitor: a session on the server in text mode, in the lobby and at tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from nim_tui.plain.conversation import Conversation, Writer
from nim_tui.server.accounts.registration import Registrar, SignInResult
from nim_tui.server.accounts.service import AccountService, EndKey
from nim_tui.server.accounts.store import Account
from nim_tui.server.app.app import greet
from nim_tui.server.moderation.staff import StaffDesk
from nim_tui.server.pages import Pages
from nim_tui.server.plain.lobby import LobbyDialog
from nim_tui.server.plain.own_account import OwnAccount, SignUp
from nim_tui.server.plain.table import LineTable
from nim_tui.server.plain.visit import BufferedWriter, LineContext, PendingNews, told
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount, SessionUser
from nim_tui.server.ssh import ClientInfo
from nim_tui.settings import settings_from
from rules.messages import N_, Fact, Refusal
from screens.people import PersonalSentence, say_to
from screens.text import SPOKEN, Locale, _, say_refusal, use_look


class LineSession:
    """The events of a text-mode session, noted until its dialog asks for them."""

    def __init__(
        self,
        person: SessionAccount,
        who: SessionUser,
        notices: PendingNews,
        wake: Callable[[], None],
    ) -> None:
        """`wake` is called when there is something to tell."""
        self.who = who
        self._person = person
        self._notices = notices
        self._wake = wake
        self._anew: str | None = None
        self._goes: tuple[str, str] | None = None
        self._out: str | None = None
        self._excluded: str | None = None
        self._rings = False

    # Noted facts, each returned once

    def rings(self) -> bool:
        """Whether it became the person's turn somewhere."""
        rings, self._rings = self._rings, False
        return rings

    def goes_on_to(self) -> str | None:
        """Return the rematch of the present table, if it was set up."""
        goes, self._goes = self._goes, None
        return goes[1] if goes is not None and goes[0] == self.who.at else None

    def is_out(self) -> bool:
        """Whether the present table was closed."""
        out, self._out = self._out, None
        return out is not None and out == self.who.at

    def is_excluded(self) -> bool:
        """Whether the person was excluded from the present table."""
        out, self._excluded = self._excluded, None
        return out is not None and out == self.who.at

    def sits_anew(self) -> str | None:
        """Return the present table, if a bot plays for them there now, or no longer."""
        anew, self._anew = self._anew, None
        return anew if anew is not None and anew == self.who.at else None

    # Called by the lobby

    def turn_changed(self, *, rings: bool) -> None:
        """Note a game that started or stopped waiting for this person."""
        self._rings = self._rings or rings
        self._wake()

    def hear(self, line: str) -> None:
        """Note a chat message."""
        name, _sign, text = line.partition(": ")
        self._notices.note(lambda: _("{name} says: {text}").format(name=name, text=text))

    def be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        """Note a sentence about an event."""
        self._notices.note(lambda: say_to(self.who.name, told, facts))

    def be_announced(self, text: str) -> None:
        """Note an announcement of the operator."""
        self._notices.note(lambda: _("Announcement: {text}").format(text=text))

    def be_asked(self) -> None:
        """Wake the dialog, as an answer is awaited; the table says which."""
        self._wake()

    def people_changed(self) -> None:
        """Wake the dialog after a change of people at the table."""
        self._wake()

    def is_kept(self, account: Account) -> None:
        """Note that a key opens this account now."""
        self._person.known = account
        self.be_told(N_("Your SSH key now keeps your name and seats."), {})

    def is_renamed(self, account: Account) -> None:
        """Note a new name or role of the account, to be told."""
        told = self._person.changed(account)
        if told:
            self.be_told(told, {"name": account.name})

    def sit_anew(self) -> None:
        """Note that a bot plays for this person now, or no longer."""
        self._anew = self.who.at
        self._wake()

    def be_shown_out(self, table: str) -> None:
        """Note that an admin closed the table."""
        self._out = table
        self._wake()

    def be_excluded(self, table: str) -> None:
        """Note that the person was excluded from a table."""
        self._excluded = table
        self._wake()

    def move_on(self, table: str, again: str) -> None:
        """Note the rematch of the table, to go there."""
        self._goes = table, again
        self._wake()


_JUST: Final = 5.0
"""Seconds in which the same news is not repeated."""


class LineVisitor:
    """A person in text mode on a server."""

    def __init__(
        self,
        lobby: Services,
        client: ClientInfo,
        welcome: SignInResult,
        registrar: Registrar,
        staff: StaffDesk,
        *,
        end_key: EndKey,
    ) -> None:
        """Make the dialog, in the conversation's task: its texts are in the person's language.

        `staff` takes the orders of moderators and admins; `end_key` ends the sessions of a key.
        """
        self.settings = settings_from(msgspec.json.encode(welcome.settings))
        self.look = Locale(self.settings.language_in(client.wishes), SPOKEN)
        use_look(self.look)
        self._lobby = lobby
        self._client = client
        self._registrar = registrar
        self._trouble = welcome.trouble
        self._person = SessionAccount(welcome.account, client.address, by_browser=client.is_browser)
        self._said = BufferedWriter()
        self._conversation = Conversation(self._said)
        self._wake: Callable[[], None] = lambda: None
        self._notices = PendingNews(self.wake)
        own = self._own = OwnAccount(lobby, self._person, registrar, self.settings, self._complain)
        visit = self._visit = LineContext(
            lobby, self._person, self._conversation, self.settings, own.keep, self.wake
        )
        self._table = LineTable(visit, self._complain)
        self._table.moved = client.show_at
        self._staff = staff.access(self._person, client.fingerprint)
        profile = AccountService(lobby, self._person, client.fingerprint, end_key)
        pages = Pages(
            lobby, self._person, self._table, profile,
            new_code=own.new_code, replay=self._table.replay,
            staff=self._staff,
        )  # fmt: skip
        self._hall = LobbyDialog(visit, self._table, own.codes, pages)
        self._table.come_from(self._hall)
        self.who = SessionUser(self._person, lambda: self._table.id)
        self._connected = LineSession(self._person, self.who, self._notices, self.wake)
        self._is_in = False
        self._quiet_until = 0.0
        """The loop time until which a waiting game need not be announced again."""

    def wake(self) -> None:
        """Wake the dialog, as there is something to tell."""
        self._wake()

    # For the transport

    @property
    def is_over(self) -> bool:
        """Whether the person has left."""
        return self._conversation.is_over

    async def begin(self, writer: Writer, wake: Callable[[], None]) -> None:
        """Welcome the person; a new user is asked for a name first."""
        self._said.to, self._wake = writer, wake
        banner = "" if self._client.is_in_browser else self._lobby.identity.banner
        self._conversation.show(*filter(None, banner.splitlines()))
        self._conversation.push(self._hall)
        if self._person.known is None:
            self._conversation.push(SignUp(self._visit, self._registrar, self._named, self._leave))
        else:
            await self._come_in()
        self._conversation.ask()

    async def answer(self, line: str) -> None:
        """Answer a line."""
        asks = await self._conversation.answered(line)
        await self._tell_news()
        if asks:
            self._conversation.ask()

    async def tell(self) -> None:
        """Say what others did in the meantime, then the question if it changed."""
        await self._tell_news()
        self._conversation.ask_anew()

    async def _tell_news(self) -> None:
        self._conversation.say(*self._notices.take())
        await self._move()
        self._tell_turns()
        if not self.is_over:
            await self._visit.attempt(self._conversation.dialog.tell)

    async def close(self) -> None:
        """End the dialogs."""
        self._wake = lambda: None
        await self._conversation.close()
        self._own.keep_lessons()

    # Arrival and departure

    async def _named(self, welcome: SignInResult) -> None:
        self._person.known, self._trouble = welcome.account, welcome.trouble
        await self._conversation.go_back_to(self._hall)
        await self._come_in()

    async def _leave(self) -> None:
        await self._conversation.go_back_to(self._hall)
        await self._conversation.leave()

    async def _come_in(self) -> None:
        self._is_in = True
        self._lobby.comings.enter(self._client.number, self._connected)
        self._hall.greet()
        if not self._client.terminal:
            self._visit.say(_("To see boards, connect with ssh in a terminal, or with a browser."))
        if self._trouble is not None:
            text = _("You can watch, but nothing can be saved at the moment: {why}")
            self._visit.say(text.format(why=say_refusal(self._trouble)))
        await greet(self._lobby, self._connected, self._staff)
        self._conversation.say(*self._notices.take())
        if came_for := self._client.link or self._client.table:
            await self._visit.attempt(lambda: self._hall.come(came_for))
        elif purpose := self._client.purpose:
            await self._visit.attempt(lambda: self._hall.do(purpose))

    async def _move(self) -> None:
        """Go where the table has moved: another one, the lobby, or the changed seat."""
        again, anew = self._connected.goes_on_to(), self._connected.sits_anew()
        is_out, is_excluded = self._connected.is_out(), self._connected.is_excluded()
        if again is not None:
            await self._visit.attempt(lambda: self._table.sit_down(again))
        elif is_out:
            await self._table.leave()
            self._visit.say(_("an admin closed this table"))
        elif is_excluded:
            await self._table.leave()
        elif anew is not None:
            shown = await self._visit.attempt(lambda: self._table.show(anew, anew=True))
            if not shown:
                await self._table.leave()

    def _tell_turns(self) -> None:
        """Say that it is the person's turn in another game."""
        if not (self._connected.rings() and self._is_in):
            return
        held, account = self._lobby.held.by_id, self._person.account
        others = (one for table, one in held.items() if table != self.who.at)
        waits = any(account in one.turns.waited_for for one in others)
        if waits or self._lobby.table_list.waits_elsewhere(account, held.keys()):
            self._tell_once(self._waiting_text())

    def _waiting_text(self) -> str:
        if self.who.at is not None:
            return _("Another game is waiting for your move.")
        if self._conversation.dialog is self._hall:
            return _("A game is waiting for your move: type join.")
        return _("A game is waiting for your move: type join in the lobby.")

    def _tell_once(self, text: str) -> None:
        """Say something, unless it was just said: several games may begin at once."""
        now = asyncio.get_running_loop().time()
        if now >= self._quiet_until:
            self._quiet_until = now + _JUST
            self._visit.say(text)

    def _complain(self, trouble: Refusal | OSError) -> None:
        self._notices.note(lambda: told(trouble))
