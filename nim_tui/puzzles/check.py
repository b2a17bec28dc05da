"""Check puzzles: `python -m nim_tui.puzzles.check GAME FILE`.

The present judge evaluates each puzzle of a file again, with ten times its budget, and tries the
best move against similar moves that were no candidates. Puzzles that are no longer clear, or not
found by the hard bot, are dropped; the others get the new figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import msgspec

from nim_tui.bots.bot import Bot
from nim_tui.bots.search import Decision, Judge, weighed
from nim_tui.puzzles.finding import MARGIN, MORE, Finder, FoundPuzzle, difficulty
from nim_tui.puzzles.mine import hard_of, keep
from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.puzzles.puzzle_file import PuzzleError, PuzzleFile, WrittenPuzzle, read_puzzles
from nim_tui.registry import all_games, game_named
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Move

CLEARLY: Final = MARGIN / 2
"""The least lead of the best move over non-candidates, in percentage points."""
ALIKE: Final = 8
"""The number of similar moves tried: those that share most words with the best."""
_OTHER: Final = 1 << 29
"""The offset of seeds that separates checks from mining."""


def checked(
    game: AnyGame, judge: Judge, puzzle: WrittenPuzzle, hard: Bot | None = None
) -> WrittenPuzzle | None:
    """Return the puzzle with the present judge's figures; None if it is no longer one."""
    on = Puzzle(game, puzzle)
    decision = Decision(game, on.table.view(puzzle.seat), on.table.legal(puzzle.seat))
    finder, chance = Finder(judge, judge.budget, hard), Chance(puzzle.seed + _OTHER)
    sure = finder.confirm(FoundPuzzle(puzzle.right, puzzle.tries, MARGIN), decision, chance)
    if sure is None or nearest(judge, decision, sure, chance) < CLEARLY:
        return None
    return msgspec.structs.replace(
        puzzle,
        right=sure.right,
        tries=sure.tries,
        difficulty=difficulty(sure, puzzle.choices, is_seen=puzzle.seen),
    )


def nearest(judge: Judge, decision: Decision, found: FoundPuzzle, chance: Chance) -> float:
    """Return the lead of the best move, in percentage points, over similar non-candidates.

    100 if there are none.
    """
    game, view = decision.game, decision.view
    best = game.parse(found.right[0])
    others = alike(decision, found)
    worlds = judge.worlds(game, view, decision.legal, chance)
    if not others or worlds is None:
        return 100.0
    tried = [Advice(move, "") for move in (best, *others)]
    looked = weighed(worlds, tried, view, judge.budget * MORE)
    wins = {each.advice.move.word: 100 * each.chances[view.seat] for each in looked}
    behind: float = wins.pop(best.word) - max(wins.values())
    return behind


def alike(decision: Decision, found: FoundPuzzle) -> list[Move]:
    """Return the legal moves that were not evaluated and share most words with the best."""
    known = {each.move for each in found.tries}
    words = {*found.right[0].split()}
    others = [move for move in decision.legal if move.word not in known]
    others.sort(key=lambda move: -len(words & {*move.word.split()}))
    return others[:ALIKE]


def kept_of(
    game: AnyGame, judge: Judge, file: PuzzleFile, hard: Bot | None = None
) -> Iterator[WrittenPuzzle]:
    """Yield the puzzles of a file that are still valid; report each that is not."""
    for puzzle in file.puzzles:
        today = checked(game, judge, puzzle, hard)
        if today is None:
            click.echo(f"{puzzle.id} is left out")
        else:
            yield today


@click.command()
@click.argument("game", type=click.Choice([*all_games()]))
@click.argument("path", type=click.Path(dir_okay=False, exists=True, path_type=Path))
def main(*, game: str, path: Path) -> None:
    """Check the puzzles of GAME in the file at PATH, and drop invalid ones."""
    entry = game_named(game)
    judge = entry.judge
    if judge is None:
        raise click.ClickException(f"nothing tells the chances to win in {game} yet")
    try:
        file = read_puzzles(path.name, path.read_bytes())
    except (PuzzleError, OSError) as error:
        raise click.ClickException(str(error)) from error
    kept = tuple(kept_of(entry.game, judge, file, hard_of(entry)))
    keep(path, msgspec.structs.replace(file, puzzles=kept))
    click.echo(f"{path}: {len(kept)} of {len(file.puzzles)} puzzles are kept")


if __name__ == "__main__":
    main()
