"""The options of a table of Himalaya."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.himalaya.board_file import MOST_CHARACTERS, board_of
from rules.messages import N_
from rules.options import Flag, FromFile, Option, OptionValue, flags_and_texts

OPTIONS: Final[tuple[Option, ...]] = (
    Flag("events", N_("event tokens: market day, yeti and snowstorm, once each")),
    Flag("one_cube_a_turn", N_("a village gives each player at most one cube a turn")),
    Flag("split_delegations", N_("the delegations of one order may go to several regions")),
    Flag("open_screens", N_("cubes and yaks of all players stay visible")),
    Flag("sand_timer", N_("one minute to write a program; empty slots become pauses")),
    FromFile("board", N_("your own board, read from a board file"), board_of, MOST_CHARACTERS),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table, settled."""

    events: bool = False
    one_cube_a_turn: bool = False
    split_delegations: bool = False
    open_screens: bool = False
    sand_timer: bool = False
    board: str | None = None

    @classmethod
    def of(cls, settled: Mapping[str, OptionValue]) -> Options:
        """The options from their values by name."""
        return cls(**flags_and_texts(OPTIONS, settled))
