"""A game for research: with a number of players, options, and an encoding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from nim_tui.registry import game_named
from nim_tui.research.encoding import Entries, Numbering, RecordField
from rules.contract import AnyGame, Result, UnsuitableTable, check_seats, settle_options
from rules.messages import N_
from rules.options import OptionValue

OWN_BOARD: Final = "board"
"""The option that would change the names and sizes of everything encoded."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A game with a fixed number of players and options; a copy is the same object."""

    game: AnyGame
    seats: int
    options: Mapping[str, OptionValue]
    numbering: Numbering
    layout: RecordField

    def __reduce__(self) -> Any:
        return subject_of, (self.game.name, self.seats, dict(self.options))

    @property
    def actions(self) -> int:
        """The number of actions."""
        return len(self.numbering.names)

    @property
    def observation_size(self) -> int:
        """The number of entries in an observation."""
        return self.layout.size + self.numbering.most_parts - 1

    def observation(self, view: Any, parts: tuple[int, ...]) -> Entries:
        """Return a view, and the parts of a move already chosen by its seat, as numbers."""
        out: Entries = {}
        self.layout.write(view, 0, out)
        for place, part in enumerate(parts, start=self.layout.size):
            out[place] = (part + 1) / self.actions
        return out

    def information(self, view: Any, parts: tuple[int, ...]) -> str:
        """Return the observation in words, complete."""
        chosen = ", ".join(self.numbering.names[part] for part in parts)
        return f"{view!r} {chosen}".rstrip()

    def returns(self, result: Result) -> list[float]:
        """Return each seat's utility of the result: 1 for a sole winner, and 0 in sum.

        Winners share first place; a loser gets -1 among two, -1/2 among three and so on. If all are
        tied, or there is no result, everyone gets 0.
        """
        winners, seats = result.winners, self.seats
        if not winners:
            return [0.0] * seats
        parts = (1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
        return [(part * seats - 1) / (seats - 1) for part in parts]


def subject_of(
    name: str, players: int | None = None, options: Mapping[str, OptionValue] | None = None
) -> Subject:
    """Return a game of the catalog; without a number of players, for the fewest.

    Missing options take their values for play among bots, under which every game ends. Raises
    UnknownName and UnsuitableTable.
    """
    game = game_named(name).game
    seats = game.seats[0] if players is None else players
    check_seats(game, seats)
    settled = settle_options(game, {**game.automatic, **(options or {})})
    if settled.get(OWN_BOARD) is not None:
        raise UnsuitableTable(N_("the encoding supports only the printed board"))
    for option in game.automatic:
        if settled[option] is None:
            raise UnsuitableTable(N_("option {name} must be a number here"), name=option)
    return _subject(game.name, seats, tuple(settled.items()))


@cache
def _subject(name: str, seats: int, options: tuple[tuple[str, OptionValue], ...]) -> Subject:
    entry = game_named(name)
    numbers = entry.encoding
    return Subject(entry.game, seats, dict(options), numbers.NUMBERING, numbers.layout(seats))
