"""Typing moves: several at once, wrong ones, completion, a full disk."""

from __future__ import annotations

from errno import ENOSPC

import pytest

from nim_tui.tables.journal import Journal
from nim_tui.tables.record import Line, RecordHeader
from nim_tui.tables.store import Store
from nim_tui.testing.screens import Looker, press, running, settle, text_of
from screens.table.move_entry import LONGEST, MoveLine
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import prompt, say, table_screen
from tests.screens.tables import ALONE, LAID, SEARCHED, table_after

REFUSED = [
    ("c 1", "C cannot get there"),
    ("a 15", "A cannot get there"),
    ("a 20", "a ship cannot end its move on another ship"),
    ("drop 200", "” is not possible now"),
    ("fire R3 B", "” is not possible now"),
    ("sub 1.100", "” is not possible now"),
    ("a hundred", "“a hundred” is not a move"),
    ("😀 [red]x[/] \\[", "is not a move"),
    ("{name}", "“{name}” is not a move"),
    ("x" * 400, "is not a move"),
]


def line(pilot: Looker) -> MoveLine:
    return table_screen(pilot).query_one(MoveLine)


async def test_a_turn_typed_letter_by_letter(make_app: MakeApp) -> None:
    table = table_after(LAID)
    async with running(make_app(table)) as pilot:
        await press(pilot, "colon")
        await press(pilot, *"a 17")
        await press(pilot, "enter")
        assert "depth charge" in prompt(pilot)
        assert not line(pilot).is_open


async def test_several_moves_at_once(make_app: MakeApp, bots_wait: None) -> None:
    table = table_after()
    async with running(make_app(table)) as pilot:
        await say(pilot, "sub 14.200; SUB 22.100 ;; sub   33.300;mine 9;")
        assert table.moves_played == 4
        assert "thinking" in prompt(pilot)


async def test_several_moves_stop_at_the_first_that_is_refused(make_app: MakeApp) -> None:
    table = table_after()
    async with running(make_app(table)) as pilot:
        await say(pilot, "sub 14.200; sub 14.200; sub 33.300")
        assert table.moves_played == 1
        assert "one of your submarines is there already" in prompt(pilot)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "why"), by_day(REFUSED, 5), ids=[words[:12] for words, _ in REFUSED]
)
async def test_a_wrong_move_says_why_and_changes_nothing(
    make_app: MakeApp, words: str, why: str
) -> None:
    table = table_after(SEARCHED)
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await say(pilot, words)
        assert why in prompt(pilot)
        assert table.moves_played == played
        assert line(pilot).has_focus, "one may correct it"
        assert line(pilot).value == words
        await press(pilot, "escape")
        assert table_screen(pilot).ui.surface.has_focus  # type: ignore[attr-defined]


async def test_nothing_typed_leaves_the_line(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        before = text_of(pilot.app)
        await say(pilot, " ; ;; ")
        assert text_of(pilot.app) == before


@pytest.mark.slow
async def test_tab_completes_word_by_word(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "colon", "s", "tab")
        assert line(pilot).value == "stay "
        line(pilot).value = "b p"
        await press(pilot, "tab")
        assert line(pilot).value == "b port "
        await press(pilot, "tab")
        assert line(pilot).value == "b port ", "nothing more to complete"
        await press(pilot, "enter")
        assert "B returns to port" in text_of(pilot.app)


@pytest.mark.slow
async def test_the_board_keeps_its_full_width_while_one_types(make_app: MakeApp) -> None:
    """A line more on the screen pushes nothing out of it."""
    async with running(make_app(table_after(SEARCHED))) as pilot:
        before = text_of(pilot.app).splitlines()[1:17]
        await press(pilot, "colon")
        after = text_of(pilot.app).splitlines()[1:17]
        assert [row[-1] for row in after] == [row[-1] for row in before]


@pytest.mark.slow
async def test_a_text_too_long_is_cut_not_run(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "colon")
        assert line(pilot).max_length == LONGEST


@pytest.mark.slow
async def test_a_full_disk_is_told_and_keeps_the_position(
    make_app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_after(SEARCHED, seats=ALONE, store=store)
    played = table.moves_played
    really = Journal.append

    def append(self: Journal, line: RecordHeader | Line, waiting: object = ()) -> None:
        raise OSError(ENOSPC, "No space left on device")

    async with running(make_app(table)) as pilot:
        monkeypatch.setattr(Journal, "append", append)
        await say(pilot, "B 29")
        assert prompt(pilot).endswith("No space left on device")
        assert "\n" not in prompt(pilot)
        assert table.moves_played == played
        await press(pilot, "escape", "b", "enter")
        assert prompt(pilot).endswith("No space left on device")
        assert table.moves_played == played
        await press(pilot, "tab", "m")
        assert "was not saved" in prompt(pilot)
        monkeypatch.setattr(Journal, "append", really)
        await say(pilot, "B 29")
        assert table.moves_played == played + 1
    assert store.kept()[0].moves == played + 1


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
async def test_what_is_typed_stays_while_what_others_did_is_shown(make_app: MakeApp) -> None:
    table = table_after(SEARCHED)
    async with running(make_app(table)) as pilot:
        await press(pilot, "colon", *"a 1")
        screen = table_screen(pilot)
        screen.action_see_again()
        await settle(pilot)
        assert screen.model.is_following
        assert line(pilot).is_open
        while screen.model.is_following:
            screen.playback.take_step()
            await settle(pilot)
        assert (line(pilot).is_open, line(pilot).value) == (True, "a 1")
