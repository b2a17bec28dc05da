"""The list of settings, for the page that shows them."""

from __future__ import annotations

from typing import Final

from nim_tui.settings import (
    FORCED,
    MOTIONS,
    PACES,
    PLAIN,
    REMARKS,
    SOUNDS,
    TAPS,
    THEMES,
    Settings,
)
from screens.app_api import Setting
from screens.text import GLYPH_SETS, LANGUAGES, N_, _

_LABELS: Final = (
    N_("unicode"),
    N_("ascii"),
    N_("sea"),
    N_("light"),
    N_("contrast"),
    N_("mono"),
    N_("slow"),
    N_("normal"),
    N_("fast"),
    N_("auto"),
    N_("ask"),
    N_("off"),
    N_("full"),
    N_("reduced"),
    N_("my turn"),
    N_("all"),
    N_("two taps"),
    N_("one tap"),
    N_("if needed"),
    N_("always"),
)
_TITLES: Final = {
    "turn": "my turn",
    "auto": "if needed",
    "made": "auto",
    "asked": "ask",
    "two": "two taps",
    "one": "one tap",
}
"""The labels of values that are not labelled as stored."""


def offered(kept: Settings, sound: str) -> list[Setting]:
    """Return the settings that everybody has; `sound` is the value in force."""
    looks, play = _("Display"), _("Play")
    return [
        Setting(
            "language",
            _("Language"),
            ("", *LANGUAGES),
            (_("system default"), *LANGUAGES.values()),
            kept.language,
            _("You"),
            _("Language of all screens and messages. System default: that of your terminal."),
        ),
        _setting("glyphs", _("Characters"), looks, _glyphs(), GLYPH_SETS, now=kept.glyphs),
        _setting("theme", _("Colours"), looks, _theme(), THEMES, now=kept.theme),
        _setting("motion", _("Motion"), looks, _motion(), MOTIONS, now=kept.motion),
        _setting("plain", _("Text mode"), looks, _lines(), PLAIN, now=kept.plain),
        _setting("pace", _("Speed of bots and motion"), play, _pace(), (*PACES,), now=kept.pace),
        _setting("forced", _("Forced moves"), play, _forced(), FORCED, now=kept.forced),
        _setting("remarks", _("Bot remarks"), play, _remarks(), REMARKS, now=kept.remarks),
        _setting("sound", _("Bell"), _("Sound"), _sound(), SOUNDS, now=sound),
    ]


def touch_setting(kept: Settings) -> Setting:
    """Return the setting of touch screens: the taps that choose a place or a move."""
    return _setting("taps", _("Touch"), _("Play"), _taps(), TAPS, now=kept.taps)


def own_name(kept: Settings) -> Setting:
    """Return the setting of the player's own name: typed, or one of the known names."""
    names = [name for name in (kept.name, *kept.names) if name]
    return Setting(
        "name",
        _("Your name"),
        ("", *names),
        (_("no name"), *names),
        kept.name,
        _("You"),
        _("Your name at new tables. Enter: edit. ← →: earlier names."),
        is_typed=True,
    )


def _setting(
    name: str, title: str, group: str, meaning: str, values: tuple[str, ...], *, now: str
) -> Setting:
    labels = tuple(_(_TITLES.get(known, known)) for known in values)
    return Setting(name, title, values, labels, now, group, meaning)


def _glyphs() -> str:
    return _("unicode: boards drawn with blocks and lines. ascii: plain letters and symbols.")


def _theme() -> str:
    return _("sea: dark. light: for bright rooms. contrast: high contrast. mono: no colour.")


def _motion() -> str:
    return _("full: pieces move across the board. reduced: only the destination lights up.")


def _pace() -> str:
    return _("Pause before bot moves, and animation speed. off: neither.")


def _lines() -> str:
    return _(
        "Text mode: only if the terminal cannot draw screens, or always (from the next start)."
    )


def _forced() -> str:
    return _(
        "auto: your only legal move is played for you and announced. ask: you play it yourself."
    )


def _taps() -> str:
    return _("two taps: the first tap explains a place or a move, the second plays it.")


def _remarks() -> str:
    return _("yes: now and then a bot makes a remark at the end of a game. no: never.")


def _sound() -> str:
    return _("Terminal bell. my turn: when it is your move. all: also when others move or write.")
