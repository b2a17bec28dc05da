"""The requests of a server to the other nodes at its database, and the news from them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from nim_tui.server.nodes.leases import Lease
from nim_tui.server.nodes.node_rows import NodeRow, PersonElsewhere
from nim_tui.server.nodes.posts import AnyPost, Post
from nim_tui.server.sessions.quotas import Elsewhere
from nim_tui.server.storage.database import WriteRefused
from rules.messages import N_

DOWN = N_("The database does not answer: nothing can be saved until it does. Please wait.")
UP = N_("The database answers again: play goes on.")


class OwnerSilent(WriteRefused):
    """The server that looks after a table did not answer in time."""


class NodeSilent(WriteRefused):
    """Another server did not answer in time, or there is none of that number."""


class House(Protocol):
    """The parts of a lobby that a node shares with the others: tables, people, chat."""

    async def hear(self, post: AnyPost) -> None:
        """Another node tells something, or this one has told it about a line of a record."""

    def people_moved(self) -> None:
        """Others are at other nodes than before, or at other tables there."""

    def brief(self) -> None:
        """Others have come, which have not heard what was told once for all to keep."""

    async def take_over(self, tables: Sequence[str]) -> Collection[str]:
        """Nobody looks after these games, or they are not held: those that cannot be held now."""

    def own_tables(self) -> Collection[str]:
        """The games that this node looks after, as far as it knows."""

    def idle_tables(self) -> Collection[str]:
        """Those of them that another node could look after: nobody would notice."""

    async def hand_on(self, table: str, node: int) -> bool:
        """Let another node look after one of them; whether it does now. Raises StorageError."""

    def unread(self) -> Collection[str]:
        """The games that people here look at, and that could not be read when they should be."""

    def rest(self) -> None:
        """For all that is known here others may look after all games: let bots and clocks rest."""

    def lost(self, table: str) -> None:
        """Another node looks after one of them."""

    async def begin_anew(self) -> None:
        """Read everything again: news of other nodes may have been missed."""

    async def read_anew(self) -> None:
        """A node is gone, which may have stored what it has not told. Raises StorageError."""

    async def catch_up(self) -> None:
        """Read the news of other nodes that may have been missed while the database was away.

        Raises RecordError, StorageError.
        """

    def tell_all(self, text: str) -> None:
        """Tell everybody who is here a sentence to translate."""


class Nodes(Protocol):
    """The nodes at a database, as one of them knows them."""

    @property
    def are_several(self) -> bool:
        """Whether there may be others."""

    @property
    def leads(self) -> bool:
        """Whether this one does what one alone has to do for all."""

    @property
    def people(self) -> Sequence[PersonElsewhere]:
        """The people at other nodes."""

    @property
    def places(self) -> Elsewhere:
        """The connections and sessions of addresses and keys, counted at all nodes."""

    @property
    def number(self) -> int | None:
        """Which one this is, where there may be others."""

    async def open(self, house: House) -> None:
        """Be one of them from now on. Raises UnusableDatabase, StorageError."""

    async def close(self) -> None:
        """Be one of them no longer."""

    async def own(self, table: str) -> tuple[bool, Lease | None]:
        """Whether this node owns a game being played, and what proves that where it may change.

        Nobody's is this node's from now on. Raises StorageError.
        """

    def tell(self, *posts: Post) -> None:
        """Tell the others something, in order; nobody waits for it."""

    def show(self, visit: int, account: int, at: str | None) -> None:
        """Somebody is here, at this table."""

    def show_gone(self, visit: int) -> None:
        """Somebody is here no longer."""

    def keep_board(self, lease: Lease | None, board: str) -> None:
        """Keep what is known of a game beside its moves, for other nodes."""

    async def board(self, table: str) -> str:
        """Return the public state of a game beside its moves. Raises StorageError."""

    async def ask_owner(self, table: str, act: str, account: int, seat: int) -> None:
        """Have the owner of a game do something there. Raises a Refusal."""

    async def known(self) -> Sequence[NodeRow]:
        """All that live, the oldest first. Raises StorageError."""

    async def ask_admin(self, node: int, order: str) -> str:
        """Return the answer of another node to an admin. Raises NodeSilent, StorageError."""

    async def note_rematch(self, table: str, again: str) -> str:
        """The rematch of a game: this one, unless there is another. Raises StorageError."""
