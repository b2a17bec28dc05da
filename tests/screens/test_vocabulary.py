"""Each language has its own words for the moves of every game; both languages are understood."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from contextvars import copy_context
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from babel.messages.pofile import read_po

from nim_tui.app.open_screens import live_screen
from nim_tui.registry import all_games
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running, settle, text_of
from nim_tui.testing.walks import Setting, Walk, vocabulary
from rules.chance import Chance
from rules.contract import AnyGame
from rules.messages import Phrase, Refusal, SeatName
from screens.people import SeatNames
from screens.table.move_entry import MoveLine
from screens.table.move_words import MovePhrases
from screens.table.vocabulary import PLAIN, Vocabulary, folded
from screens.text import LANGUAGES, Locale, say_told, use_look
from screens.widgets.menu import Menu
from tests.depth import soaked
from tests.every import by_day
from tests.rules.games import SETTINGS
from tests.rules.tiny import TinyMove
from tests.screens.conftest import MakeApp
from tests.screens.looking import prompt, say, table_screen
from tests.screens.tables import SEARCHED, table_after

ROOT: Final = Path(__file__).parents[2]
OTHERS: Final = [language for language in LANGUAGES if language != "en"]
A_WORD: Final = re.compile(r"[A-Za-z]{2,}")
"""The words that a table must spell; places, numbers and regions are no words."""
WHOLE_WORD: Final = re.compile(r"(?<![\w’'-])[^\W\d_]{3,}(?![\w’'-])")
NAMES: Final = frozenset({"mar", "ring"})
"""Names that look like words: a month cut to three letters, and the village Ringmo cut short."""
IN_BOTH: Final = frozenset({"place"})
"""English words of moves that are other words in French."""
SHORTENED: Final = {"schwarm": {"crab"}}
"""English words of moves that shortened French words may equal in a narrow panel."""

COLLISIONS: Final = {
    ("submarine", "fr"): {
        "Br": "Rr", "Bb": "Rb", "Bp": "Rp",
        "Cr": "Br", "Cb": "Bb", "Cp": "Bp",
        "Sr": "Nr", "Sb": "Nb", "Sp": "Np",
    },
}  # fmt: skip
"""Words with two meanings, and their meaning on a screen in that language."""


def vocabulary_of(game: AnyGame) -> Vocabulary:
    seats = [SeatPlan(f"Player {n}") for n in range(game.seats[0])]
    return live_screen(Table(game, {}, seats, 1)).ui.vocabulary


def moves_of(name: str) -> tuple[Any, ...]:
    """Return moves of every phase of a game."""
    return vocabulary(next(setting for setting in SETTINGS if setting.game.name == name))


def missing(name: str, language: str) -> set[str]:
    """Return the words of moves that a table lacks."""
    spelt = vocabulary_of(all_games()[name].game).tables[language].words
    used = {word for move in moves_of(name) for word in move.word.split()}
    programs = {move.word.split()[1] for move in moves_of(name) if move.word.startswith("program")}
    return {word for word in used - programs if A_WORD.fullmatch(word)} - spelt.keys()


@pytest.mark.slow
@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("language", OTHERS)
def test_no_word_is_missing(name: str, language: str) -> None:
    assert not missing(name, language)


@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("language", OTHERS)
def test_no_two_words_are_spelt_alike(name: str, language: str) -> None:
    table = vocabulary_of(all_games()[name].game).tables[language]
    assert len(table.typed) == len(table.words)
    assert not any(" " in shown for shown in table.words.values())


@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("language", OTHERS)
def test_words_that_mean_two_things_are_known(name: str, language: str) -> None:
    table = vocabulary_of(all_games()[name].game).tables[language]
    english = {folded(word): word for word in table.words}
    found = {
        english[typed]: word
        for typed, word in table.typed.items()
        if english.get(typed, word) != word
    }
    assert found == COLLISIONS.get((name, language), {})


def parsed_in(language: str, name: str) -> None:
    """Check that every move is parsed from its shown and from its canonical words."""
    use_look(Locale(language))
    game = all_games()[name].game
    words = vocabulary_of(game)
    for move in moves_of(name):
        assert game.parse(words.canonical(words.shown(move.word))) == move
        assert game.parse(words.canonical(folded(words.shown(move.word)))) == move
        assert game.parse(words.canonical(move.word)) == move
        use_look(Locale("en"))
        assert words.shown(move.word) == move.word
        assert game.parse(words.canonical(move.word)) == move
        use_look(Locale(language))


@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("language", OTHERS)
def test_every_move_is_understood_in_both_languages(name: str, language: str) -> None:
    copy_context().run(parsed_in, language, name)


def test_words_of_the_other_language_are_understood_on_an_english_screen() -> None:
    words = vocabulary_of(all_games()["schwarm"].game)
    assert words.canonical("Bleue  VAGUE nouvelle so 2") == "blue wave new sw 2"
    assert words.canonical("depart h0") == "start h0"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("take 1 Br", "take 1 Br"),
        ("TAKE 1 br with Kb", "take 1 Br with Kb"),
        ("collecter 1 Br", "take 1 Rr"),
        ("collecter 1 Br avec Eb", "take 1 Rr with Kb"),
        ("1 Br", "1 Rr"),
    ],
)
def test_a_word_of_two_meanings_is_of_the_language_of_its_move(typed: str, meant: str) -> None:
    assert copy_context().run(meant_in, "fr", typed) == meant


@pytest.mark.parametrize(
    ("language", "typed"),
    [("fr", "take 1 Br avec Eb"), ("fr", "collecter 1 br with Kb"), ("en", "take 1 Br avec Eb")],
)
def test_a_move_in_two_languages_is_refused_where_a_word_means_two_things(
    language: str, typed: str
) -> None:
    with pytest.raises(Refusal, match=r"^“[Bb]r” means “..") as refusal:
        copy_context().run(meant_in, language, typed)
    shown = {str(refusal.value.facts["first"]), str(refusal.value.facts["second"])}
    assert shown == ({"Br", "Rr"} if language == "en" else {"Br", "Cr"})


def test_a_move_in_two_languages_is_understood_where_no_word_does() -> None:
    assert copy_context().run(meant_in, "fr", "take 2 Mr avec Kb") == "take 2 Mr with Kb"


def meant_in(language: str, typed: str) -> str:
    use_look(Locale(language))
    words = vocabulary_of(all_games()["submarine"].game)
    words.refuse_doubt(typed)
    return words.canonical(typed)


def completed_in_french(text: str) -> str | None:
    use_look(Locale("fr"))
    moves = [TinyMove(word) for word in ("take 2 Rr", "take 2 Rr with Kb", "done", "swap red")]
    return MovePhrases(moves).complete(text, vocabulary_of(all_games()["submarine"].game))


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("c", "collecter"),
        ("e", "échanger"),
        ("ech", "échanger"),
        ("swap ro", "swap rouge"),
        ("Collecter 2 b", "collecter 2 Br"),
        ("collecter 2 br ", "collecter 2 Br avec"),
        ("take 2 r", "take 2 Rr"),
        ("take 2 b", None),
        ("collecter 2 Rr", None),
        ("t", None),
        ("", "collecter"),
    ],
)
def test_words_are_completed_in_the_language_of_the_screen(
    typed: str, completed: str | None
) -> None:
    assert copy_context().run(completed_in_french, typed) == completed


def test_a_game_without_tables_keeps_its_words() -> None:
    assert PLAIN.shown("up 1") == PLAIN.canonical("up 1") == "up 1"


@pytest.mark.slow
async def test_a_turn_in_french_is_kept_in_canonical_words(make_app: MakeApp) -> None:
    table = table_after(SEARCHED)
    async with running(make_app(table, language="fr")) as pilot:
        await press(pilot, "colon", *"re", "tab")
        assert table_screen(pilot).query_one(MoveLine).value == "rester "
        await press(pilot, "escape")
        await say(pilot, "a 14")
        assert "larguez une grenade" in prompt(pilot)
        items = [(item.id, item.text) for item in table_screen(pilot).query_one(Menu).items]
        assert items[0] == ("drop 100", "larguer 100")
        await say(pilot, "jeter 200")
        assert "jeter 200" in prompt(pilot)
        await press(pilot, "escape")
        await say(pilot, "Larguer 200")
        assert [play.move for play in table.plays[-2:]] == ["A 14", "drop 200"]


def english_in(name: str) -> re.Pattern[str]:
    """Return the English words of moves and names of tokens that no French screen may show."""
    table = vocabulary_of(all_games()[name].game).tables["fr"]
    shown = {*table.words.values()}
    left = {word for word in table.words if len(word) > 1 and word not in shown}
    left -= IN_BOTH | SHORTENED.get(name, set())
    return re.compile(rf"(?<![\w’-])(?:{'|'.join(sorted(left))})(?![\w’-])")


OF_GAMES: Final = [setting for setting in SETTINGS if setting.game.name in all_games()]


def play_on(table: Table, pick: Random) -> None:
    """Play random moves, until the first seat must move or the game is over."""
    for _ in range(pick.randrange(1, 25)):
        if table.waiting:
            seat = pick.choice(table.waiting)
            table.play(seat, pick.choice(table.legal(seat)))
    while table.waiting and 0 not in table.waiting:
        seat = pick.choice(table.waiting)
        table.play(seat, pick.choice(table.legal(seat)))


@cache
def english_words() -> re.Pattern[str]:
    """Return a pattern of English words that are in no French text, rules or table."""
    with (ROOT / "screens/locale/fr/LC_MESSAGES/messages.po").open("rb") as file:
        catalog = read_po(file, "fr")
    french = [path.read_text("utf-8") for path in (ROOT / "rules").rglob("rules.fr.md")]
    for entry in all_games().values():
        table = vocabulary_of(entry.game).tables["fr"]
        french += [*table.words.values(), entry.title, entry.name]
    english: list[str] = []
    for message in catalog:
        if message.id:
            english += [message.id] if isinstance(message.id, str) else message.id
            french += [message.string] if isinstance(message.string, str) else message.string or ()
    left = words_of(english) - words_of(french) - NAMES
    assert len(left) > 500
    return re.compile(rf"(?<![\w’'-])(?:{'|'.join(sorted(left))})(?![\w’'…-])", re.IGNORECASE)


def words_of(texts: Iterable[str]) -> set[str]:
    """Return the words of texts, without their blanks."""
    plain = (re.sub(r"\{[^}]*\}", " ", text) for text in texts)
    return {word.casefold() for text in plain for word in WHOLE_WORD.findall(text)}


def look_for_english(pilot: Looker, name: str) -> None:
    """Fail if anything on the screen is in English."""
    shown = text_of(pilot.app)
    found = [*english_in(name).findall(shown), *english_words().findall(shown)]
    assert not found, (found, shown)


async def look_through(make_app: MakeApp, setting: Setting, seed: int) -> None:
    """Look at a random game on the screen of the first seat, and at the screens of its keys."""
    seats = [SeatPlan("Zoé"), *(SeatPlan(f"Io{n}", "random") for n in range(1, setting.seats))]
    table, pick = Table(setting.game, dict(setting.options), seats, seed), Random(seed)
    name = setting.game.name
    async with running(make_app(table, language="fr"), (SMALL, LARGE)[seed % 2]) as pilot:
        stops = 0
        while table.waiting:
            play_on(table, pick)
            await settle(pilot)
            look_for_english(pilot, name)
            stops += 1
            if stops == 2 and table.waiting:
                await look_into(pilot, name)
        await press(pilot, "escape")
        await look_into(pilot, name)


async def look_into(pilot: Looker, name: str) -> None:
    """Open the log, the keys, the rules and the aid, and type a word that is no move."""
    for key in ("g", "question_mark", "r", "exclamation_mark"):
        await press(pilot, key)
        look_for_english(pilot, name)
        await press(pilot, "escape")
    if table_screen(pilot).model.may_move:
        await say(pilot, "xyz")
        look_for_english(pilot, name)


@pytest.mark.slow
@pytest.mark.parametrize("seed", by_day(range(10), 2))
async def test_no_english_word_on_french_screens(
    make_app: MakeApp, bots_wait: None, seed: int
) -> None:
    await look_through(make_app, OF_GAMES[seed * 5 % len(OF_GAMES)], seed)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10, 10 + soaked(200)))
async def test_no_english_word_on_french_screens_in_many_games(
    make_app: MakeApp, bots_wait: None, seed: int
) -> None:
    await look_through(make_app, OF_GAMES[seed % len(OF_GAMES)], seed)


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["", "s", "n", "r", "?", "s?", "n?"])
@pytest.mark.parametrize("game", by_day(range(len(all_games())), 1))
async def test_no_english_word_before_a_game(make_app: MakeApp, game: int, keys: str) -> None:
    async with running(make_app(language="fr"), (SMALL, LARGE)[game % 2]) as pilot:
        await press(pilot, *["right"] * game)
        await press(pilot, *("question_mark" if key == "?" else key for key in keys))
        shown = text_of(pilot.app)
        assert (english_words().findall(shown), shown)[0] == [], shown


async def test_the_test_of_english_words_finds_them(make_app: MakeApp) -> None:
    async with running(make_app(language="en")) as pilot:
        assert {"Submarine", "Rules"} & {*english_words().findall(text_of(pilot.app))} == {"Rules"}


def reasons(name: str) -> Iterator[str]:
    """Yield the best bot's reasons for some moves of a random game, in French."""
    use_look(Locale("fr"))
    entry = all_games()[name]
    setting = [setting for setting in OF_GAMES if setting.game is entry.game][-1]
    bot, shown = entry.bot("medium"), vocabulary_of(entry.game).shown
    walk = Walk(entry.game, setting.new(Chance(4)), 4)
    while walk.state.waiting():
        seat = walk.state.waiting()[0]
        legal = entry.game.legal(walk.state, seat)
        if len(walk.record) % 9 == 0:
            advice = bot.choose(entry.game, entry.game.view(walk.state, seat), legal, Chance(4))
            yield say_told(advice.reason, advice.facts, shown)
        walk.go(1)


