"""Diagrams of the rules of *Der Schwarm*: the examples of its rules page, played as moves."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from textual.geometry import Offset, Region

from rules.schwarm.board import KINDS, LINKS, POINTS
from rules.schwarm.cards import CARD_NAMES
from rules.schwarm.cells import CELL_NAMED, CELL_NAMES
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import PLAY
from rules.schwarm.preview import foresee, network_of, path_of
from rules.schwarm.view import SchwarmView
from screens.reading.diagrams import Diagrams, beside, played, played_on
from screens.schwarm.cells import Ghost
from screens.schwarm.preview import costs_of
from screens.schwarm.row import CardRow
from screens.schwarm.sea import Sea
from screens.schwarm.surface import LABEL
from screens.widgets.raster import Raster

_YOU: Final = 0
_BEN: Final = 1
_SEED: Final = 24
"""The seed that deals the tiles of the example: a tee, two curves and a straight."""
_ROW: Final = ("crab", "ship", "researcher", "ship", "blue whale", "double", "station")


@cache
def _dealt() -> SchwarmView:
    view: SchwarmView = played(SCHWARM, _YOU)
    return view


def _with_cards(*cards: str, points: tuple[int, int] = (20, 20)) -> SchwarmView:
    """Return a view: your station on h0 and these cards, Ben's on k5 and his ships."""
    view: SchwarmView = replace(_dealt(), order=(_YOU, _BEN), turn=0)
    view = played_on(SCHWARM, view, "0: start h0", "1: start k5")
    held = [tuple(sorted(map(CARD_NAMES.index, hand))) for hand in (cards, ("ship",) * len(cards))]
    players = tuple(
        replace(player, cards=own, points=many)
        for player, own, many in zip(view.players, held, points)
    )
    return replace(view, phase=PLAY, turn=0, row=(), orders_left=(), players=players)


@cache
def _before_sailing() -> SchwarmView:
    view = _with_cards("station", "researcher", "ship", "researcher", "ship")
    fast = (replace(view.players[_YOU], capacity=0), *view.players[1:])
    view = replace(view, players=fast)
    return _played_on(view, "0: station f0", "0: researcher f0")


@cache
def _after_sailing() -> SchwarmView:
    sailed = "0: ship; launch h1; sail h1 g1; sail g1 f1; sail f1 f2; sail f2 f3"
    return _played_on(_before_sailing(), sailed)


@cache
def _after_research() -> SchwarmView:
    placed = "0: research; place 1 f1 r1; place 2 f2 r0; place 1 g1 r2"
    return _played_on(_after_sailing(), placed)


def _played_on(view: SchwarmView, *turns: str) -> SchwarmView:
    """Return the view after moves of yours alone, without Ben's turns."""
    for turn in turns:
        view = replace(played_on(SCHWARM, view, turn, seed=_SEED), turn=0)
    return view


# Parts of the map


def _sea(view: SchwarmView, network: int = 0) -> Sea:
    sea = Sea()
    sea.show(view, network)
    return sea


def position(view: SchwarmView) -> Raster:
    """Draw the whole sea."""
    return _sea(view).picture


def _cut(sea: Sea, first: str, last: str) -> Raster:
    """Return the cells from one to another, with the letters and numbers of columns and rows."""
    start, end = (sea.plan.cell(CELL_NAMED[name]) for name in (first, last))
    inside = Region.from_corners(start.x, start.y, end.right, end.bottom)
    whole = Raster(LABEL + inside.width, 1 + inside.height)
    whole.paste(Offset(LABEL, 0), sea.picture.cut(Region(inside.x, 0, inside.width, 1)))
    whole.paste(Offset(0, 1), sea.picture.cut(Region(0, inside.y, LABEL, inside.height)))
    whole.paste(Offset(LABEL, 1), sea.picture.cut(inside))
    return whole


def _map(_room: int) -> Raster:
    view = _dealt()
    sea = _sea(view)
    sea.light(CELL_NAMES[cell] for cell in view.board.starts)
    return sea.picture


def _row_of(room: int, *cards: str) -> Raster:
    row = CardRow()
    row.set_scale(room)
    row.show(replace(_dealt(), row=tuple(map(CARD_NAMES.index, cards)), orders_left=(1, 2)))
    return row.picture


def _row(room: int) -> Raster:
    return _row_of(room, *_ROW)


def _row_after(room: int) -> Raster:
    return _row_of(room, *_ROW[:2], *_ROW[3:])


def _sailing(room: int) -> Raster:
    views = (_before_sailing(), _after_sailing())
    return beside(room, *(_cut(_sea(view), "e0", "h4") for view in views))


def _linked(room: int) -> Raster:
    """Return three tiles held below a station: a tee and curve that link to it, a straight not."""
    view = _before_sailing()
    view = replace(view, face_down=view.face_down & ~(1 << CELL_NAMED["f1"]))
    held = (("tee", 1, True), ("curve", 0, True), ("straight", 1, False))
    cuts: list[Raster] = []
    for name, turns, fits in held:
        kind = KINDS.index(name)
        sea = _sea(view)
        sea.preview(ghost=Ghost(CELL_NAMED["f1"], LINKS[kind][turns], fits, POINTS[kind]))
        cuts.append(_cut(sea, "f0", "f1"))
    return beside(room, *cuts)


def _network(_room: int) -> Raster:
    view = _after_research()
    return _cut(_sea(view, network_of(view, _YOU).cells), "e0", "h4")


# Hazards


def _foretold(view: SchwarmView, word: str) -> Sea:
    """Draw the sea with the path of a hazard, and the cost of its hits."""
    move = SCHWARM.parse(word)
    sea = _sea(view)
    sea.preview(path=path_of(view, move), costs=costs_of(foresee(view, move)))
    return sea


def _swum(view: SchwarmView, *words: str) -> Sea:
    """Return the sea with a whale's path, step by step, and the cost of its hits."""
    costs: dict[int, int] = {}
    for word in words:
        costs |= costs_of(foresee(view, SCHWARM.parse(word)))
        view = _played_on(view, f"{_YOU}: {word}")
    sea = _sea(replace(view, whales=_dealt().whales))
    sea.preview(path=view.visited, costs=costs)
    return sea


def _whale(_room: int) -> Raster:
    view = _with_cards("whale", "ship")
    return _cut(_swum(view, "whale new", "step e4", "step e3", "step d3"), "c2", "g5")


def _wave(_room: int) -> Raster:
    view = _played_on(_with_cards("wave", "blue wave", "ship"), "0: wave new e 2")
    return _cut(_foretold(view, "blue wave 1 e 3"), "f3", "k5")


def _crab(_room: int) -> Raster:
    view = _played_on(_with_cards("station", "crab", "ship"), "0: station g0")
    return _cut(_foretold(view, "crab f0 4"), "f0", "k4")


def _damage(_room: int) -> Raster:
    view = _with_cards("whale", "ship", points=(35, 41))
    ships = (CELL_NAMED["g4"], CELL_NAMED["h4"])
    ben = replace(view.players[_BEN], ships=ships)
    view = replace(view, players=(view.players[_YOU], ben))
    return _cut(_swum(view, "whale new", "step g4", "step h4"), "e3", "i5")


DIAGRAMS: Final[Diagrams] = {
    "map": _map,
    "row": _row,
    "row-after": _row_after,
    "sailing": _sailing,
    "linked": _linked,
    "network": _network,
    "whale": _whale,
    "wave": _wave,
    "crab": _crab,
    "damage": _damage,
}
