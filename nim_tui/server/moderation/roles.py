"""The roles of accounts: member, moderator, admin."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, select, update

from nim_tui.server.moderation.bans import keeps_out
from nim_tui.server.nodes.messages import RENAMED, AccountChanged, notify
from nim_tui.server.storage.database import Database, Sign, unsigned
from nim_tui.server.storage.schema import ACCOUNTS, ADMIN, BOT, KEYS, MEMBER, MODERATOR
from rules.messages import N_, Refusal

RANKS: Final = {MEMBER: 0, MODERATOR: 1, ADMIN: 2}
"""The roles, each with its rank."""

CALLED: Final = {MEMBER: N_("member"), MODERATOR: N_("moderator"), ADMIN: N_("admin")}
"""The names of the roles."""


class NotAllowed(Refusal):
    """The role of an account does not allow this order."""


@dataclass(frozen=True, slots=True)
class Issuer:
    """The issuer of an order: a moderator or admin, or (without account) an operator."""

    name: str = ""
    account: int | None = None
    key: str | None = None
    """The key of the session."""
    admin_keys: frozenset[str] = frozenset()
    """The keys that make an admin of their holder, by the server's settings."""


OPERATOR: Final = Issuer()


def role_of(connection: Connection, account: int, admin_keys: Collection[str] = ()) -> str:
    """Return the role of an account, within a transaction; one of these keys makes it an admin."""
    if admin_keys:
        own = select(KEYS.c.fingerprint).where(KEYS.c.account == account)
        if connection.execute(own.where(KEYS.c.fingerprint.in_(admin_keys))).first() is not None:
            return ADMIN
    query = select(ACCOUNTS.c.role).where(ACCOUNTS.c.id == account)
    role = connection.execute(query).scalar()
    return role if role in RANKS else MEMBER


def role_of_issuer(connection: Connection, by: Issuer, now: float) -> str:
    """Return the present role of an issuer, within a transaction.

    Operators have all rights. A key of the settings makes an admin only of its own sessions.
    """
    if by.account is None:
        return ADMIN
    if keeps_out(connection, by.account, now):
        return MEMBER
    return role_of(connection, by.account, {by.key} & by.admin_keys if by.key else ())


def set_role(database: Database, account: int, role: str, sign: Sign = unsigned) -> None:
    """Give an account a role. Raises NotAllowed."""
    with database.writing() as connection:
        sign(connection)
        now = connection.execute(select(ACCOUNTS.c.role).where(ACCOUNTS.c.id == account)).scalar()
        if now == BOT:
            raise NotAllowed(N_("a bot account cannot have another role"))
        own = update(ACCOUNTS).where(ACCOUNTS.c.id == account)
        connection.execute(own.values(role=role))
        notify(database, connection, AccountChanged(account, RENAMED))


def staff(connection: Connection, least: str = MODERATOR) -> list[int]:
    """Return the accounts with at least a role, within a transaction."""
    roles = [role for role, rank in RANKS.items() if rank >= RANKS[least]]
    query = select(ACCOUNTS.c.id).where(ACCOUNTS.c.role.in_(roles)).order_by(ACCOUNTS.c.id)
    return list(connection.execute(query).scalars())
