"""A lesson by lines: what was done right, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.lessons.lesson import Lesson
from screens.table.vocabulary import Vocabulary
from screens.text import _


class LessonGuide:
    """Leads through a lesson."""

    def __init__(self, lesson: Lesson, vocabulary: Vocabulary) -> None:
        self._lesson = lesson
        self._vocabulary = vocabulary
        self._told = -1

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        return self._lesson.is_over

    def told(self) -> Sequence[str]:
        """The remark on the last step and what to do now, once a step."""
        lesson = self._lesson
        if self._told == lesson.done:
            return []
        self._told = lesson.done
        spelt = self._vocabulary.spelt
        if lesson.is_over:
            return [
                spelt(lesson.remark),
                _("The lesson is over: {title}").format(title=lesson.title),
            ]
        step = _("Step {step} of {steps}").format(step=lesson.done + 1, steps=lesson.steps)
        return [spelt(lesson.remark), f"{step}. {spelt(lesson.text)}"]

    def skip(self) -> None:
        """Have the move of the step made."""
        self._lesson.skip()
