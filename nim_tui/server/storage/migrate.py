"""Opening a database and upgrading it by Alembic.

A step says in SQL of its own what is there after it: what `schema` says today is not what it said
then. A new step goes to the end, and what takes it back into tests/nim_tui/server/database.
"""

from __future__ import annotations

import asyncio
import logging
import os
import stat
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Final

from sqlalchemy import Connection, create_engine, insert, inspect, select, text, update
from sqlalchemy.engine import URL

from nim_tui.server.nodes.node_rows import unfit_nodes
from nim_tui.server.ssh.host_key import add_host_keys
from nim_tui.server.storage.database import (
    PATIENCE,
    Database,
    StorageError,
    prepare_sqlite,
    why_not,
)
from nim_tui.server.storage.schema import (
    LONGEST_ADDRESS,
    METADATA,
    NODES,
    SCHEMA,
    add_challenge_notices,
    add_contests,
    add_passkeys,
    add_places,
    add_push,
    add_seat_links,
    add_tournament_options,
)
from rules.messages import N_, Refusal, why

Step = Callable[[Connection], None]


def _add_clocks(connection: Connection) -> None:
    for column in ("used DOUBLE NOT NULL DEFAULT 0", "since DOUBLE"):
        connection.exec_driver_sql(f"ALTER TABLE seats ADD COLUMN {column}")


