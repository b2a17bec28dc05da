"""People who have nothing but a browser: Chromium, as it is on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.e2e.needs import CHROMIUM
from tests.e2e.people import LOBBY, NAMING, Player
from tests.e2e.server_process import ServerProcess
from tests.ports import HOST

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

NAMES = {"Up": "ArrowUp", "Down": "ArrowDown", "Reserve": "ArrowLeft", "Right": "ArrowRight"}
"""Keys that browsers name otherwise than tmux."""
ROOM = (740, 480)
"""Pixels for hardly more than 80 x 24."""
BOUNCE = 300
"""Milliseconds after which a second tap is another one."""
ROWS = "[...document.querySelectorAll('.xterm-rows > div')].map(row => row.textContent).join('\\n')"

PLACE = """text => {
  for (const row of document.querySelectorAll('.xterm-rows > div')) {
    const start = row.textContent.replaceAll('\\xa0', ' ').indexOf(text);
    if (start < 0) continue;
    const range = document.createRange(), walker = document.createTreeWalker(row, 4);
    for (let node, seen = 0; (node = walker.nextNode()); seen += node.length) {
      if (start >= seen && start < seen + node.length) range.setStart(node, start - seen);
      const end = start + text.length - seen;
      if (end <= node.length) { range.setEnd(node, end); break; }
    }
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return [left, right, (top + bottom) / 2];
  }
  return null;
}"""
"""Where the first line of the terminal that has a text shows it: left, right and middle, in px."""


@contextmanager
def browsers() -> Iterator[Browser]:
    """Chromium, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class Browsing(Player):
    """Somebody with a profile of their own."""

    def __init__(
        self, browser: Browser, name: str, room: tuple[int, int] = ROOM, **more: Any
    ) -> None:
        self.name = name
        self.errors: list[str] = []
        self.context: BrowserContext = browser.new_context(
            viewport={"width": room[0], "height": room[1]}, locale="en-GB", **more
        )
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        if kind in ("error", "warning"):
            self.errors.append(text)

    def screen(self) -> str:
        """What the terminal shows; nothing while the page goes elsewhere."""
        from playwright.sync_api import Error

        try:
            return str(self.page.evaluate(ROWS)).replace("\xa0", " ")
        except Error as error:
            if "navigation" not in error.message:
                raise
            return ""

    def keys(self, *names: str) -> None:
        """Press keys."""
        for name in names:
            self.page.keyboard.press(NAMES.get(name, name))

    def type(self, text: str) -> None:
        """Type a text."""
        self.page.keyboard.type(text)

    def visit(self, server: ServerProcess, *, shows: str = LOBBY) -> None:
        """Open the page; the first time, have it keep a name."""
        self.page.goto(f"http://{HOST}:{server.web_port}/lobby")
        if shows == NAMING:
            self.page.get_by_role("button", name="Choose a name").click()
        self.wait_for(shows)

    def is_told(self, text: str) -> None:
        """Wait until the page says something below the terminal."""
        self.page.locator("#told", has_text=text).wait_for(state="visible")

    # With the mouse

    def place(self, text: str) -> tuple[float, float, float]:
        """Where the terminal shows a text: its left and right end and its middle line, in px."""
        found = self.page.evaluate(PLACE, text)
        assert found is not None, f"{text} is nowhere:\n{self.screen()}"
        left, right, middle = found
        return left, right, middle

    def clicks(self, text: str) -> None:
        """Click in the middle of a text, once nothing moves any more."""
        self.at_rest()
        left, right, middle = self.place(text)
        self.page.mouse.click((left + right) / 2, middle)

    def selects(self, text: str) -> None:
        """Draw the mouse over a text with Shift held down."""
        left, right, middle = self.place(text)
        self.page.keyboard.down("Shift")
        self.page.mouse.move(left + 1, middle)
        self.page.mouse.down()
        self.page.mouse.move(right - 1, middle, steps=4)
        self.page.mouse.up()
        self.page.keyboard.up("Shift")

    # With fingers

    def touches(self, text: str) -> None:
        """Tap on a text, once nothing moves any more."""
        self.at_rest()
        left, right, middle = self.place(text)
        self.page.touchscreen.tap((left + right) / 2, middle)

    def touches_twice(self, text: str) -> None:
        """Tap on a text, which marks it, and tap there again once that is explained."""
        self.at_rest()
        left, right, middle = self.place(text)
        for _tap in range(2):
            self.page.wait_for_timeout(BOUNCE)
            self.page.touchscreen.tap((left + right) / 2, middle)

    def taps(self, *names: str) -> None:
        """Tap keys of the row for fingers, or of the panel with all of them."""
        if self.page.locator("#unline").is_visible():
            self.page.locator("#unline").tap()
        for name in names:
            key = f"button[data-key='{name}']"
            here = self.page.locator(f"#keys {key}")
            if not here.count():
                self.opens_panel()
                here = self.page.locator(f"#more {key}").first
            self.page.wait_for_timeout(BOUNCE)
            here.tap()

    def opens_panel(self) -> None:
        """Open the panel with all keys."""
        if self.page.locator("#more").is_hidden():
            self.page.locator("#keys button.more").tap()
        self.page.locator("#tabs button").first.tap()

    def fills_in(self, text: str) -> None:
        """Type a line into the field, and send it."""
        if self.page.locator("#typed").is_hidden():
            self.opens_panel()
            self.page.locator("#tabs button").nth(2).tap()
        self.page.fill("#typed", text)
        self.page.locator("#line button").first.tap()
