"""`nim-tui new-game` writes a whole game, the one of docs/tutorials/adding-a-game.md."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from shutil import copytree
from typing import Final

import msgspec
import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from click.testing import CliRunner, Result

from nim_tui.app.app import NimApp
from nim_tui.bots.bot import bot_chance
from nim_tui.commands.cli import commands
from nim_tui.commands.new_game import write_game
from nim_tui.lessons.lesson import Lesson
from nim_tui.lessons.lesson_file import lessons_of
from nim_tui.registry import GameEntry, all_games
from nim_tui.research.environment import Environment
from nim_tui.research.subject import subject_of
from nim_tui.settings import Settings
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import press, running, text_of
from nim_tui.testing.tables import offer
from rules.chance import Chance
from screens.text import translate_too
from tests.screens.looking import is_over, menu_words, play_a_word, say

EXAMPLE: Final = Path(__file__).parent / "examples/mia"
NAME: Final = "bids"
TITLE: Final = "Sealed Bids"
PAGE: Final = (Path(__file__).parents[1] / "docs/tutorials/adding-a-game.md").read_text("utf-8")
EXCERPTS: Final = re.findall(r"^```\w+\n# (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
QUIET: Final = ("PYTEST_", "PYTHONPATH", "NIM_TUI_", "MAKE", "MFLAGS", "NO_COLOR")
"""The beginnings of variables that say how the tests around are run."""


def asked(folder: Path, *arguments: str) -> Result:
    """Run the command within a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return CliRunner().invoke(commands, ["new-game", *arguments])


