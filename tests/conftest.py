"""Settings of all tests."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from hypothesis import find, settings
from hypothesis import strategies as st

from screens.text import Locale, use_look

pytest_plugins = ["tests.budget"]

settings.register_profile("alike", derandomize=True, deadline=None, database=None)
settings.load_profile("alike")
# A property test draws always the same examples, however long each takes.

gc.set_threshold(50_000, 20, 50)
"""Collections took a fifth of all: so many tests and modules are looked through in each."""


def pytest_collection_finish(session: pytest.Session) -> None:
    """Do once what would be held against the first test, and collect no more what is there now.

    Hypothesis makes a table of all characters, for seconds, in a folder where it was never used.
    """
    tests = [getattr(item, "obj", None) for item in session.items]
    if any(getattr(test, "is_hypothesis_test", False) for test in tests):
        find(st.text(min_size=1), bool)
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """Leave the next test English and its signs, whatever this one speaks."""
    yield
    use_look(Locale())
