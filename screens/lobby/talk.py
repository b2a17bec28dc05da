"""What is said in the lobby: with hours and names in columns where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rich.cells import cell_len, chop_cells

from screens.colours import Look, Spans
from screens.lobby.listed import Remark
from screens.text import _
from screens.widgets.lines import wrapped
from screens.widgets.panel import Panel

_MOST: Final = 20
"""Remarks that are looked through."""
_NAMES: Final = 18
"""Cells of the column of names and their colons."""
_MOST_LINES: Final = 3
"""Of a remark where there are no columns, and of all of them."""
_SOFT: Final = Look("soft")
_NAME: Final = Look("key", style="bold")


class Talk(Panel):
    """The last remarks; framed with a free line below them, or after a label."""

    DEFAULT_CSS = "Talk { width: 1fr; height: 3; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(is_framed=False, from_end=True, id=id)
        self._said: Sequence[Remark] = ()

    def set_talk(self, said: Sequence[Remark]) -> None:
        """Show what was said."""
        self._said = [*said][-_MOST:]
        self.tell()

    def tell(self) -> None:
        """Show as much of it as there is room for, the last in view."""
        width, height = self.size
        if not height:
            return
        if self.is_framed:
            lines = [line for one in self._said for line in columns(one, width - 4)]
            self.show(
                _("Chat"), [*lines[-(height - 3) :], *_blank(height - 3 - len(lines)), _call()]
            )
            return
        label = " " + _("Chat") + "  "
        lines = [line for one in self._said for line in plain(one, width - cell_len(label) - 1)]
        shown = lines[-height:] or [[(_("nobody has said anything yet"), _SOFT)]]
        before = [label, *[" " * cell_len(label)] * len(shown)]
        self.show(
            "", [[(head, Look("soft", style="bold")), *line] for head, line in zip(before, shown)]
        )

    def on_resize(self) -> None:
        """More may fit, or less."""
        self.tell()


class Said(Panel):
    """The last remarks in a box that has a frame of its own."""

    DEFAULT_CSS = "Said { width: 1fr; background: $panel-ground; }"

    def __init__(self) -> None:
        super().__init__(is_framed=False, from_end=True, ground="panel-ground")
        self._remarks: Sequence[Remark] = ()

    def set_talk(self, said: Sequence[Remark]) -> None:
        """Show what was said."""
        self._remarks = [*said][-_MOST:]
        self.on_resize()

    def on_resize(self) -> None:
        """Another width breaks the lines elsewhere."""
        width = self.size.width
        if width:
            self.show("", [line for one in self._remarks for line in columns(one, width)])


def _blank(count: int) -> list[Spans]:
    return [()] * count


def _call() -> Spans:
    """How to say something."""
    return [("t ", _NAME), (_("to write to everyone here"), _SOFT)]


@lru_cache(1024)
def columns(said: Remark, width: int) -> Sequence[Spans]:
    """A remark behind its hour and its name, which ends where all names end."""
    texts = _broken(said.text, width - _NAMES - 8)
    name = f"{_speaker(said)}:"
    head: Spans = [
        (f"{said.hour}  ", _SOFT),
        (" " * max(_NAMES - cell_len(name), 0) + name + " ", _NAME),
        (texts[0], Look()),
    ]
    return [head, *([(" " * (_NAMES + 8) + text.strip(), Look())] for text in texts[1:])]


@lru_cache(1024)
def plain(said: Remark, width: int) -> Sequence[Spans]:
    """A remark behind its name, where the hour has no room; whose it is can always be seen."""
    name = f"{_speaker(said)}: "
    first, *others = _broken(name + said.text, width)[:_MOST_LINES]
    head: Spans = [(name, _NAME), (first[len(name) :], Look())]
    return [head, *([(text, Look())] for text in others)]


def _speaker(said: Remark) -> str:
    """Who said it; a spectator among players stands in brackets."""
    return f"({said.name})" if said.is_aside else said.name


def _broken(text: str, width: int) -> Sequence[str]:
    """A text in lines, broken at blanks, and within a word that no line could hold."""
    lines = [line for line, _look in wrapped([(text, "")], width)]
    return [part for line in lines for part in chop_cells(line, max(width, 2))] or [""]
