"""The public API for games and bots of other distributions: its version and its modules.

A game names in its entry the version that it was written for. It is served by every version of the
same major number that is not older. docs/reference/contract.md lists the names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, Self

_WRITTEN: Final = re.compile(r"(\d{1,4})\.(\d{1,4})")


class ContractVersion(NamedTuple):
    """A version of the API: a new major takes names away, a new minor only adds some."""

    major: int
    minor: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the version of a text such as `1.0`. Raises ValueError."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise ValueError(f"{text[:40]!r} is no version such as 1.0")
        return cls(int(found[1]), int(found[2]))

    def serves(self, asked: ContractVersion) -> bool:
        """Whether what was written for `asked` runs on this version."""
        return asked.major == self.major and asked.minor <= self.minor

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


VERSION: Final = ContractVersion(1, 1)
"""The version of this program."""

MODULES: Final[Mapping[str, tuple[str, ...]]] = {
    "Rules": (
        "rules.contract",
        "rules.options",
        "rules.chance",
        "rules.messages",
        "rules.advice",
        "rules.playouts",
        "rules.board_file",
    ),
    "Entry": ("nim_tui.registry",),
    "Texts and people": (
        "screens.text",
        "screens.people",
        "screens.coach_words",
        "screens.table.speech",
        "screens.table.vocabulary",
        "screens.table.move_words",
        "screens.table.log",
        "screens.table.hints",
    ),
    "Table screen": (
        "screens.base",
        "screens.keymap",
        "screens.colours",
        "screens.game_intro",
        "screens.reading.diagrams",
        "screens.table.screen",
        "screens.table.game_ui",
        "screens.table.model",
        "screens.table.seat",
        "screens.table.display",
        "screens.table.side_panel",
        "screens.table.score_history",
    ),
    "Boards and widgets": (
        "screens.widgets.raster",
        "screens.widgets.board",
        "screens.widgets.motion",
        "screens.widgets.menu",
        "screens.widgets.panel",
        "screens.widgets.sheet",
        "screens.widgets.lines",
        "screens.widgets.text_line",
        "screens.widgets.key_bar",
    ),
    "Text mode": ("nim_tui.plain.default_speech", "nim_tui.plain.moves", "nim_tui.plain.text"),
    "Bots": (
        "nim_tui.bots.bot",
        "nim_tui.bots.levels",
        "nim_tui.bots.judging",
        "nim_tui.bots.playout",
        "nim_tui.bots.search",
        "nim_tui.bots.contrast",
    ),
    "Research": ("nim_tui.research.encoding",),
    "Tests": (
        "nim_tui.testing.contract",
        "nim_tui.testing.secrets",
        "nim_tui.testing.tables",
        "nim_tui.testing.walks",
        "nim_tui.testing.playthroughs",
        "nim_tui.testing.screens",
        "nim_tui.testing.looks",
        "nim_tui.testing.terminal",
    ),
}
"""The modules that a game may import, by subject; their names without underscore are public."""

PUBLIC: Final = frozenset(module for modules in MODULES.values() for module in modules)
"""All of these modules."""
