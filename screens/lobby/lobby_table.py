"""LobbyTable and its columns, for lists, cards and text mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rich.cells import cell_len

from screens.base import WIDE
from screens.colours import SIDE_SIGNS, Look, Span, Spans, text_of
from screens.game_intro import intro_of
from screens.lobby.values import (
    Counting,
    LobbySeat,
    LobbyTable,
    TableAction,
    TableFilter,
    TablePage,
    TableStatus,
)
from screens.text import N_, _, is_spoken, ngettext, shortened
from screens.widgets.menu import Item
from screens.widgets.raster import fitted

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60


def time_text(seconds: float) -> str:
    """Return a time to the second: `2 d 3 h`, `1:02 h`, `4:05`."""
    whole = int(seconds)
    days, hours, minutes = whole // _DAY, whole % _DAY // _HOUR, whole % _HOUR // _MINUTE
    if days:
        return _("{days} d {hours} h").format(days=days, hours=hours)
    if hours:
        return _("{hours} h {minutes:02} m").format(hours=hours, minutes=minutes)
    return f"{minutes}:{whole % _MINUTE:02}"


def time_left(seconds: float) -> str:
    """Return the approximate time left, as the list does not tick."""
    whole = int(seconds)
    if whole >= 2 * _DAY:
        return ngettext("{count} day left", "{count} days left", whole // _DAY)
    if whole >= 2 * _HOUR:
        return ngettext("{count} hour left", "{count} hours left", whole // _HOUR)
    if whole >= _MINUTE:
        return ngettext("{count} minute left", "{count} minutes left", whole // _MINUTE)
    return _("under a minute left")


_LONGEST_NAMES = (16, 12, 8, 6)
"""The possible cells of a name, longest first."""
FREE_SIGN = "○"


class Group(Enum):
    """A group of the list: its title, to translate, and the title's ink."""

    YOUR_TURN = (N_("Your turn"), "gold")
    FREE = (N_("Take a seat"), "hint")
    YOURS = (N_("Your tables"), "ink")
    PLAYED = (N_("In progress"), "key")
    FINISHED = (N_("Finished"), "soft")


def group_of(table: LobbyTable) -> Group:
    """Return the group of a table in the list."""
    if table.doing == TableAction.REPLAY:
        return Group.FINISHED
    if table.is_my_turn:
        return Group.YOUR_TURN
    if table.is_mine:
        return Group.YOURS
    return Group.PLAYED if table.doing == TableAction.WATCH else Group.FREE


def heading(group: Group, width: int) -> Spans:
    """Return the title of a group, and a rule after it."""
    title, ink = group.value
    text = f" {_(title)} "
    return [(text, Look(ink, style="bold")), ("─" * (width - cell_len(text) - 2), Look("edge"))]


def emblem(game: str) -> Span:
    """Return the sign of a game, in its colour."""
    intro = intro_of(game)
    ink = intro.pitch.colour if intro.pitch is not None else "ink"
    return intro.emblem or "  ", Look(ink, style="bold")


def row_spans(table: LobbyTable, width: int, *, is_here: bool) -> Spans:
    """Return a line about a table, in the look of the marked line if it is."""
    title_width = 22 if width < 100 else 28
    state, state_ink = state_of(table)
    if width < WIDE[0]:  # the second line has the state
        title_width, state = width - 8, ""
    room = width - title_width - cell_len(state) - 9
    seats = seat_spans(table.seats, room)
    gap = " " * max(room - cell_len(text_of(seats)), 0)
    title = Look(style="bold" if table.is_mine or table.is_my_turn else "")
    spans: Spans = [
        ("› " if is_here else "  ", Look()),
        emblem(table.game),
        (f" {fitted(table.title, title_width)} ", title),
        *seats,
        (f"{gap}  {state} ", Look(state_ink, style="bold" if state_ink == "gold" else "")),
    ]
    return in_the_light(spans) if is_here else spans


