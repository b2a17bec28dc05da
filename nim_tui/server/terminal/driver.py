"""The Textual driver of a session."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Final, Literal, TextIO

from textual import events, messages
from textual.driver import Driver
from textual.geometry import Size as TextualSize
from textual.message import Message

from nim_tui.server.settings.kinds import Size
from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.colours import Colours, translated
from nim_tui.server.terminal.context import Counters
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.terminal.input import LeftOut, Pace, TerminalInput
from screens.textual_patches.many_apps import ServedApp

# Clicks and the wheel (1000) in decimal (1006), not every motion (1003): each would cost a
# millisecond. No focus reports (1004): each would repaint everything. No keyboard protocol of
# its own: a client that is cut off would be left with it.
ENTER: Final = "\x1b[22;2t\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?25l\x1b[?2004h\x1b[?7l\x1b[?2026$p"
"""Title saved, alternate screen, mouse, no cursor, bracketed paste, no wrapping; query for
synchronized output.
"""
LEAVE: Final = "\x1b[?2026l\x1b[?1000l\x1b[?1006l\x1b[?2004l\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[23;2t"
"""The codes that undo all of these."""

HEARD: Final = (
    events.Key,
    events.Paste,
    events.MouseEvent,
    LeftOut,
    messages.TerminalSupportsSynchronizedOutput,
)
"""The messages a client's terminal may send.

Sizes come from the transport, which clamps them; focus changes would repaint everything.
"""

REST: Final = 0.0005
"""Seconds without reading for each piece of a flood, which takes some microseconds to cut."""
FIRST_PAUSE: Final = 0.05
"""Seconds to wait for a window being resized to settle."""
LONGEST_PAUSE: Final = 2.0
"""The longest pause, in seconds, for a window that keeps changing."""
LOOK_AGAIN: Final = 0.05
"""Seconds between two looks at a slow reader."""


class ClientDriver(Driver):
    """Draws on a client's terminal and reads its keys, over any transport."""

    def __init__(
        self,
        app: ServedApp,
        *,
        debug: bool = False,
        mouse: bool = True,
        size: Size | None = None,
        output: ClientOutput,
        colours: Colours,
        limits: Limits,
        counters: Counters,
    ) -> None:
        super().__init__(app, debug=False, mouse=mouse, size=size)
        self._served = app
        self._output = output
        self._colours = colours
        self._limits = limits
        self._counters = counters
        pace = Pace(limits.keys_at_once, limits.keys_a_second, limits.longest_paste, REST)
        self._keyboard = TerminalInput(self._hear, output, pace)
        self._written: list[str] = []
        self._is_on = False
        self._shown_size = self._wanted_size = size or limits.clamped(0, 0)
        self._pause = FIRST_PAUSE
        self._resized_at = 0.0
        self._is_resizing = False
        self._slow_since: float | None = None

    # Output

    def write(self, data: str) -> None:
        """Buffer output until it is flushed, or until the present callback is done."""
        if not self._written:
            self._output.soon(self.flush)
        self._written.append(data)

    def flush(self) -> None:
        """Send the buffered output, as one packet."""
        if not self._written:
            return
        text = "".join(self._written)
        self._written.clear()
        self._output.send(translated(text, self._colours).encode("utf-8", "replace"))
        if self._slow_since is None and self._is_on and self._output.is_slow:
            self._slow_since = self._output.time()
            self._served._begin_batch()
            self._output.later(LOOK_AGAIN, self._look_again)

    def _look_again(self) -> None:
        """Resume painting once a slow reader has caught up; drop it if it never does."""
        if self._slow_since is None or not self._is_on or not self._output.is_open:
            return
        if not self._output.is_slow:
            self._paint_again()
        elif self._output.time() - self._slow_since > self._limits.stalled_seconds:
            self._output.drop()
        else:
            self._output.later(LOOK_AGAIN, self._look_again)

    def _paint_again(self) -> None:
        self._slow_since = None
        app = self._served
        app.call_later(app._end_batch)

    def show_again(self) -> None:
        """Set the client's terminal up and paint it again, as after a lost connection."""
        if not self._is_on:
            return
        self.write(ENTER)
        if self._slow_since is not None:
            self._paint_again()
        self._served.paint_anew()

    def recolour(self, colours: Colours, told: Message) -> None:
        """Write other colours from now on, and tell the app, which paints all anew."""
        self._colours = colours
        self._served.forget_shown()
        self._served.post_message(told)

    # Input

    def typed(self, data: bytes) -> None:
        """Take the client's input."""
        self._keyboard.typed(data)

    def _hear(self, message: Message) -> None:
        if isinstance(message, events.Key):
            self._counters.add("keys_in")
        elif isinstance(message, LeftOut) and message.longest:
            self._counters.refused("long_paste")
        if isinstance(message, HEARD):
            self.process_message(message)

    def send_message(self, message: Message) -> None:
        """Pass on a message; everything here runs in the loop's own thread."""
        self._served.post_message(message)

    def resize(self, size: Size) -> None:
        """Take the size of the window once it has settled; with longer pauses if it never does."""
        self._wanted_size = size
        if not self._is_resizing and self._is_on and size != self._shown_size:
            self._is_resizing = True
            now = self._output.time()
            is_calm = now - self._resized_at > 2 * LONGEST_PAUSE
            self._pause = FIRST_PAUSE if is_calm else min(2 * self._pause, LONGEST_PAUSE)
            self._output.later(self._pause, self._take_size)

    def _take_size(self) -> None:
        self._is_resizing = False
        self._resized_at = self._output.time()
        if self._is_on and self._wanted_size != self._shown_size:
            self._tell_size()

    def _tell_size(self) -> None:
        self._size = self._shown_size = self._wanted_size
        size = TextualSize(*self._shown_size)
        self._served.post_message(events.Resize(size, size))

    # Start and end

    def start_application_mode(self) -> None:
        """Set up the client's terminal."""
        self._is_on = True
        self.write(ENTER)
        self.flush()

    def disable_input(self) -> None:
        """Ignore further input."""
        self._keyboard.close()

    def stop_application_mode(self) -> None:
        """Restore the client's terminal."""
        self.disable_input()
        if self._is_on:
            self._is_on = False
            self.write(LEAVE)
            self.flush()

    # Actions that would affect the server's machine

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Refuse with a bell: the browser would be the server's."""
        self.write("\x07")

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Refuse with a bell: the disk would be the server's."""
        binary.close()
        self.write("\x07")
