"""`nim-tui puzzle`: find the best move."""

from __future__ import annotations

import click

from nim_tui.commands.choices import offer_of
from nim_tui.commands.completing import game_names
from nim_tui.commands.explained import Command, argument, option
from nim_tui.commands.language import asked_language
from nim_tui.commands.trouble import Trouble, is_by_lines
from screens.text import N_, _


@click.command(
    cls=Command,
    help=N_(
        "Find the best move of a position of GAME; without a game, of any.\n\n"
        "What you solved is not asked again until you have solved all. Your first answer to each "
        "puzzle counts for your rating in its game.\n\n"
        "Example: nim-tui puzzle himalaya"
    ),
)
@argument("game", required=False, shell_complete=game_names)
@option("--daily", is_flag=True, help=N_("The puzzle of the day, which is the same for everybody."))
def puzzle(game: str | None, *, daily: bool) -> None:
    """Find the best move of a position of GAME; without a game, of any."""
    from nim_tui.catalog import CATALOG  # noqa: PLC0415
    from nim_tui.puzzles.choosing import with_puzzles  # noqa: PLC0415
    from nim_tui.puzzles.puzzle_file import PuzzleError  # noqa: PLC0415

    name = offer_of(game).name if game is not None else ""
    try:
        game_names = with_puzzles(CATALOG)
    except PuzzleError as error:
        raise Trouble(str(error)) from error
    if name and name not in game_names:
        told = _("{game} has no puzzles yet; those that have: {games}")
        raise Trouble(told.format(game=name, games=", ".join(game_names) or "-"))
    if is_by_lines():
        from nim_tui.plain import run  # noqa: PLC0415

        code = run.run_puzzle(name, is_daily=daily, language=asked_language())
        click.get_current_context().exit(code)
    from nim_tui.app import run_puzzle  # noqa: PLC0415

    run_puzzle(name, is_daily=daily, language=asked_language())
