"""Early ends of a game at one keyboard in text mode: by agreement, or resigned."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from nim_tui.plain.commands import vocabulary
from nim_tui.tables.draw_answers import end_if_all_agree
from nim_tui.tables.table import Table
from rules.contract import IllegalMove
from rules.messages import N_, Refusal
from screens.text import _, say_refusal, why


class EarlyEnds:
    """Ends the game of one table, once that was said for certain."""

    def __init__(
        self,
        table: Table,
        say: Callable[[str], None],
        seat: Callable[[], int | None],
        ended: Callable[[], None],
    ) -> None:
        """`seat` is whose turn it is to speak, `ended` tells that the game is over."""
        self._table = table
        self._say = say
        self._seat = seat
        self._ended = ended

    @property
    def commands(self) -> Mapping[str, Callable[[str], Awaitable[None]]]:
        """The commands that end a game early."""
        return {"draw": self._draw, "resign": self._resign}

    async def _draw(self, rest: str) -> None:
        to_confirm = _("To offer a draw, type: draw yes.")
        await self._end(rest, to_confirm, lambda: end_if_all_agree(self._table))

    async def _resign(self, rest: str) -> None:
        await self._end(rest, _("To resign, type: resign yes."), self._give_up)

    async def _give_up(self) -> None:
        seat = self._seat()
        if seat is None:
            raise IllegalMove(N_("you are not a player at this table"))
        self._table.resign(seat)

    async def _end(self, rest: str, to_confirm: str, act: Callable[[], Awaitable[None]]) -> None:
        if self._table.result is not None:
            self._say(_("the game is over"))
        elif vocabulary().canonical(rest) != "yes":
            self._say(to_confirm)
        else:
            try:
                await act()
            except Refusal as refusal:
                self._say(say_refusal(refusal))
            except OSError as error:
                self._say(_("the move was not saved: {why}").format(why=why(error)))
            else:
                self._ended()
