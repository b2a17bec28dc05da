"""The page by lines in a browser, and somebody at a screen, at one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.e2e.needs import needs
from tests.e2e.people import Person
from tests.e2e.server_process import ServerProcess
from tests.e2e.talking import Talking
from tests.ports import HOST
from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, *needs("chromium", "ssh", "tmux")]


def test_a_table_with_somebody_at_a_screen(
    servers: Callable[[int], ServerProcess], person: Callable[[str], Person], browser: Browser
) -> None:
    server, ana = servers(7), person("Ana")
    ana.register(server)
    ana.sets_up()
    ben = Talking(browser, f"http://{HOST}:{server.web_port}/plain")
    ben.page.get_by_role("button", name="Choose a name").click()
    ben.hears("Choose your name")
    ben.say("Ben")
    ben.hears("Take the name “Ben”?")
    ben.say("")
    ben.hears("Lobby.")
    ben.say("join")
    ben.hears("Your turn: hide submarine 1 of 3")
    ana.sits_down("Your turn: hide submarine 1 of 3")
    ben.say("sub 8.100; sub 15.300; sub 29.200; mine 16")
    ben.hears("Waiting for Ana.")
    ana.say("sub 14.200; sub 22.100; sub 33.300; mine 9")
    ana.say("A 17; drop 200; hold")
    ben.hears("Ana: A moves to 17.")
    ben.hears("Your turn: move a ship")
    ben.say("say <b>hello</b>")
    ana.wait_for("<b>hello</b>")
    assert ben.page.locator("#log b").count() == 0
    ben.say("leave")
    ben.say("quit")
    ben.hears("Type quit again to leave this server.")
    ben.say("quit")
    ben.page.locator("#told", has_text="The session has ended.").wait_for(state="visible")
    ben.page.keyboard.press("Enter")
    wait_until(
        lambda: sum("Welcome to nim_tui, Ben." in line for line in ben.told) == 2, "coming back"
    )
    assert ben.errors == []
    ben.context.close()


@pytest.mark.nightly
def test_the_page_speaks_french(servers: Callable[[int], ServerProcess], browser: Browser) -> None:
    server = servers(7)
    zoe = Talking(browser, f"http://{HOST}:{server.web_port}/plain", "fr-FR")
    zoe.page.get_by_role("button", name="Choisir un nom").click()
    zoe.hears("Bienvenue dans nim_tui.")
    assert zoe.page.get_by_label("Votre saisie").is_visible()
    assert zoe.errors == []
    zoe.context.close()
