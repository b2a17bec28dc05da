"""A page of the lobby as a value: texts, rows and actions, drawn on a screen and told by lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.messages import N_, Refusal
from screens.text import is_spoken

if TYPE_CHECKING:
    from screens.widgets.chart import Series


@dataclass(frozen=True, slots=True)
class Opens:
    """The page that an action leads to, and what it is about."""

    page: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """A text that an action needs to be typed."""

    hint: str = ""
    value: str = ""
    longest: int = 300
    missing: Refusal | None = None
    """Why the text cannot be empty; without a reason it can."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done on a page."""

    word: str
    """Its command in text mode; screens bind keys to it."""
    run: Callable[[str], Awaitable[object]]
    """Is called with the typed text. It answers with a sentence to say, or an Opens, or nothing,
    and raises a Refusal."""
    said: str = ""
    """What is said afterwards if it answers with nothing."""
    confirm: Sequence[str] = ()
    """What is said at first; only if it is asked for once more is it done."""
    ask: Ask | None = None
    busy: str = ""
    """What the screen says meanwhile."""
    looks: int = 0
    """How often the page is looked up again, as the outcome comes from elsewhere."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list."""

    id: str
    name: str
    told: str = ""
    """The row in text mode."""
    more: Sequence[str] = ()
    """Sentences after it in text mode."""
    copied: str = ""
    """A text after it in text mode that is to be copied as it is."""
    is_typed: bool = False
    """Whether the row begins with what somebody typed, and keeps its small letter."""
    parts: Sequence[tuple[str, str]] = ()
    """Its texts on the screen, each with its look: see Item."""
    note: str = ""
    """Beside the name on the screen, where there are no parts."""
    detail: str = ""
    """What is below the list while the row is marked."""
    chart: Series | None = None
    """A chart below that."""
    enter: Action | None = None
    actions: Sequence[Action] = ()

    @property
    def all_actions(self) -> Sequence[Action]:
        """The action of Enter, and the others."""
        return [*([] if self.enter is None else [self.enter]), *self.actions]


@dataclass(frozen=True, slots=True)
class Page:
    """A page as one person sees it."""

    title: str
    about: str = ""
    """A few words behind the title."""
    aside: str = ""
    """Facts at the right of the title."""
    intro: str = ""
    """What the page is for, told in text mode when it is opened."""
    lines: Sequence[str] = ()
    """Sentences before the rows in text mode."""
    rows: Sequence[Row] = ()
    empty: str = ""
    """What is told in place of rows."""
    actions: Sequence[Action] = ()
    """Those of no row."""
    is_numbered: bool = True
    """Whether text mode numbers the rows; if not, their ids name them."""
    usual: Sequence[str] = ()
    """The commands that are of use now, for the question of text mode."""
    hints: Sequence[str] = ()
    """Sentences after the rows in text mode."""
    unclear: str = N_("say a number or a name of the list after it")
    """The refusal of text mode where it is not clear which row is meant."""


def by_ear(spoken: str, seen: str) -> str:
    """Return a sentence as the reader needs it: with words to type, or with keys."""
    return spoken if is_spoken() else seen
