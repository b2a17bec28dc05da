"""What a program would do, and why; Enter plays it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from screens.base import Dialog
from screens.table.seat import Advice
from screens.text import N_, _, say_told
from screens.widgets.key_bar import KeyBar


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
