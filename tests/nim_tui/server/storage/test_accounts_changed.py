"""Accounts recovered, renamed, merged, deleted, and told to their person: nothing is left over."""

from __future__ import annotations

import json
import re

import pytest
from sqlalchemy import select

from nim_tui.server.accounts.keys import (
    CannotUseKey,
    WrongCode,
    kept_keys,
    name_key,
    new_code,
    recover,
    redeem,
    remove_key,
)
from nim_tui.server.accounts.merging import CannotMerge, erase, merge, rename
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import (
    Account,
    NameTaken,
    account_named,
    account_with_key,
    register,
)
from nim_tui.server.chat.store import said, say
from nim_tui.server.moderation.bans import account as banned_account
from nim_tui.server.moderation.bans import ban, ban_of
from nim_tui.server.moderation.mutes import Muted, check_not_muted, mute
from nim_tui.server.moderation.reports import Reported, report
from nim_tui.server.ratings.store import ratings_of
from nim_tui.server.storage.database import Database, unsigned
from nim_tui.server.storage.schema import METADATA, PRIVATE
from nim_tui.server.tables.exclusions import check_welcome_at, exclude
from nim_tui.server.tables.game_store import load, open_table
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan, create_table
from nim_tui.server.untrusted_text import UnsuitableText
from nim_tui.tables.record import EndEntry
from rules.bataille import BATAILLE
from tests.nim_tui.server.storage.conftest import begun, key

POSTGRESQL_AT_NIGHT = True

ANA_WINS = EndEntry(((0,), (1,)), "ships")


def everything_in(database: Database) -> str:
    """All that is kept, as one text."""
    with database.reading() as connection:
        return "\n".join(
            str(tuple(row))
            for sheet in METADATA.sorted_tables
            for row in connection.execute(select(sheet))
        )


def names_at(database: Database, table: str) -> list[str]:
    """Who sits at a table, in the list and in the record alike."""
    listed = [seat.name for seat in table_seen(database, table, None).seats]
    assert [seat.name for seat in load(database, table)[0].seats] == listed
    return listed


# Keys


def test_a_key_is_named_by_its_holder_alone(database: Database, ana: Account, ben: Account) -> None:
    name_key(database, ana.id, key(1), "  laptop\u202e ")
    assert [(one.fingerprint, one.name) for one in kept_keys(database, ana.id)] == [
        (key(1), "laptop")
    ]
    with pytest.raises(CannotUseKey):
        name_key(database, ben.id, key(1), "mine")
    with pytest.raises(UnsuitableText):
        name_key(database, ana.id, key(1), "\x1b")
    name_key(database, ana.id, key(1), " ")
    assert kept_keys(database, ana.id)[0].name == ""


def test_a_code_ends_with_a_key_that_is_removed(database: Database, ana: Account) -> None:
    redeem(database, "Ana", new_code(database, ana.id), key(3))
    code = new_code(database, ana.id)
    remove_key(database, ana.id, key(1))
    with pytest.raises(WrongCode):
        redeem(database, "Ana", code, key(4))


def test_a_code_ends_with_a_ban_even_one_lifted_later(database: Database, ana: Account) -> None:
    code = new_code(database, ana.id)
    ban(database, banned_account(ana.id), "rude", ends=database.now() + 60)
    with pytest.raises(WrongCode):
        redeem(database, "Ana", code, key(3))
    with pytest.raises(CannotUseKey):
        new_code(database, ana.id)


def test_an_account_is_recovered_to_a_new_key(
    database: Database, ana: Account, ben: Account
) -> None:
    code = new_code(database, ana.id)
    assert recover(database, ana.id, key(3)) == [key(1)]
    assert account_with_key(database, key(1)) is None
    assert account_with_key(database, key(3)) == ana
    with pytest.raises(WrongCode):
        redeem(database, "Ana", code, key(4))
    assert recover(database, ana.id, key(4), keeps_others=True) == []
    assert recover(database, ana.id, key(4)) == [key(3)]
    with pytest.raises(CannotUseKey, match="this key already belongs to an account"):
        recover(database, ana.id, key(2))
    assert account_with_key(database, key(4)) == ana, "nothing was changed"


# Names


