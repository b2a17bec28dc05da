"""Tests over many things alike: all that fail are named, and to try nothing is a failure."""

from __future__ import annotations

import pytest

from tests.every import holds_for_each


def is_even(number: int) -> None:
    assert number % 2 == 0, f"{number} is odd"


def test_each_that_fails_is_named() -> None:
    with pytest.raises(AssertionError) as failed:
        holds_for_each([2, 3, 4, 5], is_even, "number {}".format)
    told = str(failed.value)
    assert "2 of 4 fail" in told
    assert "number 3: AssertionError: 3 is odd" in told
    assert "number 5: AssertionError: 5 is odd" in told
    assert "number 4" not in told


def test_what_should_have_been_refused_is_named_too() -> None:
    def is_refused(word: str) -> None:
        with pytest.raises(ValueError, match="invalid"):
            int(word)

    with pytest.raises(AssertionError, match="1 of 2 fail"):
        holds_for_each(["x", "7"], is_refused)


def test_where_all_hold_nothing_is_said() -> None:
    holds_for_each([2, 4], is_even)


def test_nothing_to_try_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="nothing to try"):
        holds_for_each([], is_even)
