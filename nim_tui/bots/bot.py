"""The interface of a bot, and the random numbers of its decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Move

M = TypeVar("M", bound=Move)


class Bot(Protocol):
    """A bot. It sees the view of its seat, and nothing else."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Return one of the legal moves (at least one), and the reason for it."""


@runtime_checkable
class Replaceable(Protocol):
    """A bot with a quicker replacement, which answers when this one is late or fails."""

    @property
    def instead(self) -> Bot:
        """The quicker bot."""


def best_of(scored: Sequence[tuple[float, M]], chance: Chance) -> M:
    """Pick one of the highest-scored moves; scores that differ only by rounding are equal."""
    top = max(worth for worth, _move in scored)
    return chance.pick([move for worth, move in scored if worth > top - 1e-9])


def bot_chance(seed: int, seat: int, moves_played: int) -> Chance:
    """Return the chance of a bot's decision: reproducible, and unrelated to the table's own."""
    import hashlib  # noqa: PLC0415 - loads a library that no other part needs

    text = f"bot {seed} {seat} {moves_played}".encode()
    return Chance(int.from_bytes(hashlib.sha256(text).digest()[:6], "big"))
