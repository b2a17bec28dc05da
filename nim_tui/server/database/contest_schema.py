"""What is kept of ladders and tournaments."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from nim_tui.server.database.schema import METADATA


def _person(name: str) -> Column[int]:
    """A column that names an account, with which the row goes."""
    gone = ForeignKey("accounts.id", ondelete="CASCADE")
    return Column(name, gone, nullable=False, index=True)


LADDER_PLACES: Final = Table(
    "ladder_places",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("place", Integer, nullable=False),
    Column("joined", Double, nullable=False),
)
"""Who stands on the ladder of a game, in the order of `place`: a number may be missing."""

LADDER_CHALLENGES: Final = Table(
    "ladder_challenges",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    _person("challenger"),
    _person("challenged"),
    Column("clock", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("ends", Double, nullable=False),
    Column("state", String(10), nullable=False),
    Column("table", ForeignKey("tables.id", ondelete="SET NULL"), index=True),
    Column("settled", Double),
    Column("is_told", Boolean, nullable=False, default=False, server_default="0"),
    Index("ladder_challenges_by_state", "game", "state", "settled"),
    sqlite_autoincrement=True,
)
"""`state` is one of nim_tui.server.ladder.challenge; one that is open is to be accepted before it
`ends`; `is_told`: those whom it is about were told how it stands."""

TOURNAMENTS: Final = Table(
    "tournaments",
    METADATA,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("title", String(100), nullable=False),
    Column("host", ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    Column("visibility", String(10), nullable=False),
    Column("status", String(10), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("size", Integer, nullable=False),
    Column("clock", Text, nullable=False),
    Column("rated_from", Integer),
    Column("bot", String(40)),
    Column("begins_full", Boolean, nullable=False),
    Column("options", Text, nullable=False, default="{}", server_default="{}"),
    Column("round", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("ended", Double),
    Column("is_told", Boolean, nullable=False, default=True, server_default="1"),
    Index("tournaments_by_status", "status", "created"),
)
"""For `size` players with so many `seats` at a table; bots of a level fill it; `round` is the last
one whose games were made, 0 before it begins; `status` is that of a table, or `closed`;
`options` are those of the game that are not as usual."""

TOURNAMENT_PLAYERS: Final = Table(
    "tournament_players",
    METADATA,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("account", ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    Column("bot", String(40)),
    Column("name", String(40), nullable=False),
    UniqueConstraint("tournament", "account"),
)
"""From 0, by lot once it begins. `bot` is a level and `name` how it is called; without account and
bot it is somebody whose account is gone."""

TOURNAMENT_INVITED: Final = Table(
    "tournament_invited",
    METADATA,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True),
)

TOURNAMENT_GAMES: Final = Table(
    "tournament_games",
    METADATA,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("players", String(40), nullable=False),
    Column("table", ForeignKey("tables.id", ondelete="SET NULL"), index=True),
)
"""`players` are their numbers by seats, with blanks between."""


def add_contests(connection: Connection, real: str, number: str) -> None:
    """Make these sheets in an older database, by its types of a Double and of row numbers."""
    gone = "INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE"
    table = '"table" VARCHAR(20) REFERENCES tables (id) ON DELETE SET NULL'
    for statement in (
        f"CREATE TABLE ladder_places (game VARCHAR(40) NOT NULL, account {gone},"
        f" place INTEGER NOT NULL, joined {real} NOT NULL, PRIMARY KEY (game, account))",
        "CREATE INDEX ix_ladder_places_account ON ladder_places (account)",
        f"CREATE TABLE ladder_challenges (id {number},"
        f" game VARCHAR(40) NOT NULL, challenger {gone}, challenged {gone}, clock TEXT NOT NULL,"
        f" made {real} NOT NULL, ends {real} NOT NULL, state VARCHAR(10) NOT NULL, {table},"
        f" settled {real}, is_told BOOLEAN NOT NULL DEFAULT '0')",
        "CREATE INDEX ix_ladder_challenges_challenger ON ladder_challenges (challenger)",
        "CREATE INDEX ix_ladder_challenges_challenged ON ladder_challenges (challenged)",
        'CREATE INDEX ix_ladder_challenges_table ON ladder_challenges ("table")',
        "CREATE INDEX ladder_challenges_by_state ON ladder_challenges (game, state, settled)",
        *_tournaments(real, table),
    ):
        connection.exec_driver_sql(statement)


def add_tournament_options(connection: Connection) -> None:
    """Let the tournaments of an older database have options: the usual ones."""
    connection.exec_driver_sql(
        "ALTER TABLE tournaments ADD COLUMN options TEXT NOT NULL DEFAULT '{}'"
    )


def _tournaments(real: str, table: str) -> tuple[str, ...]:
    kept = "INTEGER REFERENCES accounts (id) ON DELETE SET NULL"
    gone = "INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE"
    whole = "tournament VARCHAR(20) NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE"
    return (
        "CREATE TABLE tournaments (id VARCHAR(20) NOT NULL PRIMARY KEY, game VARCHAR(40) NOT NULL,"
        f" title VARCHAR(100) NOT NULL, host {kept}, visibility VARCHAR(10) NOT NULL,"
        " status VARCHAR(10) NOT NULL, seats INTEGER NOT NULL, size INTEGER NOT NULL,"
        " clock TEXT NOT NULL, rated_from INTEGER, bot VARCHAR(40), begins_full BOOLEAN NOT NULL,"
        f" round INTEGER NOT NULL, created {real} NOT NULL, ended {real},"
        " is_told BOOLEAN NOT NULL DEFAULT '1')",
        "CREATE INDEX ix_tournaments_host ON tournaments (host)",
        "CREATE INDEX tournaments_by_status ON tournaments (status, created)",
        f"CREATE TABLE tournament_players ({whole}, number INTEGER NOT NULL, account {kept},"
        " bot VARCHAR(40), name VARCHAR(40) NOT NULL, PRIMARY KEY (tournament, number),"
        " UNIQUE (tournament, account))",
        "CREATE INDEX ix_tournament_players_account ON tournament_players (account)",
        f"CREATE TABLE tournament_invited ({whole}, account {gone},"
        " PRIMARY KEY (tournament, account))",
        "CREATE INDEX ix_tournament_invited_account ON tournament_invited (account)",
        f"CREATE TABLE tournament_games ({whole}, round INTEGER NOT NULL, board INTEGER NOT NULL,"
        f" players VARCHAR(40) NOT NULL, {table}, PRIMARY KEY (tournament, round, board))",
        'CREATE INDEX ix_tournament_games_table ON tournament_games ("table")',
    )
