"""Views as numbers: what is written where, and that it tells views apart."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from nim_tui.research.encoding import (
    Bits,
    Counts,
    Each,
    Entries,
    FieldEncoding,
    FlagField,
    Maybe,
    NumberField,
    OmittedField,
    OneOf,
    Recent,
    RecordField,
    TupleField,
)
from nim_tui.research.environment import Environment
from nim_tui.research.subject import Subject
from rules.chance import Chance
from tests.nim_tui.research.walking import each_subject


def written(layout: FieldEncoding, value: Any) -> list[float]:
    start, out = 3, Entries()
    layout.write(value, start, out)
    assert 0 not in out.values()
    assert all(place in range(start, start + layout.size) for place in out)
    return [out.get(start + place, 0.0) for place in range(layout.size)]


@pytest.mark.parametrize(
    ("layout", "value", "numbers"),
    [
        (NumberField(0, 4), 1, [0.25]),
        (NumberField(-1, 1), -7, [0.0]),
        (NumberField(0, 4), 5, [1.0]),
        (FlagField(), True, [1.0]),
        (OmittedField(), "anything", []),
        (OneOf("abc"), "b", [0, 1, 0]),
        (OneOf(range(3)), -1, [0, 0, 0]),
        (Counts((5, 6, 7), 2), (7, 5, 7), [0.5, 0, 1]),
        (Counts((5, 6)), (5, 5, 9), [1, 0]),
        (Bits((0, 3)), 0b1010, [0, 1]),
        (Bits((1, 2)), -3, [0, 1]),
        (Maybe(NumberField(0, 2)), None, [0, 0]),
        (Maybe(NumberField(0, 2)), -1, [0, 0]),
        (Maybe(NumberField(0, 2)), 0, [1, 0]),
        (Each(NumberField(0, 2), 3), (1, 2), [0.5, 1, 0]),
        (Each(NumberField(0, 2), 1), (1, 2), [0.5]),
        (Recent(NumberField(0, 4), 2), (1, 2, 3), [1, 0.75, 1, 0.5]),
        (Recent(NumberField(0, 4), 2), (1,), [1, 0.25, 0, 0]),
        (TupleField(FlagField(), NumberField(0, 2)), (False, 1), [0, 0.5]),
    ],
)
def test_what_is_written(layout: FieldEncoding, value: Any, numbers: list[float]) -> None:
    assert written(layout, value) == pytest.approx(numbers)


@dataclass
class Seen:
    """A view of two fields."""

    turn: int
    is_over: bool


def test_a_record_writes_its_fields_in_their_order_and_says_where() -> None:
    layout = RecordField(Seen, is_over=FlagField(), turn=OneOf(range(3)))
    assert written(layout, Seen(1, True)) == [0, 1, 0, 1]
    assert layout.places == {"turn": range(3), "is_over": range(3, 4)}


def test_a_field_without_a_layout_is_found_at_once() -> None:
    with pytest.raises(ValueError, match="Seen: fields and layouts differ in turn"):
        RecordField(Seen, is_over=FlagField())


def forgetful(view: Any) -> Any:
    """What of a view the numbers are known to leave out in part: worlds beyond the first few."""
    return view if not hasattr(view, "worlds") else (view.sea, view.players, view.laid, view.ready)


@each_subject
def test_numbers_are_bounded_and_tell_views_apart(subject: Subject) -> None:
    course, pick = Environment(subject, Chance(5)), Random(5)
    seen: dict[tuple[tuple[int, float], ...], Any] = {}
    while not course.is_over:
        course.choose(pick.choice(course.actions))
        if not course.parts:
            seat = pick.randrange(subject.seats)
            view, entries = course.view(seat), course.observation(seat)
            assert all(0 < entry <= 1 for entry in entries.values())
            assert all(place in range(subject.observation_size) for place in entries)
            numbers = tuple(sorted(entries.items()))
            assert forgetful(seen.setdefault(numbers, view)) == forgetful(view)
