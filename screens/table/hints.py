"""Hints: the move a bot would make, and the reason for it.

A hint is highlighted on the boards and explained in a line; the hint key plays it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rich.cells import cell_len
from textual.message import Message

from rules.advice import Advice, Weighed
from rules.contract import Event
from rules.messages import Phrase
from screens.colours import Look, Spans, text_of
from screens.table.move_words import Words, alternatives, are_alike, rate, words_of
from screens.table.seat import Seat
from screens.text import _, shortened
from screens.widgets.key_bar import shown_keys
from screens.widgets.raster import broken

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

SIGN: Final = "✦"
_MOVE: Final = Look("hint", style="bold")
_BRIEF: Final = 2
"""The least lines of a hint with more than a move and a short reason beside it."""
_REASONS: Final = 3
"""The least lines of a hint on a phone: a move, and its reason in two lines."""


class ShownHint(NamedTuple):
    """A hint as lines of text."""

    head: Spans = ()
    """The move, with its win chance."""
    rows: Sequence[Spans] = ()
    """The reasons, and alternative moves."""
    answer: Spans = ()
    """The key that plays the move."""


NO_HINT: Final = ShownHint()


class Hints:
    """Requests for a bot's advice, in the background; advice is valid until the table changes."""

    class Advised(Message):
        """A bot's answer for a seat that knew some events."""

        def __init__(self, found: Sequence[Weighed], seat: Seat, log: Sequence[Event]) -> None:
            super().__init__()
            self.found = found
            self.seat = seat
            self.log = log

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._given: Hints.Advised | None = None

    @property
    def are_given(self) -> bool:
        """Whether bots may give advice at this table."""
        return self.screen.model.seat.why_no_hints is None

    @property
    def advice(self) -> Advice | None:
        """A bot's advice for the position on the screen; None if no bot was asked."""
        found = self._found()
        return found[0].advice if found else None

    def _found(self) -> Sequence[Weighed]:
        given = self._given
        return given.found if given is not None and self._fits(given) else ()

    def words_after(self, chosen: Words) -> Words:
        """Return the advised words after these words; empty if the advice begins otherwise."""
        words = () if self.advice is None else words_of(self.advice.move)
        return words[len(chosen) :] if words[: len(chosen)] == chosen else ()

    def ask(self) -> None:
        """Ask a bot for a move; a second call plays it."""
        if (advice := self.advice) is not None:
            self.screen.making.play(advice.move)
            return
        self.screen.lines.tell(_("thinking …"))
        thinking = self._think(self.screen.model.seat)
        self.screen.run_worker(thinking, group="hint", exclusive=True)

    async def _think(self, seat: Seat) -> None:
        log = self.screen.model.log_now
        found = await self.screen.coaching.advised(seat)
        self.screen.post_message(self.Advised(found, seat, log))

    def take(self, message: Advised) -> None:
        """Show the advice, unless the table has changed since."""
        if self._fits(message):
            self._given = message
            self.screen.asking.show_offer()

    def _fits(self, message: Advised) -> bool:
        """Check that the reader knows the same events: their number is the same after an undo."""
        model = self.screen.model
        return message.seat == model.seat and message.log == model.log_now

    def forget(self) -> None:
        """Drop the advice."""
        self._given = None

    def shown(self, width: int, lines: int) -> ShownHint:
        """Return the advice in at most `lines` lines of `width` cells; empty without advice.

        With the win chance after the move and, if there is room, alternative moves.
        """
        found = self._found()
        if not found:
            return NO_HINT
        keys = shown_keys(self.screen.app, self.screen.app.screen.active_bindings)
        key = next((key.key for key in keys if key.id == "game.hint"), "")
        move = f" {SIGN} {self._worth(found[0], is_brief=lines < _BRIEF)}  "
        answer = [(f"{key} ", Look("key", style="bold")), (_("play it") + " ", Look("soft"))]
        room = width - cell_len(move + text_of(answer)) - 1
        if lines > 1 and (rows := self._causes(found[0], width, lines - 1)):
            head = [(move, _MOVE), *self._instead(found, room)]
            return ShownHint(head, rows, answer)
        reason = self._say(found[0].advice.phrase)
        if lines < _BRIEF:
            return ShownHint([(move, _MOVE), (shortened(reason, room), Look())], (), answer)
        first = broken(reason, room, long_words=False)[0]
        rest = reason.removeprefix(first).strip()
        told_more = [(f"   {rest}", Look())] if rest else []
        told_more += self._instead(found, width - cell_len(text_of(told_more)))
        head = [(move, _MOVE), (first, Look())]
        return ShownHint(head, [told_more] if told_more else (), answer)

    def in_a_column(self, width: int, lines: int) -> list[Spans]:
        """Return the advised move, and below it the reasons, for the narrow lines of a phone."""
        found = self._found()
        if not found:
            return []
        best, most = found[0], max(lines, _REASONS) - 1
        told = self._causes(best, width, most)
        if not told:
            reason = broken(self._say(best.advice.phrase), width - 4)
            told = [[("   ", Look()), (line, Look())] for line in reason[:most]]
        return [[(f" {SIGN} {self._worth(best)}", _MOVE)], *told]

    def _causes(self, best: Weighed, width: int, most: int) -> list[Spans]:
        """Return the reasons for a move over the next worse one: whole sentences, `most` lines."""
        rows: list[Spans] = []
        for phrase in best.why:
            lines = broken(self._say(phrase), width - 4)
            if len(rows) + len(lines) <= most:
                rows += ([("   ", Look()), (line, Look())] for line in lines)
        return rows

    def _say(self, phrase: Phrase) -> str:
        """Return a sentence about a move in the reader's words."""
        return self.screen.ui.said(phrase)

    def _worth(self, weighed: Weighed, *, is_brief: bool = False) -> str:
        """Return a move, and the win chance after it in per cent; a brief one is only spelt."""
        ui, word = self.screen.ui, weighed.advice.move.word
        move = ui.vocabulary.shown(word) if is_brief else ui.named(word)
        seat = self.screen.model.seat.number
        if seat is None or not weighed.chances:
            return move
        return _("{move} ({rate}% to win)").format(move=move, rate=rate(weighed, seat))

    def _instead(self, found: Sequence[Weighed], room: int) -> Spans:
        """Return the next best moves, at most two, as far as they fit."""
        seat = self.screen.model.seat.number
        if seat is None:
            return []
        alike = "   " + _("other moves are just as good")
        if are_alike(found, seat) and cell_len(alike) < room:
            return [(alike, Look("soft"))]
        told = [self._worth(each) for each in alternatives(found, seat)]
        while told:
            text = "   " + _("or {moves}").format(moves=" · ".join(told))
            if cell_len(text) < room:
                return [(text, Look("soft"))]
            told.pop()
        return []
