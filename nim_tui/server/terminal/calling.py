"""Sessions of a key that has too many are asked at all servers at once whether they are alive."""

from __future__ import annotations

from nim_tui.server.nodes.posts import KeyCalled
from nim_tui.server.services import Services
from nim_tui.server.terminal.context import LivenessCheck


def call_together(roll_call: LivenessCheck, lobby: Services) -> None:
    """Have other servers asked too where there may be any, and ask here when one of them calls."""
    lobby.across.call_key = roll_call.call
    if lobby.nodes.are_several:
        roll_call.call_elsewhere = lambda key: lobby.nodes.tell(KeyCalled(key))
