"""The listener at a shared keyboard, with their view and what they have heard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from screens.cast import remark
from screens.people import SeatNames, in_third_person
from screens.table.speech import BoardSpeech, SeatSight

if TYPE_CHECKING:
    from nim_tui.tables.seats import TableSeat
    from rules.contract import Move

_BEFORE: Final = 5
"""The number of earlier events told to a listener who came back."""


class SharedKeyboard:
    """The seats of the people here; one of them listens, or nobody during a hand-over."""

    def __init__(
        self, teller: BoardSpeech, persons: Sequence[TableSeat], watcher: TableSeat
    ) -> None:
        self._teller = teller
        self.persons = tuple(persons)
        self.watcher = watcher
        self.seat = persons[0] if len(persons) == 1 else watcher
        """The seat that listens; the spectators' place until a player is asked."""
        self.next: TableSeat | None = None
        """The person who takes the keyboard next."""
        self.is_passing = False
        """Whether the keyboard is being handed over: nobody may be told anything."""
        self._sits_openly = False
        """Whether the listener sat down while nothing was hidden: others listen too."""
        self._told = {
            seat.number: max(len(seat.log()) - _BEFORE, 0) for seat in (*self.persons, watcher)
        }

    @property
    def people(self) -> SeatNames:
        """The players by seat; nobody is "you" if several people listen."""
        names = in_third_person(self.seat.names, self.seat.bots)
        is_shared = len(self.persons) > 1 and (self.is_open or self.watcher.result is not None)
        reader = None if is_shared else self.seat.number
        return SeatNames(names, reader, self.seat.bots, self.seat.styles, self.seat.thought)

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden from anybody at this keyboard."""
        return not any(self._teller.hides(person.view()) for person in self.persons)

    @property
    def sight(self) -> SeatSight:
        """Everything that the listener may know."""
        return SeatSight(
            self.seat.view(), self.people, self.seat.legal(), self.seat.log(), self.seat.deal
        )

    @property
    def may_move(self) -> bool:
        """Whether the listener is to move now."""
        return self.seat in self.persons and self.seat.number in self.seat.waiting

    def only_move(self) -> Move | None:
        """Return the forced move, if playing it at once reveals nothing hidden."""
        seat = self.seat
        legal = seat.legal() if self.may_move else ()
        if len(legal) != 1:
            return None
        alone = all(bot for number, bot in enumerate(seat.bots) if number != seat.number)
        return legal[0] if alone or not seat.game.hides_choice(seat.view()) else None

    def remarks(self) -> list[str]:
        """Return the remark of a bot about the game that is over, if one speaks."""
        result = self.seat.result
        said = "" if result is None else remark(result, self.people, self.seat.log())
        return [said] if said else []

    def untold(self) -> int:
        """Return the number of the first event new to the listener, and mark the log as told."""
        number, known = self.seat.number, len(self.seat.log())
        since, self._told[number] = self._told.get(number, 0), known
        return since

    def undoer(self) -> TableSeat:
        """Return the seat whose move to undo: the listener's, or in the open the last mover's."""
        if not self.is_open:
            return self.seat
        return next((one for one in self.persons if one.can_undo()), self.seat)

    def forget_undone(self, undoer: TableSeat) -> None:
        """Forget undone events: the player who undid them knows, the others hear what follows."""
        for person in (*self.persons, self.watcher):
            told = self._told.get(person.number, 0)
            self._told[person.number] = min(told, len(person.log()))
        self._told[undoer.number] = len(undoer.log())
        if undoer in self.persons:
            self.seat, self.next = undoer, None

    # Whose turn it is

    def turned_to(self) -> TableSeat | None:
        """Return the seat to be asked now, in the open: the listener's, or another person's.

        None if the keyboard must be handed over first, or nobody here is to move.
        """
        if self.is_passing:
            return None
        self.next = None
        if self.watcher.result is not None:
            return self.watcher if len(self.persons) > 1 else self.seat
        if self.may_move:
            if self._sits_openly and self._teller.hides(self.seat.view()):
                self.next, self.is_passing = self.seat, True
                return None
            return self.seat
        person = next((one for one in self.persons if one.number in one.waiting), None)
        if person is None or self.is_open:
            return person
        self.next, self.is_passing = person, self.seat is self.watcher
        return None

    def sit(self, seat: TableSeat) -> None:
        """Ask another person in the open: events that everyone heard are not repeated."""
        self._told[seat.number] = len(seat.log())
        self.seat, self._sits_openly = seat, len(self.persons) > 1

    def hand_on(self) -> None:
        """Start handing the keyboard over, as the listener is done."""
        self.is_passing = self.next is not None

    def take(self) -> None:
        """Let the next person listen, alone."""
        if self.next is not None:
            self.seat, self.next = self.next, None
            self.is_passing = self._sits_openly = False
