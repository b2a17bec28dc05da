"""The final count step by step: each influence, each tribe that drops out, and the reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from rules.himalaya.board import NONE
from rules.himalaya.scoring import Count, Step, Tribes, count
from rules.himalaya.view import HimalayaView
from screens.base import Dialog
from screens.colours import SIDE_SIGNS
from screens.people import PersonalSentence, SeatNames
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar

_HEADS: Final = {
    "first_religion": N_("Religion: points of the stupas"),
    "first_politics": N_("Politics: regions led alone"),
    "first_economy": N_("Economy: yaks"),
    "chain": N_("No tribe leads alone in two: economy, then politics, then religion"),
    "religion": N_("The least religious tribe is eliminated"),
    "politics": N_("Its delegations leave the map; the least political tribe is eliminated"),
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
_WINS: Final = PersonalSentence(N_("{name} wins by {figure}"), you=N_("{name} win by {figure}"))
_OUT: Final = PersonalSentence(
    N_("{name} is eliminated by {figure}"), you=N_("{name} are eliminated by {figure}")
)
_OUT_AS_LATER: Final = PersonalSentence(
    N_("{name} is eliminated: level in everything, and later in the last turn"),
    you=N_("{name} are eliminated: level in everything, and later in the last turn"),
)


def count_of(view: HimalayaView) -> Count:
    """Return the count of the table as it is now."""
    yaks = [view.yaks(seat) for seat in range(len(view.players))]
    return count(Tribes(view.board, view.stupas, view.delegations, yaks, view.first))


def step_lines(step: Step, people: SeatNames) -> list[str]:
    """Return the lines of a step: the figures of everyone still in, and the decision."""
    heads = [_(name) for name in _FIGURES[step.name]]
    lines = [_(_HEADS[step.name]), f"  {'':18}" + "".join(f"{head:>14}" for head in heads)]
    for seat, standing in step.figures:
        figures = "".join(f"{figure:>14}" for figure in standing)
        lines.append(f"  {SIDE_SIGNS[seat]} {people.titled(seat):16}{figures}")
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
        blocks = ["\n".join(step_lines(s, self._people)) for s in self._steps[: self._shown]]
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
