"""`nim-tui admin tournaments`, `close-tournament`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nim_tui.cli.explained import WholeNumber, argument, option
from nim_tui.commands.admin_lists import more_of
from nim_tui.commands.admin_orders import (
    AdminTarget,
    admin,
    columns,
    facts_of,
    ordering,
    word,
    write,
)
from nim_tui.server.admin.orders import CloseTournament, ListTournaments
from screens.text import N_, _

if TYPE_CHECKING:
    from nim_tui.server.admin.orders import Facts


@admin.command(
    help=N_("List tournaments, the newest first: game, status, round, players, host, title."),
)
@option(
    "--page", type=WholeNumber(1, 10**9), default=1, metavar="N",
    help=N_("Which page of 100 lines."),
)  # fmt: skip
@ordering
def tournaments(house: AdminTarget, *, page: int, as_json: bool) -> None:
    """List tournaments, the newest first: game, status, round, players, host, title."""
    write(facts_of(house, ListTournaments(page)), _lines, as_json=as_json)


@admin.command(
    "close-tournament",
    help=N_("End a TOURNAMENT without a winner; games that are played go on."),
)
@argument("tournament")
@ordering
def close_tournament(house: AdminTarget, *, tournament: str, as_json: bool) -> None:
    """End a TOURNAMENT without a winner; games that are played go on."""
    facts = facts_of(house, CloseTournament(word(tournament, N_("a tournament"))))
    text = _("tournament {id} is closed").format(id=facts["closed"])
    write(facts, lambda _facts: [text], as_json=as_json)


def _lines(facts: Facts) -> list[str]:
    titles = [_("tournament"), _("game"), _("status"), _("round"), _("players"), _("made"),
              _("host"), _("title")]  # fmt: skip
    rows = [
        [
            one["tournament"], one["game"], one["status"], str(one["round"]),
            f"{one['players']}/{one['size']}", one["made"], one["host"] or "-", one["title"],
        ]
        for one in facts["tournaments"]
    ]  # fmt: skip
    return [*columns([titles, *rows]), *more_of(facts)] if rows else [_("there is none")]
