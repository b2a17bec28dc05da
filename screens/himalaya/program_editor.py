"""The editor of a program: slot by slot, with its way traced on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from string import ascii_lowercase
from typing import Final

from textual.timer import Timer

from rules.himalaya.board import NONE, ORDERS
from rules.himalaya.moves import LETTERS, PROGRAM, TRADE
from rules.himalaya.preview import foresee, shortest_way
from rules.himalaya.view import HimalayaView
from rules.messages import Refusal
from screens.colours import SIDES
from screens.himalaya.forecast import NO_JOURNEY, journey_of, notes_of
from screens.himalaya.map import Map
from screens.himalaya.signs import village_label
from screens.himalaya.slots import Slots
from screens.table.display import Curtain
from screens.table.model import TableModel
from screens.table.seat import Seat
from screens.text import _

_TURN: Final = "turn"
"""The mark with the turn of a draft; drafts of other turns are dropped."""
_PLACES: Final = tuple(str(place) for place in range(1, ORDERS + 1))


def keep_draft(seat: Seat, turn: int, laid: Sequence[int]) -> None:
    """Keep a draft of the program, or drop an empty one; errors are ignored."""
    orders = {place: LETTERS[order] for place, order in zip(_PLACES, laid) if order != NONE}
    _put(seat, {**orders, _TURN: ascii_lowercase[turn]} if orders else {})


def drop_draft(seat: Seat) -> None:
    """Drop the draft."""
    _put(seat, {})


def draft_of(seat: Seat, turn: int) -> list[int]:
    """Return the steps laid for this turn, NONE for empty slots."""
    marks = seat.marks()
    if marks.get(_TURN) != ascii_lowercase[turn]:
        return [NONE] * ORDERS
    return [LETTERS.index(sign) if _is_order(sign := marks.get(p, "")) else NONE for p in _PLACES]


def _is_order(sign: str) -> bool:
    return sign != "" and sign in LETTERS


def _put(seat: Seat, wanted: Mapping[str, str]) -> None:
    """Write the changed marks, the turn's last."""
    marks = seat.marks()
    with suppress(Refusal, OSError):
        for place in (*_PLACES, _TURN):
            sign = wanted.get(place, "")
            if marks.get(place, "") != sign:
                seat.mark(place, sign)


SAND_TIMER: Final = 60
"""The seconds for laying a program, under the option sand_timer (T)."""


class ProgramEditor:
    """The slots while a program is due, and the sand timer."""

    def __init__(self, model: TableModel[HimalayaView], slots: Slots, chart: Map) -> None:
        self._model = model
        self.slots = slots
        self._map = chart
        self._was_laying = False
        """Whether a program was being laid when the focus was last set."""
        self._sand: Timer | None = None
        self.sand_left = 0
        """The seconds until the program is sealed automatically, under the option sand_timer."""

    @property
    def is_laying(self) -> bool:
        """Whether the reader's program is in the editor now."""
        return self._model.may_move and self._model.view.phase == PROGRAM

    def show(self, view: HimalayaView) -> None:
        """Show the slots, and their journey on the map."""
        laying = self.is_laying
        if not laying:
            self._map.trace(NO_JOURNEY)
            return
        seat = self._model.seat.number
        assert seat is not None
        slots = self.slots
        steps = foresee(view, seat, slots.program)
        journey = journey_of(view, seat, steps, slots.laid, slots.place)
        self._map.trace(journey)
        ways = [
            (letter, str(village), village_label(view, village))
            for village, letter in journey.ways.items()
        ]
        start = village_label(view, steps[slots.place].start)
        slots.show_notes(SIDES[seat], notes_of(view, seat, steps), ways, start)

    def go_to(self, village: int) -> None:
        """Lay the way from the current step to a village, or a trade in the step's own village.

        Steps beyond the last slot are left out; an unreachable village changes nothing.
        """
        view, seat, slots = self._model.view, self._model.seat.number, self.slots
        assert seat is not None
        start = foresee(view, seat, slots.program)[slots.place].start
        way = shortest_way(view, start, village)
        for order in ([TRADE] if way == [] else way or ())[: ORDERS - slots.place]:
            slots.action_lay(order)
        slots.focus()

    def question(self, view: HimalayaView) -> str:
        """Return the request for a step: the ways on, or why the last step would do nothing."""
        slots = self.slots
        if view.options.sand_timer:
            text = _("lay six steps; Enter seals, Tab: map; {seconds} s left")
            return text.format(seconds=self.sand_left)
        step = slots.place + 1
        if (idle := slots.idle_note()) is not None:
            return _("{why}; lay step {step}, Enter seals").format(why=idle.reason, step=step)
        letters = " ".join(letter for letter, _number, _name in slots.ways)
        if slots.is_full or not letters:
            return _("six steps laid: Enter seals, Tab: map")
        return _("step {step} from {village}: {letters}; Enter seals, Tab: map").format(
            step=step, letters=letters, village=slots.start
        )

    def forget(self) -> None:
        """Hide the program; the next one starts empty."""
        self.slots.forget()
        self._was_laying = False

    def sealed(self) -> None:
        """Clear the editor and its draft after the program was sealed."""
        self.forget()
        drop_draft(self._model.seat)

    def keep(self) -> None:
        """Keep the program as a draft until the player returns."""
        if self.is_laying:
            keep_draft(self._model.seat, self._model.view.turn, self.slots.laid)

    def takes_focus(self) -> bool:
        """Focus the slots when a program becomes due; the user may then stay on the map."""
        laying = self.is_laying
        if laying and not self._was_laying:
            self.slots.put(draft_of(self._model.seat, self._model.view.turn))
            self.slots.focus()
            if self._model.view.options.sand_timer:
                self._turn_sand_timer()
        self._was_laying = laying
        return laying

    def _turn_sand_timer(self) -> None:
        """Start the timer that seals the program automatically (option sand_timer)."""
        self.sand_left = SAND_TIMER
        if self._sand is None:
            self._sand = self.slots.set_interval(1, self._run_sand)
        self.slots.post_message(Slots.Ticked())

    def _run_sand(self) -> None:
        if not self.is_laying or isinstance(self.slots.app.screen, Curtain):
            return
        self.sand_left -= 1
        if self.sand_left > 0:
            self.slots.post_message(Slots.Ticked())
        elif self.sand_left == 0:
            self.slots.post_message(Slots.TimeUp(self.slots.program))
