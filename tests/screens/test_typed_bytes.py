"""Each trap of Textual's local driver is still there, and each fix still holds it shut.

When a test of a trap fails, Textual has mended it: the fix can go.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from textual import events
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from screens.textual_patches.typed_bytes import hear_any_bytes

TOO_GREAT = b"\x1b[99999999999u"
"""The sequence of a key whose number is no character's."""
Hear = Callable[..., list[str]]


class Feeding:
    """Textual asks before each look at the terminal whether to end: then more is typed."""

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
    """What Textual's driver hears of pieces that come one after the other."""
    reading, writing = os.pipe()
    driver = object.__new__(LinuxDriver)  # its own start would take over the test's terminal
    driver.fileno, driver._debug = reading, False
    said: list[Message] = []

    def typed(*pieces: bytes) -> list[str]:
        replaced: Any = {"exit_event": Feeding(pieces, writing), "process_message": said.append}
        vars(driver).update(replaced)
        driver.run_input_thread()
        return [
            f"<{one.text}>" if isinstance(one, events.Paste) else getattr(one, "character", "")
            for one in said
        ]

    yield typed
    os.close(reading)
    os.close(writing)


@pytest.fixture
def mended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver with its fix, taken back afterwards."""
    for name in ("getincrementaldecoder", "XTermParser"):
        monkeypatch.setattr(linux_driver, name, getattr(linux_driver, name))
    hear_any_bytes()


def test_trap_textual_ends_of_a_byte_that_is_no_text(hear: Hear) -> None:
    with pytest.raises(UnicodeDecodeError):
        hear(b"\xe9", b"q")


def test_trap_textual_ends_of_a_number_too_great(hear: Hear) -> None:
    with pytest.raises(OverflowError):
        hear(TOO_GREAT)


@pytest.mark.usefixtures("mended")
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
    ],
)
def test_every_byte_is_heard_and_none_ends_the_app(
    hear: Hear, pieces: tuple[bytes, ...], heard: list[str]
) -> None:
    assert hear(*pieces) == heard
