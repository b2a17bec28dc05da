"""Sentences to a client: gathered, made harmless, sent as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nim_tui.server.ssh.notices import on_screen
from nim_tui.server.ssh.output import ClientOutput

_BLANKS: Final = str.maketrans({"\u00a0": " ", "\u202f": " "})


class LineWriter:
    """Writes what is said, when what runs now is done."""

    def __init__(self, output: ClientOutput, *, raw: bool, begun: Callable[[], str]) -> None:
        """`begun` is what stands typed on the line at a terminal: it is written anew below."""
        self._output = output
        self._raw = raw
        self._begun = begun
        self._said: list[bytes] = []

    def say(self, text: str) -> None:
        """Write a line; what could steer a terminal is left out of it."""
        if not self._said:
            self._output.soon(self.flush)
        self._said.append(on_screen(text.translate(_BLANKS), raw=self._raw))

    def wipe(self) -> None:
        """One person alone listens to a session."""

    def echo(self, text: str) -> None:
        """Write back what is typed."""
        self._output.send(text.encode("utf-8", "replace"))

    def flush(self) -> None:
        """Send what was said."""
        if not self._said:
            return
        begun = self._begun()
        before = b"\r\n" if begun else b""
        data = b"".join(self._said)
        self._said.clear()
        self._output.send(before + data + begun.encode("utf-8", "replace"))
