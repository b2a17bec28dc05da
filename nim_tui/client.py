"""A client of nim_tui's bot protocol: one file without dependencies, to use by copying it.

A bot is a function from a turn to a move:

    import client

    def choose(turn):
        return turn.legal[0]["word"]

    client.play(choose, name="first")

Started by `bot:exec:python3 bot.py`, it plays at tables of this machine. With words after it, as in
`python3 bot.py ssh -T -i KEY HOST bot`, it plays where that command leads: on a server.

`python3 client.py -- COMMAND ... -- ssh ...` connects a bot written in any language to a server.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import IO, Any

PROTOCOL = 1
"""The version of the protocol spoken here."""


@dataclass
class Turn:
    """A turn of the bot in one game: all that its seat knows."""

    table: str
    """The table; a bot on a server may play at several."""
    game: str
    seat: int
    names: list[str]
    options: dict[str, Any]
    memory: dict[str, Any] = field(default_factory=dict)
    """Whatever the bot wants to remember until the end of this game."""
    events: list[dict[str, Any]] = field(default_factory=list)
    """All events of the game that the seat knows, oldest first."""
    view: dict[str, Any] = field(default_factory=dict)
    """The game as the seat sees it now."""
    legal: list[dict[str, Any]] = field(default_factory=list)
    """The legal moves, each with its `word`; an even spread of them if `count` is larger."""
    count: int = 0
    """The number of legal moves."""
    seconds: float | None = None
    """The time for the answer; None without a limit."""
    number: int = 0
    """The number of the request."""
    refused: int = 0
    """The number of answers to this request that were refused; after three the bot is out."""
    result: dict[str, Any] | None = None
    """The result, once the game is over."""


Choose = Callable[[Turn], "str | tuple[str, str]"]
"""Return the words of a legal move, perhaps with a reason."""


def play(
    choose: Choose,
    *,
    name: str = "",
    ended: Callable[[Turn], object] = lambda turn: None,
    refused: Callable[[str], object] = lambda text: print(text, file=sys.stderr),
    first: Iterable[dict[str, Any]] = (),
    words: Sequence[str] | None = None,
    **hello: Any,
) -> None:
    """Play until the other side closes.

    `ended` is called with the last turn of each game, `refused` with each error. `first` are
    messages sent after the hello, `words` the command to play through (default: the words after
    the name of the script). Further facts, such as `author` and `source`, are told in the hello.
    """
    words = sys.argv[1:] if words is None else words
    if not words:
        Bot(choose, ended, refused, sys.stdin, sys.stdout).run(name, first, hello)
        return
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        Bot(choose, ended, refused, other.stdout, other.stdin).run(name, first, hello)


class Bot:
    """The course of a bot's games over two streams of lines."""

    def __init__(
        self,
        choose: Choose,
        ended: Callable[[Turn], object],
        refused: Callable[[str], object],
        source: IO[str],
        sink: IO[str],
    ) -> None:
        self._choose = choose
        self._ended = ended
        self._refused = refused
        self._source = source
        self._sink = sink
        self._games: dict[str, Turn] = {}

    def run(self, name: str, first: Iterable[dict[str, Any]], hello: dict[str, Any]) -> None:
        """Answer each line until there is none."""
        self._send({"type": "hello", "protocol": PROTOCOL, "name": name, **hello})
        for message in first:
            self._send(message)
        for line in self._source:
            self._hear(json.loads(line))

    def _send(self, message: dict[str, Any]) -> None:
        self._sink.write(json.dumps(message) + "\n")
        self._sink.flush()

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if kind == "new":
            facts = {name: message[name] for name in ("game", "seat", "names", "options")}
            self._games[message["table"]] = Turn(message["table"], **facts)
        elif kind == "move":
            self._answer(message)
        elif kind == "end" and message["table"] in self._games:
            turn = self._games.pop(message["table"])
            self._take(turn, message)
            turn.result = message["result"]
            self._ended(turn)
        elif kind == "error":
            self._refused(message["text"])
            if message.get("table") in self._games:
                self._choose_again(self._games[message["table"]])

    def _answer(self, message: dict[str, Any]) -> None:
        turn = self._games[message["table"]]
        self._take(turn, message)
        turn.legal, turn.count = message["legal"], message["count"]
        turn.seconds, turn.number, turn.refused = message["seconds"], message["number"], 0
        self._choose_for(turn)

    def _choose_again(self, turn: Turn) -> None:
        """Choose once more after a refused answer; the other side counts the attempts."""
        if turn.number:
            turn.refused += 1
            self._choose_for(turn)

    def _choose_for(self, turn: Turn) -> None:
        chosen = self._choose(turn)
        move, reason = (chosen, "") if isinstance(chosen, str) else chosen
        answer = {"type": "move", "table": turn.table, "number": turn.number, "move": move}
        self._send({**answer, "reason": reason} if reason else answer)

    @staticmethod
    def _take(turn: Turn, message: dict[str, Any]) -> None:
        """Take in the news: events from `since` on are new, or stand for undone ones."""
        turn.events[message["since"] :] = message["events"]
        turn.view = message["view"]


def connect(bot: Sequence[str], other: Sequence[str]) -> int:
    """Run two commands, each reading what the other writes; return the exit code of the second."""
    with (
        subprocess.Popen(bot, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as one,
        subprocess.Popen(other, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as two,
    ):
        back = Thread(target=_pass_on, args=(one.stdout, two.stdin), daemon=True)
        back.start()
        _pass_on(two.stdout, one.stdin)
        one.terminate()
        return two.wait()


def _pass_on(source: IO[bytes] | None, sink: IO[bytes] | None) -> None:
    """Pass lines on until one end is closed."""
    assert source is not None
    assert sink is not None
    try:
        for line in source:
            sink.write(line)
            sink.flush()
    except (OSError, ValueError):
        pass
    finally:
        with suppress(OSError):
            sink.close()


def _main(words: Sequence[str]) -> int:
    parts: list[list[str]] = []
    for word in words:
        if word == "--":
            parts.append([])
        elif parts:
            parts[-1].append(word)
    if len(parts) != 2 or not all(parts):
        print("usage: python3 client.py -- COMMAND ... -- ssh ...", file=sys.stderr)
        return 2
    return connect(*parts)


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
