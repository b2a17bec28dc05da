"""Playback of sealed programs, step by step: at a pace, by keys, or at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nim_tui import settings
from nim_tui.testing.screens import LARGE, Looker, press, running, settle, text_of, until
from rules.himalaya import HIMALAYA
from rules.himalaya.events import Inventory, Revealed
from screens import colours
from screens.himalaya.count_dialog import InventoryDialog, inventory_lines
from screens.himalaya.sentences import is_a_step, sentence
from screens.people import SeatNames
from screens.table.results import ResultsDialog
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.sights import laid, screen_of, slots_of, village_text
from tests.screens.himalaya.tables import (
    FILLED,
    FIRST_TURN,
    LAST_TURN,
    NEARLY_FILLED,
    Position,
    three,
)
from tests.screens.looking import is_over, log_shown, menu_words, prompt

pytestmark = pytest.mark.usefixtures("bots_wait")

ASKED = "Your turn: choose up to two rewards at 7"
"""The prompt where the program of `NEARLY_FILLED` fills an order."""


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no next step come automatically."""
    monkeypatch.setitem(settings.PACES, "fast", 3600.0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let steps follow each other as fast as they are drawn."""
    monkeypatch.setitem(settings.PACES, "fast", 0.001)
    return iter(())


def go_on(pilot: Looker, position: Position, moves: int = 1) -> None:
    """Play the next words of the game for the seats that must move."""
    table = screen_of(pilot).model.seat._table  # type: ignore[attr-defined]
    for words in position.to_come_from(table.moves_played)[:moves]:
        table.play(table.waiting[0], HIMALAYA.parse(words))


def told(pilot: Looker) -> list[str]:
    """Return the log, as far as shown."""
    return [text for text, _look in log_shown(pilot)]


async def sealed_by_all(pilot: Looker, position: Position, moves: int = 1) -> None:
    """Seal the last program, which starts a playback."""
    go_on(pilot, position, moves)
    await settle(pilot)


def is_read(pilot: Looker) -> bool:
    """Whether an inventory waits for a key."""
    return isinstance(pilot.app.screen, InventoryDialog)


async def step_on(pilot: Looker) -> list[str]:
    """Step by keys to the end of the playback; return the prompts on the way."""
    shown: list[str] = []
    for _ in range(60):
        if not screen_of(pilot).model.is_following:
            return shown
        shown.append(prompt(pilot))
        await press(pilot, "enter" if is_read(pilot) else "full_stop")
    raise AssertionError(f"there is no end to it: {shown}")


@pytest.mark.usefixtures("no_clock")
async def test_each_step_is_a_line_and_a_place_on_the_map(make_app: MakeApp) -> None:
    """Cleo goes first: ice to 20; Ana still stands where she was."""
    async with running(make_app(NEARLY_FILLED.table(), pace="fast")) as pilot:
        await sealed_by_all(pilot, NEARLY_FILLED)
        assert screen_of(pilot).model.is_following
        shown = [prompt(pilot)]
        for _ in range(3):
            await press(pilot, "full_stop")
            shown.append(prompt(pilot))
        assert shown == [
            "◆ Cleo: iitttt",
            "▲ You: rsssst",
            "▼ Ben: tittti",
            "◆ Cleo: ice to 20",
        ]
        assert village_text(pilot, 20)[0] == "Π20◆"
        assert village_text(pilot, 7)[0] == "Π7"


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_the_log_grows_a_line_a_step(make_app: MakeApp) -> None:
    async with running(make_app(NEARLY_FILLED.table(), pace="fast"), LARGE) as pilot:
        before = told(pilot)
        await sealed_by_all(pilot, NEARLY_FILLED)
        for _ in range(5):
            lines = told(pilot)
            assert lines[-1] == prompt(pilot)
            assert lines[-1] in text_of(pilot.app).partition("─ Log ─")[2]
            await press(pilot, "full_stop")
            assert told(pilot)[:-1] == lines
        assert told(pilot)[: len(before)] == before


@pytest.mark.usefixtures("no_clock")
async def test_nothing_is_asked_or_offered_meanwhile(make_app: MakeApp) -> None:
    table = NEARLY_FILLED.table()
    async with running(make_app(table, pace="fast")) as pilot:
        await sealed_by_all(pilot, NEARLY_FILLED)
        played = table.moves_played
        bar = text_of(pilot.app).splitlines()[-1]
        assert all(word in bar for word in ("Pause or play", "Next", "Skip"))
        assert not any(word in bar for word in ("Undo", "Hint", "Type"))
        assert menu_words(pilot) == []
        assert not slots_of(pilot).display
        await press(pilot, "u", "i", "colon", "b")
        assert table.moves_played == played
        assert screen_of(pilot).model.is_following


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_an_own_choice_interrupts_and_the_rest_is_shown_after_it(make_app: MakeApp) -> None:
    table = NEARLY_FILLED.table()
    async with running(make_app(table, pace="fast")) as pilot:
        await sealed_by_all(pilot, NEARLY_FILLED)
        steps = await step_on(pilot)
        assert len(steps) > 10
        assert not any("rewards" in line for line in steps)
        assert prompt(pilot) == ASKED
        assert {"barter", "offer", "done"} < set(menu_words(pilot))
        await press(pilot, "x")
        assert table.plays[-1].move == "done"
        assert screen_of(pilot).model.is_following
        await press(pilot, "escape")
        assert screen_of(pilot).ui.editor.is_laying
        assert laid(pilot) == "______"


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_escape_shows_the_table_as_it_is(make_app: MakeApp) -> None:
    async with running(make_app(NEARLY_FILLED.table(), pace="fast")) as pilot:
        await sealed_by_all(pilot, NEARLY_FILLED)
        await press(pilot, "escape")
        assert not screen_of(pilot).model.is_following
        skipped = text_of(pilot.app).splitlines()
    async with running(make_app(FILLED.table(), pace="fast")) as pilot:
        assert skipped[:20] == text_of(pilot.app).splitlines()[:20]


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
async def test_it_runs_by_itself(make_app: MakeApp) -> None:
    async with running(make_app(NEARLY_FILLED.table(), pace="fast")) as pilot:
        go_on(pilot, NEARLY_FILLED)
        await until(pilot, lambda: prompt(pilot) == ASKED)
        assert not screen_of(pilot).model.is_following


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
async def test_space_halts_and_lets_it_run_again(make_app: MakeApp) -> None:
    async with running(make_app(NEARLY_FILLED.table(), pace="fast")) as pilot:
        screen = screen_of(pilot)
        screen.action_halt()
        go_on(pilot, NEARLY_FILLED)
        await until(pilot, lambda: screen.model.is_following)
        assert screen.playback.is_running is False
        await press(pilot, "full_stop")
        assert prompt(pilot) == "▲ You: rsssst", "one key is one step"
        assert screen.playback.is_running is False
        await press(pilot, "space")
        await until(pilot, lambda: not screen.model.is_following)
        assert prompt(pilot) == ASKED


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_what_is_halted_stays_when_a_program_moves(make_app: MakeApp) -> None:
    """In turn 4 Cleo fills an order; her choices come while Ana still looks at what led there."""
    position = Position(FILLED.players, FILLED.seed, FILLED.whole, 15)
    async with running(make_app(position.table(), pace="fast")) as pilot:
        await sealed_by_all(pilot, position)
        await press(pilot, "space", "full_stop")
        shown = prompt(pilot)
        await sealed_by_all(pilot, position, moves=2)
        assert prompt(pilot) == shown
        assert any("from barter" in line for line in await step_on(pilot))


@pytest.mark.slow
async def test_the_pace_instant_shows_the_end_at_once(make_app: MakeApp) -> None:
    async with running(make_app(NEARLY_FILLED.table(), pace="instant")) as pilot:
        await sealed_by_all(pilot, NEARLY_FILLED)
        assert not screen_of(pilot).model.is_following
        assert prompt(pilot) == ASKED


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_the_end_is_told_after_its_last_step(make_app: MakeApp) -> None:
    position = Position(LAST_TURN.players, LAST_TURN.seed, LAST_TURN.whole, 51)
    table = position.table()
    async with running(make_app(table, pace="fast")) as pilot:
        await sealed_by_all(pilot, position)
        assert table.result is not None
        assert not is_over(pilot)
        assert "wins" not in prompt(pilot)
        await press(pilot, "full_stop")
        assert not isinstance(pilot.app.screen, ResultsDialog)
        await press(pilot, "enter")
        assert is_over(pilot), "Enter only skips"
        stack = pilot.app.screen_stack
        assert not any(isinstance(each, InventoryDialog) for each in stack), "the end tells it"


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_every_step_of_a_turn_is_shown_once(make_app: MakeApp) -> None:
    position = Position(FIRST_TURN.players, FIRST_TURN.seed, FIRST_TURN.whole, 5)
    table = position.table()
    async with running(make_app(table, pace="fast")) as pilot:
        known = len(table.log(0))
        await sealed_by_all(pilot, position)
        shown = await step_on(pilot)
        people = screen_of(pilot).model.people
        new = table.log(0)[known:]
        all_steps = [sentence(e, people) for e in new if is_a_step(e) or isinstance(e, Revealed)]
        assert len(all_steps) == 3 + 18
        assert [line for line in shown if line in all_steps] == all_steps


class TestInventory:
    """Cleo's program ends turn 8, and an inventory follows."""

    COUNTED = three(31)

    async def test_a_table_by_names_waits_for_a_key(self, make_app: MakeApp) -> None:
        async with running(make_app(self.COUNTED.table(), pace="instant")) as pilot:
            assert not is_read(pilot), "the first is long ago"
            await sealed_by_all(pilot, self.COUNTED)
            assert is_read(pilot)
            shown = text_of(pilot.app)
            assert "Inventory after turn 8" in shown
            assert "next inventory: turn 12" in shown
            heads = next(row for row in shown.splitlines() if "token" in row and "▲ You" in row)
            assert "▼ Ben" in heads
            assert "◆ Cleo" in heads
            await press(pilot, "s")
            assert is_read(pilot), "no letter of a program ends it"
            await press(pilot, "enter")
            assert screen_of(pilot).ui.editor.is_laying
            assert laid(pilot) == "______"

    def test_each_kind_goes_to_who_alone_has_most(self) -> None:
        table = three(32).table()
        counted = [event for event in table.log(0) if isinstance(event, Inventory)][-5:]
        people = SeatNames(("Ana", "Ben", "Cleo"), 0)
        rows = [
            colours.text_of(line).split()
            for line in inventory_lines(counted, table.view(0), people)
        ]
        for kind, event in enumerate(counted):
            assert rows[3 + kind][2:5] == event.held.split()
            winner = "tie" if event.seat is None else people.label(event.seat)
            assert rows[3 + kind][-1] == winner
        assert rows[-2] == ["yaks", "now", str(table.view(0).yaks(0)), "hidden", "hidden"]

    @pytest.mark.slow
    @pytest.mark.usefixtures("no_clock")
    async def test_the_steps_go_on_once_it_is_read(self, make_app: MakeApp) -> None:
        table = self.COUNTED.table()
        async with running(make_app(table, pace="fast")) as pilot:
            await sealed_by_all(pilot, self.COUNTED)
            for _ in range(40):
                if is_read(pilot):
                    break
                await press(pilot, "full_stop")
            assert is_read(pilot)
            assert screen_of(pilot).model.is_following
            assert table.waiting == (0, 1, 2), "nobody else waits for the reader"
            await press(pilot, "enter")
            assert "turn 9" in prompt(pilot)

    @pytest.mark.slow
    @pytest.mark.usefixtures("no_clock")
    async def test_who_skips_the_steps_reads_it_all_the_same(self, make_app: MakeApp) -> None:
        async with running(make_app(self.COUNTED.table(), pace="fast")) as pilot:
            await sealed_by_all(pilot, self.COUNTED)
            await press(pilot, "escape")
            assert is_read(pilot)
            await press(pilot, "enter")
            assert screen_of(pilot).ui.editor.is_laying
