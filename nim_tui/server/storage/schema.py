"""All tables of the database.

A change here needs a migration: `make migration`. A server with an SQLite file is alone, and does
not use the tables for several servers (`nodes` to `done_lately`). Addresses are stored while
somebody connects from there, and an hour or a day longer.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    column,
    text,
)

METADATA: Final = MetaData()

OPEN, RUNNING, OVER = "open", "running", "over"
"""The stages of a table: open for players, running, over."""

PLAYERS, SPECTATORS = "players", "spectators"
"""The chat channels of a table; the lobby has only the first."""

PUBLIC, PRIVATE = "public", "private"
"""The visibility of a table: public, or only for host, players and invited people."""


MEMBER, MODERATOR, ADMIN = "member", "moderator", "admin"
"""The roles of accounts, each with all rights of those before."""
BOT = "bot"
"""The role of an account that a program plays for: it has no other, before or after."""


def _account(name: str = "account", **more: Any) -> Column[int]:
    """Return a column that names an account; NULL once the account is deleted."""
    return Column(name, ForeignKey("accounts.id", ondelete="SET NULL"), index=True, **more)


def _owner(**more: Any) -> Column[int]:
    """Return a column that names the account a row belongs to and is deleted with."""
    return Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, **more)


def _table(**more: Any) -> Column[str]:
    """Return a column that names the table a row belongs to and is deleted with."""
    return Column("table", ForeignKey("tables.id", ondelete="CASCADE"), **more)


def _person(name: str) -> Column[int]:
    """Return a column that names an account with which the row is deleted."""
    gone = ForeignKey("accounts.id", ondelete="CASCADE")
    return Column(name, gone, nullable=False, index=True)


def _key() -> Column[str]:
    """Return a column that names a key with which the row is deleted."""
    gone = ForeignKey("keys.fingerprint", ondelete="CASCADE")
    return Column("fingerprint", String(100), gone, primary_key=True)


def _subscription() -> Column[int]:
    """Return a column that names a subscription with which the row is deleted."""
    gone = ForeignKey("notice_subscriptions.id", ondelete="CASCADE")
    return Column("subscription", gone, primary_key=True)


NOBODY: Final = "-"
"""The skeleton for a seat reserved for a name that nobody had; no name has it."""

SCHEMA: Final = Table(
    "nim_tui_version",
    METADATA,
    Column("version_num", String(32)),
    PrimaryKeyConstraint("version_num", name="nim_tui_version_pkc"),
)
"""The revision of the database, as Alembic keeps it: the number of its last migration."""

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("skeleton", String(100), nullable=False, unique=True),
    Column("folded", String(100), nullable=False, unique=True),
    Column("settings", Text, nullable=False, default="{}"),
    Column("is_guest", Boolean, nullable=False, default=False),
    Column("created", Double, nullable=False),
    Column("last_seen", Double, nullable=False),
    Column("browser", String(50)),
    Column("role", String(10), nullable=False, default=MEMBER, server_default=MEMBER),
    sqlite_autoincrement=True,
)
"""No account number is reused, in databases made by this version: a guest's may still be known.

`browser`: the digest of a secret by which a guest's browser finds the account again.
"""

KEYS: Final = Table(
    "keys",
    METADATA,
    Column("fingerprint", String(100), primary_key=True),
    _owner(index=True),
    Column("added", Double, nullable=False),
    Column("name", String(40), nullable=False, default="", server_default=""),
)
"""`name` is chosen by its owner."""

BOTS: Final = Table(
    "bots",
    METADATA,
    _owner(primary_key=True),
    Column("owner", ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    Column("owner_name", String(40), nullable=False),
    Column("source", String(200), nullable=False, default="", server_default=""),
    Column("games", Text, nullable=False, default="[]", server_default="[]"),
    Column("accepts", String(10), nullable=False, default="everyone", server_default="everyone"),
    Column("has_league", Boolean, nullable=False, default=True, server_default="1"),
    Column("made", Double, nullable=False),
    Column("is_paused", Boolean, nullable=False, default=False, server_default="0"),
)
"""The accounts of bots, each with the account that answers for it; `owner_name` outlives that one.

