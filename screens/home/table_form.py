"""The values of the form for a new table: seats, options, opponents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rules.contract import AnyGame
from rules.messages import Refusal
from rules.options import FreeText, FromFile, Option, OptionValue
from screens.app_api import (
    COACHED,
    HINTS_FOR_ALL,
    RATED,
    RATING,
    AppApi,
    GameInfo,
    NotPossible,
)
from screens.cast import introduced
from screens.game_intro import effect, intro_of
from screens.people import default_number
from screens.text import N_, _, capitalised, in_words
from screens.widgets.menu import Item

_OPTION: Final = "option"
_LONGEST_VALUE: Final = 40
"""The most characters of a value in words; a longer one is the text of a file."""
_VALUE: Final = 20
"""The columns of a value with its effect beside it."""

T = TypeVar("T")


class OptionLines:
    """The options of a form; the ids of their lines are `option NAME`."""

    def __init__(self, options: Sequence[Option], game: GameInfo, *, reads_files: bool) -> None:
        """Set all options to their defaults.

        Without a title, the line for a title shows the game's; `reads_files` allows values from
        files.
        """
        self._options = {option.name: option for option in options}
        self._game = game
        self._reads_files = reads_files
        self.values: Final[dict[str, OptionValue]] = {
            n: o.default for n, o in self._options.items()
        }
        """The chosen values, by name of the option."""

    def items(self, *, tells_effects: bool = False) -> Iterator[Item]:
        """Yield a line per option; `tells_effects` adds the effect of its value."""
        for name, option in self._options.items():
            if self._reads_files or not isinstance(option, FromFile):
                text = self._shown(option)
                if tells_effects:
                    text = f"{text:{_VALUE}} {self.meaning(f'{_OPTION} {name}')}"
                yield Item(f"{_OPTION} {name}", called(name), text)

    def _shown(self, option: Option) -> str:
        value = self.values[option.name]
        if isinstance(option, FreeText):
            return str(value) or (_(option.unset) if option.unset else self._game.title)
        if isinstance(option, FromFile) and value is None:
            printed = _("printed board")
            return f"‹ {printed} ›"
        return f"‹ {shown(value)} ›"

    def at(self, line: str) -> Option | None:
        """Return the option of a line, or None."""
        kind, _blank, name = line.partition(" ")
        return self._options.get(name) if kind == _OPTION else None

    def meaning(self, line: str) -> str:
        """Return the effect of an option's current value; empty for other lines."""
        option = self.at(line)
        if option is None:
            return ""
        return effect(self._game.name, option.name, self.values[option.name]) or _(option.meaning)

    def turn(self, line: str, step: int) -> None:
        """Step the value of an option."""
        option = self.at(line)
        if option is not None:
            self.values[option.name] = stepped(option.values, self.values[option.name], step)

    def chosen(self) -> Mapping[str, OptionValue]:
        """Return the values that differ from the defaults, by option."""
        usual = {name: option.default for name, option in self._options.items()}
        return {name: value for name, value in self.values.items() if value != usual[name]}


def called(name: str) -> str:
    """Return the label of an option, capitalized like the other labels."""
    return capitalised(_(name.replace("_", " ")))


def shown(value: OptionValue) -> str:
    """Return a value in the reader's language."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return _(value) if len(value) <= _LONGEST_VALUE else _("board file")
    return str(value)


def stepped(values: Sequence[T], value: T, step: int) -> T:
    """Return the value `step` places after another, wrapping around."""
    here = values.index(value) if value in values else 0
    return values[(here + step) % len(values)]


BOT: Final = "bot:"
_FOR_TESTS: Final = "random"
"""A level without a style, which plays at random."""
_PROGRAM: Final = "exec"
"""The level of a program of the user, before its command."""


def level_of(seat: str) -> str:
    """Return the level of the bot on a seat."""
    return seat.split(":")[1]


def is_known_bot(seat: str) -> bool:
    """Whether a bot of this program plays on a seat, not a person or a program of the user."""
    return seat.startswith(BOT) and level_of(seat).partition("/")[0] != _PROGRAM


def as_chosen(typed: str, known: Sequence[str]) -> str:
    """Return a typed seat, its bot spelt as the form's own choices are."""
    if not typed.lower().startswith(BOT):
        return typed
    level, *rest = typed[len(BOT) :].split(":", 1)
    seat = ":".join((f"{BOT}{level.lower()}", *rest))
    name = asked_for(seat).strip().capitalize()
    return f"{BOT}{level_of(seat)}:{name}" if name in known else seat


def asked_for(seat: str) -> str:
    """Return the name of the requested bot; empty for any bot, for programs and people."""
    return seat.split(":")[2] if is_known_bot(seat) and seat.count(":") > 1 else ""


