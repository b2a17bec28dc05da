"""How somebody becomes a member of the server, as the app of their session knows it."""

from __future__ import annotations

from typing import Protocol

from nim_tui.server.welcome import Welcome


class Registrar(Protocol):
    """Makes accounts for the key of one session."""

    @property
    def invites(self) -> bool:
        """Whether newcomers to this server need an invitation."""

    @property
    def needs_invitation(self) -> bool:
        """Whether the key of this session needs one."""

    @property
    def not_opened(self) -> str:
        """What to tell whose key does not open the account they meant; empty if none was."""

    def check(self, name: str) -> None:
        """Whether a name may be borne here, and alone makes an account. Raises a Refusal."""

    async def register(self, typed: str) -> Welcome:
        """A new account by a name, or by a name and an invitation. Raises a Refusal.

        By the name of a known account and its code, this key joins that one.
        """

    async def invite(self, account: int) -> str:
        """The code of an invitation by a member. Raises a Refusal."""
