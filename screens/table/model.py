"""A table as seen by the people at one keyboard: data alone, without widgets.

View and log are made once per change; two calls return the same object.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from rules.contract import Event, Moment, Result
from screens.people import SeatNames, in_third_person
from screens.table.recap import bounds
from screens.table.seat import Seat, Steps
from screens.text import current_look

if TYPE_CHECKING:
    from screens.table.game_ui import GameUi
    from screens.table.guide import Guide

V = TypeVar("V")


class StepRules(Protocol):
    """A game's rules for showing events step by step."""

    def is_a_step(self, event: Event) -> bool:
        """Whether a move with such an event is worth showing step by step."""

    def is_shown(self, event: Event) -> bool:
        """Whether a step ends with this event."""


class EachEvent:
    """Rules for playback only on request, with each event as a step."""

    def is_a_step(self, event: Event) -> bool:
        """False for every event."""
        return False

    def is_shown(self, event: Event) -> bool:
        """True for every event."""
        return True


class StepQueue:
    """The known events that are not yet shown, and the view shown last."""

    def __init__(self, rules: StepRules) -> None:
        self._rules = rules
        self.view: Any = None
        """The view shown; None before the first."""
        self.shown = 0
        """The number of events shown."""
        self._waiting: deque[Moment] = deque()
        self._is_last_shown = False

    @property
    def is_on(self) -> bool:
        """Whether events remain to be shown, or the last step is on the screen."""
        return bool(self._waiting) or self._is_last_shown

    def catch_up(self, view: Any, told: int) -> None:
        """Show the present view after `told` events, without playback."""
        self.view, self.shown = view, told
        self._waiting.clear()
        self._is_last_shown = False

    def again(self, view: Any, shown: int, moments: Sequence[Moment]) -> None:
        """Go back to an earlier view, to show the events after it."""
        self.view, self.shown = view, shown
        self._waiting = deque(moments)
        self._is_last_shown = True

    def add(self, told: int, moments: Callable[[int], Sequence[Moment]]) -> bool:
        """Add new events; return whether they are worth a playback.

        `told` is the number of all events; `moments` returns those after a given number.
        """
        known = self.shown + len(self._waiting)
        if told < known or self.view is None:  # something was undone, or nothing was shown yet
            return False
        new = moments(known) if told > known else ()
        if not (self.is_on or any(self._rules.is_a_step(moment.event) for moment in new)):
            return False
        self._waiting += new
        return True

    def step(self) -> Event | None:
        """Show the next event worth a line; return None after the last.

        Other events are shown with the next one worth a line, or at the end with the last.
        """
        last = None
        self._is_last_shown = False
        while self._waiting:
            event, self.view = self._waiting.popleft()
            self.shown += 1
            self._is_last_shown = True
            is_shown = self._rules.is_shown(event)
            if last is None or is_shown:
                last = event
            if is_shown and any(self._rules.is_shown(each.event) for each in self._waiting):
                break
        return last