As a bot said last: its `source`, its `games` (a list as JSON; empty: all), whose invitations it
`accepts`, and whether it takes part in the league. The owner has it paused (`is_paused`) or not.
"""

CODES: Final = Table(
    "codes",
    METADATA,
    _owner(primary_key=True),
    Column("salt", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("made", Double, nullable=False),
    Column("tries", Integer, nullable=False, default=0),
)

INVITATIONS: Final = Table(
    "invitations",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), index=True),
    Column("made", Double, nullable=False),
    Column("ends", Double, nullable=False),
    Column("used", Double),
)
"""`account` made the invitation (NULL: an admin); used ones are kept, and count, until `ends`."""

BANS: Final = Table(
    "bans",
    METADATA,
    Column("kind", String(10), primary_key=True),
    Column("subject", String(100), primary_key=True),
    Column("reason", String(200), nullable=False),
    Column("made_by", String(40), nullable=False),
    Column("added", Double, nullable=False),
    Column("ends", Double),
)
"""`kind` and `subject` are those of `bans.Banned`."""

MUTES: Final = Table(
    "mutes",
    METADATA,
    _owner(primary_key=True),
    Column("ends", Double),
)
"""Mutes of accounts, until `ends`."""

WARNINGS: Final = Table(
    "warnings",
    METADATA,
    Column("id", Integer, primary_key=True),
    _owner(index=True),
    Column("text", Text, nullable=False),
    Column("time", Double, nullable=False),
    Column("told", Double),
    sqlite_autoincrement=True,
)
"""Warnings by moderators; `told` is when the person was told."""

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("header", Text, nullable=False),
    Column("title", String(100), nullable=False),
    Column("sought", String(200), nullable=False),
    _account("host"),
    Column("visibility", String(10), nullable=False),
    Column("status", String(10), nullable=False),
    Column("clock", Text),
    Column("created", Double, nullable=False),
    Column("last_move", Double, nullable=False),
    Column("moves", Integer, nullable=False, default=0),
    Column("plies", Integer, nullable=False, default=0),
    Column("result", Text),
    Column("rated_from", Integer, server_default="0"),
    Column("allows_bots", Boolean, nullable=False, default=False, server_default="0"),
    Column("club", Integer, index=True),
    Index("tables_by_status", "status", "last_move"),
    Index("tables_by_age", "status", "created"),
)
"""`moves` counts moves without undone ones, `plies` all lines; `result` is an EndEntry.

The game is rated if it has at least `rated_from` moves; NULL: it is casual. Bots of other people
may take its free seats if it `allows_bots`. Members of its `club`, if any, see a private one as
invited people do, and take its free seats.
"""

SEATS: Final = Table(
    "seats",
    METADATA,
    _table(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Column("sought", String(100), nullable=False),
    _account(),
    Column("invited", String(40)),
    Column("invited_skeleton", String(100), index=True),
    Column("bot", String(40)),
    Column("stand_in", String(40)),
    Column("must_move", Boolean, nullable=False, default=False),
    Column("used", Double, nullable=False, default=0.0, server_default="0"),
    Column("since", Double),
    Column("joined", Double),
    Column("is_rated", Boolean, nullable=False, default=True, server_default="1"),
    Column("has_left", Boolean, nullable=False, default=False, server_default="0"),
    Column("lent_moves", Integer, nullable=False, default=0, server_default="0"),
    UniqueConstraint("table", "account"),
)
"""`invited`: the name skeleton of the only account for the seat, or NOBODY for invite links.

