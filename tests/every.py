"""One test over many things alike, which names all that fail and not the first alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")


def by_day(values: Iterable[Any], count: int) -> list[Any]:
    """Values of a parametrized test: so many are tried as it is marked, all others at night."""
    return [
        _marked(value, () if number < count else (pytest.mark.nightly,))
        for number, value in enumerate(values)
    ]


def _marked(value: Any, marks: Sequence[pytest.MarkDecorator]) -> ParameterSet:
    if isinstance(value, ParameterSet):
        return value._replace(marks=[*value.marks, *marks])
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=marks)


def holds_for_each(
    things: Iterable[T], check: Callable[[T], None], named: Callable[[T], str] = str
) -> None:
    """Fail with the name of every thing that fails a check, and with why; none is no success."""
    failed, tried = list[str](), 0
    for thing in things:
        tried += 1
        try:
            check(thing)
        except (Exception, pytest.fail.Exception) as wrong:
            failed.append(f"{named(thing)}: {type(wrong).__name__}: {wrong}")
    assert tried, "there is nothing to try"
    assert not failed, "\n".join([f"{len(failed)} of {tried} fail", *failed])
