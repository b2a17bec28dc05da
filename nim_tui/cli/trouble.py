"""Errors of a command, printed in one line on standard error with exit code 2."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from importlib import import_module
from io import StringIO
from typing import Any

import click

from nim_tui.cli.explained import TranslatedCommand
from nim_tui.cli.language import ask_plain, asked_plain, language_in, speaking, without_plain
from nim_tui.names import one_of, printable
from nim_tui.terminals import speaks_lines
from rules.messages import Refusal, Value
from screens.text import N_, _, labelled, say, say_refusal, why

_UNWRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC)


class UsageMistake(click.ClickException):
    """A user's mistake; the message says what is wrong and what is valid."""

    exit_code = 2


class Unavailable(UsageMistake):
    """A failure that is not the user's: something needed is unavailable, perhaps temporarily."""

    exit_code = 75


class Interrupted(UsageMistake):
    """Ctrl-C during a command; the exit code is the one shells use for it."""

    exit_code = 130


class LazyCommand(TranslatedCommand):
    """A command whose name and summary are known; its module is imported at first use.

    So the program starts without the code of its other commands.
    """

    def __init__(self, name: str, target: str, summary: str) -> None:
        """`target` is `module:attribute` of the command itself."""
        super().__init__(name, help=summary)
        self.target = target

    def loaded(self) -> click.Command:
        """Return the command itself."""
        module, _colon, attribute = self.target.partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command


class Commands(TranslatedCommand, click.Group):
    """A group of commands that reports every mistake in one line, and suggests names."""

    command_class = TranslatedCommand

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of this name; a mistyped name is answered with the nearest one."""
        name = args[0]
        known = self.get_command(ctx, name) is not None or name.startswith("-")
        if not known and not ctx.resilient_parsing:
            facts: dict[str, Value] = {
                "path": ctx.command_path,
                "name": repr(name[:40]),
                "right": one_of(name, self.commands),
            }
            raise UsageMistake(say(N_("{path} has no command {name}; {right}"), facts))
        found, command, rest = super().resolve_command(ctx, args)
        return found, command.loaded() if isinstance(command, LazyCommand) else command, rest

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and exit with its code; report an error in one line."""
        run = partial(
            super().main,
            prog_name=prog_name,
            complete_var=complete_var,
            standalone_mode=False,
            **extra,
        )
        if not standalone_mode:
            return run(args)
        _let_any_name_be_written()
        given = sys.argv[1:] if args is None else args
        sys.exit(copy_context().run(_spoken, run, given))


def _spoken(run: Callable[[Sequence[str]], Any], given: Sequence[str]) -> int:
    """Run a command in the language asked for; return its exit code."""
    try:
        kept, is_plain = without_plain(given)
        arguments, language = language_in(kept)
    except Refusal as error:
        with speaking(""):
            return _exit_code(partial(_refuse, error))
    if is_plain:
        ask_plain()
    with speaking(language):
        return _exit_code(partial(run, arguments))


def _refuse(error: Refusal) -> None:
    raise UsageMistake(say_refusal(error))


def _exit_code(run: Callable[[], Any]) -> int:
    """Run a command and return its exit code; report an error in one line."""
    try:
        code = run()
    except click.ClickException as error:
        click.echo(f"nim-tui: {one_line(error)}", err=True)
        return error.exit_code if isinstance(error, UsageMistake) else UsageMistake.exit_code
    except click.Abort:
        return Interrupted.exit_code
    except OSError as error:
        sys.stdout = StringIO()  # output that failed once is not tried again at exit
        click.echo(f"nim-tui: {printable(_system_said(error))}", err=True)
        return UsageMistake.exit_code
    return code if isinstance(code, int) else 0


def _let_any_name_be_written() -> None:
    """Escape letters that the terminal's encoding lacks, instead of failing."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def one_line(error: click.ClickException) -> str:
    """Return the message on one printable line; for usage errors, with the way to help."""
    text = " ".join(error.format_message().split())
    if isinstance(error, click.UsageError) and error.ctx is not None:
        said = printable(text, 300).rstrip(".")
        text = _("{mistake}; see {path} --help")
        if said.endswith("?"):
            text = _("{mistake} See {path} --help")
        text = text.format(mistake=said, path=error.ctx.command_path)
    return printable(text)


@contextmanager
def told(about: str = "") -> Iterator[None]:
    """Turn refusals in this context into Trouble, prefixed with their subject."""
    try:
        yield
    except Refusal as error:
        raise UsageMistake(_about(about, say_refusal(error))) from error
    except OSError as error:
        raise UsageMistake(_about(about, _system_said(error))) from error


def _system_said(error: OSError) -> str:
    said = why(error)
    if not error.filename:
        return said
    if error.errno in _UNWRITABLE:
        said = _("{why}; set NIM_TUI_HOME=FOLDER to keep games elsewhere").format(why=said)
    return labelled(str(error.filename), said)


def _about(about: str, message: str) -> str:
    return labelled(printable(about, 120), message) if about else message


def is_by_lines() -> bool:
    """Check whether the command runs in text mode."""
    return asked_plain() or speaks_lines(sys.stdin, sys.stdout, os.environ)


def not_installed(missing: ImportError) -> UsageMistake:
    """Return the error that names the missing packages for serving."""
    needs = _("the server needs more packages: pip install 'nim-tui[server]' ({name} is missing)")
    if missing.name in ("aiohttp", "webauthn"):
        needs = _(
            "the browser client needs more packages: pip install 'nim-tui[web]' ({name} is missing)"
        )
    return UsageMistake(needs.format(name=missing.name))
