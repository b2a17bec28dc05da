"""Orders about one account: its keys, its name, two of them made one, its end, its data."""

from __future__ import annotations

from nim_tui.server.admin.order import AdminOrder, Word


class ListKeys(AdminOrder, frozen=True, tag="keys"):
    """The keys of an account, the oldest first."""

    whom: Word


class Recover(AdminOrder, frozen=True, tag="recover"):
    """Let a new key open an account, and unless `keeps_others` no other any more."""

    whom: Word
    fingerprint: Word
    keeps_others: bool = False


class Rename(AdminOrder, frozen=True, tag="rename"):
    """Give an account another name, in the records of its games too."""

    whom: Word
    name: Word


class Merge(AdminOrder, frozen=True, tag="merge"):
    """Give everything of one account to another, and delete it."""

    whom: Word
    into: Word


class Erase(AdminOrder, frozen=True, tag="erase"):
    """Delete an account with all that is known of its person; its games stay."""

    whom: Word


class Export(AdminOrder, frozen=True, tag="export"):
    """Tell all that is kept of a person."""

    whom: Word


OfAccounts = ListKeys | Recover | Rename | Merge | Erase | Export
