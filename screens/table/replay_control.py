"""Stepping through a record on the screen of its game, forwards and backwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType

from rules.contract import Event
from screens.people import People, Told, in_third_person
from screens.table.face import GameFace
from screens.table.seat import Seat, Steps
from screens.text import N_, _

_SEEN: Final = Told(N_("as {name} sees it"), you=N_("as you saw it"))


class Stepping(GameFace):
    """The part of a GameScreen that moves through a record and changes whose view is shown."""

    BINDING_GROUP_TITLE = N_("Replay")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,comma", "step(-1)", N_("Previous"), id="replay.before", priority=True),
        Binding("right,full_stop", "step(1)", N_("Next"), id="replay.next", priority=True),
        Binding("right_curly_bracket", "step(10)", N_("10 on"), show=False, id="replay.next_ten"),
        Binding(
            "left_curly_bracket", "step(-10)", N_("10 back"), show=False, id="replay.before_ten"
        ),
        Binding("home", "go_to_start", N_("To the start"), show=False, id="replay.start"),
        Binding("end", "go_to_end", N_("To the end"), show=False, id="replay.end"),
        Binding("v", "whose_view", N_("Whose view"), id="replay.view"),
    ]

    def __init__(
        self, seat: Seat, steps: Steps | None, looks: Sequence[Seat], own: int | None = None
    ) -> None:
        """`own` is the seat that whoever steps through a record had in it."""
        super().__init__()
        self._own = own
        self.seat = seat
        self._steps = steps
        self._looks = list(looks)
        self._all_open = False

    @property
    def is_replay(self) -> bool:
        """Whether a record is stepped through here."""
        return self._steps is not None

    @property
    def people(self) -> People:
        """Who sits where, and who of them is addressed."""
        return People(in_third_person(self.seat.names, self.seat.bots), self.reader)

    @property
    def reader(self) -> int | None:
        """The seat that is addressed: the own one of a record, while it is shown as seen there."""
        return None if self._all_open or self.seat.number != self._own else self._own

    def show_table(self) -> None:
        """Show the table as it is now."""

    def seen(self) -> Any:
        """The view to show: that of the seat, or all of them in one."""
        if self._all_open:
            return self.combine([look.view() for look in self._looks])
        return self.seat.view()

    def told(self) -> Sequence[Event]:
        """What the seat was told, as far as it is shown."""
        return self.seat.log()

    def replay_prompt(self) -> str:
        """Where in the record this is, and whose view."""
        assert self._steps is not None
        if self._all_open:
            whose = _("all open")
        elif self.seat.number is None:
            whose = _("as a spectator sees it")
        else:
            whose = self.people.say(_SEEN, {}, name=self.seat.number)
        text = _("Replay, move {position} of {length}, {whose}").format(
            position=self._steps.position, length=self._steps.length, whose=whose
        )
        return f"{text}   {last}" if (last := self.last_done()) else text

    def action_step(self, count: int) -> None:
        """Forwards or backwards through the record."""
        if self._steps is not None:
            self._steps.go(self._steps.position + count)

    def action_go_to_start(self) -> None:
        """To the first position."""
        if self._steps is not None:
            self._steps.go(0)

    def action_go_to_end(self) -> None:
        """To the last position."""
        if self._steps is not None:
            self._steps.go(self._steps.length)

    def action_whose_view(self) -> None:
        """See it as the next seat saw it, then all open, then as the first again."""
        if not self._looks:
            return
        if self._all_open:
            self._all_open = False
            self.seat = self._looks[0]
        elif self.seat is self._looks[-1]:
            self._all_open = True
        else:
            self.seat = self._looks[self._looks.index(self.seat) + 1]
        self.show_table()
