"""The keys of menus: a letter stands for one word of its game, in all questions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextvars import copy_context
from random import Random
from typing import Any, Final

import pytest
from textual.dom import DOMNode

from nim_tui.app.app import NimApp
from nim_tui.app.open_screens import live_screen
from nim_tui.registry import all_games
from nim_tui.server.app.app import VisitorApp
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from nim_tui.testing.screens import press, running
from nim_tui.testing.walks import LONG, Setting, Walk
from rules.chance import Chance
from rules.contract import AnyGame
from rules.schwarm.cells import CELL_NAMED, COMPASS, COMPASS_STEPS
from screens.himalaya.slots import Slots
from screens.keymap import bound_characters
from screens.table.game_ui import GameUi
from screens.table.move_words import Letters, MovePicker, Words
from screens.table.screen import AnyGameScreen
from screens.text import LANGUAGES, Locale, use_look
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from tests.depth import soaked
from tests.every import by_day
from tests.rules.games import SETTINGS
from tests.screens.conftest import MakeApp
from tests.screens.looking import table_screen
from tests.screens.tables import SEARCHED, table_after

IN_GAMES: Final = [entry.game for entry in all_games().values()]
PLACES: Final = {
    "bataille": r"(sub|mine|A|B|C) [\d.]+|fire [RCD][\d-]+",
    "submarine": r"dive \d to \d\.\d|take \d [A-Z][rygbp]( with [A-Z][rygbp])?",
    "himalaya": r"(camp|market|yeti|snow)( \d+)+",
    "schwarm": r"card( \d+)?|order|[a-z ]+ ([a-k]\d ?)+|place \d [a-k]\d( r\d [a-k]\d)?",
}
"""The words of a move up to one without a letter: chosen by the cursor, or arrows in a list."""

MenuOfWords = tuple[Words, tuple[Words, ...]]
"""The words chosen before, and the choices now."""


def screen_for(game: AnyGame) -> AnyGameScreen:
    """Return the screen of a game without an app, to query its choices."""
    seats = [SeatPlan(f"Player {n}") for n in range(game.seats[0])]
    return live_screen(Table(game, {}, seats, 1))


def all_settings(game: AnyGame) -> list[Setting]:
    """Return the settings of a game, each number of players first."""
    own = [setting for setting in SETTINGS if setting.game is game]
    first = {setting.seats: setting for setting in reversed(own)}
    return [*first.values(), *(setting for setting in own if setting not in first.values())]


def menus_of(game: AnyGame, *, games: int) -> Iterator[MenuOfWords]:
    """Yield the menus of players in random games, the settings in turn."""
    settings, screen = all_settings(game), screen_for(game)
    for seed in range(games):
        walk = Walk(game, settings[seed % len(settings)].new(Chance(seed)), seed)
        pick = Random(seed)
        while walk.state.waiting():
            seat = pick.choice(walk.state.waiting())
            yield from menus_at(screen, game, walk.state, seat, pick)
            walk.go(1)


def menus_at(
    screen: AnyGameScreen, game: AnyGame, state: Any, seat: int, pick: Random
) -> Iterator[MenuOfWords]:
    """Yield the menus on the way to a random move of a seat; a program is laid slot by slot."""
    moves = game.legal(state, seat)
    if len(moves) > LONG:
        return
    choosing = MovePicker(moves, screen.ui.most_whole(game.view(state, seat)))
    while True:
        yield choosing.chosen, tuple(choosing.choices)
        if choosing.take(pick.choice(choosing.choices)) is not None:
            return


def classes_on(screen: AnyGameScreen) -> set[type[DOMNode]]:
    """Return the app, local and served, a screen, and all its widgets that may get the focus."""
    module = type(screen).__module__.rpartition(".")[0]
    boards = {kind for kind in subclasses(Board) if kind.__module__.startswith(module)}
    return {NimApp, VisitorApp, type(screen), Menu, Board, *boards}


def subclasses(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for below in kind.__subclasses__():
        yield below
        yield from subclasses(below)


def directed(words: Words) -> Words:
    """Words with the direction of a ship's step for the cell where it ends, as its key has it."""
    match words:
        case ("sail", start, end):
            step = CELL_NAMED[end] - CELL_NAMED[start]
            return ("sail", start, COMPASS[COMPASS_STEPS.index(step)])
    return words


