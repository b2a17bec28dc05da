"""The game of docs/tutorials/adding-a-game.md is a whole game: the code of the page is run here."""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Any, Final

import msgspec
import pytest

from nim_tui.app.app import NimApp
from nim_tui.bots.bot import bot_chance
from nim_tui.lessons.lesson import Lesson
from nim_tui.lessons.lesson_file import lessons_of
from nim_tui.registry import GameEntry, all_games
from nim_tui.settings import Settings
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.contract import ContractSuite
from nim_tui.testing.screens import press, running, text_of
from nim_tui.testing.secrets import SecretsSuite
from nim_tui.testing.walks import Setting, settings_of
from rules.contract import AnyGame
from tests.screens.looking import is_over, menu_words, play_a_word, say

PAGE: Final = (Path(__file__).parents[1] / "docs/tutorials/adding-a-game.md").read_text("utf-8")
_BLOCK: Final = re.compile(
    r"^```(?:python|markdown|toml)\n(?:# |<!-- )(?P<path>[\w./-]+)(?P<more>, continued)?(?: -->)?\n"
    r"(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
BLOCKS: Final = [*_BLOCK.finditer(PAGE)]
FIRST_PLAY: Final = PAGE.index("nim-tui play bids")
"""Where the page has its reader play for the first time."""
OWN_TESTS: Final = "tests/test_bids.py"

SUITES: Final = (ContractSuite, SecretsSuite)
CHECKS: Final[dict[str, Callable[..., None]]] = {
    name: check
    for suite in SUITES
    for name, check in vars(suite).items()
    if name.startswith("test_")
}
SEEDS: Final = (3, 14, 159)


@dataclass(frozen=True)
class Shown:
    """What the page adds: a game, what it is tried at, its entry, its own tests."""

    game: AnyGame
    settings: tuple[Setting, ...]
    offer: GameEntry
    tests: Mapping[str, Any]


def files_of_the_page(end: int = len(PAGE)) -> dict[str, str]:
    """The files by path, as they are for a reader who has come to this place of the page."""
    files = dict[str, str]()
    for block in BLOCKS:
        if block.end() <= end:
            before = f"{files[block['path']]}\n" if block["more"] else ""
            files[block["path"]] = before + block["text"]
    return files


def write_down(folder: Path, end: int = len(PAGE)) -> Path:
    """Put the files of the page, up to this place of it, into a folder."""
    for path, text in files_of_the_page(end).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    """The files of the page, imported from a folder of their own; the game is on offer."""
    folder = write_down(tmp_path_factory.mktemp("shown"))
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        offer = import_module("sealed_bids.entry").ENTRY
        patch.setitem(all_games(), offer.name, offer)
        settings = tuple(settings_of(offer.game))
        yield Shown(offer.game, settings, offer, run_path(str(folder / OWN_TESTS)))
    for name in set(sys.modules) - before:
        if name.startswith("sealed_bids"):
            del sys.modules[name]


def test_the_page_shows_every_file_once_and_the_entry_again() -> None:
    assert len(BLOCKS) == PAGE.count("\n```") // 2
    shown = Counter(block["path"] for block in BLOCKS if not block["more"])
    assert {path: times for path, times in shown.items() if times > 1} == {
        "sealed_bids/entry.py": 2
    }


def test_the_game_is_played_early_on_the_page() -> None:
    assert len(PAGE[:FIRST_PLAY].split()) < 1_200
    first = files_of_the_page(FIRST_PLAY)
    assert "pyproject.toml" in first
    assert first["sealed_bids/entry.py"] != files_of_the_page()["sealed_bids/entry.py"]


def test_the_tests_that_the_page_shows_pass(shown: Shown) -> None:
    own = [test for name, test in shown.tests.items() if name.startswith("test_")]
    assert own
    for test in own:
        test()


@pytest.mark.parametrize("name", CHECKS)
def test_the_game_keeps_the_contract(shown: Shown, name: str) -> None:
    check = CHECKS[name]
    inner = getattr(getattr(check, "hypothesis", None), "inner_test", check)
    asked = inspect.signature(inner).parameters
    for setting in shown.settings:
        for seed in SEEDS:
            for depth in (0, 1, 4, 9):
                known: dict[str, Any] = {
                    "self": None,
                    "setting": setting,
                    "game": shown.game,
                    "seed": seed,
                }
                known |= {"depth": depth, "text": "xyzzy"}
                inner(**{parameter: known[parameter] for parameter in asked})
                if "depth" not in asked:
                    break
            if "seed" not in asked:
                break
        if "setting" not in asked:
            break


def test_both_options_are_tried(shown: Shown) -> None:
    assert [dict(setting.options) for setting in shown.settings] == [{}, {"carry": True}]


@pytest.mark.parametrize("levels", [("medium", "medium"), ("medium", "random")])
def test_bots_play_it_to_the_end(shown: Shown, levels: tuple[str, str]) -> None:
    table = Table(shown.game, {}, [SeatPlan(level, level) for level in levels], 7)
    while table.waiting:
        seat = table.waiting[0]
        bot, chance = shown.offer.bot(levels[seat]), bot_chance(7, seat, table.moves_played)
        advice = bot.choose(table.game, table.view(seat), table.legal(seat), chance)
        assert advice.reason.format(**advice.facts)
        table.play(seat, advice.move)
    assert table.result is not None
    assert table.moves_played == 14


def test_its_lesson_can_be_taken(shown: Shown) -> None:
    (written,) = lessons_of(shown.game.name)
    lesson = Lesson(shown.game, written, 1)
    assert lesson.table.view(0).turned[-1] <= 4, "it says that the prize is small"
    for _step in range(lesson.steps):
        lesson.skip()
    assert lesson.is_over


@pytest.mark.slow
async def test_it_can_be_played_in_the_app(
    shown: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "NO_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    settings = tmp_path / "settings.json"
    settings.write_bytes(msgspec.json.encode(Settings(pace="instant", forced="asked")))
    folder = tmp_path / "tables"
    folder.mkdir()
    table = Table(shown.game, {}, [SeatPlan("Ana"), SeatPlan("medium", "medium")], 7)
    app = NimApp(Store(folder), settings, lambda app: app.table.open(table))
    app.animation_level = "none"
    async with running(app) as pilot:
        assert menu_words(pilot) == [*"1234567"]
        await say(pilot, "miser 7")
        assert table.plays[0].move == "bid 7"
        assert len(menu_words(pilot)) == 6
        await press(pilot, "r")
        assert "The higher card takes the prize" in text_of(app)
        await press(pilot, "escape")
        for _ in range(6):
            await play_a_word(pilot)
        assert is_over(pilot)
