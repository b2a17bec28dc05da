"""Seeds, which determine all that is dealt and drawn at a table.

A chosen seed is a small number with a single stream of draws. A drawn seed has 128 bits, a stream
for each thing, and a commitment, which is public from the first move and proves afterwards that the
seed was not exchanged.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from rules.chance import KEY_BYTES, Chance

MOST_SEED: Final = 2**53 - 1
"""Seeds that are chosen are whole numbers from 0 to this, exact in every JSON reader."""

ChosenSeed = Annotated[int, Meta(ge=0, le=MOST_SEED)]
_Key = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{2 * KEY_BYTES}}}\Z")]
_Sum = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class DrawnSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seed nobody chose, in hexadecimal digits; a secret until the game is over."""

    drawn: _Key
    nonce: _Key
    commitment: _Sum
    """The SHA-256 commitment, the only part that is public during the game."""

    @property
    def is_as_committed(self) -> bool:
        """Whether seed and nonce are those of the commitment."""
        return commitment_of(self.drawn, self.nonce) == self.commitment


Seed: TypeAlias = ChosenSeed | DrawnSeed


def fresh_seed() -> DrawnSeed:
    """A seed nobody can guess, and a commitment to it."""
    import secrets  # noqa: PLC0415 - loads libraries that few tables need

    drawn, nonce = secrets.token_hex(KEY_BYTES), secrets.token_hex(KEY_BYTES)
    return DrawnSeed(drawn, nonce, commitment_of(drawn, nonce))


def commitment_of(drawn: str, nonce: str) -> str:
    """The SHA-256 of both, as written, with a blank between them."""
    import hashlib  # noqa: PLC0415 - loads a library that few tables need

    return hashlib.sha256(f"{drawn} {nonce}".encode()).hexdigest()


def chance_of(seed: Seed) -> Chance:
    """The chance of a table from its start."""
    if isinstance(seed, DrawnSeed):
        return Chance(0, bytes.fromhex(seed.drawn))
    return Chance(seed)


def number_of(seed: Seed) -> int:
    """A seed as one number, for what draws from a chance of its own."""
    return int(seed.drawn, 16) if isinstance(seed, DrawnSeed) else seed
