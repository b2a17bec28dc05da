"""Counts: an inventory by names, and the final one step by step, with why each tribe drops out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.widgets import Static

from rules.contract import Event
from rules.himalaya.board import CUBES, INVENTORIES, NONE, TOKEN_YAKS
from rules.himalaya.events import Began, Inventory
from rules.himalaya.scoring import Count, Step, Tribes, count
from rules.himalaya.view import HimalayaView
from screens.base import WIDE, Dialog
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, chip
from screens.himalaya.forecast import is_open
from screens.himalaya.signs import CUBE_LOOKS, cube_name, cube_sign
from screens.people import PersonalSentence, SeatNames
from screens.text import N_, _, pgettext, shortened
from screens.widgets.key_bar import KeyBar
from screens.widgets.panel import Panel
from screens.widgets.raster import fitted
from screens.widgets.sheet import broken

_PANEL: Final = "panel-ground"
_HEADS: Final = {
    "first_religion": N_("Religion: stupa points"),
    "first_politics": N_("Politics: regions led alone"),
    "first_economy": N_("Economy: yaks"),
    "chain": N_("No tribe leads alone in two: economy, then politics, then religion"),
    "religion": N_("The tribe with the least religion is eliminated"),
    "politics": N_("Its delegations leave; the tribe with the least politics is eliminated"),
    "economy": N_("The richer of the last two tribes wins"),
}
_FIGURES: Final = {
    "chain": (N_("yaks"), N_("regions"), N_("stupa points")),
    "religion": (N_("stupa points"), N_("stupas"), N_("yaks")),
    "politics": (N_("regions"), N_("delegations"), N_("yaks")),
    "economy": (N_("yaks"), N_("regions"), N_("stupa points")),
    "first_religion": (N_("stupa points"),),
    "first_politics": (N_("regions"),),
    "first_economy": (N_("yaks"),),
}
"""The figures compared in each step, the decisive one first."""
_FIRST: Final = PersonalSentence(N_("{name} leads alone"), you=N_("{name} lead alone"))
_WINS: Final = PersonalSentence(N_("{name} wins on {figure}"), you=N_("{name} win on {figure}"))
_OUT: Final = PersonalSentence(
    N_("{name} is eliminated on {figure}"), you=N_("{name} are eliminated on {figure}")
)
_OUT_AS_LATER: Final = PersonalSentence(
    N_("{name} is eliminated: level in everything, and later in the last turn"),
    you=N_("{name} are eliminated: level in everything, and later in the last turn"),
)


def count_of(view: HimalayaView) -> Count:
    """Return the count of the table as it is now."""
    yaks = [view.yaks(seat) for seat in range(len(view.players))]
    return count(Tribes(view.board, view.stupas, view.delegations, yaks, view.first))


def step_lines(step: Step, people: SeatNames, *, is_narrow: bool = False) -> list[str]:
    """Return the lines of a step: the figures of everyone still in, and the decision.

    A line is a tribe, or on a narrow screen a figure.
    """
    heads = [_(name) for name in _FIGURES[step.name]]
    if is_narrow:
        signs = [SIDE_SIGNS[seat] for seat, _standing in step.figures]
        rows = zip(("", *heads), (signs, *zip(*(figures for _seat, figures in step.figures))))
        told = [f"{head:16}" + "".join(f"{cell:>4}" for cell in cells) for head, cells in rows]
        return [_(_HEADS[step.name]), *told, _outcome(step, people, heads)]
    lines = [_(_HEADS[step.name]), f"  {'':18}" + "".join(f"{head:>14}" for head in heads)]
    for seat, standing in step.figures:
        figures = "".join(f"{figure:>14}" for figure in standing)
        lines.append(f"  {SIDE_SIGNS[seat]} {fitted(people.titled(seat), 16)}{figures}")
    return [*lines, f"  {_outcome(step, people, heads)}"]


def _outcome(step: Step, people: SeatNames, heads: Sequence[str]) -> str:
    if step.name.startswith("first_"):
        if step.seat == NONE:
            return _("nobody leads alone")
        return people.say(_FIRST, {}, name=step.seat)
    if step.name in ("chain", "economy"):
        if step.seat == NONE:
            return _("level in everything: first place is shared")
        return people.say(_WINS, {"figure": heads[step.decided_by]}, name=step.seat)
    if step.decided_by >= len(heads):
        return people.say(_OUT_AS_LATER, {}, name=step.seat)
    return people.say(_OUT, {"figure": heads[step.decided_by]}, name=step.seat)


class CountDialog(Dialog):
    """The steps of the count, each shown by Enter."""

    BINDING_GROUP_TITLE = N_("The final count")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,right", "next_step", N_("Next step"), id="count.next"),
        Binding("left,backspace", "step_before", N_("Previous step"), id="count.before"),
        Binding("escape,q", "dismiss('')", N_("Back"), id="count.back"),
    ]

    def __init__(self, counted: Count, people: SeatNames, verdict: str) -> None:
        super().__init__()
        self._steps = counted.steps
        self._people = people
        self._end = verdict if counted.steps[-1].name.startswith("first_") else ""
        """The winner, unless the last step names them."""
        self._shown = 1

    def compose(self) -> ComposeResult:
        """Compose the steps shown so far."""
        with VerticalScroll(classes="box") as box:
            box.border_title = _("The final count")
            yield Static(id="steps")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first step."""
        self._show()

    def _show(self) -> None:
        is_narrow, shown = self.app.size.width < WIDE[0], self._steps[: self._shown]
        blocks = ["\n".join(step_lines(s, self._people, is_narrow=is_narrow)) for s in shown]
        if self._end and self._shown == len(self._steps):
            blocks.append(self._end)
        self.query_one("#steps", Static).update(Text("\n\n".join(blocks)))
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_next_step(self) -> None:
        """Show the next step; after the last, leave."""
        if self._shown == len(self._steps):
            self.dismiss("")
            return
        self._shown += 1
        self._show()

    def action_step_before(self) -> None:
        """Show the previous step."""
        self._shown = max(1, self._shown - 1)
        self._show()


