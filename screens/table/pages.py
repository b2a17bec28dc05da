"""What else can be looked at once a game is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from screens.base import Dialog


@dataclass(frozen=True, slots=True)
class Page:
    """Something to look at once a game is over: its title, and how its box is made."""

    title: str
    box: Callable[[], Dialog]
