"""Setting tables up on a server: who may be put where, on which terms, and the same again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nim_tui.catalog import offer_named
from nim_tui.open_table import cannot_start
from nim_tui.server.app.at_table import SitsDown
from nim_tui.server.app.lobby_view import OPEN_SEAT
from nim_tui.server.database.listing import table_seen
from nim_tui.server.database.schema import RUNNING
from nim_tui.server.database.tables import SeatWish, TablePlan
from nim_tui.server.lobby.table_options import TERMS, clock_in, title_in, visibility_in
from nim_tui.tables.seat_plans import BOT
from rules.messages import N_, Refusal
from rules.options import FromFile, Option, OptionValue
from screens.app_api import CannotStart
from screens.text import _


class SetsUp(SitsDown):
    """The part of a session that sets tables up."""

    _set_up = ""
    """The id of the table set up last, until the lobby shows it."""

    def table_set_up(self) -> str:
        """The id of the table this person has just set up; asked for once."""
        table, self._set_up = self._set_up, ""
        return table

    @property
    def is_private(self) -> bool:
        """The machine is the server's."""
        return False

    def sitters(self, number: int) -> Sequence[str]:
        """Oneself, or whoever wants."""
        return [self.own_name, OPEN_SEAT] if number == 0 else [OPEN_SEAT, self.own_name]

    def seat_text(self, seat: str) -> str:
        """Oneself, anybody, or who is invited by name."""
        if seat == self.own_name:
            return _("{name} (you)").format(name=seat)
        return _("open to all") if seat == OPEN_SEAT else _("{name}, invited").format(name=seat)

    def check_seat(self, name: str, seat: str) -> None:
        """Whether a seat can be given away so: `open`, `bot:LEVEL`, or a name."""
        try:
            self._wish(name, seat)
        except Refusal as problem:
            raise cannot_start(problem) from problem

    def _wish(self, game: str, seat: str) -> SeatWish:
        text = seat.strip()
        if text.lower().startswith(BOT):
            level = text[len(BOT) :].lower()
            offer_named(game).bot(level)
            return SeatWish(bot=level)
        if text.casefold() == OPEN_SEAT:
            return SeatWish()
        if text == self.own_name:
            return SeatWish(account=self.account)
        return SeatWish(invited=text)

    def terms(self) -> Sequence[Option]:
        """Title, clock, who may see it."""
        return TERMS

    def text_for(self, option: FromFile, path: str) -> str:
        """Nothing: the files here are the server's."""
        raise CannotStart(N_("files on the server cannot be read from here"))

    def start_table(
        self,
        name: str,
        seats: Sequence[str],
        options: Mapping[str, OptionValue],
        seed: int | None,
        terms: Mapping[str, OptionValue],
    ) -> None:
        """Set a table up; sit down at once if nobody is waited for."""
        if seed is not None:
            raise CannotStart(N_("games here are dealt by chance: leave the seed empty"))
        try:
            wishes = [self._wish(name, seat) for seat in seats]
            title, seen_by, clock = title_in(terms), visibility_in(terms), clock_in(terms)
            plan = TablePlan(name, wishes, title, options, seen_by, clock)
            self._set_up = self._lobby.create(self.account, plan, by=self.bounded_as)
            row = table_seen(self._lobby.database, self._set_up, self.account)
            self.leave_table()
            if row.status == RUNNING:
                self.sit_down(row.id)
        except Refusal as problem:
            raise cannot_start(problem) from problem

    def play_again(self) -> None:
        """One table for all who played, which begins once they are all there."""
        if self.at is not None:
            try:
                again = self._lobby.play_again(self.at, self.account, by=self.bounded_as)
                self._set_up = again
            except Refusal as problem:
                raise cannot_start(problem) from problem
