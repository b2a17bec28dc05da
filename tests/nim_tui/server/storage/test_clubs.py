"""Clubs: who founds, joins, invites, excludes and leads them; bounds; accounts that go."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.accounts.merging import erase, merge
from nim_tui.server.accounts.personal_data import personal_data
from nim_tui.server.accounts.store import Account, register, register_guest
from nim_tui.server.chat.store import MOST_KEPT, club_channel, club_of, said, say
from nim_tui.server.clubs import store
from nim_tui.server.clubs.store import (
    MOST_LED,
    CannotUseClub,
    close,
    club_named,
    club_seen,
    clubs_seen,
    exclude,
    found,
    hand_over,
    invite,
    join,
    leave,
    set_open,
)
from nim_tui.server.contests.event_terms import EventTerms
from nim_tui.server.contests.tournament_rounds import begin, due_to_start
from nim_tui.server.contests.tournament_sheet import tournaments_seen
from nim_tui.server.contests.tournament_store import (
    CannotUseTournament,
    TournamentPlan,
    set_up,
)
from nim_tui.server.contests.tournament_store import join as take_part
from nim_tui.server.lobby.table_list import SearchResult, TableList, Viewer
from nim_tui.server.moderation.mutes import Muted, mute
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import OPEN, PRIVATE
from nim_tui.server.tables.game_store import download
from nim_tui.server.tables.invite_link_store import make_link, use_link
from nim_tui.server.tables.listing import TableQuery, list_tables, table_seen
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.seat_store import start, take_seat
from nim_tui.server.tables.table_store import (
    CannotUseTable,
    SeatWish,
    TablePlan,
    create_table,
)
from nim_tui.server.untrusted_text import UnsuitableText
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.storage.conftest import Clock, key


@pytest.fixture
def eve(database: Database) -> Account:
    return register(database, "Eve", key(9))


def members(database: Database, club: int) -> list[str]:
    return [name for _account, name in club_seen(database, club, None).members]


def test_anyone_joins_an_open_club_and_invited_people_another(
    database: Database, ana: Account, ben: Account, eve: Account
) -> None:
    club = found(database, ana.id, "  Chess  friends ")
    assert club_named(database, "CHESS friends") == club
    join(database, club, ben.id)
    assert members(database, club) == ["Ana", "Ben"]
    set_open(database, club, ana.id, is_open=False)
    with pytest.raises(CannotUseClub):
        join(database, club, eve.id)
    with pytest.raises(CannotUseClub):  # only the captain invites
        invite(database, club, ben.id, eve.id)
    invite(database, club, ana.id, eve.id)
    assert club_seen(database, club, eve.id).row.standing == "invited"
    join(database, club, eve.id)
    assert members(database, club) == ["Ana", "Ben", "Eve"]
    with pytest.raises(CannotUseClub):
        join(database, club, eve.id)


def test_who_is_excluded_comes_back_only_by_invitation(
    database: Database, ana: Account, ben: Account
) -> None:
    club = found(database, ana.id, "Chess friends")
    join(database, club, ben.id)
    with pytest.raises(CannotUseClub):
        exclude(database, club, ben.id, ana.id)
    exclude(database, club, ana.id, ben.id)
    assert members(database, club) == ["Ana"]
    with pytest.raises(CannotUseClub):
        join(database, club, ben.id)
    with pytest.raises(CannotUseClub):
        leave(database, club, ben.id)
    invite(database, club, ana.id, ben.id)
    join(database, club, ben.id)
    assert members(database, club) == ["Ana", "Ben"]


def test_a_club_has_a_captain_until_the_last_member_leaves(
    database: Database, ana: Account, ben: Account, eve: Account
) -> None:
    club = found(database, ana.id, "Chess friends")
    say(database, ana.id, "hello", None, club_channel(club))
    with pytest.raises(CannotUseClub):
        hand_over(database, club, ana.id, ben.id)
    join(database, club, ben.id)
    join(database, club, eve.id)
    hand_over(database, club, ana.id, eve.id)
    assert club_seen(database, club, None).row.captain_name == "Eve"
    leave(database, club, eve.id)
    assert club_seen(database, club, None).row.captain_name == "Ana"
    leave(database, club, ana.id)
    leave(database, club, ben.id)
    assert clubs_seen(database, None) == []
    assert said(database, None, club_channel(club)) == []


@pytest.mark.parametrize(
    "name", ["", "Admin", "x" * 29, "a\x1b[31m", "Chess Friends", "Che55 friends"]
)
def test_names_of_clubs_are_checked(database: Database, ana: Account, name: str) -> None:
    found(database, ana.id, "Chess friends")
    with pytest.raises((CannotUseClub, UnsuitableText)):
        found(database, ana.id, name)


def test_clubs_are_bounded_and_not_for_guests_or_the_muted(
    database: Database, ana: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(MOST_LED):
        found(database, ana.id, f"Club number {'abc'[number]}")
    with pytest.raises(CannotUseClub, match="lead 3 clubs"):
        found(database, ana.id, "One more")
    guest = register_guest(database)
    with pytest.raises(CannotUseClub, match="guests"):
        found(database, guest.id, "Guests of honour")
    first = clubs_seen(database, ana.id)[0].id
    monkeypatch.setattr(store, "MOST_MEMBERS", 1)
    with pytest.raises(CannotUseClub, match="full"):
        join(database, first, ben.id)
    monkeypatch.setattr(store, "MOST_CLUBS", 3)
    with pytest.raises(CannotUseClub, match="3 clubs already"):
        found(database, ben.id, "One more")
    monkeypatch.undo()
    monkeypatch.setattr(store, "MOST_JOINED", 0)
    with pytest.raises(CannotUseClub, match="already in 0"):
        join(database, first, ben.id)
    mute(database, ben.id, None)
    with pytest.raises(Muted):
        found(database, ben.id, "Rude words")


def test_the_chat_of_a_club_is_apart_from_the_lobby_and_from_other_clubs(
    database: Database, ana: Account
) -> None:
    one, other = found(database, ana.id, "Chess friends"), found(database, ana.id, "Go friends")
    assert club_of(club_channel(one)) == one
    assert club_of("players") is None
    say(database, ana.id, "in the lobby")
    for number in range(MOST_KEPT + 1):
        say(database, ana.id, f"line {number}", None, club_channel(one))
    say(database, ana.id, "elsewhere", None, club_channel(other))
    assert [line.text for line in said(database)] == ["in the lobby"]
    kept = said(database, None, club_channel(one), most=MOST_KEPT)
    assert (len(kept), kept[-1].text) == (MOST_KEPT, "line 1")
    close(database, one, ana.id)
    assert said(database, None, club_channel(one)) == []
    assert [line.text for line in said(database, None, club_channel(other))] == ["elsewhere"]


def test_accounts_that_merge_or_go_leave_clubs_in_order(
    database: Database, ana: Account, ben: Account, eve: Account
) -> None:
    club, other = found(database, ana.id, "Chess friends"), found(database, ben.id, "Go friends")
    join(database, club, ben.id)
    join(database, other, eve.id)
    (row,) = [one for one in personal_data(database, ben)["clubs"] if one["is_captain"]]
    assert row["name"] == "Go friends"
    merge(database, ana, ben)
    assert club_seen(database, club, None).row.captain_name == "Ben"
    assert members(database, club) == ["Ben"]
    erase(database, ben)
    assert [one.name for one in clubs_seen(database, eve.id)] == ["Go friends"]
    assert club_seen(database, other, None).row.captain_name == "Eve"


def test_a_member_merged_into_an_invited_account_stays_a_member(
    database: Database, ana: Account, ben: Account, eve: Account
) -> None:
    club = found(database, ana.id, "Chess friends")
    join(database, club, ben.id)
    invite(database, club, ana.id, eve.id)
    merge(database, ben, eve)
    assert members(database, club) == ["Ana", "Eve"]


def test_members_see_the_private_tournaments_of_their_club(
    database: Database, ana: Account, ben: Account, eve: Account
) -> None:
    club = found(database, ana.id, "Chess friends")
    join(database, club, ben.id)
    clock = ClockPlan("days", 3 * 86_400)
    plan = TournamentPlan("bataille", 4, 2, clock, visibility=PRIVATE, club=club)
    with pytest.raises(CannotUseTournament, match="members"):
        set_up(database, eve.id, plan, ContestConfig())
    made = set_up(database, ana.id, plan, ContestConfig())
    assert [one.id for one in tournaments_seen(database, ben.id)] == [made]
    assert tournaments_seen(database, eve.id) == []
    with pytest.raises(CannotUseTournament):
        take_part(database, made, eve.id)
    take_part(database, made, ben.id)
    exclude(database, club, ana.id, ben.id)
    assert [one.id for one in tournaments_seen(database, ben.id)] == [made]  # a player of it
    close(database, club, ana.id)
    assert tournaments_seen(database, ana.id)[0].club is None


# Tables for members alone


@pytest.fixture
def club(database: Database, ana: Account, ben: Account) -> int:
    """Ana's club, which Ben joined."""
    made = found(database, ana.id, "Chess friends")
    join(database, made, ben.id)
    return made


