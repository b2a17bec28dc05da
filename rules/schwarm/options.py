"""The options of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.board_file import MOST_CHARACTERS
from rules.messages import N_
from rules.options import Flag, FromFile, Option, OptionValue, flags_and_texts
from rules.schwarm.board_file import board_of

OPTIONS: Final[tuple[Option, ...]] = (
    Flag("free_start", N_("first stations anywhere on the coast, at a distance from each other")),
    Flag("great_wave", N_("a wave that reaches land also hits the land beside it, for 1 less")),
    Flag("closed_hands", N_("only the number of other players’ cards is visible")),
    Flag("may_decline", N_("a station or researcher card may be played without effect")),
    FromFile("board", N_("your own board, read from a board file"), board_of, MOST_CHARACTERS),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table, settled."""

    free_start: bool = False
    great_wave: bool = False
    closed_hands: bool = False
    may_decline: bool = False
    board: str | None = None

    @classmethod
    def of(cls, settled: Mapping[str, OptionValue]) -> Options:
        """The options from their values by name."""
        return cls(**flags_and_texts(OPTIONS, settled))
