"""Puzzles on the screens of their games: solved, answered wrongly, left and continued."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import msgspec
import pytest

from nim_tui.app import practice as offered
from nim_tui.app.app import NimApp, Opening
from nim_tui.app.open_screens import OfferedPuzzle
from nim_tui.puzzles.chooser import Comparison
from nim_tui.puzzles.puzzle import ComparedAnswer, Puzzle, PuzzleSeat
from nim_tui.puzzles.puzzle_file import PuzzleFile, WrittenPuzzle
from nim_tui.tables.store import Store
from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running, text_of
from nim_tui.thinking.question import InThread, NotDone
from rules.messages import Refusal
from screens.home.screen import HomeScreen
from screens.table.guide import GuideBar
from screens.table.puzzle import PuzzleGuide
from tests.every import by_day
from tests.nim_tui.puzzles.samples import SAMPLE, shelf
from tests.screens.conftest import Look, MakeApp
from tests.screens.every_screen import walk
from tests.screens.looking import go_to, is_advised, menu_words, prompt, say, saying, table_screen

ANOTHER = msgspec.structs.replace(SAMPLE, id="7-25b", difficulty=1700)
SOLVED = "B 21"
WORSE = "A 36"
UNKNOWN = "C 4"


@pytest.fixture(autouse=True)
def own_shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Provide two puzzles of Bataille, and no others."""
    file = PuzzleFile(7, 1, (SAMPLE, ANOTHER))
    monkeypatch.setattr(offered, "today", lambda: date(2026, 3, 14))
    with shelf(monkeypatch, tmp_path / "rules", bataille=file):
        yield


