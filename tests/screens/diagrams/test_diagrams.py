"""Every diagram in the rules is what the game draws, and is named by a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rich.style import Style

from nim_tui.registry import all_games, game_named
from nim_tui.testing.screens import running
from rules.contract import AnyGame
from screens import game_intro
from screens.colours import Look, Spans
from screens.game_intro import GameIntro
from screens.reading.diagrams import WIDEST, diagrams_of, with_diagrams, written
from screens.reading.reading_sheet import ReadingSheet, RulesText
from screens.reading.rules_page import RulesPage
from screens.reading.rules_parts import RulesSection
from screens.widgets.raster import Raster
from tests.screens.conftest import MakeApp
from tests.screens.diagrams.pages import Page, pages

PAGES = [*pages()]
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.game}-{page.language}")


@each_page
def test_the_diagrams_of_a_page_are_those_of_today(page: Page) -> None:
    assert page.text == page.redrawn, "look at the difference after `make diagrams`"


@each_page
def test_every_diagram_is_shown_once_in_each_language(page: Page) -> None:
    assert sorted(page.names) == sorted(diagrams_of(page.game))


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize(("theme", "language"), [("dark", "en"), ("mono", "en"), ("dark", "fr")])
async def test_the_rules_of_a_game_show_its_diagrams(
    game: str, theme: str, language: str, make_app: MakeApp
) -> None:
    async with running(make_app(theme=theme, language=language)) as pilot:
        await pilot.app.push_screen(RulesPage(game_named(game).game))
        shown = pilot.app.screen.query_one(ReadingSheet).text.splitlines()
        for name, draw in diagrams_of(game).items():
            drawn = draw(WIDEST)
            assert drawn.width <= WIDEST, name
            lines = {"".join(cell.sign for cell in row).rstrip() for row in drawn.rows}
            assert {f"  {line}" if line else "" for line in lines} <= {*shown}, name


def test_a_fence_that_names_no_diagram_stays_as_it_is() -> None:
    text = "Before.\n\n```board nothing\n##\n```\n\nAfter.\n"
    assert "".join(map(str, with_diagrams("no game", text, WIDEST))) == text


class _Bare:
    """A game without rules of its own, which brings a diagram."""

    name = "bare"
    title = "Bare"


def _style(look: Look) -> Style:
    return Style(color="#ffffff" if look.ink == "ink" else "#ff0000")


def test_a_diagram_is_drawn_where_the_page_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    line: Spans = [("one ", Look()), ("two", Look("gold"))]
    drawn: Callable[[int], Raster] = lambda _room: written(line)  # noqa: E731
    monkeypatch.setattr(
        "tests.screens.diagrams.test_diagrams.DRAWN", {"pair": drawn}, raising=False
    )
    intro = GameIntro(diagrams="tests.screens.diagrams.test_diagrams:DRAWN")
    monkeypatch.setattr(game_intro, "_sources", [lambda _name: intro])
    game: Any = _Bare()
    reading = _reading(game, "Before.\n\n```board pair\nold\n```\n\nAfter.\n", monkeypatch)
    lines = [strip.text.rstrip() for strip in reading.lay_out(40)]
    assert [text for text in lines if text] == ["Bare", "Before.", "  one two", "After."]
    assert "  one…" in [strip.text for strip in reading.lay_out(6)]


def _reading(game: AnyGame, text: str, monkeypatch: pytest.MonkeyPatch) -> RulesText:
    part = RulesSection("", game.title, text)
    monkeypatch.setattr("screens.reading.reading_sheet.rules_parts", lambda _game: [part])
    return RulesText(game, "", _style)
