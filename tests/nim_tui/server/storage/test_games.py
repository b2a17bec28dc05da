"""Games brought back after a restart, and what may be taken home of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from nim_tui.registry import all_games, game_named
from nim_tui.server.accounts.store import Account, register
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.schema import LINES
from nim_tui.server.tables.game_store import (
    download,
    ended_row,
    lines_since,
    load,
    open_table,
    tables_being_played,
)
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan, create_table
from nim_tui.tables.record import EndEntry, MarkEntry, RecordError, parse_record
from nim_tui.tables.store import replay
from nim_tui.testing.tables import everything
from rules.bataille import BATAILLE
from rules.contract import Event
from tests.nim_tui.conftest import play_oddly
from tests.nim_tui.server.storage.conftest import begun, key

GAMES = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=() if game == "bataille" else pytest.mark.slow)
        for game in sorted(all_games())
    ],
)


def begun_with_two(database: Database, ana: Account, ben: Account, game: str, seed: int) -> str:
    """A table of a game for Ana, Ben and as many programs as it takes, that ends by itself."""
    rules = game_named(game).game
    bots = ("random",) * max(0, rules.seats[0] - 2)
    return begun(database, ana, ben, game=game, bots=bots, seed=seed, options=rules.automatic)


@pytest.mark.slow
@GAMES
def test_reopening_brings_a_table_back_to_the_same_state(
    database: Database, folder: Path, ana: Account, ben: Account, game: str
) -> None:
    for seed in (1, 2):
        made = begun_with_two(database, ana, ben, game, seed)
        played = open_table(database, made)
        for stretch in range(3):
            play_oddly(played, 10, seed + stretch)
            elsewhere = open_database(folder)
            back = open_table(elsewhere, made)
            assert everything(back) == everything(played)
            row = table_seen(elsewhere, made, None)
            waiting = [number for number, seat in enumerate(row.seats) if seat.must_move]
            assert waiting == sorted(played.waiting)
            assert row.moves == played.moves_played
            database.close()
            database, played = elsewhere, back
    database.close()


@pytest.mark.slow
def test_a_whole_game_ends_in_the_database(database: Database, ana: Account, ben: Account) -> None:
    made = begun_with_two(database, ana, ben, "bataille", seed=3)
    played = open_table(database, made)
    assert tables_being_played(database) == [made]
    play_oddly(played, 10**6, 1)
    result, row = played.result, table_seen(database, made, None)
    assert result is not None
    assert row.status == "over"
    assert row.result == EndEntry(result.ranking, result.reason)
    assert tables_being_played(database) == []
    assert everything(open_table(database, made)) == everything(played)
    played.mark(0, "after", "x")
    assert open_table(database, made).marks(0) == played.marks(0)


def test_a_game_that_has_not_begun_has_no_record(database: Database, ana: Account) -> None:
    made = create_table(
        database, ana.id, TablePlan("bataille", [SeatWish(account=ana.id), SeatWish()])
    )
    for closed in (False, True):
        if closed:
            end_game(database, made, None)
        for ask in (lambda: open_table(database, made), lambda: load(database, made)):
            with pytest.raises(CannotUseTable, match="has not begun"):
                ask()
        with pytest.raises(CannotUseTable, match="has not begun"):
            download(database, made, ana.id)
    with pytest.raises(CannotUseTable, match="unknown table"):
        load(database, "nowhere-100")


def test_a_game_closed_in_the_middle_stays_as_hidden_as_it_was(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    playing = open_table(database, table)
    playing.play(0, BATAILLE.parse("sub 14.200"))
    playing.play(1, BATAILLE.parse("sub 22.100"))
    before = download(database, table, ben.id)
    assert end_game(database, table, None)
    own = download(database, table, ana.id).decode()
    assert "14.200" in own
    assert "22.100" not in own, "where the other's submarine lies, nobody was told"
    assert download(database, table, ben.id) == before
    for somebody in (None, register(database, "Zora", key(9)).id):
        with pytest.raises(
            CannotUseTable,
            match="this game was closed before its end: hidden information stays hidden",
        ):
            download(database, table, somebody)
    for somebody in (ana.id, ben.id, None):
        with pytest.raises(
            CannotUseTable,
            match="this game was closed before its end: hidden information stays hidden",
        ):
            ended_row(database, table, somebody)


def test_a_game_that_was_given_up_is_told_whole(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    playing = open_table(database, table)
    playing.play(1, BATAILLE.parse("sub 22.100"))
    playing.resign(0)
    assert b"22.100" in download(database, table, None)
    assert ended_row(database, table, ana.id).seat_of(ana.id) == 0


def test_a_record_that_was_tampered_with_is_told_in_one_line(
    database: Database, table: str
) -> None:
    play_oddly(open_table(database, table), 9, 1)
    for text in ("{", '{"do":"play","seat":9,"move":"sub 2.100"}', "\x01"):
        with database.writing() as connection:
            connection.execute(LINES.update().where(LINES.c.ply == 3).values(line=text))
        with pytest.raises(ValueError, match="line 5") as caught:
            open_table(database, table)
        assert str(caught.value).isprintable()
        if text != '{"do":"play","seat":9,"move":"sub 2.100"}':
            with pytest.raises(RecordError, match="is damaged"):
                lines_since(database, table, 0)


def test_of_a_game_being_played_one_takes_home_what_ones_seat_was_told(
    database: Database, ana: Account, ben: Account, table: str
) -> None:
    game = open_table(database, table)
    play_oddly(game, 30, 1)
    zora = register(database, "Zora", key(7))
    for stranger in (None, zora.id):
        with pytest.raises(CannotUseTable, match="when the game is over"):
            download(database, table, stranger)
    logs = [download(database, table, one.id).decode() for one in (ana, ben)]
    for seat, log in enumerate(logs):
        told = log.splitlines()
        assert told[0] == "Bataille sous les mers: Ana, Ben"
        assert len(told) == 1 + len(game.log(seat))
        assert "seed" not in log
        assert "{" not in log
    assert logs[0] != logs[1]
    assert "Ana: placed, level" in logs[0] or "Ana: placed, cell" in logs[0]


@GAMES
def test_a_log_is_what_that_seat_was_told_and_nothing_else(
    database: Database, ana: Account, ben: Account, game: str
) -> None:
    made = begun_with_two(database, ana, ben, game, seed=5)
    played = open_table(database, made)
    play_oddly(played, 25, 3)
    for seat, viewer in enumerate((ana, ben)):
        told: list[Event] = []

        def tell(event: Event, names: Sequence[str], told: list[Event] = told) -> str:
            told.append(event)
            return f"{names[0]} {event.name}"

        log = download(database, made, viewer.id, tell).decode().splitlines()[1:]
        assert told == played.log(seat)
        assert all(event.seen_by(seat) == event for event in told)
        assert log == [f"Ana {event.name}" for event in told]


def test_words_of_the_log_are_told_by_whoever_is_asked(
    database: Database, ana: Account, table: str
) -> None:
    play_oddly(open_table(database, table), 6, 1)
    assert download(database, table, ana.id, lambda event, names: "") == (
        b"Bataille sous les mers: Ana, Ben\n"
    )


@pytest.mark.slow
def test_of_a_game_that_is_over_all_take_home_the_record(
    database: Database, ana: Account, ben: Account
) -> None:
    made = begun_with_two(database, ana, ben, "bataille", seed=7)
    game = open_table(database, made)
    play_oddly(game, 10**6, 2)
    whole = [line for line, _ in lines_since(database, made, 0)]
    for viewer, seat in ((None, None), (ana.id, 0), (ben.id, 1)):
        record = parse_record(download(database, made, viewer))
        back = replay(record)
        assert (back.header, back.plays, back.result) == (game.header, game.plays, game.result)
        assert not record.cut
        assert list(record.lines) == [
            line for line in whole if not isinstance(line, MarkEntry) or line.seat == seat
        ]
        for number in range(2):
            assert back.marks(number) == (game.marks(number) if number == seat else {})


def test_of_a_private_table_strangers_take_home_nothing(
    database: Database, ana: Account, ben: Account
) -> None:
    wishes = [SeatWish(account=ana.id), SeatWish(bot="random")]
    made = create_table(database, ana.id, TablePlan("bataille", wishes, visibility="private"))
    end_game(database, made, None)
    for stranger in (None, ben.id):
        with pytest.raises(CannotUseTable, match="unknown table"):
            download(database, made, stranger)
