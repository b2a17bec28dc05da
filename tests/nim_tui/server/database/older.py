"""Databases as versions of before left them."""

from __future__ import annotations

from sqlalchemy import Connection, inspect, text

from nim_tui.server.storage.database import Database

UNDONE = [
    ["ALTER TABLE seats DROP COLUMN used", "ALTER TABLE seats DROP COLUMN since"],
    ["DROP INDEX tables_by_age"],
    ["DROP TABLE invitations"],
    [
        "DROP TABLE bans",
        "CREATE TABLE bans (fingerprint VARCHAR(100) NOT NULL, reason VARCHAR(200) NOT NULL,"
        " added DOUBLE NOT NULL, PRIMARY KEY (fingerprint))",
    ],
    ["DROP TABLE mutes"],
    ["ALTER TABLE keys DROP COLUMN name"],
    [
        "ALTER TABLE tables DROP COLUMN rated_from",
        *(
            f"ALTER TABLE seats DROP COLUMN {column}"
            for column in ("joined", "is_rated", "has_left")
        ),
        "DROP TABLE rating_course",
    ],
    ["ALTER TABLE chat DROP COLUMN channel", "DROP TABLE blocks", "DROP TABLE reports"],
    [f"DROP TABLE {name}" for name in ("presence", "live_tables", "posts", "nodes")],
    ["DROP TABLE paces"],
    ["DROP TABLE notices", "DROP TABLE notice_subscriptions"],
    [
        f"DROP TABLE {name}"
        for name in (
            "tournament_games",
            "tournament_invited",
            "tournament_players",
            "tournaments",
            "ladder_challenges",
            "ladder_places",
        )
    ],
    [
        "DROP TABLE push_browsers",
        "DROP TABLE push_key",
        "ALTER TABLE tournaments DROP COLUMN options",
        "DROP TABLE passkey_challenges",
        "DROP TABLE passkey_browsers",
        "DROP TABLE passkeys",
        "DROP TABLE seat_links",
        "DROP TABLE done_lately",
        "DROP TABLE places",
        "ALTER TABLE nodes DROP COLUMN home",
    ],
    ["DROP TABLE host_keys", "DROP TABLE challenge_notices"],
    ["ALTER TABLE seats DROP COLUMN lent_moves"],
    [],
]
"""What takes each step back, from version 2 on."""


def made_older(connection: Connection, version: int) -> None:
    """Bring a database back to a version of before."""
    for statements in reversed(UNDONE[version - 1 :]):
        for statement in statements:
            connection.execute(text(statement))
    connection.execute(text(f"UPDATE nim_tui_schema SET version = {version}"))


def shape_of(database: Database) -> dict[str, list[str]]:
    """The tables, columns and indexes of a database."""
    found = inspect(database.engine)
    return {
        name: sorted(
            str((row["name"], str(row["type"]), row["nullable"])) for row in found.get_columns(name)
        )
        + sorted(str(row["name"]) for row in found.get_indexes(name))
        + sorted(str(row["column_names"]) for row in found.get_unique_constraints(name))
        + found.get_pk_constraint(name)["constrained_columns"]
        for name in found.get_table_names()
    }
