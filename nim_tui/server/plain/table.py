"""A table of a server in text mode: moves, questions and events, for one seat or a spectator."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final

from nim_tui.plain.commands import ONCE_OVER, WHILE_PLAYED, CommandLine, vocabulary
from nim_tui.plain.conversation import LineDialog, not_understood
from nim_tui.plain.moves import parted
from nim_tui.plain.questions import end_told
from nim_tui.plain.table import PlayDialog
from nim_tui.plain.tables import replay_dialog
from nim_tui.server.chat.commands import CHAT_MEANINGS
from nim_tui.server.lobby.waiting_games import WaitingGames
from nim_tui.server.plain.review import ReviewTalk
from nim_tui.server.plain.table_news import TableNewsLines, ToldEvents
from nim_tui.server.plain.visit import LineContext
from nim_tui.server.play.reviews import opened
from nim_tui.server.play.seated import Complain, SeatedPlayer, TablePlaces
from nim_tui.server.tables.game_store import ended_row, load
from nim_tui.tables.clock import DAYS
from nim_tui.tables.record import Line, RecordHeader
from nim_tui.tables.seats import TableSeat
from rules.contract import Move
from rules.messages import N_
from screens.app_api import NotPossible
from screens.table.recap import told_as_forced
from screens.text import _, clauses

NEXT: Final = N_("next: go to the next game that waits for your move")
_OF_PLAYERS: Final = WHILE_PLAYED - {"clock"}
Acts = Mapping[str, Callable[[str], object]]


class ServerTableDialog(PlayDialog):
    """The dialog of a person at a table, limited to what their seat may know."""

    def __init__(
        self,
        visit: LineContext,
        table: SeatedPlayer,
        places: TablePlaces,
        more: Acts,
        before: ServerTableDialog | None,
    ) -> None:
        """`more` are further commands; events told `before` are not repeated."""
        super().__init__(
            visit.conversation, places.entry.teller, places.own, places.watcher,
            title=places.row.title, new_coach=table.coach_maker(places),
        )  # fmt: skip
        self._visit = visit
        self._more = more
        clock = places.row.clock
        self._around: TableNewsLines = TableNewsLines(
            table, self.say, visit.wake, lambda: self.keyboard.seat.is_first_round,
            is_by_calendar=clock is not None and clock.kind == DAYS,
            before=None if before is None else before._around,
        )  # fmt: skip
        self._is_anew = before is not None
        self._news: ToldEvents = (
            ToldEvents(self.keyboard.seat.log()) if before is None else before._news
        )
        self._is_told_over = False
        self._stop = self.keyboard.seat.listen(visit.wake)

    @property
    def question(self) -> str:
        """The prompt to the player, or the players to move."""
        seat = self.keyboard.seat
        if seat.result is not None:
            return _("The game is over. Type rematch, replay, review or leave.")
        if self.keyboard.may_move:
            return _("Your turn: {question}").format(
                question=self._teller.question(self.keyboard.sight)
            )
        others = [number for number in seat.waiting if number != seat.number]
        names = self.keyboard.people.listed(others)
        waiting = _("Waiting for {names}.").format(names=names) if names else ""
        if thinking := self.keyboard.people.thinking(others):
            waiting = f"{thinking}."
        if seat.number is not None and not self.keyboard.persons:
            told = _("A bot is playing for you; type sit to play yourself.")
            return f"{told} {waiting}".strip()
        return waiting or _("Answer sent; the others will see it in a moment.")

    @property
    def meanings(self) -> Mapping[str, str]:
        """The help texts of the chat commands, and of the way to the next game."""
        return {**CHAT_MEANINGS, "next": NEXT}

    @property
    def commands(self) -> Acts:
        """The commands at a table."""
        return {
            **self._questions, **({} if self.coach is None else {"coach": self._turn_coach}),
            "undo": self._undo, "who": self._who, **self._around.commands, **self._more,
        }  # fmt: skip

    @property
    def idle(self) -> Collection[str]:
        """The commands that are not available now, as they need a running or a finished game.

        A spectator has no moves, and cannot resign.
        """
        if self.keyboard.seat.result is not None:
            played = self.keyboard.seat.number is not None
            return WHILE_PLAYED if played else WHILE_PLAYED | {"rematch"}
        own = _OF_PLAYERS if self.keyboard.seat.number is None else frozenset[str]()
        return ONCE_OVER | own

    # Events

    def begin(self) -> None:
        """Say the game and the players."""
        if self._is_anew:
            return
        super().begin()
        if not self.keyboard.persons and self.keyboard.seat.number is None:
            self.say(_("You are a spectator."))

    async def tell(self) -> None:
        """Say new events, and play forced moves."""
        self._tell_news()
        while (move := self._only_move()) is not None:
            self.keyboard.seat.play(move)
            if not await self.keyboard.seat.saved():
                break
            self.say(told_as_forced(self._moves.shown(move.word)))
            self._tell_news()
        self._tell_end()
        self.say(*self._around.news(is_turn=self.keyboard.may_move))
        if self.coach is not None:
            await self.coach.go_on(self._lead_on)

    async def _lead_on(self) -> None:
        """Say what followed a move that the coach made."""
        if await self.keyboard.seat.saved():
            self._tell_news()

    def _tell_news(self) -> None:
        sight = self.keyboard.sight
        gone, since = self._news.since(sight.log)
        if gone:
            told = self._asking.said(gone, sight)
            text = _("undone: {moves}").format(moves=clauses(told))
            self.say(text if told else _("a move was undone"))
        self.say(*self._asking.told(sight, since))

    def _only_move(self) -> Move | None:
        """Return the forced move, if such moves are played automatically."""
        return self.keyboard.only_move() if self._visit.settings.forced == "made" else None

    def _tell_end(self) -> None:
        result = self.keyboard.seat.result
        if result is not None and not self._is_told_over:
            self._is_told_over = True
            last = self._asking.told(self.keyboard.sight)[-1:]
            self.say(*end_told(result, self.keyboard.people, self._teller, last))
            if self._visit.settings.remarks == "yes":
                self.say(*self.keyboard.remarks())

    # Input

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Take a move, several moves, or a question."""
        if self.keyboard.may_move and line and (asked is None or self._moves.is_meant(line)):
            await self._play_all(parted(line))
        elif asked is not None:
            act = self.commands[asked.command]
            await self._visit.attempt(lambda: act(asked.rest))
        elif line and self.keyboard.persons and self._moves.is_understood(line):
            self.say(_("it is not your turn"))
        elif line:
            self.say(not_understood(line))

    async def _plays_on(self, seat: TableSeat) -> bool:
        """Whether the move is stored, and the person is to move again."""
        return await seat.settled() and self.keyboard.may_move

    async def _is_played(self, text: str) -> bool:
        if not (self._moves.played(text) and await self.keyboard.seat.saved()):
            return False
        await self.tell()
        return True

    async def _turn_coach(self, rest: str) -> None:
        if self.coach is not None:
            self.coach.turn(rest)
            await self.coach.go_on(self._lead_on)

    async def _undo(self, rest: str) -> None:
        """Undo the last unforced move, or ask for that; or answer a request."""
        if await self._around.answer_undo(vocabulary().canonical(rest)):
            return
        seat, forced = self.keyboard.seat, lambda: self._only_move() is not None
        before = seat.own_moves()
        if self._moves.attempt(lambda: seat.undo(forced)) and await seat.saved():
            after = seat.own_moves()
            if len(after) < len(before):  # else the others were asked
                self._news.since(seat.log())
                self.say(self._moves.taken_back(before, after))

    async def close(self) -> None:
        """End the dialog; the game continues."""
        self._stop()
        self._around.close()


