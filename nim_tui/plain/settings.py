"""The settings by lines: what can be set, and setting it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.offered_settings import offered, own_name
from nim_tui.settings import Settings, called
from rules.messages import N_, Refusal
from screens.app_api import Setting
from screens.table.vocabulary import folded
from screens.text import _, current_look, labelled

HEARD: Final = ("name", "language", "forced", "plain")
"""Those that make a difference to what is said."""


class NoSuchSetting(Refusal):
    """There is no such setting, or no such value."""


def told_settings(settings: Settings, heard: Sequence[str] = HEARD) -> list[str]:
    """Each of some with its value, and those it may have."""
    told = []
    for setting in (own_name(settings), *offered(settings, settings.sound)):
        if setting.id in heard:
            told.append(labelled(setting.name, _now(setting)))
            values = ", ".join(_labels(setting).values())
            if values and setting.id != "name":
                told.append(_("It may be: {values}").format(values=values))
    return [*told, _("Say set, the name and the value.")]


def _labels(setting: Setting) -> dict[str, str]:
    """Its values, each as it is called."""
    return dict(zip(setting.values, setting.labels))


def _now(setting: Setting) -> str:
    """The value in force."""
    return _labels(setting).get(setting.value, setting.value) or _("none")


def change(settings: Settings, typed: str, heard: Sequence[str] = HEARD) -> None:
    """Set what was typed, NAME VALUE, of some. Raises NoSuchSetting, UnsuitableSeat.

    Both may be said as they are told, or as they are kept.
    """
    known = [one for one in (own_name(settings), *offered(settings, "")) if one.id in heard]
    for setting in known:
        for word in (setting.id, folded(setting.name)):
            if folded(typed).startswith(f"{word} "):
                _set(settings, setting, typed[len(word) :].strip())
                return
    names = ", ".join(one.name for one in known)
    raise NoSuchSetting(N_("say set, one of {names}, and a value"), names=names)


def _set(settings: Settings, setting: Setting, typed: str) -> None:
    if setting.id == "name":
        settings.call_me(called(typed))
        return
    fit = [value for value, label in _labels(setting).items() if folded(typed) in
           (value, folded(label))]  # fmt: skip
    if not fit or not typed:
        raise NoSuchSetting(
            N_("{name} cannot be {value}"), name=setting.name, value=repr(typed[:40])
        )
    setattr(settings, setting.id, fit[0])
    if setting.id == "language" and fit[0]:
        current_look().language = fit[0]
