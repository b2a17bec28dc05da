"""Tables brought to where the lines of a record lead."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.names import printable
from nim_tui.tables.record import Header, Line, Mark, Over, Play, RecordError, Undo
from nim_tui.tables.table import Table
from rules.contract import AnyGame, IllegalMove
from rules.messages import N_, Refusal


def table_from(header: Header, game: AnyGame, lines: Sequence[Line] = ()) -> Table:
    """The table a record tells of, brought to where the lines end.

    Raises UnsuitableTable or RecordError.
    """
    terms = header.options, header.seats, header.seed
    table = Table(game, *terms, hints_for_all=header.hints_for_all)
    follow(table, lines)
    return table


def follow(table: Table, lines: Sequence[Line]) -> None:
    """Do what the lines of a record say. Raises RecordError, naming the line."""
    for number, line in enumerate(lines, start=2):
        try:
            _follow_line(table, line)
        except Refusal as refusal:
            why = printable(str(refusal))
            raise RecordError(
                N_("line {line} does not fit the game: {why}"), line=number, why=why
            ) from refusal


def _follow_line(table: Table, line: Line) -> None:
    match line:
        case Over():
            end = table.drafts.end_as_told(line)
            if end is not None:
                end.make()  # it is written already
        case Play() | Undo() | Mark() if not 0 <= line.seat < len(table.seats):
            raise IllegalMove(N_("there is no seat {seat}"), seat=line.seat)
        case Play():
            table.play(line.seat, table.game.parse(line.move))
        case Undo():
            table.drafts.undo_as_told(line.seat).carry_out()
        case Mark():
            table.mark(line.seat, line.place, line.sign)
