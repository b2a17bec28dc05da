"""A finished game, ready for export."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nim_tui.bots.levels import people_of
from nim_tui.registry import GameEntry, game_named
from nim_tui.tables.record import EndEntry, MoveEntry, Record, RecordHeader
from nim_tui.tables.replay import Replay, standing_moves, table_from
from rules.contract import Result
from rules.messages import N_, Refusal


class NotOver(Refusal):
    """The game is still running: its record holds the seed, and so everything hidden."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """The set-up of a game, its moves without undone ones, and its end."""

    header: RecordHeader
    moves: tuple[MoveEntry, ...]
    over: EndEntry

    @property
    def entry(self) -> GameEntry:
        """The game that was played."""
        return game_named(self.header.game)

    @property
    def title(self) -> str:
        """The game's title and the players."""
        return f"{self.entry.title}: {', '.join(people_of(self.header, None).names)}"

    def result(self) -> Result | None:
        """Return the result; None if it is unknown."""
        return table_from(self.header, self.entry.game, [*self.moves, self.over]).result

    def told(self) -> Iterator[list[str]]:
        """Yield the public log of each move, as sentences in the reader's language."""
        replay = Replay(self.header, self.entry.game, self.moves)
        people, speech = people_of(self.header, None), self.entry.teller.speech
        known = len(replay.table.log(None))
        for position in range(1, replay.length + 1):
            replay.go(position)
            log = replay.table.log(None)
            said = [speech.sentence(event, people) for event in log[known:]]
            known = len(log)
            yield [text for text in said if text]


def finished(record: Record) -> FinishedGame:
    """Return the game of a sound record. Raises NotOver."""
    if record.over is None:
        raise NotOver(N_("the game is not over: an export would show what is hidden"))
    return FinishedGame(record.header, tuple(standing_moves(record.lines)), record.over)
