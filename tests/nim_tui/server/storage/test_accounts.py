"""Accounts: names that stay one person's, keys, guests, settings."""

from __future__ import annotations

from contextlib import suppress
from threading import Barrier, Thread

import pytest

from nim_tui.names import UnsuitableSeat
from nim_tui.server.accounts.keys import CannotUseKey
from nim_tui.server.accounts.names import UnsuitableName
from nim_tui.server.accounts.store import (
    MOST_SETTINGS,
    Account,
    NameTaken,
    NoSuchAccount,
    TooMuch,
    account_named,
    account_numbered,
    account_with_key,
    forget_guest,
    forget_guests,
    is_free,
    keep_settings,
    register,
    register_guest,
    seen,
    settings_of,
)
from nim_tui.server.chat.store import said, say
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.seat_store import take_seat
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan, create_table
from tests.nim_tui.server.storage.conftest import Clock, begun, key


def test_a_key_is_recognised_on_later_visits(database: Database, clock: Clock) -> None:
    first = register(database, "  Ana ", key(1))
    assert first == Account(first.id, "Ana", False, clock.time, clock.time)
    clock.pass_by(60)
    seen(database, first.id)
    back = account_with_key(database, key(1))
    assert back is not None
    assert (back.id, back.created, back.last_seen) == (first.id, clock.time - 60, clock.time)
    assert account_with_key(database, key(2)) is None
    assert account_numbered(database, first.id) == account_named(database, "ANA") == back
    assert account_numbered(database, 99) is None


@pytest.mark.parametrize(
    ("taken", "wanted"),
    [("Will", "wiII"), ("Martin", "rnartin"), ("José", "Jose"), ("paco", "расо"),
     ("Олег", "ОЛЕГ"), ("Άννα", "ΑΝΝΑ"), ("Ana", "A.n.a"), ("Bob", "B0b")],
)  # fmt: skip
def test_look_alikes_of_a_taken_name_are_refused(
    database: Database, taken: str, wanted: str
) -> None:
    register(database, taken, key(1))
    assert not is_free(database, wanted)
    with pytest.raises(NameTaken, match="is taken, or too similar to a taken name"):
        register(database, wanted, key(2))
    assert account_with_key(database, key(2)) is None
    assert is_free(database, "Zora")


@pytest.mark.parametrize("name", ["a\x1b[2Jb", "admin", "", "A" * 17, "\u202eanA"])
def test_unfit_names_are_refused(database: Database, name: str) -> None:
    with pytest.raises((UnsuitableSeat, UnsuitableName)):
        register(database, name, key(1))


def test_a_key_opens_one_account_alone(database: Database, ana: Account) -> None:
    with pytest.raises(CannotUseKey, match="this key already belongs to an account"):
        register(database, "Zora", key(1))
    assert is_free(database, "Zora")
    with pytest.raises(CannotUseKey, match="not the fingerprint"):
        register(database, "Zora", "SHA256:short\n")


def test_of_many_who_want_one_name_at_once_one_alone_gets_it(database: Database) -> None:
    wanted = ["Zora", "ZORA", "Z0ra", "Zóra", "zo-ra", "Zora"]
    together, got = Barrier(len(wanted)), []

    def come(number: int) -> None:
        together.wait()
        with suppress(NameTaken):
            got.append(register(database, wanted[number], key(number)).name)

    visitors = [Thread(target=come, args=(number,), daemon=True) for number in range(len(wanted))]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    assert len(got) == 1


def test_settings_are_kept_and_bounded(database: Database, ana: Account, ben: Account) -> None:
    assert settings_of(database, ana.id) == {}
    keep_settings(database, ana.id, {"language": "fr", "keys": {"undo": "x"}})
    assert settings_of(database, ana.id) == {"language": "fr", "keys": {"undo": "x"}}
    assert settings_of(database, ben.id) == {}
    with pytest.raises(TooMuch):
        keep_settings(database, ana.id, {"language": "x" * MOST_SETTINGS})
    assert settings_of(database, ana.id)["language"] == "fr"
    with pytest.raises(NoSuchAccount):
        keep_settings(database, 99, {})


def test_a_guest_needs_no_name_and_no_key(database: Database) -> None:
    one, two = register_guest(database), register_guest(database)
    assert one.is_guest
    assert one.name != two.name
    assert one.name.startswith("Guest ")


def test_a_guest_who_leaves_gives_up_every_right(database: Database, ana: Account) -> None:
    guest = register_guest(database)
    plan = TablePlan("bataille", [SeatWish(account=ana.id), SeatWish()])
    joined = create_table(database, ana.id, plan)
    take_seat(database, joined, guest.id)
    own = create_table(
        database, guest.id, TablePlan("bataille", [SeatWish(account=guest.id), SeatWish()])
    )
    playing = begun(database, guest, ana)
    say(database, guest.id, "good night")

    forget_guest(database, guest.id)

    assert account_numbered(database, guest.id) is None
    free = table_seen(database, joined, None).seats[1]
    assert (free.name, free.account) == ("", None)
    assert table_seen(database, own, None).status == "over"
    row = table_seen(database, playing, None)
    assert (row.status, row.host, row.seats[0].name) == ("running", None, guest.name)
    assert row.seats[0].account is None
    again = register(database, "Zora", key(5))
    with pytest.raises(CannotUseTable, match="has begun"):
        take_seat(database, playing, again.id)
    assert [(line.name, line.account) for line in said(database)] == [(guest.name, None)]


def test_only_guests_are_forgotten(database: Database, ana: Account, table: str) -> None:
    forget_guest(database, ana.id)
    guest, _other = register_guest(database), register_guest(database)
    assert forget_guests(database) == 2
    assert account_named(database, guest.name) is None
    assert account_named(database, "Ana") == ana
    assert table_seen(database, table, None).seats[0].account == ana.id
