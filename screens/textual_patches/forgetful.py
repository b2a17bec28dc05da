"""Textual's parser of keys without the cache that would keep a whole app in memory."""

from __future__ import annotations

from collections.abc import Callable

from textual._xterm_parser import XTermParser
from textual.events import Key


class ForgetfulParser(XTermParser):
    """A parser that can be freed with its session.

    Textual caches a method of the parser, and the cache keeps the parser, its last key and so the
    whole app.
    """

    def _parse_extended_key(  # type: ignore[override]
        self, sequence: str
    ) -> list[Key] | None:
        uncached: Callable[[XTermParser, str], list[Key] | None]
        uncached = XTermParser._parse_extended_key.__wrapped__
        return uncached(self, sequence)