class Meanings:
    """The words that keys were seen to stand for."""

    def __init__(self, game: AnyGame, letters: Letters, bound: frozenset[str]) -> None:
        self._place = re.compile(PLACES[game.name])
        self._letters, self._bound = letters, bound
        self._words: dict[tuple[Any, ...], set[str]] = {}
        self._keys: dict[tuple[Any, ...], str] = {}

    def see(self, menu: MenuOfWords) -> None:
        """Check a menu: no key twice, none that is bound, none with another word than before."""
        before, choices = menu
        keys = self._letters.keys(before, choices, ())
        shown = [key for key in keys if key]
        assert len(set(shown)) == len(shown), menu
        assert not set(shown) & self._bound, menu
        for taken, key in zip(choices, keys):
            words = directed((*before, *taken))
            choice = words[len(before) :]
            if key:
                self._meaning(key, words, choice)
            if len(choice) == 1:
                assert key or self._place.fullmatch(" ".join(words)), f"no key for {words}"
                place = (words[-1], *self._asked(words))
                assert self._keys.setdefault(place, key) == key, words

    def _meaning(self, key: str, words: Words, choice: Words) -> None:
        """Check that a letter stands for one word, a digit for one at each point of a move."""
        place = (key, *(self._asked(words) if key.isdigit() else ()))
        common = self._words.setdefault(place, set(choice or words[-1:])) & {*words}
        assert common, f"{key} changes its meaning at {words}"
        self._words[place] = common

    def _asked(self, words: Words) -> tuple[str, int]:
        """Return the kind of move, and the index of the word in it."""
        own = words[1:] if words[0] in ("blue", "joker") and len(words) > 1 else words
        return own[0] if len(own) > 1 else "", len(own)


def look_through(game: AnyGame, *, games: int) -> None:
    """Look through the menus of random games in every language."""
    screen = screen_for(game)
    bound = bound_characters(classes_on(screen), {})
    seen = {language: Meanings(game, screen.ui.letters, bound) for language in LANGUAGES}
    menus = 0
    for menu in menus_of(game, games=games):
        menus += 1
        for language, meanings in seen.items():
            use_look(Locale(language))
            meanings.see(menu)
    assert menus > games


@pytest.mark.slow
@pytest.mark.parametrize("game", by_day(IN_GAMES, 2), ids=lambda game: game.name)
def test_no_letter_changes_its_meaning(game: AnyGame) -> None:
    copy_context().run(look_through, game, games=20)


@pytest.mark.nightly
@pytest.mark.parametrize("game", IN_GAMES, ids=lambda game: game.name)
def test_no_letter_changes_its_meaning_in_a_thousand_games(game: AnyGame) -> None:
    copy_context().run(look_through, game, games=soaked(1_000))


@pytest.mark.parametrize("game", IN_GAMES, ids=lambda game: game.name)
def test_each_letter_of_a_table_is_of_one_word_and_free(game: AnyGame) -> None:
    """Also of words that random games seldom come to; a program's letters mean nothing else."""
    screen = screen_for(game)
    bound = bound_characters(classes_on(screen), {})
    if game.name == "himalaya":
        bound |= bound_characters([Slots], {})
    tables = {name: own.letters for name, own in screen.ui.vocabulary.tables.items()}
    words = [set(table) for table in tables.values()]
    assert set(tables) == set(LANGUAGES)
    assert all(known == words[0] for known in words)
    for table in tables.values():
        letters = list(table.values())
        assert len(set(letters)) == len(letters)
        assert all(len(letter) == 1 and letter.isascii() for letter in letters)
        assert not any(letter.isdigit() or letter.isupper() for letter in letters)
        assert not set(letters) & bound


@pytest.mark.slow
@pytest.mark.parametrize("game", IN_GAMES, ids=lambda game: game.name)
async def test_every_key_that_does_something_is_no_letter(make_app: MakeApp, game: AnyGame) -> None:
    """Wherever the focus is; what is asked of the classes is what is bound on the screen."""
    seats = [SeatPlan(f"Player {n}") for n in range(game.seats[0])]
    async with running(make_app(Table(game, {}, seats, 1))) as pilot:
        screen = table_screen(pilot)
        bound = bound_characters(classes_on(screen), {})
        for widget in screen.query("*"):
            if isinstance(widget, Board | Menu) and widget.display:
                widget.focus()
                await pilot.pause()
                active = {key.lower() for key in screen.active_bindings if len(key) == 1}
                assert active <= bound
        assert bound_characters(map(type, screen.bound_nodes()), {}) <= bound


