"""`nim-tui record`: check, export, import."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import click

from nim_tui.cli.completing import files
from nim_tui.cli.explained import TranslatedCommand, WholeNumber, argument, option
from nim_tui.cli.progress import noted_progress
from nim_tui.cli.trouble import Commands, Interrupted, UsageMistake, told
from nim_tui.names import one_of, printable
from nim_tui.settings import THEMES
from nim_tui.tables.record import RecordError, read_record
from nim_tui.tables.seeds import DrawnSeed
from nim_tui.tables.store import Store, data_folder, replay
from screens.text import N_, _, current_look, labelled, ngettext, say_refusal

if TYPE_CHECKING:
    from nim_tui.export.pictures import Sitting
    from nim_tui.tables.record import Record
    from nim_tui.tables.table import Table


def replayed(file: str) -> tuple[Record, Table]:
    """Return a whole, sound record and its final table, without changing the file.

    Raises Trouble, for a record with a cut last line too.
    """
    with told(file or "''"):
        record = read_record(Path(file))
        table = replay(record)
    if record.cut:
        cut = _(
            "the last line is incomplete, but everything before it is intact; continue the "
            "game from the home screen to drop that line"
        )
        raise UsageMistake(labelled(printable(file, 120), cut))
    return record, table


@click.group(
    cls=Commands,
    no_args_is_help=False,
    help=N_("Check, export and import game records."),
)
def record() -> None:
    """Check, export and import game records."""


@record.command(
    help=N_("Replay the game record in FILE from start to end and show a summary."),
)
@argument("file", shell_complete=files)
def check(file: str) -> None:
    """Replay the game record in FILE from start to end and show a summary."""
    table = replayed(file)[1]
    result = table.result
    ended = _("unfinished")
    if result is not None:
        ended = _("finished ({reason})").format(reason=result.reason)
    seats = ngettext("{count} seat", "{count} seats", len(table.seats))
    moves = ngettext("{count} move", "{count} moves", table.moves_played)
    click.echo(f"{table.game.name}, {seats}, {moves}, {ended}")


class NotAsCommitted(UsageMistake):
    """The record does not match its commitment; exit code 1, as other mistakes have 2."""

    exit_code = 1


@record.command(
    help=N_(
        "Verify the deal of the game record in FILE: its seed and nonce give the checksum "
        "shown before the first move, and all moves follow from the seed.\n\n"
        "Exit status: 0 if so, 1 if not, 2 if the record has nothing to verify."
    ),
    epilog=N_("Example: nim-tui record verify submarine-0001.jsonl"),
)
@argument("file", shell_complete=files)
def verify(file: str) -> None:
    """Verify the deal of the game record in FILE."""
    name = printable(file, 120)
    with told(file or "''"):
        record = read_record(Path(file))
    seed = record.header.seed
    if not isinstance(seed, DrawnSeed):
        why = _("no checksum: the seed was chosen, or the record is old")
        raise UsageMistake(labelled(name, why))
    if not seed.is_as_committed:
        raise NotAsCommitted(labelled(name, _("the seed and nonce do not give the checksum")))
    try:
        table = replay(record)
    except RecordError as error:
        why = _("the game does not follow from the seed: {why}")
        raise NotAsCommitted(labelled(name, why.format(why=say_refusal(error)))) from error
    moves = ngettext("{count} move", "{count} moves", table.moves_played)
    fits = _("the seed and nonce give the checksum {sum}, and the game follows from them ({moves})")
    click.echo(fits.format(sum=seed.commitment, moves=moves))


FORMS: Final = ("txt", "json", "html", "svg", "cast")
_SIZE: Final = re.compile(r"(\d{2,3})x(\d{2,3})")
_LEAST: Final = (80, 24)
_MOST: Final = (240, 100)


@click.command(
    "export",
    cls=TranslatedCommand,
    help=N_(
        "Export the finished game in the record FILE.\n\n"
        "txt: text to paste anywhere, which `import` reads; json: the same for programs, "
        "with the log of each move; html: one page that steps through the game; svg: a "
        "picture of the board; cast: an asciicast of the whole game."
    ),
    epilog=N_("Example: nim-tui record export bataille-0001.jsonl --to html --out game.html"),
)
@argument("file", shell_complete=files)
@option("--to", "form", type=click.Choice(FORMS), required=True, help=N_("Output format."))
@option(
    "--out",
    metavar="FILE",
    help=N_("Write to a new file instead of standard output."),
    shell_complete=files,
)
@option(
    "--seat",
    type=WholeNumber(1, 10),
    help=N_("Show what this seat saw (default: everything)."),
)
@option(
    "--move",
    type=WholeNumber(0, 99_999),
    help=N_("Picture after this many moves (default: the end)."),
)
@option(
    "--size",
    default="120x40",
    show_default=True,
    metavar="COLUMNSxROWS",
    help=N_("Size of the terminal drawn."),
)
@option("--theme", type=click.Choice(THEMES), default="sea", show_default=True, help=N_("Theme."))
@option(
    "--pace",
    type=click.FloatRange(0.05, 60),
    metavar="SECONDS",
    default=1.0,
    show_default=True,
    help=N_("Seconds per move in an asciicast."),
)
def export(
    file: str,
    *,
    form: str,
    out: str | None,
    seat: int | None,
    move: int | None,
    size: str,
    theme: str,
    pace: float,
) -> None:
    """Export the finished game in the record FILE."""
    from nim_tui.export.finished_game import finished  # noqa: PLC0415
    from nim_tui.export.formats import written  # noqa: PLC0415

    with told(file):
        game = finished(replayed(file)[0])
    if seat is not None and seat > len(game.header.seats):
        known = [str(n + 1) for n in range(len(game.header.seats))]
        raise UsageMistake(f"--seat: {one_of(str(seat), known)}")
    sitting = _sitting(seat, size, theme)
    try:
        with _opened(out) as output, noted_progress() as note:
            for text in written(game, form, sitting, move=move, pace=pace, note=note):
                output.write(text)
    except KeyboardInterrupt:
        raise Interrupted(_("stopped")) from None


def _sitting(seat: int | None, size: str, theme: str) -> Sitting:
    from nim_tui.export.pictures import Sitting  # noqa: PLC0415

    found = _SIZE.fullmatch(size)
    columns, rows = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (_LEAST[0] <= columns <= _MOST[0] and _LEAST[1] <= rows <= _MOST[1]):
        least, most = ("x".join(map(str, bound)) for bound in (_LEAST, _MOST))
        told = _("--size must be COLUMNSxROWS from {least} to {most}")
        raise UsageMistake(told.format(least=least, most=most))
    return Sitting(
        None if seat is None else seat - 1, columns, rows, theme, current_look().language
    )


@contextmanager
def _opened(out: str | None) -> Iterator[TextIO]:
    """Yield the file to write to, and delete an incomplete one."""
    if out is None:
        yield sys.stdout
        return
    with told():
        file = Path(out).open("x", encoding="utf-8")  # noqa: SIM115 - closed below
    try:
        with file:
            yield file
    except BaseException:
        Path(out).unlink(missing_ok=True)
        raise


@click.command(
    "import",
    cls=TranslatedCommand,
    help=N_(
        "Import a finished game from FILE or standard input (-): text or JSON from `export`, "
        "or a game record. It is replayed first, then added to your games, marked as "
        "imported."
    ),
)
@argument("file", shell_complete=files)
def import_(file: str) -> None:
    """Import a finished game."""
    from nim_tui.export.json_game import MOST, read_game  # noqa: PLC0415

    with told(), click.open_file(file, "rb") as source:
        data = source.read(MOST + 1)
    with told("" if file == "-" else file):
        record = read_game(data)
    with told():
        path, is_new = Store(data_folder()).take_in(record)
    if not is_new:
        click.echo(_("this game is already kept as {file}").format(file=path))
        return
    moves = ngettext("{count} move", "{count} moves", record.moves)
    click.echo(
        _("kept as {file}: {game}, {moves}").format(file=path, game=record.header.game, moves=moves)
    )


for _command in (export, import_):
    record.add_command(_command)
