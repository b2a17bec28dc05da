"""`nim-tui record`: what a record holds, and whether it is sound."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nim_tui.commands.trouble import Commands, Trouble, told
from nim_tui.names import printable

if TYPE_CHECKING:
    from nim_tui.tables.record import Record
    from nim_tui.tables.table import Table


def replayed(file: str) -> tuple[Record, Table]:
    """A whole, sound record and the table it leads to; the file stays untouched.

    Raises Trouble, for a record with a cut last line too.
    """
    from nim_tui.tables.record import read_record  # noqa: PLC0415
    from nim_tui.tables.store import replay  # noqa: PLC0415

    with told(file or "''"):
        record = read_record(Path(file))
        table = replay(record)
    if record.cut:
        raise Trouble(
            f"{printable(file, 120)}: the last line was cut while it was written, all before it is"
            " sound; going on with the game from the home screen drops that line"
        )
    return record, table


@click.group(cls=Commands, no_args_is_help=False)
def record() -> None:
    """Look into records of games."""


@record.command()
@click.argument("file")
def check(file: str) -> None:
    """Replay the record in FILE from end to end and say what it holds."""
    _, table = replayed(file)
    result = table.result
    ended = "unfinished" if result is None else f"over ({result.reason})"
    moves = "1 move" if table.moves_played == 1 else f"{table.moves_played} moves"
    click.echo(f"{table.game.name}, {len(table.seats)} seats, {moves}, {ended}")
