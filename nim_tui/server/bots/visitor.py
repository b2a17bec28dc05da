"""The session of a bot: the bot protocol over the lines of one channel (`ssh HOST bot`)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Final

from nim_tui.bucket import Bucket
from nim_tui.plain.conversation import Writer
from nim_tui.protocol.messages import (
    BadLine,
    ErrorToBot,
    HelloFromBot,
    HelloToBot,
    MoveFromBot,
    PlayFromBot,
    SeatFeed,
    check_protocol,
    line_of,
    message_in,
)
from nim_tui.registry import game_named
from nim_tui.server.accounts.store import Account, account_named
from nim_tui.server.bots.game import BotGame, BotPresence, NoAnswer
from nim_tui.server.bots.store import BotFacts, bot_of, note_hello
from nim_tui.server.play.seated import ServedSeat
from nim_tui.server.services import Services
from nim_tui.server.storage.schema import OPEN, PUBLIC, RUNNING
from nim_tui.server.tables.listing import TableRow
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.server.terminal.client import ClientInfo
from nim_tui.server.untrusted_text import folded
from nim_tui.tables.seat_plans import BOT, is_called, seat_from
from nim_tui.tables.seats import LivePlace
from rules.messages import N_, Refusal

LOOKS: Final = 1.0
"""Seconds between two looks at the tables, beside those that news ask for."""
_BURST: Final = 5.0
"""The moves in a row that are not slowed down."""
_REMEMBERED: Final = 1000
"""The most refused tables that are not tried again."""

logger = logging.getLogger(__name__)


class NotForBots(Refusal):
    """A bot may not do that; the message says why."""


class BotVisitor:
    """A bot that is connected: it joins tables by its rules, and plays at several at once."""

    def __init__(self, lobby: Services, client: ClientInfo, account: Account) -> None:
        self._lobby = lobby
        self._client = client
        self._account = account
        self._facts: BotFacts | None = None
        self._hello: HelloFromBot | None = None
        self._games: dict[str, BotGame] = {}
        self._stops: dict[str, Callable[[], None]] = {}
        self._visits: dict[str, int] = {}
        self._passed: set[str] = set()
        """The tables that refused the bot."""
        self._given_up: set[str] = set()
        """The games that a stand-in plays to the end, as the bot did not answer."""
        self._last = ""
        """The table asked last."""
        limits, now = lobby.limits, asyncio.get_running_loop().time()
        self._allowed = Bucket(_BURST, limits.bot_moves_a_second, now)
        self._ticking: asyncio.Task[None] | None = None
        self._say: Callable[[str], None] = lambda text: None
        self._wake: Callable[[], None] = lambda: None
        self._presence = self._present_at(None)
        self.is_over = False

    # For the transport

    async def begin(self, writer: Writer, wake: Callable[[], None]) -> None:
        """Send the first line."""
        self._say, self._wake = writer.say, wake
        self._send(line_of(HelloToBot(account=self._account.name)))
        self._lobby.comings.enter(self._client.number, self._presence)
        self._ticking = asyncio.create_task(self._tick())

    async def answer(self, line: str) -> None:
        """Take a line of the bot."""
        if line.strip():
            await self._attempt(lambda: self._hear(message_in(line.encode())))

    async def tell(self) -> None:
        """Join tables, ask for moves, tell ends."""
        if self._hello is not None:
            await self._attempt(self._look)

    async def close(self) -> None:
        """Leave: stand-ins play until the bot is back, as nobody knows whether it comes."""
        self._wake = lambda: None
        if self._ticking is not None:
            self._ticking.cancel()
        for table, game in tuple(self._games.items()):
            self._drop(table)
            if self._account.id not in self._lobby.guests.accounts(table):  # by no other session
                self._lobby.database.start(_lend(game))

    def _woken(self) -> None:
        self._wake()

    def _present_at(self, table: str | None) -> BotPresence:
        return BotPresence(self._account, table, self._woken, self._changed)

    def _changed(self, account: Account) -> None:
        """Take note that the owner has renamed the bot, paused it, or let it go on."""
        self._account, self._facts = account, None
        self._wake()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(LOOKS)
            self._wake()

    def _send(self, line: bytes) -> None:
        self._say(line.decode().rstrip("\n"))

    async def _attempt(self, act: Callable[[], Awaitable[None]]) -> None:
        """Act; a refusal becomes an error line."""
        try:
            await act()
        except (Refusal, OSError) as trouble:
            self._send(line_of(ErrorToBot(str(trouble))))

    # Lines of the bot

    async def _hear(self, message: HelloFromBot | MoveFromBot | PlayFromBot) -> None:
        if isinstance(message, HelloFromBot):
            check_protocol(message)
            await self._lobby.database.ask(note_hello, self._account.id, message)
            self._hello, self._facts = message, None
            await self._look()
        elif self._hello is None:
            raise BadLine(N_("the first line of a bot must be its hello"))
        elif isinstance(message, PlayFromBot):
            await self._play(message)
        else:
            await self._move(message)

    async def _move(self, answer: MoveFromBot) -> None:
        """Play an answer, as fast as bots may."""
        table = answer.table or self._last
        game = self._games.get(table)
        if game is None:
            raise BadLine(N_("no answer to the last request"))
        loop = asyncio.get_running_loop()
        if missing := self._allowed.pay(1, loop.time()):
            await asyncio.sleep(missing / self._lobby.limits.bot_moves_a_second)
            self._allowed.pay(missing, loop.time())
        try:
            is_taken = game.take(answer)
        except NoAnswer as why:
            await self._give_up(table, game, why)
        else:
            if not is_taken:
                raise BadLine(N_("no answer to the last request"))

    async def _play(self, wanted: PlayFromBot) -> None:
        """Set up a table among bots."""
        if (await self._known()).is_paused:
            raise NotForBots(N_("your owner has paused you: no new games"))
        if self._is_full:
            most = self._lobby.limits.bot_games
            raise NotForBots(N_("a bot can play {most} games at once"), most=most)
        entry, database = game_named(wanted.game), self._lobby.database
        wishes = [SeatWish(account=self._account.id)]
        for text in wanted.seats:
            if text.lower().startswith(BOT):
                plan = seat_from(text, entry)
                wishes.append(SeatWish(bot=plan.bot, called=plan.name if is_called(text) else None))
                continue
            other = await database.look(account_named, text)
            if other is None or not other.is_bot:
                raise NotForBots(N_("a bot can ask only bots to play"))
            wishes.append(SeatWish(invited=other.name))
        plan_of_table = TablePlan(
            entry.name, wishes, options=wanted.options, rated_from=self._lobby.limits.rated_moves
        )
        await self._lobby.tables.create(self._account.id, plan_of_table)
        await self._look()

    # Tables

    async def _known(self) -> BotFacts:
        """Return what is stored about the bot. Raises NotForBots if it is gone."""
        if self._facts is None:
            self._facts = await self._lobby.database.look(bot_of, self._account.id)
        if self._facts is None:
            raise NotForBots(N_("this account no longer exists"))
        return self._facts

    @property
    def _is_full(self) -> bool:
        """Whether the bot has as many seats as it may."""
        return len(self._lobby.table_list.of(self._account.id)) >= self._lobby.limits.bot_games

    async def _look(self) -> None:
        """Join what may be joined, and go on with the games."""
        await self._lobby.table_list.catch_up()
        facts = await self._known()
        for row in () if facts.is_paused else self._joinable():
            if not self._is_full and self._is_fit(facts, row):
                await self._join(row.id)
        own = self._lobby.table_list.of(self._account.id)
        self._given_up.intersection_update(own)
        for table in own:
            row_here = self._lobby.table_list.known(table)
            is_played = row_here is not None and row_here.status == RUNNING
            if is_played and table not in self._games and table not in self._given_up:
                await self._sit_down(table)
        now = asyncio.get_running_loop().time()
        for table, game in tuple(self._games.items()):
            await self._go_on(table, game, now)

    async def _go_on(self, table: str, game: BotGame, now: float) -> None:
        if self._lobby.held.seated(table) is not game.held and not game.is_over:
            game.end() if game.held.table.result is None else game.look(now)
            self._drop(table)
            return
        try:
            before = game.requests
            game.look(now)
            if game.requests != before:
                self._last = table
        except NoAnswer as why:
            await self._give_up(table, game, why)
        if game.is_over:
            self._drop(table)
        elif game.held.people.is_lent(game.number):  # by a session before this one, as it ended
            await game.held.stand_ins.give_back(game.number)

    async def _give_up(self, table: str, game: BotGame, why: NoAnswer) -> None:
        """Leave a game to a stand-in."""
        self._given_up.add(table)
        await game.lend(why)
        self._drop(table)

    def _joinable(self) -> Iterator[TableRow]:
        """Yield the tables that keep a seat for the bot, then those that are open to bots."""
        lobby, own = self._lobby, folded(self._account.name)
        kept = lobby.table_list.concerning(self._account.id, self._account.name)
        rows = [row for table in kept if (row := lobby.table_list.known(table))]
        seeks = self._hello is not None and self._hello.seeks
        for row in (*rows, *(lobby.table_list.all_in(OPEN) if seeks else ())):
            free = [seat for seat in row.seats if seat.account is None and seat.bot is None]
            asked = any(seat.kept_for == own for seat in free)
            is_open = row.allows_bots and row.visibility == PUBLIC
            is_open = is_open and any(seat.invited is None for seat in free)
            if row.status == OPEN and row.seat_of(self._account.id) is None and (asked or is_open):
                yield row

    def _is_fit(self, facts: BotFacts, row: TableRow) -> bool:
        """Whether the bot plays this game, and with these people."""
        if row.id in self._passed or not facts.plays(row.game):
            return False
        bots = {seat.account for seat in row.seats if seat.is_bot_account}
        accounts = {row.host, *(seat.account for seat in row.seats)} - {None}
        return {
            "everyone": True,
            "owner": accounts == {facts.owner},
            "bots": accounts <= bots,
        }.get(facts.accepts, False)

    async def _join(self, table: str) -> None:
        try:
            await self._lobby.tables.join(table, self._account.id)
        except Refusal:
            if len(self._passed) > _REMEMBERED:
                self._passed.clear()
            self._passed.add(table)

    async def _sit_down(self, table: str) -> None:
        """Go on with a game, in the bot's own seat."""
        lobby, account = self._lobby, self._account.id
        game, held = await lobby.opener.looked_at(table)
        number = None if held is None else held.people.seat_of(account)
        if held is None or number is None:
            return
        if held.people.is_lent(number):
            with suppress(Refusal):
                await held.stand_ins.give_back(number)
        if held.people.is_lent(number):
            return
        seat = ServedSeat(
            LivePlace(game), number, game_named(game.game.name).adviser, held=held,
            database=lobby.database, complain=self._complain, thinker=lobby.opener.thinker,
        )  # fmt: skip
        names = [one.name for one in game.seats]
        feed = SeatFeed(game.game, table, number, names, game.options)
        self._enter(table)
        self._stops[table] = seat.listen(self._woken)
        self._games[table] = BotGame(held, seat, feed, self._send, lobby.limits.bot_seconds)

    def _enter(self, table: str) -> None:
        """Be present at a table. Each has a presence of its own, numbered below zero."""
        taken = {number for number, _guest in self._lobby.guests.sessions()}
        visit = next(number for number in count(-1, -1) if number not in taken)
        self._visits[table] = visit
        self._lobby.comings.enter(visit, self._present_at(table))
        self._lobby.comings.moved_about(table)

    def _drop(self, table: str) -> None:
        """Leave a table whose game is over, or was left."""
        self._games.pop(table, None)
        if (stop := self._stops.pop(table, None)) is not None:
            stop()
        if (visit := self._visits.pop(table, None)) is not None:
            self._lobby.comings.leave(visit)

    def _complain(self, trouble: Refusal | OSError) -> None:
        self._send(line_of(ErrorToBot(str(trouble))))


async def _lend(game: BotGame) -> None:
    """Give the seat of a bot that is gone to a stand-in."""
    with suppress(Refusal, OSError):  # the game may be over; else the others may vote
        await game.held.stand_ins.lend(game.number)


class NotYetBot:
    """The session of a key that opens no bot’s account: one line says how to make one."""

    is_over = True

    async def begin(self, writer: Writer, wake: Callable[[], None]) -> None:
        """Send the line."""
        text = N_(
            "this key belongs to no bot account: sign in to your own account and type code in "
            "the lobby; then connect with a new key: ssh -i KEY HOST bot become OWNER CODE "
            "NAME"
        )
        writer.say(line_of(ErrorToBot(text)).decode().rstrip("\n"))

    async def answer(self, line: str) -> None:
        """Do nothing: the session is over."""

    async def tell(self) -> None:
        """Do nothing: the session is over."""

    async def close(self) -> None:
        """Do nothing: nothing was begun."""
