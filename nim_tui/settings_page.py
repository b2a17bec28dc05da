"""The settings as a page shows them."""

from __future__ import annotations

from typing import Final

from nim_tui.settings import FORCED, MOTIONS, PACES, PLAIN, SOUNDS, THEMES, Settings
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
    N_("made"),
    N_("asked"),
    N_("off"),
    N_("full"),
    N_("reduced"),
    N_("my turn"),
    N_("all"),
    N_("without a screen"),
    N_("always"),
)
_TITLES: Final = {"turn": "my turn", "auto": "without a screen"}
"""Values that are called otherwise than they are kept."""


def offered(kept: Settings, sound: str) -> list[Setting]:
    """The settings that everybody has; `sound` is the one in force."""
    looks, play = _("Looks"), _("Play")
    return [
        Setting(
            "language",
            _("Language"),
            ("", *LANGUAGES),
            (_("system default"), *LANGUAGES.values()),
            kept.language,
            _("You"),
            _("The language of all you read. System default: that of your terminal."),
        ),
        _setting("glyphs", _("Signs"), looks, _glyphs(), GLYPH_SETS, now=kept.glyphs),
        _setting("theme", _("Colours"), looks, _theme(), THEMES, now=kept.theme),
        _setting("motion", _("Motion"), looks, _motion(), MOTIONS, now=kept.motion),
        _setting("plain", _("Lines"), looks, _lines(), PLAIN, now=kept.plain),
        _setting("pace", _("Speed of bots and motion"), play, _pace(), (*PACES,), now=kept.pace),
        _setting("forced", _("Moves without a choice"), play, _forced(), FORCED, now=kept.forced),
        _setting("sound", _("Bell"), _("Sound"), _sound(), SOUNDS, now=sound),
    ]


def own_name(kept: Settings) -> Setting:
    """Return the name of the player at this machine: a typed one, or one of those known."""
    names = [name for name in (kept.name, *kept.names) if name]
    return Setting(
        "name",
        _("Your name"),
        ("", *names),
        (_("no name"), *names),
        kept.name,
        _("You"),
        _("What you are called at new tables. Enter: type a name. Left, right: names used before."),
        is_typed=True,
    )


def _setting(
    name: str, title: str, group: str, meaning: str, values: tuple[str, ...], *, now: str
) -> Setting:
    labels = tuple(_(_TITLES.get(known, known)) for known in values)
    return Setting(name, title, values, labels, now, group, meaning)


def _glyphs() -> str:
    return _("unicode: boards of blocks and lines. ascii: plain letters and signs alone.")


def _theme() -> str:
    return _("sea: dark. light: for bright rooms. contrast: the strongest. mono: no colour.")


def _motion() -> str:
    return _("full: pieces travel over the boards. reduced: they only glow where they come to.")


def _pace() -> str:
    return _("How long bots wait before they move, and how fast pieces travel. off: not at all.")


def _lines() -> str:
    return _("Play by lines: without a screen alone, or always, from the next start.")


def _forced() -> str:
    return _("made: a move that is no choice is made for you, and told. asked: you make it.")


def _sound() -> str:
    return _("The bell of your terminal. my turn: a game waits for you. all: whatever others do.")
