"""Input of a terminal: bytes in, Textual's messages out, at a bounded rate."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple, Protocol

from textual import constants, events
from textual.message import Message

from nim_tui.bucket import Bucket
from nim_tui.terminal.meaning import Meanings
from nim_tui.terminal.tokens import ESCAPE, Token, TokenKind, Tokens


class LeftOut(Message):
    """Input was dropped, as too much was typed or pasted."""

    def __init__(self, longest: int = 0) -> None:
        """`longest`: characters that a paste may have; 0 for keys that came too fast."""
        super().__init__()
        self.longest = longest


BREATH: Final = 0.05
"""Seconds to wait when too much was typed."""
BITE: Final = 250
"""The tokens cut between two pauses: a few milliseconds' work."""
_LITTLE: Final = 0.005
_ESCAPES: Final = frozenset({ESCAPE, "\x1b[27u", "\x1b[27;1u"})
_OF_PASTE: Final = 100
"""The number of pasted characters that cost as much as a key."""


class InputClock(Protocol):
    """A source of time and timers, which can also pause the reading of input."""

    def later(self, seconds: float, call: Callable[[], None]) -> object:
        """Call a function after some seconds."""

    def hold(self, is_held: bool) -> None:
        """Pause or resume reading input."""

    def time(self) -> float:
        """Return monotonic seconds."""


class Pace(NamedTuple):
    """The input rate of a terminal."""

    at_once: int
    """The burst of keys and clicks; as many more wait, later ones are dropped."""
    a_second: float
    """Keys and clicks per second in the long run."""
    longest_paste: int
    """The longest paste, in characters; a longer one is dropped."""
    rest: float = 0.0
    """Seconds without reading for each token of a flood; 0: keep reading."""


class TerminalInput:
    """The input of one terminal: keys, mouse, and replies."""

    def __init__(self, hear: Callable[[Message], None], clock: InputClock, pace: Pace) -> None:
        self._hear = hear
        self._clock = clock
        self._pace = pace
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._tokens = Tokens(pace.longest_paste, constants.ESCAPE_DELAY)
        self._meanings = Meanings()
        self._unread = ""
        self._cutting: Iterator[Token] | None = None
        self._waiting: deque[Token] = deque()
        self._weight = 0
        self._allowed = Bucket(pace.at_once, pace.a_second, clock.time())
        self._is_waking = self._is_telling = self._is_held = self._is_closed = False

    def close(self) -> None:
        """Ignore further input."""
        self._is_closed = True
        self._unread, self._cutting = "", None
        self._forget_waiting()

    def typed(self, data: bytes) -> None:
        """Take input: pass on what the rate allows, keep as much again, drop the rest."""
        if not self._is_closed:
            self._unread += self._decode(data)
            self._read()

    def _read(self) -> None:
        """Cut input into tokens, with a pause after each if need be."""
        self._allowed.grow(self._clock.time())
        while (self._unread or self._cutting) and not self._is_held:
            if self._cutting is None:
                self._cutting = self._tokens.cut(self._unread, self._clock.time())
                self._unread = ""
            taken = [self._take(token) for token in islice(self._cutting, BITE)]
            if len(taken) < BITE:
                self._cutting = None
            if not all(taken):
                self._left_out()
            if not all(taken) or self._cutting:
                self._rest(len(taken) * self._pace.rest)
        self._wake()
        self._wait()

    def _left_out(self) -> None:
        """Report once per flood that it is too much."""
        if not self._is_telling:
            self._is_telling = True
            self._hear(LeftOut())

    def _take(self, token: Token) -> bool:
        """Take a token now or later; return whether there was room for all of it."""
        if token.kind is TokenKind.TEXT:
            return all(self._take_one(Token(TokenKind.TEXT, sign)) for sign in token.text)
        if token.text in _ESCAPES:
            self._forget_waiting()
        return token.kind is TokenKind.NOTHING or self._take_one(token)

    def _take_one(self, token: Token) -> bool:
        if self._is_closed:
            return True
        if not self._waiting and self._allowed.left > 0:
            self._tell(token)
        elif self._weight < self._pace.at_once:
            self._waiting.append(token)
            self._weight += _weight(token)
        else:
            return False
        return True

    def _forget_waiting(self) -> None:
        self._waiting.clear()
        self._weight = 0

    def _go_on(self) -> None:
        """Pass on waiting tokens, as far as the rate allows now."""
        self._allowed.grow(self._clock.time())
        while self._waiting and self._allowed.left > 0:
            token = self._waiting.popleft()
            self._weight -= _weight(token)
            self._tell(token)
        self._is_waking = False
        self._wake()

    def _wake(self) -> None:
        """Schedule the passing on of waiting tokens."""
        if not self._waiting:
            self._is_telling = False
        elif not self._is_waking:
            self._is_waking = True
            self._clock.later(BREATH, self._go_on)

    def _rest(self, seconds: float) -> None:
        """Stop reading for a while, so that a flood costs more the less of it is text."""
        if seconds and not self._is_held:
            self._is_held = True
            self._clock.hold(True)
            self._clock.later(BREATH + seconds, self._read_on)

    def _read_on(self) -> None:
        self._is_held = False
        self._clock.hold(False)
        self._tokens.wait_anew(self._clock.time())
        self._read()

    def _wait(self) -> None:
        """Check an unfinished sequence when it is overdue."""
        if (due := self._tokens.due) is not None:
            self._clock.later(due - self._clock.time() + _LITTLE, self._late)

    def _late(self) -> None:
        """Take an overdue unfinished sequence as a key."""
        if not self._is_closed and not self._is_held:
            token = self._tokens.late(self._clock.time())
            if token is not None:
                self._take(token)

    def _tell(self, token: Token) -> None:
        self._allowed.owe(_weight(token))
        for message in self._meant(token):
            self._hear(message)

    def _meant(self, token: Token) -> Iterable[Message]:
        """Return the messages of a token; none if its numbers break Textual's parser."""
        match token.kind:
            case TokenKind.PASTE:
                return [events.Paste(token.text)]
            case TokenKind.LONG_PASTE:
                return [LeftOut(self._pace.longest_paste)]
            case TokenKind.TEXT:
                return self._meanings.of_sign(token.text)
        try:
            return list(self._meanings.of_sequence(token.text))
        except Exception:  # Textual's parser trusts its numbers
            return []


def _weight(token: Token) -> int:
    """Return the cost of a token in keys."""
    return 1 + len(token.text) // _OF_PASTE
