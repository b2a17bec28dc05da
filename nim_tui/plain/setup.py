"""The set-up of a table in text mode: the players, then the options."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from nim_tui.bots.levels import STYLE_OF
from nim_tui.names import one_of
from nim_tui.plain.coach import COACH_OFFER
from nim_tui.plain.commands import CommandLine, vocabulary
from nim_tui.plain.conversation import Conversation, LineDialog, finished
from nim_tui.plain.rules_reader import about
from nim_tui.plain.text import either, listed
from nim_tui.registry import GameEntry, game_named
from nim_tui.tables.fair_play import HINTS
from nim_tui.tables.open_table import checked_seat, new_table
from nim_tui.tables.seat_plans import BOT
from rules.contract import check_seats
from rules.messages import N_, Refusal
from rules.options import Choice, Flag, FromFile, Option, OptionValue
from screens.app_api import NotPossible
from screens.cast import introduced
from screens.coach_words import CoachWords
from screens.game_intro import effect
from screens.table.vocabulary import folded
from screens.text import _, in_words, labelled, say_refusal, why

if TYPE_CHECKING:
    from nim_tui.settings import Settings
    from nim_tui.tables.store import Store
    from nim_tui.tables.table import Table


_FLAGS: Final = {"yes": "true", "no": "false"}
"""The words for on and off, and the values that options read."""


class NoOption(Refusal):
    """There is no such option."""


class TableMaker(Protocol):
    """The place where tables are made."""

    @property
    def terms(self) -> Sequence[Option]:
        """The settings of a table besides the options of its game."""

    def asked(self, count: str) -> str:
        """Return the question for the players."""

    def seats(self, entry: GameEntry, typed: Sequence[str]) -> list[str]:
        """Return the seats, as many as the game needs. Raises Refusal."""

    async def open(
        self,
        entry: GameEntry,
        seats: Sequence[str],
        chosen: Mapping[str, OptionValue],
        *,
        is_coached: bool = False,
    ) -> None:
        """Make the table, and sit down, with a coach if asked for. Raises Refusal."""


class SetupDialog(LineDialog):
    """The set-up of a table: asks for players, then for options."""

    def __init__(
        self,
        conversation: Conversation,
        game: str,
        opener: TableMaker,
        *,
        is_first: bool = False,
    ) -> None:
        """A coach is offered if the game `is_first`."""
        self._conversation = conversation
        self._entry = game_named(game)
        self._is_first = is_first
        self._opener = opener
        self._seats: list[str] = []
        self._chosen: dict[str, OptionValue] = {}
        options = (*self._entry.game.options, *opener.terms)
        self._options = [option for option in options if not isinstance(option, FromFile)]

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands available during set-up."""
        known: dict[str, Callable[[str], object]] = {
            "what": lambda _rest: self._tell(), "rules": self._rules,
        }  # fmt: skip
        if (words := self._entry.intro.coach) is not None:
            known["coach"] = lambda _rest: self._begin_coached(words)
        return {**known, "quit": lambda _rest: self._conversation.leave()}

    @property
    def meanings(self) -> Mapping[str, str]:
        """The coach begins the game here."""
        return {"coach": N_("coach: begin at once, with a coach in your first turns")}

    def words(self, text: str) -> Sequence[str]:
        """Return levels of bots, or options, that may follow."""
        if self._seats:
            return [f"{option.name}=" for option in self._options]
        return self._entry.bots

    @property
    def question(self) -> str:
        """The question about the players, or about the options."""
        if self._seats:
            return _("Options? Type NAME=VALUE, what for the list, or press Enter to start.")
        low, high = self._entry.game.seats[0], self._entry.game.seats[-1]
        count = f"{low}" if low == high else _("{low} to {high}").format(low=low, high=high)
        return self._opener.asked(count)

    def begin(self) -> None:
        """Say the game and the levels of bots."""
        levels = listed([_(level) for level in self._entry.bots])
        self._conversation.say(_("A new table for {game}. Bots: {levels}.").format(
            game=self._entry.title, levels=levels))  # fmt: skip
        if self._is_first and self._entry.intro.coach is not None:
            self._conversation.say(_(COACH_OFFER))

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Take seats, then options, or a question."""
        try:
            if asked is not None:
                await finished(self.commands[asked.command](asked.rest))
            elif not self._seats:
                self.take_seats(line)
            elif line:
                self._take_option(line)
            else:
                await self._begin()
        except Refusal as refusal:
            self._conversation.say(say_refusal(refusal))
        except OSError as error:
            self._conversation.say(why(error))

    def take_seats(self, line: str) -> None:
        """Take names and levels, separated by commas. Raises Refusal."""
        texts = [part.strip() for part in line.split(",") if part.strip()]
        self._seats = self._opener.seats(self._entry, [_seat(self._entry, text) for text in texts])

    def _rules(self, rest: str) -> None:
        self._conversation.say(*about(self._entry.game, rest))

    def _tell(self) -> None:
        """Say the bots until the players are known, then the options."""
        if self._seats:
            self._tell_options()
            return
        self._conversation.say(*(introduced(name, style) for name, style in STYLE_OF.items()))
        seat = f"bot:{self._entry.usual}:{next(reversed(STYLE_OF)).lower()}"
        self._conversation.say(_("To choose a bot, type for example {seat}.").format(seat=seat))

    def _tell_options(self) -> None:
        for option in self._options:
            now = self._chosen.get(option.name, option.default)
            text = effect(self._entry.name, option.name, now) or _(option.meaning)
            head = f"{_called(option)}, {_range(option)}"
            self._conversation.say(labelled(head, text))

    def _take_option(self, line: str) -> None:
        """Take NAME=VALUE, or NAME VALUE, in either language. Raises Refusal."""
        option, value = self._option_in(line)
        if isinstance(option, Flag):
            value = _FLAGS.get(vocabulary().canonical(value), value)
        if isinstance(option, Choice):
            value = next((one for one in option.choices if _is_word(value, one)), value)
        chosen = option.read(value.casefold() if isinstance(option, Choice) else value)
        self._chosen[option.name] = chosen
        told = effect(self._entry.name, option.name, chosen)
        self._conversation.say(told or labelled(_called(option), _(value)))

    def _option_in(self, line: str) -> tuple[Option, str]:
        name, sign, value = line.partition("=")
        for option in self._options:
            if sign and (_is_word(name, option.name) or folded(name) == folded(_called(option))):
                return option, value.strip()
            for word in () if sign else {option.name, _(option.name), _called(option)}:
                if folded(line).startswith(f"{folded(word)} "):
                    return option, line[len(word) :].strip()
        first = name if sign else line.partition(" ")[0]
        right = one_of(first, [option.name for option in self._options])
        raise NoOption(
            N_("{game} has no option {name}; {right}"),
            game=self._entry.name, name=repr(first[:40]), right=right,
        )  # fmt: skip

    async def _begin(self) -> None:
        await self._opener.open(self._entry, self._seats, self._chosen)

    async def _begin_coached(self, words: CoachWords) -> None:
        if not self._seats:
            bots = [self._entry.easiest] * (self._entry.game.seats[0] - 1)
            self.take_seats(", ".join(bots))
            self._conversation.say(labelled(_("Coach"), _(words.start)))
        if sum(not seat.startswith(BOT) for seat in self._seats) > 1:
            raise NotPossible(N_("a coach is only for one player against bots"))
        await self._opener.open(self._entry, self._seats, self._chosen, is_coached=True)


def _called(option: Option) -> str:
    """Return an option's name in words; it may be typed like this."""
    return _(option.name.replace("_", " "))


