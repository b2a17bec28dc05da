"""`nim-tui completion`: what a shell runs so that Tab completes our commands."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

from nim_tui.commands.completing import VARIABLE
from nim_tui.commands.explained import Command, argument
from screens.text import N_

SHELLS: Final = ("bash", "zsh", "fish")


@click.command(
    cls=Command,
    help=N_(
        "Write what SHELL runs so that Tab completes commands, games, options and files.\n\n"
        'bash, in ~/.bashrc: eval "$(nim-tui completion bash)"; zsh, in ~/.zshrc: the same with '
        "zsh; fish: nim-tui completion fish > ~/.config/fish/completions/nim-tui.fish"
    ),
)
@argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Write what SHELL runs so that Tab completes our commands."""
    known = get_completion_class(shell)
    assert known is not None
    click.echo(known(context.find_root().command, {}, "nim-tui", VARIABLE).source())
