"""Settings that follow the device until somebody chooses them."""

from __future__ import annotations

import pytest

from nim_tui.server.terminal.looks import AdoptedLooks, Looks
from nim_tui.settings import Settings


@pytest.mark.parametrize(
    ("looks", "theme", "motion"),
    [
        (Looks(), "sea", "full"),
        (Looks(light=True, calm=True), "light", "reduced"),
        (Looks(light=True, contrast=True), "contrast", "full"),
    ],
)
def test_who_chose_nothing_has_the_looks_of_the_device(
    looks: Looks, theme: str, motion: str
) -> None:
    settings = Settings()
    AdoptedLooks(settings, ()).adopt(looks)
    assert (settings.theme, settings.motion) == (theme, motion)


def test_what_was_chosen_stays_and_the_rest_follows() -> None:
    settings = Settings(theme="mono")
    adopted = AdoptedLooks(settings, ("theme", "pace"))
    adopted.adopt(Looks(light=True, calm=True))
    assert (settings.theme, settings.motion) == ("mono", "reduced")
    adopted.choose("motion")
    adopted.adopt(Looks())
    assert settings.motion == "reduced"


def test_the_looks_of_one_device_are_not_stored_for_others() -> None:
    settings = Settings(pace="fast")
    adopted = AdoptedLooks(settings, ())
    adopted.adopt(Looks(light=True))
    assert adopted.to_store().keys().isdisjoint({"theme", "motion"})
    assert adopted.to_store()["pace"] == "fast"
    adopted.choose("theme")
    assert adopted.to_store()["theme"] == "light"
