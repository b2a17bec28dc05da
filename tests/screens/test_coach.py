"""A coached first game on the screen: begun by keys, with advice, a warning, and tips."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from nim_tui.coach import Coach
from nim_tui.registry import all_games
from nim_tui.tables.seats import TableSeat
from nim_tui.testing.screens import Looker, press, running, settle, text_of, until
from rules.contract import Move
from rules.messages import Phrase
from screens.base import api
from screens.coach_words import Objection
from screens.pick_dialog import Pick
from screens.table.coach import CoachWarning
from screens.table.results import ResultsDialog
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.tables import FILLED as REWARDS
from tests.screens.looking import is_advised, prompt, say, table_screen
from tests.screens.submarine.tables import FIVE as SUBMARINE_OF_FIVE
from tests.screens.tables import Played

OBJECTION = Objection(14, blame=(Phrase("This leaves 8.200 open.", {}),), better="C 24")


@pytest.fixture(autouse=True)
def same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same game and sampled worlds every time, and think in threads.

    Worker processes give way to all others, and hardly get on with a busy machine.
    """
    monkeypatch.setattr("nim_tui.tables.open_table.fresh_seed", lambda: 5)
    monkeypatch.setattr("nim_tui.coach.randbits", lambda _bits: 7)


async def begin(pilot: Looker, game: int = 0) -> None:
    """Begin a coached game, and wait for the end of its set-up."""
    await press(pilot, *["right"] * game, "f", "enter")
    screen = table_screen(pilot)
    await until(pilot, lambda: screen.model.may_move and "Coach" in text_of(pilot.app))


def evaluate_every_move(
    monkeypatch: pytest.MonkeyPatch,
    objection: Callable[[Coach, Move], Awaitable[Objection | None]],
) -> None:
    """Have the coach evaluate every move, by a function that returns what it objects."""
    monkeypatch.setattr(Coach, "warns_of", lambda _coach, _move: True)
    monkeypatch.setattr(Coach, "objection", objection)


async def test_the_set_up_is_explained_and_a_coach_can_be_declined(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "f")
        assert isinstance(pilot.app.screen, Pick)
        assert "are already placed" in " ".join(text_of(pilot.app).replace("│", "").split())
        await press(pilot, "down", "enter")
        assert not table_screen(pilot).coaching.is_on


