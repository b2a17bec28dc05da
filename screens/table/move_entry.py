"""Making a move: the line for typing, forced moves, and refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import Reactive
from textual.suggester import Suggester
from textual.timer import Timer
from textual.widgets import Input

from rules.contract import IllegalMove, Move, not_a_move
from rules.messages import Refusal
from screens.app_api import NotBest
from screens.base import api
from screens.table.recap import told_as_forced
from screens.table.vocabulary import folded
from screens.text import N_, _, say_refusal, why

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

LONGEST: int = 400
"""The most characters of a typed line: room for several moves, not for a flood."""


class _Completion(Suggester):
    def __init__(self, complete: Callable[[str], str | None]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        """Complete the first typed move by a word; the legal moves after it are unknown."""
        if ";" in value or "," in value or not value.strip():
            return None
        completed = self._complete(value)
        if completed is None or not folded(completed).startswith(folded(value)):
            return None
        return value + completed[len(value) :]


class MoveLine(Input):
    """A line for moves, separated by `;` or commas. Tab completes a word, Escape leaves."""

    DEFAULT_CSS = """
    MoveLine {
        display: none; border: none; height: 1; padding: 0;
        background: $panel; background-tint: $foreground 5%;
    }
    """
    """With the tint that Textual gives fields with the focus, as it is shown only with it."""
    virtual_size = Reactive(Size(0, 0))
    """The size of the text, without Textual's new layout of the screen at each letter."""
    BINDING_GROUP_TITLE = N_("Typed moves")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", N_("Complete"), id="line.complete"),
        Binding("escape", "leave", N_("Back"), id="line.leave"),
    ]

    class Typed(Message):
        """Moves were typed."""

        def __init__(self, texts: list[str]) -> None:
            super().__init__()
            self.texts = texts

    class Left(Message):
        """The line was closed without a move."""

    def __init__(self, complete: Callable[[str], str | None], *, id: str | None = None) -> None:  # noqa: A002
        """Make the line; `complete` extends a typed text by a word, or returns None."""
        super().__init__(
            id=id,
            compact=True,
            max_length=LONGEST,
            suggester=_Completion(complete),
            select_on_focus=False,
        )
        self._complete = complete
        self.cursor_blink = False

    def open(self) -> None:
        """Show the line, empty and focused."""
        self.value = ""
        self.placeholder = _("type a move; Tab completes, Enter plays, Esc leaves")
        self.display = True  # a class would style the line anew
        self.focus()

    @property
    def cursor_screen_offset(self) -> Offset:
        """The cursor's place on the screen; it stays where it was while the line has no place."""
        is_there = self.display and bool(self.region)
        return super().cursor_screen_offset if is_there else self.app.cursor_position

    def on_show(self) -> None:
        """Put the terminal's cursor here: the line may have had the focus before it had a place."""
        if self.has_focus:
            self.app.cursor_position = self.cursor_screen_offset

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Restyle nothing: the line looks the same without the focus."""

    @property
    def is_open(self) -> bool:
        """Whether the line is shown."""
        return self.display

    def keep(self, text: str) -> None:
        """Keep a text in the line to be corrected."""
        self.value = text
        self.cursor_position = len(text)

    def close(self) -> None:
        """Hide the line and clear its text."""
        self.display = False
        self.value = ""

    def action_complete(self) -> None:
        """Accept the shown completion, and a blank."""
        completed = self._suggestion
        if not self.value:
            completed = self._complete("") or ""
        if completed and completed != self.value:
            self.keep(completed + " ")

    def action_leave(self) -> None:
        """Close the line without a move."""
        self.close()
        self.post_message(self.Left())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the typed moves, or close the line if there are none."""
        event.stop()
        texts = [text.strip() for text in re.split("[;,]", self.value) if text.strip()]
        if not texts:
            self.action_leave()
            return
        self.post_message(self.Typed(texts))


