"""Draws by agreement at one keyboard: confirmed once, then a draw or no result."""

from __future__ import annotations

import pytest

from nim_tui.tables.record import EndEntry, SeatPlan, read_record
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import LARGE, do, press, running, text_of, until
from rules.bataille import BATAILLE
from rules.contract import AnyGame, Result
from rules.himalaya import HIMALAYA
from rules.schwarm import SCHWARM
from rules.submarine import SUBMARINE
from screens.table.agreement import AgreeDialog
from screens.table.results import ResultsDialog
from screens.table.screen import GameScreen
from tests.every import by_day
from tests.nim_tui.tables.test_agreed_end import past_the_first_round
from tests.screens.conftest import Look, MakeApp
from tests.screens.looking import go_to, menu_words, prompt, table_screen
from tests.screens.tables import BEHIND, LAID, PAIR, SEARCHED, table_after

DRAW = "Draw agreed: nobody wins."
NO_RESULT = "no result"
GAMES = (BATAILLE, SUBMARINE, HIMALAYA, SCHWARM)


def people(game: AnyGame, number: int) -> Table:
    """Return a table of people alone, past the first round."""
    names = ("Ana", "Ben", "Cleo", "Dan", "Eva")[:number]
    return past_the_first_round(Table(game, {}, [SeatPlan(name) for name in names], 7))


@pytest.mark.slow
@pytest.mark.parametrize("game", by_day(GAMES, 2), ids=[game.name for game in GAMES])
async def test_whoever_is_at_the_keyboard_ends_any_game(make_app: MakeApp, game: AnyGame) -> None:
    """With as many people as there may be; none of the pages of the end needs a winner."""
    table = people(game, game.seats[-1])
    async with running(make_app(table)) as pilot:
        if not isinstance(pilot.app.screen, GameScreen):
            await press(pilot, "space")
        await press(pilot, "equals_sign")
        assert isinstance(pilot.app.screen, AgreeDialog)
        assert "The game would be a draw for everyone, whatever the score." in text_of(pilot.app)
        await go_to(pilot, "agree")
        await press(pilot, "enter")
        assert table.result == Result((tuple(range(game.seats[-1])),), "agreed")
        assert DRAW in text_of(pilot.app)
        for page in [word for word in menu_words(pilot) if word.isdigit()]:
            await go_to(pilot, page)
            await do(pilot, "enter escape")
            assert isinstance(pilot.app.screen, ResultsDialog)
        await press(pilot, "escape")
        assert prompt(pilot) == DRAW


@pytest.mark.slow
@pytest.mark.parametrize("game", by_day(GAMES, 2), ids=[game.name for game in GAMES])
async def test_without_a_result_the_pages_of_the_end_open_too(
    make_app: MakeApp, game: AnyGame
) -> None:
    table = Table(
        game,
        {},
        [SeatPlan("Ana"), *[SeatPlan("Ben", "random")] * game.seats[0]][: game.seats[0]],
        7,
    )
    table.end_by_agreement()
    async with running(make_app(table)) as pilot:
        assert NO_RESULT in text_of(pilot.app)
        assert "1.▲" not in text_of(pilot.app)
        for page in [word for word in menu_words(pilot) if word.isdigit()]:
            await go_to(pilot, page)
            await do(pilot, "enter escape")
            assert isinstance(pilot.app.screen, ResultsDialog)


@pytest.mark.slow
@pytest.mark.parametrize("keys", by_day(["enter", "escape", "q", "equals_sign"], 2))
async def test_nothing_ends_by_a_slip(make_app: MakeApp, keys: str) -> None:
    table = table_after(SEARCHED)
    async with running(make_app(table)) as pilot:
        await do(pilot, "equals_sign", keys)
        assert isinstance(pilot.app.screen, GameScreen)
        assert table.result is None
        assert prompt(pilot).startswith("Your turn: ")


@pytest.mark.slow
async def test_before_all_have_moved_there_is_no_result(make_app: MakeApp, store: Store) -> None:
    table = table_after(LAID, store=store)
    async with running(make_app(table)) as pilot:
        await press(pilot, "equals_sign")
        assert "Not every player has made a move yet, so the game would have no result." in text_of(
            pilot.app
        )
        await go_to(pilot, "agree")
        await press(pilot, "enter")
        assert NO_RESULT in text_of(pilot.app)
        await go_to(pilot, "home")
        await press(pilot, "enter")
        assert "Go on" not in text_of(pilot.app)
    (kept,) = store.kept()
    assert read_record(kept.path).over == EndEntry((), "aborted")


@pytest.mark.slow
async def test_the_replay_is_open_and_so_is_that_of_the_kept_record(
    make_app: MakeApp, store: Store
) -> None:
    table = table_after(SEARCHED, store=store)
    table.end_by_agreement()
    async with running(make_app(table)) as pilot:
        await go_to(pilot, "replay 0")
        await do(pilot, "enter", "v v")
        assert "everything" in prompt(pilot)
        await do(pilot, "q", "p enter", "v v")
        assert "everything" in prompt(pilot)


@pytest.mark.slow
async def test_a_game_that_is_over_or_replayed_is_not_ended(
    make_app: MakeApp, store: Store
) -> None:
    table = table_after(SEARCHED, store=store)
    table.end_by_agreement()
    async with running(make_app(table)) as pilot:
        await do(pilot, "escape", "equals_sign")
        assert isinstance(pilot.app.screen, GameScreen)
        await do(pilot, "q", "p enter", "equals_sign")
        assert isinstance(pilot.app.screen, GameScreen)
        assert table_screen(pilot).model.is_replay


async def test_a_bot_that_stands_better_declines_and_the_game_goes_on(make_app: MakeApp) -> None:
    table = table_after(BEHIND)
    async with running(make_app(table)) as pilot:
        await press(pilot, "equals_sign")
        assert "A bot accepts if it is not ahead." in text_of(pilot.app)
        await go_to(pilot, "agree")
        await press(pilot, "enter")
        await until(pilot, lambda: "Ben declines a draw" in prompt(pilot))
        assert table.result is None


async def test_an_end_that_cannot_be_kept_is_told(
    make_app: MakeApp, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_what: object) -> None:
        raise OSError(28, "No space left on device")

    table = table_after(SEARCHED, store=store)
    async with running(make_app(table)) as pilot:
        monkeypatch.setattr("nim_tui.tables.journal.Journal.append", full)
        await press(pilot, "equals_sign")
        await go_to(pilot, "agree")
        await press(pilot, "enter")
        await until(pilot, lambda: "No space left on device" in prompt(pilot))
        assert table.result is None


@pytest.mark.slow
async def test_the_keys_are_told_in_the_help(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED)), LARGE) as pilot:
        await press(pilot, "question_mark")
        assert "Offer a draw (a bot accepts if it is not ahead)" in text_of(pilot.app)


class TestPictures:
    """The question, and the end."""

    @pytest.mark.slow
    def test_asked_before_the_end(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(table_after(SEARCHED, seats=PAIR)), "space", "equals_sign")
