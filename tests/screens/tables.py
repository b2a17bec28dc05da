"""Tables after some moves in words, before any screen opens."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import ClassVar, Final, Self

from nim_tui.tables.record import SeatPlan
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from rules.bataille import BATAILLE
from rules.contract import AnyGame
from rules.options import OptionValue

KEPT_ON: Final = datetime(2026, 3, 14, 9)
"""The local time at which stored tables were played."""
TODAY: Final = datetime(2026, 3, 14, 18, 30)

PEOPLE: Final = ("Ana", "Ben", "Cleo", "Dan", "Eve")
ANA: Final = SeatPlan("Ana")
BEN: Final = SeatPlan("Ben")
BOT: Final = SeatPlan("Ben", "random")
"""A bot with the name of a person, so that pictures do not depend on its level."""

PAIR: Final = (ANA, BEN)
ALONE: Final = (ANA, BOT)

ANA_CAMP: Final = "sub 14.200; sub 22.100; sub 33.300; mine 9"
BEN_CAMP: Final = "sub 8.100; sub 15.300; sub 29.200; mine 16"
LAID: Final = f"{ANA_CAMP}; {BEN_CAMP}"
"""Both camps are complete: it is Ana's turn."""

FIRST_TURNS: Final = f"{LAID}; A 17; drop 200; B 14; drop 300; hold"
"""Each fleet has a ship at sea; neither Ana nor Ben has had a near miss."""

MET: Final = f"{FIRST_TURNS}; A 15; drop 200; hold; B 20; drop 200; hold; B 30; drop 200; hold"
"""Each has had a near miss, and three ships are at sea; it is Ben's turn."""

SEARCHED: Final = f"{MET}; C 25; drop 100; hold"
"""As MET, with Ana to move."""

BEHIND: Final = f"{SEARCHED}; stay; drop A 100; hold; B 14; drop 200; hold"
"""Ben has sunk a submarine; Ana is to move."""

TO_THE_END: Final = (
    "stay; drop A 300; hold; A 13; drop 100; hold; B 29; drop 200; hold; "
    "A 19; drop 100; hold; A 8; drop 100"
)
"""After SEARCHED: Ana finds Ben's three submarines, the last with the last of these words."""

WON: Final = f"{SEARCHED}; {TO_THE_END}"
"""A whole game, won by Ana."""


def table_after(
    words: str = "",
    *,
    seats: Sequence[SeatPlan] = ALONE,
    game: AnyGame = BATAILLE,
    seed: int = 7,
    store: Store | None = None,
    hints_for_all: OptionValue = False,
    **options: OptionValue,
) -> Table:
    """Return a table after moves in words, each by the first seat that must move.

    With a store, the table is stored from its first move on.
    """
    table = Table(game, options, seats, seed, hints_for_all=bool(hints_for_all))
    if store is not None:
        store.open_new(table)
    for text in words.split(";"):
        if text.strip():
            table.play(table.waiting[0], game.parse(text))
    return table


@dataclass(frozen=True, slots=True)
class Played:
    """A seeded table of a game, and the number of its words that are played (None: all)."""

    game: ClassVar[AnyGame]
    players: int
    seed: int
    whole: str = ""
    moves: int | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    @property
    def words(self) -> list[str]:
        """The words played so far."""
        return self.whole.split("; ")[: self.moves]

    def to_come_from(self, moves: int) -> list[str]:
        """Return the words of the game after the first `moves`."""
        return self.whole.split("; ")[moves:]

    def then(self, words: str) -> Self:
        """Return the position after other words than those of the game."""
        return replace(self, whole="; ".join([*self.words, words]), moves=None)

    def table(
        self, *, persons: int = 1, store: Store | None = None, **options: OptionValue
    ) -> Table:
        """Return a table in this position: `persons` people, then bots with names of people."""
        seats = [
            SeatPlan(name, None if seat < persons else "random")
            for seat, name in enumerate(PEOPLE[: self.players])
        ]
        return table_after(
            "; ".join(self.words),
            seats=seats,
            game=self.game,
            seed=self.seed,
            store=store,
            **{**self.options, **options},
        )


def keep(
    store: Store, words: str, *, seats: Sequence[SeatPlan] = ALONE, game: AnyGame = BATAILLE
) -> None:
    """Store a table after these words, as if played on that day, each a minute later."""
    table_after(words, seats=seats, game=game, store=store).close()
    paths = list(store.folder.iterdir())
    played = (KEPT_ON + timedelta(minutes=len(paths))).timestamp()
    os.utime(max(paths, key=lambda path: path.stat().st_mtime_ns), (played, played))
