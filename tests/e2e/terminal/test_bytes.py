"""Bytes that are no text, typed and pasted into the installed command; the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.tables.record import MoveEntry, read_record
from tests.e2e.window import ENDED, Terminal
from tests.nim_tui.terminal.answers import ANSWERS

pytestmark = pytest.mark.slow

PASTED = b"sub 14.200; sub 22.100; sub 33.300\xff\nexit 7\n"


def send_bytes(terminal: Terminal, data: bytes) -> None:
    """Send bytes as they are, whatever they mean."""
    terminal.tmux("send-keys", "-H", *(f"{byte:02x}" for byte in data))


def paste(terminal: Terminal, data: bytes, file: Path) -> None:
    """Paste bytes as a terminal does, with marks before and after if the program asks for them."""
    file.write_bytes(data)
    terminal.tmux("load-buffer", str(file))
    terminal.tmux("paste-buffer", "-p", "-r")


def test_bytes_that_are_no_text_end_nothing(terminal: Terminal, home: Path, tmp_path: Path) -> None:
    seats = ("--seats", "You,bot:medium", "--seed", "7")
    terminal.start("play", "bataille", *seats, shows="hide submarine 1 of 3")
    send_bytes(terminal, b"\xe9")
    terminal.type(":")
    terminal.wait_for("type a move")
    paste(terminal, PASTED, tmp_path / "pasted")
    terminal.wait_for("sub 33.300\ufffd")
    terminal.keys("BSpace")
    for byte in "é".encode():
        send_bytes(terminal, bytes([byte]))
    terminal.wait_for("sub 33.300é")
    terminal.keys("BSpace")
    terminal.type("; mine 9")
    terminal.keys("Enter")
    terminal.wait_for("move a ship 1 to 3 squares")
    (path,) = (home / "tables").iterdir()
    assert "mine 9" in [
        line.move for line in read_record(path).lines if isinstance(line, MoveEntry)
    ]
    terminal.keys("C-q")
    terminal.wait_for(f"{ENDED}0")
    assert not terminal.alternate_screen_is_on()
    assert "Traceback" not in terminal.screen()


def test_what_is_pasted_is_text_and_answers_are_no_keys(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start(shows="Play a first game")
    before = terminal.at_rest()
    paste(terminal, b"\x1b[31mq\x1b[0m\x1bq\r\x1b[B\rq\n" * 2000, tmp_path / "pasted")
    terminal.wait_for("Too long to paste: ")
    terminal.wait_until(lambda now: now == before, "home as it was")
    paste(terminal, b"\x1b[31mq\x1b[0m\x1bq\r\x1b[B\rq\n", tmp_path / "pasted")
    for answer in ANSWERS:
        send_bytes(terminal, answer.encode())
    terminal.type("?")
    terminal.wait_for("another game")
    terminal.keys("Escape")
    terminal.wait_until(lambda now: now == before, "home as it was")
