"""What of a view others may not see; and the views of all seats in one, for replays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.himalaya.moves import PROGRAM
from rules.himalaya.view import HimalayaView


def combine(views: Sequence[HimalayaView]) -> HimalayaView:
    """Every sealed program open, and what is behind the screens."""
    players = tuple(view.players[seat] for seat, view in enumerate(views))
    options = replace(views[0].options, open_screens=True)
    return replace(views[0], seat=None, players=players, options=options)


def hides(view: HimalayaView) -> bool:
    """A program being laid, and what is behind one's screen; spectators see neither."""
    if view.seat is None or view.phase == PROGRAM:
        return True
    own = view.players[view.seat]
    is_bare = not (any(own.cubes) or own.discs or own.tokens)
    return not (view.options.open_screens or is_bare)
