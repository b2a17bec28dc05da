"""Pages of lists, and times, in the answers to admin orders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from nim_tui.server.admin.protocol import Facts

A_PAGE: Final = 100
"""Lines per page."""


def clock(seconds: float) -> str:
    """Return a time (seconds since 1970) as text, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def matches(facts: Facts, find: str) -> bool:
    """Whether a text is in any of the facts, ignoring case."""
    return any(find.casefold() in str(fact).casefold() for fact in facts.values())


def paged(name: str, found: Sequence[Facts], page: int) -> Facts:
    """Return a page of the results."""
    first = (page - 1) * A_PAGE
    return a_page(name, found[first : first + A_PAGE], page, len(found))


def a_page(name: str, found: Sequence[Facts], page: int, total: int, most: int = A_PAGE) -> Facts:
    """Return the results on a page, of so many in all, with at most `most` on each."""
    return {name: list(found), "page": page, "pages": -(-total // most), "total": total}
