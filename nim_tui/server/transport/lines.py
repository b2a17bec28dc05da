"""What the transport itself says, in plain lines: there is no app to say it."""

from __future__ import annotations

from typing import Final

NO_TERMINAL: Final = "This needs a terminal: use `ssh -t`."
ONLY_RECORD: Final = "The only command here is `record ID`; without a command you come in to play."
NO_PLACE: Final = {
    "sessions": "The house is full: please come back later.",
    "sessions_a_key": "You are here already, as often as may be: close another window first.",
    "sessions_an_address": "Too many come from your address just now: please come back later.",
}
AWAY: Final = "You were away for long: goodbye."
APOLOGY: Final = "Sorry: something broke here, and was noted. Enter: go on, Ctrl+C: leave."
LAST_APOLOGY: Final = "Sorry: it broke once more. It has been noted; please come back later."
NO_ANSWER: Final = "Sorry: this cannot be answered now."


def on_screen(text: str, *, raw: bool = True) -> bytes:
    """A line for a client, whose terminal is in raw mode if it has one; no control characters."""
    clean = "".join(sign for sign in text if sign.isprintable())
    return as_shown(f"{clean}\n".encode("utf-8", "replace"), raw=raw)


def as_shown(data: bytes, *, raw: bool) -> bytes:
    """Lines as a client needs them ended: a terminal in raw mode does not go back by itself."""
    return data.replace(b"\n", b"\r\n") if raw else data
