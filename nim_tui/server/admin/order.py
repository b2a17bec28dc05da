"""The parts that every order to a server is made of: a line of JSON with bounded facts."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

Line = Annotated[str, msgspec.Meta(max_length=400)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Place = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
Lasting = Annotated[int, msgspec.Meta(ge=60, le=10 * 366 * 86_400)]
Sought = Annotated[str, msgspec.Meta(max_length=120)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10**9)]

Facts = dict[str, Any]
"""What an order led to, fit for JSON."""


class AdminOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Something asked of a server."""
