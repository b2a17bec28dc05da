"""Two people at one keyboard: neither ever sees the other's secrets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from nim_tui.tables.store import Store
from nim_tui.testing.screens import Looker, lines, press, running, text_of
from nim_tui.testing.tables import OPEN
from screens.bataille.screen import BatailleScreen
from screens.bataille.signs import SUBMARINE, SUNK
from screens.home.screen import HomeScreen
from screens.table.display import Curtain
from screens.table.results import ResultsDialog
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import menu_words, prompt, say, table_screen
from tests.screens.tables import BEN_CAMP, LAID, PAIR, SEARCHED, TO_THE_END, table_after

CAMPS = ("14.200 22.100 33.300 9.100", "2.300 5.300 36.300 10.100")
"""Two camps for Ana, each of three submarines and a mine; no charge below comes near them."""

BEN_SEARCHES_FAR_AWAY = "B 25; drop 100", "B 19; drop 100", "B port"
ANA_SINKS_BEN = "A 17; drop 200", "A 15; drop 300", "A 8; drop 100", "B 29; drop 200"

Lay = Callable[[Looker, str], Awaitable[None]]


@dataclass
class Watched:
    """The screens while Ana may not look at her own camp, step by step."""

    pictures: list[list[list[tuple[str, str]]]]
    texts: list[str]

    def look(self, pilot: Looker) -> None:
        """Note the screen if it is the hand-over screen or Ben's view."""
        is_curtain = isinstance(pilot.app.screen, Curtain)
        if is_curtain or table_screen(pilot).model.seat.number == 1:
            self.texts.append(text_of(pilot.app))
            self.pictures.append(
                [[(part.text, str(part.style)) for part in line] for line in lines(pilot.app)]
            )


async def hand_over(pilot: Looker, watched: Watched) -> None:
    """Pass the keyboard on, and look at each step."""
    assert menu_words(pilot) == ["hand-over"]
    await press(pilot, "enter")
    watched.look(pilot)
    assert isinstance(pilot.app.screen, Curtain)
    await press(pilot, OPEN)
    watched.look(pilot)


async def hold_if_asked(pilot: Looker) -> None:
    """Decline a torpedo, if asked."""
    if menu_words(pilot) != ["hand-over"]:
        await say(pilot, "hold")


async def lay_by_cursor(pilot: Looker, camp: str) -> None:
    """Place a camp by hand: the cursor is put on each cell."""
    screen = table_screen(pilot)
    assert isinstance(screen, BatailleScreen)
    for cell in camp.split():
        screen.ui.own.put_cursor(cell)
        await press(pilot, "enter")


async def lay_in_words(pilot: Looker, camp: str) -> None:
    """Place a camp by typing, which leaves the cursor in place."""
    *submarines, mine = camp.split()
    words = [f"sub {cell}" for cell in submarines]
    await say(pilot, "; ".join([*words, f"mine {mine.split('.')[0]}"]))


async def watched_game(make_app: MakeApp, lay: Lay, camp: str) -> Watched:
    """Return the screens of a whole game in which Ana hides this camp and wins."""
    watched = Watched([], [])
    async with running(make_app(table_after(seats=PAIR))) as pilot:
        watched.look(pilot)
        await press(pilot, OPEN)
        await lay(pilot, camp)
        await hand_over(pilot, watched)
        await say(pilot, BEN_CAMP)
        watched.look(pilot)
        for turn, ana in enumerate(ANA_SINKS_BEN):
            await hand_over(pilot, watched)
            await say(pilot, ana)
            if turn + 1 == len(ANA_SINKS_BEN):
                break
            await hold_if_asked(pilot)
            await hand_over(pilot, watched)
            await say(pilot, BEN_SEARCHES_FAR_AWAY[turn])
            watched.look(pilot)
            await hold_if_asked(pilot)
            watched.look(pilot)
        assert isinstance(pilot.app.screen, ResultsDialog), text_of(pilot.app)
    return watched


@pytest.mark.slow
@pytest.mark.parametrize("lay", by_day([lay_by_cursor, lay_in_words], 1))
async def test_nothing_on_bens_screen_depends_on_anas_hidden_camp(
    make_app: MakeApp, lay: Lay
) -> None:
    one = await watched_game(make_app, lay, CAMPS[0])
    other = await watched_game(make_app, lay, CAMPS[1])
    assert len(one.texts) == len(other.texts) > 10
    for text, same in zip(one.texts, other.texts):
        assert text == same
    assert one.pictures == other.pictures


@pytest.mark.slow
async def test_the_cursor_does_not_tell_where_the_other_laid_his_mine(make_app: MakeApp) -> None:
    async with running(make_app(table_after(seats=PAIR))) as pilot:
        await press(pilot, OPEN)
        screen = table_screen(pilot)
        assert isinstance(screen, BatailleScreen)
        at_first = screen.ui.own.cursor
        await lay_by_cursor(pilot, CAMPS[0])
        await hand_over(pilot, Watched([], []))
        assert screen.ui.own.cursor == at_first


async def test_a_curtain_comes_before_the_first_look(make_app: MakeApp) -> None:
    async with running(make_app(table_after(LAID, seats=PAIR))) as pilot:
        assert "Ana, it is your turn" in text_of(pilot.app)
        assert "Search" not in text_of(pilot.app)
        await press(pilot, "colon", "g", "n", "x")
        assert isinstance(pilot.app.screen, Curtain), "only its own key opens it"
        await press(pilot, OPEN)
        assert prompt(pilot).startswith("Your turn:")


async def test_the_curtain_can_be_left_unopened_and_the_game_is_kept(
    make_app: MakeApp, store: Store
) -> None:
    table = table_after(LAID, seats=PAIR, store=store)
    async with running(make_app(table)) as pilot:
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert "Search" not in text_of(pilot.app)
        assert "Ana" in text_of(pilot.app)


@pytest.mark.slow
async def test_one_may_look_as_long_as_one_likes_before_handing_over(make_app: MakeApp) -> None:
    async with running(make_app(table_after(LAID, seats=PAIR))) as pilot:
        await press(pilot, OPEN)
        await say(pilot, "A 17; drop 200")
        assert table_screen(pilot).model.seat.number == 0
        assert "Look as long as you like" in prompt(pilot)
        await press(pilot, "g", "escape", "tab", "tab", "up")
        assert table_screen(pilot).model.seat.number == 0


async def test_no_curtain_for_one_person_alone(make_app: MakeApp) -> None:
    async with running(make_app(table_after(LAID))) as pilot:
        assert not isinstance(pilot.app.screen, Curtain)


@pytest.mark.slow
@pytest.mark.parametrize("choice", [0, 1], ids=["look", "replay"])
async def test_both_camps_are_open_at_the_end(make_app: MakeApp, choice: int) -> None:
    table = table_after(f"{SEARCHED}; {TO_THE_END}", seats=PAIR)
    async with running(make_app(table)) as pilot:
        assert isinstance(pilot.app.screen, ResultsDialog)
        await press(pilot, *["down"] * choice, "enter")
        if choice:
            await press(pilot, "end", "v", "v")
        text = text_of(pilot.app)
        assert text.count(SUNK) == 3 + 1, "in the camp, and in the line of signs"
        assert text.count(SUBMARINE) >= 3
