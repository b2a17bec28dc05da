"""Orders about tournaments: all that are not over, and an end to one."""

from __future__ import annotations

from nim_tui.server.admin.order import AdminOrder, Number, Word


class ListTournaments(AdminOrder, frozen=True, tag="tournaments"):
    """Tournaments that are not over, and the last that are, the newest first."""

    page: Number = 1


class CloseTournament(AdminOrder, frozen=True, tag="close-tournament"):
    """End a tournament; its games go on."""

    tournament: Word


OfContests = ListTournaments | CloseTournament