@pytest.mark.slow
@pytest.mark.parametrize("name", all_games())
def test_no_english_word_in_what_bots_say(name: str) -> None:
    told = copy_context().run(lambda: list(reasons(name)))
    assert len(told) > 5
    assert not [text for text in told if english_in(name).search(text)]


def test_a_move_in_a_sentence_within_a_sentence_is_in_french_too() -> None:
    use_look(Locale("fr"))
    people = SeatNames(("Ana", "Ben"), 0)
    reason = Phrase("After {worse}, {name} can take {token}.", {
        "worse": "boat out", "name": SeatName(1), "token": "Mr"})  # fmt: skip
    text = all_games()["submarine"].teller.vocabulary.said(
        Phrase("Well played! {why}", {"why": reason}), people
    )
    assert text == "Bien joué\u202f! Après bateau dehors, Ben peut prendre Mr."


@pytest.mark.parametrize("name", all_games())
def test_what_the_french_rules_show_is_in_french(name: str) -> None:
    words = tomllib.loads((ROOT / f"screens/{name}/words.fr.toml").read_text("utf-8"))["words"]
    english = {word for word, french in words.items() if word != french and len(word) > 2}
    page = (ROOT / f"rules/{name}/rules.fr.md").read_text("utf-8")
    shown = re.findall(r"```(?:text|board [\w-]+)\n(.*?)```", page, re.DOTALL)
    assert shown
    assert [block for block in shown if english & {*re.findall(r"\w+", block)}] == []
