"""Sentences on the moves of a review.

The played move is described with its outcome. The better one was never made, so only effects common
to all worlds consistent with its seat's view are described.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest
from typing import Any, Final

from nim_tui.bots.search import Judge
from nim_tui.registry import game_named
from nim_tui.review.analysis import RecordedGame
from nim_tui.tables.seeds import chance_of
from rules.chance import Chance
from rules.contract import AnyGame, Event, IllegalMove, Move, settle_options
from screens.people import SeatNames
from screens.review.api import CostlyMove, CostlyMoveText
from screens.table.speech import GameSentences
from screens.text import clauses, labelled

WORLDS: Final = 8
"""The number of worlds in which a better move is made, to find what they have in common."""
_LEAST: Final = 2
"""The least number of words in the start of a sentence."""
_MOST: Final = 2
"""The most sentences on a move."""
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class MoveSentences:
    """The log's sentences on moves of a finished game."""

    game: AnyGame
    told: RecordedGame
    people: SeatNames
    speech: GameSentences | None
    _kept: dict[int, CostlyMoveText] = field(default_factory=dict)

    def of(self, costly: CostlyMove) -> CostlyMoveText:
        """Return texts on the played move and the better one; empty if they are the same."""
        if costly.number not in self._kept:
            self._kept[costly.number] = self._said(costly)
        return self._kept[costly.number]

    def happened(self, number: int) -> str:
        """Return the outcome of the move after `number` others, as the log told the reader."""
        if self.speech is None:
            return ""
        events = self._at(number)[1]
        seen = (event.seen_by(self.people.reader) for event in events)
        told = [self.speech.sentence(event, self.people) for event in seen if event is not None]
        return next((text for text in told if text), "")

    def _said(self, costly: CostlyMove) -> CostlyMoveText:
        seat = self.told.plays[costly.number].seat
        before, events = self._at(costly.number)
        played = self._sentences(events, seat)
        better = self._foreseen(before, seat, self.game.parse(costly.best))
        if played[:1] == better[:1]:
            return CostlyMoveText()
        return CostlyMoveText(clauses(played[:_MOST]), clauses(better[:_MOST]))

    def _at(self, number: int) -> tuple[Any, Sequence[Event]]:
        """Return the state after `number` moves, and the events of the next one."""
        header, game = self.told.header, self.game
        chance = chance_of(header.seed)
        state = game.new(len(header.seats), settle_options(game, header.options), chance)
        for play in self.told.plays[:number]:
            game.play(state, play.seat, game.parse(play.move), chance)
        play, before = self.told.plays[number], state.copy()
        return before, game.play(state, play.seat, game.parse(play.move), chance)

    def _foreseen(self, before: Any, seat: int, move: Move) -> list[str]:
        """Return the log's words on a move that hold in every world fitting its seat's view."""
        view, found = self.game.view(before, seat), []
        for world in range(WORLDS):
            chance = Chance(_SEED + world)
            state = self.game.sample(view, chance)
            try:
                found.append(self._sentences(self.game.play(state, seat, move, chance), seat))
            except IllegalMove:
                return []  # a review's file may name any move
        return [*_alike(found)]

    def _sentences(self, events: Iterable[Event], seat: int) -> list[str]:
        """Return the sentences a seat was told of its own move, without the player's name."""
        if self.speech is None:
            return []
        own = takewhile(lambda event: event.seat == seat, events)
        seen = (event.seen_by(seat) for event in own)
        told = (self.speech.sentence(event, self.people) for event in seen if event is not None)
        heads = [labelled(each(seat), "") for each in (self.people.signed, self.people.label)]
        return [text.removeprefix(heads[0]).removeprefix(heads[1]) for text in told if text]


def group_names(judge: Judge) -> Mapping[str, str]:
    """Return what a game calls the groups of figures in which it may be lost, to translate."""
    return {} if judge.explainer is None else judge.explainer.names


def sayings(told: RecordedGame, people: SeatNames) -> MoveSentences:
    """Return the log's words on the moves of a game, as told to the reader in `people`."""
    entry = game_named(told.header.game)
    return MoveSentences(entry.game, told, people, entry.teller.speech)


def _alike(worlds: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the sentences that all worlds share, and the common start of the first that differs."""
    for sentences in zip_longest(*worlds, fillvalue=""):
        words = [text.split() for text in sentences]
        same = [each[0] for each in takewhile(lambda each: len({*each}) == 1, zip(*words))]
        if all(len(each) == len(same) for each in words):
            yield " ".join(same)
            continue
        if len(same) >= _LEAST:
            yield " ".join(same).rstrip(" :;,")
        return
