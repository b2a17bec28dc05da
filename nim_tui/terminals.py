"""Checks of whether a terminal can show a screen."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from typing import Final, TextIO

from rules.messages import N_, Phrase

_LINE_BY_LINE: Final = re.compile(
    r"|unknown|dumb(-.*)?|network|dialup|switch|patch|ethernet|printer|lpr|tty3[357]"
)
"""Types of terminals, as terminfo names them, that only print line after line."""
_KNOWN: Final = re.compile(
    r"(xterm|tmux|screen|rxvt|linux|alacritty|kitty|ghostty|foot|wezterm|iterm2?|konsole|gnome|vte"
    r"|st|putty|mlterm|contour|cygwin|mintty|Eterm|eterm|nsterm|vscode|ansi|vt\d+)([-.+].*)?"
)
"""Types that need not be looked up; some are newer than many a machine's terminfo."""
_NO_INPUT: Final = N_(
    "screens need a terminal, but standard input is not one; run nim-tui in a terminal, "
    "without pipes"
)
_NO_OUTPUT: Final = N_(
    "screens need a terminal, but standard output is not one; run nim-tui in a terminal, "
    "without pipes"
)
_NO_CURSOR: Final = N_(
    "screens need a terminal with cursor control, and TERM={terminal} has none; if yours "
    "does, set TERM to its type, for example xterm-256color"
)


_SIGNS: Final = "▲▼◥◤●○◎✹▟⣿├"
"""Some of those that boards are drawn with."""


def spells_signs(terminal: str, encoding: str) -> bool:
    """Whether a terminal of this type and encoding can show the signs of boards.

    The fonts of the Linux console have too few. An empty encoding means UTF-8.
    """
    try:
        _SIGNS.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return not terminal.startswith("linux")


def encoding_wished(environment: Mapping[str, str]) -> str:
    """Return the encoding that LC_ALL, LC_CTYPE or LANG name; empty if they name none."""
    named = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, named), "").partition("@")[0].partition(".")[2]


def prints_lines_only(terminal: str) -> bool:
    """Whether a terminal of this type is known to be unable to place its cursor."""
    return _LINE_BY_LINE.fullmatch(terminal) is not None


def why_no_screen(
    reading: TextIO | None, writing: TextIO | None, environment: Mapping[str, str]
) -> Phrase | None:
    """Return in a line why no screen can be opened between these streams; None if one can."""
    for stream, text in ((reading, _NO_INPUT), (writing, _NO_OUTPUT)):
        if not (stream is not None and stream.isatty()):
            return Phrase(text, {})
    terminal = environment.get("TERM", "")
    if sys.platform == "win32" or _places_cursor(terminal):
        return None
    return Phrase(_NO_CURSOR, {"terminal": repr(terminal[:40])})


def _places_cursor(terminal: str) -> bool:
    if prints_lines_only(terminal):
        return False
    return _KNOWN.fullmatch(terminal) is not None or _terminfo_places_cursor(terminal)


def _terminfo_places_cursor(terminal: str) -> bool:
    """Whether terminfo has a way of placing the cursor; looked up once."""
    import curses  # noqa: PLC0415 - hardly ever needed

    try:
        curses.setupterm(terminal, 1)
    except curses.error:
        return False
    return bool(curses.tigetstr("cup"))


FLAG: Final = "--plain"
VARIABLE: Final = "NIM_TUI_PLAIN"
_NO: Final = ("", "0")


def is_asked_for(environment: Mapping[str, str]) -> bool:
    """Whether the environment asks for text mode."""
    return environment.get(VARIABLE, "") not in _NO


def speaks_lines(
    reading: TextIO | None, writing: TextIO | None, environment: Mapping[str, str]
) -> bool:
    """Whether to use text mode: asked for, set, or because no screen can be opened."""
    pass

    if is_asked_for(environment) or why_no_screen(reading, writing, environment) is not None:
        return True
    from nim_tui.settings import load_settings  # noqa: PLC0415
    from nim_tui.tables.store import settings_file  # noqa: PLC0415

    try:
        return load_settings(settings_file()).plain == "always"
    except OSError:  # trouble with the folder is reported when it is needed
        return False
