"""Lessons of a game, written as TOML files beside its rules pages, in order.

    title.en = "..."                    every text in each language
    summary.en = "..."
    seats = 2                           the learner sits on the first of them
    seed = 7
    moves = ["0: sub 14.200; mine 9"]   made first: a seat, then canonical words
    [[steps]]
    text.en = "Take ship A to 14: `A 14`."
    accept = ["A 14"]                   any legal move where nothing is listed
    then = ["1: B 20; hold"]            made right after it, by any seat
    hint.en = "..."
    remark.en = "..."

Moves in a text stand in backticks, in canonical words; a screen shows them in the reader's words.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from nim_tui.registry import all_games
from nim_tui.tables.seeds import MOST_SEED
from rules.options import OptionValue
from screens.text import current_look

MOST_STEPS: Final = 12
SUFFIX: Final = ".toml"

Text = Annotated[str, Meta(min_length=1, max_length=300)]
Words = Annotated[str, Meta(min_length=1, max_length=200)]


class LessonError(ValueError):
    """A file of lessons is invalid; the message names it."""


class LocalizedText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in each language."""

    en: Text
    fr: Text

    def __str__(self) -> str:
        """Return the text in the language of the running app."""
        return self.fr if current_look().language == "fr" else self.en


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move of the learner: the task, the moves accepted, and the remark."""

    text: LocalizedText
    hint: LocalizedText
    remark: LocalizedText
    accept: Annotated[tuple[Words, ...], Meta(max_length=60)] = ()
    """Canonical words; empty if any legal move is accepted."""
    then: Annotated[tuple[Words, ...], Meta(max_length=40)] = ()


class LessonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as written."""

    title: LocalizedText
    summary: LocalizedText
    seats: Annotated[int, Meta(ge=2, le=5)]
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)]
    steps: Annotated[tuple[LessonStep, ...], Meta(min_length=1, max_length=MOST_STEPS)]
    moves: Annotated[tuple[Words, ...], Meta(max_length=60)] = ()
    options: dict[str, OptionValue] = {}

    @property
    def texts(self) -> tuple[LocalizedText, ...]:
        """All texts of the lesson."""
        said = (text for step in self.steps for text in (step.text, step.hint, step.remark))
        return (self.title, self.summary, *said)


@cache
def lessons_of(game: str) -> tuple[LessonFile, ...]:
    """Return the lessons of a game, in the order of their files; empty if it has none.

    Raises LessonError.
    """
    entry = all_games().get(game)
    if entry is None:
        return ()
    folder = files(entry.data).joinpath("lessons")
    if not folder.is_dir():
        return ()
    found = sorted((file for file in folder.iterdir()), key=lambda file: file.name)
    return tuple(
        _lesson(f"{game}/{file.name}", file.read_bytes())
        for file in found
        if file.name.endswith(SUFFIX)
    )


def _lesson(name: str, text: bytes) -> LessonFile:
    try:
        return msgspec.toml.decode(text, type=LessonFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LessonError(f"{name}: {error}") from error
