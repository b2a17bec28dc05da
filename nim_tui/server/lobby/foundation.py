"""The base of every part of a lobby: the one database, other nodes, limits and presence."""

from __future__ import annotations

from dataclasses import dataclass

from nim_tui.server.lobby.table_list import TableList
from nim_tui.server.nodes.node import Nodes
from nim_tui.server.sessions.presence import Presence
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.database import Database


@dataclass(frozen=True, slots=True)
class Foundation:
    """The parts that all parts of a lobby share."""

    database: Database
    nodes: Nodes
    limits: LobbyLimits
    guests: Presence
    """The sessions online."""
    table_list: TableList
    """The tables that are not over."""
