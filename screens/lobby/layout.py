"""Where everything stands in the lobby: below each other, or from some size on side by side."""

from __future__ import annotations

from typing import Any, Final

from textual.geometry import Size
from textual.screen import Screen

from screens.lobby.people_list import PeopleList
from screens.lobby.talk import Talk

LARGE: Final = Size(110, 36)
"""From this on there is room for a card beside the list."""
TALL: Final = 52
"""Lines from which on picture and talk grow."""
LAYOUT: Final = """
LobbyScreen { layout: vertical; overflow: hidden; layers: below above; }
LobbyScreen Card { display: none; }
LobbyScreen PeopleList, LobbyScreen #facts { margin-top: 1; }
LobbyScreen #facts { height: 2; width: 1fr; }
LobbyScreen TypingField { padding: 0 1 !important; }
LobbyScreen.large {
    layout: grid; grid-size: 2; grid-columns: 1fr 36; grid-rows: 1 21 1fr 8 1;
}
LobbyScreen.large #headline, LobbyScreen.large Talk, LobbyScreen.large #prompt {
    column-span: 2;
}
LobbyScreen.large #tables { row-span: 2; margin-top: 1; }
LobbyScreen.large Card { display: block; margin: 1 1 0 1; }
LobbyScreen.large PeopleList { height: 1fr; margin: 0 1 0 1; }
LobbyScreen.large Talk { height: 8; }
LobbyScreen.large #facts { display: none; }
LobbyScreen.large TypingField { offset: 0 -3; margin: 0 2; }
LobbyScreen.tall { grid-columns: 1fr 60; grid-rows: 1 28 1fr 15 1; }
LobbyScreen.tall Card Picture { height: 13; }
LobbyScreen.tall Talk { height: 15; }
"""


def arrange(screen: Screen[Any], size: Size) -> None:
    """Place everything as there is room."""
    is_large = size.width >= LARGE.width and size.height >= LARGE.height
    screen.set_class(is_large, "large")
    screen.set_class(is_large and size.height >= TALL, "tall")
    for panel in (screen.query_one(PeopleList), screen.query_one(Talk)):
        panel.set_framed(is_large)
