"""What a bot would do, and why; Enter plays it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, ClassVar, Protocol

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from screens.base import Dialog, api
from screens.table.model import TableModel
from screens.table.seat import Advice, Seat
from screens.text import N_, _, say_told
from screens.widgets.key_bar import KeyBar


class HintFrame(Protocol):
    """What is needed of the screen around it."""

    model: TableModel[Any]

    @property
    def app(self) -> App[Any]:
        """The app."""

    def tell(self, text: str) -> None:
        """Show a remark."""

    def tell_again(self) -> None:
        """Show the prompt again."""

    def play_words(self, words: str) -> bool:
        """Make a move in words."""

    def think(self, thinking: Coroutine[Any, Any, None]) -> None:
        """Do something meanwhile; what was begun before is given up."""

    def post_message(self, message: Message) -> bool:
        """Tell the screen in its own time."""


class Hints:
    """Asks a bot for advice, without holding up the screen."""

    class Advised(Message):
        """A bot has thought of something for a seat, after so many moves."""

        def __init__(self, advice: Advice, seat: Seat, ply: int) -> None:
            super().__init__()
            self.advice = advice
            self.seat = seat
            self.ply = ply

    def __init__(self, frame: HintFrame) -> None:
        self._frame = frame

    @property
    def are_given(self) -> bool:
        """Whether a bot may be asked for advice: not in a game against people elsewhere."""
        return api(self._frame.app).is_private or self._frame.model.seat.bots.count(None) == 1

    def ask(self) -> None:
        """Ask for advice on the move that is due."""
        self._frame.tell(_("asking …"))
        self._frame.think(self._think(self._frame.model.seat))

    async def _think(self, seat: Seat) -> None:
        ply = seat.moves_played
        advice = await asyncio.to_thread(seat.adviser())
        self._frame.post_message(self.Advised(advice, seat, ply))

    def show(self, message: Advised, *, is_on_top: bool) -> None:
        """Show the advice, unless the table has gone on meanwhile."""
        seat = self._frame.model.seat
        if (message.seat, message.ply) != (seat, seat.moves_played):
            return
        self._frame.tell_again()
        if is_on_top:
            self._frame.app.push_screen(HintDialog(message.advice), self._follow)

    def _follow(self, words: str | None) -> None:
        if words:
            self._frame.play_words(words)


class HintDialog(Dialog):
    """A move and its reason, low enough to leave the boards in view.

    Answers with the move's words, or "".
    """

    DEFAULT_CSS = "HintDialog { align: center bottom; background: $background 0%; }"

    BINDING_GROUP_TITLE = N_("Hint")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", N_("Play it"), id="hint.play"),
        Binding("escape,q,i", "dismiss('')", N_("Back"), id="hint.back"),
    ]

    def __init__(self, advice: Advice) -> None:
        super().__init__()
        self._advice = advice

    def compose(self) -> ComposeResult:
        """Move and reason."""
        reason = say_told(self._advice.reason, self._advice.facts)
        with Vertical(classes="box") as box:
            box.border_title = _("Hint")
            yield Static(
                _("The bot would play “{move}”:").format(move=self._advice.move.word),
                markup=False,
            )
            yield Static(f"{reason}.", markup=False)
        yield KeyBar()

    def action_play(self) -> None:
        """Play the move."""
        self.dismiss(self._advice.move.word)
