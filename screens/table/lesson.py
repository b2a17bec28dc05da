"""A lesson on the screen of a game: what to do, what to say of it, what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from rules.messages import Refusal
from screens.base import api
from screens.colours import Spans
from screens.lessons import show_lessons
from screens.pick_dialog import Pick
from screens.table.guide import DO, NUMBER, REMARK, Guide, told_lines
from screens.table.vocabulary import Vocabulary
from screens.text import _, say_refusal
from screens.widgets.menu import Item

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


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


def lesson_lines(lesson: Lesson, vocabulary: Vocabulary, width: int) -> list[Spans]:
    """The remark, then which step it is and what to do; so many as it takes."""
    told: list[Spans] = []
    if lesson.remark:
        told += told_lines(lesson.remark, vocabulary, width - 2, REMARK)
    if lesson.is_over:
        text = _("The lesson is over: {title}").format(title=lesson.title)
        return [[(" ", DO), *line] for line in (*told, *told_lines(text, vocabulary, width, DO))]
    number = f"{lesson.done + 1}/{lesson.steps} "
    lines = told_lines(lesson.text, vocabulary, width - 2 - len(number), DO)
    heads = [number, *[" " * len(number)] * len(lines)]
    asked = [[(head, NUMBER), *line] for head, line in zip(heads, lines)]
    return [[(" ", DO), *line] for line in (*told, *asked)]


class LessonGuide(Guide):
    """What a lesson adds to the screen of its game."""

    ACTIONS: ClassVar[frozenset[str]] = frozenset({"skip_step", "lessons"})

    def __init__(self, screen: GameScreen[Any], lesson: Lesson) -> None:
        super().__init__(screen)
        self.lesson = lesson
        self._was_told = False

    @property
    def is_over(self) -> bool:
        """Whether no step is left."""
        return self.lesson.is_over

    @property
    def farewell(self) -> str:
        """What stands in place of the prompt when it is over."""
        return _("That was this lesson.")

    @property
    def onward(self) -> str:
        """What Enter does then."""
        return _("what next: another lesson, a first game")

    def go_onward(self) -> None:
        """Ask what to do next."""
        self.show_end()

    def lines(self, width: int) -> list[Spans]:
        """The step, and what to do."""
        return lesson_lines(self.lesson, self.screen.ui.vocabulary, width)

    def allows(self, action: str, *, may_move: bool) -> bool:
        """A step is skipped while there is one; lessons are always there."""
        return action in self.ACTIONS and (may_move or action != "skip_step")

    def show_end_once(self) -> None:
        """Ask what to do next when it is over, unless that was asked before."""
        if self.lesson.is_over and not self._was_told:
            self.show_end()

    def show_end(self) -> None:
        """What to do after it."""
        self._was_told = True
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
        title = _("The lesson is over: {title}").format(title=lesson.title)
        self.screen.app.push_screen(Pick(title, items), self._after)

    async def _after(self, answer: str | None) -> None:
        here, lesson = api(self.screen), self.lesson
        try:
            match answer:
                case "next":
                    here.lessons.start(lesson.game, lesson.number + 1)
                case "game":
                    await here.lessons.first_game(lesson.game)
                case "lessons":
                    show_lessons(self.screen, lesson.game)
                case "leave":
                    here.table.leave()
        except Refusal as problem:
            self.screen.notify(say_refusal(problem), severity="error", markup=False)
