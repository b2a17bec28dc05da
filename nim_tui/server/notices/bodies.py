"""What is posted to a webhook, in the form that each service takes."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from nim_tui.server.notices.message import Message

_NO_PREVIEWS: Final = 1 << 2
"""Discord: links are not looked at."""
LONGEST: Final = 1900
"""Characters of a message; Discord takes 2000."""


def posted(kind: str, address: str, message: Message) -> tuple[str, dict[str, Any]]:
    """Where to, and what as JSON."""
    match kind:
        case "ntfy":
            return _ntfy(address, message)
        case "discord":
            text = f"**{message.title}**\n{message.text}"[:LONGEST]
            silent = {"allowed_mentions": {"parse": []}, "flags": _NO_PREVIEWS}
            return address, {"content": text, **silent}
        case "slack":
            text = f"{message.title}\n{message.text}"[:LONGEST]
            for sign, meant in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
                text = text.replace(sign, meant)
            return address, {"text": text, "mrkdwn": False, "unfurl_links": False}
    return address, {
        "title": message.title,
        "text": message.text[:LONGEST],
        "url": message.link,
        "stop": message.stop_link,
    }


def _ntfy(address: str, message: Message) -> tuple[str, dict[str, Any]]:
    """As JSON to the server itself: headers would take no text but that of one language."""
    url = urlsplit(address)
    before, _slash, topic = url.path.rstrip("/").rpartition("/")
    facts: dict[str, Any] = {"topic": topic, "title": message.title}
    facts["message"] = message.text[:LONGEST]
    if message.link:
        facts["click"] = message.link
    return url._replace(path=before + "/").geturl(), facts
