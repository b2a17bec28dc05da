"""The group `nim-tui admin`, and the common parts of its commands: sending an order, printing."""

from __future__ import annotations

import getpass
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from nim_tui.cli.explained import option
from nim_tui.cli.trouble import Commands, UsageMistake, not_installed, told
from nim_tui.names import printable
from nim_tui.server.admin.protocol import NoServer, ask, signed_by
from nim_tui.tables.store import server_folder
from screens.text import N_, _, say_refusal

if TYPE_CHECKING:
    from nim_tui.server.admin.protocol import AnyOrder, Facts


_UNITS: Final = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_LONGEST: Final = 10 * 366 * 86_400


class Duration(click.ParamType[int]):
    """A number of minutes, hours, days or weeks, such as `90m`, `12h`, `7d`, `2w`; in seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the seconds in a text."""
        found = re.fullmatch(r"([0-9]{1,6})([mhdw])", str(value).strip())
        seconds = int(found[1]) * _UNITS[found[2]] if found else 0
        if not 60 <= seconds <= _LONGEST:
            told = _("must be a time such as 90m, 12h, 7d or 2w, up to ten years, not {text}")
            self.fail(told.format(text=repr(str(value)[:40])), param, ctx)
        return seconds


def ordering(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of every admin command."""
    as_json = option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
    return click.pass_obj(as_json(command))


def to_node(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option of commands to one of several servers."""
    node = option(
        "--node", default="", metavar="NAME",
        help=N_("The server's name or number in the list of nodes (default: the one asked)."),
    )  # fmt: skip
    return node(command)


def lasting(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option of commands whose effect can expire."""
    seconds = option(
        "--for", "seconds", type=Duration(), metavar="TIME",
        help=N_("For how long, such as 90m, 12h, 7d or 2w (default: permanently)."),
    )  # fmt: skip
    return seconds(command)


@dataclass(frozen=True, slots=True)
class AdminTarget:
    """The target of an admin command: the server of a folder, or those of a database."""

    folder: Path | None
    database: str | None = None


@click.group(
    cls=Commands,
    no_args_is_help=False,
    help=N_(
        "Administer a server: sessions, bans, tables, backups, statistics.\n\n"
        "You need to own the server's folder, or have write access to its database. Without "
        "a running server, bans, invitations, mutes, lists of accounts and tables, backups "
        "and statistics work on the database itself."
    ),
)
@option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=N_("The server's folder, as passed to nim-tui serve."),
)
@option(
    "--database",
    metavar="ADDRESS",
    help=N_(
        "The PostgreSQL database that the servers share, as passed to nim-tui serve; works "
        "from any machine."
    ),
)
@click.pass_context
def admin(context: click.Context, data: Path | None, database: str | None) -> None:
    """Administer a server: sessions, bans, tables, backups, statistics."""
    usual = server_folder() if database is None else None
    context.obj = AdminTarget(data if data is not None else usual, database)


def facts_of(target: AdminTarget, order: AnyOrder) -> Facts:
    """Return the answer of the server, or of its database if none runs. Raises Trouble."""
    order = signed_by(order, _own_name())
    with told():
        if target.folder is None:
            return _from_shared(target, order)
        try:
            return ask(target.folder, order)
        except NoServer as error:
            no_server = say_refusal(error)
            if target.database is None:
                return _from_database(target.folder, order, no_server)
            facts = _from_shared(target, order)
            _tell_so(no_server)
            return facts


def _own_name() -> str:
    """Return the system name of the person who gives the order."""
    try:
        return printable(getpass.getuser(), 40)[:40]
    except (OSError, KeyError):  # a user number without a name, as in containers
        return f"uid {os.getuid()}"


def _from_shared(target: AdminTarget, order: AnyOrder) -> Facts:
    """Return the answer of a shared database's servers. Raises Trouble, Refusal."""
    try:
        from nim_tui.server.admin.offline import from_shared  # noqa: PLC0415
    except ImportError as missing:
        raise not_installed(missing) from missing
    assert target.database is not None
    return from_shared(target.database, order)


def _tell_so(no_server: str) -> None:
    using = _("{mistake}; using the database instead").format(mistake=printable(no_server))
    click.echo(f"nim-tui: {using}", err=True)


def _from_database(folder: Path, order: AnyOrder, no_server: str) -> Facts:
    try:
        from nim_tui.server.admin.offline import OfBooks, from_books  # noqa: PLC0415
        from nim_tui.server.moderation.roles import Issuer  # noqa: PLC0415
        from nim_tui.server.storage.migrate import FILE, open_database  # noqa: PLC0415
    except ImportError as missing:
        raise not_installed(missing) from missing
    if not (folder / FILE).is_file():
        told = _(
            "{mistake}, and no database was found; name it with --data DIR or --database ADDRESS"
        )
        raise UsageMistake(told.format(mistake=printable(no_server, 200)))
    if not isinstance(order, OfBooks):
        raise UsageMistake(printable(no_server))
    database = open_database(folder)
    try:
        facts = from_books(database, order, Issuer(order.by))
    finally:
        database.close()
    _tell_so(no_server)
    return facts


def line(words: tuple[str, ...], what: str) -> str:
    """Return words as one text within the bounds of orders. Raises Trouble."""
    return word(" ".join(words), what, 400, least=0)


def word(text: str, what: str, most: int = 120, *, least: int = 1) -> str:
    """Return a text within the bounds of orders. Raises Trouble."""
    if not least <= len(text) <= most:
        told = _("{what} must have {least} to {most} characters")
        raise UsageMistake(told.format(what=_(what), least=least, most=most))
    try:
        text.encode()
    except UnicodeEncodeError:
        told = _("{what} is not UTF-8 text: {text}")
        raise UsageMistake(told.format(what=_(what), text=printable(text, 60))) from None
    return text


def write(facts: Facts, lines: Callable[[Facts], list[str]], *, as_json: bool) -> None:
    """Print the outcome of an order, as JSON or as lines."""
    if as_json:
        click.echo(json.dumps(facts, indent=2))
        return
    for line in lines(facts):
        click.echo(printable(line))


def columns(rows: list[list[str]]) -> list[str]:
    """Return rows as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in rows]
