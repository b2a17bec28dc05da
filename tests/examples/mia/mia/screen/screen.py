"""The screen of Mia."""

from collections.abc import Iterable, Mapping, Sequence

from screens.colours import Spans, seat_chip
from screens.table.game_ui import GameUi
from screens.table.move_words import Words
from screens.table.screen import GameScreen
from screens.table.speech import GameSentences
from screens.table.vocabulary import read_vocabulary
from screens.text import N_, _
from screens.widgets.board import Board
from screens.widgets.lines import Lines
from textual.app import ComposeResult
from textual.geometry import Size

from mia.rules.moves import ROLLS
from mia.rules.view import TableView
from mia.screen import sentences
from mia.screen.board import TableBoard


class TableUi(GameUi[TableView]):
    """Board, sentences, headline and question of Mia."""

    speech: GameSentences | None = sentences
    vocabulary = read_vocabulary(__package__)
    meanings: Mapping[str, str] = {
        "believe": N_("you take the cup, roll, and must say more"),
        "doubt": N_("the cup is lifted: whoever is wrong loses a life"),
    }
    board: TableBoard

    def compose(self) -> ComposeResult:
        """Compose the board, and the log below it."""
        self.board = TableBoard(id="board")
        yield self.board
        yield Lines(id="log")

    def boards(self) -> Sequence[Board]:
        """Return the board."""
        return (self.board,)

    def set_scale(self, size: Size) -> None:
        """Draw the board as large as it fits."""
        self.board.set_room(self.board_room(size))

    def show(self, view: TableView) -> None:
        """Show a view on the board."""
        self.board.show(view, self.people.names)

    def spots(self, view: TableView, before: Words, choice: Words) -> Iterable[tuple[Board, str]]:
        """Return the place of an announcement."""
        words = (*before, *choice)
        return [(self.board, words[1])] if len(words) == 2 else []

    def likely_spot(self, board: Board) -> str:
        """Return the true roll, if it may be announced."""
        view = self.model.view
        true = ROLLS[view.roll] if view.roll > view.said else ""
        return true if true in board.lit else ""

    def headline(self, view: TableView) -> Spans:
        """Return the players still in the game."""
        names = self.people.names
        return [seat_chip(seat, names[seat]) for seat, lives in enumerate(view.lives) if lives]

    def ask(self, view: TableView) -> str:
        """Return the question to the seat."""
        if view.answers:
            return _("{roll} was said: do you believe it?").format(roll=ROLLS[view.said])
        return _("which roll do you say?")

    def chapter(self, view: TableView) -> str:
        """Return the section of the rules that matters now."""
        return "answer" if view.answers else "say"


class TableScreen(GameScreen[TableView]):
    """A table of Mia."""

    @staticmethod
    def make_ui() -> TableUi:
        """Return what this game adds."""
        return TableUi()
