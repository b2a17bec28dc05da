"""Games played on otherwise: a record that begins with the moves of another, or nothing."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from nim_tui.server.accounts.store import Account
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.schema import PRIVATE, RUNNING
from nim_tui.server.tables import seat_store as again
from nim_tui.server.tables.game_store import load, open_table, tables_being_played
from nim_tui.server.tables.listing import TableQuery, list_tables, table_seen
from nim_tui.server.tables.record_store import append
from nim_tui.server.tables.seat_store import create_again, plan_of
from nim_tui.server.tables.table_store import CannotUseTable
from nim_tui.tables.record import MoveEntry
from nim_tui.tables.replay import GameBranch, beginning
from rules.bataille import BATAILLE
from screens.app_api import NotPossible
from tests.nim_tui.server.storage.conftest import begun, lines_of
from tests.screens.tables import WON

MOVES = 5


@pytest.fixture
def won(database: Database, ana: Account, ben: Account) -> str:
    """A game that Ana won against Ben."""
    table = begun(database, ana, ben, title="Regatta")
    game = open_table(database, table)
    for text in WON.split("; "):
        game.play(game.waiting[0], BATAILLE.parse(text))
    return table


def begins_at(database: Database, table: str, position: int, seat: int | None = 0) -> GameBranch:
    return beginning(*load(database, table), position, seat)


def test_it_stands_where_the_other_game_stood_then(
    database: Database, won: str, ana: Account
) -> None:
    begins = begins_at(database, won, MOVES)
    made = create_again(database, ana.id, plan_of("Regatta", begins, ana.id), begins)
    assert lines_of(database, made) == lines_of(database, won)[:MOVES]
    before, then = load(database, won)[0], load(database, made)[0]
    assert (then.seed, then.options, then.game) == (before.seed, before.options, before.game)
    assert [seat.bot for seat in then.seats] == [None, "medium"]
    game = open_table(database, made)
    assert game.moves_played == MOVES
    row = table_seen(database, made, ana.id)
    waiting = tuple(n for n, seat in enumerate(row.seats) if seat.must_move)
    assert waiting == game.waiting == begins.waiting
    assert (row.moves, row.status, row.title) == (MOVES, RUNNING, "Regatta #5")
    assert made in tables_being_played(database)


def test_nobody_else_sees_it_and_nothing_is_rated(
    database: Database, won: str, ana: Account, ben: Account
) -> None:
    begins = begins_at(database, won, MOVES)
    made = create_again(database, ana.id, plan_of("Regatta", begins, ana.id), begins)
    row = table_seen(database, made, ana.id)
    assert (row.visibility, row.rated_from) == (PRIVATE, None)
    assert not any(seat.is_rated for seat in row.seats)
    for viewer in (ben.id, None):
        with pytest.raises(CannotUseTable, match="unknown table"):
            table_seen(database, made, viewer)
        assert made not in [one.id for one in list_tables(database, TableQuery(viewer))]


def test_it_is_played_on_from_the_next_line(database: Database, won: str, ana: Account) -> None:
    begins = begins_at(database, won, MOVES)
    made = create_again(database, ana.id, plan_of("Regatta", begins, ana.id), begins)
    line = lines_of(database, won)[MOVES]
    with pytest.raises(
        StorageError, match="another move was played first: look at the table again"
    ):
        append(database, made, MOVES - 1, line)
    append(database, made, MOVES, line)
    assert lines_of(database, made) == lines_of(database, won)[: MOVES + 1]


def test_whoever_only_looked_on_plays_the_seat_that_is_to_move(
    database: Database, won: str, ben: Account
) -> None:
    begins = begins_at(database, won, 0, None)
    assert begins.person == begins.waiting[0]
    other = begins_at(database, won, MOVES, 1)
    made = create_again(database, ben.id, plan_of("Regatta", other, ben.id), other)
    assert table_seen(database, made, ben.id).seat_of(ben.id) == 1


def test_bots_sit_again_where_they_sat(database: Database, ana: Account) -> None:
    table = begun(database, ana, bots=("easy", "hard"), game="submarine")
    names = [seat.name for seat in load(database, table)[0].seats]
    begins = begins_at(database, table, 0)
    made = create_again(database, ana.id, plan_of("Sub", begins, ana.id), begins)
    seats = load(database, made)[0].seats
    assert [(seat.name, seat.bot) for seat in seats] == list(zip(names, (None, "easy", "hard")))


def test_nothing_is_played_from_the_end(database: Database, won: str) -> None:
    with pytest.raises(NotPossible, match="the game is over at this position"):
        begins_at(database, won, 10_000)


def test_of_a_write_that_fails_nothing_is_left(
    database: Database, won: str, ana: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the server were killed just before the last of what it writes."""
    before = [one.id for one in list_tables(database, TableQuery(ana.id))]
    written: list[str] = []

    def stopped(connection: Connection, table: str, waiting: tuple[int, ...]) -> None:
        written.append(table)
        raise KeyboardInterrupt

    monkeypatch.setattr(again, "note_waiting", stopped)
    begins = begins_at(database, won, MOVES)
    with pytest.raises(KeyboardInterrupt):
        create_again(database, ana.id, plan_of("Regatta", begins, ana.id), begins)
    assert [one.id for one in list_tables(database, TableQuery(ana.id))] == before
    assert lines_of_id(database, written[0]) == 0


def lines_of_id(database: Database, table: str) -> int:
    """How many lines are kept of a table, whether there is one or not."""
    with database.reading() as connection:
        return int(
            connection.exec_driver_sql(
                f"""SELECT count(*) FROM lines WHERE "table" = '{table}'"""
            ).scalar_one()
        )


def test_what_is_played_then_changes_nothing_of_the_game_before(
    database: Database, won: str, ana: Account
) -> None:
    kept = load(database, won)
    begins = begins_at(database, won, MOVES)
    made = create_again(database, ana.id, plan_of("Regatta", begins, ana.id), begins)
    game = open_table(database, made)
    legal = game.legal(game.waiting[0])
    game.play(game.waiting[0], legal[-1])
    assert isinstance(lines_of(database, made)[MOVES], MoveEntry)
    assert load(database, won) == kept


@pytest.mark.parametrize("title", ["x" * 40, "漢" * 20, "A"])
def test_a_title_of_any_length_says_from_which_move(
    database: Database, won: str, ana: Account, title: str
) -> None:
    begins = begins_at(database, won, MOVES)
    plan = plan_of(title, begins, ana.id)
    made = create_again(database, ana.id, plan, begins)
    assert table_seen(database, made, ana.id).title.endswith(" #5")
