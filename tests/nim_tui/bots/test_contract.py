"""What every bot of the catalog keeps to, whatever its game, level and style.

Equal views, equal answers: also where what is hidden lies otherwise. What is played comes first of
what is weighed, and the chances of all seats are those of one game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.bots.levels import STYLES, Style
from nim_tui.bots.search import Decision, SearchBot, Weighing
from nim_tui.registry import EASY, HARD, MEDIUM, all_games
from rules.advice import Weighed
from rules.chance import Chance
from tests.depth import few_of
from tests.every import by_day

BUDGET = 8
"""Simulations: enough for what must hold with any number of them."""
STYLED = (HARD, MEDIUM, EASY)
QUICK = "bataille"
"""The game whose bots take least to choose."""
each_game = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game == QUICK else pytest.mark.slow) for game in all_games()],
)


def class_of(game: str, style: Style | None) -> tuple[pytest.MarkDecorator, ...]:
    """When a bot is tried: styles differ by their tastes alone."""
    if style is not None:
        return (pytest.mark.nightly,)
    return () if game == QUICK else (pytest.mark.slow,)


BOTS = [
    pytest.param(
        entry.name,
        level,
        style,
        id=f"{entry.name}-{level}-{style or 'plain'}",
        marks=class_of(entry.name, style),
    )
    for entry in all_games().values()
    for level in entry.sparring
    for style in ((None, *STYLES) if level in STYLED else (None,))
]


def one_of_each_phase(game_name: str) -> Iterator[tuple[Decision, Decision]]:
    """A decision of each phase, as it is and in another world that the same view fits."""
    entry = all_games()[game_name]
    game, chance, medium = entry.game, Chance(3), entry.bot(MEDIUM)
    state = game.new(game.seats[0], game.automatic, chance)
    seen = set()
    for number in range(150):
        if not (waiting := state.waiting()):
            return
        seat = waiting[0]
        view, legal = game.view(state, seat), game.legal(state, seat)
        if len(legal) > 1 and view.phase not in seen:
            seen.add(view.phase)
            other: Any = game.sample(view, Chance(number))
            fits = Decision(game, game.view(other, seat), game.legal(other, seat))
            yield Decision(game, view, legal), fits
        move = medium.choose(game, view, legal, bot_chance(3, seat, number)).move
        game.play(state, seat, move, chance)


@cache
def decisions(game_name: str) -> list[tuple[Decision, Decision]]:
    """Worked out once for all bots of a game."""
    return [*one_of_each_phase(game_name)]


def made(game: str, level: str, style: Style | None) -> Bot:
    """A bot that takes few simulations to choose."""
    bot = all_games()[game].bot(level, sparring=True, style=style)
    if isinstance(bot, SearchBot):
        bot.judge.budget = BUDGET
    return bot


def weighed(bot: Bot, decision: Decision) -> list[Weighed]:
    """What a bot says of all moves, always with the same chance."""
    assert isinstance(bot, Weighing)
    drawn = bot_chance(1, decision.view.seat, 2)
    return [*bot.weigh(decision.game, decision.view, decision.legal, drawn, BUDGET)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level", "style"), by_day(BOTS, 9))
def test_equal_views_get_equal_answers(game: str, level: str, style: Style | None) -> None:
    for decision, other in few_of(decisions(game), 2):
        assert decision.view == other.view
        assert [*decision.legal] == [*other.legal]
        found = weighed(made(game, level, style), decision)
        assert weighed(made(game, level, style), other) == found
        bot, drawn = made(game, level, style), bot_chance(1, decision.view.seat, 2)
        chosen = bot.choose(decision.game, other.view, other.legal, drawn)
        assert chosen == found[0].advice
        assert {each.advice.move for each in found} <= {*decision.legal}
        assert len({each.advice.move for each in found}) == len(found)
        assert all(sum(each.chances) == pytest.approx(1) for each in found if each.chances)


@pytest.mark.slow
@each_game
def test_hints_say_what_the_hard_bot_plays(game: str) -> None:
    """With as many simulations: it is one question, asked of both."""
    adviser, hard = all_games()[game].adviser, all_games()[game].bot(HARD)
    for decision, _other in few_of(decisions(game), 3):
        drawn = [bot_chance(1, decision.view.seat, 2) for _bot in range(2)]
        said, played = (
            bot.choose(decision.game, decision.view, decision.legal, each)
            for bot, each in zip((adviser, hard), drawn)
        )
        assert said.move == played.move


@pytest.mark.nightly
def test_most_phases_of_der_schwarm_are_weighed() -> None:
    """Cards are taken from a row, ships sail and tiles are laid: each has a worth."""
    found = {
        decision.view.phase.name: len(weighed(made("schwarm", HARD, None), decision))
        for decision, _other in decisions("schwarm")
    }
    assert {"START", "ROW", "PLAY", "SAIL", "RESEARCH"} <= {*found}
    assert min(found.values()) > 1