`stand_in` plays while a person is away, and has made `lent_moves` for them; `used` (seconds) and
`since` are the seat's clock; `joined` is when it was taken. The start of the game settles whether
the seat `is_rated`, its end whether its person `has_left`.
"""

EXCLUSIONS: Final = Table(
    "exclusions",
    METADATA,
    _table(primary_key=True),
    _owner(primary_key=True, index=True),
)
"""The people who may no longer come to a table."""

LINES: Final = Table(
    "lines",
    METADATA,
    _table(primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("line", Text, nullable=False),
    Column("time", Double, nullable=False),
)

DAY_MESSAGES: Final = Table(
    "day_messages",
    METADATA,
    Column("language", String(10), primary_key=True),
    Column("text", Text, nullable=False),
    Column("time", Double, nullable=False),
)
"""The message of the day, as an admin set it; without rows that of the settings is shown."""

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True),
    _table(nullable=True),
    _account(),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("time", Double, nullable=False),
    Column("channel", String(10), nullable=False, default=PLAYERS, server_default=PLAYERS),
    Index("chat_by_place", "table", "id"),
    Index("chat_by_channel", "table", "channel", "id"),
    sqlite_autoincrement=True,
)
"""A message without a table is in the lobby, or in the `channel` of a club; `name` outlives the
account.
"""

JOINED, INVITED, EXCLUDED = "joined", "invited", "excluded"
"""The standings of an account in a club: a member, invited by the captain, turned away."""

CLUBS: Final = Table(
    "clubs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("skeleton", String(200), nullable=False, unique=True),
    _account("captain"),
    Column("is_open", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    sqlite_autoincrement=True,
)
"""The clubs: anyone can join one that `is_open`, invited people the others."""

CLUB_MEMBERS: Final = Table(
    "club_members",
    METADATA,
    Column("club", ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    _owner(primary_key=True, index=True),
    Column("standing", String(10), nullable=False),
    Column("since", Double, nullable=False),
)
"""The members of clubs, and the people invited or excluded; `since` then."""

BLOCKS: Final = Table(
    "blocks",
    METADATA,
    _owner(primary_key=True),
    Column("blocked", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True),
)
"""The people that `account` has blocked."""

FOLLOWS: Final = Table(
    "follows",
    METADATA,
    _owner(primary_key=True),
    Column("followed", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True),
)
"""The people that `account` follows."""

PRIVATE_MESSAGES: Final = Table(
    "private_messages",
    METADATA,
    Column("id", Integer, primary_key=True),
    _person("writer"),
    _person("reader"),
    Column("text", Text, nullable=False),
    Column("time", Double, nullable=False),
    Column("read", Double),
    sqlite_autoincrement=True,
)
"""Messages between two people; `read` is when the reader saw it first."""

REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    _account("reporter"),
    Column("reporter_name", String(40), nullable=False),
    _account("about"),
    Column("about_name", String(40), nullable=False),
    Column("reason", Text, nullable=False),
    Column("place", String(20)),
    Column("lines", Text, nullable=False),
    Column("time", Double, nullable=False),
    Column("closed", Double),
    Column("note", Text, nullable=False, default="", server_default=""),
    sqlite_autoincrement=True,
)
"""`place` is a table, or None for the lobby; `lines` are the last messages there, as JSON."""

AUDIT: Final = Table(
    "audit",
    METADATA,
    Column("id", Integer, primary_key=True),
    _account("issuer"),
    Column("issuer_name", String(40), nullable=False),
    Column("is_command", Boolean, nullable=False),
    Column("what", String(30), nullable=False),
    _account("whom"),
    Column("whom_name", String(120), nullable=False),
    Column("why", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("report", ForeignKey("reports.id", ondelete="SET NULL"), index=True),
    Column("time", Double, nullable=False),
    sqlite_autoincrement=True,
)
"""The orders of the staff. `what` is the tag of an order, `facts` its further fields as JSON;
`report` is the report that it answers.
"""

VACATIONS: Final = Table(
    "vacations",
    METADATA,
    Column("id", Integer, primary_key=True),
    _owner(index=True),
    Column("begins", Double, nullable=False),
    Column("ends", Double, nullable=False),
    sqlite_autoincrement=True,
)
"""The vacations of accounts: in between, their clocks stand in correspondence games."""

RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE")),
    Column("bot", String(40)),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    UniqueConstraint("game", "account"),
    UniqueConstraint("game", "bot"),
)

RATING_COURSE: Final = Table(
    "rating_course",
    METADATA,
    Column("id", Integer, primary_key=True),
    _owner(),
    Column("game", String(40), nullable=False),
    _table(nullable=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("time", Double, nullable=False),
    Index("course_by_account", "account", "game", "id"),
)
"""The rating of an account after each rated game."""


LADDER_PLACES: Final = Table(
    "ladder_places",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("place", Integer, nullable=False),
    Column("joined", Double, nullable=False),
)
"""The accounts on the ladder of a game, in order of `place`, which may have gaps."""

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
"""`state` is one of nim_tui.server.contests.ladder; an open one must be accepted before `ends`;
`is_told`: its people were told of the state.
"""

TOURNAMENTS: Final = Table(
    "tournaments",
    METADATA,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("title", String(100), nullable=False),
    _account("host"),
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
    Column("event", Text, nullable=False, default="{}", server_default="{}"),
    Column("starts", Double),
    Column("begun", Double),
    Column("club", Integer, index=True),
    Index("tournaments_by_status", "status", "created"),
)
"""Members of its `club`, if any, see a private one as invited people do.

