"""Standings with a crosstable, as lines: everybody by place, and how they met."""

from __future__ import annotations

from typing import Final

from screens.colours import Look, Span, Spans
from screens.lobby.tournament_api import PlayerLine, TournamentPage
from screens.text import _
from screens.widgets.raster import fitted

_PLACE: Final = 4
_NAME: Final = 18
_LEAST: Final = 7
"""Columns of a figure."""
_ROOM: Final = 78
_SOFT: Final = Look("soft")
_HEAD: Final = Look("key", style="bold")


def standing_lines(page: TournamentPage) -> list[Spans]:
    """The head of the columns, then everybody; before it begins their names alone."""
    if not page.heads:
        return [_waiting(number, one) for number, one in enumerate(page.players, start=1)]
    return [_head(page), *(_standing(page, one, at) for at, one in enumerate(page.players))]


def _waiting(number: int, one: PlayerLine) -> Spans:
    return [(f"{number:2}  ", _SOFT), _name(one)]


def _cell_width(page: TournamentPage) -> int:
    cells = (cell for one in page.players for cell in one.cells)
    return 4 if any(len(cell) > 1 for cell in cells) else 3


def _figures(page: TournamentPage) -> list[tuple[str, int]]:
    """The heads of the last columns and their widths: games are left out where they do not fit."""
    heads = [_("games"), _("points"), _("direct"), "S-B"]
    columns = [(head, max(len(head) + 2, _LEAST)) for head in heads]
    used = _PLACE + _NAME + _cell_width(page) * len(page.heads)
    return columns if used + sum(wide for _head, wide in columns) <= _ROOM else columns[1:]


def _head(page: TournamentPage) -> Spans:
    wide = _cell_width(page)
    figures = "".join(head.rjust(columns) for head, columns in _figures(page))
    cells = "".join(head.rjust(wide) for head in page.heads)
    return [(" " * (_PLACE + _NAME), _HEAD), (cells, _HEAD), (figures, _HEAD)]


def _standing(page: TournamentPage, one: PlayerLine, at: int) -> Spans:
    """A shared place is told once."""
    shares = at > 0 and page.players[at - 1].place == one.place
    place = " =  " if shares else f"{one.place:2}  "
    columns = _figures(page)
    figures = [one.games, one.points, one.direct, one.berger][-len(columns) :]
    looks = [_SOFT, Look("gold", style="bold"), _SOFT, _SOFT][-len(columns) :]
    return [
        (place, Look("gold") if one.place == 1 else _SOFT),
        _name(one),
        *((cell.rjust(_cell_width(page)), _cell(cell)) for cell in one.cells),
        *(
            (f"{figure:g}".rjust(wide), look)
            for figure, look, (_title, wide) in zip(figures, looks, columns)
        ),
    ]


def _name(one: PlayerLine) -> Span:
    name = one.name
    if one.is_bot:
        name = _("{name} (bot)").format(name=name)
    elif one.is_own:
        name = _("{name} (you)").format(name=name)
    return fitted(name, _NAME), Look("gold" if one.is_own else "ink", style="bold" * one.is_own)


def _cell(cell: str) -> Look:
    return {"1": Look("good", style="bold"), "\\": Look("edge")}.get(cell, Look())
