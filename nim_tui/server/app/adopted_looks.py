"""Settings adopted from the looks of a person's device, until they choose them themselves."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any, Final

from nim_tui.server.terminal.looks import Looks
from nim_tui.settings import Settings

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
        for name, value in (("theme", _theme(looks)), ("motion", _motion(looks))):
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


def _theme(looks: Looks) -> str:
    if looks.contrast:
        return "contrast"
    return "light" if looks.light else Settings().theme


def _motion(looks: Looks) -> str:
    return "reduced" if looks.calm else Settings().motion
