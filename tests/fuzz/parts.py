"""Fuzzing of each part that takes what strangers send, on its own: fast, so with many inputs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from nim_tui.names import harmless
from nim_tui.registry import all_games
from nim_tui.server.accounts.names import account_name
from nim_tui.server.settings.sections import Limits
from nim_tui.server.ssh.proxy import BadHeader, header_in
from nim_tui.server.terminal.client import terminal_type, wish
from nim_tui.server.untrusted_text import plain_line, skeleton
from nim_tui.terminal.input import TerminalInput
from nim_tui.terminal.local_driver import PACE
from rules.messages import Refusal
from tests.fuzz import inputs


class NoTime:
    """A clock of somebody who types as slowly as is allowed."""

    now = 0.0

    def later(self, seconds: float, call: Callable[[], None]) -> object:
        """Nothing is waited for: the next key comes later still."""
        return None

    def hold(self, is_held: bool) -> None: ...

    def time(self) -> float:
        self.now += 10.0
        return self.now


def keyboard(draw: Random, count: int) -> None:
    """Bytes, as a session or the program at one's own machine hears them."""
    heard: list[Any] = []
    ears = TerminalInput(heard.append, NoTime(), PACE)
    for _each in range(count):
        ears.typed(inputs.keys(draw))
        assert len(heard) < 10_000, "a few bytes became very many keys"
        heard.clear()
        if draw.random() < 0.001:
            ears = TerminalInput(heard.append, NoTime(), PACE)


def names(draw: Random, count: int) -> None:
    """What strangers would like to be called, and what they say."""
    for _each in range(count):
        said = inputs.name(draw)
        skeleton(said[:64])
        for use in (account_name, lambda said: plain_line(said, 60)):
            try:
                shown = use(said)
            except Refusal as refusal:
                str(refusal)
            else:
                assert harmless(shown) == shown


def proxies(draw: Random, count: int) -> None:
    """Lines of proxies."""
    for _each in range(count):
        data = inputs.header(draw)
        try:
            found = header_in(data)
        except BadHeader:
            continue
        assert found is None or found.length <= len(data)


def environment(draw: Random, count: int) -> None:
    """Environment, terminal types and window sizes."""
    limits = Limits()
    for _each in range(count):
        said = inputs.text(draw).encode("utf-8", "surrogatepass")
        wish(draw.choice((b"LANG", b"COLORTERM", said)), said)
        assert len(terminal_type(inputs.text(draw))) <= 40
        width, height = limits.clamped(*inputs.size(draw))
        assert 0 < width <= limits.largest_size[0]
        assert 0 < height <= limits.largest_size[1]


def moves(draw: Random, count: int) -> None:
    """Words of moves, to every game."""
    entries = list(all_games().values())
    for _each in range(count):
        entry = draw.choice(entries)
        said = inputs.words(draw, inputs.VOCABULARY[draw.choice(entries).name])
        try:
            entry.game.parse(said)
        except Refusal as refusal:
            told = len(str(refusal))
        else:
            told = 0
        assert told < 1000, "a refusal repeats all that was said"