def of_club(database: Database, host: Account, club: int, *seats: SeatWish) -> str:
    """A table for the members of a club, with a free seat unless others are given."""
    wishes = [SeatWish(account=host.id), *(seats or [SeatWish()])]
    plan = TablePlan("bataille", wishes, "Of us", visibility=PRIVATE, club=club)
    return create_table(database, host.id, plan)


def seen(database: Database, viewer: int | None) -> list[str]:
    return [row.id for row in list_tables(database, TableQuery(viewer=viewer))]


def in_memory(database: Database, viewer: Account | None) -> list[str]:
    """The unfinished tables that the lobby shows."""
    listed = TableList(database)
    asyncio.run(listed.catch_up())
    who = Viewer(None, "") if viewer is None else Viewer(viewer.id, viewer.name)
    return [row.id for row in listed.page(who, SearchResult(), 10)[0]]


def test_a_table_of_a_club_is_seen_and_joined_by_its_members_alone(
    database: Database, ana: Account, ben: Account, eve: Account, club: int
) -> None:
    table = of_club(database, ana, club)
    guest = register_guest(database)
    for stranger in (None, eve, guest):
        number = None if stranger is None else stranger.id
        assert seen(database, number) == in_memory(database, stranger) == []
        with pytest.raises(CannotUseTable, match="unknown table"):
            table_seen(database, table, number)
        with pytest.raises(CannotUseTable, match="unknown table"):
            download(database, table, number)
    for stranger in (eve, guest):
        with pytest.raises(CannotUseTable, match="not free"):
            take_seat(database, table, stranger.id)
    assert seen(database, ben.id) == in_memory(database, ben) == [table]
    assert table_seen(database, table, ben.id).club_name == "Chess friends"
    assert take_seat(database, table, ben.id) == 1
    start(database, table, 7)
    with pytest.raises(CannotUseTable, match="unknown table"):
        download(database, table, eve.id)
    end_game(database, table, None)
    assert seen(database, eve.id) == seen(database, None) == []
    with pytest.raises(CannotUseTable, match="unknown table"):
        download(database, table, eve.id)


