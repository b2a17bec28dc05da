"""Baselines for learning agents: `python -m nim_tui.arena.baselines [GAME ...]`.

All levels of a game and random play meet in a round robin at its smallest tables, each deal once in
every order of seats. The same seeds give the same games. Kept games stand as long as the present
rules and bots play them: those of the same sources, and those of others of which some are replayed
identically.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from nim_tui import __version__
from nim_tui.arena.gates import (
    add_arguments_of_kept_games,
    digest_of_sources,
    is_up_to_date,
    note_played_by_these,
    were_played_by_these,
    with_lines,
)
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


def _file(entry: GameEntry, keep: Path) -> Path:
    return keep / f"{entry.name}.jsonl"


def results_of(entry: GameEntry, keep: Path | None) -> Results:
    """Return the games of a game that are kept, and the version and sources that played them.

    Raises UnfitResults, OSError.
    """
    origin = {"nim_tui": __version__, "sources": digest_of_sources()}
    file = None if keep is None else _file(entry, keep)
    return Results({"baselines": entry.name, "seed": SEED}, file, origin)


def are_of_these(results: Results, keep: Path) -> bool:
    """Whether the present sources have begun kept games, or replayed the folder last."""
    return results.origin["sources"] == digest_of_sources() or were_played_by_these(keep)


def play_rest(results: Results, entry: GameEntry, games: int, processes: int) -> None:
    """Play the games that are not kept yet, and keep them. Raises OSError."""
    left = [pairing for pairing in pairings_of(entry, games) if pairing not in results.games]
    if left:
        with closing(play_all(partial(play, entry.name, {}), left, processes)) as done:
            for game in done:
                results.add(game)


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


def line_of_origin(origin: Mapping[str, str], games: int) -> str:
    """Return the line that says what played the games below it."""
    return (
        f"nim_tui {origin['nim_tui']}, rules and bots {origin['sources'][:12]}:"
        f" {games} games of each table, seeds from {SEED} on"
    )


def _stand(results: Results, entry: GameEntry, asked: Namespace) -> bool:
    """Whether the present bots play the kept games: by their sources, or as some are replayed."""
    if asked.if_changed and asked.keep and are_of_these(results, asked.keep):
        return True
    return is_up_to_date(entry.name, [*results.games.values()], asked.again)


def _standing(entry: GameEntry, asked: Namespace) -> Results | None:
    """Return the games of a game as the present bots play them; None if they are to be played.

    Raises UnfitResults, OSError.
    """
    if asked.kept and not (asked.keep and _file(entry, asked.keep).exists()):
        return None
    results = results_of(entry, asked.keep)
    if not _stand(results, entry, asked):
        print(f"{entry.name}: the bots play otherwise now; play these games anew")
        if asked.kept:
            return None
        _file(entry, asked.keep).unlink()
        results = results_of(entry, asked.keep)
    if not asked.kept:
        play_rest(results, entry, asked.games, processors())
    return results


def main(arguments: Sequence[str]) -> int:
    """Print the standings of each game: players, share of first places, rating, time.

    Kept games that the present bots play otherwise are played anew. With `--kept` nothing is, and 1
    is returned if there are such games, or none at all.
    """
    parser = ArgumentParser(prog="python -m nim_tui.arena.baselines")
    parser.add_argument("names", metavar="GAME", nargs="*")
    parser.add_argument("--games", type=int, default=GAMES, help="of each table")
    add_arguments_of_kept_games(parser)
    parser.add_argument("--docs", type=Path, help="write the lines into this page")
    asked = parser.parse_args(arguments)
    lines, names = list[str](), asked.names or [*all_games()]
    found = [(entry, _standing(entry, asked)) for entry in map(all_games().__getitem__, names)]
    for entry, results in found:
        if results is not None:
            origin = line_of_origin(results.origin, asked.games)
            lines += [] if origin in lines else [origin]
            lines += lines_of(entry, results.of(iter(pairings_of(entry, asked.games))))
    print("\n".join(lines))
    is_complete = all(results is not None for _entry, results in found)
    if asked.keep and asked.again and is_complete and not asked.names:
        note_played_by_these(asked.keep)
    if asked.docs:
        page = with_lines(asked.docs.read_text("utf-8"), lines, MARKS)
        asked.docs.write_text(page, "utf-8")
    return int(not is_complete)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
