"""One game of a bot on a server: its seat, what it is asked, and its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from nim_tui.protocol.messages import MoveFromBot, SeatFeed
from nim_tui.server.accounts.store import Account
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.play.seated import ServedSeat
from rules.messages import N_, Fact, Refusal
from screens.people import PersonalSentence

ATTEMPTS: Final = 3
"""The answers to one request before a stand-in takes the seat."""


class NoAnswer(Refusal):
    """A bot has not answered as it must; a stand-in takes its seat."""


class BotAt:
    """The account of a bot, at one table."""

    def __init__(self, account: int, name: str, at: str | None) -> None:
        self.account = account
        self.name = name
        self.at = at
        self.is_member = True


class BotPresence:
    """The presence of a bot at a table, or (None) in the lobby: news only wake its session."""

    def __init__(
        self,
        account: Account,
        at: str | None,
        wake: Callable[[], None],
        changed: Callable[[Account], None],
    ) -> None:
        """`changed` is called when the owner has renamed or paused the bot."""
        self.who = BotAt(account.id, account.name, at)
        self._wake = wake
        self._changed = changed

    def turn_changed(self, *, rings: bool) -> None:
        """Wake the session."""
        self._wake()

    def hear(self, line: str) -> None:
        """Ignore chat."""

    def be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        """Wake the session: a table may have been set up, or have ended."""
        self._wake()

    def be_announced(self, text: str) -> None:
        """Ignore announcements, which are for people."""

    def be_asked(self) -> None:
        """Ignore offers: they expire."""

    def move_on(self, table: str, again: str) -> None:
        """Wake the session: the rematch keeps a seat for the bot."""
        self._wake()

    def people_changed(self) -> None:
        """Ignore who comes and goes."""

    def is_kept(self, account: Account) -> None:
        """Ignore keys."""

    def is_renamed(self, account: Account) -> None:
        """Note a new name, and pass the change on."""
        self.who.name = account.name
        self._changed(account)

    def be_shown_out(self, table: str) -> None:
        """Wake the session: the game was closed."""
        self._wake()

    def be_excluded(self, table: str) -> None:
        """Wake the session: the game was left."""
        self._wake()

    def sit_anew(self) -> None:
        """Wake the session: a stand-in plays for the bot now, or no longer."""
        self._wake()


class BotGame:
    """A game of a bot: it asks for a move whenever the seat must make one, and takes answers."""

    def __init__(
        self,
        held: LiveTable,
        seat: ServedSeat,
        feed: SeatFeed,
        send: Callable[[bytes], None],
        seconds: float,
    ) -> None:
        """`send` sends a line to the bot; an answer is due within `seconds`."""
        self._held = held
        self._seat = seat
        self._feed = feed
        self._send = send
        self._seconds = seconds
        self._asked: Any = None
        """The view at the open request; None if there is none."""
        self._due = 0.0
        self._refused = 0
        self.is_over = False
        send(feed.new())

    @property
    def requests(self) -> int:
        """The number of requests made."""
        return self._feed.requests

    @property
    def held(self) -> LiveTable:
        """The table, as it is held here."""
        return self._held

    def look(self, now: float) -> None:
        """Ask for a move if the seat must make one, or tell the end. Raises NoAnswer.

        A request is made again only if the view of the seat has changed.
        """
        seat = self._seat
        if self._held.table.result is not None:
            self.end()
        elif self.number not in seat.waiting:
            self._asked = None
        elif (view := seat.view()) != self._asked:
            left = self._held.time.left(self.number)
            most = self._seconds if left is None else min(left, self._seconds)
            self._asked, self._due, self._refused = view, now + most, 0
            self._send(self._feed.request(view, seat.legal(), seat.log(), round(most, 1)))
        elif now >= self._due:
            raise NoAnswer(N_("no answer in time: a stand-in plays for you"))

    def take(self, answer: MoveFromBot) -> bool:
        """Play an answer; return whether it was meant for this game. Raises NoAnswer."""
        if self._asked is None or not self._feed.is_answer(answer):
            return False
        try:
            advice = self._feed.advice(answer, self._seat.legal())
            self._seat.play(advice.move)
        except Refusal as refused:
            self._refused += 1
            if self._refused >= ATTEMPTS:
                told = N_("{most} answers were refused: a stand-in plays for you")
                raise NoAnswer(told, most=ATTEMPTS) from refused
            self._send(self._feed.error(str(refused)))
        else:
            self._asked = None
        return True

    async def lend(self, why: NoAnswer) -> None:
        """Give the seat to a stand-in, which plays to the end. Raises a Refusal."""
        self._send(self._feed.error(str(why)))
        await self._held.stand_ins.lend(self.number, is_wished=True)
        self.end()

    def end(self) -> None:
        """Tell the end: the result, or that the game was left."""
        self.is_over = True
        seat = self._seat
        self._send(self._feed.end(seat.view(), seat.log(), self._held.table.result))

    @property
    def number(self) -> int:
        """The number of the seat."""
        number = self._seat.number
        assert number is not None, "a bot plays, and does not watch"
        return number
