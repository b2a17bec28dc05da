"""Trying again by lines: from a replay, or from a move that a review tells of."""

from __future__ import annotations

import pytest

from nim_tui.review.service import ReviewService
from nim_tui.server.play.reviews import ReviewStore
from rules.bataille import BATAILLE
from tests.nim_tui.review.reviewing import SHALLOW
from tests.nim_tui.review.test_service import Steady as Judging
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.plain.lines import talker
from tests.screens.tables import WON

LAST = len(WON.split("; "))


async def won(server: Steady) -> str:
    """A game that Ana won against Ben."""
    table = await server.table("bataille", "Ana", "Ben")
    game = await server.lobby.opener.live(table)
    for text in WON.split("; "):
        game.play(game.waiting[0], BATAILLE.parse(text))
    await server.database.settled()
    return table


@pytest.mark.parametrize(
    ("language", "words", "told"),
    [
        ("en_GB.UTF-8", ("replay", "go", "try", "help"), "Try: play on from here against bots."),
        (
            "fr_FR.UTF-8",
            ("revoir", "aller", "essayer", "aide"),
            "Essayer : rejouer à partir d’ici contre des bots",
        ),
    ],
)
def test_one_plays_on_from_where_a_replay_stands(
    play: Play, language: str, words: tuple[str, ...], told: str
) -> None:
    replay, go, again, help_ = words

    async def scene(server: Steady) -> None:
        ana, _ben = await talker(server, "Ana", LANG=language), await talker(server, "Ben")
        table = await won(server)
        await ana.say(f"{replay} {table}")
        await ana.say(f"{go} {LAST}")
        assert any(line.startswith(told) for line in await ana.say(help_))
        heard = await ana.say(again)
        assert f"Bataille sous les mers #{LAST - 1}" in heard[0]
        assert "Nemo" in heard[0]
        heard = await ana.say(WON.split("; ")[-1])
        assert any("Ben" in line or "Nemo" in line for line in heard)

    play(scene)


@pytest.mark.slow
def test_a_review_tells_how_and_a_number_goes_there(play: Play) -> None:
    async def scene(server: Steady) -> None:
        server.lobby.reviews = ReviewStore(
            ReviewService(Judging(), 2, depth=SHALLOW), server.folder / "reviews", most=9
        )
        ana, _ben = await talker(server, "Ana"), await talker(server, "Ben")
        table = await won(server)
        await ana.say(f"review {table}")
        await ana.hears_of("End of the review. Type again, quit, or try and the number of a move.")
        for wrong in ("try", "try 0", "try x", "try 99999999"):
            assert (await ana.say(wrong))[0] == "Add the number of a move."
        assert "The game is over at this position." in (await ana.say(f"try {LAST + 1}"))[0]
        heard = await ana.say(f"try {LAST}")
        assert f"#{LAST - 1}: You, Nemo (medium)." in heard[0]
        assert heard[-1].startswith("Your turn")
        assert (await ana.say("leave"))[-1].startswith("Lobby.")

    play(scene)


def test_nothing_is_tried_while_a_review_is_not_there(play: Play) -> None:
    async def scene(server: Steady) -> None:
        server.lobby.reviews = ReviewStore(
            ReviewService(Judging(may=0), 2, depth=SHALLOW), server.folder / "reviews", most=9
        )
        ana, _ben = await talker(server, "Ana"), await talker(server, "Ben")
        await ana.say(f"review {await won(server)}")
        assert (await ana.say("try 3"))[0] == "Unknown command “try 3”. Type help."

    play(scene)
