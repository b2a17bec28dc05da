"""A move that others were told of is taken back as they agree, where a game counts or is timed."""

from __future__ import annotations

from typing import Any

import pytest

from nim_tui.server.play.offers import CannotOffer, OfferKind
from rules.contract import IllegalMove
from tests.nim_tui.server.lobby.draws import ENTER, decline, pair
from tests.nim_tui.server.lobby.steady import Play, Steady
from tests.nim_tui.server.lobby.timed import A_GAME, Timed, timed
from tests.nim_tui.server.plain.lines import talker
from tests.screens.tables import ANA_CAMP, FIRST_TURNS

MOVE = "stay"
ASKED = "Ana asks to undo a move"


async def asks(table: Timed, name: str = "Ana") -> None:
    """Somebody asks to take their last move back, or agrees to that."""
    await table.held.agreeing.agree(table.server.accounts[name].id, OfferKind.UNDO)


@pytest.mark.slow
def test_one_asks_and_the_other_agrees_by_keys(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        ana, ben = table.guests["Ana"], table.guests["Ben"]
        before = table.game.moves_played
        table.play(0, MOVE)
        await ana.sees("Undo")
        await ana.type("u")
        await ana.sees("You ask to undo your move: waiting for Ben …")
        await ben.sees(f"{ASKED}   = Accept   - Decline")
        assert table.game.moves_played == before + 1
        await ben.type("=")
        await ben.mark("accept")
        await ben.type(ENTER)
        await ben.sees_no(ASKED)
        assert table.game.moves_played == before
        assert table.held.offers.by is None

    play(scene)


def test_by_lines_one_asks_and_the_other_answers(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        made = await server.table("bataille", "Ana", "Ben")
        game = await server.lobby.opener.live(made)
        for words in FIRST_TURNS.split("; "):
            game.play(game.waiting[0], game.game.parse(words))
        for one in (ana, ben):
            await one.say(f"join {made}")
        before = game.moves_played
        await ana.say(MOVE)
        assert "You ask to undo your move: waiting for Ben" in " ".join(await ana.say("undo"))
        await ben.hears_of("Type undo yes to accept, or undo no to decline.")
        assert "undo yes" in " ".join(await ben.say("draw yes")), "that is another question"
        await ben.say("undo no")
        await ana.hears_of("Ben declines the undo.")
        assert "The others have already been asked." in " ".join(await ana.say("undo"))
        assert game.moves_played == before + 1
        assert "nobody has asked to undo a move" in " ".join(await ben.say("undo yes")).lower()
        await ana.say("drop A 100; hold")
        await ben.say(MOVE)
        await ben.say("undo")
        await ana.say("undo yes")
        await ben.hears_of("Your turn")
        assert [play.move for play in game.plays][-1] != MOVE

    play(scene)


@pytest.mark.parametrize(
    ("terms", "is_asked"),
    [({}, True), ({"rated_from": None}, False), ({"rated_from": None, "clock": A_GAME}, True)],
    ids=["rated", "casual", "timed"],
)
def test_others_must_agree_where_the_game_counts_or_is_timed_and_they_were_told(
    play: Play, terms: dict[str, Any], is_asked: bool
) -> None:
    async def scene(server: Steady) -> None:
        guests = {name: await server.enters(name) for name in ("Ana", "Ben")}
        made = await server.table("bataille", *guests, **terms)
        table = Timed(server, made, server.now(), guests)
        await server.lobby.opener.live(made)
        table.play(0, ANA_CAMP.split("; ")[0])
        assert not table.held.agreeing.must_ask(0), "where it lies nobody was told"
        await table.held.undo(0)
        table.play_in_turn(FIRST_TURNS)
        table.play(0, MOVE)
        assert table.held.agreeing.must_ask(0) is is_asked
        if is_asked:
            with pytest.raises(
                IllegalMove, match="others saw that move: they must accept the undo"
            ):
                await table.held.undo(0)
        else:
            await table.held.undo(0)
        assert (table.game.plays[-1].move == MOVE) is is_asked

    play(scene)


def test_nobody_asks_against_bots_alone(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await timed(server, "bataille", "Ana", clock=A_GAME, bots=["random"])
        await server.lobby.opener.live(table.id)
        table.play_in_turn(FIRST_TURNS)
        table.play(0, MOVE)
        assert not table.held.agreeing.must_ask(0)

    play(scene)


@pytest.mark.slow
def test_what_is_asked_lapses_with_the_next_move_and_is_asked_once(play: Play) -> None:
    async def scene(server: Steady) -> None:
        table = await pair(server)
        table.play(0, MOVE)
        await asks(table)
        await table.guests["Ben"].sees(ASKED)
        assert table.held.offers.by == 0
        table.play(0, "drop A 100")
        assert table.held.offers.by is None, "it lapsed"
        await table.all_see(["has expired"], "Ben")
        with pytest.raises(IllegalMove):
            await asks(table)
        table.play_in_turn("hold; stay")
        await asks(table, "Ben")
        with pytest.raises(CannotOffer, match="another offer"):
            await table.held.agreeing.agree(server.accounts["Ana"].id)
        decline(table, "Ana")
        with pytest.raises(CannotOffer, match="the others have already been asked"):
            await asks(table, "Ben")
        assert table.game.plays[-1].move == MOVE

    play(scene)
