"""What a bot would do, and why: lit on the boards, said in a line; the same key plays it."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, Final, Protocol

from rich.cells import cell_len
from textual.app import App
from textual.message import Message

from rules.contract import Move
from screens.colours import Look, Spans, text_of
from screens.table.alternatives import alternatives, are_alike, rate
from screens.table.model import TableModel
from screens.table.move_phrases import Words, words_of
from screens.table.seat import Advice, Seat, Weighed
from screens.table.ui import AnyUi
from screens.text import _, say_told, shortened
from screens.widgets.key_bar import shown_keys
from screens.widgets.raster import broken

SIGN: Final = "✦"
_MOVE: Final = Look("hint", style="bold")


class ShowsOffer(Protocol):
    """What asks for a move."""

    def show_offer(self) -> None:
        """Offer what may be chosen after the words chosen so far."""


class HintFrame(Protocol):
    """What is needed of the screen around it."""

    model: TableModel[Any]
    ui: AnyUi

    @property
    def app(self) -> App[Any]:
        """The app."""

    def tell(self, text: str) -> None:
        """Show a remark."""

    def play(self, move: Move) -> bool:
        """Make a move; if it is refused, say why and answer False."""

    @property
    def asking(self) -> ShowsOffer:
        """What asks for a move."""

    def think(self, thinking: Coroutine[Any, Any, None]) -> None:
        """Do something meanwhile; what was begun before is given up."""

    def post_message(self, message: Message) -> bool:
        """Tell the screen in its own time."""


class Hints:
    """Asks a bot for advice, without holding up the screen; it stands until the table changes."""

    class Advised(Message):
        """A bot has thought of something for a seat, after so many moves."""

        def __init__(self, found: Sequence[Weighed], seat: Seat, ply: int) -> None:
            super().__init__()
            self.found = found
            self.seat = seat
            self.ply = ply

    def __init__(self, frame: HintFrame) -> None:
        self._frame = frame
        self._given: Hints.Advised | None = None

    @property
    def are_given(self) -> bool:
        """Whether a bot may be asked for advice at this table."""
        return self._frame.model.seat.why_no_hints is None

    @property
    def advice(self) -> Advice | None:
        """What a bot advised for the position on the screen, if it was asked."""
        found = self._found()
        return found[0].advice if found else None

    def _found(self) -> Sequence[Weighed]:
        given = self._given
        return given.found if given is not None and self._fits(given) else ()

    def words_after(self, chosen: Words) -> Words:
        """What is advised to be chosen after these words; nothing where they lead elsewhere."""
        words = () if self.advice is None else words_of(self.advice.move)
        return words[len(chosen) :] if words[: len(chosen)] == chosen else ()

    def ask(self) -> None:
        """Ask for advice on the move that is due; play what was advised already."""
        if (advice := self.advice) is not None:
            self._frame.play(advice.move)
            return
        self._frame.tell(_("asking …"))
        self._frame.think(self._think(self._frame.model.seat))

    async def _think(self, seat: Seat) -> None:
        ply = seat.moves_played
        found = await seat.advised()
        self._frame.post_message(self.Advised(found, seat, ply))

    def take(self, message: Advised) -> None:
        """Show the advice, unless the table has gone on meanwhile."""
        if self._fits(message):
            self._given = message
            self._frame.asking.show_offer()

    def _fits(self, message: Advised) -> bool:
        seat = self._frame.model.seat
        return (message.seat, message.ply) == (seat, seat.moves_played)

    def forget(self) -> None:
        """Advise nothing any more."""
        self._given = None

    def spans(self, width: int, lines: int) -> tuple[Spans, Spans, Spans]:
        """The advice in lines of this width: the move and why, the rest, and what to press.

        With the move stands the chance to win after it, with the rest what else could be done;
        that is left out where there is but one line.
        """
        found, advice = self._found(), self.advice
        if advice is None:
            return (), (), ()
        shown = self._frame.ui.vocabulary.shown
        told = say_told(advice.reason, advice.facts, shown)
        reason = self._frame.ui.vocabulary.spelt(told)
        keys = shown_keys(self._frame.app, self._frame.app.screen.active_bindings)
        key = next((key.key for key in keys if key.id == "game.hint"), "")
        move = f" {SIGN} {self._worth(found[0])}  "
        answer = [(f"{key} ", Look("key", style="bold")), (_("play it") + " ", Look("soft"))]
        room = width - cell_len(move + text_of(answer)) - 1
        if lines < 2:
            return [(move, _MOVE), (shortened(reason, room), Look())], (), answer
        first = broken(reason, room, long_words=False)[0]
        rest = reason.removeprefix(first).strip()
        advised = [(move, _MOVE), (first, Look())]
        told_more = [(f"   {rest}", Look())] if rest else []
        room = width - cell_len(text_of(told_more))
        return advised, [*told_more, *self._instead(found, room)], answer

    def _worth(self, weighed: Weighed) -> str:
        """A move, and the chance to win after it in per cent."""
        move = self._frame.ui.vocabulary.shown(weighed.advice.move.word)
        seat = self._frame.model.seat.number
        if seat is None or not weighed.chances:
            return move
        return _("{move} ({rate} %)").format(move=move, rate=rate(weighed, seat))

    def _instead(self, found: Sequence[Weighed], room: int) -> Spans:
        """The next best moves, as many of two as there is room for."""
        seat = self._frame.model.seat.number
        if seat is None:
            return []
        alike = "   " + _("others are as good")
        if are_alike(found, seat) and cell_len(alike) < room:
            return [(alike, Look("soft"))]
        told = [self._worth(each) for each in alternatives(found, seat)]
        while told:
            text = "   " + _("or {moves}").format(moves=" · ".join(told))
            if cell_len(text) < room:
                return [(text, Look("soft"))]
            told.pop()
        return []
