"""Texts in the reader's language. English is the source; French is in locale/."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.game import Result
from rules.text import N_, Fact, Refusal, why
from screens.look import current_look

__all__ = ["N_", "_", "ngettext", "say", "say_refusal", "say_told", "shortened", "why", "winners"]


def _(text: str) -> str:
    """The text in the language of the app that runs here."""
    return current_look().catalog.gettext(text) if text else ""


def ngettext(one: str, many: str, count: int) -> str:
    """The text for so many, with `{count}` filled in."""
    return current_look().catalog.ngettext(one, many, count).format(count=count)


def shortened(text: str, most: int) -> str:
    """The text, cut with an ellipsis if it has more than `most` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def winners(result: Result, names: Sequence[str]) -> str:
    """Who has won, alone or with others."""
    who = ", ".join(names[seat] for seat in result.winners)
    return (_("Winner: {names}") if len(result.winners) == 1 else _("Winners: {names}")).format(
        names=who
    )


def say(text: str, facts: Mapping[str, Fact]) -> str:
    """A translated sentence with its facts filled in."""
    return _(text).format(**facts)


def say_told(text: str, facts: Mapping[str, Fact]) -> str:
    """What rules or programs say, their words for things translated too; they name no people.

    What a person typed, `text`, is told as it was typed.
    """
    told = {
        name: _(fact) if isinstance(fact, str) and name != "text" else fact
        for name, fact in facts.items()
    }
    return say(text, told)


def say_refusal(refusal: Refusal) -> str:
    """Why a move was refused, in the reader's language."""
    return say_told(refusal.reason, refusal.facts)
