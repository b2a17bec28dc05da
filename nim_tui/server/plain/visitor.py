"""LineVisitor: one session on the server by lines, from the lobby to tables and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from nim_tui.plain.conversation import Conversation, Writer
from nim_tui.server.app.person import Person
from nim_tui.server.app.registrar import Registrar
from nim_tui.server.database.accounts import Account
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.plain.hall import Hall
from nim_tui.server.plain.line_table import LineTable
from nim_tui.server.plain.notices import Notices
from nim_tui.server.plain.own_account import OwnAccount
from nim_tui.server.plain.said import Said
from nim_tui.server.plain.sign_up import SignUp
from nim_tui.server.plain.visit import Telling, Visit, told
from nim_tui.server.ssh import ClientInfo
from nim_tui.server.welcome import Welcome
from nim_tui.settings import settings_from
from rules.messages import N_, Fact, Refusal
from screens.locale_context import SPOKEN, Look, use_look
from screens.people import Told, say_to
from screens.text import _, say_refusal


class LineVisitor:
    """Somebody without a screen; what the lobby calls from anywhere is noted, and told later."""

    def __init__(
        self, lobby: Lobby, client: ClientInfo, welcome: Welcome, registrar: Registrar
    ) -> None:
        """To be made in the task that talks: its texts are in the visitor's language."""
        self.settings = settings_from(msgspec.json.encode(welcome.settings))
        self.look = Look(self.settings.language_in(client.wishes), SPOKEN)
        use_look(self.look)
        self._lobby = lobby
        self._client = client
        self._registrar = registrar
        self._trouble = welcome.trouble
        self._person = Person(welcome.account, client.address, by_browser=client.is_browser)
        self._said = Said()
        self._conversation = Conversation(self._said)
        self._wake: Callable[[], None] = lambda: None
        self._notices = Notices(self.wake)
        own = self._own = OwnAccount(lobby, self._person, registrar, self.settings, self._complain)
        visit = self._visit = Visit(
            lobby, self._person, self._conversation, self.settings, own.keep, self.wake
        )
        self._table = LineTable(visit, self._complain)
        self._hall = Hall(visit, self._table, own.codes)
        self._table.come_from(self._hall)
        self._is_in = False
        self._sits_anew: str | None = None
        self._goes: tuple[str, str] | None = None
        self._shown_out: str | None = None
        self._rings = False

    def wake(self) -> None:
        """There is something to tell."""
        self._wake()

    # As the transport knows them

    @property
    def is_over(self) -> bool:
        """Whether they have left."""
        return self._conversation.is_over

    async def begin(self, writer: Writer, wake: Callable[[], None]) -> None:
        """Say where one is; before that, once, have a name chosen."""
        self._said.to, self._wake = writer, wake
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
        """Say what others did since, then the question if it is another one now."""
        await self._tell_news()
        self._conversation.ask_anew()

    async def _tell_news(self) -> None:
        self._conversation.say(*self._notices.take())
        await self._move()
        self._tell_turns()
        if not self.is_over:
            dialog = self._conversation.dialog
            if isinstance(dialog, Telling):
                await self._visit.attempt(dialog.tell)

    async def close(self) -> None:
        """Nobody listens any more."""
        self._wake = lambda: None
        await self._conversation.close()
        self._own.keep_lessons()

    # Coming and going

    async def _named(self, welcome: Welcome) -> None:
        self._person.known, self._trouble = welcome.account, welcome.trouble
        await self._conversation.go_back_to(self._hall)
        await self._come_in()

    async def _leave(self) -> None:
        await self._conversation.go_back_to(self._hall)
        await self._conversation.leave()

    async def _come_in(self) -> None:
        self._is_in = True
        self._lobby.comings.enter(self._client.number, self)
        self._hall.greet()
        if not self._client.terminal:
            self._visit.say(_("For boards, come with ssh and a terminal, or by a browser."))
        if self._trouble is not None:
            text = _("You can watch; nothing can be saved just now: {why}")
            self._visit.say(text.format(why=say_refusal(self._trouble)))
        if came_for := self._client.link or self._client.table:
            await self._visit.attempt(lambda: self._hall.come(came_for))

    async def _move(self) -> None:
        """Go where the table has led them: another one, the lobby, the seat as it is now."""
        goes, self._goes = self._goes, None
        anew, self._sits_anew = self._sits_anew, None
        out, self._shown_out = self._shown_out, None
        if goes is not None and goes[0] == self.at:
            again = goes[1]
            await self._visit.attempt(lambda: self._table.sit_down(again))
        elif out is not None and out == self.at:
            await self._table.leave()
            self._visit.say(_("an admin closed this table"))
        elif anew is not None and anew == self.at:
            shown = await self._visit.attempt(lambda: self._table.show(anew, anew=True))
            if not shown:
                await self._table.leave()

    def _tell_turns(self) -> None:
        """That a game elsewhere waits, once it has come to."""
        rings, self._rings = self._rings, False
        if not (rings and self._is_in):
            return
        held, account = self._lobby.held.by_id, self._person.account
        others = (one for table, one in held.items() if table != self.at)
        waits = any(account in one.turns.waited_for for one in others)
        if waits or self._lobby.table_list.waits_elsewhere(account, held.keys()):
            elsewhere = _("Another game waits for your move.")
            here = _("A game waits for your move: say join.")
            self._visit.say(here if self.at is None else elsewhere)

    def _complain(self, trouble: Refusal | OSError) -> None:
        self._notices.note(lambda: told(trouble))

    # As the lobby knows them: what it calls only notes

    @property
    def account(self) -> int:
        """The number of the account. Raises a Refusal before there is one."""
        return self._person.account

    @property
    def own_name(self) -> str:
        """Who this is."""
        return self._person.name

    @property
    def at(self) -> str | None:
        """The id of the table they are at."""
        return self._table.id

    def turn_changed(self, *, rings: bool) -> None:
        """A game has come to wait for this person, or does so no longer."""
        self._rings = self._rings or rings
        self.wake()

    def hear(self, line: str) -> None:
        """Something was said here."""
        name, _sign, text = line.partition(": ")
        self._notices.note(lambda: _("{name} says: {text}").format(name=name, text=text))

    def be_told(self, told: Told | str, facts: Mapping[str, Fact]) -> None:
        """Something happened here."""
        self._notices.note(lambda: say_to(self.own_name, told, facts))

    def be_announced(self, text: str) -> None:
        """Whoever runs the server tells everybody something."""
        self._notices.note(lambda: _("To everybody: {text}").format(text=text))

    def be_asked(self) -> None:
        """An answer is waited for: the table tells which."""
        self.wake()

    def people_changed(self) -> None:
        """Somebody came to the table, went away, or plays differently."""
        self.wake()

    def is_kept(self, account: Account) -> None:
        """A key opens this account now."""
        self._person.known = account
        self.be_told(N_("Your name and seats are kept from now on."), {})

    def is_renamed(self, account: Account) -> None:
        """The account has another name now."""
        self._person.known = account
        self.be_told(N_("An admin has renamed you: you are {name} now."), {"name": account.name})

    def sit_anew(self) -> None:
        """A bot plays for this person now, or no longer."""
        self._sits_anew = self.at
        self.wake()

    def be_shown_out(self, table: str) -> None:
        """An admin has closed the table."""
        self._shown_out = table
        self.wake()

    def move_on(self, table: str, again: str) -> None:
        """The same game begins again elsewhere."""
        self._goes = table, again
        self.wake()
