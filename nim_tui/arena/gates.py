"""What the levels of bots must be worth: `python -m nim_tui.arena.gates [GAME ...]`.

Each gate sets one bot among others and asks for its share of first places. Games are played, or
taken from a file of kept ones, until the interval of the share lies on one side of the bar. As it
is looked at again and again, the interval is a wider one until the last game is played.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from nim_tui.arena.results import Played, Results
from nim_tui.arena.runner import play, play_all
from nim_tui.arena.schedule import Pairing, round_robin
from nim_tui.arena.standings import SURE, interval, standings
from nim_tui.thinking.pool import processors

CAUTIOUS: Final = 2.6
"""Standard errors on either side of a share that is looked at before all games are played."""
BATCH: Final = 20
"""Games between two looks."""
_VERDICTS: Final = {True: "passes", False: "misses", None: "open"}
SEED: Final = 20_000_000
"""Games begin here; nothing was fitted to these."""


@dataclass(frozen=True, slots=True)
class Gate:
    """A bot among others: the lower end of its share must reach, or the upper end not exceed."""

    game: str
    bot: str
    others: tuple[str, ...]
    least: float = 0.0
    most: float = 1.0

    @property
    def name(self) -> str:
        """What its file is called."""
        return "-".join((self.game, self.bot, *self.others))

    @property
    def bar(self) -> str:
        """What is asked for."""
        return f"at least {self.least:.0%}" if self.least else f"at most {self.most:.0%}"

    def pairings(self, games: int) -> list[Pairing]:
        """Who plays whom, the seats rotated."""
        bots = (self.bot, *self.others)
        return list(round_robin(bots, len(bots), games, SEED))

    def verdict(self, share: float, games: int, sure: float) -> bool | None:
        """Whether it is passed, if that can be said already."""
        low, high = interval(share, games, sure)
        if self.least:
            return True if low >= self.least else False if high < self.least else None
        return True if high <= self.most else False if low > self.most else None


def _hard(game: str, bars: dict[int, float]) -> Iterator[Gate]:
    for players, least in bars.items():
        yield Gate(game, "hard", ("medium",) * (players - 1), least)


def _easy(game: str, *players: int) -> Iterator[Gate]:
    for number in players:
        others = number - 1
        least = 0.8 if number == 2 else 1.5 / number
        yield Gate(game, "easy", ("random",) * others, least)
        most = 0.2 if number == 2 else 0.6 / number
        yield Gate(game, "easy", ("medium",) * others, most=most)


GATES: Final = (
    *_hard("bataille", {2: 0.65}),
    Gate("bataille", "hard", ("turtle",), 0.65),
    *_easy("bataille", 2),
    *_hard("submarine", {2: 0.62, 3: 0.45, 5: 0.30}),
    *_easy("submarine", 2, 4),
    *_hard("himalaya", {3: 0.55, 4: 0.45}),
    *_easy("himalaya", 3, 4),
    *_hard("schwarm", {2: 0.65, 3: 0.50, 4: 0.40}),
    *_easy("schwarm", 2, 4),
)


@dataclass(frozen=True, slots=True)
class Reached:
    """What a gate came to."""

    gate: Gate
    games: Sequence[Played]
    passed: bool | None
    """None if too few games were played to tell."""

    def line(self) -> str:
        """All of it in a line of the table."""
        measured = next(each for each in standings(self.games) if each.level == self.gate.bot)
        low, high = interval(measured.share, len(self.games))
        draws = sum(len(game.winners) != 1 for game in self.games) / len(self.games)
        others = f"{len(self.gate.others)} {self.gate.others[0]}"
        return (
            f"{self.gate.game:<10} {self.gate.bot:<6} among {others:<9}"
            f" {measured.share:6.1%} [{low:.0%}-{high:.0%}] of {len(self.games):>4}"
            f"  {self.gate.bar:<13} {_VERDICTS[self.passed]}"
            f"  draws {draws:.0%}, p99 {1000 * measured.slowest(0.01):.0f} ms"
        )


def reach(gate: Gate, games: int, keep: Path | None, processes: int) -> Reached | None:
    """Play until it is passed or missed, at most so many games.

    Without processes only games that were kept count; None if there are none. Raises
    UnfitResults, OSError.
    """
    file = None if keep is None else keep / f"{gate.name}.jsonl"
    if not processes and not (file and file.exists()):
        return None
    results = Results({"gate": gate.name, "seed": SEED}, file)
    games = games if processes else max(games, len(results.games))
    pairings = gate.pairings(games)
    done: list[Played] = []
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
        verdict = gate.verdict(_share(gate, done), len(done), SURE if is_last else CAUTIOUS)
        if verdict is not None:
            return Reached(gate, done, verdict)
    return Reached(gate, done, passed=False)


def _share(gate: Gate, games: Sequence[Played]) -> float:
    return sum(game.share(game.lineup.index(gate.bot)) for game in games) / len(games)


def is_up_to_date(reached: Reached, games: int) -> bool:
    """Whether some games that were kept are played in the same way by the bots of today."""
    return all(
        (again := play(reached.gate.game, {}, kept.pairing)).moves == kept.moves
        and again.ranking == kept.ranking
        for kept in islice(reached.games, games)
    )


def main(arguments: Sequence[str]) -> int:
    """Print what each gate came to; 1 if kept games are not those of today, or one was missed.

    With `--kept` nothing is played that was not kept, and a gate that is missed is told alone.
    """
    parser = ArgumentParser(prog="python -m nim_tui.arena.gates")
    parser.add_argument("games_played", metavar="GAME", nargs="*")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--again", type=int, default=0, help="play so many kept games again")
    parser.add_argument("--bot", choices=("hard", "easy"))
    parser.add_argument("--kept", action="store_true", help="only tell what was kept")
    asked = parser.parse_args(arguments)
    wrong = 0
    processes = 0 if asked.kept else processors()
    for gate in GATES:
        if gate.game not in (asked.games_played or [gate.game]):
            continue
        if asked.bot not in (None, gate.bot):
            continue
        reached = reach(gate, asked.games, asked.keep, processes)
        if reached is None:
            continue
        print(reached.line(), flush=True)
        wrong += reached.passed is not True and not asked.kept
        if not is_up_to_date(reached, asked.again):
            print(f"{gate.name}: the bots play otherwise now; play these games anew")
            wrong += 1
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
