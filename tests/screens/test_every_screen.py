"""Checks of every screen of the program, on walks from sight to sight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from nim_tui.app.app import Opening
from nim_tui.registry import all_games
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.looks import unlike
from nim_tui.testing.screens import LARGE, SMALL, do, running, text_of, typing
from nim_tui.testing.tables import OPEN
from rules.himalaya import HIMALAYA
from tests.screens import test_look_hints as hints
from tests.screens.conftest import PHONES, MakeApp
from tests.screens.every_screen import Stop, boards_of, themes_from, walk
from tests.screens.lessons import lesson
from tests.screens.looking import saying
from tests.screens.reviews import won_and_reviewed
from tests.screens.tables import ANA_CAMP, LAID, PAIR, SEARCHED, WON, keep, table_after
from tests.screens.test_agreeing import people
from tests.screens.test_look_around import TORPEDO
from tests.screens.test_look_home import keep_several
from tests.screens.test_look_review import HUGE
from tests.screens.test_look_setup import NO_MINE_YET, TWO_SUBMARINES

Begin = Callable[[Store], Opening | Table | None]


@dataclass(frozen=True)
class Way:
    """The opening and settings of an app, and the sights of its walk."""

    begin: Begin
    stops: tuple[Stop, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    is_at_a_table: bool = False


def home(*stops: Stop, **settings: Any) -> Way:
    """Return a walk from the home screen without stored games."""
    return Way(lambda _store: None, stops, settings)


def after(words: str, *stops: Stop, **terms: Any) -> Way:
    """Return a walk from a table of Bataille after these words."""
    return Way(lambda _store: table_after(words, **terms), stops, is_at_a_table=True)


def kept(*stops: Stop) -> Way:
    """Return a walk from home with a stored finished game."""
    return Way(lambda store: keep(store, WON), stops)


def taught(game: str, number: int, *stops: Stop) -> Way:
    """Return a walk from a lesson."""
    return Way(lambda _store: lesson(game, number), stops, is_at_a_table=True)


def advised(of: type[hints.Pictures]) -> Way:
    """Return a walk to a hint of a game."""
    return Way(lambda _store: of.table, ([of.said.hint],), is_at_a_table=True)


PASS: Final = "greater_than_sign"
STEPPED: Final = "down down right down" + " down right" * 5
FAR_TOO_LONG: Final = typing(", far too long")
WAYS: Final[Mapping[str, Way]] = {
    "first-time": home([], games=[]),
    "first-game": home(["f"], games=[]),
    "shelf": home(["right right"], ["r"], ["escape", "question_mark"]),
    "home": Way(keep_several, ([], ["down"], ["down down down down down"]), {"name": "Ana"}),
    "tally": Way(keep_several, (["t"],), {"name": "Ana"}),
    "finished-only": kept([]),
    "replay": kept(["p"], ["enter", "c 9"]),
    "form": home(["n"], [STEPPED]),
    "names": home(["n", "down down right right"], name="Ana", names=["Ben"]),
    "typed-name": home(["n", "down enter", typing(" and Zoë")]),
    "refused-seed": home(["n", "up enter", typing("1e3"), "enter"]),
    "refused-name": home(["n", "down enter", FAR_TOO_LONG, "enter up enter"]),
    "settings": home(["s"], ["down", "up up enter"], ["slash", typing("e")], ["enter", "enter"]),
    "rules": after(TORPEDO, ["r"], ["p"], ["c"], ["escape", "slash", typing("o"), "enter"]),
    "aid": after(SEARCHED, ["exclamation_mark"]),
    "boxes": after(SEARCHED, ["g"], ["escape", "question_mark"]),
    "log-at-first": after("", [], ["g"]),
    "third-submarine": after(TWO_SUBMARINES, ["down right right"]),
    "mine": after(NO_MINE_YET, []),
    "other-hides": after(ANA_CAMP, []),
    "curtain": after("", [], [OPEN, saying(ANA_CAMP)], seats=PAIR),
    "hand-over": after(LAID, [OPEN, saying("A 17; drop 200")], ["enter"], [OPEN], seats=PAIR),
    "agreeing": after(SEARCHED, ["space", "equals_sign"], seats=PAIR),
    "resigning": after(SEARCHED, ["space", "underscore"], seats=PAIR),
    "agreed": Way(
        lambda _store: people(HIMALAYA, 3),
        (["space", "equals_sign down enter"],),
        is_at_a_table=True,
    ),
    "review": Way(won_and_reviewed, (["e"], ["v right right"])),
    "lesson-over": taught("bataille", 2, [" ".join([PASS] * 8)], ["enter"]),
    **{f"lesson-{game}": taught(game, 1, [PASS]) for game in all_games()},
    **{f"second-lesson-{game}": taught(game, 2, [f"{PASS} {PASS}"]) for game in all_games()},
    "hint-bataille": advised(hints.TestBataille),
    "hint-submarine": advised(hints.TestSubmarine),
    "hint-himalaya": advised(hints.TestHimalaya),
    "hint-schwarm": advised(hints.TestSchwarm),
}
QUICK: Final = ("first-time",)
SHORTENED: Final = ("cut: ", *(f"unsaid in {line}: " for line in ("since", "signs", "headline")))
"""Flaws allowed at a table: the log has the ends of events, the help those of the signs."""
LONG_ON_A_PHONE: Final = ("warns…", "not a game recor…", "game record: the first…", " 0…")
"""Notes of 50 letters; the share that was read, which the sheet shows by its bar."""
OWED: Final = (
    *("game record: the f…", "game record: the fir…", "← → un autre…", "une partie enreg…"),
    *("(Sub Search)", "[boat …]", "[bateau …]", "[mine …]"),
    *("researcher: one more crew", "chercheur : équipage +1"),
)
"""Texts that are cut today and should not be; a repaired screen leaves this list."""


@pytest.mark.usefixtures("bots_wait")
@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=[pytest.mark.slow] * (way not in QUICK)) for way in WAYS]
)
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.nightly)])
async def test_nothing_is_cut_and_all_can_be_read(
    make_app: MakeApp, store: Store, way: str, language: str
) -> None:
    """The longer texts on the smaller screen; colours, which no language changes, in the other."""
    sizes = (LARGE, SMALL) if language == "en" else (SMALL,)
    themes = themes_from([*WAYS].index(way)) if language == "en" else ()
    gone = WAYS[way]
    app = make_app(gone.begin(store), language=language, **gone.settings)
    async with running(app) as pilot:
        await walk(
            pilot,
            *gone.stops,
            sizes=sizes,
            themes=themes,
            known=(*(SHORTENED if gone.is_at_a_table else ()), *OWED),
        )


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
@pytest.mark.parametrize("way", ["first-time", "first-game", "shelf", "home", "form", "settings"])
async def test_pages_fit_a_phone_held_upright_or_sideways(
    make_app: MakeApp, store: Store, way: str
) -> None:
    gone = WAYS[way]
    async with running(make_app(gone.begin(store), **gone.settings)) as pilot:
        await walk(pilot, *gone.stops, sizes=PHONES, themes=(), known=(*OWED, *LONG_ON_A_PHONE))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_review_fits_a_very_large_window(
    make_app: MakeApp, store: Store, language: str
) -> None:
    async with running(make_app(won_and_reviewed(store), language=language), HUGE) as pilot:
        await walk(pilot, ["e"], sizes=[HUGE], themes=())


@pytest.mark.slow
async def test_a_review_in_ascii_is_the_plain_one_by_the_table_of_signs(
    make_app: MakeApp, store: Store
) -> None:
    table = won_and_reviewed(store)
    shown = []
    for glyphs in ("unicode", "ascii"):
        async with running(make_app(table, glyphs=glyphs)) as pilot:
            await do(pilot, "e")
            shown.append(text_of(pilot.app))
            boards = boards_of(pilot.app)
    assert shown[1].isascii()
    assert unlike(shown[1], shown[0], boards) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_window_too_small_says_so_in_full(make_app: MakeApp, language: str) -> None:
    async with running(make_app(table_after(SEARCHED), language=language)) as pilot:
        await walk(pilot, [], sizes=[(60, 20), (40, 12)])
