"""People in the page's text mode."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tests.waiting import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TURN, OVER, OWN = "Your turn", "The game is over", "You: "
ADVICE: Final = "A bot would play: "


class Talking:
    """Somebody who hears the page in text mode and types, by what a screen reader finds there."""

    def __init__(self, browser: Browser, address: str, locale: str = "en-GB") -> None:
        self.context = browser.new_context(locale=locale)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)
        self.page.goto(address)

    def _note(self, message: object) -> None:
        if getattr(message, "type", "") in ("error", "warning"):
            self.errors.append(getattr(message, "text", ""))

    @property
    def told(self) -> list[str]:
        """What was said."""
        return self.page.get_by_role("log").get_by_role("paragraph").all_text_contents()

    def hears(self, text: str) -> None:
        """Wait for a sentence."""
        wait_until(lambda: any(text in line for line in self.told), text)

    def say(self, line: str) -> None:
        """Type a line."""
        self.page.get_by_role("textbox", name=re.compile("^Your input|^Votre saisie")).fill(line)
        self.page.keyboard.press("Enter")

    def plays(self) -> None:
        """Play by the moves of hints until the game is over."""
        while self._is_asked():
            self.say("hint")
            wait_until(self._advised, lambda: "\n".join(self.told[-8:]))
            self.say(self._advised())
            wait_until(lambda: not self._advised(), lambda: "\n".join(self.told[-8:]))

    @property
    def is_asked(self) -> bool:
        """Whether the last sentence is the question for a move."""
        return "".join(self.told[-1:]).startswith(TURN)

    def _is_asked(self) -> bool:
        """Wait for a question, or the end of the game; whether it is a question."""

        def last() -> str:
            return "".join(self.told[-1:])

        wait_until(lambda: last().startswith((TURN, OVER)), last)
        return last().startswith(TURN)

    def _advised(self) -> str:
        """Return the move of a hint that was not played yet."""
        for line in reversed(self.told):
            if line.startswith(OWN):
                break
            if line.startswith(ADVICE):
                return line.removeprefix(ADVICE).rstrip(".")
        return ""
