"""A table of the lobby in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.plain.text import listed
from screens.home.game_intro import PITCHES
from screens.lobby.card import rating_text
from screens.lobby.listed import Doing, KnownPlayer, LobbyTable, TableSeat
from screens.lobby.rows import state_of
from screens.text import _, labelled


def described(table: LobbyTable) -> str:
    """What is played, who sits there, what it waits for, and on which terms."""
    title = table.title
    if table.title != table.game_title:
        title = _("{title}, {game}").format(title=table.title, game=table.game_title)
    state, _ink = state_of(table)
    head = labelled(title, listed([_seat(seat) for seat in table.seats]))
    parts = [part.strip() for part in state.split("  ") if part.strip()]
    if table.doing in (Doing.JOIN, Doing.WAIT):
        parts += [part for part in (table.clock or _("no clock"), rating_text(table))
                  if part not in parts]  # fmt: skip
    told = ", ".join(parts)
    return f"{head}. {told[:1].upper()}{told[1:]}" if told else head


def in_full(table: LobbyTable, players: Sequence[KnownPlayer]) -> list[str]:
    """All its terms, and what one should know of who sits there before one sits down too."""
    seen_by = _("who is invited") if table.is_private else _("everybody")
    pitch = PITCHES.get(table.game)
    told = [
        described(table),
        labelled(_("clock"), table.clock or _("no clock")),
        labelled(_("rating"), rating_text(table)),
        labelled(_("seen by"), seen_by),
        labelled(_("hidden"), _(pitch.hidden)) if pitch is not None and pitch.hidden else "",
        labelled(_("name"), table.id),
    ]
    return [*told, *(_known(seat, known) for seat, known in zip(table.seats, players))]


def _known(seat: TableSeat, known: KnownPlayer) -> str:
    """What is known of a player; empty for nothing."""
    notes = []
    if known.strength is not None:
        told = _("strength {rating}")
        if known.strength.is_provisional:
            told = _("strength {rating}, too few games to be sure")
        notes.append(told.format(rating=f"{known.strength.rating:.1f}"))
    if known.leaves is not None:
        left, played = known.leaves
        notes.append(_("left {left} of {games} games").format(left=left, games=played))
    return labelled(_seat(seat), ", ".join(notes)) if notes and seat.is_taken else ""


def _seat(seat: TableSeat) -> str:
    if seat.is_taken:
        return _("you") if seat.is_own else seat.name
    if not seat.name:
        return _("a free seat")
    if seat.is_own:
        return _("a seat kept for you")
    return _("a seat kept for {name}").format(name=seat.name)
