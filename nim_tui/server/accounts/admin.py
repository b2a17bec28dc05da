"""Admin commands about accounts."""

from __future__ import annotations

import logging
from typing import Any, Final

from sqlalchemy import func, select

from nim_tui.server.accounts.invitations import INVITATION_LIFE, invite
from nim_tui.server.accounts.keys import kept_keys, recover
from nim_tui.server.accounts.merging import erase, merge, rename
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import (
    Account,
    NoSuchAccount,
    account_meant,
    account_numbered,
    member_meant,
)
from nim_tui.server.admin.lists import A_PAGE, a_page, clock
from nim_tui.server.admin.protocol import (
    Erase,
    Export,
    Facts,
    Invite,
    ListAccounts,
    ListKeys,
    Merge,
    OfAccounts,
    Recover,
    Rename,
    SetRole,
)
from nim_tui.server.bots.store import bots_of
from nim_tui.server.moderation.authority import note, signed
from nim_tui.server.moderation.roles import OPERATOR, Issuer, set_role
from nim_tui.server.nodes.messages import ERASED, KEY_GONE, MERGED
from nim_tui.server.services import Services
from nim_tui.server.sessions.sessions import SessionRegistry
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import ACCOUNTS, BOTS, KEYS, MUTES
from nim_tui.server.untrusted_text import folded
from rules.messages import N_


def from_accounts(database: Database, order: OfAccounts, by: Issuer = OPERATOR) -> Facts:
    """Carry out an order of somebody about accounts; a Refusal changes nothing."""
    account = member_meant(database, order.whom)
    told: Facts = {"account": account.id, "name": account.name}
    sign = signed(database, order, by, account)
    match order:
        case ListKeys():
            return {**told, "keys": _keys(database, account)}
        case Recover():
            key, keeps_others = order.fingerprint, order.keeps_others
            lost = recover(database, account.id, key, keeps_others=keeps_others, sign=sign)
            return {**told, "key": order.fingerprint, "taken_away": lost}
        case Rename():
            played = rename(database, account, order.name, sign)
            called = account_meant(database, order.name).name
            return {**told, "renamed": called, "played": played}
        case Merge():
            into = account_meant(database, order.into)
            if into.is_guest:
                raise NoSuchAccount(N_("{name} is a guest, without a key"), name=repr(into.name))
            played = merge(database, account, into, sign)
            return {**told, "into": into.id, "into_name": into.name, "played": played}
        case Erase():
            bots = [bot.account for bot in bots_of(database, account.id)]
            played = erase(database, account, sign)
            return {**told, "erased": True, "bots": bots, "played": played}
        case Export():
            note(database, order, by)
            return personal_data(database, account)
        case SetRole():
            set_role(database, account.id, order.role, sign)
            return {**told, "role": order.role, "played": []}


def _keys(database: Database, account: Account) -> list[Facts]:
    return [
        {"key": key.fingerprint, "name": key.name, "added": clock(key.added)}
        for key in kept_keys(database, account.id)
    ]


def list_accounts(database: Database, order: ListAccounts) -> Facts:
    """Return a page of the accounts with a text in their names, those seen last first."""
    meant = ACCOUNTS.c.name.icontains(order.find, autoescape=True)
    if alike := folded(order.find):
        meant |= ACCOUNTS.c.folded.contains(alike, autoescape=True)
    keys = select(func.count()).where(KEYS.c.account == ACCOUNTS.c.id).scalar_subquery()
    query = (
        select(
            ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.is_guest, ACCOUNTS.c.created,
            ACCOUNTS.c.last_seen, ACCOUNTS.c.role, keys.label("keys"),
            MUTES.c.account.label("muted"), MUTES.c.ends, BOTS.c.owner_name,
        )
        .select_from(
            ACCOUNTS.outerjoin(MUTES, MUTES.c.account == ACCOUNTS.c.id).outerjoin(
                BOTS, BOTS.c.account == ACCOUNTS.c.id
            )
        )
        .where(meant)
        .order_by(ACCOUNTS.c.last_seen.desc(), ACCOUNTS.c.id)
        .limit(A_PAGE)
        .offset((order.page - 1) * A_PAGE)
    )  # fmt: skip
    with database.reading() as connection:
        total = connection.execute(select(func.count()).where(meant)).scalar_one()
        rows = connection.execute(query).all()
    return a_page("accounts", [_account(row, database.now()) for row in rows], order.page, total)


def _account(row: Any, now: float) -> Facts:
    is_muted = row.muted is not None and (row.ends is None or row.ends > now)
    return {
        "account": row.id,
        "name": row.name,
        "guest": row.is_guest,
        "role": row.role,
        "bot_of": row.owner_name,
        "keys": row.keys,
        "made": clock(row.created),
        "last_seen": clock(row.last_seen),
        "muted": is_muted,
        "muted_until": clock(row.ends) if is_muted and row.ends is not None else None,
    }


def make_invitation(database: Database, order: Invite, by: Issuer = OPERATOR) -> Facts:
    """Make an invitation code."""
    code = invite(database, None, signed(database, order, by))
    return {"invitation": code, "ends": clock(database.now() + INVITATION_LIFE)}


_DONE: Final = {
    Recover: "recovered", Rename: "renamed", Merge: "merged", Erase: "deleted",
    SetRole: "given a role",
}  # fmt: skip

logger = logging.getLogger(__name__)


class AccountOrders:
    """The orders about accounts on a running server."""

    def __init__(self, lobby: Services, visits: SessionRegistry) -> None:
        self._lobby = lobby
        self._visits = visits

    async def answer(self, order: OfAccounts, by: Issuer = OPERATOR) -> Facts:
        """Carry out an order and return its outcome. Raises a Refusal; then nothing changed."""
        return await self._lobby.database.whole(self._answer(order, by))

    async def _answer(self, order: OfAccounts, by: Issuer) -> Facts:
        facts = await self._lobby.database.ask(from_accounts, order, by)
        if isinstance(order, ListKeys | Export):
            return facts
        number: int = facts["account"]
        match order:
            case Recover():
                facts["ended"] = self._visits.end_keys(facts["taken_away"], KEY_GONE)
            case Merge():
                facts["ended"] = await self._visits.end_account(number, MERGED)
            case Erase():
                gone = (number, *facts["bots"])
                ended = [await self._visits.end_account(one, ERASED) for one in gone]
                facts["ended"] = [visit for visits in ended for visit in visits]
            case Rename() | SetRole():
                await self._tell_changed(number)
        if not isinstance(order, Recover | SetRole):
            self._lobby.accounts.forget_account(number)
            await self._lobby.opener.open_anew(facts["played"])
        logger.info("was %s", _DONE[type(order)], extra={"account": number})
        return facts

    async def _tell_changed(self, number: int) -> None:
        account = await self._lobby.database.look(account_numbered, number)
        if account is not None:
            self._lobby.accounts.is_renamed(account)

    def end_key(self, fingerprint: str) -> None:
        """End the sessions of a key that no longer opens its account."""
        self._visits.end_keys((fingerprint,), KEY_GONE)
