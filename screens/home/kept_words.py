"""What is said of a kept game: with whom, how far it came, how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from screens.home.kept_table import KeptTable
from screens.text import _, ngettext


def can_go_on(table: KeptTable) -> bool:
    """Whether its game is not over, and can be played."""
    return table.result is None and table.trouble is None


def in_order(tables: Sequence[KeptTable]) -> list[KeptTable]:
    """Those to go on with come first, what cannot be read last."""
    return sorted(tables, key=lambda table: (table.trouble is not None, table.result is not None))


def opponents(table: KeptTable) -> str:
    """The others, for one of them, else everybody; bots of one level are counted."""
    people = table.people
    seats = [seat for seat in range(len(people.names)) if seat != people.reader]
    told = [people.names[seat] for seat in seats if table.bots[seat] is None]
    levels = Counter(level for seat in seats if (level := table.bots[seat]) is not None)
    told += [_(level) if count == 1 else f"{_(level)} ×{count}" for level, count in levels.items()]
    listed = ", ".join(told)
    return listed if people.reader is None else _("with {names}").format(names=listed)


def how_far(table: KeptTable) -> str:
    """The turn or round, or the moves where a game counts neither, or is over."""
    if table.number and table.counted == "round":
        return _("round {number}").format(number=table.number)
    if table.number:
        return _("turn {turn}").format(turn=table.number)
    return ngettext("{count} move", "{count} moves", table.moves)


def ended(table: KeptTable) -> str:
    """How it ended, for who had a seat in it; else who won."""
    result, people = table.result, table.people
    assert result is not None
    if not result.ranking:
        return _("no result")
    if result.is_draw:
        return _("draw")
    if people.reader is None:
        names = ", ".join(people.names[seat] for seat in result.winners)
        return _("{names} won").format(names=names)
    if people.reader in result.winners:
        return _("you won") if len(result.winners) == 1 else _("you shared the win")
    ahead = takewhile(lambda group: people.reader not in group, result.ranking)
    place = 1 + sum(len(group) for group in ahead)
    if len(people.names) == 2:
        return _("you lost")
    return _("place {place} of {count}").format(place=place, count=len(people.names))
