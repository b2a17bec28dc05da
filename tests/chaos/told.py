"""What was told to be kept, to be compared with what is."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple


class Accepted(NamedTuple):
    """A move that somebody was told is made."""

    seat: int
    number: int
    """How many moves this seat had made before."""
    word: str


@dataclass
class Told:
    """All that was told of every table, and what was done to the server meanwhile."""

    kills: int = 0
    stalls: int = 0
    cuts: int = 0
    full_disks: int = 0
    locks: int = 0
    """Times that another program kept the database from being written."""
    freezes: int = 0
    """Times that one of several servers stood still for longer than its lease."""
    outages: int = 0
    """Times that PostgreSQL was stopped and started."""
    hangs: int = 0
    """Times that one process of PostgreSQL stood still."""
    hostile: int = 0
    attacks: dict[str, int] = field(default_factory=dict)
    """How often each was carried out to its end."""
    restarts: list[float] = field(default_factory=list)
    """Seconds from the start of a process until it listened."""
    gone_on: float = 0.0
    """Seconds from the last start until every game had gone on, and those of bots had ended."""
    accepted: dict[str, list[Accepted]] = field(default_factory=dict)
    """By table, in the order in which it was told."""
    logs: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    """The longest log that was told, by table and seat."""
    faults: list[str] = field(default_factory=list)
    """What was wrong while the server ran."""

    @property
    def moves(self) -> int:
        """Moves told to be made."""
        return sum(len(moves) for moves in self.accepted.values())

    def accept(self, table: str, seat: int, number: int, word: str) -> None:
        """Somebody was told that their move is made."""
        self.accepted.setdefault(table, []).append(Accepted(seat, number, word))

    def hear(self, table: str, seat: int, log: list[str]) -> None:
        """A seat was told its log: what it was told before still stands in it."""
        before = self.logs.get((table, seat), [])
        if log[: len(before)] != before:
            self.faults.append(f"{table}: seat {seat} was told {before}, then {log}")
        self.logs[table, seat] = max(before, log, key=len)

    def lines(self) -> list[str]:
        """The figures of what was done, to be printed."""
        seconds = self.restarts or [0.0]
        told = [
            f"{self.kills} kills, {self.stalls} stalls, {self.cuts} cut connections,"
            f" {self.full_disks} full disks, {self.hostile} hostile inputs",
            f"{self.locks} locks, {self.freezes} freezes past a lease, {self.outages} outages of"
            f" the database, {self.hangs} hangs of one of its processes",
            f"{sum(self.attacks.values())} attacks of {len(self.attacks)} kinds",
            f"{len(self.restarts)} starts: {median(seconds):.1f} s in the median,"
            f" {max(seconds):.1f} s at most",
        ]
        if self.gone_on:
            told.append(
                f"{self.gone_on:.0f} s from the last start until every game had gone on,"
                " and those of bots had ended"
            )
        return told
