"""The interface of a bot: the decision it is given, and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Move

M = TypeVar("M", bound=Move)


class Bot(Protocol):
    """A player that is no person. It is shown what its seat may know, and nothing else."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """One of the legal moves (there is at least one), and why."""


@runtime_checkable
class Replaceable(Protocol):
    """A bot that has a quicker one to answer where it is late, or cannot."""

    @property
    def instead(self) -> Bot:
        """The quicker one."""


def best_of(scored: Sequence[tuple[float, M]], chance: Chance) -> M:
    """One of the moves that are worth most; worths that only rounding sets apart are alike."""
    top = max(worth for worth, _move in scored)
    return chance.pick([move for worth, move in scored if worth > top - 1e-9])


def bot_chance(seed: int, seat: int, moves_played: int) -> Chance:
    """The chance of a bot at one decision: reproducible, and unrelated to the table's own."""
    import hashlib  # noqa: PLC0415 - loads a library that no other part needs

    text = f"bot {seed} {seat} {moves_played}".encode()
    return Chance(int.from_bytes(hashlib.sha256(text).digest()[:6], "big"))
