"""`nim-tui learn`: the lessons, and taking one."""

from __future__ import annotations

import click

from nim_tui.commands.choices import WholeNumber, offer_of
from nim_tui.commands.completing import game_names, lessons
from nim_tui.commands.explained import Command, argument, option
from nim_tui.commands.language import asked_language
from nim_tui.commands.trouble import Trouble, is_by_lines
from screens.text import N_, _, ngettext


@click.command(
    cls=Command,
    help=N_(
        "Take a lesson of GAME; without a game, list the lessons.\n\n"
        "Without --lesson it is the first that you have not finished, where you left it.\n\n"
        "Example: nim-tui learn bataille"
    ),
)
@argument("game", required=False, shell_complete=game_names)
@option(
    "--lesson",
    type=WholeNumber(1, 9),
    help=N_("Which lesson of GAME to take."),
    shell_complete=lessons,
)
def learn(game: str | None, lesson: int | None) -> None:
    """Take a lesson of GAME; without a game, list the lessons."""
    if game is None:
        if lesson is not None:
            raise Trouble(_("--lesson needs a game: nim-tui learn GAME --lesson N"))
        click.echo("\n\n".join(_listed()))
        return
    from nim_tui.lessons.lesson_file import lessons_of  # noqa: PLC0415

    offer = offer_of(game)
    count = len(lessons_of(offer.name))
    if not 1 <= (lesson or 1) <= count:
        lessons = ngettext("{count} lesson", "{count} lessons", count)
        raise Trouble(_("{game} has {lessons}").format(game=offer.name, lessons=lessons))
    if is_by_lines():
        from nim_tui.plain import run  # noqa: PLC0415

        click.get_current_context().exit(run.run_lesson(offer.name, lesson or 0, asked_language()))
    from nim_tui.app import run_lesson  # noqa: PLC0415

    run_lesson(offer.name, lesson or 0, asked_language())


def _listed() -> list[str]:
    """The lessons, game by game."""
    from nim_tui.catalog import CATALOG  # noqa: PLC0415
    from nim_tui.lessons.lesson_file import lessons_of  # noqa: PLC0415

    found = []
    for offer in CATALOG.values():
        lessons = enumerate(lessons_of(offer.name), start=1)
        rows = [f"  {n}  {one.title}: {one.summary}" for n, one in lessons]
        found.append("\n".join([f"{offer.name}: {offer.title}", *rows]))
    return found
