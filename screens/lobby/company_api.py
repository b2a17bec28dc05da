"""What the list of people asks: who is around, and what one can do about somebody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is here, was heard here, or is blocked."""

    name: str
    is_here: bool
    is_own: bool = False
    is_blocked: bool = False
    """Whether one hears nothing of them."""


class CompanyApi(Protocol):
    """Other people. All of it is looked up, and raises a Refusal where that fails."""

    async def people(self) -> Sequence[Person]:
        """Who is around: those who are here first."""

    async def block(self, name: str) -> None:
        """Hear nothing of somebody any more; they are not told."""

    async def unblock(self, name: str) -> None:
        """Hear of somebody again."""

    async def report(self, name: str, reason: str) -> None:
        """Tell the admins about somebody, with what was said here last."""