def test_a_new_name_stands_everywhere(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    say(database, ana.id, "hello")
    kept = create_table(
        database, ben.id, TablePlan("bataille", [SeatWish(account=ben.id), SeatWish(invited="Ana")])
    )
    over = begun(database, ben, ana)
    end_game(database, over, ANA_WINS)
    assert rename(database, ana, "Anna Maria") == [table]
    assert "'Ana'" not in everything_in(database)
    assert names_at(database, table) == ["Anna Maria", "Ben"]
    assert names_at(database, over) == ["Ben", "Anna Maria"]
    assert table_seen(database, kept, None).seats[1].invited == "Anna Maria"
    assert said(database)[0].name == "Anna Maria"
    assert account_named(database, "Ana") is None
    game = open_table(database, table)
    game.play(0, BATAILLE.parse("sub 14.200"))
    assert open_table(database, table).plays == game.plays


def test_no_name_is_given_that_another_has(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    with pytest.raises(NameTaken):
        rename(database, ana, "B en")
    assert names_at(database, table) == ["Ana", "Ben"]
    rename(database, ana, "ANA")
    assert names_at(database, table) == ["ANA", "Ben"]


# Two made one


def test_all_of_one_account_goes_to_the_other(database: Database, ana: Account) -> None:
    ben, other = register(database, "Ben", key(2)), register(database, "Ana Two", key(3))
    for game in ("bataille", "schwarm"):
        end_game(database, begun(database, other, ben, game=game), ANA_WINS)
    end_game(database, begun(database, ben, ana), ANA_WINS)
    before = ratings_of(database, ana.id)["bataille"]
    say(database, other.id, "me too")
    played = begun(database, other, ben)
    hosted = create_table(
        database, other.id, TablePlan("bataille", [SeatWish(account=other.id), SeatWish()])
    )
    mute(database, other.id, None)
    assert merge(database, other, ana) == [played]
    assert account_named(database, "Ana Two") is None
    assert "Ana Two" not in everything_in(database)
    assert {one.fingerprint for one in kept_keys(database, ana.id)} == {key(1), key(3)}
    assert names_at(database, played) == ["Ana", "Ben"]
    assert table_seen(database, hosted, None).host == ana.id
    assert ratings_of(database, ana.id)["bataille"] == before
    assert ratings_of(database, ana.id)["schwarm"][1] == 1
    assert [line.name for line in said(database)] == ["Ana"]
    with pytest.raises(Muted):
        check_not_muted(database, ana.id)


def test_seats_kept_for_one_name_are_kept_for_the_other(
    database: Database, ana: Account, ben: Account
) -> None:
    """Not for whoever takes the name that is free then; nor may they come where Ben may not."""
    zoe = register(database, "Zoe", key(7)).id
    seats = [SeatWish(account=zoe), SeatWish(invited=ben.name)]
    plan = TablePlan("bataille", seats, visibility=PRIVATE)
    table, other = (create_table(database, zoe, plan) for _each in range(2))
    exclude(database, other, ben.id, unsigned)
    merge(database, ben, ana)
    assert table_seen(database, table, ana.id).seats[1].invited == ana.name
    again = register(database, ben.name, key(8)).id
    with pytest.raises(CannotUseTable):
        table_seen(database, table, again)
    with pytest.raises(CannotUseTable, match="excluded"):
        check_welcome_at(database, other, ana.id)


def test_messages_in_reports_are_deleted_with_the_account_they_went_to(
    database: Database, ana: Account, ben: Account
) -> None:
    line = say(database, ben.id, "I live at 3 Elm Street")
    what = Reported(by=(ben.id, ben.name), about=(ana.id, ana.name), place=None)
    report(database, what, "rude", [line])
    zoe = register(database, "Zoe", key(7))
    merge(database, ben, zoe)
    erase(database, zoe)
    assert "Elm Street" not in everything_in(database)


def test_who_is_banned_cannot_be_merged_out_of_it(
    database: Database, ana: Account, ben: Account
) -> None:
    ban(database, banned_account(ben.id), "rude")
    merge(database, ben, ana)
    kept = ban_of(database, key(1))
    assert kept is not None
    assert kept.reason == "rude"


def test_two_who_play_each_other_stay_two(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    before = everything_in(database)
    with pytest.raises(CannotMerge, match=table):
        merge(database, ben, ana)
    with pytest.raises(CannotMerge):
        merge(database, ana, ana)
    assert everything_in(database) == before
    end_game(database, table, ANA_WINS)
    merge(database, ben, ana)
    row = table_seen(database, table, None)
    assert [seat.account for seat in row.seats] == [ana.id, None]


# The end


def test_nothing_of_a_person_is_left_but_games_by_someone(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    say(database, ana.id, "my secret")
    over = begun(database, ana, ben, title="Ana's own")
    end_game(database, over, ANA_WINS)
    never = create_table(
        database, ana.id, TablePlan("bataille", [SeatWish(account=ana.id), SeatWish()])
    )
    kept = create_table(
        database, ben.id, TablePlan("bataille", [SeatWish(account=ben.id), SeatWish(invited="Ana")])
    )
    new_code(database, ana.id)
    assert erase(database, ana) == [table]
    left = everything_in(database)
    for trace in ("Ana", "my secret", key(1), "ana"):  # as words: ids of tables are any syllables
        assert not re.search(rf"\b{re.escape(trace)}\b", left)
    assert names_at(database, over) == names_at(database, table) == ["someone", "Ben"]
    assert table_seen(database, never, None).status == "over"
    assert table_seen(database, kept, None).seats[1].invited is None
    assert ratings_of(database, ben.id)["bataille"][1] == 1, "the other's rating stays"
    assert open_table(database, table).seats[0].name == "someone"
    erase(database, ben)
    assert names_at(database, over) == ["someone", "someone 2"]


# One's own data


def test_a_person_is_told_all_that_is_kept_and_nothing_of_others(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    say(database, ana.id, "hello")
    say(database, ben.id, "psst")
    over = begun(database, ben, ana)
    end_game(database, over, ANA_WINS)
    told = personal_data(database, ana)
    assert [line["text"] for line in told["chat"]] == ["hello"]
    assert [one["fingerprint"] for one in told["keys"]] == [key(1)]
    assert {one["id"]: one.get("result") is not None for one in told["games"]} == {
        table: False, over: True,
    }  # fmt: skip
    assert "psst" not in json.dumps(told)
    assert key(2) not in json.dumps(told)


def test_of_a_running_game_nothing_hidden_is_told(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    before = personal_data(database, ana)
    game = open_table(database, table)
    game.play(1, BATAILLE.parse("sub 14.200"))
    assert personal_data(database, ana) == before