class TableModel(Generic[V]):
    """The people at this keyboard, the view shown, and the events shown so far."""

    def __init__(
        self,
        game: GameUi[V],
        persons: Sequence[Seat],
        watcher: Seat,
        *,
        steps: Steps | None,
        looks: Sequence[Seat],
        own: int | None,
    ) -> None:
        """Make the model; `own` is the record's seat of the person who replays it."""
        self._game = game
        self.persons = tuple(persons)
        self.watcher = watcher
        self.steps = steps
        self.looks = tuple(looks)
        self._own = own
        self.guide: Guide | None = None
        """The guide of a lesson or puzzle; None at other tables."""
        self.is_all_open = False
        """Whether the views of all seats are shown as one."""
        self.is_shared = len(persons) > 1 and not game.hides(watcher.view())
        """Whether several people share one screen openly."""
        self.sits_openly = False
        """Whether the reader sat down without a hand-over screen, so that anyone may be looking."""
        self._seat = persons[0] if len(persons) == 1 else watcher
        self._view: V | None = None
        self._log: Sequence[Event] | None = None
        self._people: tuple[object, SeatNames] = (), SeatNames(())
        """The people with the facts that they were made of."""
        self.playback = StepQueue(game.step_rules or EachEvent())
        self.step_shown: Event | None = None
        """The event shown in the current step of playback."""

    # Display

    @property
    def seat(self) -> Seat:
        """The seat of the viewer."""
        return self._seat

    @seat.setter
    def seat(self, seat: Seat) -> None:
        self._seat = seat
        self.note_change()

    def note_change(self) -> None:
        """Forget cached views, as the table or its viewer has changed."""
        self._view = self._log = None

    @property
    def guided_to_end(self) -> Guide | None:
        """The lesson or puzzle if it is over, else None."""
        return self.guide if self.guide is not None and self.guide.is_over else None

    def line_up(self) -> bool:
        """Add new events to the playback; return whether they are worth one."""
        return self.playback.add(len(self.log_now), self._seat.moments)

    def catch_up(self) -> None:
        """Skip the playback of all new events."""
        self.step_shown = None
        self.playback.catch_up(self.view_now, len(self.log_now))

    @property
    def can_see_again(self) -> bool:
        """Whether others did anything since the reader's last turn."""
        start, end = bounds(self.log_now, self.reader)
        return start < end and not self.is_replay and not self.is_following

    def see_again(self) -> None:
        """Go back to the end of the reader's last turn, to replay the others' moves since."""
        start, _end = bounds(self.log_now, self.reader)
        moments = self._seat.moments(max(start - 1, 0))
        self.playback.again(moments[0].view, max(start, 1), moments[1:])

    @property
    def view_now(self) -> V:
        """The view of the seat, or of all seats as one, up to the last event known."""
        if self._view is None:
            if self.is_all_open:
                self._view = self._game.combine([look.view() for look in self.looks])
            else:
                seen: V = self._seat.view()
                self._view = seen
        return self._view

    @property
    def log_now(self) -> Sequence[Event]:
        """The events known to the seat, shown or not."""
        if self._log is None:
            self._log = self._seat.log()
        return self._log

    @property
    def view(self) -> V:
        """The view up to the last event shown."""
        if self.playback.is_on:
            shown: V = self.playback.view
            return shown
        return self.view_now

    @property
    def log(self) -> Sequence[Event]:
        """The events shown so far."""
        if self.playback.is_on:
            return self.log_now[: self.playback.shown]
        return self.log_now

    @property
    def is_following(self) -> bool:
        """Whether events are being shown step by step."""
        return self.playback.is_on

    # People

    @property
    def is_replay(self) -> bool:
        """Whether a record is replayed here."""
        return self.steps is not None

    @property
    def result(self) -> Result | None:
        """The result; None before the game is over."""
        return self._seat.result

    @property
    def people(self) -> SeatNames:
        """The players at the table by seat, and the reader's seat.

        The same object until they or the reader's language change.
        """
        seat, look = self._seat, current_look()
        facts = (seat.names, seat.bots, self.reader, seat.thought, look.language, look.glyphs)
        if facts != self._people[0]:
            names = in_third_person(seat.names, seat.bots)
            people = SeatNames(names, self.reader, seat.bots, seat.styles, seat.thought)
            self._people = facts, people
        return self._people[1]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat, for the start of lines and heads of tables."""
        return self.people.labels

    @property
    def reader(self) -> int | None:
        """The seat addressed as “you”; None if several people share the screen.

        In a replay the person's own seat in the record, while its view is shown.
        """
        if self.is_replay:
            return None if self.is_all_open or self._seat.number != self._own else self._own
        is_open = self.is_shared or (len(self.persons) > 1 and self.result is not None)
        return None if is_open else self._seat.number

    # The player to move

    @property
    def is_my_turn(self) -> bool:
        """Whether the viewer's seat must move now; False until all events are shown."""
        if self.is_following or (not self.is_replay and self._seat not in self.persons):
            return False
        return self._seat.number in self._seat.waiting

    @property
    def may_move(self) -> bool:
        """Whether the reader may move now: never in a replay."""
        return not self.is_replay and self.is_my_turn

    def legal(self) -> Sequence[Any]:
        """Return the legal moves of the viewer's seat."""
        return self._seat.legal()

    def next_person(self) -> Seat | None:
        """The next person at this keyboard who must move, if not the reader.

        None before all events are shown.
        """
        if self.is_following or self.is_my_turn:
            return None
        return next((one for one in self.persons if one.number in one.waiting), None)

    def pass_openly(self) -> None:
        """Pass to the next person without a hand-over screen if neither view hides anything."""
        person = self.next_person()
        if person is None or self.is_replay or self._game.hides(self.view):
            return
        if not self.is_secret_to(person):
            self.seat = person
            self.sits_openly = True

    def to_confirm(self) -> Seat | None:
        """Return the person who must confirm before seeing secrets, or None.

        A person who sat down while nothing was hidden, and whose view now hides something.
        """
        is_due = self.sits_openly and self.is_my_turn and len(self.persons) > 1
        return self._seat if is_due and self.is_secret_to(self._seat) else None

    def is_secret_to(self, person: Seat) -> bool:
        """Check whether a person's view shows anything hidden from others at this keyboard."""
        return self._game.hides(person.view())

    def undoer(self) -> Seat:
        """Return the person who may undo: the viewer, if views hide anything.

        Otherwise anyone at this keyboard.
        """
        if self._game.hides(self.view):
            return self._seat
        return next((person for person in self.persons if person.can_undo()), self._seat)

    # Stepping through a record

    def go(self, count: int) -> None:
        """Go forwards, or with a negative count backwards, by a number of moves."""
        if self.steps is not None:
            self.steps.go(self.steps.position + count)

    @property
    def is_at_end(self) -> bool:
        """Whether the record is at its end."""
        return self.steps is None or self.steps.position >= self.steps.length

    def go_to(self, position: int) -> None:
        """Go to a position of the record, or as near as possible."""
        if self.steps is not None:
            self.steps.go(position)

    def look_from_next(self) -> None:
        """Show a record from the next seat's view, then all views as one, then the first seat's."""
        if not self.looks:
            return
        was_open, self.is_all_open = self.is_all_open, False
        if was_open:
            self.seat = self.looks[0]
        elif self._seat is self.looks[-1]:
            self.is_all_open = True
            self.note_change()
        else:
            self.seat = self.looks[self.looks.index(self._seat) + 1]
