"""What is told of the marked table: a card, or two lines, and what Enter does with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from screens.colours import Look
from screens.lobby.app_api import lobby_api
from screens.lobby.card import Card, card_rows, what_enter_does
from screens.lobby.known_ratings import KnownRatings
from screens.lobby.listed import LobbyTable
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine


class MarkedTable:
    """Tells of one table on a screen with a Card, a Panel `facts` and a TextLine `prompt`."""

    def __init__(self, screen: Screen[Any], learnt: Callable[[], None]) -> None:
        """`learnt` is called when ratings have become known."""
        self._screen = screen
        self._tell_learnt = learnt
        self._ratings = KnownRatings(screen, self._note_learnt)
        self._table: LobbyTable | None = None
        self._said = ""

    def show(self, table: LobbyTable | None) -> None:
        """Tell of another table, or of the same as it is now."""
        self._table = table
        here = lobby_api(self._screen)
        if self._screen.has_class("large"):
            card = self._screen.query_one(Card)
            if table is None:
                card.show_games(here.games_on_offer())
            else:
                card.show_table(table, here.ratings.players_at(table))
        else:
            rows = (
                []
                if table is None
                else card_rows(table, here.ratings.players_at(table), self._screen.size.width)
            )
            self._screen.query_one("#facts", Panel).show("", rows)
        does = [] if table is None else what_enter_does(table)
        said = [(f" {self._said}", Look("gold", style="bold"))]
        self._screen.query_one("#prompt", TextLine).show(said if self._said else does)

    def say(self, text: str) -> None:
        """Say something in place of what Enter does; no longer, if it is empty."""
        self._said = text
        self.show(self._table)

    def learn(self) -> None:
        """Look up how strong those are who sit there."""
        self._ratings.want(self._table)

    def _note_learnt(self) -> None:
        if self._screen.is_attached and self._screen.app.screen is self._screen:
            self.show(self._table)
            self._tell_learnt()
