"""Checks of every screen of the lobby, on walks through it; and the sign-up of a stranger."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, SMALL, running, typing
from tests.every import by_day
from tests.screens.every_screen import Stop, themes_from, walk
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_look_lobby import NEW_KEY
from tests.screens.lobby.walks import CLEAR, WAYS, goer

SHORTENED = (
    *("at eight, ", "▲ Maxim", "Maximil…", "Maximili…", "webhooks/"),
    *("unsaid in since", "unsaid in signs"),
)
"""Names, titles and addresses longer than their room, shown in full elsewhere.

The table's lines of its last turn and of its signs are shown elsewhere too.
"""
OWED = (
    *("0 sur 0, at…", "sans qu’elle…", "· possible     exclu", "✹ cou…", "▟▖…"),
    *("visible p…", "Panel(id='card-facts') has 13 lines of 14", "1111111"),
    *("par Maximiliane-Rose", "Maximiliane-Rose, sur…", "les personnes invit", " : manq"),
    *("near mi…", "public", "15 minutes p…", "15 minutes…"),
)
"""Texts that are cut or faint today and should not be; a repaired screen leaves this list."""


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.nightly)])
async def test_nothing_is_cut_and_all_can_be_read(server: Server, way: str, language: str) -> None:
    """The longer texts on the smaller screen; colours, which no language changes, in the other."""
    sizes = (LARGE, SMALL) if language == "en" else (SMALL,)
    themes = themes_from([*WAYS].index(way)) if language == "en" else ()
    stops = WAYS[way](server)
    async with running(goer(server, way, language)) as pilot:
        await walk(pilot, *stops, sizes=sizes, themes=themes, known=(*SHORTENED, *OWED))


@pytest.mark.slow
@pytest.mark.parametrize("spoken", by_day(["en_GB.UTF-8", "fr_FR.UTF-8"], 1))
async def test_a_stranger_reads_all_of_what_is_wrong_with_a_name(
    server: Server, spoken: str
) -> None:
    server.account("Ben")
    wrong = ("Веn the Tall", "B en", "admin", "Ben 2345-6789-ABCD")
    stops: list[Stop] = [[CLEAR, typing(name), "enter"] for name in wrong]
    async with running(server.stranger(NEW_KEY, LANG=spoken)) as pilot:
        await walk(pilot, [], *stops)
