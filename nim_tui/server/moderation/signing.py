"""The signature of an order: what is checked and written in the transaction of the order."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

Sign = Callable[[Connection], None]
"""Checks that an order is allowed, and records it; or raises a Refusal, with nothing changed."""


def unsigned(_connection: Connection) -> None:
    """Allow what no member of the staff has ordered."""
