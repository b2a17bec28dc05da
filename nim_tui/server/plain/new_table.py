"""Setting a table up on a server by lines: open seats, people who are invited, bots; and terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nim_tui.names import clean_name
from nim_tui.plain.commands import vocabulary
from nim_tui.registry import GameEntry
from nim_tui.server.lobby.table_requests import TableRequests
from nim_tui.server.lobby.table_view import OPEN_SEAT
from nim_tui.server.plain.table import LineTable
from nim_tui.tables.seat_plans import BOT
from rules.contract import check_seats
from rules.options import Option, OptionValue
from screens.table.vocabulary import folded
from screens.text import _


class ServerTableMaker:
    """Sets tables up as the form on a screen does."""

    def __init__(
        self, say: Callable[[str], None], table: LineTable, new_tables: TableRequests, own: str
    ) -> None:
        """`own` is the name of who sets the table up."""
        self._say = say
        self._table = table
        self._new_tables = new_tables
        self._own = own

    @property
    def terms(self) -> Sequence[Option]:
        """Title, clock, who may see it, whether it counts."""
        return self._new_tables.terms()

    def asked(self, count: str) -> str:
        """Open seats, names and bots."""
        return _(
            "Who plays with you, {count} in all? Say open for a seat anybody may take, names you"
            " invite, and bots, such as: open, easy. Enter alone: open seats."
        ).format(count=count)  # fmt: skip

    def seats(self, offer: GameEntry, typed: Sequence[str]) -> list[str]:
        """Oneself first; too few are filled up with open seats. Raises Refusal."""
        meant = [(seat, vocabulary().canonical(seat)) for seat in typed]
        seats = [OPEN_SEAT if word == OPEN_SEAT else seat for seat, word in meant]
        own = [seat for seat in seats if folded(seat) == folded(self._own)]
        if not own:
            seats.insert(0, self._own)
        seats = [self._own if seat in own else seat for seat in seats]
        seats += [OPEN_SEAT] * (offer.game.seats[0] - len(seats))
        check_seats(offer.game, len(seats))
        for seat in seats:
            if not seat.startswith(BOT):
                clean_name(seat)
            self._new_tables.check_seat(offer.name, seat)
        return seats

    async def open(
        self, offer: GameEntry, seats: Sequence[str], chosen: Mapping[str, OptionValue]
    ) -> None:
        """Set the table up; one goes there if nobody is waited for. Raises Refusal."""
        settled = {term.name for term in self.terms}
        terms = {name: value for name, value in chosen.items() if name in settled}
        options = {name: value for name, value in chosen.items() if name not in settled}
        await self._new_tables.start(offer.name, seats, options, None, terms)
        if self._table.id is None:
            told = _("The table {table} is set up; the game begins once everybody is there.")
            self._say(told.format(table=self._table.set_up))
