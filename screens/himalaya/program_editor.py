"""The editor of a program: slot by slot, with its way traced on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from string import ascii_lowercase
from typing import Final

from textual.binding import Binding
from textual.timer import Timer

from rules.himalaya.board import NONE, ORDERS, VILLAGES
from rules.himalaya.moves import LETTERS, PAUSE, PROGRAM, TRADE
from rules.himalaya.preview import foresee, shortest_way
from rules.himalaya.view import HimalayaView
from rules.messages import Refusal
from screens.colours import SIDES
from screens.himalaya.forecast import NO_JOURNEY, journey_of, notes_of, ways_on
from screens.himalaya.map import Map
from screens.himalaya.phone_panels import step_choices
from screens.himalaya.signs import village_label
from screens.himalaya.slots import Slots
from screens.table.display import Curtain
from screens.table.model import TableModel
from screens.table.seat import Seat
from screens.text import _
from screens.widgets.menu import Item

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


_FROM_THE_MAP: Final = tuple(
    f"program.{name}" for name in ("soil", "trade", "pause", "trade_on", "clear")
)
SAND_TIMER: Final = 60
"""The seconds for laying a program, under the option sand_timer (T)."""


class ProgramEditor:
    """The slots while a program is due, and the sand timer."""

    def __init__(self, model: TableModel[HimalayaView], slots: Slots, chart: Map) -> None:
        self._model = model
        self.slots = slots
        slots.aim, slots.trade_on = self.go_to, self.trade_on
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

    @staticmethod
    def action_of(
        key: str, remapped: Mapping[str, str], bindings: Mapping[str, Binding]
    ) -> str | None:
        """Return the action on the slots of a key that is pressed on the map, if any."""
        for name in _FROM_THE_MAP:
            if key in remapped.get(name, bindings[name].key).split(","):
                return bindings[name].action
        return None

    @property
    def _is_aiming(self) -> bool:
        """Whether a village is being pointed at on the map."""
        return self.is_laying and self._map.has_focus and self._map.cursor != ""

    def show(self, view: HimalayaView) -> None:
        """Show the slots, and on the map where they would lead, the way pointed at included."""
        if not self.is_laying:
            self._map.trace(NO_JOURNEY)
            return
        seat, slots = self._seat, self.slots
        planned = steps = foresee(view, seat, slots.program)
        laid, place = slots.laid, slots.place
        if self._is_aiming:
            way = self._way(view, int(self._map.cursor))
            laid = [*laid[:place], *way, *laid[place + len(way) :]]
            place = min(place + len(way), ORDERS - 1)
            planned = foresee(view, seat, [PAUSE if order == NONE else order for order in laid])
        self._map.trace(journey_of(view, seat, planned, laid, place))
        ways = [
            (letter, str(village), village_label(view, village))
            for village, letter in ways_on(view, steps, slots.laid, slots.place).items()
        ]
        start = village_label(view, steps[slots.place].start)
        slots.show_notes(SIDES[seat], notes_of(view, seat, steps), ways, start)

    @property
    def _seat(self) -> int:
        seat = self._model.seat.number
        assert seat is not None
        return seat

    def _way(self, view: HimalayaView, village: int) -> Sequence[int]:
        """Return the orders from the present step to a village, as far as there are slots.

        The last is a trade where one would bring something, and in the village of that step.
        """
        if self.slots.is_full:
            return ()
        before = self.slots.program[: self.slots.place]
        start = foresee(view, self._seat, [*before, PAUSE])[-1].start
        way = shortest_way(view, start, village)
        if way is None:
            return ()
        if way == [] or self._brings(view, [*before, *way]):
            way.append(TRADE)
        return way[: ORDERS - len(before)]

    def _brings(self, view: HimalayaView, before: Sequence[int]) -> bool:
        """Whether a trade after some orders would bring something."""
        return not foresee(view, self._seat, [*before, TRADE])[-1].does_nothing

    def go_to(self, village: int) -> None:
        """Lay the way from the present step to a village, with a trade where it brings something.

        What does not fit into the slots that are left is not laid; a village that cannot be
        reached changes nothing.
        """
        for order in self._way(self._model.view, village):
            self.slots.lay(order)

    def trade_on(self) -> None:
        """Lay a trade, and more of them as long as they bring something and slots are left."""
        view, slots = self._model.view, self.slots
        before = [*slots.program[: slots.place], TRADE]
        while len(before) < ORDERS and self._brings(view, before):
            before.append(TRADE)
        for order in before[slots.place :]:
            slots.lay(order)

    def aim(self, *, moves_cursor: bool = False) -> None:
        """Light the villages where a trade would bring something, while the map has the focus.

        The cursor comes to the nearest of them if it may move.
        """
        view = self._model.view
        ways = {v: self._way(view, v) for v in VILLAGES} if self._is_aiming else {}
        lit = {str(village): way for village, way in ways.items() if way and way[-1] == TRADE}
        self._map.light(lit)
        if moves_cursor and lit and self._map.cursor not in lit:
            self._map.put_cursor(min(lit, key=lambda village: len(lit[village])))
        self.show(view)

    def choices(self, view: HimalayaView, advised: str) -> list[Item]:
        """Return the steps that the menu offers beside small slots; `advised` is a program."""
        return step_choices(view, self._seat, self.slots, advised) if self.offers_steps else []

    @property
    def offers_steps(self) -> bool:
        """Whether the menu offers the steps of the program."""
        return self.is_laying and self.slots.is_small

    def _short_question(self, view: HimalayaView) -> str:
        """Return the request for a step in the cells of a phone, beside a menu of steps."""
        slots, step = self.slots, self.slots.place + 1
        if self._is_aiming:
            return self._aimed(view, int(self._map.cursor))
        if slots.typed.begun:
            return _("village {number} …").format(number=slots.typed.begun)
        if view.options.sand_timer:
            return _("step {step}, {seconds} s left").format(step=step, seconds=self.sand_left)
        if slots.is_full and step == ORDERS:
            return _("six steps: seal them?")
        if (idle := slots.idle_note()) is not None:
            number = slots.start.partition(" ")[0]
            return _("{why}; step {step} from {village}").format(
                why=idle.words, step=step, village=number
            )
        return _("step {step}: where from {village}?").format(step=step, village=slots.start)

    def question(self, view: HimalayaView) -> str:
        """Return the request for a step: the ways on, or why the last step would do nothing."""
        slots = self.slots
        if slots.is_small:
            return self._short_question(view)
        if view.options.sand_timer:
            text = _("set six steps; Enter seals, Tab: map; {seconds} s left")
            return text.format(seconds=self.sand_left)
        if self._is_aiming:
            return self._aimed(view, int(self._map.cursor))
        if slots.typed.begun:
            return _("village {number}, or another digit; Enter adds the path").format(
                number=slots.typed.begun
            )
        step = slots.place + 1
        if (idle := slots.idle_note()) is not None:
            return _("{why}; set step {step}, Enter seals").format(why=idle.reason, step=step)
        letters = "/".join(letter for letter, _number, _name in slots.ways)
        if slots.is_full:
            return _("six steps set; Enter seals, Tab: map")
        if not letters:
            return _("step {step} is set; Enter seals, Tab: map").format(step=step)
        return _(
            "step {step} from {village} ({letters} or a number); Enter seals, Tab: map"
        ).format(step=step, letters=letters, village=slots.start)

    def _aimed(self, view: HimalayaView, village: int) -> str:
        """Return what Enter lays for a village pointed at, and what comes of it."""
        way, before = self._way(view, village), self.slots.program[: self.slots.place]
        is_short = self.slots.is_small
        if not way and self.slots.is_full:
            return _("six steps are set") if is_short else _("six steps are set; Tab: program")
        if not way:
            text = (
                _("no path to {village}") if is_short else _("no path to {village}; Tab: program")
            )
            return text.format(village=village)
        steps = foresee(view, self._seat, [*before, *way])
        outcome = notes_of(view, self._seat, steps)[-1].words
        letters = " ".join(LETTERS[order] for order in way)
        text = _("adds {letters} ({outcome})")
        if not is_short:
            text = _("Enter adds {letters} ({outcome}); Tab: program")
        return text.format(letters=letters, outcome=outcome)

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
