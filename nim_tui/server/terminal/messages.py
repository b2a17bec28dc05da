"""The messages of the transport itself."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import copy_context
from typing import Final

from nim_tui.names import HARD_SPACES, harmless
from nim_tui.settings import Settings
from rules.messages import N_, Refusal
from screens.text import LANGUAGES, Locale, _, say_refusal, use_look

ONLY_RECORD: Final = N_(
    "The only commands are `tv`, `table ID`, `join INVITATION`, `record ID`, `export`, `bots`, "
    "`bot` and `stop CODE`; without a command, you enter the lobby."
)
NO_PLACE: Final = {
    "sessions": N_("The server is full: try again later."),
    "sessions_a_key": N_("You have too many sessions here: close one first."),
    "sessions_an_address": N_("Too many connections from your address: try again later."),
}
NO_KEY: Final = N_("This server needs an SSH key: make one with `ssh-keygen`.")
NOT_NOW: Final = N_("You cannot sign in at the moment: try again later.")
AWAY: Final = N_("Session closed after inactivity.")
APOLOGY: Final = N_("Sorry, an error occurred and was logged. Enter: continue; Ctrl+C: leave.")
LAST_APOLOGY: Final = N_("Sorry, the error occurred again and was logged. Try again later.")
NO_ANSWER: Final = N_("Sorry, the server cannot answer this now.")


def spoken(text: str | Refusal, wishes: Mapping[str, str]) -> str:
    """Return a line in the language of a client's environment."""
    return said_in(Locale(Settings().language_in(wishes)), text)


def said_in(look: Locale, text: str | Refusal) -> str:
    """Return a line in the language of a locale, whatever the current one."""

    def said() -> str:
        use_look(look)
        return say_refusal(text) if isinstance(text, Refusal) else _(text)

    return copy_context().run(said)


def in_every_language(text: str | Refusal) -> str:
    """Return a line in each language: before sign-in the client's is unknown."""
    lines = [on_screen(said_in(Locale(language), text), raw=False) for language in LANGUAGES]
    return b"".join(dict.fromkeys(lines)).decode()


def on_screen(text: str, *, raw: bool = True) -> bytes:
    """Return a line for a client, whose terminal may be in raw mode; without control characters."""
    clean = harmless(text.translate(HARD_SPACES))
    return as_shown(f"{clean}\n".encode("utf-8", "replace"), raw=raw)


def as_shown(data: bytes, *, raw: bool) -> bytes:
    """Return lines with the ends a client needs: a terminal in raw mode needs a carriage return."""
    return data.replace(b"\n", b"\r\n") if raw else data
