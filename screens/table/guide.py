"""The bar of a lesson or puzzle above the prompt, and a lesson on the screen of its game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from rich.cells import cell_len
from textual.geometry import Size

from rules.messages import Refusal
from screens.base import WIDE, Shape, api, shape_of
from screens.colours import Look, Span, Spans
from screens.pick_dialog import Pick, show_lessons
from screens.table.vocabulary import Vocabulary
from screens.text import _, say_refusal
from screens.widgets.menu import Item
from screens.widgets.panel import Panel

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

LINES: Final = 3
"""The lines of the bar: the last answer or the title, and two for the task."""
_MOST_ON_A_PHONE: Final = 7
GROUND: Final = "bar"
NUMBER: Final = Look("gold", GROUND, "bold")
DO: Final = Look("ink", GROUND, "bold")
REMARK: Final = Look("soft", GROUND)
_MOVE: Final = Look("key", GROUND, "bold")


def told_lines(text: str, vocabulary: Vocabulary, width: int, look: Look) -> list[Spans]:
    """Return a text broken to a width, but not within a move."""
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
    """Return the words between blanks, each of one part or several."""
    words: list[list[Span]] = [[]]
    for text, is_move in parts:
        first, *others = [text] if is_move else text.split(" ")
        words[-1] += [(first, _MOVE if is_move else look)] if first else []
        words += [[(other, look)] if other else [] for other in others]
    return [word for word in words if word]


class GuideBar(Panel):
    """The lines of a guide above the prompt."""

    DEFAULT_CSS = "GuideBar { width: 1fr; height: 3; background: $bar; }"

    def __init__(self, say: Callable[[], None]) -> None:
        """Make the bar; `say` sets its text again after a change of keys."""
        super().__init__(is_framed=False, ground=GROUND, from_end=True, id="guide")
        self._say = say

    def on_mount(self) -> None:
        """Follow changes of keys."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self._say())

    def set_lines(self, lines: int) -> None:
        """Set the number of lines; the task takes precedence."""
        if self.styles.height is None or self.styles.height.value != lines:
            self.styles.height = lines


class Guide(ABC):
    """The part of a game screen for a lesson or a puzzle."""

    ACTIONS: ClassVar[frozenset[str]]
    """The actions of keys that only this kind of guide has."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self.room = LINES
        """The lines of the bar."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the lesson or puzzle is over."""

    @property
    @abstractmethod
    def farewell(self) -> str:
        """The text in place of the prompt when the lesson or puzzle is over."""

    @property
    @abstractmethod
    def onward(self) -> str:
        """The action of Enter when the lesson or puzzle is over."""

    @abstractmethod
    def go_onward(self) -> None:
        """Do the action of Enter."""

    @abstractmethod
    def lines(self, width: int) -> list[Spans]:
        """Return the lines of the bar, for a width in cells."""

    @abstractmethod
    def allows(self, action: str, *, may_move: bool) -> bool:
        """Whether an action of this guide is possible now."""

    @staticmethod
    def lines_of_boards(size: Size) -> int:
        """Return the lines that boards give up on a terminal of this size; none on a phone."""
        return min(LINES, size.height - WIDE[1]) if shape_of(size) is Shape.WIDE else 0

    def make_room(self, taken: int, spare: int) -> int:
        """Fit in with `spare` lines, of which `taken` are in use; return the number then in use."""
        given = self.lines_of_boards(self.screen.app.size)
        own = max(min(self._wanted - given, spare - taken), 0)
        self.room = given + own
        self.screen.query_one(GuideBar).set_lines(self.room)
        return taken + own

    @property
    def _wanted(self) -> int:
        """The lines of the bar if there is room: on a phone those of its text."""
        arrangement = self.screen.arrangement
        if arrangement.shape is Shape.WIDE:
            return LINES
        return max(LINES, min(len(self.lines(arrangement.line_width)), _MOST_ON_A_PHONE))

    def show(self, width: int) -> None:
        """Show the state of the lesson or puzzle at a width in cells."""
        self.screen.query_one(GuideBar).show("", self.lines(width))


