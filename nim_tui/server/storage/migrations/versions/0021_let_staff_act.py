"""Let staff act from inside: roles, an audit log, warnings, exclusions, alerts."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, String, Text

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the role, with which everybody is a member so far, and the log of orders."""
    op.add_column("accounts", Column("role", String(10), nullable=False, server_default="member"))
    op.create_table(
        "audit",
        Column("id", Integer, primary_key=True),
        Column("issuer", Integer, ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
        Column("issuer_name", String(40), nullable=False),
        Column("is_command", Boolean, nullable=False),
        Column("what", String(30), nullable=False),
        Column("whom", Integer, ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
        Column("whom_name", String(120), nullable=False),
        Column("why", Text, nullable=False),
        Column("facts", Text, nullable=False),
        Column("report", Integer, ForeignKey("reports.id", ondelete="SET NULL"), index=True),
        Column("time", Double, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "warnings",
        Column("id", Integer, primary_key=True),
        Column(
            "account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False,
            index=True,
        ),
        Column("text", Text, nullable=False),
        Column("time", Double, nullable=False),
        Column("told", Double),
        sqlite_autoincrement=True,
    )  # fmt: skip
    op.create_table(
        "exclusions",
        Column("table", String(20), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        Column(
            "account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True,
            index=True,
        ),
    )  # fmt: skip
    op.create_table(
        "alerts",
        Column("id", Integer, primary_key=True),
        Column("kind", String(10), nullable=False),
        Column("subject", String(100), nullable=False),
        Column("about", Integer, ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
        Column("time", Double, nullable=False, index=True),
        Column("is_queued", Boolean, nullable=False, server_default="0"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "alert_notices",
        Column(
            "subscription", Integer,
            ForeignKey("notice_subscriptions.id", ondelete="CASCADE"), primary_key=True,
        ),
        Column("alert", Integer, ForeignKey("alerts.id", ondelete="CASCADE"), primary_key=True),
        Column("due", Double, index=True),
        Column("tries", Integer, nullable=False),
        Column("sent", Double),
        Index("ix_alert_notices_alert", "alert"),
    )  # fmt: skip
