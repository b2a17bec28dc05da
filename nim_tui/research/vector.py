"""Many tables of one game stepped together, in this process or spread over several.

The arrays of all tables lie in one block of memory, which the processes share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from types import TracebackType
from typing import Any, Final, Self, TypeAlias
from weakref import finalize

import numpy as np

from nim_tui.research.encoding import LatestRow
from nim_tui.research.environment import Environment, NoSuchAction
from nim_tui.research.subject import Subject, subject_of
from rules.chance import Chance
from rules.options import OptionValue

Numbers: TypeAlias = "np.ndarray[Any, Any]"
_ALIGNED: Final = 64
"""Bytes at whose multiples arrays begin, so that processes share no cache line."""
_PATIENCE: Final = 5.0
"""Seconds that a process has to end by itself."""


class LostProcess(RuntimeError):
    """A process of a vector environment has ended before its time."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The arrays of all tables, the table being the first axis; each step overwrites them."""

    seats: Numbers
    """The seat that must choose, int64."""
    observations: Numbers
    """Its view, float32, as wide as an observation; zeros if observations are not asked for.

    It can only be read, as a step writes only what has changed.
    """
    masks: Numbers
    """Its legal actions, int8, as wide as there are actions: 1 for those it may take."""
    rewards: Numbers
    """The reward of each seat, float32: 0 unless a game has just ended."""
    ends: Numbers
    """Whether a game has just ended, bool; the other arrays then show the next game."""
    actions: Numbers
    """The actions taken last, int64."""

    def part(self, tables: slice) -> Tables:
        """Return the same arrays for some of the tables."""
        return Tables(*(getattr(self, name)[tables] for name in self.__slots__))


@dataclass(frozen=True, slots=True)
class _Plan:
    """The tables that all processes share, and the memory of their arrays."""

    subject: Subject
    tables: int
    observes: bool
    memory: Any
    """Freed with the last array."""

    @classmethod
    def of(cls, subject: Subject, tables: int, *, observes: bool) -> _Plan:
        """Return a plan with memory of its own."""
        size = sum(room for _shape, _kind, room in _layout(subject, tables))
        return cls(subject, tables, observes, RawArray("c", size))

    def arrays(self) -> Tables:
        """Return the arrays in the memory."""
        made, start = [], 0
        for shape, kind, room in _layout(self.subject, self.tables):
            made.append(np.ndarray(shape, kind, self.memory, start))
            start += room
        return Tables(*made)

    def share(self, part: slice) -> _Share:
        """Return some of the tables, to be stepped in this process."""
        arrays = self.arrays().part(part)
        return _Share(self.subject, arrays, part.start, observes=self.observes)


