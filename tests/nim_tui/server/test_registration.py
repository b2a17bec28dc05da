"""How many accounts an address makes, and who counts as new."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.keys import WrongCode, new_code
from nim_tui.server.accounts.registration import (
    Registration,
    RegistrationRules,
    TooManyAccounts,
)
from nim_tui.server.accounts.store import NameTaken, register_guest
from nim_tui.server.logs import LogLines
from nim_tui.server.rate_limit import TooOften
from nim_tui.server.settings.sections import INVITE, OPEN, SignUpConfig
from nim_tui.server.ssh import ClientInfo
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.off_loop import at_once
from tests.nim_tui.server.storage.conftest import Clock, key


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(tmp_path: Path, clock: Clock) -> Database:
    return open_database(tmp_path / "data", clock)


def taking(database: Database, mode: str = OPEN, an_hour: int = 2) -> Registration:
    rules = RegistrationRules(SignUpConfig(registration=mode, new_accounts=an_hour))
    return Registration(database, rules, lambda _account: None)


def client(number: int, address: str) -> ClientInfo:
    return ClientInfo(number, key(number), address)


@pytest.mark.parametrize(
    ("one", "other", "elsewhere"),
    [
        ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
        ("2001:db8::1", "2001:db8::ffff:0:0:2", "2001:db8:0:1::1"),
        ("192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"),
    ],
)
def test_an_address_makes_so_many_in_any_hour(
    database: Database, clock: Clock, one: str, other: str, elsewhere: str
) -> None:
    door = taking(database)
    at_once(door.register(client(1, one), "Ana"))
    clock.pass_by(1800)
    at_once(door.register(client(2, other), "Ben"))
    with pytest.raises(TooManyAccounts):
        at_once(door.register(client(3, one), "Cleo"))
    at_once(door.register(client(4, elsewhere), "Dora"))
    clock.pass_by(1800)
    at_once(door.register(client(3, other), "Cleo"))
    with pytest.raises(TooManyAccounts):
        at_once(door.register(client(5, one), "Eva"))


def test_a_name_that_is_refused_does_not_count(database: Database) -> None:
    door = taking(database, an_hour=1)
    at_once(door.register(client(1, "192.0.2.9"), "Ana"))
    for _ in range(5):
        with pytest.raises(NameTaken):
            at_once(door.register(client(2, "192.0.2.1"), "Ana"))
    at_once(door.register(client(2, "192.0.2.1"), "Ben"))


def test_a_guest_who_stays_counts_as_new(database: Database) -> None:
    door = taking(database, an_hour=1)
    for number in (1, 2):
        guest = register_guest(database)
        typed = f"{guest.name} {new_code(database, guest.id)}"
        if number == 1:
            at_once(door.register(client(number, "192.0.2.1"), typed))
            continue
        with pytest.raises(TooManyAccounts):
            at_once(door.register(client(number, "192.0.2.1"), typed))


def test_a_guest_does_not_stay_where_an_invitation_is_needed(database: Database) -> None:
    guest = register_guest(database)
    with pytest.raises(WrongCode):
        at_once(
            taking(database, INVITE).register(
                client(1, "192.0.2.1"), f"{guest.name} {new_code(database, guest.id)}"
            )
        )


def test_tries_of_codes_are_paced_and_logged_by_address(
    database: Database, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    door = taking(database)
    ana = at_once(door.register(client(1, "192.0.2.1"), "Ana")).account
    assert ana is not None
    code = new_code(database, ana.id)
    for number in range(2, 7):
        with pytest.raises(WrongCode):
            at_once(door.register(client(number, "192.0.2.9"), "Ana AAAA-AAAA-AAAA"))
    refused = [LogLines().format(one).partition(" WARNING ")[2] for one in caplog.records]
    assert refused == ["refused from=192.0.2.9 reason=code"] * 5
    with pytest.raises(TooOften):
        at_once(door.register(client(7, "192.0.2.9"), f"Ana {code}"))
    clock.pass_by(60)
    assert at_once(door.register(client(7, "192.0.2.9"), f"Ana {code}")).account == ana
    code = new_code(database, ana.id)
    assert at_once(door.register(client(8, "192.0.2.2"), f"Ana {code}")).account == ana


def test_a_second_key_of_a_member_is_no_new_account(database: Database) -> None:
    door = taking(database, an_hour=1)
    ana = at_once(door.register(client(1, "192.0.2.1"), "Ana")).account
    assert ana is not None
    assert (
        at_once(door.register(client(2, "192.0.2.1"), f"Ana {new_code(database, ana.id)}")).account
        == ana
    )
