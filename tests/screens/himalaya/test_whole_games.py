"""Whole games of Himalaya from the form or the table, the sand timer, and own board files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nim_tui.tables.store import Store
from nim_tui.testing.screens import Looker, press, running, settle, text_of, until
from nim_tui.testing.tables import OPEN
from rules.himalaya import board as read
from screens.himalaya.program_editor import SAND_TIMER
from screens.himalaya.slots import Slots
from screens.widgets.menu import Menu
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.sights import laid, screen_of
from tests.screens.himalaya.tables import FIRST_TURN, PROGRAMMING, Position
from tests.screens.looking import go_to, is_advised, is_over, play_a_word, prompt, say

PRINTED = Path(read.__file__).with_name("board.toml").read_text()
FRESH = {3: Position(3, 4, "camp 1", 0), 4: Position(4, 4, "camp 1", 0)}
MOST_KEYS = 200


async def take(pilot: Looker, text: str) -> None:
    """Choose the menu line with a text."""
    items = pilot.app.screen.query_one(Menu).items
    await go_to(pilot, next(item.id for item in items if text in item.text))
    await press(pilot, "enter")


async def new_table(pilot: Looker) -> None:
    """Go from the home screen to the form of a new table of Himalaya."""
    for _ in range(8):
        if "Himalaya" in pilot.app.screen.query_one(Menu).items[0].text:
            break
        await press(pilot, "right")
    await press(pilot, "n")


@pytest.mark.slow
@pytest.mark.parametrize("players", by_day([3, 4], 1))
async def test_a_whole_game_in_words_and_by_menu(
    make_app: MakeApp, store: Store, players: int
) -> None:
    """Every program is typed; whatever else is asked is taken from the map or the menu."""
    table = FRESH[players].table(store=store, events=players == 4)
    async with running(make_app(table)) as pilot:
        for _ in range(MOST_KEYS):
            if is_over(pilot):
                break
            if screen_of(pilot).ui.editor.is_laying:
                await say(pilot, "program tsitrt")
            else:
                await play_a_word(pilot)
        assert is_over(pilot), text_of(pilot.app)
        await take(pilot, "the final count")
        await press(pilot, "escape")
        await take(pilot, "from the start")
        assert f"before move 1 of {table.moves_played}" in prompt(pilot)
        await press(pilot, "end", "g")
        assert "the twelve turns are over" in text_of(pilot.app)


class Sand:
    """A sand timer moved by the test."""

    def __init__(self) -> None:
        self.run: Any = None

    async def run_out(self, pilot: Looker, seconds: int) -> None:
        """Let a number of seconds pass."""
        for _ in range(seconds):
            self.run()
        await settle(pilot)


@pytest.fixture
def sand(monkeypatch: pytest.MonkeyPatch) -> Sand:
    """Return a timer without a clock; the test lets the seconds pass."""
    sand, as_it_was = Sand(), Slots.set_interval

    def set_interval(self: Slots, interval: float, callback: Any, **more: Any) -> Any:
        if interval != 1:
            return as_it_was(self, interval, callback, **more)
        sand.run = callback
        return object()

    monkeypatch.setattr(Slots, "set_interval", set_interval)
    return sand


async def test_what_is_not_laid_in_a_minute_is_a_pause(
    make_app: MakeApp, sand: Sand, bots_wait: None
) -> None:
    table = PROGRAMMING.table(sand_timer=True)
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        assert f"{SAND_TIMER} s left" in prompt(pilot)
        await press(pilot, "s", "i")
        await sand.run_out(pilot, SAND_TIMER - 1)
        assert "1 s left" in prompt(pilot)
        assert table.moves_played == played
        await sand.run_out(pilot, 1)
        assert table.plays[-1].move == "program sipppp"
        await sand.run_out(pilot, 2 * SAND_TIMER)
        assert table.moves_played == played + 1


async def test_without_the_option_no_sand_runs(make_app: MakeApp, sand: Sand) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        assert sand.run is None
        assert "s left" not in prompt(pilot)


@pytest.mark.slow
async def test_each_person_has_a_minute_and_none_runs_behind_the_curtain(
    make_app: MakeApp, sand: Sand
) -> None:
    table = PROGRAMMING.table(persons=3, sand_timer=True)
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        if sand.run is not None:
            await sand.run_out(pilot, SAND_TIMER)
        assert table.moves_played == played, "the curtain is down"
        for name in ("Ana", "Ben", "Cleo"):
            await press(pilot, OPEN)
            assert "Your turn:" in prompt(pilot)
            assert f"{SAND_TIMER} s left" in prompt(pilot)
            await sand.run_out(pilot, 20)
            assert f"{SAND_TIMER - 20} s left" in prompt(pilot)
            await say(pilot, "program pppppp")
            if name != "Cleo":
                await press(pilot, "enter")
                await sand.run_out(pilot, 5)
        assert "Your turn:" in prompt(pilot), "she lays for the next turn at once"
        assert f"{SAND_TIMER} s left" in prompt(pilot)
        assert laid(pilot) == "______"


@pytest.mark.slow
async def test_a_table_of_four_is_set_up_from_the_home_screen(
    make_app: MakeApp, bots_wait: None
) -> None:
    async with running(make_app()) as pilot:
        await new_table(pilot)
        await go_to(pilot, "players")
        await press(pilot, "right")
        await take(pilot, "Start")
        assert screen_of(pilot).model.names[0] == "You"
        assert len(screen_of(pilot).model.names) == 4


async def type_the_board(pilot: Looker, path: Path) -> None:
    """Type the path of a file into the form."""
    await new_table(pilot)
    await go_to(pilot, "option board")
    await press(pilot, "enter", *str(path), "enter")


@pytest.mark.slow
async def test_a_board_of_ones_own_from_the_form(
    make_app: MakeApp, tmp_path: Path, store: Store, bots_wait: None
) -> None:
    path = tmp_path / "b.toml"
    path.write_text(PRINTED.replace("Namdo", "Ourtown", 1))
    async with running(make_app()) as pilot:
        await type_the_board(pilot, path)
        assert "board file" in text_of(pilot.app)
        path.unlink()
        await take(pilot, "Start")
        view = screen_of(pilot).model.view
        assert view.board.villages[1].name == "Ourtown"
    (kept,) = store.unfinished()
    assert "Ourtown" in str(kept.header.options["board"])


@pytest.mark.slow
async def test_a_bad_board_says_line_and_reason_in_the_form(
    make_app: MakeApp, tmp_path: Path
) -> None:
    path = tmp_path / "b.toml"
    path.write_text(PRINTED.replace('level = "house"', 'level = "hut"', 1))
    line = next(n for n, row in enumerate(path.read_text().splitlines(), 1) if '"hut"' in row)
    async with running(make_app()) as pilot:
        await type_the_board(pilot, path)
        assert f"line {line}" in text_of(pilot.app)
        assert "board file" not in text_of(pilot.app)
        await press(pilot, "escape")
        assert "‹ printed board ›" in text_of(pilot.app)


@pytest.mark.slow
async def test_a_hint_is_sealed_by_its_key(make_app: MakeApp, first_bot: None) -> None:
    table = FIRST_TURN.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await press(pilot, "tab", "i")
        await until(pilot, lambda: is_advised(pilot))
        await press(pilot, "i")
        assert table.plays[played].move.startswith("program ")
