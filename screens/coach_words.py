"""Words of a coach: those of a game, and the reasons against a move (no Textual)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rules.messages import Phrase
from screens.text import _, ngettext

if TYPE_CHECKING:
    from screens.people import SeatNames
    from screens.table.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class CoachWords:
    """The texts of a coached first game, to translate, and where in the game they belong."""

    start: str
    """The set-up chosen for the player, and why."""
    is_set_up: str
    """The sentence once the first moves were made for the player; "" if there are none."""
    set_up_phase: str
    """The name of the phase whose moves are made for the player; "" if there is none."""
    turn: Callable[[Any], int]
    """The number of the player's turn in a view, from 1."""
    matters: Mapping[tuple[str, int], str]
    """What matters now, by the name of the phase and the number of the turn."""
    tips: tuple[str, str]
    """Two things to try in the next game."""
    topics: Mapping[str, str] = field(default_factory=dict)
    """What matters where the moves turn on one thing, by what bots call it."""
    idle: str = ""
    """The function for the parts of a move that surely have no effect, as `module:attribute`."""
    idle_tip: str = ""
    """What to try after moves with parts that had no effect."""

    def matter(self, view: Any, topic: str = "") -> str:
        """Return what matters now, as the moves turn on a topic; "" where there is nothing to say.

        Phases of which nothing is said in any turn are left out.
        """
        phase: str = view.phase.name
        if not any(told == phase for told, _turn in self.matters):
            return ""
        text = self.topics.get(topic) or self.matters.get((phase, self.turn(view)))
        return _(text) if text else ""

    def idle_parts(self, view: Any, move: Any) -> Sequence[str]:
        """Return a sentence for each part of a move that surely has no effect."""
        module, _colon, name = self.idle.partition(":")
        parts: Sequence[str] = getattr(import_module(module), name)(view, move) if module else ()
        return parts


@dataclass(frozen=True, slots=True)
class Objection:
    """The reasons against a move that would be a serious mistake."""

    points: int = 0
    """What it costs, in points of win chance; 0 if that is not known."""
    idle: Sequence[str] = ()
    """Sentences on parts of the move that have no effect."""
    blame: Sequence[Phrase] = ()
    """Sentences on the move that do not give a better one away."""
    better: str = ""
    """The better move, in canonical words."""
    praise: Sequence[Phrase] = ()
    """Why that one is better."""

    def reasons(self, vocabulary: Vocabulary, people: SeatNames) -> tuple[list[str], list[str]]:
        """Return the sentences told at once, and those told on request."""
        count, told, more = len(self.idle), list[str](), list[str]()
        if count:
            text = ngettext("{count} step does nothing:", "{count} steps do nothing:", count)
            told += [text, *self.idle]
        told += (vocabulary.said(each, people) for each in self.blame)
        if self.points:
            text = ngettext(
                "This costs {count} point of win chance.",
                "This costs {count} points of win chance.",
                self.points,
            )
            told.append(text)
        if self.better:
            more.append(_("Better: {move}").format(move=vocabulary.shown(self.better)))
            more += (vocabulary.said(each, people) for each in self.praise)
        return told, more