def test_only_members_open_tables_of_a_club_and_none_is_public(
    database: Database, ana: Account, eve: Account, club: int
) -> None:
    with pytest.raises(CannotUseTable, match="only members"):
        of_club(database, eve, club)
    with pytest.raises(CannotUseTable, match="must be private"):
        create_table(database, ana.id, TablePlan("bataille", [SeatWish()] * 2, club=club))


def test_the_host_lets_people_from_outside_in_by_name_or_by_link(
    database: Database, ana: Account, eve: Account, club: int
) -> None:
    named = of_club(database, ana, club, SeatWish(invited="Eve"))
    assert in_memory(database, eve) == [named]
    assert take_seat(database, named, eve.id) == 1
    linked = of_club(database, ana, club)
    assert use_link(database, make_link(database, linked, ana.id), eve.id) == linked
    assert table_seen(database, linked, eve.id).seats[1].account == eve.id


@pytest.mark.parametrize("goes", ["leaves", "is excluded", "the club is closed"])
def test_who_is_no_member_any_more_sees_its_tables_no_more(
    database: Database, ana: Account, ben: Account, club: int, goes: str
) -> None:
    table = of_club(database, ana, club)
    if goes == "leaves":
        leave(database, club, ben.id)
    elif goes == "is excluded":
        exclude(database, club, ana.id, ben.id)
    else:
        close(database, club, ana.id)
    assert seen(database, ben.id) == in_memory(database, ben) == []
    with pytest.raises(CannotUseTable, match="unknown table"):
        table_seen(database, table, ben.id)
    assert seen(database, ana.id) == [table], "its host"


def test_a_rematch_by_somebody_who_is_no_member_is_not_of_the_club(
    database: Database, ana: Account, ben: Account, club: int
) -> None:
    exclude(database, club, ana.id, ben.id)
    wishes = [SeatWish(account=ben.id), SeatWish()]
    plan = TablePlan("bataille", wishes, visibility=PRIVATE, club=club, is_again=True)
    made = create_table(database, ben.id, plan)
    assert (seen(database, ben.id), seen(database, ana.id)) == ([made], [])


def test_a_series_of_a_club_ends_with_the_membership_of_its_host(
    database: Database, ana: Account, ben: Account, club: int, clock: Clock
) -> None:
    plan = TournamentPlan(
        "bataille", 4, 2, ClockPlan("days", 3 * 86_400), visibility=PRIVATE, club=club,
        starts=database.now() + 60, event=EventTerms(repeats=7),
    )  # fmt: skip
    for host, other in ((ana, ben), (ben, ana)):
        take_part(database, set_up(database, host.id, plan, ContestConfig()), other.id)
    exclude(database, club, ana.id, ben.id)
    clock.pass_by(61)
    for tournament in due_to_start(database):
        begin(database, tournament)
    again = [one for one in tournaments_seen(database, ana.id) if one.status == OPEN]
    assert [one.host for one in again] == [ana.id]


def test_members_open_the_games_of_the_private_tournaments_of_their_club(
    database: Database, ana: Account, ben: Account, eve: Account, club: int
) -> None:
    leo = register(database, "Leo", key(10))
    join(database, club, leo.id)
    clock = ClockPlan("game", 900)
    plan = TournamentPlan("bataille", 2, 2, clock, visibility=PRIVATE, club=club)
    made = set_up(database, ana.id, plan, ContestConfig())
    take_part(database, made, ben.id)
    (table,) = begin(database, made).tables
    assert table_seen(database, table, leo.id).id == table
    with pytest.raises(CannotUseTable, match="unknown table"):
        table_seen(database, table, eve.id)
