"""The answers of bots to the offer to end a game by agreement."""

from __future__ import annotations

from collections.abc import Collection

from nim_tui.registry import game_named
from nim_tui.tables.table import Table
from nim_tui.thinking.pool import Standing
from nim_tui.thinking.question import IN_THREAD, NotDone, Thinker
from rules.messages import N_, Refusal


class Declined(Refusal):
    """Bots play on; the message says which."""


async def end_if_all_agree(table: Table, thinker: Thinker = IN_THREAD) -> None:
    """End a game whose people, all at one keyboard, agree to that.

    Raises Declined if bots do not, IllegalMove, OSError.
    """
    bots = [seat for seat in range(len(table.seats)) if seat not in table.persons]
    found = await declining(table, bots, thinker)
    if found:
        names = ", ".join(table.seats[seat].name for seat in found)
        one, several = N_("{names} declines a draw"), N_("{names} decline a draw")
        raise Declined(one if len(found) == 1 else several, names=names)
    table.end_by_agreement()


async def declining(table: Table, bots: Collection[int], thinker: Thinker) -> list[int]:
    """Return the bots' seats that decline a draw, on the table as of their answers.

    A bot accepts if its evaluation of its own view is no better than an equal share, and always
    accepts an end without a result. A bot without evaluation declines.
    """
    while True:
        seen = table.changes
        if table.is_first_round or table.result is not None:
            return []
        found = [seat for seat in sorted(bots) if await _declines(table, seat, thinker)]
        if table.changes == seen:
            return found


async def _declines(table: Table, seat: int, thinker: Thinker) -> bool:
    judge = game_named(table.game.name).judge
    if judge is None:
        return True
    try:
        stands_better: bool = await thinker.do(Standing(judge, table.game, table.view(seat)))
    except NotDone:
        return True
    return stands_better