@pytest.fixture
def behind(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """Return the losses of answers not yet evaluated; None: unknown."""
    found: list[float | None] = [20.0]

    async def do(_self: InThread, job: Comparison) -> ComparedAnswer:
        assert isinstance(job, Comparison)
        if found[0] is None:
            raise NotDone
        return ComparedAnswer(found[0])

    monkeypatch.setattr(InThread, "do", do)
    return found


def puzzle(game: str = "bataille", *, is_daily: bool = False) -> Opening:
    """Return what opens an app with a puzzle."""
    return lambda app: app.puzzles.start(game, is_daily=is_daily)


def puzzle_on(pilot: Looker) -> Puzzle:
    guide = table_screen(pilot).guide
    assert isinstance(guide, PuzzleGuide)
    assert isinstance(guide.puzzle, Puzzle)
    return guide.puzzle


def written_on(pilot: Looker) -> WrittenPuzzle:
    return puzzle_on(pilot).written


def bar(pilot: Looker) -> str:
    """Return the text of the puzzle as one line; hard spaces as plain ones."""
    return " ".join(table_screen(pilot).query_one(GuideBar).text.split())


def rating(app: object) -> int:
    assert isinstance(app, NimApp)
    return app.puzzles.book.rating("bataille")


# Asked and answered


async def test_it_says_which_it_is_what_is_asked_and_the_rating(make_app: MakeApp) -> None:
    async with running(make_app(puzzle())) as pilot:
        assert bar(pilot).startswith("Puzzle 1 · Bataille sous les mers · find the best move")
        assert "rating 1400" in bar(pilot)
        assert "Which move wins most often?" in bar(pilot)
        assert bar(pilot) in " ".join(text_of(pilot.app).split())
        assert "Your turn" in prompt(pilot)


@pytest.mark.slow
async def test_a_right_answer_is_told_with_why_and_enter_leads_on(make_app: MakeApp) -> None:
    async with running(make_app(puzzle())) as pilot:
        await say(pilot, SOLVED)
        assert "✓ B 21 wins 68%: " in bar(pilot)
        assert "B can search 21.200: possible in 445 of 2225 layouts" in bar(pilot)
        assert rating(pilot.app) > 1400
        assert f"rating {rating(pilot.app)} (+{rating(pilot.app) - 1400})" in bar(pilot)
        assert prompt(pilot).startswith("Solved: Enter opens the next puzzle.")
        assert menu_words(pilot) == ["onward"]
        await press(pilot, "enter")
        assert written_on(pilot) == ANOTHER
        assert bar(pilot).startswith("Puzzle 2 ")


@pytest.mark.slow
async def test_a_wrong_answer_is_told_with_its_price_and_can_be_mended(make_app: MakeApp) -> None:
    async with running(make_app(puzzle())) as pilot:
        played = puzzle_on(pilot).table.moves_played
        await say(pilot, WORSE)
        assert "✗ A 36 wins 41%, the best move 68%: it costs 27 points." in bar(pilot)
        assert "In its favour: A can search 36.200" in bar(pilot)
        assert "B 21" not in bar(pilot)
        assert puzzle_on(pilot).table.moves_played == played
        lost = rating(pilot.app)
        assert lost < 1400
        assert f"rating {lost} ({lost - 1400})" in bar(pilot)
        await say(pilot, SOLVED)
        assert "✓ B 21" in bar(pilot)
        assert rating(pilot.app) == lost


@pytest.mark.slow
async def test_the_best_move_is_shown_with_why_as_a_hint_is(make_app: MakeApp) -> None:
    async with running(make_app(puzzle())) as pilot:
        await say(pilot, WORSE)
        await press(pilot, "i")
        assert is_advised(pilot)
        shown = " ".join(text_of(pilot.app).split())
        assert "✦ B 21 (68% to win) B can search 21.200" in shown
        assert "or A 21 (67% to win) · A 36 (41% to win)" in shown
        assert "✦ marks the best move: play it, or go on." in bar(pilot)
        surface = table_screen(pilot).ui.surface  # type: ignore[attr-defined]
        assert surface.hinted
        await press(pilot, "i")
        assert puzzle_on(pilot).is_over


@pytest.mark.slow
async def test_who_is_shown_the_best_first_loses_points_and_it_comes_again(
    make_app: MakeApp,
) -> None:
    async with running(make_app(puzzle())) as pilot:
        await press(pilot, "i")
        assert rating(pilot.app) < 1400
        await press(pilot, "i")
        app = pilot.app
        assert isinstance(app, NimApp)
        assert puzzle_on(pilot).is_over
        assert app.puzzles.of("bataille").solved == 0


async def test_a_move_against_the_rules_costs_nothing(make_app: MakeApp) -> None:
    async with running(make_app(puzzle())) as pilot:
        await say(pilot, "B 1")
        assert "cannot get there with a move of 1 to 3 squares" in prompt(pilot)
        assert rating(pilot.app) == 1400


async def test_a_key_that_was_changed_is_named(make_app: MakeApp) -> None:
    async with running(make_app(puzzle(), keys={"game.hint": "y"})) as pilot:
        assert "Your first answer counts; y: solution." in bar(pilot)


@pytest.mark.slow
async def test_it_is_answered_by_the_cursor_too(make_app: MakeApp) -> None:
    async with running(make_app(puzzle())) as pilot:
        await press(pilot, "b")
        surface = table_screen(pilot).ui.surface  # type: ignore[attr-defined]
        for _ in range(60):
            if surface.cursor == "21":
                break
            await press(pilot, "n")
        await press(pilot, "enter")
        assert puzzle_on(pilot).is_over


@pytest.mark.slow
@pytest.mark.parametrize(
    ("found", "told"),
    [
        (20.0, "✗ C 4 wins 48%, the best move 68%: it costs 20 points."),
        (1.0, "✓ C 4 wins 67%"),
        (None, "✗ Not the best move: C 4. The best wins 68%."),
    ],
)
async def test_an_answer_that_nobody_weighed_is_weighed(
    make_app: MakeApp, behind: list[float | None], found: float | None, told: str
) -> None:
    behind[0] = found
    async with running(make_app(puzzle())) as pilot:
        await say(pilot, UNKNOWN)
        assert told in bar(pilot)
        assert puzzle_on(pilot).is_over == told.startswith("✓")


@pytest.mark.slow
async def test_whoever_leaves_meanwhile_hears_no_more_of_it(
    make_app: MakeApp, behind: list[float | None]
) -> None:
    async with running(make_app(puzzle())) as pilot:
        await say(pilot, UNKNOWN)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, HomeScreen)


# Left, passed, kept


@pytest.mark.slow
async def test_it_is_passed_at_any_time_and_counts_for_nothing(make_app: MakeApp) -> None:
    async with running(make_app(puzzle())) as pilot:
        await press(pilot, "greater_than_sign")
        assert written_on(pilot) == ANOTHER
        await press(pilot, "greater_than_sign")
        assert written_on(pilot) == SAMPLE
        assert rating(pilot.app) == 1400