For `size` players with `seats` at a table; `bot` is the level that fills it; `round` is the
latest made, 0 before the start; `status` is that of a table, or `closed`; `options` are those other
than defaults; `event` is an EventTerms; `starts` is the planned time, `begun` that of the start.
"""

TOURNAMENT_PLAYERS: Final = Table(
    "tournament_players",
    METADATA,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _account(),
    Column("bot", String(40)),
    Column("name", String(40), nullable=False),
    Column("team", String(80), nullable=False, default="", server_default=""),
    Column("is_out", Boolean, nullable=False, default=False, server_default="0"),
    Column("is_checked_in", Boolean, nullable=False, default=False, server_default="0"),
    Column("asks_bye", Boolean, nullable=False, default=False, server_default="0"),
    UniqueConstraint("tournament", "account"),
)
"""Numbered from 0: at the start by lot or by strength, then as they enter. Who `is_out` is paired
no more. `bot` is a level and `name` its name; without account and bot the account is gone.
"""

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
    Column("is_half", Boolean, nullable=False, default=False, server_default="0"),
)
"""`players` are their numbers by seat, separated by blanks; a player alone has a bye, which may be
worth only half a point.
"""

WEBHOOK, NTFY, DISCORD, SLACK = "webhook", "ntfy", "discord", "slack"
MAIL, PUSH, FEED = "mail", "push", "feed"
WEBHOOKS: Final = (WEBHOOK, NTFY, DISCORD, SLACK)
KINDS: Final = (MAIL, PUSH, NTFY, DISCORD, SLACK, WEBHOOK, FEED)
"""The kinds of notifications; an account has at most one subscription of each."""

LONGEST_ADDRESS: Final = 500
"""The longest address, in characters."""

SUBSCRIPTIONS: Final = Table(
    "notice_subscriptions",
    METADATA,
    Column("id", Integer, primary_key=True),
    _owner(),
    Column("kind", String(10), nullable=False),
    Column("address", String(LONGEST_ADDRESS), nullable=False),
    Column("language", String(10), nullable=False),
    Column("is_on", Boolean, nullable=False, default=False),
    Column("is_daily", Boolean, nullable=False, default=False),
    Column("added", Double, nullable=False),
    Column("confirmed", Double),
    Column("code", String(64)),
    Column("code_made", Double),
    Column("code_tries", Integer, nullable=False, default=0),
    Column("stop", String(64), nullable=False, unique=True),
    Column("feed", String(64), unique=True),
    Column("sent", Double),
    Column("failures", Integer, nullable=False, default=0),
    Column("tried", Double),
    Column("what", String(10), nullable=False, default=""),
    Column("how", String(40), nullable=False, default=""),
    UniqueConstraint("account", "kind"),
    sqlite_autoincrement=True,
)
"""Nothing is sent before it is `confirmed`: a mail address by a `code`, of which a digest is
stored.

Anyone with `stop` may turn it off; `feed` is a digest of the secret of a feed. `sent` is the time
of the last delivery, `failures` the number of consecutive ones given up; `what` was `tried` last,
and `how` is the result. `is_daily`: one mail a day for all games, instead of one per game.
"""

NOTICES: Final = Table(
    "notices",
    METADATA,
    _subscription(),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("turn", Double, nullable=False),
    Column("due", Double),
    Column("tries", Integer, nullable=False, default=0),
    Column("sent", Double),
    Column("ends", Double),
    Index("notices_by_due", "due"),
    Index("ix_notices_table", "table"),
)
"""The last `turn` (its start) that a subscription is notified of.

It is sent when `due`; NULL: it was `sent`, given up or is outdated. `ends`: it reminds of when the
time runs out. The row prevents a second
notification of the same turn.
"""

CHALLENGE_NOTICES: Final = Table(
    "challenge_notices",
    METADATA,
    _subscription(),
    Column("challenge", ForeignKey("ladder_challenges.id", ondelete="CASCADE"), primary_key=True),
    Column("due", Double, index=True),
    Column("tries", Integer, nullable=False, default=0),
    Column("sent", Double),
    Index("ix_challenge_notices_challenge", "challenge"),
)
"""The challenges that a subscription is notified of, each once; the rest as for turns."""

ALERTS: Final = Table(
    "alerts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("subject", String(100), nullable=False),
    _account("about"),
    Column("time", Double, nullable=False, index=True),
    Column("is_queued", Boolean, nullable=False, default=False, server_default="0"),
    sqlite_autoincrement=True,
)
"""What the staff are told of; `about` is whom a report is about, who is not told."""

ALERT_NOTICES: Final = Table(
    "alert_notices",
    METADATA,
    _subscription(),
    Column("alert", ForeignKey("alerts.id", ondelete="CASCADE"), primary_key=True),
    Column("due", Double, index=True),
    Column("tries", Integer, nullable=False, default=0),
    Column("sent", Double),
    Index("ix_alert_notices_alert", "alert"),
)
"""The alerts that a subscription is notified of, each once; the rest as for turns."""

LONGEST_PART: Final = 1400
"""The most characters of a credential's id or public key, in base64url."""
LONGEST_TRANSPORTS: Final = 100
"""The most characters of a device's transports."""


