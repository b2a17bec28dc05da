"""`nim-tui play`, `replay`, `learn`, `puzzle`, `games`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from nim_tui.cli.choices import entry_of, options_of, seats_of, setting
from nim_tui.cli.completing import files, game_names, lessons
from nim_tui.cli.explained import TranslatedCommand, WholeNumber, argument, option
from nim_tui.cli.language import asked_language
from nim_tui.cli.trouble import UsageMistake, is_by_lines, told
from nim_tui.lessons.lesson_file import lessons_of
from nim_tui.plain import run
from nim_tui.registry import all_games, left_out
from nim_tui.tables.seat_plans import programs_in
from nim_tui.tables.seeds import fresh_seed
from nim_tui.tables.store import Store, data_folder
from nim_tui.tables.table import Table
from screens.text import N_, _, in_words, ngettext

if TYPE_CHECKING:
    from nim_tui.registry import GameEntry
    from nim_tui.tables.table import Table
    from rules.options import Option, OptionValue


@click.command(
    cls=TranslatedCommand,
    help=N_("List the games, their seats, bots and options."),
)
@option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def games(as_json: bool) -> None:
    """List the games, their seats, bots and options."""
    entries = list(all_games().values())
    if as_json:
        click.echo(json.dumps([_facts(entry) for entry in entries], indent=2))
    else:
        click.echo("\n\n".join("\n".join(_lines(entry)) for entry in entries))
    for reason in left_out():
        click.echo(in_words(reason), err=True)


def _facts(entry: GameEntry) -> dict[str, Any]:
    game = entry.game
    return {
        "name": entry.name,
        "title": entry.title,
        "seats": list(game.seats),
        "bots": list(entry.bots),
        "options": [_option_facts(option) for option in game.options],
    }


def _option_facts(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "takes": str(option.range_text),
        "default": option.default,
        "meaning": option.meaning,
    }


def _lines(entry: GameEntry) -> list[str]:
    game = entry.game
    labels = [_("seats"), _("bots"), _("options")]
    room = max(map(len, labels)) + 1
    seats, bots, options = (f"  {label:<{room}}" for label in labels)
    lines = [
        f"{entry.name}: {entry.title}",
        f"{seats}{', '.join(str(number) for number in game.seats)}",
        f"{bots}{', '.join(f'bot:{level}' for level in entry.bots)}",
    ]
    widths = [0, 0]
    for choice in game.options:
        widths[0] = max(widths[0], len(choice.name))
        widths[1] = max(widths[1], len(_word(choice.default)))
    for number, choice in enumerate(game.options):
        lines += _option_lines(choice, " " * len(options) if number else options, widths)
    return lines


def _option_lines(option: Option, label: str, widths: list[int]) -> list[str]:
    name, default = option.name.ljust(widths[0]), _word(option.default).ljust(widths[1])
    indent = " " * (len(label) + widths[0] + 2)
    told = _("{name}  default {default}  values {range}").format(
        name=name, default=default, range=in_words(option.range_text)
    )
    return [f"{label}{told}", f"{indent}{_(option.meaning)}"]


def _word(value: OptionValue) -> str:
    """Return an option's value as it is typed."""
    return "none" if value is None else str(value).lower()


@click.command(
    cls=TranslatedCommand,
    help=N_(
        "Set up a table and play GAME; the game is saved from the first move on.\n\nWithout "
        "--seats you play against medium bots, with as few players as the game "
        'allows.\n\nExample: nim-tui play bataille --seats "Ana,bot:medium" --option blast=true '
        "--seed 7"
    ),
)
@setting
def play(
    game: str, seats: str | None, options: tuple[str, ...], board: str | None, seed: int | None
) -> None:
    """Set up a table of GAME and play; the game is saved from the first move on."""
    entry = entry_of(game)
    chosen = options_of(entry.game, options, board)
    who = seats or ",".join(["You", *[f"bot:{entry.usual}"] * (entry.game.seats[0] - 1)])
    plans = seats_of(entry, who)
    with told():
        table = Table(entry.game, chosen, plans, fresh_seed() if seed is None else seed)
        Store(data_folder()).open_new(table, programs_in(who.split(",")))
    try:
        _sit_down(table)
    finally:
        table.close()


