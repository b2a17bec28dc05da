"""The public state of a table beside its moves, as it is kept for all servers."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Board(msgspec.Struct, frozen=True):
    """Offers and agreement by seat, votes by account, and the seats that people lent themselves."""

    by: int | None = None
    agreed: tuple[int, ...] = ()
    votes: Mapping[str, tuple[int, ...]] = {}
    """The accounts that want a bot for somebody, by the number of that account."""
    wished: tuple[int, ...] = ()
    """The seats of people who wanted a bot to play for them."""
    is_undo: bool = False
    """Whether it is offered to take a move back, and not to end the game."""


def written(board: Board) -> str:
    """As it is kept."""
    return msgspec.json.encode(board).decode()


def board_from(text: str) -> Board:
    """As it was kept; of another version as far as that is known here."""
    return msgspec.json.decode(text, type=Board)
