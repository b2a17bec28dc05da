"""What an admin does with one account, whether or not a server runs."""

from __future__ import annotations

from nim_tui.server.admin.account_orders import (
    Erase,
    Export,
    ListKeys,
    Merge,
    OfAccounts,
    Recover,
    Rename,
)
from nim_tui.server.admin.house import account_meant, clock
from nim_tui.server.admin.order import Facts
from nim_tui.server.database.accounts import Account, NoSuchAccount
from nim_tui.server.database.connection import Database
from nim_tui.server.database.merging import erase, merge
from nim_tui.server.database.own_keys import kept_keys, recover
from nim_tui.server.database.personal_data import personal_data
from nim_tui.server.database.renaming import rename
from rules.messages import N_


def from_accounts(database: Database, order: OfAccounts) -> Facts:
    """Do what is asked. Raises a Refusal saying why it cannot be; then nothing was changed.

    `played` are the games, still going on, whose records have another name now.
    """
    account = account_meant(database, order.whom)
    if account.is_guest:
        raise NoSuchAccount(
            N_("{name} is a guest, without a key; kick ends the session"), name=repr(account.name)
        )
    told: Facts = {"account": account.id, "name": account.name}
    match order:
        case ListKeys():
            return {**told, "keys": _keys(database, account)}
        case Recover():
            lost = recover(database, account.id, order.fingerprint, keeps_others=order.keeps_others)
            return {**told, "key": order.fingerprint, "taken_away": lost}
        case Rename():
            played = rename(database, account, order.name)
            called = account_meant(database, order.name).name
            return {**told, "renamed": called, "played": played}
        case Merge():
            into = account_meant(database, order.into)
            if into.is_guest:
                raise NoSuchAccount(N_("{name} is a guest, without a key"), name=repr(into.name))
            played = merge(database, account, into)
            return {**told, "into": into.id, "into_name": into.name, "played": played}
        case Erase():
            return {**told, "erased": True, "played": erase(database, account)}
        case Export():
            return personal_data(database, account)


def _keys(database: Database, account: Account) -> list[Facts]:
    return [
        {"key": key.fingerprint, "name": key.name, "added": clock(key.added)}
        for key in kept_keys(database, account.id)
    ]
