"""How much is tried: the one place that reads what `make` says.

NIM_TUI_TESTS is unset for `make test`, which tries a little of everything; `long` for `make e2e`
and `make soak`, which try all of it; `short` for a soak that fits into an hour of CI.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from typing import Final, TypeVar

from hypothesis import settings

T = TypeVar("T")

_ASKED: Final = os.environ.get("NIM_TUI_TESTS", "")
LONG: Final = _ASKED == "long"
"""Whether to try all."""
_SHORT_SOAK: Final = 50
"""How many times less a short soak plays."""


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
    """So many in a soak, or a part of them in a short one."""
    return max(count // _SHORT_SOAK, 1) if _ASKED == "short" else count
