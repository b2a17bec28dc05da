"""`nim-tui record`: what a record holds, whether it is sound, and other forms of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nim_tui.commands.completing import files
from nim_tui.commands.explained import argument
from nim_tui.commands.trouble import Commands, Trouble, told
from nim_tui.names import printable
from screens.text import N_, _, labelled, ngettext, say_refusal

if TYPE_CHECKING:
    from nim_tui.tables.record import Record
    from nim_tui.tables.table import Table


def replayed(file: str) -> tuple[Record, Table]:
    """A whole, sound record and the table it leads to; the file stays untouched.

    Raises Trouble, for a record with a cut last line too.
    """
    from nim_tui.tables.record_file import read_record  # noqa: PLC0415
    from nim_tui.tables.store import replay  # noqa: PLC0415

    with told(file or "''"):
        record = read_record(Path(file))
        table = replay(record)
    if record.cut:
        cut = _(
            "the last line was cut while it was written, all before it is sound; going on with the"
            " game from the home screen drops that line"
        )
        raise Trouble(labelled(printable(file, 120), cut))
    return record, table


@click.group(
    cls=Commands,
    no_args_is_help=False,
    help=N_("Look into records of games, pass them on, take them in."),
)
def record() -> None:
    """Look into records of games, pass them on, take them in."""


@record.command(
    help=N_("Replay the record in FILE from end to end and say what it holds."),
)
@argument("file", shell_complete=files)
def check(file: str) -> None:
    """Replay the record in FILE from end to end and say what it holds."""
    table = replayed(file)[1]
    result = table.result
    ended = _("unfinished")
    if result is not None:
        ended = _("over ({reason})").format(reason=result.reason)
    seats = ngettext("{count} seat", "{count} seats", len(table.seats))
    moves = ngettext("{count} move", "{count} moves", table.moves_played)
    click.echo(f"{table.game.name}, {seats}, {moves}, {ended}")


class NotAsCommitted(Trouble):
    """A record that is not of the deal that was committed to; other mistakes have code 2."""

    exit_code = 1


@record.command(
    help=N_(
        "Check that the record in FILE is of the deal that was committed to before the first "
        "move: seed and nonce give the sum that was shown, and all moves follow from the seed.\n\n"
        "Exit status: 0 if so, 1 if not, 2 if the record has nothing to check."
    ),
    epilog=N_("Example: nim-tui record verify submarine-0001.jsonl"),
)
@argument("file", shell_complete=files)
def verify(file: str) -> None:
    """Check that the record in FILE is of the deal that was committed to."""
    from nim_tui.tables.record import RecordError  # noqa: PLC0415
    from nim_tui.tables.record_file import read_record  # noqa: PLC0415
    from nim_tui.tables.seeds import DrawnSeed  # noqa: PLC0415
    from nim_tui.tables.store import replay  # noqa: PLC0415

    name = printable(file, 120)
    with told(file or "''"):
        record = read_record(Path(file))
    seed = record.header.seed
    if not isinstance(seed, DrawnSeed):
        why = _("there is no commitment: the seed was chosen, or the record is an old one")
        raise Trouble(labelled(name, why))
    if not seed.is_as_committed:
        raise NotAsCommitted(labelled(name, _("seed and nonce do not give the commitment")))
    try:
        table = replay(record)
    except RecordError as error:
        why = _("the game does not follow from the seed: {why}")
        raise NotAsCommitted(labelled(name, why.format(why=say_refusal(error)))) from error
    moves = ngettext("{count} move", "{count} moves", table.moves_played)
    fits = _("seed and nonce give the commitment {sum}, and the game follows from them ({moves})")
    click.echo(fits.format(sum=seed.commitment, moves=moves))
