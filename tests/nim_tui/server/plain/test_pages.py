"""The pages of the lobby by lines: what cannot be told in a transcript that is always the same."""

from __future__ import annotations

from nim_tui.server.accounts.keys import keys_of
from nim_tui.server.notifications.subscriptions import subscriptions
from nim_tui.server.storage.schema import NTFY
from nim_tui.server.tables.record_store import end_game
from nim_tui.tables.record import EndEntry
from tests.nim_tui.server.lobby.steady import Play, Steady, print_of
from tests.nim_tui.server.notifications.doors import with_notices
from tests.nim_tui.server.plain.lines import Talker, talker


def test_notices_are_set_tried_turned_off_and_forgotten(play: Play) -> None:
    async def scene(server: Steady) -> None:
        door = with_notices(server)
        ana = await talker(server, "Ana")
        await ana.say("profile")
        heard = await ana.say("notices")
        assert heard[1:3] == ["1. Mail: not set.", "2. Ntfy: not set."]
        assert heard[-1] == "Notifications. Type list, address, help or quit."
        assert "Add an address, for example" in (await ana.say("address ntfy"))[0]
        set_up = await ana.say("address ntfy https://ntfy.example.org/ana")
        assert set_up[0] == "Active; type test to send a test."
        await ana.say("test ntfy")
        (kept,) = subscriptions(server.database, server.accounts["Ana"].id)
        assert (kept.kind, kept.address) == (NTFY, "https://ntfy.example.org/ana")
        assert len(door.messages) == 1
        assert "2. Ntfy: turned off." in await ana.say("off ntfy")
        assert "2. Ntfy: active." in await ana.say("on 2")
        assert "To confirm, type: forget ntfy yes." in (await ana.say("forget ntfy"))[0]
        assert (await ana.say("forget ntfy yes"))[0] == "Address deleted."
        assert "2. Ntfy: not set." in await ana.say("list")

    play(scene)


def test_mail_waits_for_its_code(play: Play) -> None:
    async def scene(server: Steady) -> None:
        door = with_notices(server)
        ana = await talker(server, "Ana")
        for line in ("profile", "notices"):
            await ana.say(line)
        told = await ana.say("address mail cleo@club.example")
        assert told[0] == (
            "A confirmation code was mailed: type confirm and the code within an hour."
        )
        assert "confirm" in told[-1]
        assert (await ana.say(f"confirm {door.code}"))[0] == "Mail notifications are active."
        told = await ana.say("daily yes")
        assert "1. Mail: active, daily." in told
        assert "cleo@club.example" in told, "as it was typed, without a capital or a full stop"

    play(scene)


def test_a_feed_is_told_once_and_renewed_when_that_is_meant(play: Play) -> None:
    async def scene(server: Steady) -> None:
        with_notices(server)
        ana = await talker(server, "Ana")
        for line in ("profile", "notices"):
            await ana.say(line)
        first = (await ana.say("address feed"))[0]
        assert first.startswith("Your feed address, shown just this once. Keep it secret: https://")
        secret = first.split("https://")[1].rstrip(".")
        assert not any(secret in line for line in await ana.say("list"))
        assert "replaces the old one" in (await ana.say("address feed"))[0]
        second = (await ana.say("address feed yes"))[0]
        assert secret not in second

    play(scene)


def test_the_leaderboard_tells_who_plays_best(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        await talker(server, "Ben")
        assert (await ana.say("best"))[0] == "Nobody is rated yet."
        table = await server.table("bataille", "Ana", "Ben", rated_from=0)
        assert end_game(server.database, table, EndEntry(((1,), (0,)), "resigned"))
        heard = await ana.say("best")
        first = heard.index("Bataille sous les mers: leaderboard.") + 1
        assert [line.split(":")[0] for line in heard[first : first + 2]] == ["1. Ben", "2. Ana"]
        assert "provisional (1 rated game); estimate " in heard[first]

    play(scene)


def test_another_key_is_named_and_removed(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        code = (await ana.say("code"))[1].rstrip(".")
        other = Talker(server, print_of("another key"))
        server.here.append(other)  # type: ignore[arg-type]
        await other.come()
        assert "Welcome to nim_tui, Ana." in await other.say(f"Ana {code}")
        await ana.say("profile")
        keys = await ana.say("keys")
        number = next(
            line[0] for line in keys if line[1:2] == "." and "used for this session" not in line
        )
        await ana.say(f"name {number} old phone")
        assert "Old phone" in (await ana.say(f"remove {number}"))[0]
        assert (await ana.say(f"remove {number} yes"))[0].startswith(
            "Key removed; its other sessions were closed."
        )
        await server.database.settled()
        kept = keys_of(server.database, server.accounts["Ana"].id)
        assert [fingerprint for fingerprint, _added in kept] == [print_of("Ana")]

    play(scene)


def test_who_comes_is_told_what_waits_for_an_answer(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await talker(server, "Ana"), await talker(server, "Ben")
        for one in (ana, ben):
            await one.say("ladder bataille")
            await one.say("join")
        await ana.leave()
        await ben.say("challenge")
        await ben.say("")
        again = await talker(server, "Ana")
        told = "You have a challenge on the Bataille sous les mers ladder: see Ladder in the lobby."
        assert told in again.told
        await again.say("ladder bataille")
        assert (await again.say("decline yes"))[0] == "Your rank is 2 of 2."
        assert any(line.startswith("1. Ben (you)") for line in await ben.say("list"))

    play(scene)


def test_several_games_that_begin_at_once_are_told_of_once(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        for _number in range(3):
            await server.table("bataille", "Ana", bots=["random"])
        waits = "A game is waiting for your move: type join."
        assert (await ana.hears_of(waits)).count(waits) == 1

    play(scene)


def test_what_lists_the_commands_of_a_page(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        await ana.say("clubs")
        told = await ana.say("what")
        assert told[:-1] == (await ana.say("help"))[: len(told) - 1]
        assert "Quit: back." in told

    play(scene)


def test_a_profile_is_ones_own_alone(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await talker(server, "Ana")
        (told, *_question) = await ana.say("profile Ben")
        assert "only your own profile is shown here" in told.lower()
        assert "versus" in told

    play(scene)
