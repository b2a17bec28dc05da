"""Named colours in the current theme, and looks as terminal styles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.style import Style
from textual.color import Color

from screens.colours import Look

if TYPE_CHECKING:
    from textual.widget import Widget


def colour(name: str, named: Mapping[str, str]) -> Color:
    """Return the colour of a name, or of several laid over each other."""
    base, *over = name.split("+")
    found = Color.parse(named[base])
    for each in over:
        other, _slash, share = each.partition("/")
        found = found.blend(Color.parse(named[other]), int(share or 100) / 100)
    return found


@dataclass(slots=True)
class Inks:
    """The styles of looks in the theme of a widget's app, each computed once."""

    widget: Widget
    _theme: str = ""
    _styles: dict[tuple[str, str, str], Style] = field(default_factory=dict)

    def style(self, ink: str, ground: str, extra: str = "") -> Style:
        """Return the style of an ink on a ground."""
        app = self.widget.app
        if self._theme != app.theme:
            self._theme, self._styles = app.theme, {}
        key = (ink, ground, extra)
        found = self._styles.get(key)
        if found is None:
            named = app.theme_variables
            front, back = colour(ink, named).rich_color, colour(ground, named).rich_color
            found = Style(color=front, bgcolor=back) + Style.parse(extra)
            self._styles[key] = found
        return found

    def of(self, look: Look) -> Style:
        """Return the style of a look."""
        return self.style(look.ink, look.ground, look.style)
