"""Settings that are addresses, and the public addresses of this server."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nim_tui.server.settings.kinds import (
    ProxyNetwork,
    TextSetting,
    WrongValue,
    several,
    shown,
    text,
    whole,
)
from rules.messages import N_

_ADDRESS: Final = re.compile(
    r"(https?)://([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?/?"
)
USUAL_PORTS: Final = {"http": "80", "https": "443"}


@dataclass(frozen=True, slots=True)
class WebAddress(TextSetting):
    """A public address for browsers."""

    def checked(self, value: object) -> str:
        """Return the valid value. Raises WrongValue."""
        given = TextSetting.checked(self, value)
        scheme_and_host(given)
        return given


def scheme_and_host(address: str) -> tuple[str, str]:
    """Return `https` and `games.example.org` of https://games.example.org/. Raises WrongValue."""
    found = _ADDRESS.fullmatch(address.lower())
    if found is None:
        raise WrongValue(
            N_("must be an address such as {address}, not {text}"),
            address="https://games.example.org",
            text=shown(address),
        )
    return found[1], plain_host(found[1], found[2] + (f":{found[3]}" if found[3] else ""))


def plain_host(scheme: str, host: str) -> str:
    """Return a host as browsers write it: without the default port."""
    return host.lower().removesuffix(f":{USUAL_PORTS[scheme]}")


@dataclass(frozen=True, slots=True)
class WebConfig:
    """The browser access: addresses to listen on and public addresses."""

    web: int = whole(0, 0, 65_535, N_("Port for browsers; 0: no browser access."))
    web_host: str = text("127.0.0.1", 400, N_("ADDRESS"), N_("Address to listen on for browsers."))
    web_address: tuple[str, ...] = several(
        WebAddress, 20, 300, N_("ADDRESS"),
        N_("Addresses at which browsers reach the server, such as https://games.example.org."),
    )  # fmt: skip
    web_proxy: tuple[str, ...] = several(
        ProxyNetwork, 64, 50, N_("NETWORK"),
        N_("Addresses or networks of trusted proxies (X-Forwarded-For and X-Forwarded-Proto)."),
    )  # fmt: skip


_SSH_ADDRESS: Final = re.compile(
    r"([a-z0-9][a-z0-9.-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?", re.ASCII
)
USUAL_SSH_PORT: Final = 22


@dataclass(frozen=True, slots=True)
class SshAddress(TextSetting):
    """A host for ssh, with its port if not 22; may be empty."""

    def checked(self, value: object) -> str:
        """Return the valid value. Raises WrongValue."""
        given = TextSetting.checked(self, value)
        if given:
            host_and_port(given)
        return given


def host_and_port(address: str) -> tuple[str, int]:
    """Return host and port of games.example.org:8022. Raises WrongValue."""
    found = _SSH_ADDRESS.fullmatch(address.lower())
    port = int(found[2] or USUAL_SSH_PORT) if found else 0
    if found is None or not 0 < port < 65_536:
        raise WrongValue(
            N_("must be an address such as {address}, not {text}"),
            address="games.example.org:8022",
            text=shown(address),
        )
    return found[1].strip("[]"), port


HOST: Final = "HOST"
"""The placeholder for an unknown address, as in the manual."""


@dataclass(frozen=True, slots=True)
class PublicAddresses:
    """The public addresses of a server; nothing is guessed."""

    web: str = ""
    """Such as https://games.example.org; empty without browser access, or if unknown."""
    ssh: str = ""
    """Such as games.example.org or games.example.org:8022; empty if not set."""

    def invitation(self, token: str) -> Sequence[str]:
        """Return the lines that use an invitation: a command for ssh, and a web address."""
        lines = [f"ssh -t {self._ssh_words} join {token}"]
        return [*lines, f"{self.web}/i/{token}"] if self.web else lines

    def record(self, table: str) -> Sequence[str]:
        """Return the command lines that fetch a finished game's record, and make a page of it."""
        return (
            f"ssh {self._ssh_words} record {table} > game.jsonl",
            "nim-tui record export game.jsonl --to html > game.html",
        )

    def page(self, table: str) -> str:
        """Return the address of a table; empty without browser access, or if unknown."""
        return f"{self.web}/t/{table}" if self.web else ""

    @property
    def by_ssh(self) -> str:
        """The command that connects by ssh; empty if the address is not set."""
        return f"ssh {self._ssh_words}" if self.ssh else ""

    @property
    def _ssh_words(self) -> str:
        host, port = host_and_port(self.ssh) if self.ssh else (HOST, USUAL_SSH_PORT)
        return host if port == USUAL_SSH_PORT else f"-p {port} {host}"


def web_base(browsers: WebConfig) -> str:
    """Return the public address of the pages, preferably with https; empty if unknown."""
    known = [one.rstrip("/") for one in browsers.web_address] if browsers.web else []
    safe = [one for one in known if one.startswith("https:")]
    return (safe or known or [""])[0]
