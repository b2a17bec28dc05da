"""Games that are over, to be exported."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from nim_tui.export.finished_game import FinishedGame, finished
from nim_tui.registry import all_games
from nim_tui.tables.record import Record, SeatPlan, parse_record
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from rules.chance import Chance

NAMES = ("Ana", "Ben O'Hara", "Cléo", "Dan")
LONG = 400


@cache
def record_of(game: str, seed: int = 5) -> Record:
    """The record of a random game with moves taken back; its last word is a resignation or a draw.

    What its rules do not end after some hundred moves ends early.
    """
    rules = all_games()[game].game
    table = Table(rules, rules.automatic, [SeatPlan(n) for n in NAMES[: rules.seats[0]]], seed)
    with TemporaryDirectory() as folder:
        path = Store(Path(folder)).open_new(table)
        chance = Chance(seed)
        while table.waiting and table.moves_played < LONG:
            seat = chance.pick(table.waiting)
            table.play(seat, chance.pick(table.legal(seat)))
            if chance.below(9) == 0 and table.can_undo(seat):
                table.undo(seat)
        if table.waiting:
            table.end_by_agreement()
        table.close()
        return parse_record(path.read_bytes())


def game_of(game: str = "bataille", seed: int = 5) -> FinishedGame:
    """The same, ready to be exported."""
    return finished(record_of(game, seed))
