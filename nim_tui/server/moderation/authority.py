"""The rights of moderators and admins: which role may give which order, and to whom."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection

from nim_tui.server.accounts.store import Account
from nim_tui.server.admin.protocol import (
    Announce,
    AnyOrder,
    BanOrder,
    Close,
    CloseClub,
    CloseReport,
    CloseTournament,
    Exclude,
    Kick,
    ListAccounts,
    ListAudit,
    ListBans,
    ListReports,
    ListSessions,
    ListTables,
    Mute,
    Rename,
    SetMessage,
    SetRole,
    Slow,
    Unban,
    Unmute,
    Warn,
    tag_of,
)
from nim_tui.server.moderation.audit import record
from nim_tui.server.moderation.bans import banned_beyond
from nim_tui.server.moderation.roles import (
    RANKS,
    Issuer,
    NotAllowed,
    role_of,
    role_of_issuer,
)
from nim_tui.server.storage.database import Database, Sign, StorageError
from nim_tui.server.storage.schema import ADMIN, MEMBER, MODERATOR
from rules.messages import N_

LEAST: Final[Mapping[type[AnyOrder], str]] = {
    ListReports: MODERATOR, CloseReport: MODERATOR, Mute: MODERATOR, Unmute: MODERATOR,
    Warn: MODERATOR, Exclude: MODERATOR, BanOrder: MODERATOR,
    Rename: MODERATOR, Close: MODERATOR, ListBans: ADMIN, Unban: ADMIN,
    SetRole: ADMIN, Kick: ADMIN, ListSessions: ADMIN, ListAccounts: ADMIN, ListTables: ADMIN,
    ListAudit: ADMIN, CloseTournament: ADMIN, Announce: ADMIN, Slow: ADMIN,
    SetMessage: ADMIN, CloseClub: ADMIN,
}  # fmt: skip
"""The least role for each order; the others are for operators alone."""

MOST_BAN: Final = 31 * 86_400
"""The longest ban by a moderator, in seconds."""


logger = logging.getLogger(__name__)


def check(database: Database, order: AnyOrder, by: Issuer) -> None:
    """Check that an issuer may give such an order now. Raises NotAllowed, StorageError."""
    with database.reading() as connection:
        _check_role(connection, order, by, database.now())


def signed(database: Database, order: AnyOrder, by: Issuer, whom: Account | None = None) -> Sign:
    """Return the signature of an order about an account, for the transaction of the order.

    It checks the rights of the issuer, and writes the order to the audit log.
    """

    def sign(connection: Connection) -> None:
        if by.account is not None:
            role = _check_role(connection, order, by, database.now())
            _check_whom(connection, by, whom, role)
            if role != ADMIN and isinstance(order, BanOrder):
                _check_ban(connection, order, whom, database.now())
        record(connection, database.now(), order, by, whom)

    return sign


def note(database: Database, order: AnyOrder, by: Issuer) -> None:
    """Write an order that changes no rows to the audit log. Raises NotAllowed, StorageError.

    An operator can give it while the database takes no writes: then only the server log has it.
    """
    try:
        with database.writing() as connection:
            signed(database, order, by)(connection)
    except StorageError as trouble:
        if by.account is not None:
            raise
        logger.warning("the audit log lacks an order (%s): %s", tag_of(order), trouble)


def _check_role(connection: Connection, order: AnyOrder, by: Issuer, now: float) -> str:
    """Return the present role of the issuer. Raises NotAllowed."""
    role = role_of_issuer(connection, by, now)
    if by.account is not None:
        least = LEAST.get(type(order))
        if least is None or RANKS[role] < RANKS[least]:
            raise NotAllowed(N_("your role does not allow this"))
    return role


def _check_whom(connection: Connection, by: Issuer, whom: Account | None, role: str) -> None:
    """Check that an order is not about the issuer, or staff of their rank. Raises NotAllowed."""
    if whom is None:
        return
    if whom.id == by.account:
        raise NotAllowed(N_("you cannot do this to yourself"))
    if role != ADMIN and role_of(connection, whom.id, by.admin_keys) != MEMBER:
        raise NotAllowed(N_("{name} is a moderator or an admin: ask an admin"), name=whom.name)


def _check_ban(connection: Connection, order: BanOrder, whom: Account | None, now: float) -> None:
    """Check a ban by a moderator: of an account, for a time, shortening no other.

    Raises NotAllowed.
    """
    if whom is None or order.seconds is None or order.seconds > MOST_BAN:
        raise NotAllowed(
            N_("a moderator can ban an account for {days} days at most"), days=MOST_BAN // 86_400
        )
    if banned_beyond(connection, whom.id, now, now + order.seconds):
        raise NotAllowed(N_("{name} is already banned for longer"), name=whom.name)