def _index_tables_by_age(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE INDEX tables_by_age ON tables (status, created)")


def _add_invitations(connection: Connection) -> None:
    connection.exec_driver_sql(
        "CREATE TABLE invitations (digest VARCHAR(64) NOT NULL PRIMARY KEY,"
        " account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,"
        " made DOUBLE NOT NULL, ends DOUBLE NOT NULL, used DOUBLE)"
    )
    connection.exec_driver_sql("CREATE INDEX ix_invitations_account ON invitations (account)")


def _widen_bans(connection: Connection) -> None:
    for statement in (
        "ALTER TABLE bans RENAME TO bans_of_keys",
        "CREATE TABLE bans (kind VARCHAR(10) NOT NULL, subject VARCHAR(100) NOT NULL,"
        " reason VARCHAR(200) NOT NULL, made_by VARCHAR(40) NOT NULL,"
        " added DOUBLE NOT NULL, ends DOUBLE, PRIMARY KEY (kind, subject))",
        "INSERT INTO bans SELECT 'key', fingerprint, reason, '', added, NULL FROM bans_of_keys",
        "DROP TABLE bans_of_keys",
    ):
        connection.exec_driver_sql(statement)


def _add_mutes(connection: Connection) -> None:
    connection.exec_driver_sql(
        "CREATE TABLE mutes (account INTEGER NOT NULL PRIMARY KEY"
        " REFERENCES accounts (id) ON DELETE CASCADE, ends DOUBLE)"
    )


# From here on databases on PostgreSQL are brought on too: before it there were none.


def _real(connection: Connection) -> str:
    """The type of a Double."""
    return "DOUBLE PRECISION" if connection.dialect.name == "postgresql" else "DOUBLE"


def _number(connection: Connection, more: str = "") -> str:
    """Return the column definition of row numbers, with `more` of SQLite's."""
    if connection.dialect.name == "postgresql":
        return "SERIAL NOT NULL PRIMARY KEY"
    return f"INTEGER NOT NULL PRIMARY KEY {more}"


def _name_keys(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE keys ADD COLUMN name VARCHAR(40) NOT NULL DEFAULT ''")


def _add_terms(connection: Connection) -> None:
    real = _real(connection)
    for statement in (
        "ALTER TABLE tables ADD COLUMN rated_from INTEGER DEFAULT 0",
        f"ALTER TABLE seats ADD COLUMN joined {real}",
        "ALTER TABLE seats ADD COLUMN is_rated BOOLEAN NOT NULL DEFAULT '1'",
        "ALTER TABLE seats ADD COLUMN has_left BOOLEAN NOT NULL DEFAULT '0'",
        f"CREATE TABLE rating_course (id {_number(connection)}, account INTEGER NOT NULL"
        " REFERENCES accounts (id) ON DELETE CASCADE, game VARCHAR(40) NOT NULL,"
        ' "table" VARCHAR(20) REFERENCES tables (id) ON DELETE CASCADE,'
        f" mu {real} NOT NULL, sigma {real} NOT NULL, time {real} NOT NULL)",
        "CREATE INDEX course_by_account ON rating_course (account, game, id)",
    ):
        connection.exec_driver_sql(statement)


def _add_manners(connection: Connection) -> None:
    gone, real = "INTEGER REFERENCES accounts (id) ON DELETE", _real(connection)
    for statement in (
        "ALTER TABLE chat ADD COLUMN channel VARCHAR(10) NOT NULL DEFAULT 'players'",
        f"CREATE TABLE blocks (account {gone} CASCADE NOT NULL, blocked {gone} CASCADE NOT NULL,"
        " PRIMARY KEY (account, blocked))",
        "CREATE INDEX ix_blocks_blocked ON blocks (blocked)",
        f"CREATE TABLE reports (id {_number(connection, 'AUTOINCREMENT')},"
        f" reporter {gone} SET NULL, reporter_name VARCHAR(40) NOT NULL, about {gone} SET NULL,"
        " about_name VARCHAR(40) NOT NULL, reason TEXT NOT NULL, place VARCHAR(20),"
        f" lines TEXT NOT NULL, time {real} NOT NULL, closed {real},"
        " note TEXT NOT NULL DEFAULT '')",
        "CREATE INDEX ix_reports_reporter ON reports (reporter)",
        "CREATE INDEX ix_reports_about ON reports (about)",
    ):
        connection.exec_driver_sql(statement)


def _add_nodes(connection: Connection) -> None:
    number, real = _number(connection, "AUTOINCREMENT"), _real(connection)
    node = "INTEGER REFERENCES nodes (id) ON DELETE"
    for statement in (
        f"CREATE TABLE nodes (id {number}, name VARCHAR(100) NOT NULL, version INTEGER NOT NULL,"
        f" beat {real} NOT NULL)",
        f"CREATE TABLE presence (node {node} CASCADE NOT NULL, visit INTEGER NOT NULL,"
        " account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,"
        " place VARCHAR(20), PRIMARY KEY (node, visit))",
        "CREATE INDEX ix_presence_account ON presence (account)",
        'CREATE TABLE live_tables ("table" VARCHAR(20) NOT NULL PRIMARY KEY'
        f" REFERENCES tables (id) ON DELETE CASCADE, node {node} SET NULL,"
        " epoch INTEGER NOT NULL, board TEXT NOT NULL DEFAULT '{}', again VARCHAR(20))",
        "CREATE INDEX ix_live_tables_node ON live_tables (node)",
        f"CREATE TABLE posts (id {number}, node INTEGER NOT NULL, body TEXT NOT NULL,"
        f" time {real} NOT NULL)",
        "CREATE INDEX posts_by_time ON posts (time)",
    ):
        connection.exec_driver_sql(statement)


def _add_paces(connection: Connection) -> None:
    for statement in (
        "CREATE TABLE paces (kind VARCHAR(20) NOT NULL, who VARCHAR(100) NOT NULL,"
        f" full_at {_real(connection)} NOT NULL, PRIMARY KEY (kind, who))",
        "CREATE INDEX ix_paces_full_at ON paces (full_at)",
    ):
        connection.exec_driver_sql(statement)


def _add_notices(connection: Connection) -> None:
    number, real = _number(connection, "AUTOINCREMENT"), _real(connection)
    for statement in (
        f"CREATE TABLE notice_subscriptions (id {number}, account INTEGER NOT NULL"
        " REFERENCES accounts (id) ON DELETE CASCADE, kind VARCHAR(10) NOT NULL,"
        f" address VARCHAR({LONGEST_ADDRESS}) NOT NULL, language VARCHAR(10) NOT NULL,"
        " is_on BOOLEAN NOT NULL, is_daily BOOLEAN NOT NULL,"
        f" added {real} NOT NULL, confirmed {real}, code VARCHAR(64), code_made {real},"
        " code_tries INTEGER NOT NULL, stop VARCHAR(64) NOT NULL, feed VARCHAR(64),"
        f" sent {real}, failures INTEGER NOT NULL, tried {real}, what VARCHAR(10) NOT NULL,"
        " how VARCHAR(40) NOT NULL, UNIQUE (stop), UNIQUE (feed), UNIQUE (account, kind))",
        "CREATE TABLE notices (subscription INTEGER NOT NULL"
        ' REFERENCES notice_subscriptions (id) ON DELETE CASCADE, "table" VARCHAR(20) NOT NULL'
        f" REFERENCES tables (id) ON DELETE CASCADE, turn {real} NOT NULL, due {real},"
        f' tries INTEGER NOT NULL, sent {real}, PRIMARY KEY (subscription, "table"))',
        "CREATE INDEX notices_by_due ON notices (due)",
        'CREATE INDEX ix_notices_table ON notices ("table")',
    ):
        connection.exec_driver_sql(statement)


def _add_contests(connection: Connection) -> None:
    add_contests(connection, _real(connection), _number(connection, "AUTOINCREMENT"))


def _add_doors(connection: Connection) -> None:
    """One step, so that servers of the version before it go on beside newer ones."""
    real = _real(connection)
    add_push(connection, real)
    add_tournament_options(connection)
    add_passkeys(connection, real)
    add_seat_links(connection, real)
    add_places(connection, real, _number(connection))


def _add_host_keys_and_challenges(connection: Connection) -> None:
    """One step too."""
    add_host_keys(connection, _real(connection))
    add_challenge_notices(connection, _real(connection))


def _count_lent_moves(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE seats ADD COLUMN lent_moves INTEGER NOT NULL DEFAULT 0")


def _read_digits_as_letters(connection: Connection) -> None:
    """Names that differ by digits written for letters are look-alikes from here on.

    Of accounts that are so already, the first has the name as it is seen; the others keep what
    they had. A seat that was kept for a name which nobody has opens by an invitation alone.
    """
    execute = connection.exec_driver_sql
    known = "(SELECT skeleton FROM accounts)"
    execute(
        "UPDATE seats SET invited_skeleton = '-' WHERE account IS NULL AND invited IS NOT NULL"
        f" AND invited_skeleton NOT IN {known}"
    )
    execute(
        "UPDATE seats SET invited = (SELECT name FROM accounts"
        " WHERE accounts.skeleton = seats.invited_skeleton)"
        f" WHERE invited_skeleton IN {known}"
    )
    rows = execute("SELECT id, skeleton FROM accounts ORDER BY id").all()
    taken, letters = {skeleton for _id, skeleton in rows}, str.maketrans("34578", "eastb")
    for number, before in rows:
        after = before.translate(letters)
        if after in taken:  # its own too, where it has no such digits
            continue
        taken.add(after)
        values = {"number": number, "before": before, "after": after}
        change = text("UPDATE accounts SET skeleton = :after WHERE id = :number")
        connection.execute(change, values)
        change = text("UPDATE seats SET invited_skeleton = :after WHERE invited_skeleton = :before")
        connection.execute(change, values)


STEPS: Final[tuple[Step, ...]] = (
    _add_clocks, _index_tables_by_age, _add_invitations, _widen_bans, _add_mutes, _name_keys,
    _add_terms, _add_manners, _add_nodes, _add_paces, _add_notices, _add_contests,
    _add_doors, _add_host_keys_and_challenges, _count_lent_moves, _read_digits_as_letters,
)  # fmt: skip
"""What brings a database on: the first step from version 1 to 2, and so forth."""


FILE: Final = "nim_tui.sqlite"

AGAIN: Final = 5.0
"""Seconds until a database that is away is tried again."""
TOLD: Final = 60.0
"""Seconds between two lines of the log."""
LONGEST: Final = 3_600.0
"""Seconds after which it is no longer waited for."""

logger = logging.getLogger(__name__)


class UnusableDatabase(Refusal):
    """The folder or its database cannot be used; the message says why, in one line."""


class DatabaseAway(UnusableDatabase):
    """The database does not answer, but may do so later."""

    @property
    def why(self) -> str:
        """The cause as the database words it, which can name its address."""
        return str(self.facts["why"])


def version() -> int:
    """The version of the schema that this nim_tui knows."""
    return 1 + len(STEPS)


def open_database(
    folder: Path,
    clock: Callable[[], float] = time.time,
    *,
    patience: int = PATIENCE,
    threads: int = 0,
) -> Database:
    """The database in a server's data folder; both are made, for their owner alone, if need be.

    A database of an older version is brought to this one. `clock` tells seconds since 1970;
    `patience` is for how many milliseconds other processes that write are waited for later; it
    is asked in so many `threads`, or at once.
    Raises UnusableDatabase.
    """
    path = folder / FILE
    try:
        make_private(folder)
        with _alone(folder):
            _make_file(path)
            return _opened(path, clock, patience, threads)
    except OSError as error:
        told = error.__cause__ if isinstance(error, StorageError) else None
        raise UnusableDatabase(
            N_("{path} cannot be used ({why})"),
            path=str(path),
            why=why_not(told) if isinstance(told, Exception) else why(error),
        ) from error


def _opened(path: Path, clock: Callable[[], float], patience: int, threads: int) -> Database:
    """Raises StorageError, UnusableDatabase."""
    engine = create_engine(URL.create("sqlite", database=str(path)))
    prepare_sqlite(engine)
    database = Database(engine, clock)
    try:
        _check_file(database, path)
        with database.writing() as connection:
            bring_on(connection, str(path))
    except Refusal:
        database.close()
        raise
    return Database(engine, clock, patience, threads=threads)


async def once_there(
    opening: Callable[[], Database],
    now: Callable[[], float] = monotonic,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> Database:
    """The database that `opening` opens, as soon as it answers.

    Raises DatabaseAway after an hour, and what else `opening` raises at once.
    """
    began = now()
    told = began - TOLD
    while True:
        try:
            return opening()
        except DatabaseAway as away:
            if now() - began >= LONGEST:
                raise
            if now() - told >= TOLD:
                told = now()
                logger.warning("the database does not answer yet, it is waited for: %s", away.why)
        await sleep(AGAIN)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process at a time open the database: SQLite does not wait while a file is new."""
    try:
        import fcntl  # noqa: PLC0415 - not everywhere
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
        os.fsync(handle)
    finally:
        os.close(handle)


def make_private(folder: Path) -> None:
    """Make the folder, or make one that exists private where that takes nothing from others.

    Raises UnusableDatabase, OSError.
    """
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name != "posix" or not stat.S_IMODE(folder.stat().st_mode) & 0o077:
        return
    if any(folder.iterdir()) and not (folder / FILE).exists():
        raise UnusableDatabase(
            N_("{folder} holds files and is open to others: give the server a folder of its own"),
            folder=str(folder),
        )
    folder.chmod(0o700)


def _make_file(path: Path) -> None:
    """Make the file before SQLite would, which leaves it to be read by others.

    A file that exists is not opened here: closing it would drop the locks that SQLite holds on
    it for this process.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    if os.name == "posix" and path.is_file() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        path.chmod(0o600)


def _check_file(database: Database, path: Path) -> None:
    """See that the file can be read whole and is ours, before anything in it is changed.

    Raises StorageError, UnusableDatabase.
    """
    with database.driver() as sqlite:
        answer = str(sqlite.execute("PRAGMA quick_check(1)").fetchone()[0])
    if answer != "ok":
        raise StorageError(N_("the file is damaged: {what}"), what=answer.splitlines()[-1][:120])
    with database.reading() as connection:
        _version_of(connection, str(path))
    with database.driver() as sqlite:
        sqlite.execute("PRAGMA journal_mode = WAL").fetchone()


def _version_of(connection: Connection, shown: str, ahead: int = 0) -> int | None:
    """The version of the database, None while it is empty.

    It may be so many versions `ahead`. Raises UnusableDatabase.
    """
    sheets = set(inspect(connection).get_table_names())
    if not sheets:
        return None
    found = connection.execute(select(SCHEMA.c.version)).scalar() if SCHEMA.name in sheets else None
    if found is None:
        raise UnusableDatabase(N_("{path} is not a database of nim_tui"), path=shown)
    if not 1 <= found <= version() + ahead:
        raise UnusableDatabase(
            N_("{path} has version {found}; this nim_tui knows versions up to {known}"),
            path=shown,
            found=found,
            known=version() + ahead,
        )
    if NODES.name in sheets and (others := unfit_nodes(connection, version())):
        raise UnusableDatabase(
            N_("servers of a version too far from this one use {path} ({names}): stop them first"),
            path=shown,
            names=", ".join(others)[:200],
        )
    return int(found)


def bring_on(connection: Connection, shown: str, *, ahead: int = 0) -> None:
    """Bring a database to this version; error messages to the operator call it `shown`.

    The database may be up to `ahead` versions ahead, and is then left as it is. Raises
    UnusableDatabase.
    """
    found = _version_of(connection, shown, ahead)
    if found is None:
        METADATA.create_all(connection)
        connection.execute(insert(SCHEMA).values(version=version()))
        return
    for step in STEPS[found - 1 :]:
        step(connection)
    if found < version():
        connection.execute(update(SCHEMA).values(version=version()))
