"""What is kept of passkeys, beside their rows among the keys of accounts."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Connection, Double, ForeignKey, Index, String, Table

from nim_tui.server.database.schema import METADATA

LONGEST_PART: Final = 1400
"""Characters of a credential's id or public key, written in base64url."""
LONGEST_TRANSPORTS: Final = 100
"""Characters of how a device is reached."""


def _key() -> Column[str]:
    """A column that names a key, with which the row goes."""
    gone = ForeignKey("keys.fingerprint", ondelete="CASCADE")
    return Column("fingerprint", String(100), gone, primary_key=True)


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
"""`handle` is what devices know an account by; `counter` how often this one has signed, if it
counts; `used` when it was shown last. Account, name and age are those of its row in `keys`."""

PASSKEY_BROWSERS: Final = Table("passkey_browsers", METADATA, _key())
"""Keys of browsers that came in by a passkey, and can again."""

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
"""What a page's visitor is to have signed, once: with a passkey that is new to `account`, or with
one that they have if there is none. `visit` is a digest of what their browser alone knows."""


def add_passkeys(connection: Connection, real: str) -> None:
    """Make these sheets in an older database, by its type of a Double."""
    key = (
        "fingerprint VARCHAR(100) NOT NULL PRIMARY KEY"
        " REFERENCES keys (fingerprint) ON DELETE CASCADE"
    )
    for statement in (
        f"CREATE TABLE passkeys ({key}, credential VARCHAR({LONGEST_PART}) NOT NULL,"
        f" public_key VARCHAR({LONGEST_PART}) NOT NULL, counter BIGINT NOT NULL,"
        " handle VARCHAR(100) NOT NULL,"
        f" transports VARCHAR({LONGEST_TRANSPORTS}) NOT NULL, used {real})",
        f"CREATE TABLE passkey_browsers ({key})",
        "CREATE TABLE passkey_challenges (visit VARCHAR(64) NOT NULL PRIMARY KEY,"
        " challenge VARCHAR(100) NOT NULL, account INTEGER"
        " REFERENCES accounts (id) ON DELETE CASCADE, handle VARCHAR(100) NOT NULL,"
        f" made {real} NOT NULL)",
        "CREATE INDEX ix_passkey_challenges_account ON passkey_challenges (account)",
        "CREATE INDEX passkey_challenges_by_age ON passkey_challenges (made)",
    ):
        connection.exec_driver_sql(statement)