def second_spans(table: LobbyTable, width: int, *, is_here: bool) -> Spans:
    """Return the second line about a table, on a phone: its state, and the players as they fit."""
    state, ink = state_of(table)
    told = shortened(state, width - 6)
    spans: Spans = [
        (f"     {told}  ", Look(ink, style="bold" if ink == "gold" else "")),
        *seat_spans(table.seats, width - cell_len(told) - 9),
    ]
    return in_the_light(spans) if is_here else spans


def in_the_light(spans: Spans) -> Spans:
    """Return the text in the look of the marked line."""
    return [(text, Look("dark", "light", "bold")) for text, _look in spans]


def seat_spans(seats: Sequence[LobbySeat], room: int) -> Spans:
    """Return all players after their signs, with names as long as fit; the rest is left out."""
    for longest in _LONGEST_NAMES:
        told = [_seat(number, seat, longest) for number, seat in enumerate(seats)]
        if sum(cell_len(text_of(spans)) for spans in told) <= room + 2:
            break
    shown: list[Span] = []
    for spans in told:
        if cell_len(text_of([*shown, *spans])) > room + 2:
            if cell_len(text_of(shown)) < room:
                shown.append(("…", Look("soft")))
            break
        shown += spans
    if shown:
        shown[-1] = (shown[-1][0].rstrip(), shown[-1][1])
    return shown


def _seat(number: int, seat: LobbySeat, longest: int) -> Spans:
    name = shortened(seat.name, longest)
    if not seat.is_taken:
        if not seat.name:
            return [(f"{FREE_SIGN} " + _("free") + "  ", Look("hint"))]
        return [("? " + (_("you") if seat.is_own else name) + "  ", Look("gold"))]
    if seat.is_own:
        return [(f"{SIDE_SIGNS[number]} " + _("you") + "  ", Look(style="bold"))]
    return [(f"{SIDE_SIGNS[number]} {name}  ", Look("gold" if seat.must_move else "ink"))]


def state_of(table: LobbyTable) -> tuple[str, str]:
    """Return the state of a table, such as whom it waits for or its result, and its colour."""
    text, ink = _state(table)
    parts = (
        seen_by_text(table),
        kind_text(table)
        if table.counting != Counting.RATED and table.doing == TableAction.JOIN
        else "",
        text,
    )
    return "  ".join(part for part in parts if part), ink


_MOST_CLUB: Final = 16
"""The most cells of a club's name in a list."""


def seen_by_text(table: LobbyTable) -> str:
    """Return that a table is private, or for a club; empty for a public one."""
    if table.club:
        name = table.club if is_spoken() else shortened(table.club, _MOST_CLUB)
        return _("club {name}").format(name=name)
    return _("private") if table.is_private else ""


def _seen_by(table: LobbyTable) -> str:
    if table.club:
        return _("members of {club}").format(club=table.club)
    return _("invited players") if table.is_private else _("everyone")


def kind_text(table: LobbyTable) -> str:
    """Return whether a game is rated, and whether bots give hints to its people."""
    if table.counting == Counting.CASUAL and table.hints_for_all:
        return _("casual, hints for all")
    return _(table.counting.value)


def rating_text(table: LobbyTable) -> str:
    """Return whether a game is rated, in which list, and from which move."""
    after = _RATED_AFTER.get(table.counting, "")
    if not after or not table.rated_from:
        return kind_text(table)
    return _(after).format(move=table.rated_from)


_RATED_AFTER: Final = {
    Counting.RATED: N_("rated after move {move}"),
    Counting.AMONG_BOTS: N_("rated among bots after move {move}"),
    Counting.UNLESS_BOT: N_("rated after move {move}; casual if a visiting bot sits down"),
}


@dataclass(frozen=True, slots=True)
class TableFact:
    """A fact about a table: its label, its text on the card, and its text in text mode.

    None hides the fact; an empty text leaves it out.
    """

    label: str
    shown: Callable[[LobbyTable], str] | None
    spoken: Callable[[LobbyTable], str] | None


