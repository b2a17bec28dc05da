"""SchwarmScreen: the frame with the sea, the nations and the row of cards."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType

from rules.schwarm.view import SchwarmView
from screens.schwarm.nations import long_lines
from screens.schwarm.networks_dialog import NetworksDialog
from screens.schwarm.networks_side import NetworksSide
from screens.schwarm.ui import SchwarmUi
from screens.spans import Spans
from screens.table.screen import GameScreen
from screens.table.side_pages import LinesPage, spans_of
from screens.text import N_, _
from screens.widgets.board import Board


class SchwarmScreen(GameScreen[SchwarmView]):
    """One screen for the whole game, from the first station to the last network."""

    DEFAULT_CSS = """
    SchwarmScreen.no-signs #signs, SchwarmScreen.no-since #since { display: none; }
    """
    BINDING_GROUP_TITLE = "Der Schwarm"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "t",
            "turn",
            N_("Turn"),
            id="schwarm.turn",
            tooltip=N_("Turn the tile in hand to the next way it fits here"),
        ),
        Binding(
            "w",
            "networks",
            N_("Networks"),
            id="schwarm.networks",
            tooltip=N_("Every network that counts, and its points if the round ended now"),
        ),
        Binding(
            "o",
            "nations",
            N_("Nations"),
            id="schwarm.nations",
            tooltip=N_("The cards, tiles and reserves of every nation"),
        ),
    ]

    ui: SchwarmUi

    @staticmethod
    def make_ui() -> SchwarmUi:
        """Its boards and words."""
        return SchwarmUi()

    @on(events.DescendantFocus)
    @on(events.Resize)
    def tell_place(self) -> None:
        """Say what the cursor is on, once it stands on another board or there is more room."""
        self.call_after_refresh(self.lines.show_prompt)

    # The tile in hand, and what the cursor stands for

    @on(Board.Moved)
    def show_preview(self, message: Board.Moved) -> None:
        """Show what the cursor stands for now."""
        if message.board is self.ui.sea:
            self.ui.preview.show(moved=True)

    @on(Board.Chosen)
    def place_tile(self, message: Board.Chosen) -> None:
        """The tile in hand goes where the cursor is, turned as it is."""
        if not self.ui.preview.stack or message.board is not self.ui.sea:
            return
        message.stop()
        message.prevent_default()
        words = self.ui.preview.placed(message.spot)
        if self.picker.phrases.next_words(words):
            self.picker.enter(words[len(self.picker.chosen) :])
            self.asking.show_offer()
            self.menu.focus()
            return
        self.making.play_words(" ".join(words))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A tile can be turned while one is in hand."""
        if action == "turn":
            return self.ui.has_tile and not self.model.is_replay
        return super().check_action(action, parameters)

    def action_turn(self) -> None:
        """Turn the tile in hand to the next way it fits, or by a quarter where it does not."""
        self.ui.preview.turn()

    def action_networks(self) -> None:
        """Every network that counts: beside the sea that shows it, or in a box with a sea."""
        view = self.model.view
        if self.side.has_room:
            self.side.toggle(NetworksSide(self.ui, view.seat or 0))
        else:
            dialog = NetworksDialog(view, self.model.names, self.model.log, view.seat or 0)
            self.app.push_screen(dialog)

    def action_nations(self) -> None:
        """What every nation has."""
        model = self.model

        def lines() -> list[Spans]:
            return spans_of(long_lines(model.view, model.people.titles))

        self.side.toggle(LinesPage("nations", _("Nations"), lines))
