"""`nim-tui admin`: for admins of a server, running or not."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nim_tui.cli.explained import WholeNumber, argument, option
from nim_tui.cli.trouble import not_installed, told
from nim_tui.commands import (  # noqa: F401 - each adds its commands
    admin_accounts,
    admin_lobby,
)
from nim_tui.commands.admin_lobby import finding, more_of
from nim_tui.commands.admin_orders import (
    AdminTarget,
    admin,
    columns,
    facts_of,
    line,
    ordering,
    to_node,
    word,
    write,
)
from nim_tui.server.admin.protocol import (
    Backup,
    Close,
    Kick,
    ListNodes,
    ListSessions,
    Stats,
)
from screens.text import N_, _, labelled, ngettext

if TYPE_CHECKING:
    from nim_tui.server.admin.protocol import Facts

__all__ = ["admin"]


@admin.command(
    "list",
    help=N_(
        "List sessions: number, account, name, address, start (UTC), table. Sessions on other "
        "servers that share the database show the name of their server instead of an address."
    ),
)
@finding
@ordering
def list_(target: AdminTarget, *, find: str, page: int, as_json: bool) -> None:
    """List sessions: number, account, name, address, start (UTC), table."""
    order = ListSessions(word(find, N_("a name"), least=0), page)
    write(facts_of(target, order), _session_lines, as_json=as_json)


@admin.command(
    help=N_("End a SESSION; TEXT is the last line on its terminal."),
)
@argument("visit", metavar="SESSION", type=WholeNumber(1, 10**9))
@argument("text", nargs=-1)
@to_node
@ordering
def kick(
    target: AdminTarget, *, visit: int, text: tuple[str, ...], node: str, as_json: bool
) -> None:
    """End a SESSION; TEXT is the last line on its terminal."""
    named = word(node, N_("a name"), least=0)
    facts = facts_of(target, Kick(visit, line(text, N_("TEXT")), named))
    write(
        facts,
        lambda _facts: [_("session {number} ended").format(number=visit)],
        as_json=as_json,
    )


@admin.command(
    help=N_("End the game at a TABLE without a result; the game record is kept."),
)
@argument("table")
@ordering
def close(target: AdminTarget, *, table: str, as_json: bool) -> None:
    """End the game at a TABLE without a result; the game record is kept."""
    facts = facts_of(target, Close(word(table, N_("a table"))))
    write(facts, lambda _facts: [_("table {table} closed").format(table=table)], as_json=as_json)


@admin.command(
    help=N_(
        "Back up the database to a new file at PATH, and verify the backup.\n\n"
        "A running server keeps running, and writes the file itself. The backup is restored "
        "to a temporary folder and read in full; the latest games are replayed."
    ),
)
@argument("path", type=click.Path(path_type=Path))
@option("--no-check", is_flag=True, help=N_("Do not verify the backup."))
@ordering
def backup(target: AdminTarget, *, path: Path, no_check: bool, as_json: bool) -> None:
    """Back up the database to a new file at PATH, and verify the backup."""
    with told():
        full = word(str(path.absolute()), N_("a path"), 4096)
    facts = facts_of(target, Backup(full))
    lines = [labelled(facts["backup"], ngettext("{count} byte", "{count} bytes", facts["bytes"]))]
    if not no_check:
        checked = facts["checked"] = _checked(Path(facts["backup"]))
        text = _("verified: {accounts}, {lines} of game records, {games} replayed")
        lines.append(_counted(text, checked))
    write(facts, lambda _facts: lines, as_json=as_json)


@admin.command(
    help=N_(
        "Restore the backup at PATH to the empty PostgreSQL database at ADDRESS.\n\nThe backup "
        "is verified first. No server may use that database yet."
    ),
)
@argument("path", type=click.Path(path_type=Path))
@argument("address")
@ordering
def restore(_target: AdminTarget, *, path: Path, address: str, as_json: bool) -> None:
    """Restore the backup at PATH to an empty database at a PostgreSQL ADDRESS."""
    try:
        from nim_tui.server.admin.verify import restore as restored  # noqa: PLC0415
        from nim_tui.server.storage.postgres import open_postgres  # noqa: PLC0415
    except ImportError as missing:
        raise not_installed(missing) from missing
    with told():
        database = open_postgres(address)
        try:
            found = restored(path, database)
        finally:
            database.close()
    facts = {**asdict(found.figures), "replayed": found.replayed}
    text = _("restored: {accounts}, {lines} of game records, {games} replayed")
    write(facts, lambda _facts: [_counted(text, facts)], as_json=as_json)


def _counted(text: str, checked: Facts) -> str:
    """Return a text with the figures of a sound backup."""
    return text.format(
        accounts=ngettext("{count} account", "{count} accounts", checked["accounts"]),
        lines=ngettext("{count} line", "{count} lines", checked["lines"]),
        games=ngettext("{count} game", "{count} games", checked["replayed"]),
    )


def _checked(copy: Path) -> Facts:
    """Check that a backup is sound, and return its facts. Raises Trouble."""
    try:
        from nim_tui.server.admin.verify import verify  # noqa: PLC0415
    except ImportError as missing:
        raise not_installed(missing) from missing
    with told():
        found = verify(copy)
    return {**asdict(found.figures), "replayed": found.replayed}


@admin.command(
    help=N_("Show statistics: the database, connections since the start, and the process."),
)
@ordering
def stats(target: AdminTarget, *, as_json: bool) -> None:
    """Show statistics: the database, connections since the start, and the process."""
    write(facts_of(target, Stats()), _stats_lines, as_json=as_json)


@admin.command(
    help=N_("List the servers that share the database: number, name, sessions, database version.")
)
@ordering
def nodes(target: AdminTarget, *, as_json: bool) -> None:
    """List the servers of the database."""
    write(facts_of(target, ListNodes()), _node_lines, as_json=as_json)


def _node_lines(facts: Facts) -> list[str]:
    if not facts["nodes"]:
        return [_("no other server uses this server’s database")]
    titles = [_("server"), _("name"), _("sessions"), _("version"), ""]
    rows = [
        [
            *(str(node[name]) for name in ("id", "name", "sessions", "version")),
            _("this server") if node["here"] else "",
        ]
        for node in facts["nodes"]
    ]
    return columns([titles, *rows])


def _session_lines(facts: Facts) -> list[str]:
    names = ["visit", "account", "name", "bot_of", "address", "since", "table"]
    titles = [_("session"), _("account"), _("name"), _("bot of"), _("address"), _("since"),
              _("table")]  # fmt: skip
    if not facts["visits"]:
        return [_("nobody is connected")]
    rows = []
    for visit in facts["visits"]:
        there = _("on {server}").format(server=visit["server"]) if "node" in visit else None
        told = visit if there is None else visit | {"address": there}
        rows.append(["-" if told.get(name) in (None, "") else str(told[name]) for name in names])
    return [*columns([titles, *rows]), *more_of(facts)]


def _stats_lines(facts: Facts) -> list[str]:
    rows = [
        [f"{part} {name.replace('_', ' ')}", str(value)]
        for part, figures in facts.items()
        for name, value in figures.items()
    ]
    return columns(rows)