async def test_a_next_one_that_cannot_be_opened_is_told(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is written, brackets included."""

    def refuse(_self: OfferedPuzzle) -> None:
        raise Refusal("[/puzzles] cannot be read")

    monkeypatch.setattr(OfferedPuzzle, "next", refuse)
    async with running(make_app(puzzle())) as pilot:
        await press(pilot, "greater_than_sign")
        assert "[/puzzles] cannot be read" in text_of(pilot.app)
        assert written_on(pilot) == SAMPLE


@pytest.mark.slow
async def test_no_move_is_made_by_itself_and_nothing_is_kept_of_the_table(
    make_app: MakeApp, store: Store
) -> None:
    async with running(make_app(puzzle(), forced="made")) as pilot:
        assert isinstance(table_screen(pilot).model.seat, PuzzleSeat)
        await say(pilot, SOLVED)
        played = puzzle_on(pilot).table.moves_played
        await press(pilot, "u")
        assert puzzle_on(pilot).table.moves_played == played
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert not [*store.files()]


@pytest.mark.slow
async def test_what_is_solved_is_remembered_the_next_time(make_app: MakeApp) -> None:
    async with running(make_app(puzzle())) as pilot:
        await say(pilot, SOLVED)
        reached = rating(pilot.app)
    async with running(make_app(puzzle())) as pilot:
        assert written_on(pilot) == ANOTHER
        assert f"rating {reached}" in bar(pilot)


@pytest.mark.slow
async def test_a_rating_that_cannot_be_kept_is_told(make_app: MakeApp, settings_file: Path) -> None:
    async with running(make_app(puzzle())) as pilot:
        settings_file.with_name("puzzles.json").mkdir()
        await say(pilot, WORSE)
        (told,) = [notice.message for notice in pilot.app._notifications]
        assert told.startswith("your rating was not saved: ")
        assert "✗ A 36" in bar(pilot)


@pytest.mark.slow
async def test_the_one_of_the_day_says_so(make_app: MakeApp) -> None:
    async with running(make_app(puzzle("", is_daily=True))) as pilot:
        assert bar(pilot).startswith("Puzzle of the day · Bataille sous les mers · find the best")
        first = written_on(pilot)
    async with running(make_app(puzzle("", is_daily=True))) as pilot:
        assert written_on(pilot) == first


# Where they are offered


@pytest.mark.slow
async def test_home_offers_them_with_how_far_one_is(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        assert "puzzles" in menu_words(pilot)
        await press(pilot, "z")
        assert "0 of 2 solved, rating 1400" in text_of(pilot.app)
        await press(pilot, "enter")
        await say(pilot, SOLVED)
        await press(pilot, "q", "z")
        assert f"1 of 2 solved, rating {rating(pilot.app)}" in text_of(pilot.app)
        await go_to(pilot, "daily")
        await press(pilot, "enter")
        assert bar(pilot).startswith("Puzzle of the day")


async def test_home_says_that_a_game_has_none(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "right", "z")
        (told,) = [notice.message for notice in pilot.app._notifications]
        assert told == "This game has no puzzles yet."
        assert isinstance(pilot.app.screen, HomeScreen)


@pytest.mark.slow
@pytest.mark.parametrize("language", by_day(["fr", "en"], 1))
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_help_tells_its_keys(make_app: MakeApp, language: str, size: tuple[int, int]) -> None:
    async with running(make_app(puzzle(), language=language), size) as pilot:
        await press(pilot, "question_mark", "slash", *">")
        shown = text_of(pilot.app)
        wanted = {"en": "Next puzzle", "fr": "Problème suivant"}[language]
        assert wanted in shown
        assert {"en": "Skip step", "fr": "Passer l’étape"}[language] not in shown, (
            "that is of lessons"
        )


@pytest.mark.slow
@pytest.mark.parametrize("language", by_day(["en", "fr"], 1))
async def test_nothing_of_an_answer_is_cut_and_all_can_be_read(
    make_app: MakeApp, language: str
) -> None:
    async with running(make_app(puzzle(), language=language)) as pilot:
        known = ("cut: ", *(f"unsaid in {line}: " for line in ("since", "signs", "headline")))
        await walk(pilot, [], [saying(WORSE)], ["i"], ["escape", saying(SOLVED)], known=known)


class TestPictures:
    """How it looks."""

    def test_puzzle(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(puzzle()))

    def test_puzzle_with_the_best_move_shown(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(puzzle()), saying(WORSE), "i")

    def test_puzzles_to_choose_from(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(), "z")

    @pytest.mark.slow
    def test_puzzle_large(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(puzzle()), saying(WORSE), "i", size=LARGE)
