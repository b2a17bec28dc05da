"""A bot played by a program on this machine (`bot:exec:COMMAND`), through the bot protocol.

The rule for one that fails: if it ends, is late, or answers three requests in a row with a line
that is no legal move, a bot of another level plays its seat to the end of the game. That is told in
one line. The next game starts the program again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from nim_tui.bots.bot import Bot
from nim_tui.names import printable
from nim_tui.protocol.messages import (
    BadLine,
    ErrorToBot,
    HelloFromBot,
    HelloToBot,
    MoveFromBot,
    SeatFeed,
    check_protocol,
    line_of,
    message_in,
)
from nim_tui.protocol.process import LineProcess, ProgramLost
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Event, Move, Result
from rules.messages import N_, Phrase, Refusal
from rules.options import OptionValue

if TYPE_CHECKING:
    from nim_tui.registry import GameEntry

HELLO_SECONDS: Final = 10.0
"""The least time for the first line after the start."""
_ATTEMPTS: Final = 3
"""The answers to one request before the seat goes to another bot."""
_STALE: Final = 20
"""The answers to earlier requests that are passed over."""
_END_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """The public facts of a table, and the seat of a bot there."""

    game: AnyGame
    seat: int
    names: Sequence[str]
    options: Mapping[str, OptionValue]


class ProgramBot:
    """A bot of one seat, played by a program; it is asked in a thread, one request at a time."""

    def __init__(self, command: str, instead: Bot, level: str, seconds: float) -> None:
        """`instead`, of a `level`, plays on if the program fails, or has no answer in `seconds`."""
        self._command = command
        self._instead = instead
        self._level = level
        self._seconds = seconds
        self._process: LineProcess | None = None
        self._feed: SeatFeed | None = None
        self._log: Sequence[Event] = ()
        self._games = 0
        self._is_out = False
        self._turn = Lock()
        self.failure: Refusal | None = None
        """The failure in this game, in one line, until it is told."""
        self.failures = 0
        """The number of games in which the program failed."""

    # The game

    def begin(self, facts: SeatFacts) -> None:
        """Take a seat in a new game."""
        self._games += 1
        names, options = facts.names, facts.options
        self._feed = SeatFeed(facts.game, str(self._games), facts.seat, names, options)
        self._log, self._is_out = (), False

    def note(self, log: Sequence[Event]) -> None:
        """Note all events that the seat knows by now."""
        self._log = log

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Return the move of the program; once it has failed, that of the other bot."""
        with self._turn:
            if not self._is_out:
                try:
                    return self._asked(view, legal, time.monotonic() + self._seconds)
                except Refusal as trouble:
                    self._fail(trouble)
        return self._instead.choose(game, view, legal, chance)

    def end(self, view: Any, result: Result | None) -> None:
        """Tell the program that its game is over."""
        with self._turn:
            if self._process is not None and self._feed is not None and self._feed.requests:
                with suppress(ProgramLost):
                    line = self._feed.end(view, self._log, result)
                    self._process.send(line, time.monotonic() + _END_SECONDS)

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    # The program

    def _asked(self, view: Any, legal: Sequence[Move], until: float) -> Advice:
        """Ask for a move. Raises a Refusal if there is none by then."""
        feed = self._feed
        assert feed is not None, "a game begins before a move is asked for"
        if self._process is None:
            process = self._started()
            until = time.monotonic() + self._seconds
        else:
            process = self._process
        if feed.requests == 0:
            process.send(feed.new(), until)
        process.send(feed.request(view, legal, self._log, self._seconds), until)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return feed.advice(self._answer(process, feed, until), legal)
            except ProgramLost:
                raise
            except Refusal as refused:
                if attempt == _ATTEMPTS:
                    raise
                process.send(feed.error(str(refused)), until)
        raise AssertionError("the last attempt raises")

    def _answer(self, process: LineProcess, feed: SeatFeed, until: float) -> MoveFromBot:
        for _line in range(_STALE):
            message = message_in(process.line(until))
            if isinstance(message, MoveFromBot) and feed.is_answer(message):
                return message
        raise BadLine(N_("no answer to the last request"))

    def _started(self) -> LineProcess:
        """Start the program and exchange the first lines."""
        process = self._process = LineProcess(self._command)
        until = time.monotonic() + max(HELLO_SECONDS, self._seconds)
        process.send(line_of(HelloToBot()), until)
        try:
            hello = message_in(process.line(until))
            if not isinstance(hello, HelloFromBot):
                raise BadLine(N_("the first line of a bot must be its hello"))
            check_protocol(hello)
        except BadLine as refused:
            with suppress(ProgramLost):
                process.send(line_of(ErrorToBot(str(refused))), until)
            raise
        return process

    def _fail(self, trouble: Refusal) -> None:
        """Note a failure; the program is ended, and another bot plays to the end of the game."""
        self._is_out = True
        self.failures += 1
        self.failure = Refusal(
            N_("{command}: {why}; a bot of level {level} plays on"),
            command=printable(self._command, 60), level=Phrase(self._level, {}),
            why=Phrase(trouble.reason, trouble.facts),
        )  # fmt: skip
        self.close()


def program_bot(entry: GameEntry, command: str, seconds: float) -> ProgramBot:
    """Return a bot played by a program; if it fails, the easiest bot of the game plays on."""
    level = entry.easiest
    return ProgramBot(command, entry.bot(level), level, seconds)