def at_level(seat: str, level: str) -> str:
    """Return a seat with a bot of this level, of the same name if one was requested."""
    name = asked_for(seat)
    return f"{BOT}{level}:{name}" if name else f"{BOT}{level}"


def bots_called(seats: Sequence[str], known: Sequence[str]) -> dict[int, str]:
    """Return the names of the bots by seat: requested ones, then the next free names."""
    asked = [asked_for(seat) for seat in seats]
    free = iter([*(name for name in known if name not in asked), *known])
    return {
        number: asked[number] or next(free)
        for number, seat in enumerate(seats)
        if is_known_bot(seat)
    }


def with_another(seats: Sequence[str], number: int, known: Sequence[str]) -> str:
    """Return a seat with another bot that has no seat yet."""
    called = bots_called(seats, known)
    if number not in called:
        return seats[number]
    here = known.index(called[number])
    others = [name for name in (*known[here:], *known[:here]) if name not in called.values()]
    return f"{BOT}{level_of(seats[number])}:{others[0]}"


def told(level: str, name: str) -> str:
    """Return a bot's name with its level."""
    return _("bot {name}: {level}").format(name=name, level=_(level))


def explained(level: str, name: str, known: Mapping[str, str]) -> str:
    """Return the look and play of a bot, and the way to choose another."""
    how = _("← →: a person, or a bot level. b: another bot.")
    if level == _FOR_TESTS:
        return how
    return f"{introduced(name, known[name])}\n{how}"


START: Final = "start"
LEARN: Final = "learn"
SEED: Final = "seed"
PLAYERS: Final = "players"
_LONGEST_NAME: Final = 16
_LONGEST_PATH: Final = 200


@dataclass(frozen=True, slots=True)
class TextField:
    """A text field: its first text, its most characters, and its placeholder."""

    value: str
    longest: int
    placeholder: str


