"""The key bar: the last line, with the active keys, taken from the bindings.

A click on a key presses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.keys import key_to_character
from textual.strip import Strip
from textual.widget import Widget

from screens.base import Arrival, api
from screens.keymap import bindings_by_id, bindings_of, key_name
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.raster import DrawnWidget

if TYPE_CHECKING:
    from textual.app import App
    from textual.binding import ActiveBinding

_CURSOR: Final = ("cursor.left", "cursor.down", "cursor.up", "cursor.right", "cursor.choose")
_GO_FIRST: Final = ("game.log", "game.type", "game.rules")
"""The first keys left out for lack of room, in this order; then the last ones of the line."""
_OUT: Final = ("leave", "quit", "back")
_STAY: Final = ("cursor", "help", *_OUT)
"""The keys never left out: choosing, the way out, and the list of all keys."""
_LESSON: Final = "lesson."
"""How the ids of keys begin that take precedence in a lesson, even over choosing."""


class ShownKey(NamedTuple):
    """A key on the bar: the id of its binding, its name, and its label."""

    id: str
    key: str
    action: str
    presses: tuple[tuple[str, str], ...] = ()
    """The parts of the name, each with the key that a click on it presses."""

    @property
    def stays(self) -> bool:
        """Whether the key is never left out."""
        return self.id.rpartition(".")[2] in _STAY


class KeyBar(DrawnWidget):
    """A line of keys and their actions; the help has those that do not fit."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key", "keys--action"}
    DEFAULT_CSS = """
    KeyBar {
        dock: bottom; height: 1; width: 1fr; background: $panel;
        & .keys--key { color: $accent; text-style: bold; }
        & .keys--action { color: $foreground; }
    }
    """

    def on_mount(self) -> None:
        """Follow changes of the bindings, unless a page shows the keys."""
        self._drawn: list[ShownKey] = []
        self._before: list[ShownKey] = []
        self._arrival = Arrival(self)
        self._followed: tuple[int, list[ShownKey]] | None = None
        self._is_due = False
        self.display = not api(self).is_touch
        if self.display:
            updates = self.screen.bindings_updated_signal
            updates.subscribe(self, lambda _screen: self._note(), immediate=True)

    def _note(self) -> None:
        """Look at the keys once everything that changes now has changed."""
        self._is_due = True
        self.check_idle()

    def on_idle(self) -> None:
        """Show the active keys if they have changed."""
        if not self._is_due:
            return
        self._is_due = False
        keys = self._keys()
        self._followed = (self.size.width, keys)  # also if a change before was not drawn yet
        if keys != self._drawn:
            self.refresh()

    def _keys(self) -> list[ShownKey]:
        active = self.screen.active_bindings
        keys = [*cursor_keys(self, active), *shown_keys(self.app, active)]
        return fitting(keys, self.size.width)

    def render_line(self, y: int) -> Strip:
        """Return the line."""
        key_style = self.rich_style + self.get_component_rich_style("keys--key", partial=True)
        style = self.rich_style + self.get_component_rich_style("keys--action", partial=True)
        followed, self._followed = self._followed, None
        width, keys = followed or (0, [])
        if width != self.size.width:
            keys = self._keys()
        if keys != self._drawn:
            self._before, self._drawn = self._drawn, keys
            self._arrival.note()
        gap = " " * (_blanks(keys, self.size.width) - 2)
        segments = [
            segment
            for shown in keys
            for segment in (
                Segment(f" {shown.key}", key_style),
                Segment(f" {shown.action}{gap}", style),
            )
        ]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Press the key under the mouse, unless it has just come in the place of another."""
        width = self.size.width
        key = _pressed_at(self._drawn, event.x, width)
        has_changed = self._before and key != _pressed_at(self._before, event.x, width)
        if key and not (has_changed and self._arrival.is_recent):
            self.app.post_message(events.Key(key, key_to_character(key)))


def _blanks(keys: Sequence[ShownKey], width: int) -> int:
    """Return the blanks of a key: before its name, before its action, and behind it if they fit."""
    return 3 if _width(keys, 3) <= width else 2


def _pressed_at(keys: Sequence[ShownKey], x: int, width: int) -> str:
    """Return the key that a click at a column of the line presses; empty where there is none."""
    end, blanks = 0, _blanks(keys, width)
    for shown in keys:
        begin, pressed = end + 1, ""
        for text, pressed in shown.presses:
            begin += cell_len(text)
            if x < begin:
                return pressed
        end += cell_len(shown.key) + cell_len(shown.action) + blanks
        if x < end:
            return pressed
    return ""


def _width(keys: Iterable[ShownKey], blanks: int) -> int:
    return sum(cell_len(shown.key) + cell_len(shown.action) + blanks for shown in keys)


def fitting(keys: list[ShownKey], width: int) -> list[ShownKey]:
    """Return the keys that fit a width, the least important left out first."""
    least_first = [shown for name in _GO_FIRST for shown in keys if shown.id == name]
    least_first += [shown for shown in reversed(keys) if shown not in least_first]
    least_first = [shown for shown in least_first if not shown.stays]
    of_lesson = [shown for shown in least_first if shown.id.startswith(_LESSON)]
    if of_lesson:
        others = [shown for shown in least_first if shown not in of_lesson]
        choosing = [shown for shown in keys if shown.id == "cursor"]
        least_first = [*others, *choosing, *of_lesson]
    left = list(keys)
    for shown in least_first:
        if _width(left, 2) <= width:
            break
        left.remove(shown)
    return left


def cursor_keys(bar: Widget, active: Mapping[str, ActiveBinding]) -> list[ShownKey]:
    """Return the first keys that move the cursor and choose, if a board has them."""
    changed, bindings = api(bar).keys(), bindings_by_id([Board])
    presses: list[tuple[str, str]] = []
    for name in _CURSOR:
        first = changed.get(name, bindings[name].key).partition(",")[0]
        heard = active.get(first)
        if heard is None or heard.binding.id != name:
            return []
        presses.append((key_name(bar.app, heard.binding), first))
    *arrows, (enter, choose) = presses
    presses = [*arrows, (f" {enter}", choose)]
    return [ShownKey("cursor", "".join(text for text, _key in presses), "", tuple(presses))]


def shown_keys(app: App[object], active: Mapping[str, ActiveBinding]) -> list[ShownKey]:
    """Return the possible bindings with a label, each action once.

    In the order of the bindings, without Textual's habit to put changed keys last. The list of all
    keys comes before the way out. A widget's `unlisted_keys` are shown elsewhere.
    """
    shown: dict[str, ShownKey] = {}
    for held in active.values():
        binding, unlisted = held.binding, getattr(held.node, "unlisted_keys", ())
        if binding.show and held.enabled and not binding.system and binding.id not in unlisted:
            name = key_name(app, binding)
            presses = ((name, binding.key),)
            key = ShownKey(binding.id or "", name, _(binding.description), presses)
            shown.setdefault(binding.action, key)
    order = {name: float(place) for place, name in enumerate(bindings_of(type(app.screen)))}
    outs = [place for name, place in order.items() if name.rpartition(".")[2] in _OUT]
    order["screen.help"] = max(outs, default=len(order)) - 0.5
    return sorted(shown.values(), key=lambda key: order.get(key.id, len(order)))
