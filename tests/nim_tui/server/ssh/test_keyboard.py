"""Bytes in, keys out, whatever the bytes."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from textual import _parser, events, messages
from textual.message import Message

from nim_tui.server.settings.limits import Limits
from nim_tui.server.ssh.counters import Counters
from nim_tui.server.ssh.input import HEARD, ClientInput


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


class AdminService:
    """A keyboard, and what it said."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.clock = HandClock()
        self.counters = Counters()
        self.said: list[Message] = []
        self.keyboard = ClientInput(self.said.append, self.clock, limits or Limits(), self.counters)

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
    admin = AdminService()
    assert admin.types("aé\x1b[A\r\x1b[<64;1;1M") == ["a", "é", "up", "enter", "MouseScrollUp"]
    assert admin.types("\x1b[?2026;2$y") == ["TerminalSupportsSynchronizedOutput"]
    assert isinstance(admin.said[0], messages.TerminalSupportsSynchronizedOutput)


@pytest.mark.parametrize("cut", range(1, 8))
def test_wherever_a_character_or_a_sequence_is_cut(cut: int) -> None:
    admin = AdminService()
    data = "é\x1b[1;2A日".encode()
    heard = admin.types(data[:cut])
    heard = heard + admin.types(data[cut:])
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
    admin = AdminService()
    admin.types(typed)
    assert [
        f"<{one.text}>" if isinstance(one, events.Paste) else getattr(one, "character", "")
        for one in admin.said
    ] == heard


def test_escape_alone_and_before_a_key() -> None:
    admin = AdminService()
    assert admin.types("\x1b") == []
    admin.clock.run(0.2)
    assert admin.heard == ["escape"]
    assert admin.types("x") == ["x"]
    assert admin.types("\x1b\x1b[A") == ["escape", "up"]


@pytest.mark.parametrize("cut", range(1, 22))
def test_wherever_a_paste_is_cut(cut: int) -> None:
    admin = AdminService()
    data = "a\x1b[200~two\nwords\x1b[201~b"
    heard = admin.types(data[:cut])
    heard = heard + admin.types(data[cut:])
    assert heard == ["a", "<two\nwords>", "b"]


def test_pastes_one_after_the_other_and_byte_by_byte() -> None:
    admin = AdminService()
    text = "\x1b[200~\x1b[201~\x1b[200~a\x1b[200~b\x00c\x1b[201~x"
    assert admin.types(text) == ["<>", "<a\x1b[200~bc>", "x"]
    heard: list[str] = []
    for sign in text:
        heard += admin.types(sign)
    assert heard == ["<>", "<a\x1b[200~bc>", "x"]


def test_the_start_of_a_paste_that_took_too_long_is_no_paste() -> None:
    admin = AdminService()
    admin.types("\x1b[20")
    admin.clock.run(0.2)
    admin.types("0~abc")
    assert admin.heard[-3:] == ["a", "b", "c"]


def test_a_paste_is_cut_at_its_bound() -> None:
    admin = AdminService(Limits(longest_paste=10))
    assert admin.types("\x1b[200~0123456789\x1b[201~") == ["<0123456789>"]
    assert admin.counters.figures["refused_long_paste"] == 0
    admin.types("\x1b[200~012345678")
    for _ in range(50):
        admin.types("9" * 1000)
    assert admin.types("\x1b[201~z") == ["<0123456789>", "z"]
    assert admin.counters.figures["refused_long_paste"] == 1


def test_more_than_the_pace_waits() -> None:
    admin = AdminService(Limits(keys_at_once=32, keys_a_second=10))
    admin.types("k" * 1000)
    assert 32 <= len(admin.heard) < 60
    assert admin.clock.is_held
    before = len(admin.heard)
    admin.clock.run(10)
    assert 80 < len(admin.heard) - before < 130
    admin.clock.run(100)
    assert len(admin.heard) == 1000
    assert not admin.clock.is_held
    admin.keyboard.typed(b"x")
    assert admin.heard[-1] == "x"


def test_nothing_is_heard_once_closed() -> None:
    admin = AdminService(Limits(keys_at_once=16))
    admin.types("k" * 1000)
    admin.keyboard.close()
    before = len(admin.heard)
    admin.clock.run(50)
    admin.keyboard.typed(b"x\x1b[200~")
    assert len(admin.heard) == before


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
    admin = AdminService(Limits(keys_at_once=100_000))
    admin.types(sequence)
    admin.clock.run(1)
    assert all(isinstance(one, HEARD) for one in admin.said)
    admin.clock.run(1)
    assert admin.types("ok")[-2:] == ["o", "k"]


@pytest.mark.slow
def test_noise_breaks_nothing() -> None:
    chance = random.Random(3)
    parts = ["\x1b", "[", "200~", "201~", "<", ";", "5", "99", "M", "m", "u", "t", "é", "48;", "?"]
    for _ in range(200):
        admin = AdminService(Limits(keys_at_once=100_000))
        for _ in range(20):
            piece = "".join(chance.choices(parts, k=8)).encode() + chance.randbytes(3)
            admin.types(piece)
            admin.clock.run(chance.choice([0, 0.2]))
        admin.types("\x1b[201~")
        admin.clock.run(1)
        assert admin.types("ok")[-2:] == ["o", "k"]
