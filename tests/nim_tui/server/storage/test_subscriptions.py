"""Subscriptions as kept: confirmed, stopped, read as a feed, gone with their account."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from nim_tui.server.accounts.merging import erase, merge
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import Account, register_guest
from nim_tui.server.notifications.queue import note_turns
from nim_tui.server.notifications.subscriptions import (
    CODE_LIFE,
    NoSubscription,
    confirm,
    feed_of,
    new_feed,
    stop,
    subscribe,
    subscribe_by_code,
    subscriptions,
    turn,
    unsubscribe,
)
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import MAIL, NOTICES, NTFY, SUBSCRIPTIONS, WEBHOOK
from rules.messages import Refusal
from tests.nim_tui.server.correspondence import (
    HOOK,
    WAIT,
    have,
    held,
    looked,
    nobody,
    waits,
)
from tests.nim_tui.server.storage.conftest import Clock

POSTGRESQL_AT_NIGHT = True


def test_an_address_is_confirmed_by_its_code(
    database: Database, clock: Clock, ana: Account, ben: Account, slow: str
) -> None:
    code = subscribe_by_code(database, ana.id, MAIL, "ana@example.org", "en")
    waits(database, clock, slow, 0)
    with pytest.raises(NoSubscription):
        turn(database, ana.id, MAIL, is_on=True)
    with pytest.raises(Refusal):
        confirm(database, ben.id, MAIL, code)
    with pytest.raises(Refusal):
        confirm(database, ana.id, MAIL, "AAAA-AAAA")
    assert looked(database, clock) == []
    confirm(database, ana.id, MAIL, code)
    assert held(database, ana, MAIL).is_on
    with pytest.raises(Refusal):
        confirm(database, ana.id, MAIL, code)


@pytest.mark.parametrize("how", ["tries", "age", "replaced"])
def test_a_code_is_good_for_few_tries_and_not_for_long(
    database: Database, clock: Clock, ana: Account, how: str
) -> None:
    code = subscribe_by_code(database, ana.id, MAIL, "ana@example.org", "en")
    match how:
        case "tries":
            for _ in range(5):
                with pytest.raises(Refusal):
                    confirm(database, ana.id, MAIL, "AAAA-AAAA")
        case "age":
            clock.pass_by(CODE_LIFE + 1)
        case "replaced":
            subscribe_by_code(database, ana.id, MAIL, "ben@example.org", "en")
    with pytest.raises(Refusal):
        confirm(database, ana.id, MAIL, code)


def test_guests_have_none(database: Database) -> None:
    guest = register_guest(database)
    with pytest.raises(NoSubscription):
        subscribe(database, guest.id, WEBHOOK, HOOK, "en")
    with pytest.raises(NoSubscription):
        new_feed(database, guest.id, "en")


def test_whoever_knows_the_word_stops_it(database: Database, ana: Account) -> None:
    have(database, ana)
    kept = have(database, ana, kind=NTFY)
    assert not stop(database, "holds results of another match; choose another file")
    assert stop(database, kept.stop)
    assert not held(database, ana, NTFY).is_on
    assert held(database, ana, WEBHOOK).is_on


def test_a_feed_is_read_by_its_secret_until_that_is_another(
    database: Database, ana: Account
) -> None:
    first = new_feed(database, ana.id, "en")
    found = feed_of(database, first)
    assert found is not None
    assert found.account == ana.id
    second = new_feed(database, ana.id, "en")
    assert feed_of(database, first) is None
    found = feed_of(database, second)
    assert found is not None
    stop(database, found.stop)
    assert feed_of(database, second) is None
    with database.reading() as connection:
        row = connection.execute(select(SUBSCRIPTIONS)).one()
    assert second not in str(row), "a digest alone is kept"


def test_it_goes_with_the_account(
    database: Database, clock: Clock, ana: Account, ben: Account, slow: str
) -> None:
    have(database, ana)
    waits(database, clock, slow, 0)
    clock.pass_by(WAIT)
    assert note_turns(database, nobody, WAIT) == 1
    told = personal_data(database, ana)["notices"]
    assert [(one["kind"], one["address"], one["is_on"]) for one in told] == [(WEBHOOK, HOOK, True)]
    assert held(database, ana).stop not in str(told), "this is to be known by who is told alone"
    erase(database, ana)
    with database.reading() as connection:
        for sheet in (SUBSCRIPTIONS, NOTICES):
            assert connection.execute(select(func.count()).select_from(sheet)).scalar_one() == 0


def test_of_two_accounts_made_one_that_which_stays_keeps_its_own(
    database: Database, ana: Account, ben: Account
) -> None:
    have(database, ana)
    have(database, ana, kind=NTFY)
    kept = have(database, ben, kind=NTFY)
    merge(database, ana, ben)
    assert {one.kind for one in subscriptions(database, ben.id)} == {WEBHOOK, NTFY}
    assert held(database, ben, NTFY).id == kept.id
    unsubscribe(database, ben.id, NTFY)
    assert {one.kind for one in subscriptions(database, ben.id)} == {WEBHOOK}
