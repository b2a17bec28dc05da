"""The French texts: all are there, with the same blanks, and the rules likewise."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from rules.bataille import BATAILLE
from rules.chance import Chance
from screens.bataille.sentences import legend, sentence, verdict
from screens.people import SeatNames
from screens.text import LANGUAGES, N_, Locale, _, ngettext, shortened, use_look
from tests.screens.tables import PAIR, table_after

ROOT = Path(__file__).parents[2]
FOLDERS = ("rules", "screens", "nim_tui")
FRENCH = ROOT / "screens/locale/fr/LC_MESSAGES"
_HEADING = re.compile(r"^(#+) .*?(?:\{#([\w-]+)\})?\s*$", re.MULTILINE)
_BREAKS = re.compile(r"\S [:;!?»%](?!\w)|« ")
"""A place where a line could break before a sign, or after an opening one."""


class Call(NamedTuple):
    """A call in the code with texts as its first arguments."""

    where: str
    function: str
    texts: tuple[str, ...]
    keywords: frozenset[str]
    inner: str
    """The function that the text goes through, such as `N_` in `IllegalMove(N_("..."))`."""


def called(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


@cache
def calls() -> tuple[Call, ...]:
    """Return every call with a text, in f-strings too."""
    return tuple(
        call
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        for call in as_call(node, f"{path.relative_to(ROOT)}:{node.lineno}")
    )


def as_call(node: ast.Call, where: str) -> Iterator[Call]:
    inner = ""
    arguments = node.args
    if arguments and isinstance(arguments[0], ast.Call):
        inner, arguments = called(arguments[0].func), arguments[0].args
    texts = [
        argument.value
        for argument in arguments
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    if texts:
        keywords = frozenset(keyword.arg or "**" for keyword in node.keywords)
        yield Call(where, called(node.func), tuple(texts), keywords, inner)


def texts_to_translate() -> dict[str, tuple[str, ...]]:
    """Return each text, singular first, and its places in the code."""
    found = {}
    for call in calls():
        if call.inner:
            continue
        if call.function in ("_", "N_"):
            found[call.where, call.texts[0]] = call.texts[:1]
        elif call.function in ("ngettext", "Noun"):
            found[call.where, call.texts[0]] = call.texts[:2]
    return {f"{where} {text[:30]}": texts for (where, text), texts in found.items()}


@cache
def french() -> Catalog:
    with (FRENCH / "messages.po").open("rb") as file:
        return read_po(file, "fr")


def fields(text: str) -> set[str]:
    """Return the names of the blanks."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


def french_of(text: str) -> tuple[str, ...]:
    """Return the French text, or its singular and plural."""
    message = french().get(text)
    string = message.string if message and message.string else ""
    return (string,) if isinstance(string, str) else tuple(string)


@pytest.mark.slow
def test_every_text_has_a_french_one_with_the_same_blanks() -> None:
    wrong = []
    for where, texts in texts_to_translate().items():
        for string in french_of(texts[0]):
            if texts[0] and (not string or fields(string) != fields(texts[-1])):
                wrong.append(where)
    assert not wrong, "\n".join(wrong)


def test_french_punctuation_stays_with_its_word() -> None:
    wrong = [
        string
        for message in french()
        if message.id
        for string in french_of(message.id if isinstance(message.id, str) else message.id[0])
        if _BREAKS.search(string)
    ]
    assert not wrong


@pytest.mark.slow
def test_french_words_change_with_their_number() -> None:
    invariable = ("{count} choix", "{count} pas", "{count} fois", "{count} de neuf")
    changing = [texts for texts in texts_to_translate().values() if len({*texts}) == 2]
    said = [french_of(texts[0]) for texts in changing]
    alike = [one for one, *others in said if others == [one]]
    assert [text for text in alike if not text.startswith(invariable)] == []


@pytest.mark.slow
def test_no_french_text_is_fuzzy_or_left_over() -> None:
    known = {texts[0] for texts in texts_to_translate().values()}
    known |= {call.texts[1] for call in calls() if call.function == "pgettext"}
    left_over = []
    for message in french():
        name = message.id if isinstance(message.id, str) else message.id[0]
        if name and (name not in known or message.fuzzy):
            left_over.append(name)
    assert not left_over


def test_the_compiled_catalog_is_that_of_the_texts() -> None:
    with (FRENCH / "messages.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in french():
        if isinstance(message.id, str):
            said = (
                compiled.pgettext(message.context, message.id)
                if message.context
                else (compiled.gettext(message.id))
            )
            assert not message.id or said == message.string
        else:
            one, many = message.id
            forms = tuple(compiled.ngettext(one, many, count) for count in (1, 2))
            assert forms == french_of(one)


@pytest.mark.slow
def test_every_refusal_has_the_facts_its_text_names() -> None:
    refusals = [c for c in calls() if c.function in ("IllegalMove", "NotAMove")]
    assert len(refusals) > 20
    for call in refusals:
        if "**" not in call.keywords:
            assert fields(call.texts[0]) == call.keywords - {"rule"}, call.where


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_can_be_said(language: str) -> None:
    use_look(Locale(language))
    people = SeatNames(("Ana", "Ben"))
    for seed in range(6):
        table = table_after(seats=PAIR, seed=seed, lanes="all", turn_limit=200)
        chance = Chance(seed)
        while table.waiting:
            seat = table.waiting[0]
            table.play(seat, chance.pick(table.legal(seat)))
        for looker in (None, 0, 1):
            for event in table.log(looker):
                text = sentence(event, people)
                assert text.strip()
                assert not set("{}") & set(text)
        assert table.result is not None
        assert verdict(table.result, people).strip()
    assert all(legend().values())


def test_numbers_choose_between_one_and_many() -> None:
    def count(language: str) -> list[str]:
        use_look(Locale(language))
        return [ngettext("{count} move", "{count} moves", number) for number in (0, 1, 2)]

    assert count("en") == ["0 moves", "1 move", "2 moves"]
    assert count("fr") == ["0 coup", "1 coup", "2 coups"]


def test_small_texts() -> None:
    assert _("") == ""
    assert N_("x") == "x"
    assert shortened("Ana", 3) == "Ana"
    assert shortened("Anabel", 3) == "An…"


def headings(language: str) -> list[tuple[str, str]]:
    page = (ROOT / "rules" / BATAILLE.name / f"rules.{language}.md").read_text("utf-8")
    return [(level, name) for level, name in _HEADING.findall(page)]


def test_the_rules_have_the_same_parts_in_both_languages() -> None:
    assert headings("en") == headings("fr")
    ids = [name for _level, name in headings("en") if name]
    assert len(set(ids)) == len(ids)
    assert {"setup", "move", "charge", "torpedo", "end"} <= set(ids)
