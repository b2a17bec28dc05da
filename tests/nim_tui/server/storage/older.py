"""Databases as programs of before left them (`kept`), and what any database holds.

The statements are those that these programs themselves sent, on each kind of database.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, MetaData, create_engine, make_url, select

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import FILE, open_database
from nim_tui.server.storage.postgres import open_postgres

Place = Path | str
"""The folder of a database, or the address of one on PostgreSQL."""

KEPT: Final = Path(__file__).with_name("kept")
RELEASED, BEFORE_ALEMBIC = "0.2.0", "version-17"
"""What nim_tui 0.2.0 left, and what the last program did that had no Alembic."""


def opened(place: Place) -> Database:
    """The database there, opened as a server does."""
    return open_postgres(place) if isinstance(place, str) else open_database(place)


@contextmanager
def by_hand(place: Place) -> Iterator[Connection]:
    """A transaction there, without anything of nim_tui."""
    if isinstance(place, str):
        engine = create_engine(make_url(place).set(drivername="postgresql+psycopg"))
    else:
        place.mkdir(mode=0o700, exist_ok=True)
        engine = create_engine(URL.create("sqlite", database=str(place / FILE)))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def bring(kept: str, place: Place) -> None:
    """Put a kept database where nothing is yet."""
    kind = "sqlite" if isinstance(place, Path) else "postgresql"
    with by_hand(place) as connection:
        for name in (kind, "rows"):
            for statement in (KEPT / kept / f"{name}.sql").read_text().splitlines():
                connection.exec_driver_sql(statement.removesuffix(";"))


def rows(place: Place) -> dict[str, list[dict[str, Any]]]:
    """All that lies there."""
    with by_hand(place) as connection:
        known = MetaData()
        known.reflect(connection)
        return {
            sheet.name: [
                dict(row)
                for row in connection.execute(select(sheet).order_by(*sheet.columns)).mappings()
            ]
            for sheet in known.sorted_tables
        }


_DUMPS: Final = {
    "sqlite": (
        "SELECT name, sql LIKE '%AUTOINCREMENT%' FROM sqlite_master WHERE type = 'table'",
        "SELECT m.name, i.* FROM sqlite_master m, pragma_table_info(m.name) i",
        "SELECT m.name, k.* FROM sqlite_master m, pragma_foreign_key_list(m.name) k",
        "SELECT m.name, i.\"unique\", i.origin, iif(i.origin = 'c', i.name, ''),"
        " (SELECT group_concat(name) FROM pragma_index_info(i.name))"
        " FROM sqlite_master m, pragma_index_list(m.name) i",
    ),
    "postgresql": (
        "SELECT table_name, ordinal_position, column_name, udt_name, character_maximum_length,"
        " is_nullable, column_default FROM information_schema.columns"
        " WHERE table_schema = current_schema()",
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = current_schema()::regnamespace",
        "SELECT replace(indexdef, current_schema(), '') FROM pg_indexes"
        " WHERE schemaname = current_schema()",
    ),
}


def dump(place: Place) -> list[str]:
    """The schema there: columns in their order, what refers to what, indexes."""
    with by_hand(place) as connection:
        asked = _DUMPS[connection.dialect.name]
        found = (connection.exec_driver_sql(one.replace("%", "%%")).all() for one in asked)
        return sorted(str(tuple(row)) for rows in found for row in rows)
