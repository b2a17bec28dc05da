"""What those who are here are told, wherever they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from nim_tui.server.database.posts import Announced, ToldPeople
from nim_tui.server.lobby.beginning import tell_begun
from nim_tui.server.lobby.blocks import Blocks
from nim_tui.server.lobby.foundation import Foundation
from nim_tui.server.untrusted_text import folded
from rules.messages import N_, Fact
from screens.people import Told

_UNKNOWN: Final = N_("Nobody here is called {name}: only an invitation by link opens that seat.")


class Telling:
    """Tells people something: at this node, and at others where it says so."""

    def __init__(self, base: Foundation, blocks: Blocks) -> None:
        """Who is blocked is not heard."""
        self._nodes = base.nodes
        self._guests = base.guests
        self._table_list = base.table_list
        self._blocks = blocks

    def announce(self, text: str) -> int:
        """Tell everybody a line, at other nodes too; how many sessions that are here."""
        self._nodes.tell(Announced(text))
        for guest in (here := tuple(self._guests)):
            guest.be_announced(text)
        return len(here)

    def tell_all(self, text: str) -> None:
        """Tell everybody who is here."""
        for guest in self._guests:
            guest.be_told(text, {})

    def tell_people(
        self, accounts: Collection[int | None], told: Told | str, facts: Mapping[str, Fact]
    ) -> None:
        """Tell something to these, at other nodes too."""
        people = [one for one in accounts if one is not None]
        self._nodes.tell(ToldPeople(people, forms(told), dict(facts)))
        for guest in self._guests:
            if guest.who.account in accounts:
                guest.be_told(told, facts)

    def tell_begun(self, table: str, by: int | None) -> None:
        """Those who are here are told that their game begins."""
        row = self._table_list.known(table)
        if row is not None:
            tell_begun(self._guests, row, by)

    async def tell_invited(self, table: str, host: int) -> None:
        """Those who are here are told that they are invited, and the host whom nobody knows."""
        await self._blocks.known()
        row = self._table_list.known(table)
        if row is None:
            return
        unknown = [name for seat in row.seats if (name := seat.kept_for_nobody) is not None]
        invited = {name for seat in row.seats if (name := seat.kept_for) is not None}
        for guest in self._guests if invited or unknown else ():
            for name in unknown if guest.who.account == host else ():
                guest.be_told(_UNKNOWN, {"name": name})
            is_meant = guest.who.account != host and folded(guest.who.name) in invited
            if is_meant and host not in self._blocks.of(guest.who.account):
                text = N_("{name} invites you to a table: {title}")
                guest.be_told(text, {"name": row.host_name, "title": row.title})


def forms(told: Told | str) -> list[str]:
    """The forms of a sentence, for other nodes."""
    return [told] if isinstance(told, str) else [*told]