PASSKEYS: Final = Table(
    "passkeys",
    METADATA,
    _key(),
    Column("credential", String(LONGEST_PART), nullable=False),
    Column("public_key", String(LONGEST_PART), nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("handle", String(100), nullable=False),
    Column("transports", String(LONGEST_TRANSPORTS), nullable=False),
    Column("used", Double),
)
"""`handle` is by what devices know an account; `counter` the device's signature counter, if any;
`used` the last use. Account, name and age are in its row in `keys`.
"""

PASSKEY_BROWSERS: Final = Table("passkey_browsers", METADATA, _key())
"""The keys of browsers that signed in by a passkey, and may again."""

PASSKEY_CHALLENGES: Final = Table(
    "passkey_challenges",
    METADATA,
    Column("visit", String(64), primary_key=True),
    Column("challenge", String(100), nullable=False),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), index=True),
    Column("handle", String(100), nullable=False),
    Column("made", Double, nullable=False),
    Index("passkey_challenges_by_age", "made"),
)
"""The challenges for passkeys, each used once.

For a new passkey of `account`, or (NULL) to sign in with an existing one. `visit` is a digest of a
secret of the browser.
"""

NODES: Final = Table(
    "nodes",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(100), nullable=False),
    Column("version", Integer, nullable=False),
    sqlite_autoincrement=True,
)
"""The servers at one PostgreSQL; `version` is that of its schema. Locks show which ones live."""

SERVER_LOCKS: Final = "hashtext('nim_tui ' || current_schema())"
"""The first number of the locks of living servers, as an SQL expression: schemas of one database
are separate. The second number is that of the server.
"""
LOCKS_HERE: Final = (
    "FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
CLOCK: Final = "extract(epoch FROM clock_timestamp())::float8"
"""The time of a PostgreSQL, in seconds since 1970, as an SQL expression."""
LIVING_NODES: Final = (
    f"SELECT objid::bigint {LOCKS_HERE} AND objsubid = 2 AND objid > 0"
    f" AND classid = {SERVER_LOCKS}::oid"
)
"""The query for the numbers of the servers that live."""


def lives() -> ColumnElement[bool]:
    """Return the condition that the node of a row lives. For PostgreSQL only."""
    return NODES.c.id.in_(text(LIVING_NODES).columns(column("objid", Integer)))


PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("node", ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
    Column("visit", Integer, primary_key=True, autoincrement=False),
    _person("account"),
    Column("place", String(20)),
)
"""The sessions of each server, with the table on their screens."""

BOARDS: Final = Table(
    "boards",
    METADATA,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("board", Text, nullable=False, default="{}", server_default="{}"),
    Column("again", String(20)),
)
"""The shared facts of a running game beyond its moves: offers and votes, as JSON, and the table of
its rematch.
"""

LONGEST_WHO: Final = 120
"""The most characters of an address, a key or an account number."""

TAKEN_TOKENS: Final = Table(
    "done_lately",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("kind", String(30), nullable=False),
    Column("who", String(LONGEST_WHO), nullable=False),
    Column("ends", Double, nullable=False, index=True),
    Index("done_by_who", "who", "kind", "ends"),
)
"""Tokens taken from rate limits, until they return (`ends`)."""

PUSH_KEY: Final = Table(
    "push_key",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("pem", Text, nullable=False),
    Column("made", Double, nullable=False),
)
"""A single row, for all servers at the database: browsers' subscriptions are bound to this key."""

PUSH_BROWSERS: Final = Table(
    "push_browsers",
    METADATA,
    _subscription(),
    Column("point", String(100), nullable=False),
    Column("auth", String(30), nullable=False),
)
"""The keys of browser subscriptions for encryption, as browsers write them."""

SEAT_LINKS: Final = Table(
    "seat_links",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    _person("made_by"),
    Column("made", Double, nullable=False),
    Column("used", Double),
    _account("used_by"),
)
"""The digests of invite tokens; `used` ones are kept until the game is over."""

HOST_KEYS: Final = Table(
    "host_keys",
    METADATA,
    Column("role", String(10), primary_key=True),
    Column("pem", Text, nullable=False),
    Column("due", Double),
)
"""`role` is NOW, for the key by which servers sign, or NEXT (nim_tui.server.ssh.host_key): that one
takes over when `due`, if a server up to 0.2 set it, and otherwise by hand.
"""
