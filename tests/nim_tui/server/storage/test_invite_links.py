"""Invitations to a seat: by whom, how many, once each, and what ends them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from threading import Barrier, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from nim_tui.server.accounts.keys import CODE_SIGNS, WrongCode
from nim_tui.server.accounts.merging import merge, rename
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import Account, register, register_guest
from nim_tui.server.moderation.bans import account as banned_account
from nim_tui.server.moderation.bans import ban
from nim_tui.server.moderation.blocks import block
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import PRIVATE, SEAT_LINKS
from nim_tui.server.tables.invite_link_store import (
    MOST_STANDING,
    TOKEN_LENGTH,
    make_link,
    standing_links,
    take_back_links,
    use_link,
)
from nim_tui.server.tables.listing import TableQuery, list_tables, table_seen
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.seat_store import change_host, leave_seat, start, take_seat
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan, create_table
from nim_tui.testing.walks import SEQUENCES
from tests.nim_tui.server.storage.conftest import key

POSTGRESQL_AT_NIGHT = True


def family(database: Database, host: Account, *others: SeatWish) -> str:
    """A private table of Himalaya at which the host sits."""
    seats = [SeatWish(account=host.id), *(others or (SeatWish(), SeatWish()))]
    return create_table(database, host.id, TablePlan("himalaya", seats, visibility=PRIVATE))


def is_refused(database: Database, token: str, who: Account) -> str:
    """What somebody is told who may not use it."""
    with pytest.raises(WrongCode) as refused:
        use_link(database, token, who.id)
    return str(refused.value)


def test_a_token_has_more_than_eighty_random_bits() -> None:
    assert len(CODE_SIGNS) ** TOKEN_LENGTH > 2**90


@pytest.mark.parametrize("typed", [str, str.lower, lambda token: token.replace("-", "")])
def test_who_holds_one_takes_a_seat_of_a_private_table_once(
    database: Database, ana: Account, ben: Account, typed: object
) -> None:
    table = family(database, ana)
    with pytest.raises(CannotUseTable):
        table_seen(database, table, ben.id)
    token = make_link(database, table, ana.id)
    assert len(token.replace("-", "")) == TOKEN_LENGTH
    assert callable(typed)
    assert use_link(database, typed(token), ben.id) == table
    assert table_seen(database, table, ben.id).seat_of(ben.id) == 1
    cleo = register(database, "Cleo", key(3))
    is_refused(database, token, cleo)
    with pytest.raises(CannotUseTable):
        table_seen(database, table, cleo.id)


def test_guests_come_by_one_too(database: Database, ana: Account) -> None:
    guest = register_guest(database)
    table = family(database, ana)
    assert use_link(database, make_link(database, table, ana.id), guest.id) == table
    assert table_seen(database, table, guest.id).seat_of(guest.id) == 1


def test_whoever_sits_there_leaves_it_for_others(
    database: Database, ana: Account, ben: Account
) -> None:
    table = family(database, ana)
    token = make_link(database, table, ana.id)
    assert use_link(database, token, ana.id) == table
    assert standing_links(database, table, ana.id) == 1
    assert use_link(database, token, ben.id) == table
    assert standing_links(database, table, ana.id) == 0


def test_whoever_used_one_comes_back_by_it_until_the_game_is_over(
    database: Database, ana: Account, ben: Account
) -> None:
    cleo, table = register(database, "Cleo", key(3)), family(database, ana)
    token, other = (make_link(database, table, ana.id) for _ in range(2))
    assert use_link(database, token, ben.id) == use_link(database, token, ben.id) == table
    use_link(database, other, cleo.id)
    start(database, table, 7)
    make_link(database, family(database, ana), ana.id)
    assert use_link(database, token, ben.id) == table
    is_refused(database, token, cleo)
    is_refused(database, token, ana)
    end_game(database, table, None)
    is_refused(database, token, ben)


def test_a_seat_kept_for_somebody_else_is_not_theirs(
    database: Database, ana: Account, ben: Account
) -> None:
    cleo = register(database, "Cleo", key(3))
    table = family(database, ana, SeatWish(invited="Cleo"), SeatWish())
    token = make_link(database, table, ana.id)
    take_seat(database, table, register(database, "Dan", key(4)).id)
    with pytest.raises(CannotUseTable, match="not free"):
        use_link(database, token, ben.id)
    assert standing_links(database, table, ana.id) == 1, "it was not used"
    with pytest.raises(CannotUseTable, match="no free seat at this table is open to everyone"):
        make_link(database, table, ana.id)
    assert use_link(database, token, cleo.id) == table


def test_a_seat_kept_for_a_name_nobody_has_opens_by_an_invitation_alone(
    database: Database, ana: Account, ben: Account
) -> None:
    table = family(database, ana, SeatWish(invited="Cleo"), SeatWish(account=ben.id))
    thief = register(database, "Cleo", key(3))
    with pytest.raises(CannotUseTable, match="unknown table"):
        table_seen(database, table, thief.id)
    assert list_tables(database, TableQuery(viewer=thief.id)) == []
    for name in ("Cleo", "C1eo"):
        with pytest.raises(CannotUseTable, match="not free"):
            take_seat(database, table, thief.id)
        rename(database, thief, "Dora")
        thief = replace(thief, name="Dora")
        rename(database, thief, name)
        thief = replace(thief, name=name)
    dan = register(database, "Dan", key(4))
    assert use_link(database, make_link(database, table, ana.id), dan.id) == table
    assert table_seen(database, table, dan.id).seat_of(dan.id) == 1


def test_unknown_used_taken_back_and_ended_ones_are_told_alike(
    database: Database, ana: Account, ben: Account
) -> None:
    cleo, table = register(database, "Cleo", key(3)), family(database, ana)
    used, back, begun = (make_link(database, table, ana.id) for _ in range(3))
    use_link(database, used, ben.id)
    told = {is_refused(database, "2345-6789-ABCD-EFGH-JKMN", cleo), is_refused(database, "", cleo)}
    told.add(is_refused(database, used, cleo))
    assert take_back_links(database, table, ana.id) == 2
    told.add(is_refused(database, back, cleo))
    begun = make_link(database, table, ana.id)
    take_seat(database, table, cleo.id)
    start(database, table, 7)
    told.add(is_refused(database, begun, register(database, "Dan", key(4))))
    other = family(database, ana)
    closed = make_link(database, other, ana.id)
    end_game(database, other, None)
    told.add(is_refused(database, closed, cleo))
    assert len(told) == 1


def test_only_the_host_makes_some_and_takes_them_back(
    database: Database, ana: Account, ben: Account
) -> None:
    table = family(database, ana)
    token = make_link(database, table, ana.id)
    use_link(database, token, ben.id)
    for act in (make_link, standing_links, take_back_links):
        with pytest.raises(CannotUseTable, match="only the host"):
            act(database, table, ben.id)
    old = make_link(database, table, ana.id)
    change_host(database, table, ana.id, ben.id, frees_seat=False)
    assert take_back_links(database, table, ben.id) == 1
    is_refused(database, old, register(database, "Cleo", key(3)))
    with pytest.raises(CannotUseTable):
        make_link(database, "nowhere-1", ana.id)


def test_a_bound_on_those_that_stand(database: Database, ana: Account) -> None:
    table, other = family(database, ana), family(database, ana)
    for _ in range(MOST_STANDING):
        make_link(database, table, ana.id)
    with pytest.raises(CannotUseTable, match="8 invite links"):
        make_link(database, table, ana.id)
    make_link(database, other, ana.id)
    end_game(database, table, None)
    make_link(database, other, ana.id)
    with database.reading() as connection:
        assert len(connection.execute(select(SEAT_LINKS)).all()) == 2, "those that ended are gone"


def test_blocks_and_bans_hold(database: Database, ana: Account, ben: Account) -> None:
    table = family(database, ana)
    token = make_link(database, table, ana.id)
    block(database, ana.id, ben.id)
    is_refused(database, token, ben)
    cleo = register(database, "Cleo", key(3))
    ban(database, banned_account(ana.id), "rude")
    is_refused(database, token, cleo)


def test_it_is_kept_as_a_digest_alone_and_told_to_those_it_is_about(
    database: Database, ana: Account, ben: Account
) -> None:
    table = family(database, ana)
    token = make_link(database, table, ana.id)
    use_link(database, token, ben.id)
    with database.reading() as connection:
        row = connection.execute(select(SEAT_LINKS)).one()
    assert (row.table, row.made_by, row.used_by) == (table, ana.id, ben.id)
    for part in (token, token.replace("-", ""), *token.split("-")):
        assert part not in " ".join(map(str, row))
    made, used = personal_data(database, ana), personal_data(database, ben)
    assert [one["table"] for one in made["seat_invitations"]] == [table]
    assert [one["table"] for one in used["seat_invitations_used"]] == [table]


def test_an_account_made_one_with_another_keeps_its_invitations(
    database: Database, ana: Account, ben: Account
) -> None:
    table = family(database, ana)
    token = make_link(database, table, ana.id)
    merge(database, ana, ben)
    assert standing_links(database, table, ben.id) == 1
    assert use_link(database, token, register(database, "Cleo", key(3)).id) == table


def test_of_several_who_come_at_once_one_alone_sits_down(database: Database, ana: Account) -> None:
    table = family(database, ana)
    token, together, came = make_link(database, table, ana.id), Barrier(4), []
    people = [register(database, f"Ben{number}x", key(number)) for number in range(2, 6)]

    def come(account: int) -> None:
        together.wait()
        with suppress(WrongCode):
            use_link(database, token, account)
            came.append(account)

    newcomers = [Thread(target=come, args=(one.id,), daemon=True) for one in people]
    for newcomer in newcomers:
        newcomer.start()
    for newcomer in newcomers:
        newcomer.join()
    assert len(came) == 1
    seated = [seat.account for seat in table_seen(database, table, ana.id).seats]
    assert seated == [ana.id, came[0], None]


def test_who_got_up_needs_another(database: Database, ana: Account, ben: Account) -> None:
    table = family(database, ana)
    token = make_link(database, table, ana.id)
    use_link(database, token, ben.id)
    leave_seat(database, table, ben.id)
    is_refused(database, token, ben)


@given(st.text(max_size=200))
@SEQUENCES
def test_no_text_is_taken_for_one(text: str) -> None:
    with pytest.raises(WrongCode):
        use_link(_EMPTY[0], text, 1)


_EMPTY: list[Database] = []


@pytest.fixture(autouse=True)
def _an_empty_one(database: Database) -> None:
    _EMPTY[:] = [database]
