"""The replay of a record in text mode."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from nim_tui.bots.levels import people_of
from nim_tui.plain.commands import CommandLine
from nim_tui.plain.conversation import Conversation, LineDialog, finished, not_understood
from nim_tui.plain.questions import TableQuestions
from nim_tui.registry import game_named
from nim_tui.tables.record import RecordHeader
from nim_tui.tables.replay import Replay
from nim_tui.tables.seats import ReplaySeat
from rules.contract import Result
from rules.messages import N_, Refusal
from screens.people import SeatNames
from screens.positions import replayed_name, turn_of
from screens.table.speech import BoardSpeech, SeatSight, verdict
from screens.table.vocabulary import folded
from screens.text import _, capitalised, say_refusal

_ALL = ("all", "tout")
MOST_STEPS = 5000

TryAgain = Callable[[int, int | None], Awaitable[None]]
"""Open a new table after a number of moves, on a seat or on the one to move. Raises a Refusal."""
_MEANINGS: Final = MappingProxyType({"try": N_("try: play on from here against bots")})


class ReplayDialog(LineDialog):
    """A replay of a record: in any seat's view if the game is over, else in the public view."""

    def __init__(
        self,
        conversation: Conversation,
        teller: BoardSpeech,
        header: RecordHeader,
        *,
        replay: Replay,
        looks: Sequence[ReplaySeat],
        watcher: ReplaySeat,
        own: int | None,
        end: Result | None,
        try_again: TryAgain | None,
    ) -> None:
        """`end` is the result; None while the game goes on, when `try_again` is unavailable."""
        self._conversation = conversation
        self._teller = teller
        self._header = header
        self._replay = replay
        self._looks = tuple(looks)
        self._own = own
        self._end = end
        self._try_again = None if end is None else try_again
        self._seat = next((look for look in looks if look.number == own), watcher)
        self._is_all_open = False
        self._asking = TableQuestions(lambda: self.sight, self.say, teller, watcher.game)

    @property
    def _people(self) -> SeatNames:
        own = self._own if self._seat.number == self._own and not self._is_all_open else None
        return people_of(self._header, own)

    @property
    def sight(self) -> SeatSight:
        """The view of the chosen seat at this position, or of all seats together."""
        view = self._seat.view()
        if self._is_all_open:
            view = self._teller.combine([look.view() for look in self._looks])
        return SeatSight(view, self._people, (), self._seat.log(), self._seat.deal)

    def say(self, *texts: str) -> None:
        """Say sentences."""
        self._conversation.say(*texts)

    @property
    def question(self) -> str:
        """The position in the record, and the commands."""
        text = _("{place}. Next, back, go, or quit?")
        if self._try_again is not None:
            text = _("{place}. Next, back, go, try, or quit?")
        turn, replay = turn_of(self._seat.view()), self._replay
        place = replayed_name(turn, replay.position, replay.length)
        return text.format(place=capitalised(place))

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """Steps, and questions about the table at this position."""
        return {
            "next": lambda rest: self._step(_number(rest, 1)),
            "back": lambda rest: self._step(-_number(rest, 1)),
            "go": lambda rest: self._step(_number(rest, 1) - 1 - self._replay.position),
            "view": self._view, **self._asking.commands,
            **({} if self._try_again is None else {"try": self._try}),
            "quit": lambda rest: None,
        }  # fmt: skip

    @property
    def meanings(self) -> Mapping[str, str]:
        """The meaning of the command `try` in a replay."""
        return _MEANINGS

    def begin(self) -> None:
        """Say the game, and its players."""
        people, title = self._people, game_named(self._header.game).title
        names = ", ".join(map(people.described, range(len(people.names))))
        self.say(_("Replay of {game}: {names}").format(game=title, names=names))

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Take Enter as the next move."""
        if asked is not None and asked.command == "quit":
            await self._conversation.leave()
        elif asked is not None:
            await finished(self.commands[asked.command](asked.rest))
        elif not line:
            self._step(1)
        else:
            self.say(not_understood(line))

    def _step(self, count: int) -> None:
        before = len(self._seat.log())
        self._replay.go(self._replay.position + count)
        told = self._asking.told(self.sight, before) if count > 0 else []
        self.say(*told)
        if count < 0 and (all_told := self._asking.told(self.sight)):
            self.say(all_told[-1])
        if self._end is not None and self._replay.position == self._replay.length:
            self.say(verdict(self._end, self._people, self._teller.speech))

    async def _try(self, _rest: str) -> None:
        """Play on from this position, on the seat whose view is shown if it is the reader's."""
        assert self._try_again is not None
        seat = None if self._is_all_open else self._seat.number
        try:
            await self._try_again(self._replay.position, self._own if seat is None else seat)
        except Refusal as refusal:
            self.say(say_refusal(refusal))

    def _view(self, rest: str) -> None:
        """Change to one seat's view, or to everything open."""
        wanted = folded(rest)
        if not self._looks:
            self.say(_("the game is not over: only what everyone saw is shown"))
        elif wanted in _ALL:
            self._is_all_open = True
            self._seat = self._looks[0]
            self.say(_("everything"))
        else:
            self._see_as(wanted)

    def _see_as(self, wanted: str) -> None:
        names = people_of(self._header, self._own)
        for look in self._looks:
            known = {folded(names.names[look.number or 0]), folded(names.label(look.number or 0))}
            if wanted in known:
                self._seat, self._is_all_open = look, False
                name = names.within(look.number or 0)
                self.say(_("as {name} saw it").format(name=name))
                return
        self.say(_("choose one of: {names}").format(names=", ".join((*names.labels, _("all")))))


def _number(text: str, usual: int) -> int:
    """Return a typed number of bounded size."""
    return (
        min(int(text), MOST_STEPS) if text.isascii() and text.isdigit() and len(text) < 6 else usual
    )
