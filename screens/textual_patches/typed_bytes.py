"""What Textual's driver of a local terminal makes of what is typed, mended in one place.

The fixes use names that Textual keeps to itself; each has a test that fails once the fix, or the
trap, is gone. What mends many apps in one process is in many_apps.
"""

from __future__ import annotations

import sys
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable, Iterable
from functools import partial

from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.message import Message


def hear_any_bytes() -> None:
    """Make whatever bytes a terminal sends harmless, for every app of this process.

    Textual decodes strictly and trusts every sequence: a Latin-1 é, or a paste with one such
    byte, ends the app with a page of traceback, and the shell runs the rest of the paste.
    """
    if sys.platform != "win32":  # there Windows decodes
        from textual.drivers import linux_driver  # noqa: PLC0415

        vars(linux_driver).update(getincrementaldecoder=_replacing, XTermParser=SturdyParser)


def _replacing(encoding: str) -> Callable[[], IncrementalDecoder]:
    """What makes decoders that put U+FFFD in place of bytes that are no text."""
    return partial(getincrementaldecoder(encoding), "replace")


class SturdyParser(XTermParser):
    """A parser that passes over a sequence that would break it, and what was read with it."""

    def feed(self, data: str) -> Iterable[Message]:
        """What the terminal said. Raises ParseError after the end."""
        try:
            yield from super().feed(data)
        except ParseError:
            raise
        except Exception:  # whatever numbers a sequence holds
            super().__init__()