@pytest.mark.slow
async def test_what_matters_stands_in_row_one_until_one_moves(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await begin(pilot)
        assert text_of(pilot.app).splitlines()[1].startswith(" Coach  A charge falls")
        assert "Your submarines do not touch" in text_of(pilot.app)
        await say(pilot, "C 24")
        await until(pilot, lambda: not isinstance(pilot.app.screen, CoachWarning))
        assert not text_of(pilot.app).splitlines()[1].startswith(" Coach")


def turn(pilot: Looker) -> int:
    """The turn at a table of Himalaya."""
    return int(table_screen(pilot).model.view.turn)


@pytest.mark.slow
async def test_what_matters_hides_no_news_below_the_headline(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await begin(pilot, [*all_games()].index("himalaya"))
        await press(pilot, "I")
        await until(pilot, lambda: is_advised(pilot))
        await press(pilot, "I")
        await until(pilot, lambda: turn(pilot) == 2 and "Coach" in text_of(pilot.app))
        rows = text_of(pilot.app).splitlines()
        assert rows[1].startswith(" since")
        assert any(row.startswith(" Coach") for row in rows[2:])


@pytest.mark.slow
async def test_row_one_names_what_the_moves_turn_on_once_they_are_evaluated(
    make_app: MakeApp,
) -> None:
    async with running(make_app()) as pilot:
        await begin(pilot, [*all_games()].index("submarine"))
        told = " Coach  Do not rush: a column your boat passes is lost for this crossing."
        await until(pilot, lambda: text_of(pilot.app).splitlines()[1].startswith(told))


@pytest.mark.slow
async def test_the_end_of_help_is_told_until_one_moves(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(make_app()) as pilot:
        await begin(pilot)
        monkeypatch.setattr(Coach, "_is_enough", True)
        monkeypatch.setattr(Coach, "warns_of", lambda _coach, _move: False)
        await say(pilot, "C 24")
        ended = "Your last three turns were good: now you play without the coach."
        await until(pilot, lambda: ended in text_of(pilot.app))
        await say(pilot, "hold")
        await until(pilot, lambda: ended not in text_of(pilot.app))


@pytest.mark.slow
async def test_a_hint_is_what_the_coach_found_already(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(make_app()) as pilot:
        await begin(pilot)
        monkeypatch.delattr(TableSeat, "advised")
        await press(pilot, "i")
        assert is_advised(pilot)


@pytest.mark.slow
async def test_a_move_made_again_while_it_is_evaluated_does_not_start_that_over(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Move] = []
    async with running(make_app()) as pilot:
        await begin(pilot)
        screen = table_screen(pilot)

        async def objection(_coach: Coach, move: Move) -> None:
            begun.append(move)
            assert screen.coaching.holds(move), "it is made again"

        evaluate_every_move(monkeypatch, objection)
        before = screen.model.seat.moves_played
        await say(pilot, "C 24")
        assert screen.model.seat.moves_played == before + 1
        assert len(begun) == 1


@pytest.mark.slow
async def test_a_move_against_the_rules_is_refused_at_once(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluated: list[Move] = []

    async def objection(_coach: Coach, move: Move) -> None:
        evaluated.append(move)

    async with running(make_app()) as pilot:
        await begin(pilot)
        evaluate_every_move(monkeypatch, objection)
        await say(pilot, "C 1")
        assert "cannot get there with a move of 1 to 3 squares" in prompt(pilot)
        assert not evaluated


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["n", "y"])
async def test_a_grave_mistake_waits_for_an_answer(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    async def objection(_coach: Coach, _move: Move) -> Objection:
        return OBJECTION

    async with running(make_app()) as pilot:
        await begin(pilot)
        evaluate_every_move(monkeypatch, objection)
        screen = table_screen(pilot)
        before = screen.model.seat.moves_played
        await say(pilot, "C 24")
        await until(pilot, lambda: isinstance(pilot.app.screen, CoachWarning))
        assert "This leaves 8.200 open." in text_of(pilot.app)
        assert "This costs 14 points of win chance." in text_of(pilot.app)
        assert "port" in text_of(pilot.app)
        assert "is evaluating" not in text_of(pilot.app)
        await press(pilot, "w")
        assert "Better: C 24" in text_of(pilot.app)
        await press(pilot, answer)
        assert (screen.model.seat.moves_played > before) == (answer == "y")
        assert not screen.line.is_open or answer == "n"


@pytest.mark.slow
async def test_moves_typed_behind_one_that_is_evaluated_are_played_after_it(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(_coach: Coach, _move: Move) -> None:
        return None

    async with running(make_app()) as pilot:
        await begin(pilot)
        evaluate_every_move(monkeypatch, nothing)
        screen = table_screen(pilot)
        before = screen.model.seat.moves_played
        await say(pilot, "C 24; drop 200; hold")
        await until(pilot, lambda: screen.model.seat.moves_played >= before + 3)
        assert not screen.line.is_open


@pytest.mark.slow
async def test_turned_off_while_it_evaluates_it_warns_no_more(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(make_app()) as pilot:
        await begin(pilot)
        screen = table_screen(pilot)

        async def objection(_coach: Coach, _move: Move) -> Objection:
            screen.coaching.stop()
            return OBJECTION

        evaluate_every_move(monkeypatch, objection)
        before = screen.model.seat.moves_played
        await say(pilot, "C 24")
        await until(pilot, lambda: screen.model.seat.moves_played > before)
        assert not isinstance(pilot.app.screen, CoachWarning)


@pytest.mark.slow
async def test_it_is_turned_off_and_its_tips_stand_at_the_end(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await begin(pilot)
        await press(pilot, "percent_sign")
        assert "Coach  " not in text_of(pilot.app)
        assert "The coach is off." in text_of(pilot.app)
        assert not table_screen(pilot).coaching.is_on
        api(pilot.app).table.leave()


@pytest.mark.slow
async def test_the_end_names_two_things_to_try_next(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await begin(pilot)
        await api(pilot.app).table.resign()
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultsDialog))
        rows = text_of(pilot.app).splitlines()
        (first,) = (number for number, row in enumerate(rows) if "Try next" in row)
        assert "After a near miss, drop" in rows[first]
        assert "Bring a ship back" in rows[first + 1]


@pytest.mark.slow
@pytest.mark.parametrize("turns", [1, pytest.param(3, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", range(len(all_games())))
async def test_turns_are_played_with_it_by_keys(make_app: MakeApp, game: int, turns: int) -> None:
    async with running(make_app()) as pilot:
        await begin(pilot, game)
        screen = table_screen(pilot)
        hint = "I" if screen.model.seat.game.name == "himalaya" else "i"
        words = all_games()[screen.model.seat.game.name].intro.coach
        assert words is not None
        for _number in range(60):
            if words.turn(screen.model.view_now) > turns or screen.model.result is not None:
                break
            await until(pilot, lambda: screen.model.may_move or screen.model.is_following)
            if isinstance(pilot.app.screen, CoachWarning):
                await press(pilot, "y")
            elif screen.model.is_following:
                await press(pilot, "escape")
            else:
                await press(pilot, hint, hint)
        assert words.turn(screen.model.view_now) > turns
        assert screen.coaching.is_on


@pytest.mark.slow
@pytest.mark.parametrize("lines", [1, 2])
@pytest.mark.parametrize(
    "position", [SUBMARINE_OF_FIVE, REWARDS], ids=["submarine of five", "rewards of himalaya"]
)
async def test_what_it_says_leaves_a_line_to_the_choices(
    make_app: MakeApp, position: Played, lines: int
) -> None:
    """Also where every opponent has news, and something matters now."""
    async with running(make_app(position.table())) as pilot:
        screen = table_screen(pilot)
        screen.coaching._remark = lambda: " ".join(["praise"] * 11 * lines)  # type: ignore[method-assign]
        screen.coaching._matter = lambda: "what matters"  # type: ignore[method-assign]
        screen.lines.show(screen.model.view)
        screen.lines.show_signs()
        await settle(pilot)
        assert "what matters" in text_of(pilot.app)
        assert screen.menu.lines >= 1
        await pilot.resize_terminal(80, 23)
        await settle(pilot)
        assert screen.menu.lines >= 1
