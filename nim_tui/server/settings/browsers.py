"""What an operator may set of the door for browsers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from nim_tui.server.settings.fields import text, whole
from nim_tui.server.settings.kinds import Text, WrongValue, shown
from nim_tui.server.settings.lists import ProxyNetwork, several
from rules.messages import N_

_ADDRESS: Final = re.compile(
    r"(https?)://([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?/?"
)
USUAL_PORTS: Final = {"http": "80", "https": "443"}


@dataclass(frozen=True, slots=True)
class WebAddress(Text):
    """An address by which browsers know a server."""

    def checked(self, value: object) -> str:
        """The value. Raises WrongValue."""
        given = Text.checked(self, value)
        scheme_and_host(given)
        return given


def scheme_and_host(address: str) -> tuple[str, str]:
    """`https` and `games.example.org` of https://games.example.org/. Raises WrongValue."""
    found = _ADDRESS.fullmatch(address.lower())
    if found is None:
        raise WrongValue(
            N_("it takes an address such as {address}, not {text}"),
            address="https://games.example.org",
            text=shown(address),
        )
    return found[1], plain_host(found[1], found[2] + (f":{found[3]}" if found[3] else ""))


def plain_host(scheme: str, host: str) -> str:
    """A host as browsers write it: without the port that goes without saying."""
    return host.lower().removesuffix(f":{USUAL_PORTS[scheme]}")


@dataclass(frozen=True, slots=True)
class Browsers:
    """Where people come in with a browser, if anywhere."""

    web: int = whole(0, 0, 65_535, N_("Port for people who come with a browser; 0: there is none."))
    web_host: str = text("127.0.0.1", 400, N_("ADDRESS"), N_("Address to listen on for them."))
    web_address: tuple[str, ...] = several(
        WebAddress, 20, 300, N_("ADDRESS"),
        N_("Addresses by which browsers know the server, as https://games.example.org."),
    )  # fmt: skip
    web_proxy: tuple[str, ...] = several(
        ProxyNetwork, 64, 50, N_("NETWORK"),
        N_("Addresses or networks of proxies whose X-Forwarded-For and -Proto are believed."),
    )  # fmt: skip
