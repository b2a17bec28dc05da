"""Events of random games are in the right person and with the right plurals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextvars import copy_context
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from nim_tui.app.open_screens import live_screen
from nim_tui.registry import all_games
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from rules.chance import Chance
from screens.people import SeatNames
from screens.table.game_ui import GameUi
from screens.text import LANGUAGES, Locale, use_look

NAMES: Final = ("Ana", "Ben", "Cleo", "Dan", "Eve")
MOST_MOVES: Final = 700
SEEDS: Final = (1, 2)

FRENCH: Final = Path(__file__).parents[2] / "screens/locale/fr/LC_MESSAGES/messages.po"

NEVER_ONE: Final = frozenset(
    {
        *(
            "allowed",
            "columns",
            "height",
            "least",
            "most",
            "needed",
            "odds",
            "players",
            "rate",
            "rounds",
        ),
        *("minutes", "rows", "size", "total"),
    }
)
"""Blanks of limits and sizes above one."""
NAMING: Final = frozenset((
    "action", "answer", "asker", "bot", "capacity", "card", "cell", "column", "cost", "crossing",
    "cube", "direction", "figure", "file", "folder", "game", "id", "instead", "joker", "key",
    "kind", "known", "label", "land", "lane", "level", "line", "match", "move", "name",
    "names", "number", "option", "other", "owner", "path", "place", "program", "region",
    "remove", "round", "second", "sheet", "ship", "side", "sign", "step", "subject", "table",
    "target", "terminal", "text", "tile", "title", "token", "turn", "value", "village", "way",
    "what", "whom", "word", "worse",
))  # fmt: skip
"""Blanks that are no amount: a name, or a number that names something."""
COUNTED: Final = frozenset(
    {
        *("accounts", "cubes", "days", "delegations", "games", "lines", "orders", "points"),
        *("grave", "steps", "yaks"),
    }
)
"""Blanks of a number with its noun, or of a number without one."""


@cache
def catalog() -> Catalog:
    """Return every English text with its French one; both forms of plurals."""
    with FRENCH.open("rb") as file:
        return read_po(file, "fr")


def nouns_of(language: str) -> Iterator[tuple[str, str]]:
    """Yield the words after a number, singular and plural, where they differ."""
    for message in catalog():
        if not isinstance(message.id, str):
            forms = message.id if language == "en" else message.string
            assert isinstance(forms, (tuple, list))
            one, many = (re.search(r"\{count\} ([\w-]+)", form) for form in forms)
            if one and many and one[1] not in (many[1], "is"):
                yield one[1], many[1]


@cache
def wrong_in(language: str) -> re.Pattern[str]:
    """Return a pattern of texts that no sentence may have, whoever reads it."""
    ones, manies = zip(*nouns_of(language))
    is_one = r"[01]" if language == "fr" else "1"
    many = r"(?:[2-9]|\d\d+)" if language == "fr" else r"(?:[02-9]|\d\d+)"
    numbers = (
        rf"(?<![\d.]){is_one} (?:{'|'.join(manies)})\b|(?<![\d.]){many} (?:{'|'.join(ones)})\b"
    )
    third = {
        "en": r"\b[Yy]ou(?:: (?:is|has|takes|plays|hits)| is| has| was| [a-z]+[^s\W]s)\b",
        "fr": r"\b[Vv]ous (?:: )?(?:est|a|va|fait|gagne|joue|prend|reprend|touche|commence|peut)\b",
    }
    return re.compile(f"{numbers}|{third[language]}")


def played(name: str, seed: int) -> Table:
    """Return a random game, broken off if its rules do not end it."""
    game = all_games()[name].game
    seats = [SeatPlan(n) for n in NAMES[: game.seats[-1 if seed % 2 else 0]]]
    table = Table(game, game.automatic, seats, seed)
    chance = Chance(seed)
    while table.waiting and table.moves_played < MOST_MOVES:
        seat = table.waiting[0]
        table.play(seat, chance.pick(table.legal(seat)))
    return table


def told(table: Table, reader: int | None, ui: GameUi[Any]) -> Iterable[str]:
    """Yield every sentence of a game that a player or a spectator reads."""
    people = SeatNames(NAMES[: len(table.seats)], reader)
    speech = ui.speech
    assert speech is not None
    result = table.result
    verdict = [] if result is None else [speech.verdict(result, people)]
    return chain((speech.sentence(event, people) for event in table.log(reader)), verdict)


@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("seed", SEEDS)
def test_every_sentence_of_a_game_is_in_the_right_person_and_number(name: str, seed: int) -> None:
    table = played(name, seed)
    ui = live_screen(Table(all_games()[name].game, {}, table.seats, 1)).ui

    def read(language: str) -> int:
        use_look(Locale(language))
        you = {"en": "You", "fr": "Vous"}[language]
        read = 0
        for reader in (None, *range(len(table.seats))):
            for text in told(table, reader, ui):
                assert not wrong_in(language).search(text), text
                assert reader is None or NAMES[reader] not in text, text
                read += you in text
        return read

    for language in LANGUAGES:
        assert copy_context().run(read, language) > 10


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "▲ You wins: all ships"),
        ("en", "You goes first"),
        ("en", "▲ You: takes back the buoy on e4"),
        ("en", "▲ Ana: 1 cards to ▼ Ben"),
        ("en", "the network counts 1 points"),
        ("en", "0 delegation"),
        ("fr", "Vous gagne"),
        ("fr", "▲ Vous : joue joker"),
        ("fr", "▲ Vous prend une tuile"),
        ("fr", "pioche de 1 cartes"),
        ("fr", "0 points"),
        ("fr", "2 carte"),
    ],
)
def test_what_is_wrong_would_be_found(language: str, text: str) -> None:
    assert wrong_in(language).search(text)


def test_no_text_puts_a_number_before_a_noun_without_its_plural_forms() -> None:
    """A blank before a word in `s` is a name, a bound above one, or filled with its noun."""
    wrong = []
    for text in (message.id for message in catalog() if isinstance(message.id, str)):
        for blank, words in re.findall(r"\{(\w+)\}((?: [a-z]+){1,2})", text):
            is_plural = any(
                word.endswith("s") and word not in {"s", "ms", "yours", "its", "was"}
                for word in words.split()
            )
            is_game_size = words.startswith(" players")  # no game is for one
            if is_plural and not is_game_size and blank not in NEVER_ONE | NAMING | COUNTED:
                wrong.append(text)
    assert not wrong, "\n".join(wrong)
