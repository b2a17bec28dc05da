"""Bytes in, keys out, whatever the bytes."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from textual import events, messages
from textual.message import Message

from nim_tui.terminal.input import LeftOut, Pace, TerminalInput


class HandClock:
    """Time that a test moves on."""

    def __init__(self) -> None:
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


class Keyboard:
    """A keyboard, and what it said."""

    def __init__(
        self,
        at_once: int = 250,
        a_second: float = 60.0,
        longest_paste: int = 20_000,
        rest: float = 0.0,
    ) -> None:
        self.clock = HandClock()
        self.said: list[Message] = []
        pace = Pace(at_once, a_second, longest_paste, rest)
        self.input = TerminalInput(self.said.append, self.clock, pace)

    def types(self, data: str | bytes) -> list[str]:
        """What is heard of what is typed, at once."""
        self.said.clear()
        self.input.typed(data.encode() if isinstance(data, str) else data)
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
    keyboard = Keyboard()
    assert keyboard.types("aé\x1b[A\r\x1b[<64;1;1M") == ["a", "é", "up", "enter", "MouseScrollUp"]
    assert keyboard.types("\x1b[?2026;2$y") == ["TerminalSupportsSynchronizedOutput"]
    assert isinstance(keyboard.said[0], messages.TerminalSupportsSynchronizedOutput)


@pytest.mark.parametrize("cut", range(1, 8))
def test_wherever_a_character_or_a_sequence_is_cut(cut: int) -> None:
    keyboard = Keyboard()
    data = "é\x1b[1;2A日".encode()
    heard = keyboard.types(data[:cut])
    heard = heard + keyboard.types(data[cut:])
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
    keyboard = Keyboard()
    keyboard.types(typed)
    assert [
        f"<{one.text}>" if isinstance(one, events.Paste) else getattr(one, "character", "")
        for one in keyboard.said
    ] == heard


def test_escape_alone_and_before_a_key() -> None:
    keyboard = Keyboard()
    assert keyboard.types("\x1b") == []
    keyboard.clock.run(0.2)
    assert keyboard.heard == ["escape"]
    assert keyboard.types("x") == ["x"]
    assert keyboard.types("\x1b\x1b[A") == ["escape", "up"]


@pytest.mark.parametrize("cut", range(1, 22))
def test_wherever_a_paste_is_cut(cut: int) -> None:
    keyboard = Keyboard()
    data = "a\x1b[200~two\nwords\x1b[201~b"
    heard = keyboard.types(data[:cut])
    heard = heard + keyboard.types(data[cut:])
    assert heard == ["a", "<two\nwords>", "b"]


def test_pastes_one_after_the_other_and_byte_by_byte() -> None:
    keyboard = Keyboard()
    text = "\x1b[200~\x1b[201~\x1b[200~a\x1b[200~b\x00\tc\x1b[201~x"
    assert keyboard.types(text) == ["<>", "<ab\tc>", "x"]
    heard: list[str] = []
    for sign in text:
        heard += keyboard.types(sign)
    assert heard == ["<>", "<ab\tc>", "x"]


def test_the_start_of_a_paste_may_be_late_but_not_too_late() -> None:
    keyboard = Keyboard()
    keyboard.types("\x1b[20")
    keyboard.clock.run(0.9)
    assert keyboard.types("0~q\x1b[201~") == ["<q>"]
    keyboard.types("\x1b[20")
    keyboard.clock.run(1.1)
    assert keyboard.types("0~abc")[-3:] == ["a", "b", "c"]


def test_a_paste_has_no_sequences_in_it() -> None:
    keyboard = Keyboard()
    pasted = "\x1b[31mre\x1b]11;rgb:0/0/0\x07d\x1b[0m\x1b(B,\r\n\x1b[?62;c\x1bqquit\x1b"
    assert keyboard.types(f"\x1b[200~{pasted}\x1b[201~") == ["<red,\r\nquit>"]


def test_a_paste_that_is_too_long_is_left_out_with_a_word() -> None:
    keyboard = Keyboard(longest_paste=10)
    assert keyboard.types("\x1b[200~0123456789\x1b[201~") == ["<0123456789>"]
    keyboard.types("\x1b[200~012345678")
    for _ in range(50):
        assert keyboard.types("9" * 1000) == []
    assert keyboard.types("\x1b[201~z") == ["LeftOut", "z"]
    assert isinstance(keyboard.said[0], LeftOut)
    assert keyboard.said[0].longest == 10


def test_what_is_typed_ahead_is_bounded() -> None:
    keyboard = Keyboard(at_once=32, a_second=10, rest=0.001)
    assert keyboard.types("k" * 1000) == ["k"] * 32 + ["LeftOut"]
    assert keyboard.clock.is_held
    keyboard.clock.run(0.1)
    assert not keyboard.clock.is_held
    keyboard.types("m" * 1000)
    keyboard.clock.run(10)
    assert keyboard.heard == ["k"] * 31 + ["m"]
    assert keyboard.types("x") == ["x"]


def test_escape_clears_what_is_typed_ahead() -> None:
    keyboard = Keyboard(at_once=32, a_second=10)
    for escape in ("\x1b", "\x1b[27u"):
        keyboard.types("k" * 50)
        keyboard.types(escape)
        keyboard.clock.run(0.3)
        assert keyboard.heard[-1] == "escape"
        keyboard.clock.run(10)
        assert keyboard.heard[-1] == "escape"


def test_a_burst_of_a_million_signs_is_over_at_once() -> None:
    keyboard = Keyboard()
    for _ in range(64):
        keyboard.types("k" * 16_384)
        keyboard.clock.run(0.06)
    keyboard.clock.run(6)
    assert keyboard.types("x") == ["x"]


def test_a_flood_of_sequences_is_read_slowly() -> None:
    keyboard = Keyboard(rest=0.001)
    keyboard.types("\x1b[?1c" * 4000 + "\x1b[?")
    keyboard.clock.run(4.5)
    assert keyboard.clock.is_held
    keyboard.clock.run(0.5)
    assert not keyboard.clock.is_held
    assert keyboard.types("62c") == [], "what was held back is not late"


def test_nothing_is_heard_once_closed() -> None:
    keyboard = Keyboard(at_once=16)
    keyboard.types("k" * 1000)
    keyboard.input.close()
    before = len(keyboard.heard)
    keyboard.clock.run(50)
    keyboard.input.typed(b"x\x1b[200~")
    assert len(keyboard.heard) == before


@pytest.mark.parametrize(
    ("sequence", "key"),
    [
        ("\x1b[97;5u", "ctrl+a"),
        ("\x1b[0;;233u", "é"),
        ("\x1b[57414u", "enter"),
        ("\x1b[27;5;13~", "ctrl+enter"),
        ("\x1b[1;2A", "shift+up"),
        ("\x1b[25~", "f13"),
        ("\x1b[[A", "f1"),
        ("\x1bOA", "up"),
        ("\x1bx", "alt+x"),
        ("\x1b[3$", "shift+delete"),
        ("\x1b[99~", ""),
        ("\x1b[97A", ""),
        ("\x1b[1u", ""),
        ("\x1b[u", ""),
        ("\x1b[57399:1;1:3u", ""),
        ("\x1b[0;;7u", ""),
    ],
)
def test_keys_of_all_protocols(sequence: str, key: str) -> None:
    assert Keyboard().types(sequence) == [key] * bool(key)


def test_what_a_local_terminal_says_of_itself() -> None:
    keyboard = Keyboard()
    said = "\x1b[I\x1b[O\x1b[?2048;2$y\x1b[48;24;80;480;800t\x1b[<0;15;25M"
    assert keyboard.types(said)[:-1] == ["AppFocus", "AppBlur", "InBandWindowResize", "Resize"]
    click = keyboard.said[-1]
    assert isinstance(click, events.MouseDown)
    assert (int(click.x), int(click.y)) == (1, 1)


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
    keyboard = Keyboard(at_once=100_000)
    keyboard.types(sequence)
    keyboard.clock.run(1)
    assert not [one for one in keyboard.said if isinstance(one, events.Key | events.Paste)]
    keyboard.clock.run(1)
    assert keyboard.types("ok")[-2:] == ["o", "k"]


@pytest.mark.slow
def test_noise_breaks_nothing() -> None:
    chance = random.Random(3)
    parts = ["\x1b", "[", "200~", "201~", "<", ";", "5", "99", "M", "m", "u", "t", "é", "48;", "?"]
    for _ in range(200):
        keyboard = Keyboard(at_once=100_000)
        for _ in range(20):
            piece = "".join(chance.choices(parts, k=8)).encode() + chance.randbytes(3)
            keyboard.types(piece)
            keyboard.clock.run(chance.choice([0, 0.2]))
        keyboard.types("\x1b[201~")
        keyboard.clock.run(1)
        assert keyboard.types("ok")[-2:] == ["o", "k"]
