"""The terminal one sits at is heard as a server hears its clients."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from textual import events
from textual.message import Message

from nim_tui.terminal.local_driver import LocalDriver

TOO_GREAT = b"\x1b[99999999999u"
"""The sequence of a key whose number is no character's."""
Hear = Callable[..., list[str]]


class Feeding:
    """The driver asks before each look at the terminal whether to end: then more is typed."""

    def __init__(self, pieces: tuple[bytes, ...], terminal: int) -> None:
        self._pieces = list(pieces)
        self._terminal = terminal

    def is_set(self) -> bool:
        if not self._pieces:
            return True
        os.write(self._terminal, self._pieces.pop(0))
        return False


@pytest.fixture
def hear() -> Iterator[Hear]:
    """What the driver hears of pieces that come one after the other."""
    reading, writing = os.pipe()
    driver = object.__new__(LocalDriver)  # its own start would take over the test's terminal
    driver.fileno = reading
    said: list[Message] = []

    def typed(*pieces: bytes) -> list[str]:
        replaced: Any = {"exit_event": Feeding(pieces, writing), "process_message": said.append}
        vars(driver).update(replaced)
        driver.run_input_thread()
        return [
            f"<{one.text}>"
            if isinstance(one, events.Paste)
            else getattr(one, "character", type(one).__name__)
            for one in said
        ]

    yield typed
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize(
    ("pieces", "heard"),
    [
        ((b"a\xffb",), ["a", "\ufffd", "b"]),
        ((b"\xe9", b"q"), ["\ufffd", "q"]),
        ((b"\xc3", b"\xa9q"), ["é", "q"]),
        ((b"\xe2\x82", b"q"), ["\ufffd", "q"]),
        ((b"\xe2", b"\x82", b"\xac"), ["€"]),
        ((b"\x1b[200~a\xff", b"b\x1b[201~", b"q"), ["<a\ufffdb>", "q"]),
        ((TOO_GREAT, b"q"), ["q"]),
        ((b"\x1b[200~\x1b[31mdq\x1b[0m", b"\x1b[201~"), ["<dq>"]),
        ((b"\x1b]11;rgb:1/2", b"/3\x1b\\q"), ["q"]),
        ((b"\x1b[200~" + b"x" * 20_001, b"\x1b[201~q"), ["LeftOut", "q"]),
    ],
)
def test_every_byte_is_heard_and_none_ends_the_app(
    hear: Hear, pieces: tuple[bytes, ...], heard: list[str]
) -> None:
    assert hear(*pieces) == heard
