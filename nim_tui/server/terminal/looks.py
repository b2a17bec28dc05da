"""The looks that a person has set for all pages of their device, and the settings they lead to."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any, Final

from textual.message import Message

from nim_tui.settings import Settings

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


ADOPTED: Final = ("theme", "motion")
"""The settings that follow the device."""


class AdoptedLooks:
    """The adopted part of a person's settings."""

    def __init__(self, settings: Settings, stored: Collection[str]) -> None:
        """`stored` are the names of the settings stored with the account."""
        self._settings = settings
        self._followed = [name for name in ADOPTED if name not in stored]

    def adopt(self, looks: Looks) -> None:
        """Adopt the looks of the device in every setting that still follows it."""
        for name, value in (("theme", theme_of(looks)), ("motion", _motion(looks))):
            if name in self._followed:
                setattr(self._settings, name, value)

    def choose(self, setting: str) -> None:
        """Note that the person chose a setting: it no longer follows the device."""
        if setting in self._followed:
            self._followed.remove(setting)

    def to_store(self) -> dict[str, Any]:
        """Return the settings to store: without those that follow the device, as others differ."""
        told = asdict(self._settings)
        return {name: value for name, value in told.items() if name not in self._followed}


def theme_of(looks: Looks) -> str:
    """Return the theme for the looks of a device."""
    if looks.contrast:
        return "contrast"
    return "light" if looks.light else Settings().theme


def _motion(looks: Looks) -> str:
    return "reduced" if looks.calm else Settings().motion
