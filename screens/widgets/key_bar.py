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
        roomy = sum(cell_len(key) + cell_len(action) + 3 for key, action in keys)
        gap = " " if roomy <= self.size.width else ""
        segments: list[Segment] = []
        used = 0
        for key, action in keys:
            pair = [Segment(f" {key}", key_style), Segment(f" {action}{gap}", style)]
            used += sum(segment.cell_length for segment in pair)
            if used > self.size.width:
                break
            segments += pair
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)


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
