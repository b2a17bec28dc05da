"""Orders about one account: its keys, its name, two of them made one, its end, its data."""

from __future__ import annotations

from nim_tui.server.admin.order import Order, Word


class ListKeys(Order, frozen=True, tag="keys"):
    """The keys of an account, the oldest first."""

    whom: Word


class Recover(Order, frozen=True, tag="recover"):
    """Let a new key open an account, and unless `keeps_others` no other any more."""

    whom: Word
    fingerprint: Word
    keeps_others: bool = False


class Rename(Order, frozen=True, tag="rename"):
    """Give an account another name, in the records of its games too."""

    whom: Word
    name: Word


class Merge(Order, frozen=True, tag="merge"):
    """Give everything of one account to another, and delete it."""

    whom: Word
    into: Word


class Erase(Order, frozen=True, tag="erase"):
    """Delete an account with all that is known of its person; its games stay."""

    whom: Word


class Export(Order, frozen=True, tag="export"):
    """Tell all that is kept of a person."""

    whom: Word


OfAccounts = ListKeys | Recover | Rename | Merge | Erase | Export
