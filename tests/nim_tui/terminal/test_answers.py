"""Answers of terminals are no keys: whole, in pieces, late, or in the middle of a paste."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from tests.nim_tui.terminal.answers import ANSWERS
from tests.nim_tui.terminal.test_input import Keyboard

STRINGS: Final = ("\x1bXany\x1b\\", "\x1b^any\x07", "\x9d11;rgb:0/0/0\x9c", "\x9b?62c", "\x90q\x9c")
TYPED: Final = ("a", "é", "\x1b[A", "\x1bOB", "\x1b[97;5u", "日", "\r", "\x1bf", "\x1b[<0;9;9M")
PASTED: Final = ("\x1b[200~two\nwords\x1b[201~", "\x1b[200~\x1b[31mq\x1b[0m\x1b]x\x1b[201~")


@pytest.mark.parametrize("answer", [*ANSWERS, *STRINGS])
def test_an_answer_is_no_key(answer: str) -> None:
    keyboard = Keyboard()
    assert keyboard.types(f"a{answer}b") == ["a", "b"]
    assert keyboard.types(f"\x1b[200~a{answer}b\x1b[201~") == ["<ab>"]
    pieces = [heard for sign in f"{answer}b" for heard in keyboard.types(sign)]
    assert pieces == ["b"]


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_that_is_late_anywhere_is_no_key(answer: str) -> None:
    for cut in range(1, len(answer)):
        keyboard = Keyboard()
        keyboard.types(answer[:cut])
        keyboard.clock.run(0.9)
        assert not keyboard.heard or cut <= 2, "what is an answer became a key"
        assert keyboard.types(answer[cut:]) == []
        keyboard.clock.run(2)
        assert keyboard.heard == []
        assert keyboard.types("ok") == ["o", "k"]


def test_what_never_ends_keeps_nobody_deaf() -> None:
    for begun in ("\x1b]11;rgb", "\x1bP>|XT", "\x1b[?62", "\x1bO5", "\x1b[M", "\x1b]x\x1b"):
        keyboard = Keyboard()
        keyboard.types(begun)
        keyboard.clock.run(1.1)
        assert keyboard.heard == []
        assert keyboard.types("ok") == ["o", "k"]


def test_esc_and_a_bracket_by_hand_are_keys() -> None:
    keyboard = Keyboard()
    keyboard.types("\x1b")
    keyboard.clock.run(0.2)
    assert [*keyboard.heard, *keyboard.types("["), *keyboard.types("5")] == [
        "escape",
        "left_square_bracket",
        "5",
    ]


def recording(draw: Random) -> str:
    """What a terminal may send while somebody plays."""
    known = (*TYPED, *TYPED, *PASTED, *ANSWERS)
    return "".join(draw.choice(known) for _each in range(12))


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_wherever_and_however_often_it_is_cut() -> None:
    cut_anywhere(100_000)


def test_wherever_it_is_cut() -> None:
    cut_anywhere(300)


def cut_anywhere(count: int) -> None:
    """The same is heard of a recording at once, and in pieces with pauses between them."""
    draw = Random(8)
    whole, pieces = Keyboard(), Keyboard()
    for _each in range(count):
        sent = recording(draw).encode()
        heard = list(whole.types(sent))
        whole.clock.run(1)
        pieces.clock.run(1)
        pieces.said.clear()
        places = sorted(draw.sample(range(1, len(sent)), draw.randrange(1, 6)))
        for start, end in zip([0, *places], [*places, len(sent)], strict=True):
            pieces.input.typed(sent[start:end])
            # Esc, and a sign right behind it, are keys where a pause follows
            if b"\x1b" not in sent[max(end - 2, 0) : end]:
                pieces.clock.run(draw.choice((0.0, 0.3)))
        assert pieces.heard == heard, f"{sent!r} at {places}"