class LineTable(SeatedPlayer):
    """The table in this conversation, if any."""

    def __init__(self, visit: LineContext, complain: Complain) -> None:
        super().__init__(visit.lobby, visit.person, complain)
        self._visit = visit
        self.talk = visit.chat(lambda: self.id)
        """The chat commands, for this table or the lobby."""
        self._play: ServerTableDialog | None = None
        self._hall: LineDialog | None = None

    def come_from(self, hall: LineDialog) -> None:
        """Set the dialog to return to from tables."""
        self._hall = hall

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands available at every table."""
        return {
            **self.talk, "replay": self._replay_here, "review": self._review_here,
            "next": self._go_to_next,
            "leave": self._left, "quit": self._left,
        }  # fmt: skip

    async def sit_down(self, table: str) -> None:
        """Go to a table: to the person's own seat, which a stand-in leaves, or as a spectator."""
        await self.take_own_seat(table)
        await self.show(table)

    async def show(self, table: str, *, anew: bool = False) -> None:
        """Open the dialog of a table; `anew`: earlier events are not repeated."""
        places = await self.places(table)
        if anew and table != self.id:
            return
        before = self._play if anew else None
        left = await self._clear()
        self._be_at(table)
        play = self._play = ServerTableDialog(self._visit, self, places, self.commands, before)
        self._visit.conversation.push(play)
        if table in self.coached and play.coach is not None:
            play.coach.begin()
        self._lobby.comings.moved_about(*{left, table})
        await play.tell()

    async def leave(self) -> None:
        """Return to the lobby; the game continues."""
        self._lobby.comings.moved_about(await self._clear())

    async def _go_to_next(self, _rest: str) -> None:
        await self.sit_down(WaitingGames(self._lobby, self._person).after(self.id))

    async def _left(self, _rest: str) -> None:
        await self.leave()

    async def _clear(self) -> str | None:
        """Close the dialog of the table; return its id."""
        if self._hall is not None:
            await self._visit.conversation.go_back_to(self._hall)
        left, self._play = self.id, None
        self._be_at(None)
        return left

    # Finished games

    async def _replay_here(self, _rest: str) -> None:
        await self.replay(self._over())

    async def _review_here(self, _rest: str) -> None:
        await self.review(self._over())

    def _over(self) -> str:
        if self.id is None or self._play is None or self._play.keyboard.seat.result is None:
            raise NotPossible(N_("only a finished game can be replayed or reviewed"))
        return self.id

    async def replay(self, table: str) -> None:
        """Open the replay of a finished game. Raises a Refusal."""
        database, account = self._lobby.database, self._person.account

        def read() -> tuple[RecordHeader, Sequence[Line], int | None]:
            own = ended_row(database, table, account).seat_of(account)
            return (*load(database, table), own)

        header, lines, own = await self._lobby.long_reads.do(read)
        conversation, again = self._visit.conversation, partial(self._try_again, table)
        conversation.push(replay_dialog(conversation, header, lines, own, again))

    async def review(self, table: str) -> None:
        """Open the review of a game. Raises a Refusal."""
        shelf = self._lobby.reviews
        if shelf is None:
            raise NotPossible(N_("reviews are off on this server"))
        read = partial(opened, self._lobby.database, table, self._person.account)
        found = await self._lobby.long_reads.do(read)
        path = await self._lobby.long_reads.do(partial(shelf.path_of, found.told))
        again = partial(self._try_again, table)
        self._visit.conversation.push(ReviewTalk(self._visit, shelf.service, found, path, again))

    async def _try_again(self, table: str, position: int, seat: int | None) -> None:
        """Go to a new table that continues a game from a position. Raises a Refusal."""
        person = self._person
        made = await self._lobby.trying_again.begin(
            table, person.account, position, seat, by=person.bounded_as
        )
        await self.sit_down(made)
