"""A game step by step, with chance drawn by the caller."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from nim_tui.research.encoding import Choices, CompleteMove, Entries, LatestRow
from nim_tui.research.subject import Subject
from rules.chance import Chance
from rules.contract import Move, State


class Undrawn(Exception):
    """The rules need another draw, with this many outcomes."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class ScriptedChance(Chance):
    """A script of earlier draws, in order; at its end Undrawn is raised.

    A draw with only one outcome is left out.
    """

    __slots__ = ("_script",)

    def __init__(self, script: Sequence[int]) -> None:
        super().__init__(0)
        self._script = script

    def below(self, count: int) -> int:
        """Return the next outcome of the script. Raises Undrawn at its end."""
        if count == 1:
            return 0
        if self.drawn == len(self._script):
            raise Undrawn(count)
        self.drawn += 1
        return self._script[self.drawn - 1]


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw that the rules need: in the set-up (`move` is None), or in a move of a seat."""

    seat: int
    move: Move | None
    script: tuple[int, ...]
    """The earlier draws of the same set-up or move."""
    outcomes: int


class NoSuchAction(ValueError):
    """The action is not legal now."""


class Environment:
    """A game from set-up to end, as an environment.

    With a chance it draws by itself. Without one it waits for every draw of the rules, as `draw`,
    so that choices and draws determine the game. Simultaneous choices are made one after another,
    in the order of `waiting`; each stays hidden from the next seat, as its view does not show it.
    """

    __slots__ = (
        "_chance",
        "_choices",
        "_state",
        "_trail",
        "_views",
        "_words",
        "draw",
        "parts",
        "subject",
    )

    def __init__(self, subject: Subject, chance: Chance | None = None) -> None:
        self.subject = subject
        self.draw: Draw | None = None
        """The draw being waited for; then no seat is to choose."""
        self.parts: tuple[int, ...] = ()
        """The parts of a move that the seat to choose has chosen."""
        self._chance = chance
        self._state: State | None = None
        self._choices: Choices | None = None
        self._views: dict[int | None, Any] = {}
        self._words: dict[int, str] = {}
        self._trail: list[int] = []
        self._run(0, None, ())

    @classmethod
    def imagined(
        cls, subject: Subject, view: Any, parts: tuple[int, ...], chance: Chance
    ) -> Environment:
        """Return a sampled game that fits the view of one seat, and draws by chance."""
        return cls.at(subject, subject.game.sample(view, chance), parts, chance)

    @classmethod
    def at(
        cls, subject: Subject, state: State, parts: tuple[int, ...], chance: Chance
    ) -> Environment:
        """Return a game from a position and the parts of a move on, which draws by itself."""
        new = cls.__new__(cls)
        new.subject, new.draw, new.parts, new._chance = subject, None, (), chance
        new._state, new._choices = state, None
        new._views, new._words, new._trail = {}, {}, []
        for part in parts:
            new.choose(part)
        return new

    @classmethod
    def replayed(cls, subject: Subject, trail: list[int]) -> Environment:
        """Return a game that waits for its draws, from all its choices and draws in order."""
        new = cls(subject)
        for action in trail:
            new.choose(action)
        return new

    def copy(self) -> Environment:
        """Return an independent copy; a chance is shared, so each copy draws anew."""
        new = Environment.__new__(Environment)
        new.subject, new.draw, new.parts = self.subject, self.draw, self.parts
        new._chance, new._choices = self._chance, self._choices
        new._state = None if self._state is None else self._state.copy()
        new._views, new._words = self._views.copy(), self._words.copy()
        new._trail = self._trail[:]
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Environment:
        """Return a copy that will draw the same, without using up this one's draws."""
        new = self.copy()
        new._chance = deepcopy(self._chance, memo)
        return new

    def __reduce__(self) -> Any:
        """Pickle by the trail if it determines the game, else by position, chance and parts."""
        if self._chance is None:
            return Environment.replayed, (self.subject, self._trail)
        return _resumed, (self.subject, self._state, self._chance, self.parts, self._trail)

    def __str__(self) -> str:
        """Return the whole game, hidden parts included: for debugging, never for a player."""
        return f"{self._state!r} {self.draw!r} {self.parts}"

    @property
    def seat(self) -> int | None:
        """The seat that must choose; None while waiting for a draw, and at the end."""
        if self.draw is not None:
            return None
        waiting = self._position.waiting()
        return waiting[0] if waiting else None

    @property
    def draws_by_itself(self) -> bool:
        """Whether the environment has a chance of its own, and never waits for a draw."""
        return self._chance is not None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.draw is None and not self._position.waiting()

    @property
    def actions(self) -> list[int]:
        """The possible actions or outcomes, in rising order; empty at the end."""
        if self.draw is not None:
            return list(range(self.draw.outcomes))
        return [] if self.seat is None else list(self._offered().actions)

    def choose(self, action: int) -> None:
        """Take one of the actions. Raises NoSuchAction."""
        if self.draw is not None:
            self._drawn(self.draw, action)
            return
        seat = self.seat
        try:
            if seat is None:
                raise KeyError(action)
            after = self._offered().after(action)
        except KeyError:
            raise NoSuchAction(f"{action} is no action that may be taken now") from None
        self._trail.append(action)
        if isinstance(after, CompleteMove):
            self._run(seat, after.move, ())
        else:
            self.parts, self._choices = (*self.parts, action), after
            self._words = {}

    def view(self, seat: int | None) -> Any:
        """Return a seat's view; None before the set-up is done."""
        if self._state is None:
            return None
        if seat not in self._views:
            self._views[seat] = self.subject.game.view(self._state, seat)
        return self._views[seat]

    def observation(self, seat: int) -> Entries:
        """Return a seat's view as numbers above 0 up to 1; none before the set-up is done."""
        if self._state is None:
            return {}
        return self.subject.observation(self.view(seat), self._own_parts(seat))

    def show(self, seat: int, row: LatestRow) -> None:
        """Write the observation of a seat into its row, once the set-up is done."""
        row.show(self.view(seat), self._own_parts(seat))

    def information(self, seat: int) -> str:
        """Return a seat's view in words; empty before the set-up is done."""
        if self._state is None:
            return ""
        if seat not in self._words:
            self._words[seat] = self.subject.information(self.view(seat), self._own_parts(seat))
        return self._words[seat]

    def returns(self) -> list[float]:
        """Return the utility of the game to each seat; 0 for all until it is over."""
        result = None if self._state is None else self.subject.game.result(self._state)
        return [0.0] * self.subject.seats if result is None else self.subject.returns(result)

    def imagine(self, seat: int, chance: Chance) -> Environment:
        """Return a sampled game that fits all that a seat knows, at the same choice."""
        return Environment.imagined(self.subject, self.view(seat), self._own_parts(seat), chance)

    @property
    def _position(self) -> State:
        assert self._state is not None, "no seat is asked before the set-up is done"
        return self._state

    def _own_parts(self, seat: int) -> tuple[int, ...]:
        return self.parts if self.parts and seat == self.seat else ()

    def _offered(self) -> Choices:
        if self._choices is None:
            seat = self._position.waiting()[0]
            legal = self.subject.game.legal(self._position, seat)
            self._choices = self.subject.numbering.choices(legal)
        return self._choices

    def _drawn(self, draw: Draw, outcome: int) -> None:
        if outcome not in range(draw.outcomes):
            raise NoSuchAction(f"{outcome} cannot be drawn from {draw.outcomes} outcomes")
        self._trail.append(outcome)
        self._run(draw.seat, draw.move, (*draw.script, outcome))

    def _run(self, seat: int, move: Move | None, script: tuple[int, ...]) -> None:
        """Set up or play a move as far as the draws reach: to its end, or to the next draw."""
        self.parts, self._choices, self.draw = (), None, None
        self._views, self._words = {}, {}
        try:
            self._play(seat, move, self._chance or ScriptedChance(script))
        except Undrawn as wanted:
            self.draw = Draw(seat, move, script, wanted.outcomes)

    def _play(self, seat: int, move: Move | None, chance: Chance) -> None:
        game = self.subject.game
        if move is None:
            self._state = game.new(self.subject.seats, self.subject.options, chance)
            return
        # Draws may be missing: a partly played move is discarded.
        state = self._position if self._chance is not None else self._position.copy()
        game.play(state, seat, move, chance)
        self._state = state


def _resumed(
    subject: Subject, state: State, chance: Chance, parts: tuple[int, ...], trail: list[int]
) -> Environment:
    course = Environment.at(subject, state, parts, chance)
    course._trail = trail
    return course
