"""Baselines for learning agents: `python -m nim_tui.arena.baselines [GAME ...]`.

All levels of a game and random play meet in a round robin at its smallest tables, each deal once in
every order of seats. The same seeds give the same games; those in `--keep` are not played again.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from nim_tui import __version__
from nim_tui.arena.gates import with_lines
from nim_tui.arena.matches import Pairing, round_robin
from nim_tui.arena.results import ArenaGame, Results
from nim_tui.arena.runner import play, play_all
from nim_tui.arena.strength import standings
from nim_tui.bots.levels import BLIND
from nim_tui.registry import GameEntry, all_games
from nim_tui.thinking.pool import processors

SEED: Final = 30_000_000
"""The first seed; nothing was fitted to these."""
GAMES: Final = 10
"""Games of each table, by default."""
MARKS: Final = ("<!-- baselines -->", "<!-- end of baselines -->")
"""The marks around the lines in docs/how-to/train-agents.md."""


def pairings_of(entry: GameEntry, games: int) -> list[Pairing]:
    """Return the games of all levels against each other, at tables of the fewest players."""
    levels = tuple(dict.fromkeys((*entry.bots, BLIND)))
    return list(round_robin(levels, entry.game.seats[0], games, SEED))


def played(entry: GameEntry, games: int, keep: Path | None, processes: int) -> list[ArenaGame]:
    """Play the games that are not kept yet; without processes, return the kept ones.

    Raises UnfitResults, OSError.
    """
    file = None if keep is None else keep / f"{entry.name}.jsonl"
    if not processes and not (file and file.exists()):
        return []
    results = Results({"baselines": entry.name, "seed": SEED, "nim_tui": __version__}, file)
    pairings = pairings_of(entry, games)
    left = [pairing for pairing in pairings if pairing not in results.games]
    if processes and left:
        with closing(play_all(partial(play, entry.name, {}), left, processes)) as done:
            for game in done:
                results.add(game)
    return results.of(iter(pairings))


def lines_of(entry: GameEntry, games: Sequence[ArenaGame]) -> Iterator[str]:
    """Yield a line for each level, the best first."""
    for bot in standings(games):
        low, high = bot.interval
        rating = "" if bot.rating is None else f"  rating {bot.rating:4.1f}"
        yield (
            f"{entry.name:<10} {entry.game.seats[0]} {bot.level:<7}"
            f" {bot.share:6.1%} [{low:.0%}-{high:.0%}] of {bot.games:>3}{rating}"
            f"  {1000 * bot.mean_seconds:6.1f} ms a decision"
        )


def main(arguments: Sequence[str]) -> None:
    """Print the standings of each game: players, share of first places, rating, time."""
    parser = ArgumentParser(prog="python -m nim_tui.arena.baselines")
    parser.add_argument("names", metavar="GAME", nargs="*")
    parser.add_argument("--games", type=int, default=GAMES, help="of each table")
    parser.add_argument("--keep", type=Path, help="keep games in this folder, and go on from them")
    parser.add_argument("--kept", action="store_true", help="play nothing, only tell what is kept")
    parser.add_argument("--docs", type=Path, help="write the lines into this page")
    asked = parser.parse_args(arguments)
    lines = [f"nim_tui {__version__}, {asked.games} games of each table, seeds from {SEED} on"]
    for name in asked.names or all_games():
        entry = all_games()[name]
        games = played(entry, asked.games, asked.keep, 0 if asked.kept else processors())
        lines += lines_of(entry, games)
    print("\n".join(lines))
    if asked.docs:
        page = with_lines(asked.docs.read_text("utf-8"), lines, MARKS)
        asked.docs.write_text(page, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
