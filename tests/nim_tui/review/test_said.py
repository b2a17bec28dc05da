"""Costly moves in the words of the log: the one that was made, and the better one."""

from __future__ import annotations

from nim_tui.review.words import MoveSentences, sayings
from nim_tui.tables.table import Table
from screens.people import SeatNames
from screens.review.api import CostlyMove, CostlyMoveText
from tests.nim_tui.review.reviewing import told_of
from tests.screens.himalaya.tables import PROGRAMMING
from tests.screens.tables import ANA_CAMP, PAIR, table_after

STARTED = "A 17; drop 200; B 14"
CAMP = "sub 8.100; sub 15.300; sub 29.200; mine 16"
ELSEWHERE = "sub 11.100; sub 17.200; sub 29.200; mine 16"
"""Another camp, of which Ana knows no more: one submarine lies where A is."""


def said_of(table: Table, number: int, best: str, reader: int | None = 0) -> CostlyMoveText:
    """What the log says of the move after so many others, and of a better one."""
    play = table.plays[number]
    costly = CostlyMove(number, play.seat, play.move, "", best, "", (), 0.1)
    told = sayings(told_of(table), SeatNames(("Ana", "Ben", "Cleo")[: len(table.seats)], reader))
    assert isinstance(told, MoveSentences)
    return told.of(costly)


def after_camps(moves: str, camp: str = CAMP) -> tuple[Table, int]:
    """A game of Bataille, and how many moves laid the camps."""
    table = table_after(f"{ANA_CAMP}; {camp}; {moves}", seats=PAIR)
    return table, len(table.plays) - len(moves.split(";"))


def test_a_move_is_told_as_the_log_tells_it() -> None:
    table, start = after_camps(STARTED)
    assert said_of(table, start, "B 17") == CostlyMoveText("A moves to 17", "B moves to 17")
    assert said_of(table, start + 1, "hold") == CostlyMoveText(
        "A drops at 17.200, miss", "no charge dropped"
    )


def test_what_is_foreseen_tells_nothing_of_what_was_hidden() -> None:
    """A charge that hits in one camp and misses in another is told alike."""
    told = []
    for camp in (CAMP, ELSEWHERE):
        table, start = after_camps("A 17; hold", camp)
        told.append(said_of(table, start + 1, "drop 200"))
    assert told == [CostlyMoveText("no charge dropped", "A drops at 17.200")] * 2
    hit, start = after_camps("A 17; drop 200", ELSEWHERE)
    assert "SINKS" in said_of(hit, start + 1, "hold").played


def test_sealed_programs_are_told_by_their_words_alone() -> None:
    table = PROGRAMMING.table()
    table.play(table.waiting[0], table.game.parse("program tttttt"))
    assert said_of(table, len(table.plays) - 1, "program pppppp") == CostlyMoveText()


def test_a_better_move_that_could_not_be_made_is_not_told() -> None:
    """The file of a review may name any."""
    table, start = after_camps(STARTED)
    assert said_of(table, start, "drop 300") == CostlyMoveText("A moves to 17", "")
