"""Stored games: values, words and dates (no Textual)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from rules.messages import Refusal
from screens.people import SeatNames
from screens.table.vocabulary import PLAIN, Vocabulary
from screens.text import N_, _, decimal, ngettext

if TYPE_CHECKING:
    from rules.contract import Result


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A stored table: its id, and the facts for a list."""

    id: str
    played: datetime
    """The local time of the last move."""
    game: str = ""
    title: str = ""
    people: SeatNames = field(default_factory=lambda: SeatNames(()))
    moves: int = 0
    counted: str = ""
    """The unit that the game counts: "turn", "round" or ""."""
    number: int = 0
    """The number of the current turn or round."""
    waiting: tuple[int, ...] = ()
    """The seats that must move."""
    result: Result | None = None
    is_imported: bool = False
    """Whether the game was imported."""
    trouble: Refusal | None = None
    """The reason why the game can be neither played nor replayed; other facts may be unknown."""


@dataclass(frozen=True, slots=True)
class OpponentTally:
    """The reader's results in a game against one opponent."""

    opponent: str
    """The name of a person, or the level of a bot."""
    is_bot: bool
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Trend:
    """How the last reviewed games against a level were played, beside those before them."""

    level: str
    games: int
    """The last games."""
    grave: float
    """The serious mistakes a game."""
    before: float | None
    """The same in the games before them; None where there were too few."""
    often: tuple[str, str] | None
    """The kind of move that was played most often where another kind was better, and that one."""
    vocabulary: Vocabulary = PLAIN

    @property
    def told(self) -> list[str]:
        """The same in sentences."""
        facts = {"level": _(self.level), "games": self.games, "grave": decimal(self.grave)}
        text = _("{level}, last {games} reviews: {grave} serious mistakes a game")
        if self.before is not None:
            facts["before"] = decimal(self.before)
            text = _(
                "{level}, last {games} reviews: {grave} serious mistakes a game, {before} before"
            )
        told = [text.format(**facts)]
        if self.often is not None:
            played, better = map(self.vocabulary.shown, self.often)
            often = _("most often “{played}” where “{better}” was better")
            told.append(often.format(played=played, better=better))
        return told


@dataclass(frozen=True, slots=True)
class Shelved:
    """All stored tables, last played first, and the user's results by game.

    Imported games are counted separately.
    """

    tables: Sequence[KeptTable] = ()
    tallies: Mapping[str, Sequence[OpponentTally]] = field(default_factory=dict)
    imported: Mapping[str, Sequence[OpponentTally]] = field(default_factory=dict)
    trends: Mapping[str, Sequence[Trend]] = field(default_factory=dict)
    """By game, what reviews found over the reader's games."""


def can_go_on(table: KeptTable) -> bool:
    """Whether the game of the table is not over, and can be played."""
    return table.result is None and table.trouble is None


def in_order(tables: Sequence[KeptTable]) -> list[KeptTable]:
    """Return the tables in order: unfinished ones first, unreadable ones last."""
    return sorted(tables, key=lambda table: (table.trouble is not None, table.result is not None))


def opponents(table: KeptTable, room: int | None = None) -> str:
    """Return the reader's opponents, or else all players; bots with level and style.

    With `room` in cells, in the longest form that fits, at least the number of bots by level.
    """
    told = ""
    for told in _forms(table.people):
        if room is None or cell_len(told) <= room:
            break
    return told


def _forms(people: SeatNames) -> Iterator[str]:
    """Yield texts about the opponents, from longest to shortest."""
    seats = [seat for seat in range(len(people.names)) if seat != people.reader]
    groups: dict[str | None, list[int]] = {None: []}  # people come first
    for seat in seats:
        groups.setdefault(people.bots[seat], []).append(seat)
    with_all = "{names}" if people.reader is None else _("with {names}")
    yield with_all.format(names=", ".join(map(people.described, seats)))
    yield with_all.format(names=", ".join(map(people.titled, seats)))
    named, counted = _joined(groups, people, _named), _joined(groups, people, _counted)
    yield with_all.format(names=named)
    yield named
    yield with_all.format(names=counted)
    yield counted


def _joined(
    groups: Mapping[str | None, Sequence[int]],
    people: SeatNames,
    told: Callable[[str, Sequence[str]], str],
) -> str:
    """Join people by name, and the bots of each level in a given form."""
    parts = [people.names[seat] for seat in groups[None]]
    for level, seats in groups.items():
        if level is not None:
            parts.append(told(_(level), [people.names[seat] for seat in seats]))
    return ", ".join(parts)


def _named(level: str, names: Sequence[str]) -> str:
    """Return the bots of one level by name."""
    listed = ", ".join(names)
    return listed if level in listed else _("{name} ({level})").format(name=listed, level=level)


def _counted(level: str, names: Sequence[str]) -> str:
    """Return a bot level with the number of its bots."""
    return level if len(names) == 1 else f"{level} ×{len(names)}"


def how_far(table: KeptTable) -> str:
    """Return the turn or round, the number of moves if the game counts neither, or its state."""
    if table.is_imported:
        return _("imported")
    if table.number and table.counted == "round":
        return _("round {number}").format(number=table.number)
    if table.number:
        return _("turn {turn}").format(turn=table.number)
    return ngettext("{count} move", "{count} moves", table.moves)


def ended(table: KeptTable) -> str:
    """Return the result from the view of the reader, if a player, or else the winner."""
    result, people = table.result, table.people
    assert result is not None
    if not result.ranking:
        return _("no result")
    if result.is_draw:
        return _("draw")
    if people.reader is None:
        names = ", ".join(people.names[seat] for seat in result.winners)
        return _("{names} won").format(names=names)
    if people.reader in result.winners:
        return _("you won") if len(result.winners) == 1 else _("you shared the win")
    ahead = takewhile(lambda group: people.reader not in group, result.ranking)
    place = 1 + sum(len(group) for group in ahead)
    if len(people.names) == 2:
        return _("you lost")
    return _("place {place} of {count}").format(place=place, count=len(people.names))


MONTHS: Final = (
    N_("Jan"),
    N_("Feb"),
    N_("Mar"),
    N_("Apr"),
    N_("May"),
    N_("Jun"),
    N_("Jul"),
    N_("Aug"),
    N_("Sep"),
    N_("Oct"),
    N_("Nov"),
    N_("Dec"),
)


def now() -> datetime:
    """Return the present local time."""
    return datetime.now()


def said(when: datetime, today: datetime) -> str:
    """Return a time in words, as of a given day."""
    if when.date() == today.date():
        return _("today {hour}").format(hour=f"{when:%H:%M}")
    if when.date() == today.date() - timedelta(days=1):
        return _("yesterday")
    month = _(MONTHS[when.month - 1])
    if when.year == today.year:
        return _("{day} {month}").format(day=when.day, month=month)
    return _("{day} {month} {year}").format(day=when.day, month=month, year=when.year)