def _sit_down(table: Table) -> None:
    """Play on the screen, or in text mode."""
    if is_by_lines():
        click.get_current_context().exit(run.run_table(table, asked_language()))
    from nim_tui.app.app import run_table  # noqa: PLC0415

    run_table(table, asked_language())


@click.command(
    cls=TranslatedCommand,
    help=N_("Step through the game record in FILE, forwards and backwards."),
)
@argument("file", shell_complete=files)
def replay(file: str) -> None:
    """Step through the game record in FILE, forwards and backwards."""
    from nim_tui.commands.records import replayed  # noqa: PLC0415 - for this command alone

    record = replayed(file)[0]
    if is_by_lines():
        code = run.run_replay(record.header, record.lines, asked_language())
        click.get_current_context().exit(code)
    from nim_tui.app.app import run_replay  # noqa: PLC0415

    run_replay(record, asked_language())


@click.command(
    cls=TranslatedCommand,
    help=N_(
        "Take a lesson in GAME; without a game, list the lessons.\n\nWithout --lesson, the first "
        "unfinished one continues where you left off.\n\nExample: nim-tui learn bataille"
    ),
)
@argument("game", required=False, shell_complete=game_names)
@option(
    "--lesson",
    type=WholeNumber(1, 9),
    help=N_("Number of the lesson."),
    shell_complete=lessons,
)
def learn(game: str | None, lesson: int | None) -> None:
    """Take a lesson of GAME; without a game, list the lessons."""
    if game is None:
        if lesson is not None:
            raise UsageMistake(_("--lesson needs a game: nim-tui learn GAME --lesson N"))
        click.echo("\n\n".join(_listed()))
        return
    entry = entry_of(game)
    count = len(lessons_of(entry.name))
    if not 1 <= (lesson or 1) <= count:
        lessons = ngettext("{count} lesson", "{count} lessons", count)
        raise UsageMistake(_("{game} has {lessons}").format(game=entry.name, lessons=lessons))
    if is_by_lines():
        click.get_current_context().exit(run.run_lesson(entry.name, lesson or 0, asked_language()))
    from nim_tui.app.app import run_lesson  # noqa: PLC0415

    run_lesson(entry.name, lesson or 0, asked_language())


def _listed() -> list[str]:
    """Return the lessons, game by game."""
    found = []
    for entry in all_games().values():
        lessons = enumerate(lessons_of(entry.name), start=1)
        rows = [f"  {n}  {one.title}: {one.summary}" for n, one in lessons]
        found.append("\n".join([f"{entry.name}: {entry.title}", *rows]))
    return found


@click.command(
    cls=TranslatedCommand,
    help=N_(
        "Find the best move in a position of GAME; without a game, of any game.\n\nA solved "
        "puzzle does not come up again until all are solved. Your first answer to each puzzle "
        "counts for your puzzle rating in its game.\n\nExample: nim-tui puzzle himalaya"
    ),
)
@argument("game", required=False, shell_complete=game_names)
@option("--daily", is_flag=True, help=N_("The puzzle of the day, the same for everyone."))
def puzzle(game: str | None, *, daily: bool) -> None:
    """Find the best move of a position of GAME; without a game, of any game."""
    from nim_tui.puzzles.chooser import with_puzzles  # noqa: PLC0415 - for this command alone
    from nim_tui.puzzles.puzzle_file import PuzzleError  # noqa: PLC0415 - for this command alone

    name = entry_of(game).name if game is not None else ""
    try:
        game_names = with_puzzles(all_games())
    except PuzzleError as error:
        raise UsageMistake(str(error)) from error
    if name and name not in game_names:
        told = _("{game} has no puzzles yet; games with puzzles: {games}")
        raise UsageMistake(told.format(game=name, games=", ".join(game_names) or "-"))
    if is_by_lines():
        code = run.run_puzzle(name, is_daily=daily, language=asked_language())
        click.get_current_context().exit(code)
    from nim_tui.app.app import run_puzzle  # noqa: PLC0415

    run_puzzle(name, is_daily=daily, language=asked_language())
