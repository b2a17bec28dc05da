"""The lines of home: what to go on with, a first game, a new table, lessons and the rest."""

from __future__ import annotations

from screens.app_api import OnOffer
from screens.home.kept_list import KeptList
from screens.text import _, short_title
from screens.widgets.menu import Item


def home_items(kept: KeptList, game: OnOffer, width: int) -> list[Item]:
    """What one was playing leads; where nothing was ever played, a first game does."""
    rows, another = kept.items(width), _("← → another game")
    first = []
    if kept.is_of_someone_new:
        text = _("Play a first game of {game}").format(game=short_title(game.title))
        first = [Item("first", text, _("easy bots") + "   " + another, "f")]
        another = _("players, bots, options")
    learn = Item("learn", _("Learn {game}").format(game=game.title), _("in five minutes"), "a")
    return [
        *rows[: kept.leading],
        *first,
        *([learn] if first else []),
        Item("new", _("New table of {game}").format(game=game.title), another, "n"),
        *rows[kept.leading :],
        *([] if first else [learn]),
        Item("puzzles", _("Puzzles"), _("find the best move"), "z"),
        Item("rules", _("Rules"), key="r"),
        Item("settings", _("Settings"), key="s"),
        Item("quit", _("Quit"), key="q"),
    ]
