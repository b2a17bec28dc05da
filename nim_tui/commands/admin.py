"""`nim-tui admin`: for admins of a server, whether it runs or not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nim_tui.commands.choices import WholeNumber
from nim_tui.commands.explained import argument, option
from nim_tui.commands.serve import not_installed
from nim_tui.commands.trouble import Commands, Trouble, told
from nim_tui.names import printable
from screens.text import N_, _, labelled, ngettext, say_refusal

if TYPE_CHECKING:
    from nim_tui.server.admin.protocol import AnyOrder, Facts

# Orders are imported where they are needed: most commands are not for those who run a server.


@click.group(
    cls=Commands,
    no_args_is_help=False,
    help=N_(
        "Run a server: sessions, bans, tables, backups, figures.\n\n"
        "Only the owner of the server's folder can use it. Without a running server, "
        "bans, backups and figures work on its database."
    ),
)
@option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=N_("The server's folder, as given to nim-tui serve."),
)
@click.pass_context
def admin(context: click.Context, data: Path | None) -> None:
    """Run a server: sessions, bans, tables, backups, figures."""
    from nim_tui.tables.store import server_folder  # noqa: PLC0415

    context.obj = data if data is not None else server_folder()


def _ordering(command: Callable[..., None]) -> Callable[..., None]:
    """The options of every command here."""
    as_json = option("--json", "as_json", is_flag=True, help=N_("Write JSON."))
    return click.pass_obj(as_json(command))


@admin.command(
    "list",
    help=N_("List sessions: number, account, name, address, start (UTC), table."),
)
@option("--bans", is_flag=True, help=N_("List banned keys instead of sessions."))
@_ordering
def list_(folder: Path, *, bans: bool, as_json: bool) -> None:
    """List sessions: number, account, name, address, start (UTC), table."""
    from nim_tui.server.admin.protocol import ListBans, ListSessions  # noqa: PLC0415

    facts = _facts(folder, ListBans() if bans else ListSessions())
    _write(facts, _ban_lines if bans else _session_lines, as_json=as_json)


@admin.command(
    help=N_("End a SESSION, with TEXT as the last line on its terminal."),
)
@argument("visit", metavar="SESSION", type=WholeNumber(1, 10**9))
@argument("text", nargs=-1)
@_ordering
def kick(folder: Path, *, visit: int, text: tuple[str, ...], as_json: bool) -> None:
    """End a SESSION, with TEXT as the last line on its terminal."""
    from nim_tui.server.admin.protocol import Kick  # noqa: PLC0415

    facts = _facts(folder, Kick(visit, _line(text, N_("TEXT"))))
    _write(
        facts,
        lambda _facts: [_("session {number} has ended").format(number=visit)],
        as_json=as_json,
    )


@admin.command(
    help=N_(
        "Ban a key, or all keys of an account; their sessions end.\n\n"
        "REASON is shown to them, and in list --bans."
    ),
)
@argument("whom", metavar="FINGERPRINT|NAME")
@argument("reason", nargs=-1)
@_ordering
def ban(folder: Path, *, whom: str, reason: tuple[str, ...], as_json: bool) -> None:
    """Ban a key, or all keys of an account; their sessions end."""
    from nim_tui.server.admin.protocol import Ban  # noqa: PLC0415

    facts = _facts(folder, Ban(_word(whom, N_("a name")), _line(reason, N_("REASON"))))
    _write(facts, _banned_lines, as_json=as_json)


@admin.command(
    help=N_("Lift the ban of a key, or of all keys of an account."),
)
@argument("whom", metavar="FINGERPRINT|NAME")
@_ordering
def unban(folder: Path, *, whom: str, as_json: bool) -> None:
    """Lift the ban of a key, or of all keys of an account."""
    from nim_tui.server.admin.protocol import Unban  # noqa: PLC0415

    facts = _facts(folder, Unban(_word(whom, N_("a name"))))
    lines = [_("{key} is no longer banned").format(key=key) for key in facts["unbanned"]]
    _write(facts, lambda _facts: lines, as_json=as_json)


@admin.command(
    help=N_("End the game at a TABLE without a result; its record is kept."),
)
@argument("table")
@_ordering
def close(folder: Path, *, table: str, as_json: bool) -> None:
    """End the game at a TABLE without a result; its record is kept."""
    from nim_tui.server.admin.protocol import Close  # noqa: PLC0415

    facts = _facts(folder, Close(_word(table, N_("a table"))))
    _write(
        facts, lambda _facts: [_("table {table} is closed").format(table=table)], as_json=as_json
    )


@admin.command(
    help=N_(
        "Copy the database, as it is now, to a new file at PATH.\n\n"
        "A running server keeps going meanwhile, and writes the file itself."
    ),
)
@argument("path", type=click.Path(path_type=Path))
@_ordering
def backup(folder: Path, *, path: Path, as_json: bool) -> None:
    """Copy the database, as it is now, to a new file at PATH."""
    from nim_tui.server.admin.protocol import Backup  # noqa: PLC0415

    with told():
        full = _word(str(path.absolute()), N_("a path"), 4096)
    facts = _facts(folder, Backup(full))
    line = labelled(facts["backup"], ngettext("{count} byte", "{count} bytes", facts["bytes"]))
    _write(facts, lambda _facts: [line], as_json=as_json)


@admin.command(
    help=N_("Show figures of the database, of connections since the start, and of the process."),
)
@_ordering
def stats(folder: Path, *, as_json: bool) -> None:
    """Show figures of the database, of connections since the start, and of the process."""
    from nim_tui.server.admin.protocol import Stats  # noqa: PLC0415

    _write(_facts(folder, Stats()), _stats_lines, as_json=as_json)


def _facts(folder: Path, order: AnyOrder) -> Facts:
    """What the server answers, or its database where none runs. Raises Trouble."""
    from nim_tui.server.admin.protocol import NoServer, ask  # noqa: PLC0415

    with told():
        try:
            return ask(folder, order)
        except NoServer as error:
            return _from_database(folder, order, say_refusal(error))


def _from_database(folder: Path, order: AnyOrder, no_server: str) -> Facts:
    try:
        from nim_tui.server.admin.offline import OfBooks, from_books  # noqa: PLC0415
        from nim_tui.server.database.migrate import FILE, open_database  # noqa: PLC0415
    except ImportError as missing:
        raise not_installed(missing) from missing
    if not (folder / FILE).is_file():
        told = _("{mistake}, and there is no database; --data DIR names it")
        raise Trouble(told.format(mistake=printable(no_server, 200)))
    if not isinstance(order, OfBooks):
        raise Trouble(printable(no_server))
    database = open_database(folder)
    try:
        facts = from_books(database, order)
    finally:
        database.close()
    using = _("{mistake}; using its database").format(mistake=printable(no_server))
    click.echo(f"nim-tui: {using}", err=True)
    return facts


def _line(words: tuple[str, ...], what: str) -> str:
    return _word(" ".join(words), what, 400, least=0)


def _word(text: str, what: str, most: int = 120, *, least: int = 1) -> str:
    """A text within the bounds of orders. Raises Trouble."""
    if not least <= len(text) <= most:
        told = _("{what} has {least} to {most} characters")
        raise Trouble(told.format(what=_(what), least=least, most=most))
    try:
        text.encode()
    except UnicodeEncodeError:
        told = _("{what} is not text in UTF-8: {text}")
        raise Trouble(told.format(what=_(what), text=printable(text, 60))) from None
    return text


def _write(facts: Facts, lines: Callable[[Facts], list[str]], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(facts, indent=2))
        return
    for line in lines(facts):
        click.echo(printable(line))


def _columns(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in rows]


def _session_lines(facts: Facts) -> list[str]:
    names = ["visit", "account", "name", "address", "since", "table"]
    titles = [_("session"), _("account"), _("name"), _("address"), _("since"), _("table")]
    if not facts["visits"]:
        return [_("nobody is here")]
    rows = [
        ["-" if visit[name] in (None, "") else str(visit[name]) for name in names]
        for visit in facts["visits"]
    ]
    return _columns([titles, *rows])


def _ban_lines(facts: Facts) -> list[str]:
    if not facts["bans"]:
        return [_("nobody is banned")]
    names = ["key", "since", "reason"]
    titles = [_("key"), _("since"), _("reason")]
    lines = _columns([titles, *([entry[name] for name in names] for entry in facts["bans"])])
    more = facts["more"]
    return [*lines, _("and {count} more").format(count=more)] if more else lines


def _banned_lines(facts: Facts) -> list[str]:
    banned = _("{key} is banned: {reason}")
    ended = _("session {number} has ended")
    return [
        *(banned.format(key=key, reason=facts["reason"]) for key in facts["banned"]),
        *(ended.format(number=number) for number in facts.get("ended", [])),
    ]


def _stats_lines(facts: Facts) -> list[str]:
    rows = [
        [f"{part} {name.replace('_', ' ')}", str(value)]
        for part, figures in facts.items()
        for name, value in figures.items()
    ]
    return _columns(rows)
