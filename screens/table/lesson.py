"""A lesson on the screen of a game: what to do, what to say of it, what comes next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

from rich.cells import cell_len
from textual.screen import Screen

from rules.messages import Refusal
from screens.base import SMALLEST, api
from screens.colours import Look
from screens.lessons import show_lessons
from screens.pick import Pick
from screens.table.vocabulary import Vocabulary
from screens.text import _, say_refusal
from screens.widgets.menu import Item
from screens.widgets.panel import Panel
from screens.widgets.text_line import Span, Spans

LINES: Final = 3
"""One for the remark, two for what to do."""
LESSON_ACTIONS: Final = ("skip_step", "lessons")
"""What is done with keys that only lessons have."""
_GROUND: Final = "bar"
_NUMBER: Final = Look("gold", _GROUND, "bold")
_DO: Final = Look("ink", _GROUND, "bold")
_MOVE: Final = Look("key", _GROUND, "bold")
_REMARK: Final = Look("soft", _GROUND)


class Lesson(Protocol):
    """What a screen asks of a lesson. Moves in texts stand in backticks, in canonical words."""

    @property
    def game(self) -> str:
        """The name of its game."""

    @property
    def number(self) -> int:
        """Which of the game's lessons it is, from 1."""

    @property
    def title(self) -> str:
        """What it is about."""

    @property
    def steps(self) -> int:
        """How many there are."""

    @property
    def done(self) -> int:
        """How many are behind."""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""

    @property
    def text(self) -> str:
        """What to do now; empty once it is over."""

    @property
    def remark(self) -> str:
        """What is said of the step before; empty at the first."""

    def skip(self) -> None:
        """Let the move of the step be made."""


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


def lesson_lines(lesson: Lesson, vocabulary: Vocabulary, width: int) -> list[Spans]:
    """The remark, then which step it is and what to do; so many as it takes."""
    told: list[Spans] = []
    if lesson.remark:
        told += told_lines(lesson.remark, vocabulary, width - 2, _REMARK)
    if lesson.is_over:
        text = _("The lesson is over: {title}").format(title=lesson.title)
        return [[(" ", _DO), *line] for line in (*told, *told_lines(text, vocabulary, width, _DO))]
    number = f"{lesson.done + 1}/{lesson.steps} "
    lines = told_lines(lesson.text, vocabulary, width - 2 - len(number), _DO)
    heads = [number, *[" " * len(number)] * len(lines)]
    asked = [[(head, _NUMBER), *line] for head, line in zip(heads, lines)]
    return [[(" ", _DO), *line] for line in (*told, *asked)]


class LessonBar(Panel):
    """The lines of a lesson, above the prompt."""

    DEFAULT_CSS = "LessonBar { width: 1fr; height: 3; background: $bar; }"

    def __init__(self) -> None:
        super().__init__(is_framed=False, ground=_GROUND, from_end=True, id="lesson")

    def set_lines(self, lines: int) -> None:
        """Take so many lines; what to do is shown rather than the remark."""
        if self.styles.height is None or self.styles.height.value != lines:
            self.styles.height = lines


class LessonGuide:
    """What a lesson adds to the screen of its game."""

    def __init__(self, screen: Screen[Any], lesson: Lesson, vocabulary: Vocabulary) -> None:
        self._screen = screen
        self.lesson = lesson
        self._vocabulary = vocabulary
        self._was_told = False

    @staticmethod
    def lines_of_boards(height: int) -> int:
        """How many lines boards give up on a terminal of this height."""
        return max(0, min(LINES, height - SMALLEST[1]))

    def make_room(self, taken: int, spare: int) -> int:
        """Fit in where so many lines are to spare, some of them taken; how many then are."""
        given = self.lines_of_boards(self._screen.app.size.height)
        own = max(min(LINES - given, spare - taken), 0)
        self._screen.query_one(LessonBar).set_lines(given + own)
        return taken + own

    def show(self, width: int) -> None:
        """Say where it stands, in so many columns."""
        bar = self._screen.query_one(LessonBar)
        bar.show("", lesson_lines(self.lesson, self._vocabulary, width))

    def show_end_once(self) -> None:
        """Ask what to do next when it is over, unless that was asked before."""
        if self.lesson.is_over and not self._was_told:
            self.show_end()

    def show_end(self) -> None:
        """What to do after it."""
        self._was_told = True
        here, lesson = api(self._screen), self.lesson
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
        title = _("The lesson is over: {title}").format(title=lesson.title)
        self._screen.app.push_screen(Pick(title, items), self._after)

    def _after(self, answer: str | None) -> None:
        here, lesson = api(self._screen), self.lesson
        try:
            match answer:
                case "next":
                    here.lessons.start(lesson.game, lesson.number + 1)
                case "game":
                    here.lessons.first_game(lesson.game)
                case "lessons":
                    show_lessons(self._screen, lesson.game)
                case "leave":
                    here.table.leave()
        except Refusal as problem:
            self._screen.notify(say_refusal(problem), severity="error", markup=False)
