"""The puzzle file of a game: `puzzles.json` beside its rules pages.

    seed, games       the seed of the first game searched, and the number of games
    puzzles           a line each:
      id              the seed of its game, and the number of moves before it
      seats, options, seed, moves
                      its set-up; of a move a seat, then canonical words: "1: B 20; hold"
      seat            whose move it is
      right           the best move, and those hardly worse
      choices, seen   the number of legal moves, and whether the medium bot finds a right one
      difficulty      on the scale of ratings
      tries           the best few moves: the win percentage of each, and a bot's reason

The texts of a puzzle are bots' reasons, which are translated already: a file has no text of its
own. `python -m nim_tui.puzzles.mine` writes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from nim_tui.registry import all_games
from nim_tui.tables.seeds import MOST_SEED
from rules.advice import Advice
from rules.contract import Move
from rules.messages import Counted, Phrase, SeatName, Value
from rules.options import OptionValue

NAME: Final = "puzzles.json"
MOST_PUZZLES: Final = 200
SCALE: Final = range(800, 2201)
"""The range of difficulties, on the scale of ratings."""

Words = Annotated[str, Meta(min_length=1, max_length=200)]
Seed = Annotated[int, Meta(ge=0, le=MOST_SEED)]


class PuzzleError(ValueError):
    """A file of puzzles is invalid; the message names it."""


class FactValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fact that is not a plain word or number: a counted noun, a phrase, or a name."""

    one: str = ""
    many: str = ""
    count: int = 0
    text: str = ""
    facts: dict[str, str | int] = {}
    seat: Annotated[int, Meta(ge=-1, le=4)] = -1
    """The seat whose name it is; -1 for none."""

    @property
    def value(self) -> Value:
        """The fact as sentences take it."""
        if self.seat >= 0:
            return SeatName(self.seat)
        if self.text:
            return Phrase(self.text, self.facts)
        return Counted(self.one, self.many, self.count)


class WrittenPhrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sentence with its facts."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    facts: dict[str, str | int | FactValue] = {}

    @classmethod
    def of(cls, phrase: Phrase) -> WrittenPhrase:
        """Return a sentence as it is saved."""
        return cls(phrase.text, facts_to_keep(phrase.facts))

    @property
    def phrase(self) -> Phrase:
        """The sentence as screens use it."""
        return Phrase(self.text, values_of(self.facts))


def values_of(facts: Mapping[str, str | int | FactValue]) -> dict[str, Value]:
    """Return saved facts as sentences take them."""
    return {
        name: fact.value if isinstance(fact, FactValue) else fact for name, fact in facts.items()
    }


class CandidateMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An evaluated move: its win percentage, and a bot's reason for it."""

    move: Words
    wins: Annotated[float, Meta(ge=0, le=100)]
    """Win percentage."""
    reason: Annotated[str, Meta(min_length=1, max_length=300)]
    facts: dict[str, str | int | FactValue] = {}
    why: Annotated[tuple[WrittenPhrase, ...], Meta(max_length=3)] = ()
    """For the best move: why it is better than the best wrong one; for a wrong one: what it
    overlooks, without giving the best move away. The most important first.
    """

    @property
    def seats(self) -> Iterator[int]:
        """The seats that the reasons name."""
        for phrase in self.why:
            values = (each for each in phrase.facts.values() if isinstance(each, FactValue))
            yield from (each.seat for each in values)

    def advice(self, move: Move) -> Advice:
        """Return the move with its reason."""
        return Advice(move, self.reason, values_of(self.facts))


class WrittenPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle as saved."""

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=5)]
    seed: Seed
    moves: Annotated[tuple[Annotated[str, Meta(max_length=4000)], ...], Meta(max_length=2000)]
    seat: Annotated[int, Meta(ge=0, le=4)]
    right: Annotated[tuple[Words, ...], Meta(min_length=1, max_length=20)]
    """Canonical words of the correct moves, the best first."""
    difficulty: Annotated[int, Meta(ge=SCALE.start, lt=SCALE.stop)]
    tries: Annotated[tuple[CandidateMove, ...], Meta(min_length=2, max_length=20)]
    """The best candidate moves, best first."""
    choices: Annotated[int, Meta(ge=2)]
    """The number of legal moves."""
    options: dict[str, OptionValue] = {}
    seen: bool = False
    """Whether the medium bot finds a correct move."""

    def __post_init__(self) -> None:
        """Check that the parts fit each other; whether they fit the rules shows at set-up."""
        if self.seat >= self.seats:
            raise ValueError(f"{self.id}: there is no seat {self.seat} at a table of {self.seats}")
        if not {*self.right} <= {each.move for each in self.tries}:
            raise ValueError(f"{self.id}: nothing is said of a move that is right")
        if any(self.seats <= seat for each in self.tries for seat in each.seats):
            raise ValueError(f"{self.id}: a reason names a seat that is not at the table")
        if self.right[0] != self.tries[0].move:
            raise ValueError(f"{self.id}: the best move is not the first of the tries")

    @property
    def kind(self) -> str:
        """The kind of puzzle: the reason why the best move is best, without its details."""
        return self.tries[0].reason

    def tried(self, words: str) -> CandidateMove | None:
        """Return the evaluation of a move, given its words; None if it has none."""
        return next((each for each in self.tries if each.move == words), None)


class PuzzleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The puzzles of a game, and the number of games searched."""

    seed: Seed = 1
    games: Annotated[int, Meta(ge=0)] = 0
    puzzles: Annotated[tuple[WrittenPuzzle, ...], Meta(max_length=MOST_PUZZLES)] = ()

    def __post_init__(self) -> None:
        """Check that each puzzle is there once."""
        if len({each.id for each in self.puzzles}) < len(self.puzzles):
            raise ValueError("two puzzles have the same id")


@cache
def puzzles_of(game: str) -> tuple[WrittenPuzzle, ...]:
    """Return the puzzles of a game; empty if it has none. Raises PuzzleError."""
    entry = all_games().get(game)
    if entry is None:
        return ()
    file = files(entry.data).joinpath(NAME)
    return read_puzzles(f"{game}/{NAME}", file.read_bytes()).puzzles if file.is_file() else ()


def read_puzzles(name: str, text: bytes) -> PuzzleFile:
    """Return the puzzles in a file's text. Raises PuzzleError."""
    try:
        return msgspec.json.decode(text, type=PuzzleFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{name}: {error}") from error


def facts_to_keep(facts: Mapping[str, Value]) -> dict[str, str | int | FactValue]:
    """Return the facts of a reason as they are saved."""
    return {name: _kept(fact) for name, fact in facts.items()}


def _kept(fact: Value) -> str | int | FactValue:
    match fact:
        case Counted():
            return FactValue(one=fact.one, many=fact.many, count=fact.count)
        case Phrase():
            plain = {name: one for name, one in fact.facts.items() if isinstance(one, str | int)}
            if len(plain) < len(fact.facts):
                raise PuzzleError(f"{fact.text!r} says more than can be kept")
            return FactValue(text=fact.text, facts=plain)
        case SeatName():
            return FactValue(seat=fact.seat)
    return fact


def written(file: PuzzleFile) -> bytes:
    """Return the content of a puzzle file: a line per puzzle."""
    head = msgspec.json.encode({"seed": file.seed, "games": file.games}).removesuffix(b"}")
    lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in file.puzzles)
    return head + b',"puzzles":[\n' + lines + b"\n]}\n"
