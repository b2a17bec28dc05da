"""How much a test tries: a little in `make test` and in CI, all of it in `make nightly`.

NIM_TUI_TESTS is `long` where all is tried, `soak` where random play goes on for hours too, and
unset elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from typing import Final, TypeVar

from hypothesis import settings

T = TypeVar("T")

_ASKED: Final = os.environ.get("NIM_TUI_TESTS", "")
LONG: Final = _ASKED in ("long", "soak")
"""Whether to try all."""
_SHORT_SOAK: Final = 50
"""How many times less is played at random outside `make soak`."""


def examples(few: int, all_of_them: int) -> settings:
    """How many examples a property test draws."""
    return settings(max_examples=all_of_them if LONG else few)


def few_of(things: Collection[T], most: int) -> Sequence[T]:
    """All of them in a long run, else so many, spread evenly from the first to the last."""
    listed = [*things]
    if LONG or len(listed) <= most:
        return listed
    last = len(listed) - 1
    return [listed[n * last // max(most - 1, 1)] for n in range(most)]


def soaked(count: int) -> int:
    """So many in `make soak`, else a part of them."""
    return count if _ASKED == "soak" else max(count // _SHORT_SOAK, 1)
