"""What proves to everybody at a table how it was dealt."""

from __future__ import annotations

from dataclasses import dataclass

from screens.text import _


@dataclass(frozen=True, slots=True)
class Deal:
    """What may be known of a seed that was drawn."""

    commitment: str
    """The SHA-256 of seed and nonce, which everybody may know from the first move."""
    opened: tuple[str, str] | None = None
    """Seed and nonce, once the game is over."""


def deal_told(deal: Deal | None) -> list[str]:
    """What proves how the game was dealt; nothing where somebody chose the seed."""
    if deal is None:
        return []
    told = [_("The deal is sealed by this sum (SHA-256): {sum}").format(sum=deal.commitment)]
    if deal.opened is None:
        return [*told, _("Seed and nonce behind it are shown once the game is over.")]
    seed, nonce = deal.opened
    return [
        *told,
        _("Seed: {seed}").format(seed=seed),
        _("Nonce: {nonce}").format(nonce=nonce),
        _("“nim-tui record verify FILE” checks that the record fits."),
    ]
