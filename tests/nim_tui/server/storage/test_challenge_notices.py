"""Challenges on ladders, told to who is away: once, while there is something to accept."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.merging import erase
from nim_tui.server.accounts.store import Account, register, seen
from nim_tui.server.contests.ladder_store import accept, challenge, join, turn_down
from nim_tui.server.moderation.bans import account as banned_account
from nim_tui.server.moderation.bans import ban
from nim_tui.server.notifications.challenge_queue import (
    ChallengeDelivery,
    challenges_of,
    note_challenges,
    settle_challenge,
    take_challenges,
)
from nim_tui.server.notifications.queue import (
    A_DAY,
    MOST_FAILURES,
    MOST_TRIES,
    RETRIES,
    notice_figures,
)
from nim_tui.server.notifications.subscriptions import (
    confirm,
    gather_daily,
    subscribe_by_code,
    turn,
)
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import MAIL, WEBHOOK
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.correspondence import WAIT, Here, have, held, nobody, only
from tests.nim_tui.server.storage.conftest import Clock, key

POSTGRESQL_AT_NIGHT = True

TERMS = ContestConfig()
SLOW = ClockPlan("days", 3 * 86_400)
GAME, OTHER_GAME = "bataille", "submarine"


@pytest.fixture
def ben(database: Database, clock: Clock, ana: Account) -> Account:
    """He stands below Ana on two ladders, and she has left since."""
    ben = register(database, "Ben", key(2))
    for game in (GAME, OTHER_GAME):
        join(database, game, ana.id)
        join(database, game, ben.id)
    clock.pass_by(1.0)
    return ben


def asks(database: Database, ben: Account, ana: Account, game: str = GAME) -> int:
    """Ben challenges Ana; the number of that."""
    return challenge(database, game, (ben.id, ana.id), SLOW, TERMS)


def told(database: Database, clock: Clock, is_here: Here = nobody) -> list[ChallengeDelivery]:
    """What is sent once the wait is over."""
    clock.pass_by(WAIT)
    note_challenges(database, is_here, WAIT)
    return take_challenges(database, is_here)


def mailed(database: Database, person: Account, *, is_daily: bool) -> None:
    """A mail address that is confirmed, and on."""
    code = subscribe_by_code(database, person.id, MAIL, "ana@example.org", "en")
    confirm(database, person.id, MAIL, code)
    turn(database, person.id, MAIL, is_on=True)
    gather_daily(database, person.id, MAIL, is_daily=is_daily)


def test_a_challenge_is_told_once(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    have(database, ana)
    have(database, ben)
    number = asks(database, ben, ana)
    assert note_challenges(database, nobody, WAIT) == 0, "she may be back in a moment"
    (parcel,) = told(database, clock)
    assert parcel.to.account == ana.id, "who asks is told nothing"
    assert (parcel.challenge.number, parcel.challenge.game) == (number, GAME)
    assert parcel.challenge.days == 7
    assert take_challenges(database, nobody) == [], "another sender finds it taken"
    assert not settle_challenge(database, parcel, "", is_final=False)
    assert notice_figures(database)["waiting"] == 0
    clock.pass_by(A_DAY)
    assert told(database, clock) == []
    asks(database, ben, ana, OTHER_GAME)
    assert [one.challenge.game for one in told(database, clock)] == [OTHER_GAME]


@pytest.mark.parametrize("how", ["accepted", "turned down", "taken back", "late", "erased"])
def test_what_waits_for_no_answer_any_more_is_not_told(
    database: Database, clock: Clock, ana: Account, ben: Account, how: str
) -> None:
    have(database, ana)
    number = asks(database, ben, ana)
    clock.pass_by(WAIT)
    assert note_challenges(database, nobody, WAIT) == 1
    if how == "accepted":
        accept(database, number, ana.id, seed=1, rated_from=20, least_age=0.0)
    elif how == "late":
        clock.pass_by(8 * A_DAY)
    elif how == "erased":
        erase(database, ben)
    else:
        turn_down(database, number, (ana if how == "turned down" else ben).id)
    assert take_challenges(database, nobody) == []
    assert notice_figures(database)["waiting"] == 0
    assert challenges_of(database, ana.id) == []


@pytest.mark.parametrize("why", ["here", "seen since", "off", "banned"])
def test_who_knows_or_is_not_to_know_is_told_nothing(
    database: Database, clock: Clock, ana: Account, ben: Account, why: str
) -> None:
    have(database, ana)
    asks(database, ben, ana)
    clock.pass_by(1.0)
    if why == "seen since":
        seen(database, ana.id)
    elif why == "off":
        turn(database, ana.id, WEBHOOK, is_on=False)
    elif why == "banned":
        ban(database, banned_account(ana.id), "rude", by="admin", ends=None)
    assert told(database, clock, only(ana) if why == "here" else nobody) == []


def test_a_challenge_is_tried_again_within_bounds(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    have(database, ana)
    asks(database, ben, ana)
    (parcel,) = told(database, clock)
    for number in range(1, MOST_TRIES):
        assert parcel.tries == number
        assert settle_challenge(database, parcel, "silent", is_final=False)
        clock.pass_by(RETRIES[number - 1] - 1.0)
        assert take_challenges(database, nobody) == [], "too early"
        clock.pass_by(1.0)
        (parcel,) = take_challenges(database, nobody)
    assert not settle_challenge(database, parcel, "silent", is_final=False), "given up"
    clock.pass_by(RETRIES[-1])
    assert told(database, clock) == []
    last = held(database, ana).last
    assert last is not None
    assert (last.what, last.how) == ("turn", "silent")


def test_challenges_given_up_turn_a_way_off_as_turns_do(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    have(database, ana)
    asks(database, ben, ana)
    (parcel,) = told(database, clock)
    for _ in range(MOST_FAILURES):
        assert held(database, ana).is_on
        settle_challenge(database, parcel, "refused", is_final=True)
    assert not held(database, ana).is_on


def test_one_mail_a_day_is_one_with_challenges(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    mailed(database, ana, is_daily=True)
    asks(database, ben, ana)
    asks(database, ben, ana, OTHER_GAME)
    first, _second = told(database, clock)
    settle_challenge(database, first, "", is_final=False)
    clock.pass_by(max(RETRIES))
    assert told(database, clock) == [], "the other waits for its day"
    clock.pass_by(A_DAY)
    assert len(told(database, clock)) == 1


def test_a_mail_a_day_and_game_is_one_with_challenges(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    mailed(database, ana, is_daily=False)
    cleo = register(database, "Cleo", key(3))
    join(database, GAME, cleo.id)
    clock.pass_by(1.0)
    number = asks(database, ben, ana)
    (parcel,) = told(database, clock)
    settle_challenge(database, parcel, "", is_final=False)
    turn_down(database, number, ben.id)
    asks(database, cleo, ana)
    assert told(database, clock) == [], "of this game there was one today"
    clock.pass_by(A_DAY)
    assert len(told(database, clock)) == 1
