"""`nim-tui learn`: the lessons, and taking one."""

from __future__ import annotations

import click

from nim_tui.commands.choices import WholeNumber, offer_of
from nim_tui.commands.trouble import Trouble, need_terminal


@click.command()
@click.argument("game", required=False)
@click.option("--lesson", type=WholeNumber(1, 9), help="Which lesson of GAME to take.")
def learn(game: str | None, lesson: int | None) -> None:
    """Take a lesson of GAME; without a game, list the lessons.

    Without --lesson it is the first that you have not finished, where you left it.

    Example: nim-tui learn bataille
    """
    if game is None:
        if lesson is not None:
            raise Trouble("--lesson needs a game: nim-tui learn GAME --lesson N")
        click.echo("\n\n".join(_listed()))
        return
    from nim_tui.lessons.lesson_file import lessons_of  # noqa: PLC0415

    offer = offer_of(game)
    count = len(lessons_of(offer.name))
    if not 1 <= (lesson or 1) <= count:
        raise Trouble(f"{offer.name} has {count} lessons")
    need_terminal()
    from nim_tui.app import run_lesson  # noqa: PLC0415

    run_lesson(offer.name, lesson or 0)


def _listed() -> list[str]:
    """The lessons, game by game."""
    from nim_tui.catalog import CATALOG  # noqa: PLC0415
    from nim_tui.lessons.lesson_file import lessons_of  # noqa: PLC0415

    found = []
    for offer in CATALOG.values():
        lessons = enumerate(lessons_of(offer.name), start=1)
        rows = [f"  {n}  {one.title.en}: {one.summary.en}" for n, one in lessons]
        found.append("\n".join([f"{offer.name}: {offer.title}", *rows]))
    return found
