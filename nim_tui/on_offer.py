"""The games on offer, as the screens of any app ask for them."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.catalog import CATALOG, offer_named
from rules.contract import AnyGame
from screens.app_api import OnOffer


class OffersGames:
    """The part of an AppApi that is the same wherever it stands."""

    def games_on_offer(self) -> Sequence[OnOffer]:
        """The games there are."""
        return [OnOffer(offer.name, offer.title, offer.bots) for offer in CATALOG.values()]

    def rules_of(self, name: str) -> AnyGame:
        """The rules of a game."""
        return offer_named(name).game
