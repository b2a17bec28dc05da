"""The last line: the keys that do something now, read from the bindings themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from screens.key_names import key_name
from screens.text import _

if TYPE_CHECKING:
    from textual.app import App


_CURSOR = ("cursor.left", "cursor.down", "cursor.up", "cursor.right", "cursor.choose")


class KeyBar(Widget):
    """One line of keys and what they do; what does not fit is left to the help."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key", "keys--action"}
    DEFAULT_CSS = """
    KeyBar {
        dock: bottom; height: 1; width: 1fr; background: $panel;
        & .keys--key { color: $accent; text-style: bold; }
        & .keys--action { color: $foreground; }
    }
    """

    def on_mount(self) -> None:
        """Follow the bindings."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.refresh())

    def render_line(self, y: int) -> Strip:
        """The line."""
        key_style = self.rich_style + self.get_component_rich_style("keys--key", partial=True)
        style = self.rich_style + self.get_component_rich_style("keys--action", partial=True)
        keys = shown_keys(self.app)
        cursor = (cursor_keys(self.app), "")
        if cursor[0] and _width([cursor, *keys], 2) <= self.size.width:
            keys = [cursor, *keys]
        gap = " " if _width(keys, 3) <= self.size.width else ""
        segments: list[Segment] = []
        used = 0
        for key, action in keys:
            pair = [Segment(f" {key}", key_style), Segment(f" {action}{gap}", style)]
            used += sum(segment.cell_length for segment in pair)
            if used > self.size.width:
                break
            segments += pair
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)


def _width(keys: list[tuple[str, str]], blanks: int) -> int:
    return sum(cell_len(key) + cell_len(action) + blanks for key, action in keys)


def cursor_keys(app: App[object]) -> str:
    """The first keys that move a board's cursor and choose, if a board has the focus."""
    found: dict[str, str] = {}
    for active in app.screen.active_bindings.values():
        name = active.binding.id or ""
        if name in _CURSOR:
            found.setdefault(name, key_name(app, active.binding))
    if len(found) < len(_CURSOR):
        return ""
    *arrows, enter = (found[name] for name in _CURSOR)
    return "".join(arrows) + " " + enter


def shown_keys(app: App[object]) -> list[tuple[str, str]]:
    """(key, action) of every binding that is possible now and wants to be shown."""
    shown: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for active in app.screen.active_bindings.values():
        binding = active.binding
        if binding.show and active.enabled and not binding.system:
            shown.setdefault(binding.action, []).append(key_name(app, binding))
            names[binding.action] = _(binding.description)
    return [("/".join(keys[:1]), names[action]) for action, keys in shown.items()]
