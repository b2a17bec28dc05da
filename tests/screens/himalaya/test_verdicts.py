"""The end of a game of Himalaya in words, which name the deciding figure."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import press, running, text_of, until
from rules.contract import Result
from screens.himalaya.count_dialog import count_of
from screens.himalaya.sentences import verdict
from screens.people import SeatNames
from screens.text import LANGUAGES, Locale, use_look
from tests.every import by_day
from tests.nim_tui.conftest import play_on
from tests.rules.himalaya.test_count import DECIDED
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.tables import ENDED, ENDED_ALIKE, FOUR_ENDED, Position
from tests.screens.looking import table_screen

REASONS = sorted(DECIDED[3] | DECIDED[4])
WORDS = {
    "en": {"economy": ("economy", "rich"), "politics": ("politics",), "religion": ("religion",)},
    "fr": {"economy": ("économie", "riche"), "politics": ("politique",), "religion": ("religion",)},
}
FIGURES = {"economy": "yaks", "politics": "regions", "religion": "stupa points"}
LEVEL = {"en": "level", "fr": "à égalité"}


def said(reason: str, language: str) -> str:
    """Return the sentence about an end for this reason."""
    use_look(Locale(language))
    winners = (0, 1) if reason.endswith("shared") else (0,)
    return verdict(Result((winners, (2,)), reason), SeatNames(("Ana", "Ben", "Cleo")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS)
def test_every_verdict_names_what_decided(reason: str, language: str) -> None:
    text = said(reason, language)
    _, *figures = reason.split("_")
    for figure in ("religion", "politics", "economy") if figures == ["all"] else figures:
        if figure == "shared":
            assert LEVEL[language] in text
        else:
            assert any(word in text for word in WORDS[language][figure])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_ends_sound_alike(language: str) -> None:
    assert len({said(reason, language) for reason in REASONS}) == len(REASONS)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "position", by_day([ENDED, ENDED_ALIKE, FOUR_ENDED], 1), ids=["3", "3 alike", "4"]
)
async def test_the_whole_verdict_can_be_read_at_80_columns(
    make_app: MakeApp, position: Position, language: str
) -> None:
    async with running(make_app(position.table(), language=language)) as pilot:
        screen = table_screen(pilot)
        assert screen.model.result is not None
        told = screen.ui.verdict(screen.model.result)
        assert " ".join(told.split()) in " ".join(text_of(pilot.app).split())


@pytest.mark.slow
@pytest.mark.parametrize("position", [ENDED, ENDED_ALIKE, FOUR_ENDED], ids=["3", "3 alike", "4"])
async def test_the_last_step_of_the_count_agrees_with_the_result(
    make_app: MakeApp, position: Position
) -> None:
    """It names the winner and the figure that the result names."""
    table = position.table()
    result = table.result
    assert result is not None
    counted = count_of(table.view(0))
    assert result.reason == counted.decided
    figure = FIGURES[result.reason.rpartition("_")[2]]
    winner = result.winners[0]
    wins = "You win" if winner == 0 else f"{table.seats[winner].name} wins"
    text = f"{wins} on {figure}"
    async with running(make_app(table)) as pilot:
        await press(pilot, "down", "enter", *["enter"] * (len(counted.steps) - 1))
        await until(pilot, lambda: text in text_of(pilot.app))


@pytest.mark.slow
async def test_who_is_alone_first_in_two_is_named_last(make_app: MakeApp) -> None:
    """The last step is economy, which need not be what decided: the verdict follows it."""
    for seed in range(20, 80):
        table = Position(3, seed).table(persons=1)
        play_on(table)
        if table.result is not None and table.result.reason == "first_religion_politics":
            break
    async with running(make_app(table)) as pilot:
        await press(pilot, "down", "enter", "enter")
        text = "in religion and politics, and"
        assert text not in text_of(pilot.app)
        await press(pilot, "enter")
        await until(pilot, lambda: text in text_of(pilot.app))