class ForcedMoves:
    """The part that plays forced moves after a short delay, and tells only their player."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._timer: Timer | None = None
        self.told = ""
        """The message about the last forced move, shown until the player's own next move."""

    def only_move(self) -> Move | None:
        """Return the forced move, if playing it at once reveals nothing hidden.

        This holds if everyone can tell that it is forced, or if all other seats were bots from the
        start and nobody watches.
        """
        model = self.screen.model
        if not (model.may_move and self._is_wanted):
            return None
        legal = model.legal()
        if len(legal) != 1 or not (self._is_alone or not self._hides_choice):
            return None
        move: Move = legal[0]
        return move

    @property
    def _is_wanted(self) -> bool:
        """Whether the reader's setting plays forced moves; never in lessons and puzzles."""
        return self.screen.guide is None and api(self.screen.app).plays_forced()

    @property
    def _is_alone(self) -> bool:
        seat = self.screen.model.seat
        others = (bot for number, bot in enumerate(seat.bots) if number != seat.number)
        return all(others) and not api(self.screen.app).table.may_be_watched()

    @property
    def _hides_choice(self) -> bool:
        seat = self.screen.model.seat
        return seat.game.hides_choice(seat.view())

    def consider(self) -> None:
        """Play a forced move after a short delay, and announce it."""
        if self.told:
            self.screen.lines.tell(self.told)
        if self._timer is not None or self.only_move() is None:
            return
        if beat := api(self.screen.app).beat():
            self._timer = self.screen.set_timer(beat, self._play)
        else:
            self.screen.call_later(self._play)

    def stop(self) -> None:
        """Cancel a forced move and its message."""
        self.told = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _play(self) -> None:
        self._timer = None
        move = self.only_move()
        if move is None or self.screen.line.is_open:
            return
        if self.screen.making.play(move):
            self.told = told_as_forced(self.screen.ui.named(move.word))

    def undo(self) -> None:
        """Undo the last move that was not forced. Raises IllegalMove, OSError."""
        undoer = self.screen.model.undoer()
        undoer.undo(lambda: self.only_move() is not None)


class MoveMaking:
    """The part that makes moves for the reader."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    def play(self, move: Move) -> bool:
        """Make a move; False if it waits for the coach, or is refused and the reason shown."""
        return not self.screen.coaching.holds(move) and self.make(move)

    def make(self, move: Move) -> bool:
        """Make a move without the coach; return False if it is refused and the reason shown."""
        self.screen.forced.stop()
        played = self.attempt(lambda: self.screen.model.seat.play(move))
        if played:
            self.screen.ui.played(move)
        return played

    def complete(self, text: str) -> str | None:
        """Return a typed text, completed by a word of the current legal moves."""
        return self.screen.picker.phrases.complete(text, self.screen.ui.vocabulary)

    def play_words(self, words: str) -> bool:
        """Make the move of a text; show why if it is no move, or refused."""
        try:
            game, vocabulary = self.screen.model.seat.game, self.screen.ui.vocabulary
            vocabulary.refuse_doubt(words)
            return self.play(game.parse(vocabulary.canonical(words)))
        except Refusal as refusal:
            self._refuse(not_a_move(words) if "text" in refusal.facts else refusal)
            return False

    async def play_typed(self, texts: Sequence[str]) -> None:
        """Play typed moves in order; a refused one and those after it stay to be edited."""
        screen = self.screen
        for number, text in enumerate(texts):
            if number and not await screen.model.seat.settled():
                break
            if not self.play_words(text):
                if screen.line.is_open:
                    screen.line.keep("; ".join(texts[number:]))
                screen.coaching.rest = texts[number + 1 :]
                return
        screen.asking.end_typing()

    def _refuse(self, refusal: Refusal) -> None:
        words = self.screen.ui.vocabulary
        rule = refusal.rule if isinstance(refusal, IllegalMove) else ""
        self.screen.lines.tell(words.spelt(say_refusal(refusal, words.shown)), rule=rule)

    def attempt(self, act: Callable[[], None]) -> bool:
        """Run an action; if the table or the disk refuses, show why and return False."""
        with self.telling_why():
            act()
            return True
        return False

    @contextmanager
    def telling_why(self) -> Iterator[None]:
        """Show the reason if the table or the disk refuses an action in this context."""
        try:
            yield
        except NotBest:
            self.screen.asking.end_typing()
        except Refusal as refusal:
            self._refuse(refusal)
        except OSError as error:
            self.screen.lines.tell(_("the move was not saved: {why}").format(why=why(error)))
