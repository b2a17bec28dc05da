"""The recap: the outcome of the reader's move stays, each opponent has a line, losses stand out."""

from __future__ import annotations

from typing import Final

import pytest

from nim_tui.testing.screens import LARGE, SMALL, press, running
from nim_tui.testing.screens import text_of as screen_text
from rules.bataille.events import Charge, Moved
from rules.contract import Event
from screens.colours import Look, Spans, text_of
from screens.people import SeatNames
from screens.table.recap import (
    answer_line,
    answer_to,
    has_moved,
    news_lines,
    since_last_turn,
    since_line,
    weight_of,
)
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.tables import FOUR
from tests.screens.looking import prompt, say, table_screen
from tests.screens.tables import SEARCHED, table_after

PEOPLE: Final = SeatNames(("Ana", "Ben", "Cleo", "Dan"), 0)


def moved(seat: int, number: int) -> Moved:
    """Return the end of a ship's move."""
    return Moved(seat, "A", 0, number, False)


def hit(seat: int) -> Charge:
    """Return a charge that sank a submarine."""
    return Charge(seat, "A", 8, 200, "hit", None, False)


LOG: Final[list[Event]] = [moved(0, 8), hit(0), moved(1, 14), moved(2, 20), hit(2), moved(3, 3)]


def told(event: Event) -> tuple[str, Look]:
    """Return a sentence and its look; another player's hits are losses."""
    is_hit = isinstance(event, Charge)
    look = weight_of(is_loss=is_hit and event.seat != 0, is_weighty=is_hit)
    return f"{event.name} {event.number}" if isinstance(event, Moved | Charge) else "", look


def texts(lines: list[Spans]) -> list[str]:
    return [text_of(line).strip() for line in lines]


def test_what_happened_several_times_is_said_once() -> None:
    """Torpedoes along the same lane at the same ship miss alike."""
    shots = [moved(1, 14), moved(1, 20), moved(1, 20), moved(1, 20)]
    (line,) = texts(news_lines(shots, PEOPLE, told, 60))
    assert line.endswith("moved 14 · moved 20 ×3")
    assert text_of(answer_line([told(shots[1])] * 2, PEOPLE, 0, 60)).endswith("moved 20 ×2")
    assert "moved 20 ×3" in text_of(since_line(shots, PEOPLE, lambda event: told(event)[0], 60))


def test_the_answer_is_the_present_turn_or_the_last_one() -> None:
    assert answer_to(LOG, 0) == LOG[:2]
    assert answer_to([*LOG, moved(0, 9)], 0) == [moved(0, 9)]
    assert answer_to([*LOG[2:]], 0) == []


def test_news_are_told_until_one_has_moved() -> None:
    assert since_last_turn(LOG, 0) == LOG[2:]
    assert not has_moved(LOG, 0)
    assert has_moved([*LOG, moved(0, 9)], 0)


def test_each_opponent_has_a_line() -> None:
    lines = news_lines(since_last_turn(LOG, 0), PEOPLE, told, 80)
    assert texts(lines) == [
        "▼ Ben  moved 14",
        "◆ Cleo  moved 20 · charge 8",
        "■ Dan  moved 3",
    ]


def test_a_loss_is_a_block_of_its_own_colour() -> None:
    lines = news_lines(since_last_turn(LOG, 0), PEOPLE, told, 80)
    assert ("charge 8", Look("on-loss", "loss", "bold")) in lines[1]


def test_what_weighs_most_stays_where_not_all_fits() -> None:
    said = [("a ship goes far away", weight_of(is_loss=False, is_weighty=False)), told(hit(0))]
    assert text_of(answer_line(said, PEOPLE, 0, 24)).split("  ")[1:] == ["… charge 8"]


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_answer_stays_while_the_others_move_and_a_turn_begins(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    """Ben's line goes once Ana has moved; her own move is told instead of the former one."""
    async with running(make_app(table_after(SEARCHED)), size=size) as pilot:
        shown = screen_text(pilot.app).splitlines()
        assert "You  B moves to 30 · B drops at 30.200, near miss" in shown[1]
        assert sum("Ben  C moves to 25" in line for line in shown) == 1
        await say(pilot, "A 9")
        shown = screen_text(pilot.app).splitlines()
        assert "You  A moves to 9" in shown[1]
        assert not any("Ben  C moves to 25" in line for line in shown)


async def test_the_log_has_no_noise(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED)), size=LARGE) as pilot:
        await press(pilot, "g")
        assert "no torpedo" not in screen_text(pilot.app)
        assert "Your turn" in prompt(pilot)
        assert table_screen(pilot).model.log


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
async def test_the_news_name_the_keys_that_tell_more(
    make_app: MakeApp, bots_wait: None, size: tuple[int, int]
) -> None:
    async with running(make_app(table_after(SEARCHED)), size) as pilot:
        news = next(row for row in screen_text(pilot.app).splitlines() if row.startswith(" ▼ Ben"))
        assert news.endswith("< replay  g log")
        await press(pilot, "g")
        assert "▼ C drops at 25.100" in screen_text(pilot.app)
        await press(pilot, "escape", "<")
        assert table_screen(pilot).model.is_following


async def test_the_news_of_himalaya_name_them_in_their_line(
    make_app: MakeApp, bots_wait: None
) -> None:
    async with running(make_app(FOUR.table())) as pilot:
        news = screen_text(pilot.app).splitlines()[1]
        assert news.startswith(" since ")
        assert news.endswith("< replay  g log")


async def test_changed_keys_are_named_as_they_are(make_app: MakeApp, bots_wait: None) -> None:
    app = make_app(table_after(SEARCHED), keys={"game.log": "z"})
    async with running(app) as pilot:
        assert "z log" in screen_text(pilot.app)
