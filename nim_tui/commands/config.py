"""`nim-tui config`: show, export and import the settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nim_tui.cli.completing import files
from nim_tui.cli.explained import argument, option
from nim_tui.cli.trouble import Commands, UsageMistake, told
from nim_tui.names import printable
from nim_tui.settings import own_settings, read_foreign, save_settings, written
from nim_tui.tables.store import settings_path
from screens.text import N_, _

if TYPE_CHECKING:
    from nim_tui.settings import Settings


def _place() -> Path:
    with told():
        return settings_path()


def _settings() -> Settings:
    own = own_settings(_place())
    if trouble := own.trouble(_place()):
        click.echo(f"nim-tui: {trouble}", err=True)
    return own.settings


@click.group(
    cls=Commands,
    invoke_without_command=True,
    no_args_is_help=False,
    help=N_("Show where the settings are kept; show, export or import them."),
)
@option(
    "--path", "what", flag_value="path", default=True, help=N_("Show where the settings are kept.")
)
@option("--show", "what", flag_value="show", help=N_("Show the current settings."))
@click.pass_context
def config(context: click.Context, what: str) -> None:
    """Show where the settings are kept; show, export or import them."""
    if context.invoked_subcommand is not None:
        return
    if what == "show":
        click.echo(written(_settings()).decode(), nl=False)
    else:
        click.echo(str(_place()))


@config.command(
    "export",
    help=N_("Write the settings to a new FILE."),
)
@argument("file", shell_complete=files)
def export_(file: str) -> None:
    """Write the settings to a new FILE."""
    if Path(file).exists():
        is_there = _("{file} already exists: choose a new file")
        raise UsageMistake(is_there.format(file=printable(file, 120)))
    with told(), Path(file).open("xb") as out:
        out.write(written(_settings()))


@config.command(
    "import",
    help=N_("Replace the settings with those from FILE; if one is wrong, none is changed."),
)
@argument("file", shell_complete=files)
def import_(file: str) -> None:
    """Replace the settings with those from FILE; if one is wrong, none is changed."""
    with told(file or "''"):
        settings = read_foreign(Path(file))
    with told():
        save_settings(_place(), settings)
