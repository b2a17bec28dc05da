"""The keys that a page shows below the terminal, for fingers: what the key bar shows elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple
from weakref import WeakSet

from textual.binding import ActiveBinding
from textual.keys import key_to_character
from textual.screen import Screen
from textual.widgets import Input

from nim_tui.app.base_app import BaseApp
from screens.keymap import bindings_of, key_name
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.key_bar import ShownKey, shown_keys
from screens.widgets.menu import Menu

SHOWS_KEYS: Final = 7392
"""The number by which static/keys.js knows the keys of the screen."""
MOST_KEYS: Final = 48
LONGEST_LABEL: Final = 28
_LONGEST_PLACE: Final = 7
"""The most cells of a place's name in place of a word, on the key that chooses it."""
_SIGNS: Final[Mapping[str, str]] = {
    "choose": "✓",
    "take": "✓",
    "hint": "✦",
    "log": "☰",
    "no_coach": "⊘",
    "again": "↻",
    "undo": "↶",
    "type": "⌨",
    "rules": "§",
    "help": "?",
    "leave": "‹",
    "quit": "‹",
    "close": "✗",
    "back": "←",
    "seal": "✓",
    "skip": "»",
    "talk": "✉",
    "settings": "⚙",
    "search": "⌕",
    "halt": "‖",
    "before": "◂",
    "next": "▸",
}
"""The signs of keys by the last part of the binding's id; others show the name of the key."""
_ARROWS: Final = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown")
_F_KEYS: Final = tuple(f"f{number}" for number in range(1, 13))
_NAMED: Final = frozenset(
    ("enter", "escape", "tab", "space", "backspace", "delete", *_ARROWS, *_F_KEYS)
)
"""The keys without a character that the page can send."""
_FIRST: Final = ("following.skip", "lesson.skip", "lesson.list")
"""The keys that come first in the row: on with what others did, and those of lessons."""
_LAST: Final = ("game.type", "game.log", "game.rules")
"""The keys that the row shows only if there is room."""
_WAYS_OUT: Final = ("side.close", "leave", "quit", "back", "close", "cancel")
_OTHERS: Final = ("cursor", "menu")
"""The first parts of ids of bindings that taps and the fixed keys replace."""


class KeyPlace(StrEnum):
    """The place of a key on the page."""

    DEED = "deed"
    """First and gold: it does what is marked."""
    ROW = "row"
    OUT = "out"
    """Always in the row: the way out."""
    MORE = "more"
    """Only among all keys."""


class PageKey(NamedTuple):
    """A key of the page: what it sends, its sign and word, and its place."""

    key: str
    sign: str
    word: str
    place: KeyPlace


class TouchRow:
    """Tells a page the keys of the screen in front, whenever they change."""

    def __init__(self, app: BaseApp, ask_page: Callable[[int, str], None]) -> None:
        self._app = app
        self._ask_page = ask_page
        self._told = ""
        self._followed: WeakSet[Screen[Any]] = WeakSet()

    def begin(self) -> None:
        """Follow the screens of the app, which must be running."""
        self._app.screen_change_signal.subscribe(self._app, lambda _screen: self._follow())
        self._follow()

    def _follow(self) -> None:
        screen = self._app.screen
        if screen not in self._followed:
            self._followed.add(screen)
            screen.bindings_updated_signal.subscribe(self._app, self._changed)
        self._app.call_after_refresh(self._tell)  # the screen may not be composed yet

    def _changed(self, screen: Screen[Any]) -> None:
        if screen is self._app.screen:
            self._tell()

    def _tell(self) -> None:
        told = row_message(self._app)
        if told != self._told:
            self._told = told
            self._ask_page(SHOWS_KEYS, told)


def row_message(app: BaseApp) -> str:
    """Return the keys of the screen in front as JSON, in ASCII."""
    keys = page_keys(app)[:MOST_KEYS]
    return json.dumps({"keys": keys, "text": isinstance(app.focused, Input)}, separators=(",", ":"))


def page_keys(app: BaseApp) -> list[PageKey]:
    """Return the keys that act now, those of the row first."""
    active = app.screen.active_bindings
    shown = shown_keys(app, active)
    out = _way_out(shown)
    deed = _deed(app, active)
    last = [one for one in shown if one.id in _LAST]
    row = [one for one in shown if one not in (*last, out)]
    row.sort(key=lambda one: one.id not in _FIRST)
    found = [] if deed is None else [deed]
    found += [_page_key(one, KeyPlace.ROW) for one in (*row, *last)]
    if out is not None:
        found.append(_page_key(out, KeyPlace.OUT))
    found += [_page_key(one, KeyPlace.MORE) for one in _hidden(app, active)]
    once = {key.key: key for key in reversed(found) if key.key}
    return [key for key in found if once.get(key.key) is key]


def _way_out(shown: Iterable[ShownKey]) -> ShownKey | None:
    """Return the key that closes or leaves what is in front, if any."""
    found = [one for one in shown if one.id != "game.back"]
    for name in _WAYS_OUT:
        for one in found:
            if name in (one.id, one.id.rpartition(".")[2]):
                return one
    return None


def _deed(app: BaseApp, active: Mapping[str, ActiveBinding]) -> PageKey | None:
    """Return the key that chooses the place or line under the cursor; None without one."""
    focused, enter = app.focused, active.get("enter")
    if enter is None or not enter.enabled or not isinstance(focused, Board | Menu):
        return None
    place, word = KeyPlace.ROW, _("Choose")
    if isinstance(focused, Board):
        name = focused.cursor_name(focused.cursor)
        if focused.cursor in focused.lit:
            place = KeyPlace.DEED
            if 0 < len(name) <= _LONGEST_PLACE and any(map(str.isalpha, name)):
                word = name
            elif focused.tapped in focused.lit:
                word = _("Play it")
    elif focused.items and not focused.awaits_a_mark:
        place = KeyPlace.DEED
        if (marked := focused.taken_next) is not None:
            word = marked.text if 0 < len(marked.text) <= _LONGEST_PLACE else _("Play it")
    return PageKey("enter", _SIGNS["choose"], word[:LONGEST_LABEL], place)


def _hidden(app: BaseApp, active: Mapping[str, ActiveBinding]) -> list[ShownKey]:
    """Return the keys that act now and for which the key bar has no room."""
    order = {name: place for place, name in enumerate(bindings_of(type(app.screen)))}
    found: dict[str, ShownKey] = {}
    for held in active.values():
        binding, name = held.binding, held.binding.id or ""
        if binding.show or not held.enabled or binding.system or not name:
            continue
        if name.partition(".")[0] not in _OTHERS and binding.key != "tab":
            text = key_name(app, binding)
            key = ShownKey(name, text, _(binding.description), ((text, binding.key),))
            found.setdefault(binding.action, key)
    return sorted(found.values(), key=lambda one: order.get(one.id, len(order)))


def _page_key(shown: ShownKey, place: KeyPlace) -> PageKey:
    _text, pressed = shown.presses[0]
    sign = _SIGNS.get(shown.id.rpartition(".")[2], shown.key)
    return PageKey(sent(pressed), sign[:6], shown.action[:LONGEST_LABEL], place)


def sent(key: str) -> str:
    """Return how the page sends a key: its character, or one of the known names; else empty."""
    character = key_to_character(key)
    if character is not None and len(character) == 1 and character.isprintable():
        return "space" if character == " " else character
    return key if key in _NAMED else ""
