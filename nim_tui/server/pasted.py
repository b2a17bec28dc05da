"""What somebody pastes to come to a table: an id, an invitation, or a whole line with either."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from nim_tui.server.database.seat_links import TOKEN_LENGTH
from nim_tui.server.ssh.client import is_table_id
from screens.lobby.links_api import LONGEST_PASTED

_TOKEN: Final = re.compile(rf"[0-9A-Za-z]{{{TOKEN_LENGTH}}}", re.ASCII)
_WRAPPED: Final = "<>\"'`()[].,;:!?/ \t"
_WHOLE: Final = re.compile(r"(?:ssh\s|https?://)", re.ASCII | re.IGNORECASE)


class Pasted(NamedTuple):
    """Where it leads: one of both, or nowhere."""

    table: str = ""
    """The id of a table."""
    token: str = ""
    """An invitation, right or wrong."""


def pasted(text: str) -> Pasted:
    """What a text leads to: its last word, or of an address the last part of the path."""
    words = text[:LONGEST_PASTED].split()
    last = words[-1].strip(_WRAPPED).rpartition("/")[2] if words else ""
    if is_table_id(last.casefold()):
        return Pasted(table=last.casefold())
    for told in (last, "".join(words)):
        if _TOKEN.fullmatch(told.replace("-", "")):
            return Pasted(token=told)
    return Pasted()


def is_whole_line(text: str) -> bool:
    """Whether a text is a command of ssh or an address, as they are handed on."""
    return _WHOLE.match(text.strip(_WRAPPED)) is not None
