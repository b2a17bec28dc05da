"""How the game went, as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from screens.base import Dialog
from screens.player_styles import SIDE_SIGNS
from screens.text import N_
from screens.widgets.chart import Chart, Series
from screens.widgets.key_bar import KeyBar


class ChartDialog(Dialog):
    """A chart and whose lines these are."""

    BINDING_GROUP_TITLE = N_("Course of the game")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss('')", N_("Back"), id="course.back")
    ]

    def __init__(self, course: Series, names: Sequence[str]) -> None:
        super().__init__()
        self._course = course
        self._names = names

    def compose(self) -> ComposeResult:
        """The chart, and a line of names."""
        with Vertical(classes="box") as box:
            title = self._course.title
            box.border_title = title[:1].upper() + title[1:]
            yield Chart(self._course)
            names = "   ".join(f"{sign} {name}" for sign, name in zip(SIDE_SIGNS, self._names))
            yield Static(names, id="names", markup=False)
        yield KeyBar()
