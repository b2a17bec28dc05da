"""One thing has one word: no text has a word in it that docs/terms.toml says to avoid."""

from __future__ import annotations

import re

import pytest

from tests.reference.terms import GLOSSARY, SCOPES, Term, glossary, mistakes, terms, texts

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("scope", SCOPES)
def test_no_text_has_a_word_to_avoid(scope: str) -> None:
    found = mistakes(scope, texts(scope), terms())
    assert not found, "\n".join(found)


def test_a_word_to_avoid_is_found_where_it_stands_alone() -> None:
    toll = Term("tribute", "tribut", "", {"messages": [r"\btolls?\b"]})
    written = [("one", "Pay the toll."), ("two", "He tolled the bell."), ("three", "a tribute")]
    assert mistakes("messages", written, [toll]) == ["one: “toll”, say tribute"]
    assert not mistakes("docs", written, [toll])


def test_patterns_belong_to_a_scope_and_hit_no_term() -> None:
    for term in terms():
        assert set(term.avoid) <= set(SCOPES), term.en
        for scope, patterns in term.avoid.items():
            said = term.fr if scope == "french" else term.en
            for pattern in patterns:
                assert not re.search(pattern, said, re.IGNORECASE), f"{term.en}: {pattern}"


def test_the_glossary_is_that_of_the_terms() -> None:
    assert GLOSSARY.read_text("utf-8") == glossary(), "make reference"
