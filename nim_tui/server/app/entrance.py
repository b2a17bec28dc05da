"""How people come in: names for strangers, invitations for others, a code for another key."""

from __future__ import annotations

from collections.abc import Callable

from nim_tui.server.account_names import account_name
from nim_tui.server.app.person import Person
from nim_tui.server.app.registrar import Registrar
from nim_tui.server.database.accounts import NameTaken, is_free, no_such_account
from nim_tui.server.database.connection import Database
from nim_tui.server.database.keys import new_code
from nim_tui.server.entrance_words import NEEDS_INVITATION
from nim_tui.server.welcome import Welcome
from rules.messages import N_
from screens.app_api import CannotStart


class Entrance:
    """Lets one person in, and has them let others in."""

    def __init__(
        self,
        database: Database,
        person: Person,
        registrar: Registrar,
        named: Callable[[Welcome], None],
    ) -> None:
        """`named` lets the person in whose name was taken."""
        self._database = database
        self._person = person
        self._registrar = registrar
        self._named = named

    @property
    def not_opened(self) -> str:
        """What to tell whose key does not open the account they meant; empty if none was."""
        return self._registrar.not_opened

    @property
    def needs_invitation(self) -> bool:
        """Whether a name can be chosen only together with the code of an invitation."""
        return self._registrar.needs_invitation

    @property
    def by_browser(self) -> bool:
        """Whether this person came by a page in a browser."""
        return self._person.by_browser

    @property
    def may_invite(self) -> bool:
        """Whether strangers need invitations, and this person can give some."""
        return self._registrar.invites and not self._person.is_guest

    async def new_invitation(self) -> str:
        """A code by which one stranger may join."""
        return await self._registrar.invite(self._person.account)

    async def check_name(self, name: str) -> None:
        """Whether a name can be chosen."""
        self._registrar.check(name)
        if not await self._database.look(is_free, name):
            raise NameTaken(
                N_("{name} is taken, or looks like a name that is"), name=repr(account_name(name))
            )

    async def name_me(self, name: str) -> None:
        """Choose a name, once."""
        self._named(await self._registrar.register(name))

    async def new_code(self) -> str:
        """A code by which another key may join this account, for ten minutes."""
        if self._person.known is not None and self._person.known.is_passing:
            raise no_such_account(self._person.account)
        if self._person.is_guest and self._registrar.invites:
            raise CannotStart(NEEDS_INVITATION)
        return await self._database.ask(new_code, self._person.account)
