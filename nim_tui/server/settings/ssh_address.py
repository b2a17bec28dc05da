"""The address by which people reach a server with ssh."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from nim_tui.server.settings.kinds import Text, WrongValue, shown
from rules.messages import N_

_SSH_ADDRESS: Final = re.compile(
    r"([a-z0-9][a-z0-9.-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?", re.ASCII
)
USUAL: Final = 22


@dataclass(frozen=True, slots=True)
class SshAddress(Text):
    """A host as ssh takes it, with its port where that is not 22; or nothing."""

    def checked(self, value: object) -> str:
        """The value. Raises WrongValue."""
        given = Text.checked(self, value)
        if given:
            host_and_port(given)
        return given


def host_and_port(address: str) -> tuple[str, int]:
    """The two of games.example.org:8022. Raises WrongValue."""
    found = _SSH_ADDRESS.fullmatch(address.lower())
    port = int(found[2] or USUAL) if found else 0
    if found is None or not 0 < port < 65_536:
        raise WrongValue(
            N_("it takes an address such as {address}, not {text}"),
            address="games.example.org:8022",
            text=shown(address),
        )
    return found[1].strip("[]"), port
