"""Several people at one keyboard: each lays a program that nobody else ever sees."""

from __future__ import annotations

import pytest

from nim_tui.tables.store import Store
from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running, text_of
from nim_tui.testing.tables import OPEN
from screens.table.display import Curtain
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.sights import is_tracing, laid, screen_of, slots_of
from tests.screens.himalaya.tables import LAST_TURN, NAMES, PROGRAMMING, three
from tests.screens.looking import is_over, log_shown, menu_words, prompt, say, table_screen

PROGRAMS = {"Ana": "sitrip", "Ben": "tsrrti", "Cleo": "sssist"}


async def hand_over(pilot: Looker) -> None:
    """Pass the keyboard to the next person, who opens their view."""
    assert menu_words(pilot) == ["hand-over"]
    await press(pilot, "enter")
    assert isinstance(pilot.app.screen, Curtain)
    await press(pilot, OPEN)


def assert_hidden(text: str, names: list[str]) -> None:
    """Fail if a text shows these programs: their letters in a row, or their outcomes."""
    for name in names:
        assert PROGRAMS[name] not in text
        assert " ".join(PROGRAMS[name]) not in text


@pytest.mark.slow
@pytest.mark.parametrize("size", by_day([(SMALL,), (LARGE,)], 1), ids=["small", "large"])
async def test_nothing_of_another_program_is_ever_on_the_terminal(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    """A whole turn of three persons: slots, trace, tribes and log of each show his own alone."""
    table = PROGRAMMING.table(persons=3)
    async with running(make_app(table), size) as pilot:
        for name, program in PROGRAMS.items():
            others = [other for other in PROGRAMS if other != name]
            assert isinstance(pilot.app.screen, Curtain)
            behind = text_of(pilot.app)
            assert f"{name}, it is your turn" in behind
            assert_hidden(behind, list(PROGRAMS))
            await press(pilot, OPEN)
            assert "Your turn:" in prompt(pilot)
            assert laid(pilot) == "______"
            assert not is_tracing(pilot)
            for key in program:
                await press(pilot, key)
                assert_hidden(text_of(pilot.app), others)
            for box in ("o", "g"):
                await press(pilot, box)
                assert_hidden(text_of(pilot.app), others)
                await press(pilot, "escape")
            if name == "Cleo":
                break
            await press(pilot, "enter")
            assert laid(pilot) == "______"
            assert not is_tracing(pilot)
            assert_hidden(text_of(pilot.app), others)
            await press(pilot, "enter")
        assert not table.view(1).players[0].program
        await press(pilot, "enter")
        await press(pilot, "g")
        log = [text for text, _look in log_shown(pilot)]
        for name, program in zip(screen_of(pilot).model.names, PROGRAMS.values()):
            assert any(name in line and program in line for line in log), "all are open now"


@pytest.mark.slow
async def test_the_next_persons_screen_depends_on_no_sealed_program(make_app: MakeApp) -> None:
    """Curtain, table, tribes and log are the same whatever Ana sealed."""
    seen = []
    for program in ("sitrip", "pppppp"):
        async with running(make_app(PROGRAMMING.table(persons=3)), LARGE) as pilot:
            await press(pilot, OPEN, *program, "enter")
            pictures = []
            for keys in (["enter"], [OPEN], ["g"], ["escape", "o"]):
                await press(pilot, *keys)
                pictures.append(text_of(pilot.app))
            seen.append(pictures)
    assert seen[0] == seen[1]


@pytest.mark.slow
async def test_camps_are_pitched_openly_and_programs_behind_a_curtain(make_app: MakeApp) -> None:
    """Nobody holds anything yet; whoever camped last confirms before they lay."""
    async with running(make_app(three(0).table(persons=3))) as pilot:
        for words in three(3).words:
            assert not isinstance(pilot.app.screen, Curtain)
            assert "Your turn: choose your starting village" in prompt(pilot)
            await say(pilot, words)
        assert isinstance(pilot.app.screen, Curtain)
        await press(pilot, OPEN)
        assert slots_of(pilot).has_focus


@pytest.mark.slow
async def test_a_draft_stays_with_the_one_who_laid_it(make_app: MakeApp) -> None:
    """Ana lays, then types another program; Ben finds empty slots."""
    async with running(make_app(PROGRAMMING.table(persons=2))) as pilot:
        await press(pilot, OPEN, "s", "i", "t")
        await say(pilot, "program pppppp")
        await hand_over(pilot)
        assert "Your turn:" in prompt(pilot)
        assert laid(pilot) == "______"
        assert slots_of(pilot).place == 0
        assert slots_of(pilot).has_focus


@pytest.mark.slow
async def test_the_last_to_seal_sees_what_follows_and_lays_the_next(make_app: MakeApp) -> None:
    table = PROGRAMMING.table(persons=3)
    async with running(make_app(table)) as pilot:
        await press(pilot, OPEN)
        for program in ("pppppp", "pppppp", "pppppp"):
            await say(pilot, f"program {program}")
            if menu_words(pilot) == ["hand-over"]:
                await hand_over(pilot)
        assert table.view(None).turn == 10
        assert "Your turn:" in prompt(pilot)
        assert slots_of(pilot).has_focus
        assert laid(pilot) == "______"


@pytest.mark.slow
async def test_a_game_of_three_by_keys_to_its_count_and_replay(
    make_app: MakeApp, store: Store
) -> None:
    table = LAST_TURN.table(persons=3, store=store)
    async with running(make_app(table)) as pilot:
        for words in LAST_TURN.to_come_from(table.moves_played):
            if menu_words(pilot) == ["hand-over"]:
                await press(pilot, "enter")
            if isinstance(pilot.app.screen, Curtain):
                await press(pilot, OPEN)
            await say(pilot, words)
        assert is_over(pilot)
        assert "1.▼" in text_of(pilot.app)
        assert all(name in text_of(pilot.app) for name in NAMES[:3])
        await press(pilot, "down", "enter")
        for step in ("Religion", "Politics", "Economy", "No tribe leads alone in two"):
            assert step in text_of(pilot.app)
            await press(pilot, "enter")
        assert is_over(pilot)
        await press(pilot, "down", "down", "down", "enter")
        assert table_screen(pilot).model.is_replay
        assert f"before move 1 of {table.moves_played}, as Ana saw it" in prompt(pilot)
        await press(pilot, "end", "v", "v", "v")
        assert f"move {table.moves_played} of {table.moves_played}, everything" in prompt(pilot)


@pytest.mark.slow
async def test_the_count_goes_back_and_forth(make_app: MakeApp) -> None:
    table = LAST_TURN.table(persons=1)
    for words in LAST_TURN.to_come_from(table.moves_played):
        table.play(table.waiting[0], table.game.parse(words))
    async with running(make_app(table)) as pilot:
        await press(pilot, "down", "enter")
        first = text_of(pilot.app)
        assert "Politics:" not in first
        await press(pilot, "enter")
        assert "Politics:" in text_of(pilot.app)
        await press(pilot, "left")
        assert text_of(pilot.app) == first
        await press(pilot, "escape")
        assert is_over(pilot)
