"""The staff of a server: the role of a session, and the orders it may give from inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nim_tui.server.admin.protocol import AnyOrder, Close, Facts
from nim_tui.server.moderation.reports import Case
from nim_tui.server.moderation.roles import RANKS, Issuer, NotAllowed
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.schema import ADMIN, MEMBER, MODERATOR
from rules.messages import N_
from screens.lobby.values import SessionRow

if TYPE_CHECKING:
    from nim_tui.server.admin.service import AdminService


class StaffAccess:
    """The role of a session's account, and the orders that it allows.

    What is shown follows the role as known here; each order checks the stored one.
    """

    def __init__(
        self,
        admin: AdminService | None,
        person: SessionAccount,
        key: str | None,
        admin_keys: frozenset[str],
    ) -> None:
        self._admin = admin
        self._person = person
        self._key = key
        self._admin_keys = admin_keys

    @property
    def role(self) -> str:
        """The role of the account; the holder of an admin key is an admin."""
        if self._admin is None or self._person.known is None:
            return MEMBER
        return ADMIN if self._key in self._admin_keys else self._person.known.role

    def has(self, least: str) -> bool:
        """Whether the account has at least a role."""
        return RANKS.get(self.role, 0) >= RANKS[least]

    @property
    def is_admin(self) -> bool:
        """Whether the account is an admin."""
        return self.has(ADMIN)

    @property
    def is_moderator(self) -> bool:
        """Whether the account is a moderator or an admin."""
        return self.has(MODERATOR)

    async def do(self, order: AnyOrder) -> Facts:
        """Give an order, and return its result. Raises a Refusal; then nothing was changed."""
        admin, by = self._signed_in()
        return await admin.answer(order, by)

    def _signed_in(self) -> tuple[AdminService, Issuer]:
        """Return the service, and who orders. Raises NotAllowed for those without a role."""
        if self._admin is None or not self.is_moderator:
            raise NotAllowed(N_("your role does not allow this"))
        person = self._person
        return self._admin, Issuer(person.name, person.account, self._key, self._admin_keys)

    async def case(self, of: str) -> Case:
        """Return the case of a report's number, or of an account's after `#`. Raises a Refusal."""
        admin, by = self._signed_in()
        return await admin.case(of, by)

    async def number_of(self, name: str) -> int:
        """Return the number of the account of a name. Raises a Refusal."""
        return await self._signed_in()[0].number_of(name)

    async def close(self, table: str) -> None:
        """Close a table. Raises a Refusal."""
        await self.do(Close(table))

    async def sessions(self) -> list[SessionRow]:
        """Return the sessions at all servers of the database, for admins. Raises StorageError."""
        return [] if self._admin is None or not self.is_admin else await self._admin.sessions.rows()


class StaffDesk:
    """The service behind the orders of the staff, and the keys that make admins."""

    def __init__(self, admin: AdminService | None, admin_keys: frozenset[str]) -> None:
        self._admin = admin
        self._admin_keys: Final = admin_keys

    def access(self, person: SessionAccount, key: str | None) -> StaffAccess:
        """Return the access of a session with this key."""
        return StaffAccess(self._admin, person, key, self._admin_keys)
