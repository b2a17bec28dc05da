"""What somebody gives up who leaves the server now: it is asked twice then."""

from __future__ import annotations

from typing import Final

from nim_tui.server.app.person import Person
from nim_tui.server.database.listing import TableRow
from nim_tui.server.database.schema import RUNNING
from nim_tui.server.lobby.table_list import TableList
from rules.messages import N_

GIVES_UP_SEATS: Final = N_("Leaving gives up your seats.")
GOES_ON: Final = N_("A game of yours goes on without you.")


def leaving_costs(table_list: TableList, person: Person) -> str:
    """A sentence to translate; empty where leaving costs nothing.

    A guest who leaves is nobody any more. A game with days for each move expects nobody to be here.
    """
    if person.number is None:
        return ""
    rows = [row for table in table_list.of(person.number) if (row := table_list.known(table))]
    seated = [row for row in rows if row.seat_of(person.number) is not None]
    if person.is_guest:
        return GIVES_UP_SEATS if seated else ""
    return GOES_ON if any(_expects_people(row) for row in seated) else ""


def _expects_people(row: TableRow) -> bool:
    return row.status == RUNNING and (row.clock is None or row.clock.kind != "days")
