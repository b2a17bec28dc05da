"""What a client types: bytes in, Textual's messages out, at a bounded pace."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from textual import constants, events, messages
from textual.message import Message

from nim_tui.server.settings.limits import Limits
from nim_tui.server.ssh.counters import Counters
from screens.textual_patches.many_apps import ForgetfulParser

HEARD: Final = (
    events.Key,
    events.Paste,
    events.MouseEvent,
    messages.TerminalSupportsSynchronizedOutput,
)
"""What a terminal may say. Sizes come by SSH, which the transport clamps; a terminal could tell
any. A change of focus would repaint everything."""
BRACKETED_PASTE_START: Final = "\x1b[200~"
BRACKETED_PASTE_END: Final = "\x1b[201~"
BITE: Final = 16
"""Characters parsed at once between two looks at the pace."""
BREATH: Final = 0.05
"""Seconds to wait when too much was typed."""


class Clock(Protocol):
    """Who calls back."""

    def later(self, seconds: float, call: Callable[[], None]) -> object:
        """Call something later."""

    def hold(self, is_held: bool) -> None:
        """Stop or go on reading what is typed."""

    def time(self) -> float:
        """Seconds that only grow."""


class ClientInput:
    """One client's keyboard and mouse."""

    def __init__(
        self, hear: Callable[[Message], None], clock: Clock, limits: Limits, counters: Counters
    ) -> None:
        self._hear = hear
        self._clock = clock
        self._limits = limits
        self._counters = counters
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = ForgetfulParser()
        self._unread = ""
        self._tail = ""
        self._paste: list[str] | None = None
        self._room = 0
        self._allowance = float(limits.keys_at_once)
        self._allowed_at = clock.time()
        self._is_held = False
        self._is_closed = False

    def close(self) -> None:
        """Hear nothing more."""
        self._is_closed = True
        self._unread = ""

    def typed(self, data: bytes) -> None:
        """Take what came in."""
        # Textual takes an empty text for the end, and the first half of a character decodes to it.
        if not self._is_closed and (text := self._decode(data)):
            self._unread += text
            self._read()

    def _read(self) -> None:
        """Hear what the pace allows, and leave the rest for later."""
        self._refill()
        while self._unread and not self._is_closed:
            if self._paste is not None:
                self._read_paste()
            elif self._allowance > 0:
                self._read_keys()
            else:
                break
        is_held = bool(self._unread) and self._paste is None and not self._is_closed
        if is_held:
            self._clock.later(BREATH, self._go_on)
        if is_held != self._is_held:
            self._is_held = is_held
            self._clock.hold(is_held)

    def _go_on(self) -> None:
        if not self._is_closed and self._is_held:
            self._read()

    def _refill(self) -> None:
        now = self._clock.time()
        earned = (now - self._allowed_at) * self._limits.keys_a_second
        self._allowed_at = now
        self._allowance = min(self._allowance + earned, float(self._limits.keys_at_once))

    def _read_keys(self) -> None:
        """Parse a bite, up to the start of a paste."""
        known = self._tail + self._unread[:BITE]
        start = known.find(BRACKETED_PASTE_START)
        bite = self._unread[:BITE]
        if start >= 0:
            bite = bite[: start + len(BRACKETED_PASTE_START) - len(self._tail)]
            self._paste, self._room = [], self._limits.longest_paste
        self._unread = self._unread[len(bite) :]
        self._tail = "" if start >= 0 else known[-len(BRACKETED_PASTE_START) + 1 :]
        said = self._parsed(bite)
        self._allowance -= max(1, len(said))
        self._tell(said)
        if self._paste is None and self._parser._timeout_time is not None:
            self._clock.later(constants.ESCAPE_DELAY + 0.005, self._tick)

    def _read_paste(self) -> None:
        """Keep a paste up to its bound. The parser would spend microseconds on each character."""
        assert self._paste is not None
        text = self._tail + self._unread
        end = text.find(BRACKETED_PASTE_END)
        if end < 0:
            keep = len(text) - len(BRACKETED_PASTE_END) + 1
            self._tail, self._unread = text[max(keep, 0) :], ""
            self._keep_pasted(text[: max(keep, 0)])
            return
        self._keep_pasted(text[:end])
        self._unread = text[end + len(BRACKETED_PASTE_END) :]
        pasted = "".join(self._paste).replace("\x00", "")
        self._tail, self._paste = "", None
        said = self._parsed(BRACKETED_PASTE_END)
        self._tell(events.Paste(pasted) if isinstance(one, events.Paste) else one for one in said)

    def _keep_pasted(self, text: str) -> None:
        assert self._paste is not None
        if 0 <= self._room < len(text):
            self._counters.refused("long_paste")
        self._paste.append(text[: max(self._room, 0)])
        self._room = self._room - len(text) if len(text) <= self._room else -1

    def _tick(self) -> None:
        """Make a lone escape a key, when nothing followed it for a while."""
        if not self._is_closed and self._parser._timeout_time is not None:
            self._tell(self._heard(self._parser.tick))
            if self._parser._timeout_time is None:
                self._tail = ""  # what comes now goes on from nothing

    def _parsed(self, text: str) -> list[Message]:
        return self._heard(lambda: self._parser.feed(text))

    def _heard(self, parse: Callable[[], Iterable[Message]]) -> list[Message]:
        """What the parser makes of it; a fresh parser if that broke it."""
        heard: list[Message] = []
        try:
            heard.extend(parse())
        except Exception:  # whatever numbers a stranger's sequence holds
            self._parser = ForgetfulParser()
            self._paste = None
        return [one for one in heard if isinstance(one, HEARD)]

    def _tell(self, said: Iterable[Message]) -> None:
        for message in said:
            if isinstance(message, events.Key):
                self._counters.add("keys_in")
            self._hear(message)
