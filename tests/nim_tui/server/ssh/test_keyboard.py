"""Bytes in, keys out, whatever the bytes."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from textual import _parser, events, messages
from textual.message import Message

from nim_tui.server.ssh.counters import Counters
from nim_tui.server.ssh.input import HEARD, Keyboard
from nim_tui.server.ssh.limits import Limits


class HandClock:
    """Time that a test moves on."""

    newest: HandClock

    def __init__(self) -> None:
        HandClock.newest = self
        self.now = 100.0
        self.is_held = False
        self._calls: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def hold(self, is_held: bool) -> None:
        self.is_held = is_held

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self._calls.append((self.now + seconds, call))

    def run(self, seconds: float) -> None:
        """Let time pass, call by call."""
        end = self.now + seconds
        while due := [call for call in self._calls if call[0] <= end]:
            first = min(due, key=lambda call: call[0])
            self._calls.remove(first)
            self.now = max(self.now, first[0])
            first[1]()
        self.now = end


@pytest.fixture(autouse=True)
def parser_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser's time is the newest clock's."""
    monkeypatch.setattr(_parser, "get_time", lambda: HandClock.newest.now)


class Desk:
    """A keyboard, and what it said."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.clock = HandClock()
        self.counters = Counters()
        self.said: list[Message] = []
        self.keyboard = Keyboard(self.said.append, self.clock, limits or Limits(), self.counters)

    def types(self, data: str | bytes) -> list[str]:
        """What is heard of what is typed, at once."""
        self.said.clear()
        self.keyboard.typed(data.encode() if isinstance(data, str) else data)
        return self.heard

    @property
    def heard(self) -> list[str]:
        """Keys by name, pastes by their text."""
        return [
            one.key if isinstance(one, events.Key)
            else f"<{one.text}>" if isinstance(one, events.Paste)
            else type(one).__name__
            for one in self.said
        ]  # fmt: skip


def test_keys_and_sequences() -> None:
    desk = Desk()
    assert desk.types("aé\x1b[A\r\x1b[<64;1;1M") == ["a", "é", "up", "enter", "MouseScrollUp"]
    assert desk.types("\x1b[?2026;2$y") == ["TerminalSupportsSynchronizedOutput"]
    assert isinstance(desk.said[0], messages.TerminalSupportsSynchronizedOutput)


@pytest.mark.parametrize("cut", range(1, 8))
def test_wherever_a_character_or_a_sequence_is_cut(cut: int) -> None:
    desk = Desk()
    data = "é\x1b[1;2A日".encode()
    heard = desk.types(data[:cut])
    heard = heard + desk.types(data[cut:])
    assert heard == ["é", "shift+up", "日"]


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        (b"a\xff\xfeb", ["a", "\ufffd", "\ufffd", "b"]),
        (b"\xe9q", ["\ufffd", "q"]),
        (b"\x1b[200~a\xffb\x1b[201~q", ["<a\ufffdb>", "q"]),
    ],
)
def test_bytes_that_are_no_text(typed: bytes, heard: list[str]) -> None:
    desk = Desk()
    desk.types(typed)
    assert [
        f"<{one.text}>" if isinstance(one, events.Paste) else getattr(one, "character", "")
        for one in desk.said
    ] == heard


def test_escape_alone_and_before_a_key() -> None:
    desk = Desk()
    assert desk.types("\x1b") == []
    desk.clock.run(0.2)
    assert desk.heard == ["escape"]
    assert desk.types("x") == ["x"]
    assert desk.types("\x1b\x1b[A") == ["escape", "up"]


@pytest.mark.parametrize("cut", range(1, 22))
def test_wherever_a_paste_is_cut(cut: int) -> None:
    desk = Desk()
    data = "a\x1b[200~two\nwords\x1b[201~b"
    heard = desk.types(data[:cut])
    heard = heard + desk.types(data[cut:])
    assert heard == ["a", "<two\nwords>", "b"]


def test_pastes_one_after_the_other_and_byte_by_byte() -> None:
    desk = Desk()
    text = "\x1b[200~\x1b[201~\x1b[200~a\x1b[200~b\x00c\x1b[201~x"
    assert desk.types(text) == ["<>", "<a\x1b[200~bc>", "x"]
    heard: list[str] = []
    for sign in text:
        heard += desk.types(sign)
    assert heard == ["<>", "<a\x1b[200~bc>", "x"]


def test_the_start_of_a_paste_that_took_too_long_is_no_paste() -> None:
    desk = Desk()
    desk.types("\x1b[20")
    desk.clock.run(0.2)
    desk.types("0~abc")
    assert desk.heard[-3:] == ["a", "b", "c"]


def test_a_paste_is_cut_at_its_bound() -> None:
    desk = Desk(Limits(longest_paste=10))
    assert desk.types("\x1b[200~0123456789\x1b[201~") == ["<0123456789>"]
    assert desk.counters.figures["refused_long_paste"] == 0
    desk.types("\x1b[200~012345678")
    for _ in range(50):
        desk.types("9" * 1000)
    assert desk.types("\x1b[201~z") == ["<0123456789>", "z"]
    assert desk.counters.figures["refused_long_paste"] == 1


def test_more_than_the_pace_waits() -> None:
    desk = Desk(Limits(keys_at_once=32, keys_a_second=10))
    desk.types("k" * 1000)
    assert 32 <= len(desk.heard) < 60
    assert desk.clock.is_held
    before = len(desk.heard)
    desk.clock.run(10)
    assert 80 < len(desk.heard) - before < 130
    desk.clock.run(100)
    assert len(desk.heard) == 1000
    assert not desk.clock.is_held
    desk.keyboard.typed(b"x")
    assert desk.heard[-1] == "x"


def test_nothing_is_heard_once_closed() -> None:
    desk = Desk(Limits(keys_at_once=16))
    desk.types("k" * 1000)
    desk.keyboard.close()
    before = len(desk.heard)
    desk.clock.run(50)
    desk.keyboard.typed(b"x\x1b[200~")
    assert len(desk.heard) == before


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[99999999999u",
        "\x1b[48;60000;60000;0;0t",
        "\x1b[48;24;80;0;0t\x1b[<0;5;5M",
        "\x1b[<99999;-5;9999999999M",
        "\x1b[I\x1b[O",
        "\x1b[9;9R",
        "\x1b[?2048;1$y",
        "\x1b[" + "9" * 5000,
        "\x1b]" + "x" * 5000 + "\x07",
        "\x1b[M\x00\x00\x00",
        "\x9b31m",
    ],
)
def test_sequences_that_would_break_or_deceive(sequence: str) -> None:
    desk = Desk(Limits(keys_at_once=100_000))
    desk.types(sequence)
    desk.clock.run(1)
    assert all(isinstance(one, HEARD) for one in desk.said)
    desk.clock.run(1)
    assert desk.types("ok")[-2:] == ["o", "k"]


def test_noise_breaks_nothing() -> None:
    chance = random.Random(3)
    parts = ["\x1b", "[", "200~", "201~", "<", ";", "5", "99", "M", "m", "u", "t", "é", "48;", "?"]
    for _ in range(200):
        desk = Desk(Limits(keys_at_once=100_000))
        for _ in range(20):
            piece = "".join(chance.choices(parts, k=8)).encode() + chance.randbytes(3)
            desk.types(piece)
            desk.clock.run(chance.choice([0, 0.2]))
        desk.types("\x1b[201~")
        desk.clock.run(1)
        assert desk.types("ok")[-2:] == ["o", "k"]
