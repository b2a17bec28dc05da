"""What strangers type: names and talk that would steer terminals, deceive or flood."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tests.nim_tui.server.lobby.steady import Guest, Play, Steady, print_of

pytestmark = pytest.mark.slow

ENTER = "\r"
ESCAPES = "\x1b[31mred \x1b]0;evil\x07 \x9b2J"
BIDI = "abc\u202edef\u2066ghi"
NO_NAMES = ("ben", "BEN", "Bеn", "B en", "Bén", "server", "Admin", "open", "medium", "..", "12")
PASTE = "\x1b[200~{}\x1b[201~"


async def named(server: Steady, *names: str) -> Guest:
    """A stranger who types these names at the first question."""
    stranger = await server.stranger(print_of("somebody new"))
    await stranger.sees("Choose your name")
    for name in names:
        await stranger.type(PASTE.format(name), ENTER, ENTER)
    return stranger


def test_a_name_that_is_taken_looks_taken_or_is_no_name(play: Play) -> None:
    async def scene(server: Steady) -> None:
        await server.enters("Ben")
        stranger = await named(server)
        for name in NO_NAMES:
            await stranger.type(PASTE.format(name), ENTER)
            await stranger.sees("Choose your name", name)
            assert "Lobby   " not in stranger.screen, name
            assert server.lobby.shown.people() == ["Ben"]
            await stranger.type("\x7f" * 8)
        await stranger.type("Cleo", ENTER)
        await stranger.sees("Take the name “Cleo”? Press Enter again.")
        await stranger.type(ENTER)
        await stranger.sees("Lobby   Cleo", "● Ben")

    play(scene)


@pytest.mark.parametrize("name", [ESCAPES, BIDI, "\u200bB\u200ben", "\ufeffBen", "x" * 400])
def test_a_name_carries_nothing_to_other_terminals(play: Play, name: str) -> None:
    async def scene(server: Steady) -> None:
        ben = await server.enters("Ben")
        ben.takes()
        await named(server, name)
        sent = ben.takes().decode()
        assert "\x1b]0" not in sent
        assert "\x1b[31m" not in sent
        assert "\u202e" not in sent + "".join(server.lobby.shown.people())
        assert all(len(person) <= 16 for person in server.lobby.shown.people())

    play(scene)


@pytest.mark.parametrize(
    "typed",
    [PASTE.format(ESCAPES), PASTE.format(BIDI), "e\u0301" * 250, "w" * 300, "漢" * 150],
    ids=["escapes", "bidi", "accents", "long", "wide"],
)
def test_talk_carries_nothing_to_other_terminals(play: Play, typed: str) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        await ana.sees("● Ben")
        ana.takes()
        await ben.type("t", typed, ENTER)
        rows = (await ana.sees("Ben:")).splitlines()
        assert len(rows) == 24
        assert all(cell_len(row) <= 80 for row in rows)
        sent = ana.takes().decode()
        for part in ("\x1b]0", "\x1b[31m", "\x9b", "\u202e", "\u2066", "\u0301"):
            assert part not in sent

    play(scene)


def test_talk_said_without_the_field_is_cleaned_too(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, _ben = await server.enters("Ana"), await server.enters("Ben")
        (ben,) = server.numbers("Ben")
        await server.lobby.talking.say(ben, f"one\n{BIDI}[bold]two[/bold]")
        await ana.sees("Ben: one abcdefghi[bold]two[/bold]")

    play(scene)


def test_a_key_is_recognised_and_names_stay(play: Play) -> None:
    async def scene(server: Steady) -> None:
        stranger = await named(server, "Zoé")
        await stranger.sees("Lobby   Zoé")
        await stranger.leave()
        back = await server.stranger(print_of("somebody new"))
        await back.sees("Lobby   Zoé")

    play(scene)


def test_settings_stay_with_the_account(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana, ben = await server.enters("Ana"), await server.enters("Ben")
        await ana.type("s")
        await ana.sees("Settings")
        await ana.type("\x1b[C", "\x1b[C")
        await ana.sees("Réglages")
        assert "New table" in ben.screen, "nobody else's language changes"
        await ana.leave()
        again = await server.enters("Ana")
        await again.sees("Nouvelle table")
        assert "New table" in ben.screen

    play(scene)


def test_seed_and_files_are_not_offered(play: Play) -> None:
    async def scene(server: Steady) -> None:
        ana = await server.enters("Ana")
        for down in range(4):
            await ana.type("n", *["\x1b[B"] * down, ENTER)
            screen = await ana.sees("› Start")
            assert "Seed" not in screen
            assert "file" not in screen
            assert "drawn at random" not in screen
            await ana.type("q", "q")
            await ana.sees("Lobby   ")

    play(scene)
