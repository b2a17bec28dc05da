"""Seeds, which determine everything dealt and drawn at a table.

A chosen seed is a small number with a single stream of draws. A drawn seed has 128 bits, a stream
for each purpose, and a commitment that is public from the first move and proves afterwards that the
seed was not exchanged.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from rules.chance import KEY_BYTES, Chance

MOST_SEED: Final = 2**53 - 1
"""The largest chosen seed: 0 up to this is exact in every JSON reader."""

ChosenSeed = Annotated[int, Meta(ge=0, le=MOST_SEED)]
_Key = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{2 * KEY_BYTES}}}\Z")]
_Sum = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class DrawnSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A randomly drawn seed, in hexadecimal digits; secret until the game is over."""

    drawn: _Key
    nonce: _Key
    commitment: _Sum
    """The SHA-256 commitment, the only part that is public during the game."""

    @property
    def is_as_committed(self) -> bool:
        """Whether seed and nonce match the commitment."""
        return commitment_of(self.drawn, self.nonce) == self.commitment


Seed: TypeAlias = ChosenSeed | DrawnSeed


def fresh_seed() -> DrawnSeed:
    """Draw an unguessable seed, with a commitment to it."""
    import secrets  # noqa: PLC0415 - loads libraries that few tables need

    drawn, nonce = secrets.token_hex(KEY_BYTES), secrets.token_hex(KEY_BYTES)
    return DrawnSeed(drawn, nonce, commitment_of(drawn, nonce))


def commitment_of(drawn: str, nonce: str) -> str:
    """Return the SHA-256 of both texts, joined by a blank."""
    import hashlib  # noqa: PLC0415 - loads a library that few tables need

    return hashlib.sha256(f"{drawn} {nonce}".encode()).hexdigest()


def chance_of(seed: Seed) -> Chance:
    """Return the chance of a table from its start."""
    if isinstance(seed, DrawnSeed):
        return Chance(0, bytes.fromhex(seed.drawn))
    return Chance(seed)


def number_of(seed: Seed) -> int:
    """Return a seed as one number, to seed other generators."""
    return int(seed.drawn, 16) if isinstance(seed, DrawnSeed) else seed
