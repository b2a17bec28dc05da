"""The command line. Nothing here loads textual or the rules before a command needs them."""

from __future__ import annotations

from typing import Final

import click

from nim_tui import __version__
from nim_tui.cli.completing import languages
from nim_tui.cli.explained import TranslatedOption, option
from nim_tui.cli.language import OPTION, asked_language
from nim_tui.cli.trouble import Commands, LazyCommand, is_by_lines, told
from nim_tui.terminals import FLAG
from screens.text import N_

_COMMANDS: Final = {
    "play": ("nim_tui.commands.play:play", N_("Set up a table and play a game.")),
    "learn": ("nim_tui.commands.play:learn", N_("Take a lesson in a game.")),
    "puzzle": ("nim_tui.commands.play:puzzle", N_("Find the best move in a position.")),
    "web": ("nim_tui.commands.serve:web", N_("Play in a browser on this machine.")),
    "serve": (
        "nim_tui.commands.serve:serve",
        N_("Run a server for SSH and browsers until stopped."),
    ),
    "admin": (
        "nim_tui.commands.admin:admin",
        N_("Administer a server: sessions, bans, tables, backups, statistics."),
    ),
    "games": ("nim_tui.commands.play:games", N_("List the games, their seats, bots and options.")),
    "replay": ("nim_tui.commands.play:replay", N_("Step through a game record.")),
    "record": (
        "nim_tui.commands.records:record",
        N_("Check, verify, export or import game records."),
    ),
    "simulate": (
        "nim_tui.commands.arena:simulate",
        N_("Play many games between bots and count the results."),
    ),
    "arena": (
        "nim_tui.commands.arena:arena",
        N_("Run a round robin between bots and show their strength."),
    ),
    "schema": (
        "nim_tui.commands.arena:schema",
        N_("Print the JSON Schema of the bot protocol for a game."),
    ),
    "new-game": (
        "nim_tui.commands.new_game:new_game",
        N_("Write a distribution with a small game, to be changed into your own."),
    ),
    "config": ("nim_tui.commands.config:config", N_("Show, export or import the settings.")),
    "completion": (
        "nim_tui.cli.completing:completion",
        N_("Print the shell completion script."),
    ),
}
"""The module of each command, and its line on the help page."""


@click.group(
    cls=Commands,
    invoke_without_command=True,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=N_(
        "Games are kept in your data folder; set NIM_TUI_HOME=FOLDER to keep them elsewhere."
    ),
    help=N_("Modern board games for the terminal. Without a command: the home screen."),
)
@option(
    OPTION,
    metavar="en|fr",
    expose_value=False,
    help=N_("Language of screens and messages, for this run; also accepted after a command."),
    shell_complete=languages,
)
@option(
    FLAG,
    is_flag=True,
    expose_value=False,
    help=N_("Text mode, without screens; also accepted after a command."),
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


for _name, (_target, _summary) in _COMMANDS.items():
    commands.add_command(LazyCommand(_name, _target, _summary))
