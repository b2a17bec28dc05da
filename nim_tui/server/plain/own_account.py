"""The own account by lines: settings that are kept with it, codes and invitations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from nim_tui.server.accounts.registration import Registrar
from nim_tui.server.accounts.store import keep_settings
from nim_tui.server.play.seated import Complain
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.off_loop import LatestWrite
from nim_tui.settings import Settings
from rules.messages import N_, Refusal
from screens.app_api import NotPossible


class OwnAccount:
    """The settings that are kept with the own account, its codes and its invitations."""

    def __init__(
        self, lobby: Services, person: SessionAccount, registrar: Registrar, settings: Settings,
        complain: Complain,
    ) -> None:  # fmt: skip
        """`complain` tells that something could not be kept."""
        self._lobby = lobby
        self._person = person
        self._registrar = registrar
        self._settings = settings
        self._complain = complain
        self._kept = LatestWrite(lobby.database, self._keep)
        self._lessons = dict(settings.lessons)
        """How far lessons had been taken."""

    @property
    def codes(self) -> Mapping[str, Callable[[], Awaitable[str]]]:
        """The commands that are answered with a code."""
        if self._registrar.invites:
            return {"code": self.new_code, "invite": self._invitation}
        return {"code": self.new_code}

    def keep(self) -> None:
        """Keep the settings with the account."""
        if self._person.known is not None and not self._person.known.is_passing:
            self._kept.keep()

    def keep_lessons(self) -> None:
        """Keep how far lessons were taken, where that has changed."""
        if self._settings.lessons != self._lessons:
            self.keep()

    async def _keep(self) -> None:
        kept = msgspec.Raw(msgspec.json.encode(self._settings))
        try:
            await self._lobby.database.ask(keep_settings, self._person.account, kept)
        except (Refusal, OSError) as trouble:
            self._complain(trouble)

    async def new_code(self) -> str:
        """A code by which another key may join this account, for ten minutes."""
        return await self._registrar.new_code(self._person.member)

    async def _invitation(self) -> str:
        """The code of an invitation for somebody new."""
        if self._person.is_guest:
            raise NotPossible(N_("only members can invite"))
        return await self._registrar.invite(self._person.account)
