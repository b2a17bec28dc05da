"""Coming and going: sessions that begin and end, and people at tables, here and elsewhere."""

from __future__ import annotations

from nim_tui.server.chat.service import ChatService
from nim_tui.server.lobby.foundation import Foundation
from nim_tui.server.lobby.last_seen import LastSeen
from nim_tui.server.lobby.updates import LobbyUpdates
from nim_tui.server.play.held_tables import LiveTables
from nim_tui.server.sessions.presence import ConnectedSession


class Comings:
    """Has tables, talk and other nodes know who came and who went."""

    def __init__(
        self,
        base: Foundation,
        attendance: LastSeen,
        talking: ChatService,
        held: LiveTables,
        shown: LobbyUpdates,
    ) -> None:
        self._nodes = base.nodes
        self._guests = base.guests
        self._attendance = attendance
        self._talking = talking
        self._held = held
        self._shown = shown

    def enter(self, visit: int, guest: ConnectedSession) -> None:
        """Somebody comes in."""
        self._guests.enter(visit, guest)
        self._nodes.show(visit, guest.who.account, guest.who.at)
        self._attendance.note_come(guest.who.account)
        self._talking.blocks.learn(guest.who.account)
        self._shown.changed()

    def leave(self, visit: int) -> None:
        """A session is over."""
        guest = self._guests.leave(visit)
        self._nodes.show_gone(visit)
        if guest is not None:
            self._attendance.note_gone(guest.who.account)
            if not self._attendance.is_here(guest.who.account):
                self._talking.blocks.forget(guest.who.account)
            self.moved_about(guest.who.at)

    def moved_about(self, *tables: str | None) -> None:
        """Somebody came to these tables, or went away from them."""
        for table in tables:
            if table is not None:
                self._note_people(table)
        for visit, guest in self._guests.sessions():
            self._nodes.show(visit, guest.who.account, guest.who.at)
        self._shown.changed()

    def people_moved(self) -> None:
        """Others are at other nodes than before, or at other tables there."""
        before, self._guests.elsewhere = self._guests.elsewhere, self._nodes.people
        self._attendance.note_elsewhere({one.account for one in self._nodes.people})
        moved = {*before} ^ {*self._nodes.people}
        for table in {one.at for one in moved} & self._held.by_id.keys():
            self._note_people(table or "")
        self._shown.changed()

    def _note_people(self, table: str) -> None:
        here = self._guests.at(table)
        if not here:
            self._talking.log.forget(table)
        held = self._held.seated(table)
        if held is None:
            return
        held.note_people(self._guests.accounts(table).keys())
        for guest in here:
            guest.people_changed()
        self._held.let_rest(table)
