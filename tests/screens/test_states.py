"""Checks of every state of a table, in any theme, size and language.

Every word is readable in each theme, and themes change nothing but colours, and the signs in their
place. Nothing is cut or overlaps; little of a large terminal is empty; and without colours none
are sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import pytest
from _pytest.mark import ParameterSet

from nim_tui import settings
from nim_tui.app.app import NimApp
from nim_tui.tables.store import Store
from nim_tui.testing.looks import emptiness, unreadable
from nim_tui.testing.screens import LARGE, SMALL, Looker, colours_of, do, running, settle, text_of
from screens.table.screen import GameScreen
from screens.widgets.board import Board
from tests.depth import LONG
from tests.screens import states as bataille
from tests.screens.conftest import MakeApp
from tests.screens.every_screen import themes_from
from tests.screens.himalaya import states as himalaya
from tests.screens.schwarm import states as schwarm
from tests.screens.soundness import cut, overlapping
from tests.screens.states import State
from tests.screens.submarine import states as submarine

GAMES: Final = {
    "bataille": bataille,
    "submarine": submarine,
    "himalaya": himalaya,
    "schwarm": schwarm,
}
STATES: Final[dict[str, State]] = {
    f"{game}-{name}": state for game, its in GAMES.items() for name, state in its.STATES.items()
}
MORE: Final[dict[str, State]] = {
    f"{game}-{name}": state for game, its in GAMES.items() for name, state in its.MORE.items()
}
FIRST: Final = frozenset(f"{game}-{next(iter(its.STATES))}" for game, its in GAMES.items())

MOST_EMPTY: Final = {"bataille": 42, "submarine": 40, "himalaya": 28, "schwarm": 36}
"""The most blank cells of a large terminal, in per cent."""
FAINT: Final[dict[str, dict[str, float]]] = {
    "bataille-both-camps-open": {"mono": 4.42},
    "bataille-replay-all-open": {"mono": 4.42},
    "bataille-replay-of-a-seat": {"mono": 4.42},
    "bataille-torpedo-with-hold-alone": {"mono": 4.42},
    "himalaya-rules": {"light": 3.32},
    "schwarm-crab": {"contrast": 3.98},
    "schwarm-rules": {"light": 3.32},
}
"""Texts known to be too faint on a small terminal: the theme and the contrast."""
FAINT_LARGE: Final = {
    "himalaya-market-day": 2.38,
    "himalaya-replay-unfinished": 2.38,
    "himalaya-tokens": 2.38,
    "himalaya-weather": 2.38,
}
"""The same on a large terminal, in the first theme: event tokens in play."""
SHORT: Final = {
    "en": {"himalaya-map-after-the-end"},
    "fr": {
        *("himalaya-map-after-the-end", "schwarm-crab"),
    },
}
"""States with a text known to be wider than a small terminal."""


@pytest.fixture(autouse=True)
def nothing_by_itself(monkeypatch: pytest.MonkeyPatch, bots_wait: None) -> None:
    """Let no bot answer, and no step come by the clock."""
    monkeypatch.setitem(settings.PACES, "fast", 3600.0)


def every_state(quick: frozenset[str] = frozenset(), nth: int = 1) -> Iterator[ParameterSet]:
    """Yield all states of all games; variants only at night, and by day each nth."""
    for number, (name, state) in enumerate(STATES.items()):
        mark = pytest.mark.nightly if number % nth else pytest.mark.slow
        marks = [] if name in quick else [mark]
        yield pytest.param(name, state, id=name, marks=marks)
    for name, state in MORE.items():
        yield pytest.param(name, state, id=name, marks=[pytest.mark.nightly])


def themes_of(name: str) -> Sequence[str]:
    """Return the themes of a state: at night all, by day one, a different one for each state."""
    turned = themes_from([*STATES, *MORE].index(name))
    return turned if LONG else turned[:1]


async def wear(pilot: Looker, theme: str) -> None:
    """Change the theme while the table is open."""
    assert isinstance(pilot.app, NimApp)
    pilot.app._wear(theme)
    for board in pilot.app.screen.query(Board):
        board.repaint()
    await settle(pilot)


@pytest.mark.parametrize(("name", "state"), every_state())
async def test_a_state_at_two_sizes_in_every_theme(
    make_app: MakeApp, store: Store, name: str, state: State
) -> None:
    worn = themes_of(name)
    async with running(make_app(state.open(store), **state.settings), LARGE) as pilot:
        await do(pilot, *state.doing)
        keeps_to_large(pilot, name)
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        keeps_to_small(pilot, name, "en")
        said = text_of(pilot.app)
        faint = {}
        for theme in worn:
            await wear(pilot, theme)
            assert theme == "mono" or text_of(pilot.app) == said, theme
            if texts := unreadable(pilot.app):
                faint[theme] = min(texts.values())
        known = FAINT.get(name, {})
        assert faint == {theme: known[theme] for theme in worn if theme in known}


def keeps_to_large(pilot: Looker, name: str) -> None:
    """Check everything about a large terminal."""
    assert overlapping(pilot.app) == []
    assert cut(pilot.app) == []
    assert min(unreadable(pilot.app).values(), default=None) == FAINT_LARGE.get(name)
    if isinstance(pilot.app.screen, GameScreen):
        assert emptiness(pilot.app) <= MOST_EMPTY[name.partition("-")[0]]


def keeps_to_small(pilot: Looker, name: str, language: str) -> None:
    """Check everything about a small terminal except its colours."""
    assert overlapping(pilot.app) == []
    assert bool(cut(pilot.app)) is (name in SHORT[language]), cut(pilot.app)


@pytest.mark.usefixtures("no_color")
@pytest.mark.parametrize(("name", "state"), every_state(FIRST, nth=3))
async def test_a_state_in_french_without_colour(
    make_app: MakeApp, store: Store, name: str, state: State
) -> None:
    app = make_app(state.open(store), language="fr", **state.settings)
    async with running(app) as pilot:
        await do(pilot, *state.doing)
        keeps_to_small(pilot, name, "fr")
        assert colours_of(app) == set()
