"""Asking about one sight of a table, and the facts of a view: by field, what to ask and hear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import Any, NamedTuple, get_args, get_type_hints

from nim_tui.plain.questions import TableQuestions, who_plays
from nim_tui.registry import game_named
from screens.table.speech import SeatSight


class Said(NamedTuple):
    """A question, and what must be in its answer."""

    question: str
    answer: str


@dataclass
class Asked:
    """Somebody who listens at a table, and asks in the words of commands."""

    game: str
    sight: SeatSight

    def __post_init__(self) -> None:
        self._said: list[str] = []
        self._known: dict[str, str] = {}

    @property
    def view(self) -> Any:
        """What they see."""
        return self.sight.view

    @cached_property
    def _asking(self) -> TableQuestions:
        entry = game_named(self.game)
        return TableQuestions(
            lambda: self.sight, lambda *texts: self._said.extend(texts), entry.teller, entry.game
        )

    def told(self, question: str) -> str:
        """The whole answer to a question."""
        if question not in self._known:
            self._known[question] = self._answer(question)
        return self._known[question]

    def _answer(self, question: str) -> str:
        command, _blank, rest = question.partition(" ")
        if command == "question":
            return game_named(self.game).teller.question(self.sight)
        if command == "who":
            return " ".join(who_plays(self.sight.people, self.view.waiting))
        self._said.clear()
        self._asking.commands[command](rest)
        return " ".join(self._said)


Facts = Mapping[str, Callable[[Asked], Iterable[Said]]]
"""By field of a view, such as "fleets.places"."""


def fields_of(kind: type[Any]) -> Iterator[str]:
    """The fields of a dataclass; of those that hold another one, its fields behind a dot."""
    hints = get_type_hints(kind)
    for field in fields(kind):
        inner = [each for each in _within(hints[field.name]) if is_dataclass(each)]
        if inner:
            yield from (f"{field.name}.{name}" for name in fields_of(inner[0]))  # type: ignore[arg-type]
        else:
            yield field.name


def _within(hint: Any) -> Iterator[Any]:
    yield hint
    for each in get_args(hint):
        yield from _within(each)
