"""What of a view others may not see; and the views of all seats in one, for replays."""

from __future__ import annotations

from collections.abc import Sequence

from rules.schwarm.view import SchwarmView


def combine(views: Sequence[SchwarmView]) -> SchwarmView:
    """That of the first seat: a view holds all there is to know."""
    return views[0]


def hides(view: SchwarmView) -> bool:
    """Only hands, under the option closed_hands."""
    return view.options.closed_hands
