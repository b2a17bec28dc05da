"""The looks that a person has set for all pages of their device: colours, contrast, motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.message import Message

LONGEST_LOOKS: Final = 40
"""The most characters of looks."""


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks of a device, which apply where a person has no settings of their own."""

    light: bool = False
    """Whether light grounds are preferred."""
    contrast: bool = False
    """Whether more contrast is preferred."""
    calm: bool = False
    """Whether motion should be reduced."""
    plain: bool = False
    """Whether the device replaces all colours by few of its own."""


ANY_LOOKS: Final = Looks()
"""The looks of a device that prefers nothing."""


def looks_told(words: str) -> Looks | None:
    """Return the looks in a page's words, such as `light calm`; None if any is unknown."""
    told = words.split(" ") if words else []
    if len(words) > LONGEST_LOOKS or not set(told) <= set(Looks.__dataclass_fields__):
        return None
    return Looks(**dict.fromkeys(told, True))


class LooksChanged(Message):
    """The looks of the device changed during the session."""

    def __init__(self, looks: Looks) -> None:
        super().__init__()
        self.looks = looks