_INVENTORY: Final = 72
"""Cells of the table of an inventory."""
_AROUND: Final = 6
"""Cells of frame and gaps around a table."""
_KIND: Final = 13
_WINNER: Final = 14
_SOFT: Final = Look("soft", _PANEL)
_PLAIN: Final = Look("ink", _PANEL)
_STRONG: Final = Look("ink", _PANEL, "bold")


def inventory_lines(
    counted: Sequence[Inventory],
    view: HimalayaView,
    people: SeatNames,
    width: int = _INVENTORY,
) -> list[Spans]:
    """Return the inventory as a table: a line a kind, a column a tribe, and who takes the token.

    A narrow table has signs in place of names.
    """
    is_narrow = width < _INVENTORY
    kind_room, winner_room = (12, 6) if is_narrow else (_KIND, _WINNER)
    seats, wide = range(len(view.players)), (width - kind_room - winner_room) // len(view.players)
    named = SIDE_SIGNS if is_narrow else [people.signed(seat) for seat in seats]
    about: Spans = [
        (_("The sole holder of the most cubes of a kind takes its token: 3 yaks."), _PLAIN)
    ]
    heads = [_cell(named[seat], wide, _inked(seat)) for seat in seats]
    lines: list[Spans] = [
        *(broken(about, width) if is_narrow else [about]),
        [],
        [_cell("", kind_room, _SOFT), *heads, (_("token"), _SOFT)],
    ]
    for event in counted:
        kind = CUBES.index(event.cube)
        held = [
            _cell(count, wide, chip(SIDES[seat]) if seat == event.seat else _PLAIN)
            for seat, count in enumerate(event.held.split())
        ]
        winner = ("–" if is_narrow else _("nobody: tie"), _SOFT)
        if event.seat is not None:
            winner = (named[event.seat], _inked(event.seat))
        elif not is_narrow and not any(map(int, event.held.split())):
            winner = (_("nobody"), _SOFT)
        name = _cell(f" {cube_name(kind)}", kind_room - 3, _PLAIN)
        lines.append([(f" {cube_sign(kind)} ", CUBE_LOOKS[kind]), name, *held, winner])
    return [
        *lines,
        [],
        *_yaks_lines(counted, view, kind_room, wide),
        [(_("All cubes are kept."), _SOFT)],
    ]


def _yaks_lines(
    counted: Sequence[Inventory], view: HimalayaView, room: int, wide: int
) -> list[Spans]:
    """Return the yaks gained by each tribe, and those it has now."""
    seats = range(len(view.players))
    word = pgettext("yaks", "hidden")
    hidden = word if wide > len(word) else "?"
    won = [TOKEN_YAKS * sum(event.seat == seat for event in counted) for seat in seats]
    now = [str(view.yaks(seat)) if is_open(view, seat) else hidden for seat in seats]
    return [
        [_cell(_("yaks gained"), room, _SOFT), *(_cell(f"+{yaks}", wide, _PLAIN) for yaks in won)],
        [_cell(_("yaks now"), room, _SOFT), *(_cell(yaks, wide, _STRONG) for yaks in now)],
    ]


def _cell(text: str, width: int, look: Look) -> Span:
    return shortened(text, width - 1).ljust(width), look


def _inked(seat: int) -> Look:
    return Look(SIDES[seat], _PANEL, "bold")


class InventoryDialog(Dialog):
    """The inventory after a turn, until a key is pressed."""

    DEFAULT_CSS = "InventoryDialog #inventory { width: 1fr; }"
    BINDING_GROUP_TITLE = N_("Inventory")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape,q", "dismiss('')", N_("Go on"), id="inventory.on")
    ]

    def __init__(
        self, turn: int, counted: Sequence[Inventory], view: HimalayaView, people: SeatNames
    ) -> None:
        super().__init__()
        self._turn = turn
        self._counted, self._view, self._people = counted, view, people

    def compose(self) -> ComposeResult:
        """The table."""
        with Container(classes="box") as box:
            box.border_title = _("Inventory after turn {turn}").format(turn=self._turn)
            later = [turn for turn in INVENTORIES if turn > self._turn]
            if later:
                box.border_subtitle = _("next inventory: turn {turn}").format(turn=later[0])
            table = Panel(is_framed=False, ground=_PANEL, id="inventory")
            width = min(self.app.size.width - _AROUND, _INVENTORY)
            table.show("", inventory_lines(self._counted, self._view, self._people, width))
            yield table
        yield KeyBar()


def inventory_in(
    events: Sequence[Event], log: Sequence[Event], view: HimalayaView, people: SeatNames
) -> InventoryDialog | None:
    """Return the dialog of the last inventory among some events at the end of a log, if any."""
    counted = [event for event in events if isinstance(event, Inventory)][-len(CUBES) :]
    if not counted:
        return None
    end = max(place for place, event in enumerate(log) if isinstance(event, Inventory))
    turn = sum(isinstance(event, Began) for event in log[:end])
    return InventoryDialog(turn, counted, view, people)
