"""Invitations: by whom, how many, for how long, and once each."""

from __future__ import annotations

from contextlib import suppress
from threading import Barrier, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from nim_tui.server.accounts.invitations import (
    INVITATION_LENGTH,
    INVITATION_LIFE,
    MOST_INVITATIONS,
    invite,
    is_invited,
)
from nim_tui.server.accounts.keys import CannotUseKey, WrongCode
from nim_tui.server.accounts.store import Account, NameTaken, account_with_key, register
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import INVITATIONS
from nim_tui.testing.walks import SEQUENCES
from tests.nim_tui.server.storage.conftest import Clock, key

POSTGRESQL_AT_NIGHT = True


@pytest.mark.parametrize("typed", [str, str.lower, lambda code: f" {code.replace('-', ' ')} "])
def test_an_invitation_makes_one_account(database: Database, typed: object) -> None:
    code = invite(database, None)
    assert len(code.replace("-", "")) == INVITATION_LENGTH
    assert callable(typed)
    assert register(database, "Ana", key(1), invitation=typed(code)).name == "Ana"
    assert not is_invited(database, code)
    with pytest.raises(WrongCode):
        register(database, "Ben", key(2), invitation=code)
    assert account_with_key(database, key(2)) is None


def test_a_name_that_is_taken_leaves_the_invitation_as_it_was(
    database: Database, ana: Account
) -> None:
    code = invite(database, ana.id)
    with pytest.raises(NameTaken):
        register(database, "Ana", key(2), invitation=code)
    assert register(database, "Ben", key(2), invitation=code).name == "Ben"


def test_an_invitation_ends(database: Database, clock: Clock) -> None:
    code = invite(database, None)
    clock.pass_by(INVITATION_LIFE - 1)
    assert is_invited(database, code)
    clock.pass_by(1)
    assert not is_invited(database, code)
    with pytest.raises(WrongCode):
        register(database, "Ana", key(1), invitation=code)
    clock.pass_by(-INVITATION_LIFE - 1)
    assert not is_invited(database, code), "the clock was put back"


def test_a_member_invites_a_few_in_a_week_used_or_not(
    database: Database, ana: Account, ben: Account, clock: Clock
) -> None:
    first, *_others = [invite(database, ana.id) for _ in range(MOST_INVITATIONS)]
    register(database, "Cleo", key(3), invitation=first)
    with pytest.raises(CannotUseKey, match="you can invite 3 people"):
        invite(database, ana.id)
    assert is_invited(database, invite(database, ben.id))
    for _ in range(2 * MOST_INVITATIONS):
        invite(database, None)
    clock.pass_by(INVITATION_LIFE)
    assert is_invited(database, invite(database, ana.id))
    with database.reading() as connection:
        assert len(connection.execute(select(INVITATIONS)).all()) == 1, "those that ended are gone"


def test_an_invitation_is_kept_as_a_digest_alone(database: Database) -> None:
    code = invite(database, None)
    with database.reading() as connection:
        kept = " ".join(map(str, connection.execute(select(INVITATIONS)).one()))
    for part in (code, code.replace("-", ""), *code.split("-")):
        assert part not in kept


def test_of_several_who_use_one_invitation_at_once_one_alone_comes_in(database: Database) -> None:
    code, together, came = invite(database, None), Barrier(4), []

    def come(number: int) -> None:
        together.wait()
        with suppress(WrongCode):
            came.append(register(database, f"Ana{number}x", key(number), invitation=code))

    newcomers = [Thread(target=come, args=(number,), daemon=True) for number in range(4)]
    for newcomer in newcomers:
        newcomer.start()
    for newcomer in newcomers:
        newcomer.join()
    assert len(came) == 1


@given(st.text(max_size=200))
@SEQUENCES
def test_no_text_is_taken_for_an_invitation(text: str) -> None:
    assert not is_invited(_EMPTY[0], text)


_EMPTY: list[Database] = []


@pytest.fixture(autouse=True)
def _an_empty_one(database: Database) -> None:
    _EMPTY[:] = [database]