def run(folder: Path, *command: str) -> str:
    """Return the output of a command that must succeed, as if no test ran around it."""
    around = {n: value for n, value in os.environ.items() if not n.startswith(QUIET)}
    done = subprocess.run(
        command, cwd=folder, env=around, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def as_text(forms: str | Sequence[str]) -> str:
    """Return a text, or its forms for one and many as one."""
    return forms if isinstance(forms, str) else " / ".join(forms)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A distribution as it is written."""
    folder = tmp_path_factory.mktemp("written") / NAME
    write_game(folder, NAME, TITLE)
    return folder


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, a distribution that was made of one, away from the settings of ours."""
    return copytree(EXAMPLE, tmp_path_factory.mktemp("example") / "mia")


@pytest.fixture(scope="module")
def entry(written: Path) -> Iterator[GameEntry]:
    """Its game, on offer."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(written)
        found: GameEntry = import_module(f"{NAME}.entry").ENTRY
        offer(found)
        yield found
    del all_games()[NAME]
    translate_too(())
    for name in set(sys.modules) - before:
        if name.partition(".")[0] == NAME:
            del sys.modules[name]


def test_a_name_becomes_a_folder_and_a_title_is_made_of_it(tmp_path: Path) -> None:
    done = asked(tmp_path, "kraken")
    assert (done.exit_code, done.stdout) == (
        0, "kraken holds a whole small game. Its README says what to do next.\n",
    )  # fmt: skip
    assert '"Kraken",' in (tmp_path / "kraken/kraken/entry.py").read_text("utf-8")
    texts = [path.read_bytes() for path in (tmp_path / "kraken").rglob("*") if path.is_file()]
    assert not [text for text in texts if b"{{" in text]
    assert not [*(tmp_path / "kraken").rglob("*-tpl")]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["Kraken"], "'Kraken': a name has 2 to 20 letters a-z and digits"),
        (["../kraken"], "'../kraken': a name has 2 to 20 letters a-z and digits"),
        (["k" * 21], "a name has 2 to 20 letters a-z and digits"),
        (["class"], "'class': a name has 2 to 20 letters a-z and digits"),
        (["bataille"], "'bataille': a game of that name is installed"),
        (["json"], "'json': a package of that name is installed"),
        (["rules"], "'rules': a package of that name is installed"),
        (["tests"], "'tests': a package of that name is installed"),
        (["kraken", "--title", 'A "title"'], "'kraken': a title has up to 40 letters"),
        (["kraken", "--folder", "there"], "there is there already"),
    ],
)
def test_what_could_not_be_is_refused_and_writes_nothing(
    tmp_path: Path, arguments: list[str], problem: str
) -> None:
    (tmp_path / "there").mkdir()
    refused = asked(tmp_path, *arguments)
    assert refused.exit_code == 2
    assert problem in refused.stderr
    assert [*tmp_path.rglob("*")] == [tmp_path / "there"]


@pytest.mark.slow
def test_its_own_tests_pass_at_once(written: Path) -> None:
    told = run(written, "make", "test", f"PYTHON={sys.executable}")
    assert re.search(r"\b7\d passed", told), told


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_the_tests_of_the_example_pass(example: Path) -> None:
    assert " passed" in run(example, "make", "test", f"PYTHON={sys.executable}")


@pytest.mark.slow
def test_the_quick_tests_of_the_example_pass(example: Path) -> None:
    assert " passed" in run(example, "make", "quick", f"PYTHON={sys.executable}")


@pytest.mark.slow
@pytest.mark.parametrize("name", [NAME, "mia"])
def test_the_code_is_as_ours(written: Path, example: Path, name: str) -> None:
    folder = {NAME: written, "mia": example}[name]
    run(folder, sys.executable, "-m", "ruff", "check", ".")
    run(folder, sys.executable, "-m", "ruff", "format", "--check", ".")
    run(folder, sys.executable, "-m", "mypy", "--strict", name, "tests")


@pytest.mark.parametrize("name", [NAME, "mia"])
def test_the_texts_are_all_in_french(written: Path, example: Path, name: str) -> None:
    package = {NAME: written, "mia": example}[name] / name
    folder = package / "locale/fr/LC_MESSAGES"
    with (folder / "messages.po").open("rb") as po, (folder / "messages.mo").open("rb") as mo:
        french, compiled = read_po(po, "fr"), read_mo(mo)
    marked = extract_from_dir(package, keywords={"_": None, "N_": None, "Noun": (1, 2)})
    filled = {as_text(one.id): as_text(one.string or "") for one in french if one.id}
    assert {*filled} == {as_text(text) for _file, _line, text, *_more in marked}
    assert all(filled.values())
    assert {as_text(one.id): as_text(one.string or "") for one in compiled if one.id} == filled


def test_the_page_shows_parts_of_its_files(written: Path) -> None:
    assert len(EXCERPTS) > 15
    for path, text in EXCERPTS:
        assert text in (written / path).read_text("utf-8"), path


@pytest.mark.parametrize("levels", [("medium", "medium"), ("medium", "random")])
def test_bots_play_it_to_the_end(entry: GameEntry, levels: tuple[str, str]) -> None:
    table = Table(entry.game, {}, [SeatPlan(level, level) for level in levels], 7)
    while table.waiting:
        seat = table.waiting[0]
        bot, chance = entry.bot(levels[seat]), bot_chance(7, seat, table.moves_played)
        advice = bot.choose(table.game, table.view(seat), table.legal(seat), chance)
        assert advice.reason.format(**advice.facts)
        table.play(seat, advice.move)
    assert table.result is not None
    assert table.moves_played == 14


def test_its_judge_estimates_chances_and_hints_come_from_it(entry: GameEntry) -> None:
    judge = entry.judge
    assert judge is not None
    table = Table(entry.game, {}, [SeatPlan("Ana"), SeatPlan("Ben")], 7)
    assert sum(judge.chances(entry.game.new(2, {}, Chance(7)))) == pytest.approx(1)
    advice = entry.adviser.choose(table.game, table.view(0), table.legal(0), Chance(7))
    assert advice.move in table.legal(0)


@pytest.mark.slow
def test_it_is_told_in_numbers(entry: GameEntry) -> None:
    subject = subject_of(entry.name)
    course, told = Environment(subject, Chance(7)), []
    while not course.is_over:
        told.append(course.observation(course.seat or 0))
        course.choose(course.actions[-1])
    assert (subject.actions, len(told), sum(course.returns())) == (7, 14, 0.0)
    places = {place for one in told for place in one}
    assert places <= set(range(subject.observation_size))
    assert len(places) > subject.observation_size / 2


def test_its_lesson_can_be_taken(entry: GameEntry) -> None:
    (first,) = lessons_of(entry.name)
    lesson = Lesson(entry.game, first, 1)
    assert lesson.table.view(0).turned[-1] <= 4, "it says that the prize is small"
    for _step in range(lesson.steps):
        lesson.skip()
    assert lesson.is_over


@pytest.mark.slow
async def test_it_can_be_played_in_french(
    entry: GameEntry, tmp_path: Path, same_environment: None
) -> None:
    settings = tmp_path / "settings.json"
    kept = Settings(pace="instant", forced="asked", language="fr")
    settings.write_bytes(msgspec.json.encode(kept))
    (tmp_path / "tables").mkdir()
    table = Table(entry.game, {}, [SeatPlan("Ana"), SeatPlan("medium", "medium")], 7)
    app = NimApp(Store(tmp_path / "tables"), settings, lambda app: app.table.open(table))
    app.animation_level = "none"
    async with running(app) as pilot:
        assert menu_words(pilot) == [*"1234567"]
        assert "quelle carte misez-vous ?" in text_of(app)
        await say(pilot, "miser 7")
        assert table.plays[0].move == "bid 7"
        assert len(menu_words(pilot)) == 6
        await press(pilot, "r")
        assert "La plus haute carte" in text_of(app)
        await press(pilot, "escape")
        for _ in range(6):
            await play_a_word(pilot)
        assert is_over(pilot)
