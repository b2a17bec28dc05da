"""The review of a game: opened and left by keys, and its actions."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from nim_tui.app.app import NimApp
from nim_tui.app.local_tables import LocalReviews
from nim_tui.app.open_screens import story_of
from nim_tui.registry import all_games, game_named
from nim_tui.review.analysis import RecordedGame
from nim_tui.review.review import BestMove, Review, ReviewedPosition, SetUpFinding, SetUpTry
from nim_tui.review.review_file import keep as keep_review
from nim_tui.review.review_file import read as read_review
from nim_tui.review.service import ReviewService
from nim_tui.tables.store import Store, review_of
from nim_tui.tables.table import Table
from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running, settle, text_of, until
from nim_tui.thinking.question import IN_THREAD
from screens.app_api import StoryPoint
from screens.colours import text_of as text_of_spans
from screens.himalaya.signs import WORDS
from screens.home.screen import HomeScreen
from screens.people import SeatNames
from screens.review.api import (
    Account,
    ChanceBreakdown,
    CostlyMoveText,
    GroupShare,
    OwnShare,
    Reviewed,
)
from screens.review.lines import about_lines, costly_items, figures, nothing_costly
from screens.review.screen import ReviewScreen
from screens.review.words import account_told, figure_meanings, parts_of, percent
from screens.table.results import ResultsDialog
from screens.text import LANGUAGES, say, use_look
from screens.text import Locale as Speech
from screens.widgets.chart import CROSS, Chart
from screens.widgets.menu import Menu
from tests.nim_tui.review.reviewing import SHALLOW
from tests.nim_tui.review.test_service import Steady
from tests.screens.conftest import MakeApp
from tests.screens.looking import go_to, menu_words, table_screen
from tests.screens.reviews import COSTLY, kept_and_reviewed, reviewed_twice, won_and_reviewed
from tests.screens.tables import PAIR, SEARCHED, WON, keep, table_after

pytestmark = pytest.mark.usefixtures("bots_wait")


def marked_move(pilot: Looker) -> int:
    """Return the number of moves before the mark of the chart."""
    return pilot.app.screen.query_one(Chart).step


@pytest.mark.slow
async def test_from_the_end_of_a_game_and_back_to_it(make_app: MakeApp, store: Store) -> None:
    async with running(make_app(won_and_reviewed(store))) as pilot:
        assert "review" in menu_words(pilot)
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ResultsDialog)
        await go_to(pilot, "review")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReviewScreen)


async def test_a_turning_point_is_replayed_from_the_end_of_a_game(
    make_app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told(_self: LocalReviews, _table: Table) -> list[StoryPoint]:
        return [StoryPoint(31, "turning point, 45% to 86%. You: B moves to 29")]

    monkeypatch.setattr(LocalReviews, "story", told)
    async with running(make_app(won_and_reviewed(store))) as pilot:
        line = "replay from turn 9, move 32  turning point, 45% to 86%. You: B moves to 29"
        await until(pilot, lambda: line in text_of(pilot.app))
        await go_to(pilot, "replay 31")
        await press(pilot, "enter")
        assert "Replay, turn 9, before move 32 of 39" in text_of(pilot.app)


async def test_turning_points_that_come_late_move_no_choice_below_the_mark(
    make_app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told(_self: LocalReviews, _table: Table) -> list[StoryPoint]:
        return [StoryPoint(31, "turning point"), StoryPoint(33, "turning point")]

    async with running(make_app(won_and_reviewed(store))) as pilot:
        results = pilot.app.screen
        assert isinstance(results, ResultsDialog)
        await press(pilot, "up")
        monkeypatch.setattr(LocalReviews, "story", told)
        await results._tell_story()
        assert "replay 33" in menu_words(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_where_a_game_turned_is_found_without_weighing_moves() -> None:
    """The last move wins it; the chances before it are those of the judge."""
    (*_others, last) = await story_of(table_after(WON), 0, IN_THREAD)
    assert last.position == 38
    assert last.told.endswith("% to 100%. You: A SINKS a submarine at 8.100")


async def test_from_home_and_back(make_app: MakeApp, store: Store) -> None:
    kept_and_reviewed(store)
    async with running(make_app()) as pilot:
        assert "e Review" not in text_of(pilot.app)
        await press(pilot, "down")
        assert "e Review" in text_of(pilot.app)
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, ReviewScreen)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_results_say_whether_mistakes_become_fewer(make_app: MakeApp, store: Store) -> None:
    reviewed_twice(store)
    async with running(make_app()) as pilot:
        await press(pilot, "t")
        line = "random, last 2 reviews: 1.0 serious mistakes a game"
        await until(pilot, lambda: line in text_of(pilot.app))


async def test_a_game_that_goes_on_has_none(make_app: MakeApp, store: Store) -> None:
    keep(store, SEARCHED)
    async with running(make_app()) as pilot:
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_costly_moves_are_listed_the_costliest_first(make_app: MakeApp, store: Store) -> None:
    table = won_and_reviewed(store)
    own = [number for number in COSTLY if table.plays[number].seat == 0]
    costliest = sorted(own, key=lambda number: -COSTLY[number][1])[:3]
    async with running(make_app(table)) as pilot:
        await press(pilot, "e")
        turning = [word for word in menu_words(pilot) if word.startswith("turning")]
        costly = [f"costly {number}" for number in costliest]
        assert menu_words(pilot) == [*turning, *costly, "go"]
        assert marked_move(pilot) == costliest[0]
        assert "can collect 2 cubes and ends at 5" in text_of(pilot.app)
        await press(pilot, "down")
        assert marked_move(pilot) == costliest[1]


@pytest.mark.slow
async def test_left_and_right_go_along_the_game(make_app: MakeApp, store: Store) -> None:
    async with running(make_app(won_and_reviewed(store))) as pilot:
        await press(pilot, "e")
        before = marked_move(pilot)
        menu = pilot.app.screen.query_one(Menu)
        listed = menu.items[:-1]
        await press(pilot, "right", "right", "left")
        assert marked_move(pilot) == before + 1
        assert all(one is other for one, other in zip(menu.items, listed)), "they are not made anew"
        assert menu.items[menu.position].id == "go"
        assert f"replay from turn 3, move {before + 2}" in text_of(pilot.app)


@pytest.mark.slow
async def test_what_a_seat_could_know_is_told_apart_where_it_differs(
    make_app: MakeApp, store: Store
) -> None:
    """Only the first seat of the made-up review knew less than there was."""
    async with running(make_app(won_and_reviewed(store))) as pilot:
        await press(pilot, "e")
        assert CROSS in text_of(pilot.app)
        assert "from what you knew" in text_of(pilot.app)
        await press(pilot, "v")
        assert CROSS not in text_of(pilot.app)
        assert "could know" not in text_of(pilot.app)


@pytest.mark.slow
async def test_enter_goes_there_on_the_board_and_leaving_comes_back(
    make_app: MakeApp, store: Store
) -> None:
    async with running(make_app(won_and_reviewed(store))) as pilot:
        await press(pilot, "e", "v")
        number = marked_move(pilot)
        await press(pilot, "enter")
        model = table_screen(pilot).model
        assert model.steps is not None
        assert model.steps.position == number
        assert model.seat.number == 1
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert marked_move(pilot) == number


@pytest.mark.slow
async def test_trying_again_begins_a_table_there_against_the_same_bot(
    make_app: MakeApp, store: Store
) -> None:
    played = won_and_reviewed(store)
    async with running(make_app(played)) as pilot:
        await press(pilot, "e")
        number = marked_move(pilot)
        await press(pilot, "y")
        again = table_screen(pilot)
        assert not again.model.is_replay
        assert again.model.seat.bots == (None, "random")
        assert again.model.seat.waiting == (0,)
        assert "The end" not in text_of(pilot.app)
    found = {kept.moves: kept for kept in store.kept()}
    assert set(found) == {number, len(played.plays)}
    new, old = found[number].record, found[len(played.plays)].record
    assert new.header == old.header
    assert new.lines == old.lines[:number]


@pytest.mark.slow
async def test_whoever_leaves_a_game_that_was_tried_again_is_back_at_its_review(
    make_app: MakeApp, store: Store
) -> None:
    async with running(make_app(won_and_reviewed(store))) as pilot:
        await press(pilot, "e")
        number = marked_move(pilot)
        await press(pilot, "y", "q")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert marked_move(pilot) == number
        await press(pilot, "enter", "q", "escape")
        assert "The end" in text_of(pilot.app)
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, ReviewScreen), "it is still the game that was reviewed"


@pytest.mark.slow
async def test_other_people_become_bots_when_one_tries_again(
    make_app: MakeApp, store: Store
) -> None:
    keep(store, WON, seats=PAIR)
    (record,) = store.folder.iterdir()
    app: NimApp = make_app()
    async with running(app) as pilot:
        app.table.reviews._service = ReviewService(Steady(), 2, depth=SHALLOW)
        await press(pilot, "down", "e")
        await until(pilot, lambda: "accuracy" in text_of(app))
        assert review_of(record).exists()
        await press(pilot, "y")
        bots = table_screen(pilot).model.seat.bots
        assert sorted(bot or "" for bot in bots) == ["", all_games()["bataille"].usual]


@pytest.mark.slow
async def test_one_plays_the_seat_whose_review_is_shown(make_app: MakeApp, store: Store) -> None:
    async with running(make_app(won_and_reviewed(store))) as pilot:
        await press(pilot, "e", "v", "y")
        assert table_screen(pilot).model.seat.number == 1
        bots = table_screen(pilot).model.seat.bots
        assert bots == (all_games()["bataille"].usual, None)


@pytest.mark.nightly
async def test_nothing_can_be_tried_again_from_the_end(make_app: MakeApp, store: Store) -> None:
    async with running(make_app(won_and_reviewed(store))) as pilot:
        await press(pilot, "e", *["right"] * 60, "y")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert "the game is over at this position" in text_of(pilot.app)


@pytest.mark.nightly
@pytest.mark.usefixtures("held_back")
async def test_leaving_gives_the_work_up_and_coming_back_goes_on(
    make_app: MakeApp, store: Store
) -> None:
    slow = Steady(may=4)
    app = make_app(table_after(WON, store=store))
    async with running(app) as pilot:
        service = app.table.reviews._service = ReviewService(slow, 1, depth=SHALLOW)
        await press(pilot, "e")
        await until(pilot, lambda: "4 of" in text_of(app))
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ResultsDialog)
        assert not any(work.is_looked_at for work in service._works.values())
        slow.may = 10**6
        await press(pilot, "e")
        await until(pilot, lambda: bool(app.screen.query(Chart)))
        assert sorted(slow.done) == list(range(len(table_after(WON).plays) + 1))


async def test_the_set_up_has_a_line_that_leads_to_its_beginning(
    make_app: MakeApp, store: Store
) -> None:
    table = won_and_reviewed(store)
    (path,) = store.folder.glob("*.review.json")
    found = read_review(path, RecordedGame.of(table))
    assert found is not None
    tries = SetUpTry("With this camp, a hard bot wins {share} of its games against itself.", 60, 18)
    keep_review(path, msgspec.structs.replace(found, set_ups=(SetUpFinding(0, (tries,)),)))
    async with running(make_app(table)) as pilot:
        await press(pilot, "e")
        await go_to(pilot, "setup 0")
        assert marked_move(pilot) == 0
        assert "wins 30% (±6) of its games" in text_of(pilot.app)


async def test_trouble_is_told(make_app: MakeApp, store: Store) -> None:
    app = make_app(table_after(WON, store=store))
    async with running(app) as pilot:
        app.table.reviews._service = ReviewService(Steady(fails=10**6), 1, depth=SHALLOW)
        await press(pilot, "e")
        await until(pilot, lambda: "the review failed" in text_of(app))
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ResultsDialog)


@pytest.mark.slow
async def test_help_tells_the_keys(make_app: MakeApp, store: Store) -> None:
    async with running(make_app(won_and_reviewed(store))) as pilot:
        await press(pilot, "e", "question_mark")
        assert "Play from here" in text_of(pilot.app)


@pytest.mark.slow
async def test_help_and_a_tall_screen_tell_what_the_figures_mean(
    make_app: MakeApp, store: Store
) -> None:
    meaning = "how far draws and spins were above or below average"
    async with running(make_app(won_and_reviewed(store))) as pilot:
        await press(pilot, "e")
        assert meaning not in text_of(pilot.app)
        await press(pilot, "question_mark")
        assert meaning in text_of(pilot.app)
        await press(pilot, "escape")
        await pilot.resize_terminal(*LARGE)
        await settle(pilot)
        assert meaning in text_of(pilot.app)


@pytest.mark.nightly
async def test_another_language_leaves_the_mark_where_it_was(
    make_app: MakeApp, store: Store
) -> None:
    app: NimApp = make_app(won_and_reviewed(store))
    async with running(app) as pilot:
        await press(pilot, "e", "right", "right")
        before = marked_move(pilot)
        assert before not in COSTLY
        await press(pilot, "question_mark")
        app.set_setting("language", "fr")
        await press(pilot, "escape")
        assert "précision" in text_of(pilot.app)
        assert marked_move(pilot) == before
        menu = pilot.app.screen.query_one(Menu)
        assert menu.has_focus
        assert menu.items[menu.position].id == "go"


PEOPLE = SeatNames(("Ana", "Ben"), 0)


def unsaid(game: str) -> Reviewed:
    """Return a game without words in the log."""
    entry, words = game_named(game), game_named(game).teller.vocabulary
    return Reviewed(
        entry.title, PEOPLE, words, lambda _costly: CostlyMoveText(), lambda _number, _seat: None,
        lambda _number, _seat: None,
        one_line=entry.one_line,
    )  # fmt: skip


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_figures_mean_fits_beside_the_progress(language: str, game: str) -> None:
    """The page keeps three cells free at each side."""
    use_look(Speech(language))
    lines = about_lines(unsaid(game))
    assert len(lines) > 6
    for line in lines:
        assert cell_len("".join(text for text, _look in line)) <= SMALL[0] - 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_figures_fit_into_a_small_terminal(language: str) -> None:
    use_look(Speech(language))
    laid = ReviewedPosition((1.0, 0.0), (1.0, 0.0), 0, "m", (0.0, 1.0), is_choice=True)
    review = Review(1, "x", (laid, ReviewedPosition((0.0, 1.0), (0.0, 1.0))))
    head, *rows = [text_of_spans(line) for line in figures(review, SeatNames(("Ana", "Ben"), 0), 0)]
    assert max(map(cell_len, (head, *rows))) <= SMALL[0]
    heads = [*figure_meanings()]
    assert re.split(r" {2,}", head.strip()) == heads


@given(st.lists(st.floats(-1, 1), min_size=6, max_size=6))
def test_the_rounded_parts_add_up_to_the_rounded_change(drawn: list[float]) -> None:
    balance = ChanceBreakdown(drawn[0], sum(drawn), *drawn[1:])
    parts = parts_of(balance)
    assert percent(balance.start) + sum(parts) == percent(balance.end)
    exact = [100 * part for part in drawn[1:]]
    assert all(abs(whole - part) < 1.5 for whole, part in zip(parts, exact))


@pytest.mark.parametrize(
    ("language", "told"), [("en", "better: offer at 5"), ("fr", "mieux : offrir en 5")]
)
def test_a_better_move_names_the_place_that_its_words_do_not(language: str, told: str) -> None:
    verdict = BestMove("offer", "why", {}, (0.6, 0.4), (0.5, 0.5), at="5")
    steps = [ReviewedPosition((0.5, 0.5), (0.5, 0.5), 0, "barter", None, verdict, "5")]
    review = Review(1, "x", (*steps, ReviewedPosition((1.0, 0.0), (1.0, 0.0))))
    reviewed = unsaid("himalaya")
    use_look(Speech(language))
    (item,) = costly_items(review, reviewed, 0)
    line = "".join(text for text, _look in item.parts)
    assert told.replace(" :", "\u202f:") in line.replace("\xa0", "\u202f")
    assert f"{WORDS.tables[language].words.get('barter', 'barter')} " in line


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (None, "no move here was evaluated"),
        (BestMove("a", "", {}, (0.5,), (0.5,)), "no move here cost 1% or more"),
    ],
)
def test_it_is_said_where_no_move_is_listed(verdict: BestMove | None, told: str) -> None:
    review = Review(
        1,
        "x",
        (ReviewedPosition((0.5,), (0.5,), 0, "a", None, verdict), ReviewedPosition((1.0,), (1.0,))),
    )
    (line,) = nothing_costly(review, 0)
    assert text_of_spans(line).strip() == told


ACCOUNT = Account(
    [GroupShare("ships", -0.44, 5), GroupShare("charges", -0.16, 1)],
    GroupShare("search", 0.2, 3),
    OwnShare("ships", 0.3, 0.4),
)
CALLED = {"ships": "ships", "charges": "charges", "search": "searching"}


def test_an_account_says_in_what_a_game_was_lost_by_whom() -> None:
    use_look(Speech("en"))
    assert account_told(ACCOUNT, 0, PEOPLE, CALLED) == [
        "What cost you the game: ships, −44% of win chance over 5 turns.",
        "Also: charges, −16% over 1 turn.",
        "Against that: searching, +20% over 3 turns.",
        "Your own moves cost 40%; 30% of that was in ships.",
    ]
    won = Account([GroupShare("ships", 0.3, 2)])
    assert account_told(won, 1, PEOPLE, CALLED) == [
        "What won Ben the game: ships, +30% of win chance over 2 turns."
    ]


def test_where_figures_carry_nothing_no_account_is_given() -> None:
    assert account_told(Account([]), 0, PEOPLE, CALLED) == []


@pytest.mark.parametrize("game", all_games())
def test_what_a_game_is_lost_in_has_a_name_in_every_language(game: str) -> None:
    judge = game_named(game).judge
    assert judge is not None
    assert judge.explainer is not None
    names = {*judge.explainer.names.values()} - {"religion", "cubes"}  # as in French
    use_look(Speech("fr"))
    assert [name for name in names if say(name, {}) == name] == []
