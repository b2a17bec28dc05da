"""Board files with one thing changed: what is wrong with them is told with its line."""

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
"""What is replaced by what; a piece of the line that is wrong; a piece of the reason."""


@dataclass(frozen=True)
class BoardFiles:
    """The board files of a game: its printed one, and how one is read."""

    game: AnyGame
    board_of: Callable[[str], object]

    @property
    def printed(self) -> str:
        """The text of the printed board."""
        return (files(f"rules.{self.game.name}") / "board.toml").read_text("utf-8")

    @property
    def option(self) -> FromFile:
        """The option that takes a board."""
        return next(option for option in self.game.options if isinstance(option, FromFile))

    def changed(self, old: str, new: str, text: str | None = None) -> str:
        """The printed board, or this one, with one thing changed."""
        text = self.printed if text is None else text
        assert text.count(old) == 1, old
        return text.replace(old, new)

    def wrong(self, text: str) -> str:
        """Why a text is no board, in one line; nothing of it is admitted either."""
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
        """Fail unless the line and the reason are told."""
        old, new, piece, reason = case
        text = self.changed(old, new)
        said = self.wrong(text)
        assert re.match(r"line \d+: ", said), said
        assert said.startswith(f"line {line_of(text, piece)}: "), said
        assert reason in said.split(": ", 1)[1], said


def line_of(text: str, piece: str) -> int:
    """The number of the only line with a piece of text."""
    assert text.count(piece) == 1, piece
    return text[: text.index(piece.strip(), text.index(piece))].count("\n") + 1
