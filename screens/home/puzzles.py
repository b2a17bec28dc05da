"""The puzzles of a game, to begin one."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from rules.messages import Refusal
from screens.app_api import OnOffer
from screens.home.app_api import PuzzlesOnOffer, home_api
from screens.pick import Pick
from screens.text import _, say_refusal
from screens.widgets.menu import Item

DAILY = "daily"
NEXT = "next"


def how_far(offered: PuzzlesOnOffer) -> str:
    """How many are solved, and the rating."""
    return _("{solved} of {count} solved, rating {rating}").format(
        solved=offered.solved, count=offered.count, rating=offered.rating
    )


def show_puzzles(screen: Screen[Any], game: OnOffer) -> None:
    """Open a box: the next puzzle of a game, or the one of the day."""
    puzzles = home_api(screen.app).puzzles
    offered = puzzles.of(game.name)
    if not offered.count:
        screen.notify(_("There are no puzzles for this game yet."), markup=False)
        return

    def chosen(what: str | None) -> None:
        if what:
            try:
                puzzles.start(game.name, is_daily=what == DAILY)
            except Refusal as problem:
                screen.notify(say_refusal(problem), severity="error", markup=False)

    items = [
        Item(NEXT, _("the next puzzle"), how_far(offered)),
        Item(DAILY, _("the puzzle of the day"), _("the same for everybody")),
    ]
    screen.app.push_screen(Pick(_("Puzzles: {game}").format(game=game.title), items), chosen)
