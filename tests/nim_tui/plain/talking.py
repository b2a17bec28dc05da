"""Talking to a conversation of the plain mode in a test: what was said, line by line."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

from nim_tui.plain.conversation import Conversation
from nim_tui.plain.table import TableDialog
from nim_tui.plain.tables import table_dialog
from nim_tui.registry import game_named
from nim_tui.settings import Settings
from nim_tui.tables.seat_plans import seats_from
from nim_tui.tables.seeds import Seed
from nim_tui.tables.table import Table
from rules.options import OptionValue
from screens.table.speech import SeatSight
from screens.text import SPOKEN, Locale, use_look

SPOKEN_LOOK = Locale("en", SPOKEN)
_OF_A_PHASE = 8
SEATS = {"bataille": 2, "submarine": 3, "himalaya": 3, "schwarm": 3}


@dataclass
class Ear:
    """Hears what is said."""

    said: list[str] = field(default_factory=list)
    wiped: int = 0

    def say(self, text: str) -> None:
        """A line."""
        self.said.append(text)

    def wipe(self) -> None:
        """Somebody else listens."""
        self.wiped += 1


class Talk:
    """A conversation over a table nobody keeps, with whoever was seated."""

    def __init__(
        self,
        game: str,
        seats: Sequence[str],
        seed: Seed = 7,
        options: dict[str, OptionValue] | None = None,
        forced: str = "asked",
        *,
        remarks: str = "yes",
    ) -> None:
        entry = game_named(game)
        self.table = Table(entry.game, options or {}, seats_from(seats, entry), seed)
        self.ear = Ear()
        self.conversation = Conversation(self.ear)
        self.play: TableDialog = table_dialog(
            self.conversation, self.table, Settings(forced=forced, remarks=remarks)
        )

    async def begin(self) -> list[str]:
        """What is said at first."""
        self.conversation.push(self.play)
        await self.play.go_on()
        self.conversation.ask()
        return self._taken()

    async def say(self, line: str) -> list[str]:
        """What is answered to a line."""
        await self.conversation.hear(line)
        return self._taken()

    def _taken(self) -> list[str]:
        told, self.ear.said = self.ear.said, []
        return told


@contextmanager
def speaking(language: str = "en") -> Iterator[None]:
    """Say all within in a language, as it is heard."""
    use_look(Locale(language, SPOKEN))
    try:
        yield
    finally:
        use_look(Locale())


def talked(language: str, coroutine: Any) -> Any:
    """What a coroutine comes to, in a language, as it is heard."""

    def run() -> Any:
        use_look(Locale(language, SPOKEN))
        return asyncio.run(coroutine)

    return copy_context().run(run)


def walk(
    game: str,
    seed: int,
    moves: int,
    options: dict[str, OptionValue] | None = None,
    seats: int | None = None,
) -> Iterator[tuple[Table, int]]:
    """A game of bots: the table after each tenth move and early in every phase, and the mover."""
    from nim_tui.bots.bot import bot_chance

    entry = game_named(game)
    level = "random" if seed % 2 else entry.usual
    bots = seats_from([f"bot:{level}"] * (seats or SEATS[game]), entry)
    table, bot = Table(entry.game, options or {}, bots, seed), entry.bot(level)
    phases: Counter[int] = Counter()
    for number in range(moves):
        if table.result is not None:
            return
        seat = table.waiting[0]
        phase = getattr(table.view(None), "phase", 0)
        phases[phase] += 1
        if number % 10 == 0 or phases[phase] <= _OF_A_PHASE:
            yield table, seat
        chance = bot_chance(seed, seat, number)
        advice = bot.choose(entry.game, table.view(seat), table.legal(seat), chance)
        table.play(seat, advice.move)


def sight_of(table: Table, seat: int | None) -> SeatSight:
    """All that a seat may be told."""
    from screens.people import SeatNames

    names = tuple(f"Name{n}x" for n in range(len(table.seats)))
    moves = () if seat is None else table.legal(seat)
    return SeatSight(table.view(seat), SeatNames(names, seat), moves, table.log(seat))
