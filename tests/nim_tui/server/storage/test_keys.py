"""Keys and one-time codes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Barrier, Thread

import pytest
from sqlalchemy import insert, select

from nim_tui.server.accounts.keys import (
    CODE_LIFE,
    MOST_KEYS,
    CannotUseKey,
    WrongCode,
    keys_of,
    new_code,
    redeem,
    remove_key,
)
from nim_tui.server.accounts.store import (
    Account,
    account_with_key,
    forget_guest,
    forget_guests,
    register_guest,
)
from nim_tui.server.moderation.bans import account, ban, lift_ban
from nim_tui.server.moderation.bans import key as banned_key
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import BANS, CODES
from tests.nim_tui.server.storage.conftest import Clock, key


def test_a_code_adds_a_key_once(database: Database, ana: Account, clock: Clock) -> None:
    code = new_code(database, ana.id)
    clock.pass_by(CODE_LIFE)
    assert redeem(database, "ana", f" {code.lower()} ", key(8)) == ana.id
    assert account_with_key(database, key(8)) == ana
    assert keys_of(database, ana.id) == [
        (key(1), clock.time - CODE_LIFE),
        (key(8), clock.time),
    ]
    with pytest.raises(WrongCode):
        redeem(database, "Ana", code, key(9))


def test_a_code_is_kept_as_a_digest_alone(database: Database, ana: Account) -> None:
    code = new_code(database, ana.id)
    with database.reading() as connection:
        kept = " ".join(str(value) for value in connection.execute(select(CODES)).one())
    for part in (code, code.replace("-", ""), *code.split("-")):
        assert part not in kept


def later(seconds: float) -> Callable[[Clock], None]:
    return lambda clock: clock.pass_by(seconds)


@pytest.mark.parametrize("go", [later(CODE_LIFE + 1), later(-1)])
def test_a_code_of_another_time_is_void(
    database: Database, ana: Account, clock: Clock, go: Callable[[Clock], None]
) -> None:
    code = new_code(database, ana.id)
    go(clock)
    with pytest.raises(WrongCode):
        redeem(database, "Ana", code, key(8))
    assert account_with_key(database, key(8)) is None


def test_a_new_code_replaces_the_old(database: Database, ana: Account) -> None:
    old, new = new_code(database, ana.id), new_code(database, ana.id)
    with pytest.raises(WrongCode):
        redeem(database, "Ana", old, key(8))
    assert redeem(database, "Ana", new, key(8)) == ana.id


@pytest.mark.parametrize("wrong", ["", "AAAA-AAAA-AAAA", "x" * 10**5, "\x1b\x00"])
def test_wrong_codes_of_others_leave_a_code_as_it_is(
    database: Database, ana: Account, wrong: str
) -> None:
    code = new_code(database, ana.id)
    for number in range(20):
        with pytest.raises(WrongCode):
            redeem(database, "Ana", wrong, key(20 + number))
    assert redeem(database, "Ana", code, key(8)) == ana.id


def test_the_code_of_another_person_does_not_do(
    database: Database, ana: Account, ben: Account
) -> None:
    code = new_code(database, ana.id)
    for name in ("Ben", "nobody else", ""):
        with pytest.raises(
            WrongCode, match="the name and link code do not match, or the code has expired"
        ):
            redeem(database, name, code, key(8))
    with pytest.raises(CannotUseKey, match="this key already belongs to an account"):
        redeem(database, "Ana", code, key(2))
    assert redeem(database, "Ana", code, key(8)) == ana.id


def test_of_several_who_use_one_code_at_once_one_alone_succeeds(
    database: Database, ana: Account
) -> None:
    code, together, got = new_code(database, ana.id), Barrier(4), []

    def use(number: int) -> None:
        together.wait()
        with suppress(WrongCode):
            got.append(redeem(database, "Ana", code, key(number)))

    users = [Thread(target=use, args=(10 + number,), daemon=True) for number in range(4)]
    for user in users:
        user.start()
    for user in users:
        user.join()
    assert got == [ana.id]
    assert len(keys_of(database, ana.id)) == 2


def test_an_account_has_from_one_to_a_few_keys(
    database: Database, ana: Account, ben: Account
) -> None:
    for number in range(MOST_KEYS - 1):
        redeem(database, "Ana", new_code(database, ana.id), key(10 + number))
    with pytest.raises(CannotUseKey, match="at most"):
        redeem(database, "Ana", new_code(database, ana.id), key(50))
    with pytest.raises(CannotUseKey, match="does not belong"):
        remove_key(database, ana.id, key(2))
    for fingerprint, _ in keys_of(database, ana.id)[1:]:
        remove_key(database, ana.id, fingerprint)
    with pytest.raises(CannotUseKey, match="last key"):
        remove_key(database, ana.id, key(1))
    assert account_with_key(database, key(1)) == ana


def test_a_guest_with_a_key_is_a_member(database: Database) -> None:
    guest = register_guest(database)
    assert redeem(database, guest.name, new_code(database, guest.id), key(8)) == guest.id
    forget_guest(database, guest.id)
    assert forget_guests(database) == 0
    member = account_with_key(database, key(8))
    assert member is not None
    assert (member.id, member.name, member.is_guest) == (guest.id, guest.name, False)


def test_a_ban_of_any_key_voids_the_codes_of_its_account(
    database: Database, ana: Account, ben: Account
) -> None:
    redeem(database, "Ana", new_code(database, ana.id), key(7))
    code, other = new_code(database, ana.id), new_code(database, ben.id)
    ban(database, banned_key(key(7)), "rude")
    with pytest.raises(WrongCode):
        redeem(database, "Ana", code, key(8))
    assert redeem(database, "Ben", other, key(9)) == ben.id
    code = new_code(database, ana.id)
    assert redeem(database, "Ana", code, key(8)) == ana.id, "she has a key that is not banned"


def test_a_banned_account_gets_no_code_and_no_further_key(database: Database, ana: Account) -> None:
    code = new_code(database, ana.id)
    ban(database, account(ana.id), "rude")
    with pytest.raises(WrongCode):
        redeem(database, "Ana", code, key(8))
    with pytest.raises(CannotUseKey, match="banned"):
        new_code(database, ana.id)


def test_an_account_all_of_whose_keys_are_shut_out_gets_no_code(
    database: Database, ana: Account
) -> None:
    ban(database, banned_key(key(1)), "rude")
    with pytest.raises(CannotUseKey, match="banned"):
        new_code(database, ana.id)
    assert lift_ban(database, banned_key(key(1)))
    code = new_code(database, ana.id)
    with database.writing() as connection:  # a ban by a server of before left codes alone
        connection.execute(
            insert(BANS).values(
                kind="key", subject=key(1), reason="rude", made_by="", added=database.now()
            )
        )
    with pytest.raises(WrongCode):
        redeem(database, "Ana", code, key(8))
