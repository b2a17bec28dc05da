"""Mine puzzles: `python -m nim_tui.puzzles.mine GAME --count N --seed S --out FILE`.

Bots play; a decision is a puzzle if one move is clearly best, the judge confirms it with ten times
the budget, and the hard bot plays it too. The file is written after each game; an interrupted run
continues with the next game, and finds what one run would have found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import click

from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.bots.search import Decision
from nim_tui.puzzles.finding import Finder, FoundPuzzle, difficulty
from nim_tui.puzzles.puzzle_file import (
    MOST_PUZZLES,
    PuzzleError,
    PuzzleFile,
    WrittenPuzzle,
    read_puzzles,
    written,
)
from nim_tui.registry import EASY, HARD, GameEntry, all_games, game_named
from nim_tui.tables.record import lines_of
from nim_tui.tables.seeds import MOST_SEED
from rules.chance import Chance

APART: Final = 3
"""The least number of rounds between two puzzles of a game."""
MOST_A_GAME: Final = 3
KINDS: Final = 0.4
"""The greatest share of puzzles whose best move has the same reason."""
PLAIN: Final = 0.2
"""The same among those that the medium bot finds."""
FEW: Final = 12
"""Decisions with fewer moves than this are limited to this share:"""
FEW_SHARE: Final = 0.4
SEEN: Final = 0.5
"""The greatest share that the medium bot finds, unless the game's entry says otherwise."""
MOST_MOVES: Final = 3000
"""The number of moves of a game that are searched."""
_AGAIN: Final = 1 << 30
"""The offset of seeds that separates the second search from the first."""
_WEAKER: Final = 3
"""One bot in this many is an easy one."""
_LOOKS: Final = 2
"""One decision in this many is searched."""


@dataclass(slots=True)
class PuzzleQuota:
    """The puzzles found so far: with limits per kind, and for easy ones."""

    count: int
    most_seen: float = SEEN
    kinds: Counter[str] = field(default_factory=Counter)
    plain: Counter[str] = field(default_factory=Counter)
    few: int = 0

    def add(self, puzzle: WrittenPuzzle) -> None:
        """Count a puzzle."""
        self.kinds[puzzle.kind] += 1
        self.plain[puzzle.kind] += puzzle.seen
        self.few += puzzle.choices < FEW

    def takes(self, puzzle: WrittenPuzzle) -> bool:
        """Whether another puzzle of this kind may be added."""
        return not (
            self.is_full
            or self.kinds[puzzle.kind] >= self._most(KINDS)
            or (puzzle.seen and self.plain[puzzle.kind] >= self._most(PLAIN))
            or (puzzle.seen and self.plain.total() >= self._most(self.most_seen))
            or (puzzle.choices < FEW and self.few >= self._most(FEW_SHARE))
        )

    def _most(self, share: float) -> int:
        return max(1, round(share * self.count))

    @property
    def is_full(self) -> bool:
        """Whether the number of puzzles is reached."""
        return self.kinds.total() >= self.count


@dataclass(slots=True)
class MinedGame:
    """A game between bots in progress: the state, and the moves made so far."""

    entry: GameEntry
    seed: int
    bots: Sequence[Bot]
    state: Any
    chance: Chance
    moves: list[tuple[int, str]] = field(default_factory=list)
    turns: int = 0
    """The number of changes of the seat to move."""

    @classmethod
    def begun(cls, entry: GameEntry, seed: int) -> MinedGame:
        """Return a game whose seats, bots and course are determined by the seed."""
        drawn, chance = Chance(seed + _AGAIN), Chance(seed)
        seats = drawn.pick(entry.game.seats)
        weaker = EASY if EASY in entry.bots else entry.usual
        levels = [weaker if not drawn.below(_WEAKER) else entry.usual for _seat in range(seats)]
        bots = [entry.bot(level) for level in levels]
        state = entry.game.new(seats, entry.game.automatic, chance)
        return cls(entry, seed, bots, state, chance)

    @property
    def rounds(self) -> int:
        """The approximate number of rounds played."""
        return self.turns // len(self.bots)

    def decisions(self) -> Iterator[Decision]:
        """Yield every decision until the end of the game; advancing makes the bot's move."""
        game = self.entry.game
        while (waiting := self.state.waiting()) and len(self.moves) < MOST_MOVES:
            seat = waiting[0]
            decision = Decision(game, game.view(self.state, seat), game.legal(self.state, seat))
            yield decision
            move = self._choice(self.bots[seat], decision)
            game.play(self.state, seat, move, self.chance)
            self.moves.append((seat, move.word))
            self.turns += self.state.waiting() != waiting

    def drawn(self, salt: int = 0) -> Chance:
        """Return a chance for the present decision, unrelated to that of the game."""
        return bot_chance(self.seed + salt, self.state.waiting()[0], len(self.moves))

    def _choice(self, bot: Bot, decision: Decision) -> Any:
        return bot.choose(decision.game, decision.view, decision.legal, self.drawn()).move

    def puzzle(self, found: FoundPuzzle, decision: Decision) -> WrittenPuzzle:
        """Return the puzzle that was just found, as it is saved in a file."""
        usual = self.entry.bot(self.entry.usual)
        is_seen = self._choice(usual, decision).word in found.right
        known = {option.name: option.default for option in decision.game.options}
        options = decision.game.automatic
        return WrittenPuzzle(
            id=f"{self.seed}-{len(self.moves)}",
            seats=len(self.bots),
            options={name: value for name, value in options.items() if value != known[name]},
            seed=self.seed,
            moves=tuple(lines_of(self.moves)),
            seat=decision.view.seat,
            right=found.right,
            difficulty=difficulty(found, len(decision.legal), is_seen=is_seen),
            tries=found.tries,
            choices=len(decision.legal),
            seen=is_seen,
        )


