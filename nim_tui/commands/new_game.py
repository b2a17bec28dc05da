"""`nim-tui new-game`: a distribution with a whole small game, to be changed into another."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from nim_tui.cli.explained import TranslatedCommand, argument, option
from nim_tui.cli.trouble import UsageMistake, told
from nim_tui.contract import VERSION
from nim_tui.registry import all_games
from screens.text import N_, _, labelled

_NAME: Final = re.compile(r"[a-z][a-z0-9]{1,19}")
_TITLE: Final = re.compile(r"[^\W_][\w '’.!-]{0,39}")
_ENDING: Final = "-tpl"
"""The end of the names of templates, in which names are filled in; other files are copied."""
_PACKAGE: Final = "game"
"""The folder of the templates that is named after the game."""


@click.command(
    cls=TranslatedCommand,
    help=N_(
        "Write a distribution with a small game called NAME into a new folder. Its README says how"
        " to change it into your own."
    ),
)
@argument("name")
@option("--title", default="", help=N_("The title; by default the name."))
@option("--folder", default="", help=N_("The new folder; by default the name."))
def new_game(name: str, title: str, folder: str) -> None:
    """Write a distribution with a small game into a new folder."""
    title = title or name.capitalize()
    _check(name, title)
    place = Path(folder or name)
    if place.exists():
        raise UsageMistake(_("{path} is there already").format(path=place))
    with told(str(place)):
        write_game(place, name, title)
    click.echo(
        _("{path} holds a whole small game. Its README says what to do next.").format(path=place)
    )


def _check(name: str, title: str) -> None:
    """Refuse names that no package, command or record could have."""
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        problem = _("a name has 2 to 20 letters a-z and digits, and begins with a letter")
    elif not _TITLE.fullmatch(title):
        problem = _("a title has up to 40 letters, digits and spaces")
    elif name in all_games():
        problem = _("a game of that name is installed")
    elif name == "tests" or name in sys.stdlib_module_names or find_spec(name) is not None:
        problem = _("a package of that name is installed")
    else:
        return
    raise UsageMistake(labelled(repr(name[:40]), problem))


def write_game(folder: Path, name: str, title: str) -> None:
    """Write the files into a new folder. Raises OSError."""
    filled = {"name": name, "title": title, "contract": str(VERSION)}
    folder.mkdir(parents=True)
    for path, content in _written(files("nim_tui.commands") / "game_template", filled):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _written(source: Traversable, filled: Mapping[str, str]) -> Iterator[tuple[Path, bytes]]:
    """Yield the files below a folder of templates: the path of each, and its content."""
    for each in source.iterdir():
        if each.is_dir():
            inside = filled["name"] if each.name == _PACKAGE else each.name
            for path, content in _written(each, filled):
                yield Path(inside) / path, content
        elif each.name.endswith(_ENDING):
            text = each.read_text("utf-8")
            for word, value in filled.items():
                text = text.replace(f"{{{{{word}}}}}", value)
            yield Path(each.name.removesuffix(_ENDING)), text.encode()
        else:
            yield Path(each.name), each.read_bytes()
