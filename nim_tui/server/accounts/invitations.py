"""Invitation codes: made by members and admins, and used up by a new account."""

from __future__ import annotations

import hashlib
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from nim_tui.server.accounts.keys import CannotUseKey, WrongCode, drawn_code, spaced, typed_code
from nim_tui.server.moderation.bans import is_shut_out
from nim_tui.server.storage.database import Database, Sign, unsigned
from nim_tui.server.storage.schema import INVITATIONS
from rules.messages import N_

INVITATION_LIFE: Final = 7 * 86_400.0
"""The lifetime of an invitation, in seconds."""


MOST_INVITATIONS: Final = 3
"""The most invitation codes per member in INVITATION_LIFE, used or not."""


MOST_IN_ALL: Final = 10_000
"""The most invitations stored."""


INVITATION_LENGTH: Final = 16
"""The length of an invitation code; link codes are shorter, so that the two can be told apart."""


def invite(database: Database, account: int | None, sign: Sign = unsigned) -> str:
    """Make an invitation code by a member or an admin; stored as a digest. Raises CannotUseKey."""
    if account is not None and is_shut_out(database, account):
        raise CannotUseKey(N_("the keys of this account are banned"))
    code = drawn_code(INVITATION_LENGTH)
    now = database.now()
    with database.writing() as connection:
        sign(connection)
        connection.execute(delete(INVITATIONS).where(INVITATIONS.c.ends <= now))
        if account is not None and _count(connection, INVITATIONS.c.account == account) >= (
            MOST_INVITATIONS
        ):
            raise CannotUseKey(
                N_("you can invite {most} people in seven days"), most=MOST_INVITATIONS
            )
        if _count(connection, INVITATIONS.c.digest != "") >= MOST_IN_ALL:
            raise CannotUseKey(N_("too many open invitation codes: wait until some expire"))
        row = {"digest": _digest(code), "account": account, "made": now}
        connection.execute(insert(INVITATIONS).values(**row, ends=now + INVITATION_LIFE))
    return spaced(code)


def is_invited(database: Database, code: str) -> bool:
    """Whether a code is that of a usable invitation."""
    with database.reading() as connection:
        return _count(connection, _stands(code, database.now())) > 0


def use_invitation(connection: Connection, code: str, now: float) -> None:
    """Use an invitation up, within a transaction. Raises WrongCode."""
    used = update(INVITATIONS).where(_stands(code, now)).values(used=now)
    if connection.execute(used).rowcount != 1:
        raise WrongCode(N_("this invitation code is wrong, used or expired"))


def _stands(code: str, now: float) -> ColumnElement[bool]:
    return and_(
        INVITATIONS.c.digest == _digest(code),
        INVITATIONS.c.used.is_(None),
        INVITATIONS.c.made <= now,
        INVITATIONS.c.ends > now,
    )


def _count(connection: Connection, which: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(INVITATIONS).where(which)
    return connection.execute(query).scalar_one()


def _digest(code: str) -> str:
    """Return the stored digest of a code; without a salt, as a code has over 70 random bits."""
    return hashlib.sha256(f"invitation {typed_code(code)}".encode()).hexdigest()
