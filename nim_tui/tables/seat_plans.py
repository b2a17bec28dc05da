"""The players of a table: parse names and bots as typed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, islice
from pathlib import Path
from typing import Final, NamedTuple

from nim_tui.bots.levels import PROGRAM, STYLE_OF
from nim_tui.names import LONGEST_NAME, UnsuitableSeat, clean_name, one_of
from nim_tui.registry import GameEntry, UnknownName
from nim_tui.tables.record import SeatPlan
from rules.messages import N_, Refusal
from screens.people import default_name, is_pronoun

__all__ = [
    "BOT",
    "BOT_NAMES",
    "LONGEST_NAME",
    "UnsuitableSeat",
    "bot_name",
    "clean_name",
    "is_called",
    "seat_from",
    "seats_from",
]

BOT: Final = "bot:"
BOT_NAMES: Final = tuple(STYLE_OF)
"""The names of bots, in the order tables use them."""
_NO_PROGRAMS: Final = N_("bot:exec runs a program of yours: only at tables on your own machine")


ANSWER_SECONDS: Final = 5.0
"""The usual time for an answer of a program."""
_LEAST_SECONDS: Final = 0.1
_MOST_SECONDS: Final = 600.0
_PROGRAM: Final = re.compile(rf"{PROGRAM}(?:/([^:]*))?:(.*)", re.IGNORECASE | re.DOTALL)
_SECONDS: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3})?")


class UnsuitableProgram(Refusal):
    """The program of a bot cannot be understood; the message says why."""


class Program(NamedTuple):
    """A program of the user that plays as a bot."""

    command: str
    seconds: float = ANSWER_SECONDS
    """The time for an answer."""

    @property
    def text(self) -> str:
        """The program as typed, without `bot:`."""
        time = "" if self.seconds == ANSWER_SECONDS else f"/{self.seconds:g}"
        return f"{PROGRAM}{time}:{self.command}"


def program_from(text: str) -> Program | None:
    """Return the program typed as `exec:COMMAND` or `exec/SECONDS:COMMAND`; None for another text.

    Raises UnsuitableProgram.
    """
    found = _PROGRAM.fullmatch(text.strip())
    if found is None:
        return None
    time, command = found[1], found[2].strip()
    if time is None:
        return Program(command)
    if _SECONDS.fullmatch(time) is None or not _LEAST_SECONDS <= float(time) <= _MOST_SECONDS:
        raise UnsuitableProgram(
            N_("a program may have {least} to {most} seconds for an answer, not {text}"),
            least=str(_LEAST_SECONDS), most=round(_MOST_SECONDS), text=repr(time[:20]),
        )  # fmt: skip
    return Program(command, float(time))


def seat_from(
    text: str, entry: GameEntry, *, sparring: bool = False, runs_programs: bool = False
) -> SeatPlan:
    """Return a typed seat: a name, or `bot:LEVEL:NAME`; `sparring` bots too, if asked.

    Without a name a bot gets the first free one. `bot:exec:COMMAND`, and `bot:exec/SECONDS:COMMAND`
    with a time for answers, are seats only where the table `runs_programs`. Raises UnsuitableSeat,
    UnsuitableProgram or UnknownName.
    """
    word = text.strip()
    if not word.lower().startswith(BOT):
        return SeatPlan(clean_name(word))
    program = program_in(word)
    if program is not None:
        if not runs_programs:
            raise UnsuitableSeat(_NO_PROGRAMS)
        return SeatPlan(_program_name(program.command), PROGRAM)
    level, _colon, name = word[len(BOT) :].partition(":")
    entry.bot(level.lower(), sparring=sparring)
    return SeatPlan(_known_bot(name), level.lower())


def program_in(text: str) -> Program | None:
    """Return the program of a seat typed as `bot:exec:COMMAND`; None for any other.

    Raises UnsuitableProgram.
    """
    word = text.strip()
    return program_from(word[len(BOT) :]) if word.lower().startswith(BOT) else None


def programs_in(texts: Sequence[str]) -> Mapping[int, Program]:
    """Return the programs of the typed seats that programs play, by seat."""
    found = ((seat, program_in(text)) for seat, text in enumerate(texts))
    return {seat: program for seat, program in found if program is not None}


def _program_name(command: str) -> str:
    """Return the name of a program's seat: that of its file, without folder and ending.

    Of `python3 bots/my_bot.py --fast` it is `my_bot`. Raises UnsuitableSeat.
    """
    try:
        words = [word for word in shlex.split(command) if not word.startswith("-")]
    except ValueError:
        words = []
    if not words:
        raise UnsuitableSeat(
            N_("write the command of a program as bot:exec:COMMAND, not {text}"),
            text=repr(command[:40]),
        )
    files = [word for word in words[1:2] if "." in word or "/" in word]
    try:
        return clean_name(Path((files or words)[0]).stem[:LONGEST_NAME])
    except UnsuitableSeat:
        return BOT_NAMES[0]


def is_called(text: str) -> bool:
    """Whether a bot was typed with a name."""
    if program_in(text) is not None:
        return True
    return bool(text.strip().lower().removeprefix(BOT).partition(":")[2])


def _known_bot(typed: str) -> str:
    name = typed.strip().capitalize() or BOT_NAMES[0]
    if name not in BOT_NAMES:
        right = one_of(name, [known.lower() for known in BOT_NAMES])
        raise UnknownName(N_("there is no bot {name}; {right}"), name=repr(typed[:40]), right=right)
    return name


def seats_from(
    texts: Sequence[str],
    entry: GameEntry,
    *,
    sparring: bool = False,
    runs_programs: bool = False,
) -> tuple[SeatPlan, ...]:
    """Return typed seats, each as in `seat_from`; equal names of people get a number.

    “You” is not a name: it becomes `Player 1` or the like.
    """
    seats = [
        seat_from(text, entry, sparring=sparring, runs_programs=runs_programs) for text in texts
    ]
    taken: list[str] = []
    for place, seat in enumerate(seats, start=1):
        if seat.bot is None:
            typed = _numbered(seat.name)
            unnamed = (default_name(number) for number in count(place))
            names = unnamed if is_pronoun(seat.name) else typed
            taken.append(next(name for name in names if name not in taken))
    people, plans = iter(taken[:]), []
    for seat, text in zip(seats, texts):
        wished = [seat.name] if is_called(text) else []
        name = next(people) if seat.bot is None else bot_name(taken, wished)
        taken.append(name)
        plans.append(SeatPlan(name, seat.bot))
    return tuple(plans)


def seats_against_bots(seats: Iterable[SeatPlan], person: int, usual: str) -> tuple[SeatPlan, ...]:
    """Return the seats with one person alone, and bots of the default level for the others."""
    plans = [*seats]
    for number, seat in enumerate(plans):
        if number == person:
            plans[number] = SeatPlan(seat.name if seat.bot is None else default_name(number + 1))
        elif seat.bot is None:
            plans[number] = SeatPlan(bot_name(each.name for each in plans), usual)
    return tuple(plans)


def bot_name(taken: Iterable[str], wished: Sequence[str] = ()) -> str:
    """Return a name for a bot that nobody at the table has, ignoring case."""
    known = {name.casefold() for name in taken}
    whole = wished or BOT_NAMES
    names = chain(whole, *(islice(_numbered(name), 1, None) for name in whole))
    return next(name for name in names if name.casefold() not in known)


def _numbered(name: str) -> Iterator[str]:
    """Yield the name, then the name with each number."""
    yield name
    for number in count(2):
        yield f"{name[: LONGEST_NAME - 3].rstrip()} {number}"
