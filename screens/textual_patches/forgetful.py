"""Textual's knowledge of keys, without the memory that would keep a whole app."""

from __future__ import annotations

from collections.abc import Callable

from textual._xterm_parser import XTermParser
from textual.events import Key


class ForgetfulParser(XTermParser):
    """A parser that dies with its session.

    Textual caches a method of the parser, and the cache keeps the parser, its last key and so
    the whole app.
    """

    def _parse_extended_key(  # type: ignore[override]
        self, sequence: str
    ) -> list[Key] | None:
        uncached: Callable[[XTermParser, str], list[Key] | None]
        uncached = XTermParser._parse_extended_key.__wrapped__
        return uncached(self, sequence)
