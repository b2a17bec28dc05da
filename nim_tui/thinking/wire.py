"""What passes between a pool and its workers, both ends our own: one pickle after another."""

from __future__ import annotations

import pickle
import struct
from asyncio import StreamReader
from typing import Any, BinaryIO, Final

_LENGTH: Final = struct.Struct(">I")
MOST_BYTES: Final = 1 << 24
"""Nothing that is asked or answered comes near."""


def packed(value: object) -> bytes:
    """A value as it is sent."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def read(stream: BinaryIO) -> Any:
    """The next value. Raises EOFError where the other end is gone."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    return pickle.loads(stream.read(_LENGTH.unpack(head)[0]))


async def receive(stream: StreamReader) -> Any:
    """The next value. Raises EOFError (IncompleteReadError is one), ValueError."""
    (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    if length > MOST_BYTES:
        raise ValueError("a worker said more than anybody asked")
    return pickle.loads(await stream.readexactly(length))
