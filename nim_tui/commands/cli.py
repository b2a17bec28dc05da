"""The command line. Nothing here loads textual or the rules before a command needs them."""

from __future__ import annotations

import click

from nim_tui import __version__
from nim_tui.cli.completing import completion, languages
from nim_tui.cli.explained import TranslatedOption, option
from nim_tui.cli.language import OPTION, asked_language
from nim_tui.cli.trouble import Commands, is_by_lines, told
from nim_tui.commands.admin import admin
from nim_tui.commands.arena import arena, simulate
from nim_tui.commands.config import config
from nim_tui.commands.play import games, learn, play, puzzle, replay
from nim_tui.commands.records import export, import_, record
from nim_tui.commands.serve import serve, web
from nim_tui.terminals import FLAG
from screens.text import N_


@click.group(
    cls=Commands,
    invoke_without_command=True,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=N_("Games are kept in your data folder; NIM_TUI_HOME=FOLDER keeps them elsewhere."),
    help=N_("Modern board games at a terminal. Without a command: the home screen."),
)
@option(
    OPTION,
    metavar="en|fr",
    expose_value=False,
    help=N_("Language of screens and messages, this once; it may stand behind a command too."),
    shell_complete=languages,
)
@option(
    FLAG,
    is_flag=True,
    expose_value=False,
    help=N_("Play by lines and sentences, without a screen; it may stand behind a command too."),
)
@click.version_option(
    __version__, message="nim-tui %(version)s", cls=TranslatedOption, help=N_("Show the version.")
)
@click.pass_context
def commands(context: click.Context) -> None:
    """Modern board games at a terminal. Without a command: the home screen."""
    if context.invoked_subcommand is not None:
        return
    from nim_tui.tables.store import data_folder  # noqa: PLC0415

    with told():
        data_folder()
    if is_by_lines():
        from nim_tui.plain.run import run_lines  # noqa: PLC0415

        context.exit(run_lines(language=asked_language()))
    from nim_tui.app.app import run_home  # noqa: PLC0415

    run_home(asked_language())


for command in (export, import_):
    record.add_command(command)
for command in (
    play, learn, puzzle, web, serve, admin, games, replay, record, simulate, arena, config,
    completion,
):  # fmt: skip
    commands.add_command(command)
