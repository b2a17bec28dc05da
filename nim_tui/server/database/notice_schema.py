"""Notices: who wants to be told that it is their turn, by which ways, and what is to be sent."""

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
    UniqueConstraint,
)

from nim_tui.server.database.schema import METADATA

WEBHOOK, NTFY, DISCORD, SLACK = "webhook", "ntfy", "discord", "slack"
MAIL, PUSH, FEED = "mail", "push", "feed"
WEBHOOKS: Final = (WEBHOOK, NTFY, DISCORD, SLACK)
KINDS: Final = (MAIL, PUSH, NTFY, DISCORD, SLACK, WEBHOOK, FEED)
"""By what notices come; an account has at most one of each."""

LONGEST_ADDRESS: Final = 500
"""Characters."""

SUBSCRIPTIONS: Final = Table(
    "notice_subscriptions",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
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
"""Nothing is sent before it is `confirmed`: a mail address by a `code`, a digest of which is kept.

Whoever knows `stop` may turn it off; `feed` is a digest of what whoever reads a feed knows.
`sent` is when something went out last, `failures` how many notices in a row were given up; `what`
was `tried` last, and `how` that went. `is_daily`: one mail a day for all games, instead of one a
game."""

NOTICES: Final = Table(
    "notices",
    METADATA,
    Column(
        "subscription",
        ForeignKey("notice_subscriptions.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("turn", Double, nullable=False),
    Column("due", Double),
    Column("tries", Integer, nullable=False, default=0),
    Column("sent", Double),
    Index("notices_by_due", "due"),
    Index("ix_notices_table", "table"),
)
"""The last `turn` (since when the seat is waited for) that a subscription is told of.

It is to be sent when it is `due`; without that it was `sent`, was given up or is of no use any
more. The row keeps one turn from being told twice."""

CHALLENGE_NOTICES: Final = Table(
    "challenge_notices",
    METADATA,
    Column(
        "subscription",
        ForeignKey("notice_subscriptions.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("challenge", ForeignKey("ladder_challenges.id", ondelete="CASCADE"), primary_key=True),
    Column("due", Double, index=True),
    Column("tries", Integer, nullable=False, default=0),
    Column("sent", Double),
    Index("ix_challenge_notices_challenge", "challenge"),
)
"""The challenges on ladders that a subscription is told of, each once; the rest as for turns."""


def add_challenge_notices(connection: Connection, real: str) -> None:
    """Make this sheet in an older database, by its type of a Double."""
    for statement in (
        "CREATE TABLE challenge_notices (subscription INTEGER NOT NULL"
        " REFERENCES notice_subscriptions (id) ON DELETE CASCADE, challenge INTEGER NOT NULL"
        f" REFERENCES ladder_challenges (id) ON DELETE CASCADE, due {real},"
        f" tries INTEGER NOT NULL, sent {real}, PRIMARY KEY (subscription, challenge))",
        "CREATE INDEX ix_challenge_notices_due ON challenge_notices (due)",
        "CREATE INDEX ix_challenge_notices_challenge ON challenge_notices (challenge)",
    ):
        connection.exec_driver_sql(statement)
