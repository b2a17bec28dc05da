"""Lines from a client's bytes.

On a terminal the server echoes and edits the line.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable
from typing import Final

from rich.cells import split_graphemes
from textual.constants import ESCAPE_DELAY

from nim_tui.bucket import Bucket
from nim_tui.names import harmless
from nim_tui.plain.text import LONGEST_LINE
from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.context import Counters
from nim_tui.terminal.input import BREATH, InputClock
from nim_tui.terminal.tokens import TokenKind, Tokens

LONGEST_TYPED: Final = LONGEST_LINE + 1
"""The most code points of a line: one more than valid shows that it is too long."""
MOST_WAITING: Final = 20
"""The most waiting lines, before reading stops."""
A_LINE: Final = 6
"""The cost of a line, in keys, however short it is."""
_DROPPED: Final = 500
"""The number of dropped characters that cost as much as the keys of a line."""
_RUB, _KILL, _WORD, _INTERRUPT, _END = "\x7f\x08", "\x15", "\x17", "\x03", "\x04"


class LineInput:
    """The lines of one client, in order."""

    def __init__(
        self,
        clock: InputClock,
        limits: Limits,
        counters: Counters,
        *,
        arrived: Callable[[], None],
        echo: Callable[[str], None] | None,
    ) -> None:
        """`arrived` is called at each line and the end; `echo` writes input back.

        Without `echo` only line ends have a meaning.
        """
        self._clock = clock
        self._counters = counters
        self._arrived = arrived
        self._echo = echo
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._unread = ""
        self._typed: list[str] = []
        self._dropped = 0
        self._lines: deque[str] = deque()
        self._was_return = False
        self._tokens = Tokens(LONGEST_TYPED, ESCAPE_DELAY)
        self._allowed = Bucket(limits.keys_at_once, limits.keys_a_second, clock.time())
        self._is_held = False
        self._has_ended = False

    @property
    def begun(self) -> str:
        """The typed part of the next line, if it is echoed."""
        return "" if self._echo is None else "".join(self._typed)

    @property
    def is_over(self) -> bool:
        """Whether the input has ended and every line was taken."""
        return self._has_ended and not self._lines and not self._unread

    def take(self) -> str | None:
        """Return the next line; None if there is none yet."""
        line = self._lines.popleft() if self._lines else None
        if self._unread and len(self._lines) < MOST_WAITING:
            self._read()
        return line

    def typed(self, data: bytes) -> None:
        """Take input."""
        if not self._has_ended:
            self._unread += self._decode(data)
            self._read()

    def end(self) -> None:
        """Note the end of input: an unfinished line counts, too."""
        if not self._has_ended:
            self._has_ended = True
            if not self._unread and self._typed and self._echo is None:
                self._enter()
            self._arrived()

    def _read(self) -> None:
        """Read at the allowed rate, and as many lines as may wait; leave the rest for later."""
        now = self._clock.time()
        if self._is_held:
            self._tokens.wait_anew(now)  # the rest of a sequence may have waited here
        else:
            self._tokens.late(now)  # keys without a character have no effect here
        self._allowed.grow(now)
        place = 0
        while place < len(self._unread) and self._allowed.left > 0:
            if len(self._lines) >= MOST_WAITING:
                break
            self._hear(self._unread[place])
            place += 1
        self._unread = self._unread[place:]
        if not self._unread and self._has_ended and self._typed and self._echo is None:
            self._enter()
        self._hold()

    def _hold(self) -> None:
        is_held = bool(self._unread) and not self._has_ended
        if self._unread and len(self._lines) < MOST_WAITING:
            self._clock.later(BREATH, self._go_on)
        if is_held != self._is_held:
            self._is_held = is_held
            self._clock.hold(is_held)

    def _go_on(self) -> None:
        if self._unread:
            self._read()

    def _hear(self, sign: str) -> None:
        was_return, self._was_return = self._was_return, sign == "\r"
        if sign == "\n" and was_return:
            return
        if sign in "\r\n":
            self._show("\r\n")
            self._enter()
        elif self._echo is None:
            self._keep(sign)
        else:
            self._allowed.owe(1)
            for token in self._tokens.cut(sign, self._clock.time()):
                if token.kind in (TokenKind.TEXT, TokenKind.PASTE):
                    self._mend_all(token.text)

    def _enter(self) -> None:
        self._allowed.owe(A_LINE)
        self._counters.add("keys_in")
        self._lines.append("".join(self._typed))
        self._typed.clear()
        self._arrived()

    def _keep(self, sign: str) -> None:
        if len(self._typed) < LONGEST_TYPED:
            self._typed.append(sign)
            return
        self._dropped += 1
        if self._dropped % _DROPPED == 0:
            self._allowed.owe(A_LINE)

    # At a terminal

    def _mend_all(self, text: str) -> None:
        """Take characters; a paste of several lines becomes one."""
        for sign in text:
            self._mend(" " if sign.isspace() else sign)

    def _mend(self, sign: str) -> None:
        if sign in _RUB:
            self._rub(1)
        elif sign == _KILL:
            self._rub(len(self._typed))
        elif sign == _WORD:
            bare = "".join(self._typed).rstrip()
            self._rub(len(self._typed) - (bare.rfind(" ") + 1))
        elif sign in (_INTERRUPT, _END):
            self._leave(sign)
        elif harmless(sign) and len(self._typed) < LONGEST_TYPED:
            self._typed.append(sign)
            self._show(sign)

    def _rub(self, count: int) -> None:
        """Remove code points from the end, together with the rest of the first one's cluster."""
        signs, _cells = split_graphemes("".join(self._typed))
        gone = [sign for sign in signs if sign[1] > len(self._typed) - count]
        if gone:
            del self._typed[gone[0][0] :]
            self._show("\b \b" * sum(cells for _begins, _ends, cells in gone))

    def _leave(self, sign: str) -> None:
        """Drop the line on Ctrl-C; on an empty line leave, as Ctrl-D does."""
        if not self._typed:
            self._show("\r\n")
            self._unread = ""
            self.end()
        elif sign == _INTERRUPT:
            self._rub(len(self._typed))

    def _show(self, text: str) -> None:
        if self._echo is not None and text:
            self._echo(text)
