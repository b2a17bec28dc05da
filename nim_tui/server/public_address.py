"""The addresses by which people reach this server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nim_tui.server.settings.addresses import WebConfig, host_and_port
from nim_tui.server.settings.settings import ServerSettings

HOST: Final = "HOST"
"""The placeholder for an unknown address, as in the manual."""
_USUAL_PORT: Final = 22


@dataclass(frozen=True, slots=True)
class PublicAddresses:
    """Addresses by which others come; nothing is guessed."""

    web: str = ""
    """As https://games.example.org; "" without browser access or a known name."""
    ssh: str = ""
    """As games.example.org or games.example.org:8022; "" if not set."""

    def invitation(self, token: str) -> Sequence[str]:
        """The lines by which somebody comes with an invitation: by ssh, and by a browser."""
        lines = [f"ssh -t {self._ssh_words} join {token}"]
        return [*lines, f"{self.web}/i/{token}"] if self.web else lines

    def record(self, table: str) -> Sequence[str]:
        """The lines by which somebody has the record of a game that is over, and makes a page."""
        return (
            f"ssh {self._ssh_words} record {table} > game.jsonl",
            "nim-tui record export game.jsonl --to html > game.html",
        )

    def page(self, table: str) -> str:
        """The address of a table; empty where browsers do not come, or by no known name."""
        return f"{self.web}/t/{table}" if self.web else ""

    @property
    def _ssh_words(self) -> str:
        host, port = host_and_port(self.ssh) if self.ssh else (HOST, _USUAL_PORT)
        return host if port == _USUAL_PORT else f"-p {port} {host}"


def known_as(settings: ServerSettings) -> PublicAddresses:
    """Return the addresses of the settings."""
    return PublicAddresses(web_base(settings.browsers), settings.serving.ssh_address)


def web_base(browsers: WebConfig) -> str:
    """The address of the pages, one by https if there is any; empty where none is known."""
    known = [one.rstrip("/") for one in browsers.web_address] if browsers.web else []
    safe = [one for one in known if one.startswith("https:")]
    return (safe or known or [""])[0]