class TableForm:
    """The lines of the form; their ids are `start`, `seat 0` ..., `players`, `option NAME` ..."""

    def __init__(self, api: AppApi, info: GameInfo, game: AnyGame) -> None:
        self._api = api
        self._info = info
        self._game = game
        rest = f"bot:{info.usual}" if api.is_private else api.new_tables.sitters(1)[0]
        self._seats = [api.new_tables.sitters(0)[0], *[rest] * (game.seats[0] - 1)]
        self._terms = {option.name: option for option in api.new_tables.terms()}
        self._options = OptionLines(
            [*game.options, *self._terms.values()], info, reads_files=api.is_private
        )
        self._seed: int | None = None
        lessons = api.lessons
        self._lessons = lessons.of(info.name) if lessons.is_new(info.name) else ()
        """The lessons offered in the form, if the user is new to the game."""

    # Display

    def items(self, *, tells_effects: bool = False) -> list[Item]:
        """Return the lines of the form; `tells_effects` adds to each option its value's effect."""
        items = [Item(START, _("Start"), "", "")]
        if self._lessons:
            items.append(Item(LEARN, _("Learn first"), _("lessons, step by step")))
        for number, seat in enumerate(self._seats):
            items.append(
                Item(f"seat {number}", _("Seat {n}").format(n=number + 1), self._who(number, seat))
            )
        if len(self._game.seats) > 1:
            items.append(Item(PLAYERS, _("Players"), str(len(self._seats))))
        options = self._options.items(tells_effects=tells_effects)
        needless = {f"{_OPTION} {name}" for name in self._needless}
        items.extend(one for one in options if one.id not in needless)
        if self._api.is_private:
            seed = _("drawn at random") if self._seed is None else str(self._seed)
            items.append(Item(SEED, _("Seed"), seed))
        return items

    @property
    def _needless(self) -> set[str]:
        """The settings that mean nothing with these players."""
        people = sum(not seat.startswith(BOT) for seat in self._seats)
        has_coach = people == 1 and intro_of(self._info.name).coach is not None
        may_agree = people > 1 and self._options.values.get(RATING) != RATED
        shown = {COACHED: has_coach, HINTS_FOR_ALL: may_agree}
        return {name for name, is_shown in shown.items() if not is_shown}

    def _who(self, number: int, seat: str) -> str:
        if seat.startswith(BOT):
            return told(level_of(seat), self._called(number)) if is_known_bot(seat) else seat
        persons = [other for other in self._seats if not other.startswith("bot:")]
        is_alone = self._api.is_private and len(persons) == 1
        return self._api.new_tables.seat_text(
            _("You") if is_alone and default_number(seat) else seat
        )

    def meaning(self, line: str) -> str:
        """Return the purpose of a line; for an option, the effect of its current value."""
        if self._options.at(line) is not None:
            return self._options.meaning(line)
        texts = {
            START: _("Enter: start the game. ↓: seats, options, seed.")
            if self._api.is_private
            else _("Enter: open the table. ↓: seats, options, clock."),
            LEARN: _("New to this game? Enter opens its first lesson."),
            "seat": _("← →: a person or a bot. Enter: type a name."),
            PLAYERS: _("← →: number of players."),
            SEED: _("The same seed deals the same game. Enter: type a seed."),
        }
        kind, _blank, number = line.partition(" ")
        if kind == "seat" and is_known_bot(seat := self._seats[int(number)]):
            known = self._api.new_tables.opponents()
            return explained(level_of(seat), self._called(int(number)), known)
        return texts.get(kind, "")

    # Changes

    def turn(self, line: str, step: int) -> None:
        """Step the value of a line."""
        kind, _blank, name = line.partition(" ")
        self._options.turn(line, step)
        if kind == "seat":
            self._seats[int(name)] = stepped(self._sitters(int(name)), self._seats[int(name)], step)
        elif kind == PLAYERS:
            self._change_players(step)

    def _sitters(self, seat: int) -> Sequence[str]:
        """Return the possible players of a seat.

        People at this keyboard who have another seat are left out.
        """
        sitters = self._api.new_tables.sitters(seat)
        if self._api.is_private:
            others = {who for number, who in enumerate(self._seats) if number != seat}
            sitters = [who for who in sitters if who not in others]
        return [*sitters, *(at_level(self._seats[seat], level) for level in self._info.bots)]

    def _called(self, number: int) -> str:
        """Return the name of the bot on a seat."""
        return bots_called(self._seats, [*self._api.new_tables.opponents()])[number]

    def change_bot(self, line: str) -> None:
        """Put another bot of the same level on a line's seat, if the seat has a bot."""
        if line.startswith("seat"):
            number, known = int(line.split()[1]), [*self._api.new_tables.opponents()]
            self._seats[number] = with_another(self._seats, number, known)

    def _change_players(self, step: int) -> None:
        count = len(self._seats) + step
        if count in self._game.seats:
            is_private = self._api.is_private
            more = [f"bot:{self._info.usual}"] if is_private else [self._seats[-1]]
            self._seats = (self._seats + more * count)[:count]

    def field(self, line: str) -> TextField | None:
        """Return the text field for a line's value; None for a value that is stepped."""
        option = self._options.at(line)
        if line == SEED:
            seed = "" if self._seed is None else str(self._seed)
            return TextField(seed, _LONGEST_NAME, _("a whole number, or empty for a random seed"))
        if isinstance(option, FromFile):
            return TextField(
                "", _LONGEST_PATH, _("the path of a board file, or empty for the printed board")
            )
        if isinstance(option, FreeText):
            hint = in_words(option.range_text) if option.unset else self._info.title
            return TextField(str(self._options.values[option.name]), option.most, hint)
        if line.startswith("seat"):
            seat = self._seats[int(line.split()[1])]
            told = _("a name, or bot:{level}").format(level=self._info.usual)
            typed = "" if seat.startswith("bot:") or default_number(seat) else seat
            return TextField(typed, _LONGEST_NAME, told)
        return None

    def take(self, line: str, text: str) -> None:
        """Set a typed value. Raises NotPossible."""
        option = self._options.at(line)
        if line == SEED:
            if text and not (text.isascii() and text.isdigit()):
                raise NotPossible(N_("A seed must be a whole number."))
            self._seed = int(text) if text else None
        elif isinstance(option, FromFile):
            self._options.values[option.name] = (
                self._api.new_tables.text_for(option, text) if text else None
            )
        elif isinstance(option, FreeText):
            try:
                self._options.values[option.name] = option.read(text)
            except Refusal as refusal:
                raise NotPossible(refusal.reason, **refusal.facts) from refusal
        elif text:
            self._api.new_tables.check_seat(self._info.name, text)
            seat = as_chosen(text, [*self._api.new_tables.opponents()])
            self._seats[int(line.split()[1])] = seat

    async def learn(self) -> None:
        """Begin the first lesson in place of a game. Raises NotPossible."""
        self._api.lessons.start(self._info.name)

    async def start(self) -> None:
        """Open the table. Raises NotPossible."""
        options = {name: v for name, v in self._options.values.items() if name not in self._terms}
        asked = self._terms.keys() - self._needless
        terms = {name: v for name, v in self._options.values.items() if name in asked}
        await self._api.new_tables.start(self._info.name, self._seats, options, self._seed, terms)