def most_seen(entry: GameEntry) -> float:
    """Return the limit on the share of a game's puzzles that the medium bot finds."""
    return SEEN if entry.puzzles.most_seen is None else entry.puzzles.most_seen


def dig(entry: GameEntry, finder: Finder, seed: int, basket: PuzzleQuota) -> list[WrittenPuzzle]:
    """Return the puzzles in the game of a seed that the basket takes, and add them to it."""
    course, found, last = MinedGame.begun(entry, seed), list[WrittenPuzzle](), -APART
    for decision in course.decisions():
        if basket.is_full or len(found) == MOST_A_GAME:
            break
        if course.rounds - last < APART or course.drawn(_AGAIN).below(_LOOKS):
            continue
        if decision.legal[0].word.split()[0] in entry.puzzles.not_asked:
            continue
        puzzle = _fit(course, decision, finder, basket)
        if puzzle is not None:
            basket.add(puzzle)
            found.append(puzzle)
            last = course.rounds
    return found


def _fit(
    course: MinedGame, decision: Decision, finder: Finder, basket: PuzzleQuota
) -> WrittenPuzzle | None:
    """Return the puzzle of a decision, if any is within the limits; the long search comes last."""
    glanced = finder.glance(decision, course.drawn())
    if glanced is None or not basket.takes(course.puzzle(glanced, decision)):
        return None
    sure = finder.confirm(glanced, decision, course.drawn(2 * _AGAIN))
    puzzle = None if sure is None else course.puzzle(sure, decision)
    return puzzle if puzzle is not None and basket.takes(puzzle) else None


def mined(
    entry: GameEntry, finder: Finder, file: PuzzleFile, count: int, most_games: int
) -> Iterator[PuzzleFile]:
    """Yield the file after each game, until `count` puzzles or `most_games` are reached."""
    basket = PuzzleQuota(count, most_seen(entry))
    for puzzle in file.puzzles:
        basket.add(puzzle)
    while not basket.is_full and file.games < most_games:
        seed = (file.seed + file.games) % (MOST_SEED + 1)
        found = dig(entry, finder, seed, basket)
        file = PuzzleFile(file.seed, file.games + 1, (*file.puzzles, *found))
        yield file


def hard_of(entry: GameEntry) -> Bot | None:
    """Return the bot that must find a puzzle too, if the game has one."""
    return entry.bot(HARD) if HARD in entry.bots else None


def begun(out: Path, seed: int) -> PuzzleFile:
    """Return the puzzles already in a file; none if it is missing.

    Raises PuzzleError for a file that holds no puzzles, or was begun with another seed.
    """
    if not out.exists():
        return PuzzleFile(seed)
    file = read_puzzles(out.name, out.read_bytes())
    if file.seed != seed:
        raise PuzzleError(f"{out.name}: begun with --seed {file.seed}; go on with that one")
    return file


def keep(out: Path, file: PuzzleFile) -> None:
    """Write the file; it is replaced whole, so an interruption leaves the old or the new."""
    draft = out.with_suffix(".new")
    draft.write_bytes(written(file))
    draft.replace(out)


@click.command()
@click.argument("game", type=click.Choice([*all_games()]))
@click.option("--count", type=click.IntRange(1, MOST_PUZZLES), default=50, show_default=True)
@click.option("--seed", type=click.IntRange(0, MOST_SEED), default=1, show_default=True)
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True)
@click.option("--budget", type=click.IntRange(1), help="Simulations of the first look.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def main(*, game: str, count: int, seed: int, games: int, budget: int | None, out: Path) -> None:
    """Mine puzzles of GAME until FILE holds as many as --count, or --games were searched."""
    entry = game_named(game)
    judge = entry.judge
    if judge is None:
        raise click.ClickException(f"nothing tells the chances to win in {game} yet")
    try:
        kept = begun(out, seed)
    except (PuzzleError, OSError) as error:
        raise click.ClickException(str(error)) from error
    finder = Finder(judge, budget or judge.budget, hard_of(entry))
    for file in mined(entry, finder, kept, count, games):
        kept = file
        keep(out, kept)
        click.echo(f"{kept.games} games, {len(kept.puzzles)} puzzles")
    kinds = Counter(puzzle.kind for puzzle in kept.puzzles)
    click.echo(f"{out}: {len(kept.puzzles)} puzzles, {dict(kinds)}")


if __name__ == "__main__":
    main()
