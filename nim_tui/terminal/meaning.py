"""Textual's messages for sequences: keys, mouse, focus, sizes, modes, or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final
from unicodedata import category

from textual import constants, events, messages
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import IS_ITERM, XTermParser
from textual.events import Key
from textual.message import Message

from nim_tui.terminal.tokens import ESCAPE

LARGEST: Final = 2000
"""The most columns or rows that a terminal's report of its size may have."""
_MOST_PIXELS: Final = 100_000
_MODE: Final = re.compile(r"\x1b\[\?(\d{1,4});([0-4])\$y")
_SIZE: Final = re.compile(r"\x1b\[48;(\d+)(?::\d*)*;(\d+)(?::\d*)*;(\d+)(?::\d*)*;(\d+)(?::\d*)*t")
_MOUSE: Final = re.compile(r"\x1b\[<\d{1,5};-?\d{1,6};-?\d{1,6}[Mm]")
_PLACE: Final = re.compile(r"\x1b\[\d+;\d+R")
_KEY: Final = re.compile(
    r"\x1b\[(?P<code>\d{0,7})(?:;\d{0,4}(?:;(?P<text>[\d:]*))?)?(?P<end>[u~A-FHPQRS])"
)
"""A key in kitty's protocol; in the older way, all but `u`."""
_OTHER_KEY: Final = re.compile(r"\x1b\[27;(\d{1,4});(\d{1,7})~")
"""A key as xterm sends it."""
_NO_SIGN: Final = 0x110000
_UNTYPED: Final = frozenset({"Cc", "Cs", "Co", "Cn"})
_SYNCHRONIZED, _TELLS_SIZES = "2026", "2048"


class ForgetfulParser(XTermParser):
    """Textual's parser of keys, which can be freed with its session.

    Textual caches a method of its parser, and the cache keeps the parser, its last key and so the
    whole app.
    """

    def _parse_extended_key(  # type: ignore[override]
        self, sequence: str
    ) -> list[Key] | None:
        uncached: Callable[[XTermParser, str], list[Key] | None]
        uncached = XTermParser._parse_extended_key.__wrapped__
        return uncached(self, sequence)


class Meanings:
    """A parser of one terminal's sequences, with the state it needs."""

    def __init__(self) -> None:
        self._textual = ForgetfulParser()

    def of_sign(self, sign: str) -> Iterable[Message]:
        """Return the key of a character."""
        return self._textual._sequence_to_key_events(sign)

    def of_sequence(self, sequence: str) -> Iterable[Message]:
        """Return the messages of a whole sequence; none if it is unknown."""
        if sequence == ESCAPE:
            return [events.Key("escape", ESCAPE)]
        if len(sequence) == 2:
            known = sequence in ANSI_SEQUENCES_KEYS
            keys = self._textual._sequence_to_key_events
            return keys(sequence) if known else keys(sequence[1], alt=True)
        return self._report(sequence) or self._keys(sequence)

    def _report(self, sequence: str) -> list[Message]:
        """Return the message of a focus, size, mode or mouse report."""
        if sequence == "\x1b[I":
            return [events.AppFocus()]
        if sequence == "\x1b[O":
            return [events.AppBlur()]
        if _MOUSE.fullmatch(sequence):
            told = self._textual.parse_mouse_code(sequence)
            return [] if told is None else [told]
        if mode := _MODE.fullmatch(sequence):
            return _mode(mode[1], int(mode[2]))
        if (size := _SIZE.fullmatch(sequence)) and all(len(one) < 7 for one in size.groups()):
            return self._size(*map(int, size.groups()))
        return []

    def _size(self, height: int, width: int, tall: int, wide: int) -> list[Message]:
        if not (0 < height <= LARGEST and 0 < width <= LARGEST and max(tall, wide) < _MOST_PIXELS):
            return []
        told = events.Resize.from_dimensions((width, height), (wide, tall))
        self._textual.terminal_size = told.size
        # From now on the mouse position is in pixels; without the pixel size, in cells.
        self._textual.terminal_pixel_size = told.pixel_size if wide and tall else None
        self._textual.mouse_pixels = True
        return [told]

    def _keys(self, sequence: str) -> Iterator[Message]:
        if other := _OTHER_KEY.fullmatch(sequence):
            sequence = f"\x1b[{other[2]};{other[1]}u"
        if _PLACE.fullmatch(sequence):
            return
        if (key := _KEY.fullmatch(sequence)) and _is_of_kitty(key):
            yield from self._textual._sequence_to_key_events(sequence)
            return
        keys = ANSI_SEQUENCES_KEYS.get(sequence)
        if isinstance(keys, str):
            yield from self._textual._sequence_to_key_events(keys)
        elif isinstance(keys, tuple):
            yield from (events.Key(key.value, None) for key in keys)


def _is_of_kitty(key: re.Match[str]) -> bool:
    """Whether number and text of a key agree; Textual takes any number for a character."""
    code, text = key["code"], [part for part in (key["text"] or "").split(":") if part]
    if key["end"] != "u":
        return f"{code or 1}{key['end']}" in FUNCTIONAL_KEYS
    if not all(_is_sign(part) for part in text):
        return False
    return f"{code}u" in FUNCTIONAL_KEYS or _is_sign(code) or (code == "0" and bool(text))


def _is_sign(code: str) -> bool:
    """Whether a number is that of a typable character; kitty's own keys have other numbers."""
    return bool(code) and int(code) < _NO_SIGN and category(chr(int(code))) not in _UNTYPED


def _mode(mode: str, state: int) -> list[Message]:
    """Return the messages about a terminal mode that was queried."""
    if mode == _SYNCHRONIZED and state > 0:
        return [messages.TerminalSupportsSynchronizedOutput()]
    if mode == _TELLS_SIZES and constants.SMOOTH_SCROLL and not IS_ITERM:
        return [messages.InBandWindowResize.from_setting_parameter(state)]
    return []
