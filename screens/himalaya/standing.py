"""The standing of the tribes, as far as the viewer may know: for screens and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.himalaya.board import CUBES, NONE
from rules.himalaya.moves import OVER, Kind
from rules.himalaya.scoring import Tribes
from rules.himalaya.view import HimalayaView
from screens.himalaya.signs import cube_name

TOKENS: Final = (
    (Kind.MARKET, "market"),
    (Kind.YETI, "yeti"),
    (Kind.SNOW, "snow"),
)


def is_open(view: HimalayaView, seat: int) -> bool:
    """Whether a player's cubes and yaks are shown: behind the screens only the own ones (T)."""
    return view.options.open_screens or view.phase == OVER or view.seat == seat


def figures(view: HimalayaView, seat: int) -> tuple[int, int]:
    """Return the points of religion and politics, as if counted now."""
    yaks = [0] * len(view.players)
    tribes = Tribes(view.board, view.stupas, view.delegations, yaks, view.first)
    return tribes.religion(seat), tribes.politics(tribes.seats)[seat]


def lacking(view: HimalayaView, held: Sequence[int], village: int) -> list[int]:
    """Return, per kind of cube, how many are missing for the order of a village."""
    disc = view.orders[village]
    demand = view.board.discs[disc].demand if disc != NONE else (0,) * len(CUBES)
    return [max(wanted - has, 0) for wanted, has in zip(demand, held)]


def lack_words(missing: Sequence[int]) -> str:
    """Missing cubes in words: "2 gold, 1 tea"."""
    return ", ".join(f"{count} {cube_name(cube)}" for cube, count in enumerate(missing) if count)
