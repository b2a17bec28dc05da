"""`nim-tui play` and `nim-tui replay`: a table, or the record of one, on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nim_tui.commands.choices import offer_of, options_of, seats_of, setting
from nim_tui.commands.completing import files
from nim_tui.commands.explained import Command, argument
from nim_tui.commands.language import asked_language
from nim_tui.commands.records import replayed
from nim_tui.commands.trouble import is_by_lines, told
from screens.text import N_

if TYPE_CHECKING:
    from nim_tui.tables.table import Table


@click.command(
    cls=Command,
    help=N_(
        "Set up a table of GAME and play; it is kept from the first move on.\n\n"
        "Without --seats you play against medium bots, with as few players as the game "
        "allows.\n\n"
        'Example: nim-tui play bataille --seats "Ana,bot:medium" --option blast=true '
        "--seed 7"
    ),
)
@setting
def play(
    game: str, seats: str | None, options: tuple[str, ...], board: str | None, seed: int | None
) -> None:
    """Set up a table of GAME and play; it is kept from the first move on."""
    from nim_tui.tables.seeds import fresh_seed  # noqa: PLC0415
    from nim_tui.tables.store import Store, data_folder  # noqa: PLC0415
    from nim_tui.tables.table import Table  # noqa: PLC0415

    offer = offer_of(game)
    chosen = options_of(offer.game, options, board)
    who = seats or ",".join(["You", *[f"bot:{offer.usual}"] * (offer.game.seats[0] - 1)])
    plans = seats_of(offer, who)
    with told():
        table = Table(offer.game, chosen, plans, fresh_seed() if seed is None else seed)
        Store(data_folder()).open_new(table)
    try:
        _sit_down(table)
    finally:
        table.close()


def _sit_down(table: Table) -> None:
    """At the screen, or by lines."""
    if is_by_lines():
        from nim_tui.plain import run  # noqa: PLC0415

        click.get_current_context().exit(run.run_table(table, asked_language()))
    from nim_tui.app import run_table  # noqa: PLC0415

    run_table(table, asked_language())


@click.command(
    cls=Command,
    help=N_("Step through the record in FILE, forwards and backwards."),
)
@argument("file", shell_complete=files)
def replay(file: str) -> None:
    """Step through the record in FILE, forwards and backwards."""
    record = replayed(file)[0]
    if is_by_lines():
        from nim_tui.plain import run  # noqa: PLC0415

        code = run.run_replay(record.header, record.lines, asked_language())
        click.get_current_context().exit(code)
    from nim_tui.app import run_replay  # noqa: PLC0415

    run_replay(record, asked_language())
