"""A page or form of the lobby as a value: texts, rows and actions, for screens and text mode."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len

from rules.messages import N_, Refusal
from screens.colours import Look, Spans
from screens.text import is_spoken
from screens.widgets.raster import fitted

if TYPE_CHECKING:
    from screens.widgets.chart import Series


@dataclass(frozen=True, slots=True)
class Opens:
    """The page that an action opens, and its subject."""

    page: str
    of: str = ""


AWAY: Final = Opens("")
"""The answer of an action that opened a table."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A text to be typed for an action, or to be chosen among several."""

    hint: str = ""
    """The placeholder, or the question about the `choices`."""
    value: str = ""
    longest: int = 300
    missing: Refusal | None = None
    """The refusal of an empty text; None allows it."""
    choices: Sequence[str] = ()
    """The choices, to translate; the first is the default."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a page."""

    word: str
    """The command of the action in text mode; screens bind keys to it."""
    run: Callable[[str], Awaitable[object]]
    """Runs the action with the typed text.

    Returns a sentence, an Opens, a Form, or nothing, and raises a Refusal.
    """
    said: str = ""
    """The message after an action that returns nothing."""
    confirm: Sequence[str] = ()
    """The messages of the first call, after which a second call runs the action."""
    ask: Ask | None = None
    busy: str = ""
    """The message while the action runs."""
    looks: int = 0
    """The number of later look-ups of the page, for results that come from elsewhere."""
    label: str = ""
    """The text beside the action's key while the row is marked."""
    same: str = ""
    """An id shared by actions of several rows with the same effect."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the list."""

    id: str
    name: str
    called: str = ""
    """The name of the row in a question of text mode."""
    told: str = ""
    """The sentence of the row in text mode; without it only screens show the row."""
    more: Sequence[str] = ()
    """Further sentences of the row in text mode."""
    copied: str = ""
    """A text after the row in text mode, to be copied exactly."""
    is_typed: bool = False
    """Whether the row begins with text of a person, whose small letters stay."""
    cells: Sequence[str] = ()
    """The cells of the row in an HTML table; without `columns` an item of a list."""
    address: str = ""
    """The address of a link on the name in HTML."""
    parts: Sequence[tuple[str, str]] = ()
    """The texts of the row on the screen, each with its look: see Item."""
    note: str = ""
    """The note beside the name on the screen, if there are no `parts`."""
    detail: str = ""
    """The text below the list while the row is marked."""
    game: str = ""
    """The game shown beside the page while the row is marked, if different."""
    chart: Series | None = None
    """A chart below the detail."""
    enter: Action | None = None
    actions: Sequence[Action] = ()

    @property
    def all_actions(self) -> Sequence[Action]:
        """The action of Enter, and the other actions."""
        return [*([] if self.enter is None else [self.enter]), *self.actions]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    head: str
    kind: str = ""
    """The kind of cells: a "name", a "figure", or a "cell" of a few letters."""
    is_spare: bool = False
    """Whether the screen may leave the column out for lack of room."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table above the rows."""

    columns: Sequence[Column]
    """The columns: the first has ranks, the second names."""
    lines: Sequence[Spans]
    """A text and look for each column."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page, as one person sees it."""

    title: str
    short: str = ""
    """The title on the screen, if different."""
    about: str = ""
    """A short text after the title on the screen."""
    aside: str = ""
    """Facts at the right of the title."""
    intro: str = ""
    """The purpose of the page, for text mode when the page is opened."""
    lines: Sequence[str] = ()
    """Sentences before the rows in text mode."""
    table: Table | None = None
    """A table above the rows on the screen and in HTML."""
    detail: str = ""
    """The text below an empty list on the screen, and above all else in HTML."""
    rows: Sequence[Row] = ()
    empty: str = ""
    """The text in place of rows."""
    marked: str = ""
    """The row marked at first."""
    actions: Sequence[Action] = ()
    """The actions without a row."""
    is_long: bool = False
    """Whether text mode shows the rows only on request, a part at a time."""
    is_numbered: bool = True
    """Whether text mode numbers the rows; otherwise their ids name them."""
    usual: Sequence[str] = ()
    """The most useful commands now, for the question of text mode."""
    hints: Sequence[str] = ()
    """Sentences after the rows in text mode."""
    listed_by: str = "list"
    """The command of text mode for the rows; if it is not `list`, that tells the rest."""
    meant: str = ""
    """The row that text mode takes if none is named."""
    each: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Sentences about a person, for `list NAME` in text mode."""
    unclear: str = N_("add a number or a name from the list")
    """The refusal of text mode if several rows, {names}, may be meant."""
    impossible: str = ""
    """The refusal if the row has no such action; "" uses `unclear`."""
    game: str = ""
    """The game shown beside the page, with the terms, if there is room."""
    terms: Sequence[str] = ()
    events: Sequence[tuple[str, str]] = ()
    """Recent events, each after its day."""
    no_events: str = ""
    """The text in place of events; empty for pages without events."""
    columns: Sequence[Column] = ()
    """The columns of the rows in HTML."""
    leading: int = 0
    """The number of leading rows, or lines of the table, that HTML sets apart."""
    heading: str = ""
    """The heading of the rows in HTML."""
    others: Sequence[str] = ()
    """The ids of pages of this kind, for left and right."""


def by_ear(spoken: str, seen: str) -> str:
    """Return the sentence for the reader: about words to type, or about keys."""
    return spoken if is_spoken() else seen


# Forms

_NOTHING: Final = Ask()


@dataclass(frozen=True, slots=True)
class Field:
    """A value in a form."""

    id: str
    label: str
    meaning: str
    put: Callable[[Any], Form]
    """Returns the form with one of the choices, or with the typed text."""
    choices: Sequence[tuple[Any, str]] = ()
    """Each value with its words; empty for a typed value."""
    at: int = 0
    """The index of the current choice."""
    typed: Ask = _NOTHING
    """The text typed so far, and the placeholder."""

    @property
    def value(self) -> str:
        """The current value in words."""
        return self.choices[self.at][1] if self.choices else self.typed.value or self.typed.hint

    def turned(self, step: int) -> Form:
        """Return the form with the choice `step` places on, wrapping around."""
        return self.put(self.choices[(self.at + step) % len(self.choices)][0])


@dataclass(frozen=True, slots=True)
class Form:
    """A form with its current values."""

    title: str
    game: str
    """The game shown beside the form."""
    fields: Sequence[Field]
    button: str
    """The label of the button that submits the form."""
    meaning: str
    """The effect of the button."""
    submit: Callable[[], Awaitable[Opens]]
    """Submit the form and return the resulting page. Raises a Refusal."""

    def field(self, wanted: str) -> Field | None:
        """Return the field of an id; None for the button."""
        return next((one for one in self.fields if one.id == wanted), None)


# Tables on the screen

_PLACE: Final = 4
_NAME: Final = 18
"""The least cells of names; longer ones have what the figures leave."""
_LEAST: Final = 7
"""The least columns of a figure."""
_HEAD: Final = Look("key", style="bold")


def table_lines(table: Table, room: int) -> list[Spans]:
    """Return the heads of the columns after the names, if there are any, then the lines.

    `room` is the number of columns of the screen that they have.
    """
    columns, widths = table.columns, _widths(table)
    after = _with_room(columns, widths, room)
    longest = max((cell_len(line[1][0]) for line in table.lines), default=0)
    left = room - _PLACE - sum(widths[at] for at in after)
    names = max(_NAME, min(longest + 1, left))
    lines: list[Spans] = [
        [
            (f"{place:>2}  ", look), (fitted(name, names), named),
            *((line[at][0].rjust(widths[at]), line[at][1]) for at in after),
        ]
        for line in table.lines
        for (place, look), (name, named) in [line[:2]]
    ]  # fmt: skip
    head = "".join(columns[at].head.rjust(widths[at]) for at in after)
    return [[(" " * (_PLACE + names) + head, _HEAD)], *lines] if head else lines


def _with_room(columns: Sequence[Column], widths: Sequence[int], room: int) -> list[int]:
    """Return the columns after the names that fit.

    Spare ones go first, from the last on; then other figures but the first; then cells, which go
    together.
    """
    kept = list(range(2, len(columns)))
    firm = [at for at in kept if columns[at].kind != "cell" and not columns[at].is_spare]
    order = [
        *(at for at in reversed(kept) if columns[at].is_spare),
        *reversed(firm[1:]),
        *(at for at in kept if columns[at].kind == "cell"),
    ]
    for at in order:
        if widths[0] + widths[1] + sum(widths[one] for one in kept) <= room:
            break
        is_cell = columns[at].kind == "cell"
        kept = [one for one in kept if (columns[one].kind != "cell" if is_cell else one != at)]
    return kept


def _widths(table: Table) -> list[int]:
    cells = [
        text
        for line in table.lines
        for (text, _look), one in zip(line, table.columns)
        if one.kind == "cell"
    ]
    cell = 4 if any(len(text) > 1 for text in cells) else 3
    after = [
        cell if one.kind == "cell" else max(len(one.head) + 2, _LEAST) for one in table.columns[2:]
    ]
    return [_PLACE, _NAME, *after]
