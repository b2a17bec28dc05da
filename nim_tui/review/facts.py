"""Why a move is better, as it is kept: a sentence with its facts, checked when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Final

from msgspec import Meta, Struct

from rules.messages import Counted, Phrase, Value

Text = Annotated[str, Meta(max_length=400)]
Number = Annotated[int, Meta(ge=-(10**12), le=10**12)]
MOST_NESTED: Final = 4
"""Phrases within phrases that are read."""


class CountedFact(Struct, frozen=True, forbid_unknown_fields=True, tag="counted"):
    """A number with its noun."""

    one: Text
    many: Text
    count: Number


class PhraseFact(Struct, frozen=True, forbid_unknown_fields=True, tag="phrase"):
    """A part of a sentence."""

    text: Text
    facts: dict[str, Text | Number | CountedFact | PhraseFact]


KeptFact = Text | Number | CountedFact | PhraseFact


def kept(facts: Mapping[str, Value]) -> dict[str, KeptFact]:
    """Facts as they are written."""
    return {name: _kept(value) for name, value in facts.items()}


def _kept(value: Value) -> KeptFact:
    match value:
        case Counted(one=one, many=many, count=count):
            return CountedFact(one, many, count)
        case Phrase(text=text, facts=facts):
            return PhraseFact(text, kept(facts))
        case _:
            return value


def said(facts: Mapping[str, KeptFact]) -> dict[str, Value]:
    """Facts as a screen says them."""
    return {name: _said(value) for name, value in facts.items()}


def _said(value: KeptFact) -> Value:
    match value:
        case CountedFact(one=one, many=many, count=count):
            return Counted(one, many, count)
        case PhraseFact(text=text, facts=facts):
            return Phrase(text, said(facts))
        case _:
            return value


def is_sound(text: str, facts: Mapping[str, KeptFact], depth: int = 0) -> bool:
    """Whether a sentence can be said: it names facts that are there, and asks nothing else of them.

    What is read from a file goes into `str.format`, which could be asked for much more.
    """
    if depth > MOST_NESTED or not _is_plain(text, facts):
        return False
    for value in facts.values():
        match value:
            case CountedFact(one=one, many=many):
                if not (_is_plain(one, {"count": 0}) and _is_plain(many, {"count": 0})):
                    return False
            case PhraseFact(text=part, facts=inner):
                if not is_sound(part, inner, depth + 1):
                    return False
    return True


def _is_plain(text: str, facts: Mapping[str, object]) -> bool:
    try:
        parts = [*Formatter().parse(text)]
    except ValueError:
        return False
    return all(
        name is None or (name in facts and not form and not conversion)
        for _text, name, form, conversion in parts
    )
