"""The command line speaks the language it is asked for, else that of the settings."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import pytest
from click.testing import Result

from nim_tui.cli import explained as click_texts
from nim_tui.cli.language import UnknownLanguage, language_in
from nim_tui.cli.trouble import LazyCommand
from nim_tui.commands.cli import commands
from nim_tui.settings import Settings, save_settings
from nim_tui.tables.store import settings_path
from screens.text import LANGUAGES, Locale, _, current_look, use_look
from tests.every import holds_for_each
from tests.nim_tui.commands.test_mistakes import MISTAKES
from tests.nim_tui.conftest import run

CLICK: Final = "".join(path.read_text("utf-8") for path in Path(click.__file__).parent.glob("*.py"))
ENGLISH: Final = re.compile(
    r"\b(the|of|not|there|takes|needs|must|which|Missing|No such|Show|Print|List|Write|FILE|GAME)\b"
)
"""Words that no French page has."""
OTHERS: Final = [language for language in LANGUAGES if language != "en"]


def all_commands(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    yield path
    for name, command in group.commands.items():
        known = command.loaded() if isinstance(command, LazyCommand) else command
        if isinstance(known, click.Group):
            yield from all_commands(known, *path, name)
        else:
            yield (*path, name)


def french(*arguments: str) -> Result:
    return run("--lang", "fr", *arguments)


def test_every_page_of_help_is_in_french() -> None:
    def is_french(path: tuple[str, ...]) -> None:
        page = french(*path, "--help")
        assert page.exit_code == 0
        assert page.stdout.startswith("Usage\u00a0: nim-tui")
        assert "Afficher cette aide." in page.stdout
        assert not ENGLISH.search(page.stdout)
        assert run(*path, "--help").stdout.startswith("Usage: nim-tui")

    holds_for_each(all_commands(commands), is_french, " ".join)


def placeholders(path: tuple[str, ...]) -> Iterator[str]:
    command: click.Command = commands
    for name in path:
        assert isinstance(command, click.Group)
        found = command.commands[name]
        command = found.loaded() if isinstance(found, LazyCommand) else found
    context = click.Context(command)
    for known in command.params:
        if isinstance(known, click.Option) and not known.is_flag:
            yield click.Option.make_metavar(known, context)
        elif isinstance(known, click.Argument):
            yield click.Argument.make_metavar(known, context).strip("[].")


def test_every_placeholder_is_in_french() -> None:
    use_look(Locale("fr"))

    def is_french(path: tuple[str, ...]) -> None:
        typed = [one for one in placeholders(path) if re.search("[A-Z]{2}", one)]
        assert {one for one in typed if _(one) == one} <= {"NOTE", "SESSION", "TABLE"}

    holds_for_each(all_commands(commands), is_french, " ".join)


def test_every_mistake_is_answered_in_french() -> None:
    def is_french(arguments: list[str]) -> None:
        told = french(*arguments)
        assert (told.exit_code, told.stdout) == (2, "")
        assert told.stderr[:-1].isprintable()
        assert not ENGLISH.search(told.stderr)
        assert told.stderr != run(*arguments).stderr

    holds_for_each((words for words, _said in MISTAKES), is_french, lambda words: str(words)[:99])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ply"], "nim-tui n’a pas de commande 'ply' ; vouliez-vous dire play ?"),
        (["play"], "Il manque l’argument 'JEU' ; voir nim-tui play --help"),
        (
            ["play", "bataille", "--option", "lanes=x"],
            "l’option lignes de tir doit être orthogonales ou diagonales ou tout, pas 'x'",
        ),
        (["replay", "no-such-file"], "no-such-file : fichier introuvable"),
        (["record", "check", "/"], "c’est un dossier"),
    ],
)
def test_mistakes_in_french(arguments: list[str], said: str) -> None:
    assert said in french(*arguments).stderr


def test_what_is_to_be_typed_is_the_same_in_every_language() -> None:
    listed = french("games").stdout
    assert "valeurs orthogonal ou diagonals ou all" in listed
    assert "bot:medium, bot:easy\n" in listed
    assert "les lignes de tir des torpilles" in listed
    assert french("games", "--json").stdout == run("games", "--json").stdout


def test_a_record_is_summed_up_in_french(kept: Path) -> None:
    assert re.fullmatch(
        r"bataille, 2 places, \d+ coups, terminée \(ships\)\n",
        french("record", "check", str(kept)).stdout,
    )
    told = french("simulate", "bataille", "--games", "2", "--seed", "1").stdout
    assert "bataille, 2 parties, graine 1" in told
    assert "médiane" in told
    assert "coups par seconde" in told


def test_the_language_is_that_of_the_settings_if_none_is_asked_for(home: Path) -> None:
    assert "choose one of: play" in run("xxx").stderr
    assert not home.exists()
    save_settings(settings_path(), Settings(language="fr"))
    assert "choisissez parmi : play" in run("xxx").stderr
    assert "choose one of: play" in run("--lang", "en", "xxx").stderr


def test_the_language_is_that_of_the_environment_if_nothing_says_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "choisissez parmi : play" in run("xxx").stderr


def test_speaking_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    french("games")
    assert os.environ["LANGUAGE"] == "de"
    assert current_look().language == "en"
    monkeypatch.delenv("LANGUAGE")
    french("games")
    assert "LANGUAGE" not in os.environ


@pytest.mark.parametrize(
    ("arguments", "rest", "language"),
    [
        (["play", "x", "--lang", "fr"], ["play", "x"], "fr"),
        (["--lang=fr", "games"], ["games"], "fr"),
        (["--lang", "fr", "--lang", "en"], [], "en"),
        (["play", "--", "--lang", "fr"], ["play", "--", "--lang", "fr"], ""),
        (["--language", "fr"], ["--language", "fr"], ""),
    ],
)
def test_the_language_may_stand_anywhere(
    arguments: list[str], rest: list[str], language: str
) -> None:
    assert language_in(arguments) == (rest, language)


@pytest.mark.parametrize("arguments", [["--lang"], ["--lang", "FR"], ["--lang=" + "x" * 9999]])
def test_a_language_that_nobody_speaks_here(arguments: list[str]) -> None:
    with pytest.raises(UnknownLanguage):
        language_in(arguments)
    told = run(*arguments)
    assert told.exit_code == 2
    assert "--lang must be a language code" in told.stderr
    assert len(told.stderr) < 200


def test_the_screens_speak_the_language_asked_for(
    shown: list[Any], languages: list[str], kept: Path
) -> None:
    french()
    french("play", "bataille")
    french("replay", str(kept))
    run()
    assert len(shown) == 4
    assert languages == ["fr", "fr", "fr", ""]


def test_the_texts_of_click_are_those_it_has() -> None:
    texts = [*click_texts.TEXTS, *(counted.one for counted in click_texts.COUNTED)]
    assert texts
    assert [text for text in texts if f'"{text}"' not in CLICK] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_texts_of_click_are_found_where_it_looks(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Il manque l’argument" in french("play").stderr
    assert gettext.textdomain() == "messages"