@pytest.mark.slow
@pytest.mark.parametrize("key", ["o", "O"])
async def test_a_key_that_was_remapped_to_a_letter_wins(make_app: MakeApp, key: str) -> None:
    """The word then has no letter; capitals are no escape."""
    charging = f"{SEARCHED}; A 14"
    async with running(make_app(table_after(charging), keys={"game.log": key})) as pilot:
        items = {item.id: item.key for item in table_screen(pilot).query_one(Menu).items}
        assert items == {"drop 100": "1", "drop 200": "2", "drop 300": "3", "hold": ""}
        await press(pilot, key)
        page = table_screen(pilot).side.page
        assert page is not None
        assert page.name == "log"


async def test_a_key_that_was_set_free_is_given_to_no_word(make_app: MakeApp) -> None:
    table = table_after(f"{SEARCHED}; A 14")
    async with running(make_app(table, keys={"cursor.left": "y"})) as pilot:
        items = [item.key for item in table_screen(pilot).query_one(Menu).items]
        assert items == ["1", "2", "3", "o"]


def keys_of(
    name: str, before: str, choices: Sequence[str], *, language: str = "en", taken: str = ""
) -> str:
    """Return the keys of a menu, "-" for choices without one."""

    def find() -> str:
        use_look(Locale(language))
        letters = screen_for(all_games()[name].game).ui.letters
        words = [tuple(choice.split()) for choice in choices]
        return "".join(
            key or "-" for key in letters.keys(tuple(before.split()), words, frozenset(taken))
        )

    return copy_context().run(find)


EIGHT: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
MENUS: Final = [
    ("schwarm", "wave 1", EIGHT, "89632147"),
    ("schwarm", "blue wave new", EIGHT[2:], "632147"),
    ("schwarm", "wave 1 ne", ("1", "2", "3"), "123"),
    ("schwarm", "whale", ("new", "2"), "02"),
    ("schwarm", "order 2", ("fast", "protection", "brilliant"), "134"),
    ("schwarm", "", ("launch d1", "sail d1 d2", "sail d1 c1", "done"), "f24x"),
    ("bataille", "", ("drop 100", "drop 300", "hold"), "13o"),
    ("bataille", "", ("fire R3 A", "fire C2 A", "fire C2 B", "hold"), "--bo"),
    ("bataille", "", ("fire D2 A", "hold"), "ao"),
    ("bataille", "A", ("port", "14", "2"), "p--"),
    ("submarine", "", ("swap yellow", "swap purple", "done"), "25x"),
    ("submarine", "boat", ("3", "6", "out"), "36o"),
    ("submarine", "", ("take 2 Mr", "take 2 Kb", "dive 2 to 5.3", "done"), "--dx"),
    ("submarine", "take 2 Mr", ("", "with Kb", "with Lr"), "---"),
    ("himalaya", "envoy", ("B", "D", "H"), "248"),
    ("himalaya", "envoy B", ("1", "2"), "12"),
    ("himalaya", "take", ("salt", "gold"), "15"),
    ("himalaya", "yeti 9", ("3", "14"), "--"),
]


@pytest.mark.parametrize(("name", "before", "choices", "keys"), MENUS)
def test_the_keys_of_a_menu(name: str, before: str, choices: Sequence[str], keys: str) -> None:
    assert keys_of(name, before, choices) == keys


def test_keys_that_are_taken_are_left_out_and_no_other_comes_instead() -> None:
    assert keys_of("bataille", "", ("drop 100", "hold"), taken="o1") == "--"


def test_each_language_has_letters_of_its_own() -> None:
    words = ("take", "dive", "done")
    assert keys_of("submarine", "", words) == "tdx"
    assert keys_of("submarine", "", words, language="fr") == "cpf"


def test_a_game_without_a_table_has_no_letters() -> None:
    assert list(GameUi.letters.keys((), [("up",), ("1",)], ())) == ["", ""]
