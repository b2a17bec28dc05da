"""Several people at one keyboard: openly, or with hand-over screens for closed hands."""

from __future__ import annotations

import re

import pytest

from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running, text_of
from nim_tui.testing.tables import OPEN
from screens.table.display import Curtain
from screens.widgets.panel import Panel
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import menu_words, prompt, say
from tests.screens.schwarm.sights import drawn, rows, screen_of, sea_of
from tests.screens.schwarm.tables import (
    FIRST_STATION,
    FOUR_PLAYING,
    MIDDLE,
    PLAYING,
    ROW,
    Position,
    two,
)

CARDS = ("station", "ship", "researcher", "whale", "wave", "crab", "double", "joker")
COUNTED = re.compile(r"\d+ cards?(, joker)?")


def seat_of(pilot: Looker) -> int | None:
    """Return the seat of the viewer."""
    return screen_of(pilot).model.seat.number


class TestOpenly:
    """The next person goes on without a hand-over screen."""

    @pytest.mark.slow
    async def test_no_curtain_and_no_handing_over(self, make_app: MakeApp) -> None:
        table = FIRST_STATION.shared()
        async with running(make_app(table)) as pilot:
            assert seat_of(pilot) == 0
            await say(pilot, "start h0")
            for seat, name in ((1, "Ben"), (0, "Ana"), (1, "Ben")):
                assert not isinstance(pilot.app.screen, Curtain)
                assert menu_words(pilot) != ["hand-over"]
                assert f"{name}: take it for" in prompt(pilot)
                assert seat_of(pilot) == seat
                await say(pilot, "card 1")
            assert len(screen_of(pilot).model.log) == 6

    @pytest.mark.slow
    @pytest.mark.usefixtures("no_color")
    async def test_the_network_of_the_one_who_moves_is_heavy(self, make_app: MakeApp) -> None:
        async with running(make_app(MIDDLE.shared())) as pilot:
            assert "━" in drawn(pilot, "i1")[0]
            await say(pilot, "station k2")
            assert seat_of(pilot) == 1
            assert "━" not in drawn(pilot, "i1")[0]
            assert " ▼  Ben to move" in text_of(pilot.app)
            assert "ship, whale, wave" in text_of(pilot.app)

    @pytest.mark.slow
    async def test_a_program_between_persons(self, make_app: MakeApp, bots_wait: None) -> None:
        """Ana, Ben and Cleo are persons, Dan is a program that thinks."""
        async with running(make_app(FOUR_PLAYING.table(persons=3))) as pilot:
            await say(pilot, "researcher a3")
            assert prompt(pilot).startswith("Cleo: ")
            await say(pilot, "ship; done")
            assert prompt(pilot).startswith("Dan is thinking …   ◆ Cleo plays ship")
            assert not isinstance(pilot.app.screen, Curtain)


class TestUndo:
    """The player who moved can undo, though another is the viewer."""

    @pytest.mark.slow
    async def test_the_one_who_moved_is_asked_again(self, make_app: MakeApp) -> None:
        table = ROW.shared()
        async with running(make_app(table)) as pilot:
            await say(pilot, "card 3")
            assert prompt(pilot).startswith("Ben: ")
            assert "u Undo" in rows(pilot)[-1]
            await press(pilot, "u")
            assert table.moves_played == len(ROW.words)
            assert prompt(pilot).startswith("Ana: take it for")
            assert seat_of(pilot) == 0

    @pytest.mark.slow
    async def test_undo_goes_back_through_both_persons(self, make_app: MakeApp) -> None:
        table = ROW.shared()
        before = table.view(0)
        async with running(make_app(table)) as pilot:
            for _ in range(4):
                await say(pilot, "card 1")
            for _ in range(4):
                await press(pilot, "u")
            assert table.view(0) == before

    @pytest.mark.slow
    async def test_what_drew_a_tile_stays(self, make_app: MakeApp) -> None:
        table = two(18).shared()
        async with running(make_app(table)) as pilot:
            assert "u Undo" not in rows(pilot)[-1]
            await say(pilot, "sail i1 i2")
            assert "u Undo" not in rows(pilot)[-1]
            await press(pilot, "u")
            assert table.moves_played == 19

    @pytest.mark.slow
    async def test_against_a_program_one_takes_back_ones_own_move(
        self, make_app: MakeApp, bots_wait: None
    ) -> None:
        table = PLAYING.table()
        async with running(make_app(table)) as pilot:
            await say(pilot, "ship; launch h1")
            await press(pilot, "u", "u")
            assert table.moves_played == len(PLAYING.words)
            await press(pilot, "u")
            assert table.moves_played == len(PLAYING.words), "Ben's move stays"


class TestClosedHands:
    """Hidden cards need a hand-over screen between people."""

    @pytest.mark.slow
    async def test_the_curtain_falls_between_persons(self, make_app: MakeApp) -> None:
        async with running(make_app(ROW.shared(closed_hands=True))) as pilot:
            for name, words in (("Ana", "card 1"), ("Ben", "card 1"), ("Ana", "card 1")):
                assert isinstance(pilot.app.screen, Curtain)
                assert f"{name}, it is your turn" in text_of(pilot.app)
                await press(pilot, OPEN)
                assert "Your turn: " in prompt(pilot)
                await say(pilot, words)
                assert "Your turn is over" in prompt(pilot)
                assert menu_words(pilot) == ["hand-over"]
                await press(pilot, "enter")

    @pytest.mark.slow
    @pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
    @pytest.mark.parametrize("position", by_day([MIDDLE, FOUR_PLAYING], 1), ids=["two", "four"])
    async def test_cards_of_others_are_only_counted(
        self, make_app: MakeApp, position: Position, size: tuple[int, int]
    ) -> None:
        """Panel and box name the own cards; of the others there is a number."""
        table = position.shared(closed_hands=True)
        async with running(make_app(table), size) as pilot:
            await press(pilot, OPEN)
            panel = screen_of(pilot).query_one("#players", Panel).text
            assert any(card[:3] in panel for card in CARDS)
            assert len(re.findall(r"\d cards?", panel)) == position.players - 1
            await press(pilot, "o")
            told = screen_of(pilot).sheet.text.splitlines()
            shown = [row for row in told if "cards: " in row]
            assert len(shown) == 1
            assert any(card in shown[0] for card in CARDS)
            counted = [row for row in told if COUNTED.fullmatch(row.strip())]
            assert len(counted) == position.players - 1

    @pytest.mark.slow
    async def test_undo_waits_for_the_one_who_moved(self, make_app: MakeApp) -> None:
        table = ROW.shared(closed_hands=True)
        async with running(make_app(table)) as pilot:
            await press(pilot, OPEN)
            await say(pilot, "card 1")
            assert "u Undo" in rows(pilot)[-1]
            await press(pilot, "enter", OPEN)
            assert "Your turn: " in prompt(pilot)
            assert "u Undo" not in rows(pilot)[-1]
            await press(pilot, "u")
            assert table.moves_played == len(ROW.words) + 1

    @pytest.mark.slow
    async def test_the_cursor_starts_anew_behind_the_curtain(self, make_app: MakeApp) -> None:
        async with running(make_app(ROW.shared(closed_hands=True))) as pilot:
            await press(pilot, OPEN, "right", "right")
            await say(pilot, "card 1")
            await press(pilot, "enter", OPEN)
            assert screen_of(pilot).ui.row.cursor == "1"
            assert not sea_of(pilot).was_used
