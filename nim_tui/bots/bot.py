"""What a bot is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.messages import Value


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and why: an English sentence with named facts, both kept for translation."""

    move: Move
    reason: str
    facts: dict[str, Value] = field(default_factory=dict)


Chances = tuple[float, ...]
"""The chance of each seat to win."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move, why, and the chance of each seat to win after it, as far as it was tried."""

    advice: Advice
    chances: Chances = ()


class Bot(Protocol):
    """A player that is no person. It is shown what its seat may know, and nothing else."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """One of the legal moves (there is at least one), and why."""


@runtime_checkable
class Weighing(Protocol):
    """A bot that can say what moves are worth."""

    def weigh(
        self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance
    ) -> Sequence[Weighed]:
        """The moves worth a try, the best first; `choose` follows from it."""


def bot_chance(seed: int, seat: int, moves_played: int) -> Chance:
    """The chance of a bot at one decision: reproducible, and unrelated to the table's own."""
    import hashlib  # noqa: PLC0415 - loads a library that no other part needs

    text = f"bot {seed} {seat} {moves_played}".encode()
    return Chance(int.from_bytes(hashlib.sha256(text).digest()[:6], "big"))
