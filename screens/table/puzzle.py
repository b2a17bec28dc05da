"""A puzzle on the screen of a game: one move to be found, and the result of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from rich.cells import cell_len

from rules.advice import Advice
from rules.messages import Phrase, Refusal
from screens.base import Shape
from screens.colours import Spans, text_of
from screens.table.guide import DO, NUMBER, REMARK, Guide, told_lines
from screens.table.puzzle_words import AnswerRating, Verdict, said, speaks_for
from screens.table.text_lines import first_key_of
from screens.text import _, labelled, say_refusal, say_told

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

HINT: Final = "game.hint"
_RIGHT: Final = "✓"
_WRONG: Final = "✗"


class PuzzleApi(Protocol):
    """The interface of a puzzle for the screen, and of the puzzles after it."""

    @property
    def title(self) -> str:
        """The title: the puzzle's number and game, or that it is the puzzle of the day."""

    @property
    def rating(self) -> int:
        """The puzzle rating of the person who solves it."""

    def next(self) -> None:
        """Begin another puzzle. Raises NotPossible."""

    @property
    def verdict(self) -> Verdict | None:
        """The result of the last answer; None before the first."""

    @property
    def rated(self) -> AnswerRating | None:
        """The rating change of the first answer.

        None before that answer, or if the best move was shown.
        """

    @property
    def is_weighing(self) -> bool:
        """Whether an answer is being evaluated."""

    @property
    def is_shown(self) -> bool:
        """Whether the best move was shown."""

    @property
    def is_over(self) -> bool:
        """Whether the puzzle is solved."""

    def reason(self) -> Advice:
        """Return the reason for the best move, or for an equally good one that was found."""

    def reason_against(self) -> Advice | None:
        """Return a reason in favour of the wrong answer, or None."""


class PuzzleGuide(Guide):
    """The part of a game screen for a puzzle."""

    ACTIONS: ClassVar[frozenset[str]] = frozenset({"next_puzzle"})

    def __init__(self, screen: GameScreen[Any], puzzle: PuzzleApi) -> None:
        super().__init__(screen)
        self.puzzle = puzzle

    @property
    def is_over(self) -> bool:
        """Whether the puzzle is solved."""
        return self.puzzle.is_over

    @property
    def farewell(self) -> str:
        """The text in place of the prompt when the puzzle is solved."""
        return _("Solved: Enter opens the next puzzle.")

    @property
    def onward(self) -> str:
        """The action of Enter when the puzzle is solved."""
        return _("the next puzzle")

    def go_onward(self) -> None:
        """Begin another puzzle."""
        try:
            self.puzzle.next()
        except Refusal as problem:
            self.screen.notify(say_refusal(problem), severity="error", markup=False)

    def allows(self, action: str, *, may_move: bool) -> bool:
        """Check whether an action is possible: another puzzle at any time."""
        return action in self.ACTIONS

    def lines(self, width: int) -> list[Spans]:
        """Return the title and rating, then the task or the result of the answer."""
        told = self._wrong(width - 2)
        if not told:
            told = [self._head(width - 2), *self._told(self._text(), width - 2)]
        return [[(" ", DO), *line] for line in told]

    def _told(self, text: str, width: int) -> list[Spans]:
        return told_lines(text, self.screen.ui.vocabulary, width, DO)

    def _wrong(self, width: int) -> list[Spans]:
        """Return the cost of a wrong answer, what it overlooks, and what favours it.

        As many whole sentences as fit; nothing without a wrong answer.
        """
        puzzle = self.puzzle
        verdict = puzzle.verdict
        if verdict is None or verdict.is_right or puzzle.is_weighing or puzzle.is_shown:
            return []
        against = puzzle.reason_against()
        others = [self._say(phrase) for phrase in verdict.why]
        others += [speaks_for(self._say(against.phrase))] if against is not None else []
        rows = self._told(f"{_WRONG} {said(verdict)}", width)
        if len(rows) == 1 and (rated := self._beside(rows[0], width)):
            rows = [rated]
        else:
            rows.insert(0, self._head(width))
        for text in others:
            lines = self._told(f"  {text}", width)
            if len(rows) + len(lines) <= self.room:
                rows += lines
        return rows

    def _beside(self, told: Spans, width: int) -> Spans:
        """Return a line with the rating on the right, unless it does not fit."""
        rating = self._rating()
        room = width - cell_len(text_of(told)) - cell_len(rating)
        return [*told, (" " * room, REMARK), (rating, REMARK)] if room > 1 else ()

    def _rating(self) -> str:
        """Return the rating, and its change by the first answer."""
        rated = self.puzzle.rated
        rating = _("rating {rating}").format(rating=self.puzzle.rating)
        return f"{rating} ({rated.change:+d})" if rated is not None and rated.change else rating

    def _head(self, width: int) -> Spans:
        """Return the title, and the rating on the right."""
        title: Spans = [(self.puzzle.title, NUMBER)]
        return self._beside(title, width) or [*title, (f"  {self._rating()}", REMARK)]

    def _text(self) -> str:
        """Return the instruction, or the result of the answer."""
        puzzle, key = self.puzzle, first_key_of(self.screen, HINT)
        if puzzle.is_weighing:
            return _("Evaluating your answer …")
        verdict = puzzle.verdict
        if verdict is None:
            if puzzle.is_shown:
                return _("✦ marks the best move: play it, or go on.")
            text = _("Which move wins most often? Your first answer counts; {key}: solution.")
            return text.format(key=key)
        if verdict.is_right:
            told = [self._say(phrase) for phrase in verdict.why] or [self._reason()]
            return f"{_RIGHT} {labelled(said(verdict), ' '.join(told))}"
        return f"{_WRONG} {said(verdict)} " + _("✦ marks the best move: play it, or go on.")

    def _reason(self) -> str:
        """Return the reason why the move found is right."""
        return self._say(self.puzzle.reason().phrase)

    def _say(self, phrase: Phrase) -> str:
        ui, people = self.screen.ui, self.screen.model.people
        shown = ui.vocabulary.shown if ui.shape is Shape.WIDE else ui.named
        return say_told(phrase.text, phrase.facts, shown, people.label)
