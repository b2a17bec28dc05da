"""The first session by lines: choosing a name, once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from nim_tui.plain.commands import CommandLine
from nim_tui.plain.conversation import LineDialog
from nim_tui.server.accounts.names import account_name
from nim_tui.server.accounts.registration import Registrar, SignInResult, has_code, name_asked
from nim_tui.server.accounts.store import NameTaken, is_free
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.text import _


class SignUp(LineDialog):
    """Asks until a name can be taken, or somebody leaves."""

    def __init__(
        self,
        visit: LineContext,
        registrar: Registrar,
        named: Callable[[SignInResult], Awaitable[None]],
        leave: Callable[[], Awaitable[None]],
    ) -> None:
        self._visit = visit
        self._registrar = registrar
        self._named = named
        self._leave = leave
        self._asked = ""
        """The name that is taken once it is typed again, or Enter pressed."""

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """Leaving; anything else may be a name."""
        return {"quit": lambda _rest: None}

    @property
    def question(self) -> str:
        """Which name."""
        if self._asked:
            text = _("Keep “{name}”? Press Enter, or type another name.")
            return text.format(name=self._asked)
        return name_asked(by_browser=self._visit.person.by_browser)

    def begin(self) -> None:
        """Greet the person, and tell them what else they can type."""
        self._visit.say(_("Welcome to nim_tui."))
        if not_opened := self._registrar.not_opened:
            self._visit.say(not_opened)
        if self._registrar.needs_invitation:
            self._visit.say(_("New here? Type a name and the code of your invitation."))
        if self._visit.person.by_browser:
            known = _("Known here already? Type your name and a code from the lobby there.")
        else:
            known = _(
                "To add this key to an account you have, type its name and a code from its lobby."
            )
        self._visit.say(known)

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Take a name that is meant, or a name with a code; or say why it cannot be taken."""
        if asked is not None and not asked.rest:
            await self._leave()
            return
        typed, before = line or self._asked, self._asked
        self._asked = ""
        if not typed:
            return
        if typed == before or has_code(typed):
            await self._visit.attempt(lambda: self._take(typed))
        elif await self._visit.attempt(lambda: self._check(typed)):
            self._asked = " ".join(typed.split())

    async def _check(self, name: str) -> None:
        self._registrar.check(name)
        if not await self._visit.lobby.database.look(is_free, name):
            raise NameTaken(
                N_("{name} is taken, or looks like a name that is"), name=repr(account_name(name))
            )

    async def _take(self, typed: str) -> None:
        await self._named(await self._registrar.register(typed))
