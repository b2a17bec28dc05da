"""Pictures of the pages in a browser, to be looked at: `python -m tests.pictures.pages FOLDER`.

It needs `chromium`. Each is taken of a server on this machine that is begun for it.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from tests.e2e.chromium import Browsing, browsers
from tests.e2e.people import LOBBY, NAMING
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import table_ids
from tests.ports import HOST

SEED: Final = 7
DESK: Final = (1200, 760)
PHONE: Final = (860, 460)
UPRIGHT: Final = (390, 844)
GAMES: Final = ("bataille", "submarine", "himalaya", "schwarm")
"""As the lobby offers them, from above."""
FINGERS: Final = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
NAMES: Final = ("Ben", "Cleo", "Dara", "Eli")
STANDING: Final = ("Ana", "Ben", "Cleo", "Dara")
TOKEN: Final = "x" * 32


class Studio:
    """Takes pictures into a folder."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser = browser
        self._folder = folder

    def take(self, one: Browsing, name: str) -> None:
        """Take one, once nothing moves any more."""
        one.page.wait_for_timeout(400)
        one.page.screenshot(path=self._folder / f"{name}.png")

    @contextmanager
    def somebody(
        self, server: ServerProcess, name: str, room: tuple[int, int] = DESK, **more: Any
    ) -> Iterator[Browsing]:
        """Somebody who is in the lobby."""
        one = Browsing(self._browser, name, room, **{"color_scheme": "dark", **more})
        one.page.goto(f"http://{HOST}:{server.web_port}/lobby")
        one.page.get_by_role("button", name="Choose a name").click()
        one.wait_for(NAMING)
        if more.get("has_touch"):
            one.fills_in(name)
            one.wait_for("Enter again")
            one.taps("enter")
        else:
            one.enters(name)
            one.wait_for("Enter again")
            one.keys("Enter")
        one.wait_for(f"{LOBBY}{name}")
        yield one
        one.context.close()

    def before_the_lobby(self, server: ServerProcess) -> None:
        """What asks for a name, on a desk and on a phone, and pages without a session."""
        for look, room, more in (
            ("", DESK, {}), ("-light", DESK, {"color_scheme": "light"}), ("-phone", PHONE, FINGERS),
        ):  # fmt: skip
            one = Browsing(self._browser, "", room, **{"color_scheme": "dark", **more})
            for path, name in (
                ("/lobby", "asked"),
                ("/plain", "plain-asked"),
                (f"/stop/{TOKEN}", "stop"),
            ):
                one.page.goto(f"http://{HOST}:{server.web_port}{path}")
                self.take(one, f"{name}{look}")
            one.page.goto(f"http://{HOST}:{server.web_port}/stop/{TOKEN}")
            one.page.locator("button").click()
            self.take(one, f"stopped{look}")
            one.context.close()

    def first(self, server: ServerProcess) -> None:
        """The first page with a table that waits, and the page of that table."""
        with self.somebody(server, "Ana") as ana:
            ana.sets_up()
            (table,) = table_ids(server.data)
            for look, room, more in (
                ("", DESK, {}), ("-light", DESK, {"color_scheme": "light"}),
                ("-forced", DESK, {"forced_colors": "active"}),
                ("-phone", UPRIGHT, {**FINGERS, "device_scale_factor": 1}),
            ):  # fmt: skip
                one = Browsing(self._browser, "", room, **{"color_scheme": "dark", **more})
                for path, name in (("/", "first"), (f"/t/{table}", "table-page")):
                    one.page.goto(f"http://{HOST}:{server.web_port}{path}")
                    self.take(one, f"{name}{look}")
                one.context.close()

    def game(self, server: ServerProcess, index: int, look: str, **more: Any) -> None:
        """A table of the game that is so far down the list."""
        with ExitStack() as stack:
            ana = stack.enter_context(self.somebody(server, "Ana", **more))
            if more.get("has_touch"):
                ana.fills_in("n")
                ana.wait_for("Enter: choose this game.")
                ana.taps(*["down"] * index, "enter")
                ana.wait_for("› Start")
                self.take(ana, f"setup{look}")
                ana.taps("enter")
            else:
                ana.sets_up(*["Down"] * index)
            self.take(ana, f"lobby{look}")
            (row,) = (row for row in ana.screen().splitlines() if "open" in row)
            for name in NAMES[: row.count("free")]:
                stack.enter_context(self.somebody(server, name)).joins()
            ana.wait_until(lambda screen: "open" not in screen, "the start")
            if LOBBY in ana.at_rest():
                ana.taps("enter") if more.get("has_touch") else ana.keys("Enter")
            ana.wait_for("g Log")
            ana.at_rest()
            self.take(ana, f"{GAMES[index]}{look}")

    def standings(self, server: ServerProcess) -> None:
        """A ladder and a tournament, as whoever passes by reads them."""
        with ExitStack() as stack:
            people = [stack.enter_context(self.somebody(server, name)) for name in STANDING]
            lines = [self._by_lines(server, one) for one in people]
            for page in lines:
                _say(page, "ladder bataille", "join", "quit")
            _say(lines[-1], "ladder bataille", f"challenge {STANDING[1]}", "1", "quit")
            _say(lines[0], "tournaments", "new bataille", "title=Spring cup", "")
            for page in lines[1:]:
                _say(page, "tournaments", "go 1", "join")
            _say(lines[0], "begin", "go")
            _say(lines[0], "resign yes")
            for look, room, more in (
                ("", DESK, {}), ("-light", DESK, {"color_scheme": "light"}),
                ("-phone", PHONE, FINGERS),
            ):  # fmt: skip
                one = Browsing(self._browser, "", room, **{"color_scheme": "dark", **more})
                one.page.goto(f"http://{HOST}:{server.web_port}/ladder/bataille")
                self.take(one, f"ladder{look}")
                one.page.get_by_role("link", name="Tournaments").click()
                self.take(one, f"tournaments{look}")
                one.page.get_by_role("link", name="Spring cup").click()
                self.take(one, f"tournament{look}")
                one.context.close()

    def _by_lines(self, server: ServerProcess, one: Browsing) -> Page:
        page = one.context.new_page()
        page.goto(f"http://{HOST}:{server.web_port}/plain")
        page.locator("#log p").first.wait_for()
        return page

    def dialogs(self, server: ServerProcess) -> None:
        """Notices, the page by lines, and a line that is cut."""
        with self.somebody(server, "Ana") as ana:
            ana.keys("p", "n")
            ana.wait_for("Browser", "not set")
            self.take(ana, "notices")
            ana.keys("Enter")
            ana.page.locator("#notices-yes").wait_for(state="visible")
            self.take(ana, "notices-dialog")
            ana.page.get_by_role("button", name="Close").click()
            lines = self._by_lines(server, ana)
            _say(lines, "new bataille", "help")
            lines.screenshot(path=self._folder / "plain.png")
            server.kill()
            ana.page.locator("#strip-told", has_text="No connection").wait_for(state="visible")
            self.take(ana, "away")
            lines.bring_to_front()
            lines.screenshot(path=self._folder / "plain-away.png")


def _say(page: Page, *lines: str) -> None:
    """Type lines on the page by lines, each once the one before is answered."""
    page.bring_to_front()
    for line in lines:
        page.fill("#typed", line)
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)


@contextmanager
def serving() -> Iterator[ServerProcess]:
    """A server that also shows notices in browsers."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), SEED)
        own = f"http://{HOST}:{server.web_port}"
        server.start("--web-push", "--notice-loopback", "--web-address", own)
        try:
            yield server
        finally:
            server.close()


def main(folder: Path) -> None:
    """Take all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    with browsers() as browser:
        studio = Studio(browser, folder)
        with serving() as server:
            studio.before_the_lobby(server)
            studio.dialogs(server)
        with serving() as server:
            studio.first(server)
        with serving() as server:
            studio.standings(server)
        for index, _name in enumerate(GAMES):
            with serving() as server:
                studio.game(server, index, "")
        with serving() as server:
            studio.game(server, 0, "-phone", room=PHONE, **FINGERS)
        with serving() as server:
            studio.game(server, 2, "-light", color_scheme="light")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