class LessonApi(Protocol):
    """The interface of a lesson for the screen.

    Moves in texts are in backticks, in canonical words.
    """

    @property
    def game(self) -> str:
        """The name of the lesson's game."""

    @property
    def number(self) -> int:
        """The number of the lesson within its game, from 1."""

    @property
    def title(self) -> str:
        """The subject of the lesson."""

    @property
    def steps(self) -> int:
        """The number of steps."""

    @property
    def done(self) -> int:
        """The number of steps done."""

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""

    @property
    def text(self) -> str:
        """The instruction for the current step; empty once the lesson is over."""

    @property
    def remark(self) -> str:
        """The comment on the previous step; empty at the first."""

    def skip(self) -> None:
        """Make the move of the step for the reader."""


def lesson_lines(lesson: LessonApi, vocabulary: Vocabulary, width: int) -> list[Spans]:
    """Return the remark, the number of the step and the task, in as many lines as they take."""
    told: list[Spans] = []
    if lesson.remark:
        told += told_lines(lesson.remark, vocabulary, width - 2, REMARK)
    if lesson.is_over:
        text = _("Lesson finished: {title}").format(title=lesson.title)
        return [[(" ", DO), *line] for line in (*told, *told_lines(text, vocabulary, width, DO))]
    number = f"{lesson.done + 1}/{lesson.steps} "
    lines = told_lines(lesson.text, vocabulary, width - 2 - len(number), DO)
    heads = [number, *[" " * len(number)] * len(lines)]
    asked = [[(head, NUMBER), *line] for head, line in zip(heads, lines)]
    return [[(" ", DO), *line] for line in (*told, *asked)]


class LessonGuide(Guide):
    """The part of a game screen for a lesson."""

    ACTIONS: ClassVar[frozenset[str]] = frozenset({"skip_step", "lessons"})

    def __init__(self, screen: GameScreen[Any], lesson: LessonApi) -> None:
        super().__init__(screen)
        self.lesson = lesson

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""
        return self.lesson.is_over

    @property
    def farewell(self) -> str:
        """The text in place of the prompt when the lesson is over."""
        return _("Lesson finished: press Enter to go on.")

    @property
    def onward(self) -> str:
        """The action of Enter when the lesson is over."""
        return _("next: another lesson, or a first game")

    def lines(self, width: int) -> list[Spans]:
        """Return the lines of the step and its task."""
        return lesson_lines(self.lesson, self.screen.ui.vocabulary, width)

    def allows(self, action: str, *, may_move: bool) -> bool:
        """Check whether an action is possible: skipping during a step, the lessons at any time."""
        return action in self.ACTIONS and (may_move or action != "skip_step")

    def go_onward(self) -> None:
        """Offer the next actions after the lesson; the next lesson is first."""
        here, lesson = api(self.screen), self.lesson
        offered = here.lessons.of(lesson.game)
        items = []
        if lesson.number < len(offered):
            following = offered[lesson.number]
            items.append(Item("next", _("the next lesson"), following.title))
        items += [
            Item("game", _("a first game"), _("against bots that are easy to beat")),
            Item("lessons", _("all lessons of this game")),
            Item("look", _("look at the table")),
            Item("leave", _("home") if here.is_private else _("lobby")),
        ]
        title = _("Lesson finished: {title}").format(title=lesson.title)
        self.screen.app.push_screen(Pick(title, items), self._after)

    async def _after(self, answer: str | None) -> None:
        here, lesson = api(self.screen), self.lesson
        try:
            match answer:
                case "next":
                    here.lessons.start(lesson.game, lesson.number + 1)
                case "game":
                    await here.lessons.first_game(lesson.game, is_coached=True)
                case "lessons":
                    show_lessons(self.screen, lesson.game)
                case "leave":
                    here.table.leave()
        except Refusal as problem:
            self.screen.notify(say_refusal(problem), severity="error", markup=False)
