"""Games played on otherwise, begun by a process that is killed meanwhile: each table is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.store import Account
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import RUNNING
from nim_tui.server.tables.game_store import open_table
from nim_tui.server.tables.listing import TableQuery, list_tables, table_seen
from tests.e2e.database.process import heard, process
from tests.nim_tui.server.storage.test_again import MOVES

pytestmark = pytest.mark.slow

ENDLESS = """
import sys
from pathlib import Path
from nim_tui.server.tables.seat_store import create_again, plan_of
from nim_tui.server.tables.game_store import load
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.tables.replay import beginning
place, table, account = sys.argv[1], sys.argv[2], int(sys.argv[3])
database = open_postgres(place) if "://" in place else open_database(Path(place))
begins = beginning(*load(database, table), 5, 0)
while True:
    print(create_again(database, account, plan_of("Regatta", begins, account), begins), flush=True)
"""


@pytest.mark.parametrize(
    "told", [4, *(pytest.param(one, marks=pytest.mark.nightly) for one in (1, 9))]
)
def test_of_a_process_that_is_killed_every_table_is_whole(
    database: Database, tmp_path: Path, won: str, ana: Account, told: int
) -> None:
    url = database.engine.url
    on_postgresql = url.get_backend_name() == "postgresql"
    place = url.render_as_string(hide_password=False) if on_postgresql else tmp_path / "data"
    with process(ENDLESS, place, won, ana.id) as writer:
        tables = [heard(writer) for _table in range(told)]
        writer.kill()
        tables += writer.communicate()[0].split()
    wanted = TableQuery(ana.id, status=RUNNING)
    pages = (list_tables(database, wanted, most=100, skip=skip) for skip in range(0, 5000, 100))
    begun = [one.id for page in pages for one in page]
    assert {*tables} <= {*begun}
    assert len(begun) - len(tables) <= 1, "perhaps one that it could not tell of any more"
    for table in begun:
        assert open_table(database, table).moves_played == MOVES
        assert table_seen(database, table, ana.id).moves == MOVES
