"""Terms and deal of a table in a box."""

from __future__ import annotations

from typing import Any

from rules.contract import AnyGame
from screens.table.deal import Deal, deal_told
from screens.table.log_dialog import PLAIN, LogDialog
from screens.table.terms import terms_told
from screens.text import _


def terms_dialog(game: AnyGame, view: Any, deal: Deal | None) -> LogDialog:
    """What was agreed, and what proves how the game was dealt."""
    told = [*terms_told(game, view), *deal_told(deal)]
    return LogDialog([(text, PLAIN) for text in told], title=_("Terms and deal"))
