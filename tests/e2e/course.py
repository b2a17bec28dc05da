"""A game told in words, as what each seat says: alone, or several at the same time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from rules.contract import AnyGame
from rules.options import OptionValue
from tests.screens.himalaya.tables import NAMES


@dataclass(frozen=True, slots=True)
class Saying:
    """What a seat types in one line."""

    seat: int
    words: str


Round = Sequence[Saying]
"""What is said before anybody else may go on; by several seats if all are waited for at once."""


def rounds(
    words: str,
    game: AnyGame,
    players: int,
    seed: int,
    options: Mapping[str, OptionValue] | None = None,
) -> list[Round]:
    """The words of a game, each said by the first seat that is waited for, in rounds."""
    table = Table(game, options or {}, [SeatPlan(name) for name in NAMES[:players]], seed)
    found: list[list[tuple[int, list[str]]]] = []
    together: frozenset[int] = frozenset()
    for text in words.split("; "):
        seat, waiting = table.waiting[0], frozenset(table.waiting)
        goes_on = waiting <= together and (len(waiting) > 1 or _is_of_a_kind(text, found[-1]))
        if not goes_on and (together or len(waiting) > 1 or not _is_for(seat, found)):
            found.append([])
        together = waiting if goes_on or len(waiting) > 1 else frozenset()
        if not _is_for(seat, found):
            found[-1].append((seat, []))
        found[-1][-1][1].append(text)
        table.play(seat, game.parse(text))
    return [[Saying(seat, "; ".join(texts)) for seat, texts in one] for one in found]


def _is_for(seat: int, found: list[list[tuple[int, list[str]]]]) -> bool:
    """Whether this seat spoke last."""
    return bool(found and found[-1]) and found[-1][-1][0] == seat


def _is_of_a_kind(text: str, said: list[tuple[int, list[str]]]) -> bool:
    """Whether others said such a word at the same time."""
    kinds = {known.split()[0] for _seat, texts in said for known in texts}
    return text.split(maxsplit=1)[0] in kinds
