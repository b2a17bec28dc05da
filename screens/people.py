"""The names of people at a table as a reader sees them; thinking times.

Only the reader is called “You”: a person without a name is Player 1, 2 … to others. An action has
two sentences, one about the reader and one about anyone else, as verbs differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.messages import N_, Value
from screens.cast import plays
from screens.colours import SIDE_SIGNS
from screens.text import _, is_spoken, ngettext, say, shortened

if TYPE_CHECKING:
    from rules.contract import Result

_DEFAULT: Final = re.compile(r"Player ([1-9][0-9]?)")
_PRONOUNS: Final = frozenset({"you", "vous"})


def default_name(number: int) -> str:
    """Return the default name with a number from 1, the same in every language."""
    return f"Player {number}"


def default_number(name: str) -> int | None:
    """Return the number of a default name; None for any other name."""
    match = _DEFAULT.fullmatch(name)
    return int(match[1]) if match else None


def is_pronoun(name: str) -> bool:
    """Check whether a name is some language's word for “you”, which no player may take."""
    return name.casefold() in _PRONOUNS


class ThinkingTime(NamedTuple):
    """The number of decisions, and their seconds by the clock, including waits for a processor."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def after(self, seconds: float) -> ThinkingTime:
        """Return the time with one more decision."""
        return ThinkingTime(self.decisions + 1, self.seconds + seconds, max(self.longest, seconds))

    @property
    def mean(self) -> float:
        """The mean seconds per decision."""
        return self.seconds / self.decisions if self.decisions else 0.0


_SHORT: Final = 8
"""The most cells of a name in a log line."""


class PersonalSentence(NamedTuple):
    """A sentence about `{name}`, who may act on `{other}`.

    `you` is the sentence if `{name}` is the reader, who is then called “You” at the start of the
    line; `to_you` the one if `{other}` is. Either may be empty: then the first serves.
    """

    named: str
    you: str = ""
    to_you: str = ""


_WON: Final = PersonalSentence(N_("Winner: {name}"), you=N_("You win."))

SOMEONE: Final = N_("someone")
"""The name of a player whose account was deleted; a table's second one is `someone 2`."""


def in_third_person(names: Sequence[str], bots: Sequence[str | None]) -> tuple[str, ...]:
    """Return names as other people read them; a person without a name gets a number.

    Old records have “You” and “Vous” as names, and levels as the names of bots.
    """
    shown = [shown_name(name, bot) for name, bot in zip(names, bots)]
    for seat, name in enumerate(names):
        if is_pronoun(name):
            numbered = (shown_name(default_name(n)) for n in range(1, len(names) + 2))
            shown[seat] = next(free for free in numbered if free not in shown)
    return tuple(shown)


def shown_name(name: str, bot: str | None = None) -> str:
    """Return a stored name in the reader's language; `bot` is the level of a bot."""
    if bot:
        return name.replace(bot, _(bot))
    if name.partition(" ")[0] == SOMEONE:
        return _(SOMEONE) + name.removeprefix(SOMEONE)
    number = default_number(name)
    return name if number is None else _("Player {n}").format(n=number)


def _in_person(told: PersonalSentence | str, *, is_you: bool, is_to_you: bool) -> str:
    """Return the sentence, of two or three, for this reader."""
    if isinstance(told, str):
        return told
    if is_you:
        return told.you or told.named
    return (is_to_you and told.to_you) or told.named


def say_to(reader: str, told: PersonalSentence | str, facts: Mapping[str, Value]) -> str:
    """Return a sentence for a reader of this name; the facts `name` and `other` are names too."""
    is_you, is_to_you = facts.get("name") == reader, facts.get("other") == reader
    return say(_in_person(told, is_you=is_you, is_to_you=is_to_you), facts)


