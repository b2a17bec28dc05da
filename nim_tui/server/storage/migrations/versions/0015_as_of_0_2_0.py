"""The schema as nim_tui 0.2.0 left it: where migrations begin."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
)

revision = "0015"
down_revision = None


def _goes_with(column: str) -> ForeignKey:
    return ForeignKey(column, ondelete="CASCADE")


def _outlives(column: str) -> ForeignKey:
    return ForeignKey(column, ondelete="SET NULL")


# fmt: off
def upgrade() -> None:
    """Make every table."""
    op.create_table("accounts", Column("id", Integer, primary_key=True),
        Column("name", String(40), nullable=False),
        Column("skeleton", String(100), nullable=False, unique=True),
        Column("folded", String(100), nullable=False, unique=True),
        Column("settings", Text, nullable=False), Column("is_guest", Boolean, nullable=False),
        Column("created", Double, nullable=False), Column("last_seen", Double, nullable=False),
        sqlite_autoincrement=True)
    op.create_table("bans", Column("kind", String(10), primary_key=True),
        Column("subject", String(100), primary_key=True),
        Column("reason", String(200), nullable=False),
        Column("made_by", String(40), nullable=False), Column("added", Double, nullable=False),
        Column("ends", Double))
    op.create_table("done_lately", Column("id", Integer, primary_key=True),
        Column("kind", String(30), nullable=False), Column("who", String(120), nullable=False),
        Column("ends", Double, nullable=False, index=True),
        Index("done_by_who", "who", "kind", "ends"))
    op.create_table("host_keys", Column("role", String(10), primary_key=True),
        Column("pem", Text, nullable=False), Column("due", Double))
    op.create_table("nodes", Column("id", Integer, primary_key=True),
        Column("name", String(100), nullable=False), Column("version", Integer, nullable=False),
        Column("beat", Double, nullable=False), Column("home", String(64)),
        sqlite_autoincrement=True)
    op.create_table("paces", Column("kind", String(20), primary_key=True),
        Column("who", String(100), primary_key=True),
        Column("full_at", Double, nullable=False, index=True))
    op.create_table("posts", Column("id", Integer, primary_key=True),
        Column("node", Integer, nullable=False), Column("body", Text, nullable=False),
        Column("time", Double, nullable=False), Index("posts_by_time", "time"),
        sqlite_autoincrement=True)
    op.create_table("push_key", Column("id", Integer, primary_key=True, autoincrement=False),
        Column("pem", Text, nullable=False), Column("made", Double, nullable=False))
    op.create_table("blocks",
        Column("account", Integer, _goes_with("accounts.id"), primary_key=True),
        Column("blocked", Integer, _goes_with("accounts.id"), primary_key=True, index=True))
    op.create_table("codes",
        Column("account", Integer, _goes_with("accounts.id"), primary_key=True),
        Column("salt", String(64), nullable=False), Column("digest", String(64), nullable=False),
        Column("made", Double, nullable=False), Column("tries", Integer, nullable=False))
    op.create_table("invitations", Column("digest", String(64), primary_key=True),
        Column("account", Integer, _goes_with("accounts.id"), index=True),
        Column("made", Double, nullable=False), Column("ends", Double, nullable=False),
        Column("used", Double))
    op.create_table("keys", Column("fingerprint", String(100), primary_key=True),
        Column("account", Integer, _goes_with("accounts.id"), nullable=False, index=True),
        Column("added", Double, nullable=False),
        Column("name", String(40), nullable=False, server_default=""))
    op.create_table("ladder_places", Column("game", String(40), primary_key=True),
        Column("account", Integer, _goes_with("accounts.id"), primary_key=True, index=True),
        Column("place", Integer, nullable=False), Column("joined", Double, nullable=False))
    op.create_table("mutes",
        Column("account", Integer, _goes_with("accounts.id"), primary_key=True),
        Column("ends", Double))
    op.create_table("notice_subscriptions", Column("id", Integer, primary_key=True),
        Column("account", Integer, _goes_with("accounts.id"), nullable=False),
        Column("kind", String(10), nullable=False), Column("address", String(500), nullable=False),
        Column("language", String(10), nullable=False), Column("is_on", Boolean, nullable=False),
        Column("is_daily", Boolean, nullable=False), Column("added", Double, nullable=False),
        Column("confirmed", Double), Column("code", String(64)), Column("code_made", Double),
        Column("code_tries", Integer, nullable=False),
        Column("stop", String(64), nullable=False, unique=True),
        Column("feed", String(64), unique=True), Column("sent", Double),
        Column("failures", Integer, nullable=False), Column("tried", Double),
        Column("what", String(10), nullable=False), Column("how", String(40), nullable=False),
        UniqueConstraint("account", "kind"), sqlite_autoincrement=True)
    op.create_table("passkey_challenges", Column("visit", String(64), primary_key=True),
        Column("challenge", String(100), nullable=False),
        Column("account", Integer, _goes_with("accounts.id"), index=True),
        Column("handle", String(100), nullable=False), Column("made", Double, nullable=False),
        Index("passkey_challenges_by_age", "made"))
    op.create_table("places", Column("node", Integer, _goes_with("nodes.id"), primary_key=True),
        Column("kind", String(30), primary_key=True),
        Column("whose", String(120), primary_key=True), Column("taken", Integer, nullable=False),
        Index("places_by_whose", "whose", "kind"))
    op.create_table("presence",
        Column("node", Integer, _goes_with("nodes.id"), primary_key=True),
        Column("visit", Integer, primary_key=True),
        Column("account", Integer, _goes_with("accounts.id"), nullable=False, index=True),
        Column("place", String(20)))
    op.create_table("ratings", Column("id", Integer, primary_key=True),
        Column("game", String(40), nullable=False),
        Column("account", Integer, _goes_with("accounts.id")), Column("bot", String(40)),
        Column("mu", Double, nullable=False), Column("sigma", Double, nullable=False),
        Column("games", Integer, nullable=False), UniqueConstraint("game", "account"),
        UniqueConstraint("game", "bot"))
    op.create_table("reports", Column("id", Integer, primary_key=True),
        Column("reporter", Integer, _outlives("accounts.id"), index=True),
        Column("reporter_name", String(40), nullable=False),
        Column("about", Integer, _outlives("accounts.id"), index=True),
        Column("about_name", String(40), nullable=False), Column("reason", Text, nullable=False),
        Column("place", String(20)), Column("lines", Text, nullable=False),
        Column("time", Double, nullable=False), Column("closed", Double),
        Column("note", Text, nullable=False, server_default=""), sqlite_autoincrement=True)
    op.create_table("tables", Column("id", String(20), primary_key=True),
        Column("game", String(40), nullable=False), Column("header", Text, nullable=False),
        Column("title", String(100), nullable=False), Column("sought", String(200), nullable=False),
        Column("host", Integer, _outlives("accounts.id"), index=True),
        Column("visibility", String(10), nullable=False),
        Column("status", String(10), nullable=False), Column("clock", Text),
        Column("created", Double, nullable=False), Column("last_move", Double, nullable=False),
        Column("moves", Integer, nullable=False), Column("plies", Integer, nullable=False),
        Column("result", Text), Column("rated_from", Integer, server_default="0"),
        Index("tables_by_age", "status", "created"),
        Index("tables_by_status", "status", "last_move"))
    op.create_table("tournaments", Column("id", String(20), primary_key=True),
        Column("game", String(40), nullable=False), Column("title", String(100), nullable=False),
        Column("host", Integer, _outlives("accounts.id"), index=True),
        Column("visibility", String(10), nullable=False),
        Column("status", String(10), nullable=False), Column("seats", Integer, nullable=False),
        Column("size", Integer, nullable=False), Column("clock", Text, nullable=False),
        Column("rated_from", Integer), Column("bot", String(40)),
        Column("begins_full", Boolean, nullable=False),
        Column("options", Text, nullable=False, server_default="{}"),
        Column("round", Integer, nullable=False), Column("created", Double, nullable=False),
        Column("ended", Double), Column("is_told", Boolean, nullable=False, server_default="1"),
        Index("tournaments_by_status", "status", "created"))
    op.create_table("chat", Column("id", Integer, primary_key=True),
        Column("table", String(20), _goes_with("tables.id")),
        Column("account", Integer, _outlives("accounts.id"), index=True),
        Column("name", String(40), nullable=False), Column("text", Text, nullable=False),
        Column("time", Double, nullable=False),
        Column("channel", String(10), nullable=False, server_default="players"),
        Index("chat_by_place", "table", "id"), sqlite_autoincrement=True)
    op.create_table("ladder_challenges", Column("id", Integer, primary_key=True),
        Column("game", String(40), nullable=False),
        Column("challenger", Integer, _goes_with("accounts.id"), nullable=False, index=True),
        Column("challenged", Integer, _goes_with("accounts.id"), nullable=False, index=True),
        Column("clock", Text, nullable=False), Column("made", Double, nullable=False),
        Column("ends", Double, nullable=False), Column("state", String(10), nullable=False),
        Column("table", String(20), _outlives("tables.id"), index=True), Column("settled", Double),
        Column("is_told", Boolean, nullable=False, server_default="0"),
        Index("ladder_challenges_by_state", "game", "state", "settled"), sqlite_autoincrement=True)
    op.create_table("lines",
        Column("table", String(20), _goes_with("tables.id"), primary_key=True),
        Column("ply", Integer, primary_key=True), Column("seat", Integer),
        Column("line", Text, nullable=False), Column("time", Double, nullable=False))
    op.create_table("live_tables",
        Column("table", String(20), _goes_with("tables.id"), primary_key=True),
        Column("node", Integer, _outlives("nodes.id"), index=True),
        Column("epoch", Integer, nullable=False),
        Column("board", Text, nullable=False, server_default="{}"), Column("again", String(20)))
    op.create_table("notices",
        Column("subscription", Integer, _goes_with("notice_subscriptions.id"), primary_key=True),
        Column("table", String(20), _goes_with("tables.id"), primary_key=True),
        Column("turn", Double, nullable=False), Column("due", Double),
        Column("tries", Integer, nullable=False), Column("sent", Double),
        Index("ix_notices_table", "table"), Index("notices_by_due", "due"))
    op.create_table("passkey_browsers",
        Column("fingerprint", String(100), _goes_with("keys.fingerprint"), primary_key=True))
    op.create_table("passkeys",
        Column("fingerprint", String(100), _goes_with("keys.fingerprint"), primary_key=True),
        Column("credential", String(1400), nullable=False),
        Column("public_key", String(1400), nullable=False),
        Column("counter", BigInteger, nullable=False),
        Column("handle", String(100), nullable=False),
        Column("transports", String(100), nullable=False), Column("used", Double))
    op.create_table("push_browsers",
        Column("subscription", Integer, _goes_with("notice_subscriptions.id"), primary_key=True),
        Column("point", String(100), nullable=False), Column("auth", String(30), nullable=False))
    op.create_table("rating_course", Column("id", Integer, primary_key=True),
        Column("account", Integer, _goes_with("accounts.id"), nullable=False),
        Column("game", String(40), nullable=False),
        Column("table", String(20), _goes_with("tables.id")), Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False), Column("time", Double, nullable=False),
        Index("course_by_account", "account", "game", "id"))
    op.create_table("seat_links", Column("digest", String(64), primary_key=True),
        Column("table", String(20), _goes_with("tables.id"), nullable=False, index=True),
        Column("made_by", Integer, _goes_with("accounts.id"), nullable=False, index=True),
        Column("made", Double, nullable=False), Column("used", Double),
        Column("used_by", Integer, _outlives("accounts.id"), index=True))
    op.create_table("seats",
        Column("table", String(20), _goes_with("tables.id"), primary_key=True),
        Column("seat", Integer, primary_key=True), Column("name", String(40), nullable=False),
        Column("sought", String(100), nullable=False),
        Column("account", Integer, _outlives("accounts.id"), index=True),
        Column("invited", String(40)), Column("invited_skeleton", String(100), index=True),
        Column("bot", String(40)), Column("stand_in", String(40)),
        Column("must_move", Boolean, nullable=False),
        Column("used", Double, nullable=False, server_default="0"), Column("since", Double),
        Column("joined", Double), Column("is_rated", Boolean, nullable=False, server_default="1"),
        Column("has_left", Boolean, nullable=False, server_default="0"),
        UniqueConstraint("table", "account"))
    op.create_table("tournament_games",
        Column("tournament", String(20), _goes_with("tournaments.id"), primary_key=True),
        Column("round", Integer, primary_key=True), Column("board", Integer, primary_key=True),
        Column("players", String(40), nullable=False),
        Column("table", String(20), _outlives("tables.id"), index=True))
    op.create_table("tournament_invited",
        Column("tournament", String(20), _goes_with("tournaments.id"), primary_key=True),
        Column("account", Integer, _goes_with("accounts.id"), primary_key=True, index=True))
    op.create_table("tournament_players",
        Column("tournament", String(20), _goes_with("tournaments.id"), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("account", Integer, _outlives("accounts.id"), index=True), Column("bot", String(40)),
        Column("name", String(40), nullable=False), UniqueConstraint("tournament", "account"))
    op.create_table("challenge_notices",
        Column("subscription", Integer, _goes_with("notice_subscriptions.id"), primary_key=True),
        Column("challenge", Integer, _goes_with("ladder_challenges.id"), primary_key=True),
        Column("due", Double, index=True), Column("tries", Integer, nullable=False),
        Column("sent", Double), Index("ix_challenge_notices_challenge", "challenge"))