def _layout(subject: Subject, tables: int) -> Iterator[tuple[tuple[int, ...], Any, int]]:
    """Yield shape and kind of each array, and the bytes that it takes."""
    for shape, kind in (
        ((tables,), np.int64),
        ((tables, subject.observation_size), np.float32),
        ((tables, subject.actions), np.int8),
        ((tables, subject.seats), np.float32),
        ((tables,), np.bool_),
        ((tables,), np.int64),
    ):
        yield shape, kind, -(-prod(shape) * np.dtype(kind).itemsize // _ALIGNED) * _ALIGNED


class _Share:
    """Some of the tables, stepped in one process."""

    def __init__(self, subject: Subject, arrays: Tables, first: int, *, observes: bool) -> None:
        self._subject, self._arrays, self._first = subject, arrays, first
        self._observes = observes
        self._games = [0] * len(arrays.seats)
        self._rows = [
            LatestRow(subject.layout, subject.actions, row) for row in arrays.observations
        ]
        self._tables: list[Environment] = []
        self._seed = 0

    def reset(self, seed: int) -> None:
        """Begin new games at all tables."""
        self._seed, self._games = seed, [0] * len(self._games)
        self._arrays.rewards[:], self._arrays.ends[:] = 0, False
        self._tables = [self._new(place) for place in range(len(self._games))]
        for place in range(len(self._tables)):
            self._show(place)

    def step(self) -> None:
        """Take the actions at all tables; where a game ends, begin the next."""
        arrays = self._arrays
        arrays.rewards[:], arrays.ends[:] = 0, False
        for place, action in enumerate(arrays.actions.tolist()):
            table = self._tables[place]
            table.choose(action)
            if table.is_over:
                arrays.rewards[place], arrays.ends[place] = table.returns(), True
                self._games[place] += 1
                self._tables[place] = self._new(place)
            self._show(place)

    def _new(self, place: int) -> Environment:
        """Return the next game of a table; its draws depend on seed, table and count alone."""
        origin = np.random.SeedSequence((self._seed, self._first + place, self._games[place]))
        draws = int(origin.generate_state(1, np.uint64)[0] >> np.uint64(11))
        return Environment(self._subject, Chance(draws))

    def _show(self, place: int) -> None:
        table, arrays = self._tables[place], self._arrays
        seat = table.seat
        assert seat is not None, "a game in progress waits for a seat"
        arrays.seats[place] = seat
        mask = arrays.masks[place]
        mask[:] = 0
        mask[table.actions] = 1
        if self._observes:
            table.show(seat, self._rows[place])


class VectorEnv:
    """Many tables of a game; use it in a `with` block if it has processes of its own.

    The same seed gives the same games, whatever the number of processes.
    """

    def __init__(
        self,
        game: str,
        tables: int,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        *,
        processes: int = 0,
        observes: bool = True,
    ) -> None:
        """`players` and `options`: as `subject_of` takes them, with its errors.

        `processes`: those among which the tables are spread; 0 for this one alone. `observes`:
        whether observations are written; random play needs none, and is faster without.
        """
        if tables < 1 or processes < 0:
            raise ValueError("a vector environment needs a table or more, and no fewer processes")
        self.subject = subject_of(game, players, options)
        self._rows, self._is_begun = np.arange(tables), False
        plan = _Plan.of(self.subject, tables, observes=observes)
        self.tables, self._share = plan.arrays(), plan.share(slice(0, tables))
        # Only what changes of a view is written: what others wrote here would stay.
        self.tables.observations.flags.writeable = False
        ends = np.linspace(0, tables, min(processes, tables) + 1).astype(int).tolist()
        self._workers = [_Worker(plan, slice(*part)) for part in pairwise(ends)]
        self._closing = finalize(self, _close, self._workers)

    def reset(self, seed: int = 0) -> Tables:
        """Begin new games at all tables, reproducible by their seed."""
        self._all("reset", seed)
        self._is_begun = True
        return self.tables

    def step(self, actions: Sequence[int] | Numbers) -> Tables:
        """Take an action at each table. Raises NoSuchAction, and then has changed nothing."""
        taken = np.asarray(actions, np.int64)
        if not self._is_begun or taken.shape != self._rows.shape:
            raise NoSuchAction("reset comes first, and then an action for each table")
        known = (taken >= 0) & (taken < self.subject.actions)
        known[known] = self.tables.masks[self._rows[known], taken[known]] == 1
        if not known.all():
            table = int(np.argmin(known))
            raise NoSuchAction(f"table {table} cannot take action {taken[table]} now")
        self.tables.actions[:] = taken
        self._all("step")
        return self.tables

    def _all(self, *order: Any) -> None:
        if not self._workers:
            getattr(self._share, order[0])(*order[1:])
        for worker in self._workers:
            worker.ask(order)
        for trouble in [worker.answer() for worker in self._workers]:
            if trouble is not None:
                raise trouble

    def close(self) -> None:
        """End the processes; the arrays can still be read."""
        self._closing()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Worker:
    """A process with some of the tables."""

    def __init__(self, plan: _Plan, part: slice) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(
            target=_serve, args=(theirs, plan, part), daemon=True
        )
        self._process.start()
        theirs.close()

    def ask(self, order: tuple[Any, ...]) -> None:
        """Hand an order over. Raises LostProcess."""
        try:
            self._pipe.send(order)
        except OSError as lost:
            raise LostProcess("a process of the tables has ended") from lost

    def answer(self) -> Exception | None:
        """Wait until the order is carried out, and return the error if it failed.

        Raises LostProcess.
        """
        try:
            trouble: Exception | None = self._pipe.recv()
        except (EOFError, OSError) as lost:
            raise LostProcess("a process of the tables has ended") from lost
        return trouble

    def stop(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _close(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.stop()


def _serve(pipe: Connection, plan: _Plan, part: slice) -> None:
    """Carry out orders until the other end of the pipe is closed."""
    share = plan.share(part)
    while True:
        try:
            name, *more = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            getattr(share, name)(*more)
            pipe.send(None)
        except Exception as error:  # raised where the answer is waited for
            pipe.send(error)
