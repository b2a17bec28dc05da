"""Tables set up, or begun, when headers had an older format: they go on as they were."""

from __future__ import annotations

import json

from sqlalchemy import select, update

from nim_tui.server.accounts.store import Account
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import TABLES
from nim_tui.server.tables.game_store import download, load_record, open_table
from nim_tui.server.tables.seat_store import start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from rules.bataille import BATAILLE
from tests.nim_tui.server.storage.conftest import begun


def make_old(database: Database, table: str) -> None:
    """Write the header of a table of Bataille as format 1 had it."""
    this = TABLES.c.id == table
    with database.writing() as connection:
        header = json.loads(connection.execute(select(TABLES.c.header).where(this)).scalar_one())
        del header["options"]["spinner"], header["options"]["grids"]
        text = json.dumps({**header, "nim_tui": 1}, separators=(",", ":"))
        connection.execute(update(TABLES).where(this).values(header=text))


def test_a_game_begun_before_goes_on_with_the_odds_it_began_with(
    database: Database, ana: Account, ben: Account
) -> None:
    table = begun(database, ana, ben)
    make_old(database, table)
    game = open_table(database, table)
    assert (game.options["spinner"], game.options["grids"]) == ("third", "deduce")
    game.play(0, BATAILLE.parse("sub 14.200"))
    again = open_table(database, table)
    assert (again.options, again.plays) == (game.options, game.plays)
    assert load_record(database, table).header.options["spinner"] == "third"


def test_a_table_still_open_then_begins_as_it_was_set_up(
    database: Database, ana: Account, ben: Account
) -> None:
    wishes = [SeatWish(account=ana.id), SeatWish(account=ben.id)]
    table = create_table(database, ana.id, TablePlan("bataille", wishes))
    make_old(database, table)
    start(database, table, seed=7)
    assert open_table(database, table).options["spinner"] == "third"


def test_a_table_set_up_today_begins_with_the_odds_of_today(
    database: Database, ana: Account, ben: Account
) -> None:
    assert open_table(database, begun(database, ana, ben)).options["spinner"] == "sixth"


def test_what_is_taken_home_of_an_old_game_says_its_odds(
    database: Database, ana: Account, ben: Account
) -> None:
    table = begun(database, ana, ben)
    make_old(database, table)
    open_table(database, table).resign(1)
    header = json.loads(download(database, table, ana.id).splitlines()[0])
    assert header["options"]["spinner"] == "third"
