"""The page for people who see, hear, point or type otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.chromium import Browsing
from tests.e2e.needs import needs
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import table_ids
from tests.ports import HOST
from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, *needs("chromium")]

PHONE, UPRIGHT = (860, 412), (390, 844)
HIDE = "Your turn: hide submarine 1 of 3"
FOCUSED = "document.activeElement.tagName + ' ' + document.activeElement.textContent"
GROUNDS = """[...document.querySelectorAll('.xterm-rows span')].filter(cell => {
  const { backgroundColor: ground } = getComputedStyle(cell);
  const own = getComputedStyle(document.body).backgroundColor;
  return ground !== 'rgba(0, 0, 0, 0)' && ground !== own;
}).length"""
"""How many cells have a ground that is not the page's."""


def findings(page: Page) -> list[str]:
    """What axe finds on a page."""
    found = Axe().run(page)
    return [f"{page.url} {one['id']}: {one['nodes']}" for one in found.response["violations"]]


@pytest.fixture
def ana(server: ServerProcess, browser: Browser) -> Browsing:
    """Ana at a table of Bataille just begun."""
    ana, ben = Browsing(browser, "Ana", color_scheme="dark"), Browsing(browser, "Ben")
    ana.begins_with(ben, server, HIDE)
    return ana


def test_a_key_leads_out_of_the_terminal_and_a_link_to_the_same_seat_as_text(
    server: ServerProcess, ana: Browsing
) -> None:
    page = ana.page
    (table,) = table_ids(server.data)
    page.goto(f"http://{HOST}:{server.web_port}/t/{table}")
    ana.wait_for(HIDE)
    assert page.get_by_role("textbox", name="Terminal. F6: leave the terminal").count() == 1
    ana.keys("F6")
    assert page.evaluate(FOCUSED) == "A Games"
    ana.keys("Tab")
    assert page.evaluate(FOCUSED) == "A In text mode"
    ana.keys("Tab")
    assert page.evaluate(FOCUSED) == "BUTTON Share"
    ana.keys("F6")
    assert page.evaluate(FOCUSED) == "TEXTAREA "
    ana.keys("F6", "Tab", "Enter")
    said = page.get_by_role("log")
    said.get_by_text(HIDE).wait_for()
    assert page.url.endswith(f"/plain/t/{table}")
    page.get_by_label("Your input").fill("sub 14.200")
    ana.keys("Enter")
    said.get_by_text("hide submarine 2 of 3").wait_for()
    page.get_by_role("link", name="With boards").click()
    ana.wait_for("Your turn: hide submarine 2 of 3")
    assert page.url.endswith(f"/t/{table}")
    assert ana.errors == []


def test_the_table_follows_the_looks_of_the_device(ana: Browsing) -> None:
    """Colours forced: boards have signs instead of grounds. Then they come back."""
    page = ana.page
    ana.at_rest()
    assert page.evaluate(GROUNDS) > 0
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="light")
    changed = f"{ground!r} !== getComputedStyle(document.body).backgroundColor"
    wait_until(lambda: page.evaluate(changed), "a light page around a light table")
    page.emulate_media(forced_colors="active")
    wait_until(lambda: page.evaluate(GROUNDS) == 0, "no grounds")
    ana.wait_for(HIDE)
    page.emulate_media(forced_colors="none")
    wait_until(lambda: page.evaluate(GROUNDS) > 0, "the grounds again")
    assert ana.errors == []


def test_axe_finds_nothing_in_any_state_of_the_page(
    servers: Callable[[int], ServerProcess], browser: Browser
) -> None:
    server = servers(7)
    found: list[str] = []
    for scheme in ("dark", "light"):
        page = browser.new_page(color_scheme=scheme)
        for path in ("/", "/lobby", "/plain", "/ladder", "/tournaments", "/offline"):
            page.goto(f"http://{HOST}:{server.web_port}{path}", wait_until="networkidle")
            found += findings(page)
        page.context.close()
    ana, ben = Browsing(browser, "Ana"), Browsing(browser, "Ben")
    ana.begins_with(ben, server, HIDE)
    text = ben.context.new_page()
    text.goto(f"http://{HOST}:{server.web_port}/plain")
    text.get_by_role("log").get_by_text("Lobby.").wait_for()
    (table,) = table_ids(server.data)
    stranger = browser.new_page()
    stranger.goto(f"http://{HOST}:{server.web_port}/t/{table}")
    found += findings(stranger)
    known = ben.context.storage_state()
    phone = Browsing(browser, "Ben", PHONE, has_touch=True, is_mobile=True, storage_state=known)
    phone.visit(server)
    upright = Browsing(browser, "Ben", UPRIGHT, has_touch=True, is_mobile=True, storage_state=known)
    upright.visit(server)
    found += findings(upright.page)
    for page in (ana.page, phone.page, text):
        found += findings(page)
    ana.page.evaluate("document.getElementById('notices').hidden = false")
    found += findings(ana.page)
    ana.page.evaluate("document.getElementById('notices').hidden = true")
    server.kill()
    ana.page.locator("#strip-told", has_text="No connection").wait_for(state="visible")
    for page in (ana.page, text):
        found += findings(page)
    assert found == []
