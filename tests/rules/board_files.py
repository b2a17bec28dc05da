"""Board files with one change, and checks that the error names the line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

import pytest

from rules.board_file import BadBoard
from rules.chance import Chance
from rules.contract import AnyGame, UnsuitableTable
from rules.options import FromFile

Case = tuple[str, str, str, str]
"""The text to replace; its replacement; a part of the faulty line; a part of the reason."""


@dataclass(frozen=True)
class BoardFiles:
    """The board files of a game: the printed one, and the way to read others."""

    game: AnyGame
    board_of: Callable[[str], object]

    @property
    def printed(self) -> str:
        """The text of the printed board."""
        return (files(f"rules.{self.game.name}") / "board.toml").read_text("utf-8")

    @property
    def option(self) -> FromFile:
        """The option whose value is a board file."""
        return next(option for option in self.game.options if isinstance(option, FromFile))

    def changed(self, old: str, new: str, text: str | None = None) -> str:
        """Return the printed board, or `text`, with one change."""
        text = self.printed if text is None else text
        assert text.count(old) == 1, old
        return text.replace(old, new)

    def wrong(self, text: str) -> str:
        """Return the error of an invalid text, after checking that the option refuses it too."""
        with pytest.raises(BadBoard) as refusal:
            self.board_of(text)
        assert not self.option.admits(text)
        with pytest.raises(BadBoard):
            self.option.read(text)
        with pytest.raises(UnsuitableTable):
            self.game.new(3, {"board": text}, Chance(0))
        assert "\n" not in str(refusal.value)
        return str(refusal.value)

    def assert_wrong(self, case: Case) -> None:
        """Fail unless the error has the line and the reason."""
        old, new, piece, reason = case
        text = self.changed(old, new)
        said = self.wrong(text)
        assert re.match(r"line \d+: ", said), said
        assert said.startswith(f"line {line_of(text, piece)}: "), said
        assert reason in said.split(": ", 1)[1], said


def line_of(text: str, piece: str) -> int:
    """Return the number of the only line with a piece of text."""
    assert text.count(piece) == 1, piece
    return text[: text.index(piece.strip(), text.index(piece))].count("\n") + 1
