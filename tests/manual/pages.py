"""Man pages in English, made of what `--help` shows; the same on every day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextvars import copy_context
from pathlib import Path
from typing import Final

import click
from click_man.man import ManPage

from nim_tui import __version__
from nim_tui.cli.language import speaking
from nim_tui.cli.trouble import LazyCommand
from nim_tui.commands.cli import commands

FOLDER: Final = Path(__file__).parents[2] / "docs" / "man"

_SENTENCE: Final = re.compile(r"(.+?)[.:](?=\s|$)", re.DOTALL)
_ESCAPED: Final = r"\\-"
_HYPHEN: Final = re.compile(r"(?<!\\)-")


def pages() -> Mapping[str, str]:
    """The text of each page, by the name of its file."""
    return copy_context().run(_in_english)


def _in_english() -> dict[str, str]:
    with speaking("en"):
        return {f"{page_name(context)}.1": _page(context) for context in each_command()}


def each_command() -> Iterator[click.Context]:
    """Yield the context of every command that is not hidden, in the language of the moment."""
    return _each(click.Context(commands, info_name="nim-tui", **commands.context_settings))


def _each(context: click.Context) -> Iterator[click.Context]:
    """The command and all below it that are not hidden."""
    yield context
    for name, command in _below(context.command).items():
        yield from _each(click.Context(command, info_name=name, parent=context))


def _below(command: click.Command) -> dict[str, click.Command]:
    known = command.commands if isinstance(command, click.Group) else {}
    loaded = {
        name: each.loaded() if isinstance(each, LazyCommand) else each
        for name, each in known.items()
    }
    return {name: each for name, each in loaded.items() if not each.hidden}


def page_name(context: click.Context) -> str:
    """Return the name of the page of a command."""
    return context.command_path.replace(" ", "-")


def _page(context: click.Context) -> str:
    command = context.command
    page = ManPage(context.command_path)
    page.date = ""
    page.version = f"nim-tui {__version__}"
    page.short_help = brief(command)
    page.synopsis = " ".join(command.collect_usage_pieces(context))
    page.description = "\n\n".join(text for text in (command.help, command.epilog) if text)
    options = (each for each in command.get_params(context) if isinstance(each, click.Option))
    records = (option.get_help_record(context) for option in options)
    page.options = [record for record in records if record is not None]
    page.commands = [(name, brief(each)) for name, each in _below(command).items()]
    return _mended(str(page), context)


def _mended(page: str, context: click.Context) -> str:
    """With hyphens that can be copied, and pages called by the names they have."""
    title, _, body = page.partition("\n")
    spoken, called = context.command_path, page_name(context)
    title = title.replace(f'"{spoken.upper()}"', f'"{called.upper()}"')
    body = body.replace(rf"\fB{spoken}-", rf"\fB{called}-")
    return f"{title}\n{_HYPHEN.sub(_ESCAPED, body)}"


def brief(command: click.Command) -> str:
    """Return the first sentence of the help of a command."""
    found = _SENTENCE.match(command.help or "")
    return found[1] if found is not None else ""