def _range(option: Option) -> str:
    """Return the possible values of an option, in words."""
    if isinstance(option, Flag):
        return either([vocabulary().shown("yes"), vocabulary().shown("no")])
    if isinstance(option, Choice):
        return either([_(choice) for choice in option.choices])
    return in_words(option.range_text)


def _is_word(typed: str, word: str) -> bool:
    """Check whether a text is a word, in English or in the reader's language."""
    return folded(typed.strip()) in (folded(word), folded(_(word)))


def _seat(entry: GameEntry, typed: str) -> str:
    """Return a seat in canonical form: a bot may be typed by its level, in either language."""
    word = typed.casefold()
    for level in entry.bots:
        if word in (level, _(level).casefold(), f"bot:{level}"):
            return f"bot:{level}"
    return typed


class LocalTableMaker:
    """Makes tables on this machine."""

    terms: Sequence[Option] = (HINTS,)

    def __init__(
        self,
        conversation: Conversation,
        store: Store,
        settings: Settings,
        opened: Callable[[Table, bool], Awaitable[None]],
    ) -> None:
        """`opened` goes to a table that was opened, with a coach or without."""
        self._conversation = conversation
        self._store = store
        self._settings = settings
        self._opened = opened

    def asked(self, count: str) -> str:
        """Return the question for names and bots."""
        return _(

                "Who plays ({count} players)? Type names and bot levels, for example: Ana, "
                "easy. Press Enter to play against easy bots."

        ).format(count=count)  # fmt: skip

    def seats(self, entry: GameEntry, typed: Sequence[str]) -> list[str]:
        """Return the seats; missing ones get bots. Raises Refusal."""
        own = self._settings.name or "You"
        seats = [*typed] or [own]
        if all(seat.startswith("bot:") for seat in seats):
            seats.insert(0, own)
        seats += [f"{BOT}{entry.easiest}"] * (entry.game.seats[0] - len(seats))
        check_seats(entry.game, len(seats))
        for seat in seats:
            checked_seat(entry.name, seat)
        return seats

    async def open(
        self,
        entry: GameEntry,
        seats: Sequence[str],
        chosen: Mapping[str, OptionValue],
        *,
        is_coached: bool = False,
    ) -> None:
        """Make and save the table, and sit down."""
        options = dict(chosen)
        hints = bool(options.pop(HINTS.name, False))
        table = new_table(self._store, entry.name, [*seats], options, None, hints_for_all=hints)
        await self._conversation.leave()
        await self._opened(table, is_coached)