@dataclass(frozen=True, slots=True)
class SeatNames:
    """The names by seat, in the third person, and the reader's seat, or None."""

    names: tuple[str, ...]
    reader: int | None = None
    bots: tuple[str | None, ...] = ()
    """The levels of bots by seat, if known; None for a person."""
    styles: tuple[str | None, ...] = ()
    """The styles of bots by seat, if known; None for a person."""
    thought: Mapping[int, ThinkingTime] = field(default_factory=dict)
    """The thinking times of bots by seat, once the game is over."""

    @property
    def labels(self) -> tuple[str, ...]:
        """All names, for the start of lines and heads of tables."""
        return tuple(self.label(seat) for seat in range(len(self.names)))

    def label(self, seat: int) -> str:
        """Return a name for the start of a line or the head of a table."""
        return _("You") if seat == self.reader else self.names[seat]

    def titled(self, seat: int) -> str:
        """Return a name for the start of a line, with the level of a bot."""
        level, name = dict(enumerate(self.bots)).get(seat), self.label(seat)
        if not level or seat == self.reader or _(level) in name:
            return name
        return _("{name} ({level})").format(name=name, level=_(level))

    def described(self, seat: int) -> str:
        """Return a name for the start of a line, with the level and style of a bot."""
        level, style = (dict(enumerate(each)).get(seat) for each in (self.bots, self.styles))
        if not level or not style or seat == self.reader or _(level) in self.names[seat]:
            return self.titled(seat)
        text = _("{name} ({level}, {style})")
        return text.format(name=self.names[seat], level=_(level), style=_(style))

    @property
    def titles(self) -> tuple[str, ...]:
        """All names, with the levels of bots."""
        return tuple(self.titled(seat) for seat in range(len(self.names)))

    def who_is_who(self) -> list[tuple[str, str]]:
        """Return the sign and name of every bot, with its level, style and way of playing."""
        styles, told = dict(enumerate(self.styles)), list[tuple[str, str]]()
        for seat, level in enumerate(self.bots):
            if level and seat != self.reader:
                style = styles.get(seat)
                what = _("bot: {level}, {style}") if style else _("bot: {level}")
                text = what.format(level=_(level), style=_(style) if style else "")
                said = ". ".join(filter(None, [text, self._thought(seat), plays(style or "")]))
                told.append((f"{SIDE_SIGNS[seat]} {self.names[seat]}", said))
        return told

    def _thought(self, seat: int) -> str:
        """Return the thinking time of a bot, if known."""
        thought = self.thought.get(seat)
        if thought is None:
            return ""
        decisions = ngettext("{count} decision", "{count} decisions", thought.decisions)
        return _("{decisions}, {mean} ms on average, {longest} ms at most").format(
            decisions=decisions,
            mean=round(1000 * thought.mean),
            longest=round(1000 * thought.longest),
        )

    def named(self, seat: int | None) -> str:
        """Return the name in the third person; "" for None."""
        return "" if seat is None else self.names[seat]

    def within(self, seat: int) -> str:
        """Return a name for the middle of a sentence."""
        return _("you") if seat == self.reader else self.names[seat]

    def listed(self, seats: Iterable[int]) -> str:
        """Return several names for the middle of a sentence."""
        return ", ".join(self.within(seat) for seat in seats)

    def thinking(self, seats: Sequence[int]) -> str:
        """Return the sentence that these bots are thinking; "" if a person must move too.

        It depends only on whose turn it is, however quickly the bots answer.
        """
        if not seats or not all(dict(enumerate(self.bots)).get(seat) for seat in seats):
            return ""
        if len(seats) == 1:
            return _("{names} is thinking").format(names=self.listed(seats))
        return _("{names} are thinking").format(names=self.listed(seats))

    def signed(self, seat: int) -> str:
        """Return the short name behind the seat's sign, for log lines; spoken, the whole name."""
        if is_spoken():
            return self.label(seat)
        return f"{SIDE_SIGNS[seat]} {shortened(self.label(seat), _SHORT)}"

    def signed_within(self, seat: int) -> str:
        """Return the short name within a sentence, behind its sign; spoken, the whole name."""
        if is_spoken():
            return self.within(seat)
        return f"{SIDE_SIGNS[seat]} {shortened(self.within(seat), _SHORT)}"

    def say(
        self,
        told: PersonalSentence | str,
        facts: Mapping[str, Value],
        *,
        name: int | None = None,
        other: int | None = None,
    ) -> str:
        """Return a sentence in the right person; `name` and `other` are its seats.

        Facts `name` and `other` override the spelling of `label` and `within`.
        """
        filled: dict[str, Value] = {}
        if name is not None:
            filled["name"] = self.label(name)
        if other is not None:
            filled["other"] = self.within(other)
        has_reader = self.reader is not None
        text = _in_person(
            told,
            is_you=has_reader and name == self.reader,
            is_to_you=has_reader and other == self.reader,
        )
        return say(text, {**filled, **facts})

    def winners(self, result: Result) -> str:
        """Return a sentence that names the winners of a game, one or several."""
        if len(result.winners) == 1:
            return self.say(_WON, {}, name=result.winners[0])
        return _("Winners: {names}").format(names=self.listed(result.winners))
