"""The identity of a server: its name and texts, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from nim_tui.server.settings.kinds import TextSetting, WrongValue, setting
from nim_tui.server.untrusted_text import UnsuitableText, plain_line
from rules.messages import N_
from screens.text import current_look

SOFTWARE: Final = "nim_tui"
"""The name of a server that has none of its own."""
LONGEST_TOLD: Final = 300
"""The most cells of a line of these texts."""
_FRENCH: Final = "_fr"


@dataclass(frozen=True, slots=True)
class PlainText(TextSetting):
    """A text of few lines that every terminal shows alike."""

    lines: int = 1

    def checked(self, value: object) -> str:
        """Return the valid value, with clean lines. Raises WrongValue."""
        lines = TextSetting.checked(self, value).strip().splitlines()
        if len(lines) > self.lines:
            raise WrongValue(N_("must have at most {most} lines"), most=self.lines)
        most = min(self.most, LONGEST_TOLD)
        try:
            return "\n".join(plain_line(one, most) if one.strip() else "" for one in lines)
        except UnsuitableText as error:
            raise WrongValue(error.reason, **error.facts) from error


def plain(most: int, lines: int, meaning: str) -> Any:
    """Return a field for a text of few lines, empty by default."""
    return setting("", PlainText(meaning, most, N_("TEXT"), lines))


@dataclass(frozen=True, slots=True)
class IdentityConfig:
    """The name and the texts of a server; a text that lacks a language is shown in the other."""

    server_name: str = plain(40, 1, N_("Name of the server, instead of nim_tui."))
    server_name_fr: str = plain(40, 1, N_("Name of the server in French."))
    welcome: str = plain(600, 6, N_("Welcome text for everyone who comes."))
    welcome_fr: str = plain(600, 6, N_("Welcome text in French."))
    house_rules: str = plain(4000, 60, N_("Rules of the server for its players."))
    house_rules_fr: str = plain(4000, 60, N_("Rules of the server in French."))
    motd: str = plain(300, 1, N_("Message of the day, until an admin sets another."))
    motd_fr: str = plain(300, 1, N_("Message of the day in French."))
    contact: str = plain(200, 2, N_("How to reach the people who run the server."))
    contact_fr: str = plain(200, 2, N_("Contact in French."))

    def told(self, text: str) -> str:
        """Return one of the texts in the language of the reader; empty if it is not set."""
        return in_own_language(self.in_languages(text))

    def in_languages(self, text: str) -> Mapping[str, str]:
        """Return one of the texts by language."""
        return {"en": getattr(self, text), "fr": getattr(self, text + _FRENCH)}


def in_own_language(texts: Mapping[str, str]) -> str:
    """Return the text of the reader's language, or else of another one; empty if there is none."""
    own = texts.get(current_look().language, "")
    return own or next((text for text in texts.values() if text), "")