def _players(table: LobbyTable) -> str:
    free = sum(not seat.is_taken and not seat.name for seat in table.seats)
    count = str(len(table.seats))
    if not free:
        return count
    return count + ", " + ngettext("{count} seat free", "{count} seats free", free)


def _hidden(table: LobbyTable) -> str:
    pitch = intro_of(table.game).pitch
    return _(pitch.hidden) if pitch is not None and pitch.hidden else ""


def _clock(table: LobbyTable) -> str:
    return table.clock or _("no clock")


FACTS: Final = (
    TableFact(N_("game"), lambda table: table.game_title, None),
    TableFact(N_("players"), _players, None),
    TableFact(N_("time control"), _clock, _clock),
    TableFact(N_("rating"), rating_text, rating_text),
    TableFact(N_("hidden"), _hidden, _hidden),
    TableFact(
        N_("visible to"),
        lambda table: _seen_by(table) if table.is_private else "",
        _seen_by,
    ),
    TableFact(N_("name"), lambda table: table.id, lambda table: table.id),
)
"""The facts about a table besides its title, seats and state."""


def _state(table: LobbyTable) -> tuple[str, str]:
    if table.doing == TableAction.REPLAY:
        moves = ngettext("{count} move", "{count} moves", table.moves) if table.moves else ""
        return ", ".join(part for part in (table.ending, moves) if part), "soft"
    if table.is_my_turn:
        return (_("your turn") if table.left is None else time_left(table.left)), "gold"
    if table.doing == TableAction.JOIN:
        if any(seat.is_own for seat in table.seats):
            return _("you are invited"), "gold"
        free = sum(not seat.is_taken and not seat.name for seat in table.seats)
        return ngettext("{count} seat free", "{count} seats free", free), "ink"
    if table.doing == TableAction.WAIT and table.is_mine:
        return _("waiting for players"), "soft"
    if table.doing == TableAction.WAIT:
        names = [seat.name for seat in table.seats if not seat.is_taken and seat.name]
        return (_("reserved for {names}").format(names=_few(names)) if names else ""), "soft"
    if table.doing == TableAction.PLAY:
        names = [seat.name for seat in table.seats if seat.must_move]
        return (_("waiting for {names}").format(names=_few(names)) if names else ""), "soft"
    return table.clock, "soft"


def signs() -> dict[str, str]:
    """Return the signs of the list with their meanings, for the help."""
    return {
        "".join(SIDE_SIGNS): _("the players by seat"),
        FREE_SIGN: _("a free seat"),
        "?": _("a seat reserved for someone"),
    }


def _few(names: Sequence[str]) -> str:
    return ", ".join(name if is_spoken() else shortened(name, 8) for name in names)


def wanted_text(wanted: TableFilter) -> list[str]:
    """Return the active filters of a list in words."""
    parts = []
    if wanted.only_mine:
        parts.append(_("only yours"))
    if wanted.stage != TableStatus.UNFINISHED:
        parts.append(_(wanted.stage.value))
    if wanted.text:
        parts.append(_("with “{text}”").format(text=wanted.text))
    return parts


ON, BACK, NEW = "on", "back", "new"
"""The ids of the lines for the next page, the previous page, and a new table."""

Entry = LobbyTable | Item
"""A line that can be marked."""


def entries(wanted: TableFilter, listed: TablePage | None) -> list[Entry]:
    """Return the lines that can be marked: tables, and links to more pages.

    `listed` is None while the finished games are being looked up.
    """
    if listed is None:
        return [Item("", _("Searching finished games …"))]
    found: list[Entry] = [*listed.tables]
    if not found:
        if wanted == TableFilter():
            return [Item(NEW, _("No tables yet: n opens one."))]
        return [Item("", _("No matching tables."))]
    if wanted.page > 0:
        found.insert(0, Item(BACK, _("earlier tables")))
    if wanted.page + 1 < listed.pages:
        page = _("page {page} of {pages}").format(page=wanted.page + 1, pages=listed.pages)
        found.append(Item(ON, _("more tables"), page))
    return found
