"""The protocol by which the home screen asks the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from textual.app import App
from textual.widget import Widget

from screens.app_api import AppApi
from screens.base import app_as
from screens.home.kept_tables import Shelved

if TYPE_CHECKING:
    pass


class KeptTables(Protocol):
    """The tables kept on this machine."""

    def read(self) -> Shelved:
        """Read all kept tables again. This may take long: not for the event loop."""

    def delete(self, table_id: str) -> None:
        """Delete a table for good; how it ended stays noted. Raises a Refusal, OSError."""


@dataclass(frozen=True, slots=True)
class PuzzlesOnOffer:
    """The puzzles of a game, and how one did at them."""

    count: int
    solved: int
    rating: int


class PuzzlesApi(Protocol):
    """The puzzles: positions in which one move is to be found."""

    def of(self, game: str) -> PuzzlesOnOffer:
        """Return the puzzles of a game, which may have none."""

    def start(self, game: str = "", *, is_daily: bool = False) -> None:
        """Begin the next of a game, or that of the day; of any game where none is named.

        Raises NotPossible.
        """


@runtime_checkable
class HomeApi(AppApi, Protocol):
    """The app, as the home screen knows it."""

    @property
    def kept(self) -> KeptTables:
        """The tables kept on this machine."""

    @property
    def puzzles(self) -> PuzzlesApi:
        """The puzzles."""

    @property
    def own_name(self) -> str:
        """The name of the player at this machine; empty while they gave none."""

    def go_on_with(self, table_id: str) -> None:
        """Sit down at a kept table again. Raises NotPossible."""

    def replay_table(self, table_id: str) -> None:
        """Step through a kept table. Raises NotPossible."""

    def review_table(self, table_id: str) -> None:
        """Open the review of a kept table whose game is over. Raises NotPossible."""


def home_api(node: Widget | App[Any]) -> HomeApi:
    """The app itself, or that of a widget, as the home screen knows it."""
    app: HomeApi = app_as(node, HomeApi)
    return app
