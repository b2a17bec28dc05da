"""A form of the lobby as a value: its fields, drawn on a screen and asked for by lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from screens.lobby.page import Ask, Opens

_NOTHING: Final = Ask()


@dataclass(frozen=True, slots=True)
class Field:
    """A value that a form asks for."""

    id: str
    label: str
    meaning: str
    put: Callable[[Any], Form]
    """Return the form with one of the choices, or with what was typed."""
    choices: Sequence[tuple[Any, str]] = ()
    """Each value with its words; without any, the value is typed."""
    at: int = 0
    """The choice that is made."""
    typed: Ask = _NOTHING
    """What is typed so far, and what stands in place of nothing."""

    @property
    def value(self) -> str:
        """The present value in words."""
        return self.choices[self.at][1] if self.choices else self.typed.value or self.typed.hint

    def turned(self, step: int) -> Form:
        """Return the form with the choice so many steps on, round and round."""
        return self.put(self.choices[(self.at + step) % len(self.choices)][0])


@dataclass(frozen=True, slots=True)
class Form:
    """A form with the values that were given so far."""

    title: str
    game: str
    """The game that is shown beside it."""
    fields: Sequence[Field]
    button: str
    """What submits it."""
    meaning: str
    """What that does."""
    submit: Callable[[], Awaitable[Opens]]
    """Return the page of what was made. Raises a Refusal."""

    def field(self, wanted: str) -> Field | None:
        """Return the field of an id; None for the button."""
        return next((one for one in self.fields if one.id == wanted), None)
