"""Whether to talk by lines or to open a screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TextIO

FLAG: Final = "--plain"
VARIABLE: Final = "NIM_TUI_PLAIN"
_NO: Final = ("", "0")


def is_asked_for(environment: Mapping[str, str]) -> bool:
    """Whether the environment says so."""
    return environment.get(VARIABLE, "") not in _NO


def speaks_lines(
    reading: TextIO | None, writing: TextIO | None, environment: Mapping[str, str]
) -> bool:
    """Whether that is asked for, or no screen can be opened, or the settings say so."""
    from nim_tui.terminals import why_no_screen  # noqa: PLC0415 - one who asks need not know

    if is_asked_for(environment) or why_no_screen(reading, writing, environment) is not None:
        return True
    from nim_tui.settings_file import load_settings  # noqa: PLC0415
    from nim_tui.tables.store import settings_file  # noqa: PLC0415

    try:
        return load_settings(settings_file()).plain == "always"
    except OSError:  # what is wrong with the folder is told when it is needed
        return False
