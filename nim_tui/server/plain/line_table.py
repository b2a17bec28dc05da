"""Being at a table of a server by lines: sitting down, looking on, leaving, replays and reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from nim_tui.plain.conversation import Dialog
from nim_tui.plain.tables import replay_dialog
from nim_tui.server.app.seated import Complain, Seated
from nim_tui.server.database.games import ended_row, load
from nim_tui.server.lobby.reviews import opened
from nim_tui.server.plain.play import ServedPlay
from nim_tui.server.plain.review import ReviewTalk
from nim_tui.server.plain.talk import Talk
from nim_tui.server.plain.visit import Visit
from nim_tui.tables.record import Header, Line
from rules.messages import N_
from screens.app_api import CannotStart


class LineTable(Seated):
    """The table that somebody talks about, if any."""

    def __init__(self, visit: Visit, complain: Complain) -> None:
        super().__init__(visit.lobby, visit.person, complain)
        self._visit = visit
        self._talk = Talk(visit, lambda: self.id)
        self._play: ServedPlay | None = None
        self._hall: Dialog | None = None

    def come_from(self, hall: Dialog) -> None:
        """Know where all tables are left to."""
        self._hall = hall

    @property
    def talk(self) -> Talk:
        """What is said here, or in the lobby."""
        return self._talk

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """What can be asked at every table."""
        return {
            **self._talk.commands, "replay": self._replay_here, "review": self._review_here,
            "leave": self._left, "quit": self._left,
        }  # fmt: skip

    async def sit_down(self, table: str) -> None:
        """Go to a table: to the own seat, which is no longer a bot's, or as a spectator."""
        await self.take_own_seat(table)
        await self.show(table)

    async def show(self, table: str, *, anew: bool = False) -> None:
        """Talk about a table; `anew`: what was told of it is not told again."""
        places = await self.places(table)
        if anew and table != self.id:
            return
        before = self._play if anew else None
        left = await self._clear()
        self.id = table
        play = self._play = ServedPlay(self._visit, self, places, self.commands, before)
        self._visit.conversation.push(play)
        self._lobby.comings.moved_about(*{left, table})
        await play.tell()

    async def leave(self) -> None:
        """Back to the lobby; the game goes on."""
        self._lobby.comings.moved_about(await self._clear())

    async def _left(self, _rest: str) -> None:
        await self.leave()

    async def _clear(self) -> str | None:
        """Talk about the table no longer; which one it was."""
        if self._hall is not None:
            await self._visit.conversation.go_back_to(self._hall)
        left, self.id, self._play = self.id, None, None
        return left

    # Games that are over

    async def _replay_here(self, _rest: str) -> None:
        await self.replay(self._over())

    async def _review_here(self, _rest: str) -> None:
        await self.review(self._over())

    def _over(self) -> str:
        if self.id is None or self._play is None or self._play.keyboard.seat.result is None:
            raise CannotStart(N_("only a game that is over can be replayed or reviewed"))
        return self.id

    async def replay(self, table: str) -> None:
        """Step through a game that is over. Raises a Refusal."""
        database, account = self._lobby.database, self._person.account

        def read() -> tuple[Header, Sequence[Line], int | None]:
            own = ended_row(database, table, account).seat_of(account)
            return (*load(database, table), own)

        header, lines, own = await self._lobby.long_reads.do(read)
        conversation, again = self._visit.conversation, partial(self._try_again, table)
        conversation.push(replay_dialog(conversation, header, lines, own, again))

    async def review(self, table: str) -> None:
        """Tell how the moves of a game were worth, once that is worked out. Raises a Refusal."""
        shelf = self._lobby.reviews
        if shelf is None:
            raise CannotStart(N_("this server reviews no games"))
        read = partial(opened, self._lobby.database, table, self._person.account)
        found = await self._lobby.long_reads.do(read)
        path = await self._lobby.long_reads.do(partial(shelf.path_of, found.told))
        again = partial(self._try_again, table)
        self._visit.conversation.push(ReviewTalk(self._visit, shelf.desk, found, path, again))

    async def _try_again(self, table: str, position: int, seat: int | None) -> None:
        """Go to a table of one's own that begins as a game did. Raises a Refusal."""
        person = self._person
        made = await self._lobby.trying_again.begin(
            table, person.account, position, seat, by=person.bounded_as
        )
        await self.sit_down(made)
