"""What leads through a table that nobody keeps, a lesson or a puzzle: lines above the prompt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.cells import cell_len

from screens.base import SMALLEST
from screens.colours import Look, Span, Spans
from screens.table.vocabulary import Vocabulary
from screens.widgets.panel import Panel

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

LINES: Final = 3
"""Of the bar: what was said before, or what this is, and two for what to do."""
GROUND: Final = "bar"
NUMBER: Final = Look("gold", GROUND, "bold")
DO: Final = Look("ink", GROUND, "bold")
REMARK: Final = Look("soft", GROUND)
_MOVE: Final = Look("key", GROUND, "bold")


def told_lines(text: str, vocabulary: Vocabulary, width: int, look: Look) -> list[Spans]:
    """A text broken to so many columns; a move is never broken."""
    lines: list[list[Span]] = [[]]
    used = 0
    for word in _words(vocabulary.parts(text), look):
        length = sum(cell_len(part) for part, _look in word)
        if used and used + 1 + length > width:
            lines.append([])
            used = 0
        lines[-1] += [(" ", look), *word] if used else word
        used += length + bool(used)
    return [*lines]


def _words(parts: Iterable[tuple[str, bool]], look: Look) -> list[list[Span]]:
    """The words between blanks, each of one part or several."""
    words: list[list[Span]] = [[]]
    for text, is_move in parts:
        first, *others = [text] if is_move else text.split(" ")
        words[-1] += [(first, _MOVE if is_move else look)] if first else []
        words += [[(other, look)] if other else [] for other in others]
    return [word for word in words if word]


class GuideBar(Panel):
    """The lines of a guide, above the prompt."""

    DEFAULT_CSS = "GuideBar { width: 1fr; height: 3; background: $bar; }"

    def __init__(self, say: Callable[[], None]) -> None:
        """`say` says anew where it stands: keys are named in it."""
        super().__init__(is_framed=False, ground=GROUND, from_end=True, id="guide")
        self._say = say

    def on_mount(self) -> None:
        """Follow the keys."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self._say())

    def set_lines(self, lines: int) -> None:
        """Take so many lines; what to do is shown rather than what stands above it."""
        if self.styles.height is None or self.styles.height.value != lines:
            self.styles.height = lines


class Guide(ABC):
    """What a lesson or a puzzle adds to the screen of its game."""

    ACTIONS: ClassVar[frozenset[str]]
    """What is done with keys that only this kind has."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing is left to do."""

    @property
    @abstractmethod
    def farewell(self) -> str:
        """What stands in place of the prompt when it is over."""

    @property
    @abstractmethod
    def onward(self) -> str:
        """What Enter does then."""

    @abstractmethod
    def go_onward(self) -> None:
        """Do that."""

    @abstractmethod
    def show_end_once(self) -> None:
        """It may be over by now: say what there is to be said once."""

    @abstractmethod
    def lines(self, width: int) -> list[Spans]:
        """What the bar says, in so many columns."""

    @abstractmethod
    def allows(self, action: str, *, may_move: bool) -> bool:
        """Whether one of its own actions is possible now."""

    @staticmethod
    def lines_of_boards(height: int) -> int:
        """How many lines boards give up on a terminal of this height."""
        return max(0, min(LINES, height - SMALLEST[1]))

    def make_room(self, taken: int, spare: int) -> int:
        """Fit in where so many lines are to spare, some of them taken; how many then are."""
        given = self.lines_of_boards(self.screen.app.size.height)
        own = max(min(LINES - given, spare - taken), 0)
        self.screen.query_one(GuideBar).set_lines(given + own)
        return taken + own

    def show(self, width: int) -> None:
        """Say where it stands, in so many columns."""
        self.screen.query_one(GuideBar).show("", self.lines(width))
