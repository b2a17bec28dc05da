"""Strength gates for bot levels: `python -m nim_tui.arena.gates [GAME ...]`.

Each gate seats one bot among others and sets a bar for its share of first places. Games are played,
or read from a file, until the confidence interval of the share lies on one side of the bar. As the
interval is checked repeatedly, it is wider until the last game: a bot worth exactly the bar passes
in at most 4% of series (20,000 simulated).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

import nim_tui
from nim_tui.arena.matches import Pairing, round_robin
from nim_tui.arena.results import ArenaGame, Results
from nim_tui.arena.runner import play, play_all
from nim_tui.arena.strength import SURE, BotStrength, interval, standings
from nim_tui.registry import Gate, all_games
from nim_tui.thinking.pool import processors

SOURCES: Final = ("rules", "nim_tui/bots", "nim_tui/games")
"""Folders that decide how bots play."""
SUFFIXES: Final = (".py", ".toml", ".json")
PLAYED_BY: Final = "played-by.sha256"
"""The file beside saved games with the digest of the sources that last replayed some."""


def digest_of_sources(root: Path = Path(nim_tui.__file__).parents[1]) -> str:
    """Return the SHA-256, in hexadecimal, of paths and contents of all sources of bot play."""
    digest = sha256()
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                digest.update(f"{path.relative_to(root)}\0".encode())
                digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def were_played_by_these(keep: Path) -> bool:
    """Whether the saved games in a folder were last replayed with the present sources."""
    told = keep / PLAYED_BY
    return told.exists() and told.read_text("ascii").strip() == digest_of_sources()


def note_played_by_these(keep: Path) -> None:
    """Note that the present sources replay the saved games identically. Raises OSError."""
    (keep / PLAYED_BY).write_text(f"{digest_of_sources()}\n", "ascii")


CAUTIOUS: Final = 2.6
"""Standard errors on either side of a share that is checked before all games are played."""
BATCH: Final = 20
"""Games between two checks."""
_VERDICTS: Final = {True: "passes", False: "misses", None: "open"}
SEED: Final = 20_000_000
"""The first seed of gate games; nothing was fitted to these."""
BEGIN: Final = "<!-- gates -->"
END: Final = "<!-- end of gates -->"
"""The mark after the lines of all gates in docs/explanation/bots.md."""
SLOWEST: Final = 1.0
"""The limit on p99 of processor time per decision, in seconds."""


def all_gates() -> Iterator[Gate]:
    """Yield the gates of all games."""
    for entry in all_games().values():
        yield from entry.gates


def pairings_of(gate: Gate, games: int) -> list[Pairing]:
    """Return the pairings of a gate, with the seats rotated."""
    bots = (gate.bot, *gate.others)
    return list(round_robin(bots, len(bots), games, SEED))


def verdict_of(gate: Gate, share: float, games: int, sure: float) -> bool | None:
    """Return whether the gate is passed; None if that is still open."""
    low, high = interval(share, games, sure)
    if gate.least:
        return True if low >= gate.least else False if high < gate.least else None
    return True if high <= gate.most else False if low > gate.most else None


@dataclass(frozen=True)
class Reached:
    """The outcome of a gate."""

    gate: Gate
    games: Sequence[ArenaGame]
    passed: bool | None
    """None if too few games were played to tell."""

    @property
    def is_within(self) -> bool:
        """Whether draws are few and decisions quick enough."""
        return self._draws < self.gate.draws and self._measured.slowest(0.01) <= SLOWEST

    @cached_property
    def _measured(self) -> BotStrength:
        return next(each for each in standings(self.games) if each.level == self.gate.bot)

    @property
    def _draws(self) -> float:
        return sum(len(game.winners) != 1 for game in self.games) / len(self.games)

    def line(self) -> str:
        """Return the result as a line of the table."""
        measured = self._measured
        low, high = interval(measured.share, len(self.games))
        others = f"{len(self.gate.others)} {self.gate.others[0]}"
        return (
            f"{self.gate.game:<10} {self.gate.bot:<6} among {others:<9}"
            f" {measured.share:6.1%} [{low:.0%}-{high:.0%}] of {len(self.games):>4}"
            f"  {self.gate.bar:<13} {_VERDICTS[self.passed]}"
            f"  draws {self._draws:.0%}, p99 {1000 * measured.slowest(0.01):.0f} ms"
        )


def reach(
    gate: Gate, keep: Path | None, processes: int, games: int | None = None
) -> Reached | None:
    """Play until the gate is passed or missed, at most `games` games (None: the gate's own number).

    Without processes only saved games count; None if there are none. Raises UnfitResults, OSError.
    """
    file = None if keep is None else keep / f"{gate.name}.jsonl"
    if not processes and not (file and file.exists()):
        return None
    results = Results({"gate": gate.name, "seed": SEED}, file)
    games = games or gate.games
    pairings = pairings_of(gate, games)
    done: list[ArenaGame] = []
    for start in range(0, games, BATCH):
        batch = pairings[start : start + BATCH]
        left = [pairing for pairing in batch if pairing not in results.games]
        if processes and left:
            with closing(play_all(partial(play, gate.game, {}), left, processes)) as played:
                for game in played:
                    results.add(game)
        done += results.of(iter(batch))
        if len(done) < start + len(batch):
            return Reached(gate, done, None) if done else None
        is_last = start + BATCH >= games
        verdict = verdict_of(gate, _share(gate, done), len(done), SURE if is_last else CAUTIOUS)
        if verdict is not None:
            reached = Reached(gate, done, verdict)
            return reached if reached.is_within else replace(reached, passed=False)
    return Reached(gate, done, passed=False)


def _share(gate: Gate, games: Sequence[ArenaGame]) -> float:
    return sum(game.share(game.lineup.index(gate.bot)) for game in games) / len(games)


def is_up_to_date(game: str, kept: Sequence[ArenaGame], games: int) -> bool:
    """Whether some of the saved games are replayed identically by the present bots."""
    return all(
        (again := play(game, {}, one.pairing)).moves == one.moves and again.ranking == one.ranking
        for one in islice(kept, games)
    )


def add_arguments_of_kept_games(parser: ArgumentParser) -> None:
    """Add the arguments of programs that keep games, and play some of them again."""
    parser.add_argument("--keep", type=Path, help="keep games in this folder, and go on from them")
    parser.add_argument("--kept", action="store_true", help="play no more, only tell what is kept")
    parser.add_argument("--again", type=int, default=0, help="play so many kept games again")
    parser.add_argument(
        "--if-changed", action="store_true", help="only if the bots may have changed"
    )


def main(arguments: Sequence[str]) -> int:
    """Print the result of each gate; return 1 if saved games are outdated or a gate is missed.

    With `--kept` only saved games count, and only missed gates are printed. With `--if-changed`
    saved games are not replayed if the sources are those of the last replay.
    """
    parser = ArgumentParser(prog="python -m nim_tui.arena.gates")
    parser.add_argument("games_played", metavar="GAME", nargs="*")
    parser.add_argument("--games", type=int, help="without it as many as each gate asks for")
    parser.add_argument("--bot", choices=("hard", "easy"))
    add_arguments_of_kept_games(parser)
    parser.add_argument("--docs", type=Path, help="write the lines into this page")
    asked = parser.parse_args(arguments)
    wrong, lines = 0, []
    processes = 0 if asked.kept else processors()
    if asked.if_changed and asked.keep and were_played_by_these(asked.keep):
        print("rules and bots are those that kept games were last played by")
        asked.again = 0
    for gate in all_gates():
        if gate.game not in (asked.games_played or [gate.game]):
            continue
        if asked.bot not in (None, gate.bot):
            continue
        reached = reach(gate, asked.keep, processes, asked.games)
        if reached is None:
            continue
        lines.append(reached.line())
        print(lines[-1], flush=True)
        wrong += reached.passed is not True and not asked.kept
        if not is_up_to_date(gate.game, reached.games, asked.again):
            print(f"{gate.name}: the bots play otherwise now; play these games anew")
            wrong += 1
    if asked.keep and asked.again and lines and not (wrong or asked.games_played or asked.bot):
        note_played_by_these(asked.keep)
    if asked.docs:
        asked.docs.write_text(with_lines(asked.docs.read_text("utf-8"), lines), "utf-8")
    return int(wrong > 0)


def with_lines(page: str, lines: Sequence[str], marks: tuple[str, str] = (BEGIN, END)) -> str:
    """Return a page with its marked lines replaced. Raises ValueError if it has none."""
    begin, end = page.index(marks[0]) + len(marks[0]), page.index(marks[1])
    return f"{page[:begin]}\n```\n{chr(10).join(lines)}\n```\n{page[end:]}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
