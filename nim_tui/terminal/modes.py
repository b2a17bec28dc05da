"""The modes of a terminal that a program has changed, and what undoes them."""

from __future__ import annotations

import re
from typing import Final

_CHANGES: Final = re.compile(r"\x1b\[(?:\?([0-9;]+)([hl])|>[0-9;]*(u)|<([0-9]*)u)")
_USUALLY_ON: Final = frozenset({7, 25})
"""Lines wrap, the cursor shows; every other mode is off before a program asks for it."""
_SCREENS: Final = frozenset({47, 1047, 1049})
_CURSOR: Final = 25
_CANCEL: Final = "\x18"
"""Ends a sequence that was cut off in its middle."""
_PLAIN: Final = "\x1b[0m"


class Modes:
    """The modes that differ from how the terminal was found, by what was written to it."""

    def __init__(self) -> None:
        self._changed: dict[int, None] = {}
        self._keyboards = 0
        """How often a keyboard was pushed onto the stack of kitty's protocol."""

    def __bool__(self) -> bool:
        """Whether there is anything to undo."""
        return bool(self._changed or self._keyboards)

    def note(self, text: str) -> None:
        """Follow what is written."""
        for change in _CHANGES.finditer(text):
            numbers, switch, pushed, popped = change.groups()
            if numbers:
                self._switch(numbers, is_on=switch == "h")
            elif pushed:
                self._keyboards += 1
            else:
                self._keyboards = max(0, self._keyboards - int(popped or 1))

    def _switch(self, numbers: str, *, is_on: bool) -> None:
        for number in map(int, filter(None, numbers.split(";"))):
            if is_on == (number in _USUALLY_ON):
                self._changed.pop(number, None)
            else:
                self._changed[number] = None

    def undone(self) -> str:
        """Return the output that restores the terminal as it was found; empty if it is.

        The stack of keyboards belongs to the screen it was pushed on, so that screen is left
        late; the cursor is shown once all else is done.
        """
        if not self:
            return ""
        last = [number for number in self._changed if number in _SCREENS]
        cursor = [number for number in self._changed if number == _CURSOR]
        first = [number for number in self._changed if number not in (*last, *cursor)]
        keyboards = f"\x1b[<{self._keyboards}u" if self._keyboards else ""
        return "".join(
            (_CANCEL, _PLAIN, *map(_usual, first), keyboards, *map(_usual, last + cursor))
        )


def _usual(number: int) -> str:
    return f"\x1b[?{number}{'h' if number in _USUALLY_ON else 'l'}"
