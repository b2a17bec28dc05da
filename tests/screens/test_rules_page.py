"""The rules on the screen: their parts, and the text without any."""

from __future__ import annotations

from contextvars import copy_context

import pytest
from rich.markdown import Markdown

from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from nim_tui.testing.screens import LARGE, press, running, text_of
from rules.contract import AnyGame
from screens.reading.rules_page import RulesPage
from screens.reading.rules_parts import rules_parts
from screens.text import LANGUAGES, Locale, use_look
from tests.rules.games import GAMES
from tests.rules.tiny import TINY
from tests.screens.conftest import MakeApp
from tests.screens.looking import say
from tests.screens.tables import SEARCHED, table_after

WITH_PAGES = [game for game in GAMES if game is not TINY]


@pytest.mark.parametrize("game", WITH_PAGES, ids=lambda game: game.name)
def test_every_part_has_a_name_a_heading_and_a_text(game: object) -> None:
    parts = rules_parts(game)  # type: ignore[arg-type]
    assert len(parts) > 3
    assert all(part.title and part.text for part in parts)
    assert len({part.name for part in parts}) == len(parts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_PAGES, ids=lambda game: game.name)
def test_no_sign_of_the_look_of_origins_is_shown(game: AnyGame, language: str) -> None:
    def seen() -> list[str]:
        use_look(Locale(language))
        texts = [part.marked(lambda _marks: "~~[T]~~") for part in rules_parts(game)]
        tokens = [token for text in texts for token in Markdown(text).parsed]
        children = [child for token in tokens for child in token.children or ()]
        return [child.content for child in children if "~~" in child.content]

    assert copy_context().run(seen) == []


@pytest.mark.usefixtures("tiny")
async def test_a_game_without_a_page_says_so(make_app: MakeApp) -> None:
    table = Table(TINY, {}, [SeatPlan("Ana"), SeatPlan("Ben", "random")], 1)
    async with running(make_app(table)) as pilot:
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, RulesPage)
        assert "This game has no rules page." in text_of(pilot.app)
        await press(pilot, "n", "p", "escape")
        assert not isinstance(pilot.app.screen, RulesPage)


async def test_whoever_scrolls_on_reads_the_next_parts(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "r", "g")
        assert "2 of 16: Goal" in text_of(pilot.app)
        await press(pilot, "pagedown", "pagedown")
        assert "2 of 16: Goal" not in text_of(pilot.app)
        await press(pilot, *["pagedown"] * 30)
        assert "16 of 16: " in text_of(pilot.app)


@pytest.mark.slow
async def test_contents_goal_and_search_lead_through_the_rules(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "r")
        assert "7 of 16: Moving" in text_of(pilot.app)
        await press(pilot, "g")
        assert "2 of 16: Goal" in text_of(pilot.app)
        await press(pilot, "c", *["down"] * 7, "enter")
        assert "8 of 16: The mine" in text_of(pilot.app)
        await press(pilot, "slash", *"spinner", "enter")
        assert "10 of 16: Torpedoes" in text_of(pilot.app)
        await press(pilot, "enter", "enter")
        assert "10 of 16" not in text_of(pilot.app)
        await press(pilot, *"s", "enter", "escape")
        assert isinstance(pilot.app.screen, RulesPage)
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, RulesPage)


async def test_a_key_shows_where_each_rule_comes_from(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "r", "down", "down")
        lines = text_of(pilot.app).splitlines()
        assert "finish where it started.[R]" in " ".join(lines)
        await press(pilot, "p")
        shown = text_of(pilot.app)
        assert "[T] Printed rules, part 3, Rules of the game, paragraphs 8, 9." in shown
        assert "[R] Our ruling: the printed rules leave this open." in shown
        assert shown.splitlines()[2][:40] == lines[2][:40], "what one reads stays"
        await press(pilot, "p")
        assert text_of(pilot.app).splitlines()[1:] == lines[1:]


async def test_a_refusal_names_its_rule_and_the_key_that_leads_there(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await say(pilot, "c 1")
        assert "C cannot get there" in text_of(pilot.app)
        assert "Esc r: rules, Moving" in text_of(pilot.app)
        await press(pilot, "escape")
        assert " r: rules, Moving" in text_of(pilot.app)
        await press(pilot, "r")
        assert "7 of 16: Moving" in text_of(pilot.app)
        await press(pilot, "escape", "down")
        assert "rules, Moving" not in text_of(pilot.app)


async def test_beside_the_boards_the_rules_go_to_the_refusal(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED)), LARGE) as pilot:
        await press(pilot, "r")
        await say(pilot, "fire R3 B")
        await press(pilot, "escape", "r")
        assert "3 of 16: The turn in brief" in text_of(pilot.app)
        await press(pilot, "r")
        assert "3 of 16" not in text_of(pilot.app)
