"""The settings by lines: what can be set, and setting it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.offered_settings import offered, own_name
from nim_tui.settings import Settings, called
from rules.messages import N_, Refusal
from screens.app_api import Setting
from screens.locale_context import current_look
from screens.table.vocabulary import folded
from screens.text import _, labelled

HEARD: Final = ("name", "language", "forced", "plain")
"""Those that make a difference to what is said."""


class NoSuchSetting(Refusal):
    """There is no such setting, or no such value."""


def told_settings(settings: Settings, heard: Sequence[str] = HEARD) -> list[str]:
    """Each of some with its value, and those it may have."""
    told = []
    for setting in (own_name(settings), *offered(settings, settings.sound)):
        if setting.id in heard:
            values = ", ".join(value for value in setting.values if value)
            told.append(labelled(_called(setting), _value(setting)))
            if values and setting.id != "name":
                told.append(_("It may be: {values}").format(values=values))
    return [*told, _("Say set, the name and the value.")]


def _called(setting: Setting) -> str:
    """The word that is typed for it, and its title where that is another one."""
    if folded(setting.id) == folded(setting.name):
        return setting.name
    return f"{setting.id}, {setting.name}"


def _value(setting: Setting) -> str:
    """Its value as it is typed; what stands for none by its label."""
    if setting.value:
        return setting.value
    return setting.labels[setting.values.index("")] if "" in setting.values else _("none")


def change(settings: Settings, typed: str, heard: Sequence[str] = HEARD) -> None:
    """Set what was typed, NAME VALUE, of some. Raises NoSuchSetting, UnsuitableSeat."""
    name, _blank, value = typed.partition(" ")
    name, value = name.casefold(), value.strip()
    if name not in heard or not value:
        raise NoSuchSetting(N_("say set, one of {names}, and a value"), names=", ".join(heard))
    if name == "name":
        settings.call_me(called(value))
        return
    setting = next(one for one in offered(settings, "") if one.id == name)
    if value not in setting.values:
        raise NoSuchSetting(N_("{name} cannot be {value}"), name=name, value=repr(value[:40]))
    setattr(settings, name, value)
    if name == "language":
        current_look().language = value
