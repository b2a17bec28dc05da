"""What happens in Submarine, said in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules import nouns
from rules.contract import Event, Result
from rules.messages import Value
from rules.submarine.board import COLOUR_LETTERS, COLOURS, TYPE_NAMES, TYPES
from screens.people import People
from screens.player_styles import SIDE_SIGNS
from screens.text import N_, _

_TEXTS: Final = {
    "placed": N_("{name}: level 1 of column {column}"),
    "sailed": N_("{name}: boat to column {column}"),
    "left": N_("{name}: boat out"),
    "dived": N_("{name}: dive {from} to {cell}"),
    "discarded": N_("{name}: a {colour} card paid"),
    "gave": N_("{name}: a card given to {other}"),
    "gave_known": N_("{name}: a {colour} card given to {other}"),
    "paid": N_("{name}: {count} to {other}"),
    "drew": N_("{name}: {count} drawn"),
    "drew_known": N_("{name}: drawn {cards}"),
    "swapped": N_("{name}: a card swapped"),
    "swapped_known": N_("{name}: a {colour} card put under the pile"),
    "took": N_("{name}: {token} taken from {cell}"),
    "took_joker": N_("{name}: {token} taken from {cell} for {joker}"),
    "passed": N_("{name}: done"),
    "returned": N_("all boats return: crossing {crossing} is over"),
    "ended_types": N_("all 12 types found: the end"),
    "ended_column": N_("a column is empty: the end"),
    "ended_cards": N_("nobody has a card: the end"),
    "ended_round_limit": N_("the last crossing is over"),
}

_VERDICTS: Final = {
    "types": N_("All 12 types have been found."),
    "column": N_("A column of the sea has no treasure left."),
    "cards": N_("Nobody has a research card left."),
    "round_limit": N_("The last crossing is over."),
}

OPTION_WORDS: Final = (
    N_("round limit"),
    N_("types"),
    N_("jokers"),
    N_("cards"),
)
"""Words of the game's options and figures, as forms and tables show them."""


def _key(event: Event) -> str:
    facts = event.facts
    match event.name:
        case "gave" | "swapped" if "colour" in facts:
            return f"{event.name}_known"
        case "drew" if "cards" in facts:
            return "drew_known"
        case "took" if facts["joker"]:
            return "took_joker"
        case "ended":
            return f"ended_{facts['reason']}"
    return event.name


def sentence(event: Event, people: People) -> str:
    """An event as a line of the log."""
    facts: dict[str, Value] = {**event.facts}
    if event.seat is not None:
        facts["name"] = people.signed(event.seat)
    if isinstance(to := facts.get("to"), int):
        facts["other"] = people.signed_within(to)
    for key in ("colour", "cards"):
        if isinstance(words := facts.get(key), str):
            facts[key] = " ".join(_(word) for word in words.split())
    if isinstance(count := facts.get("count"), int):
        facts["count"] = nouns.cards(count)
    return people.say(_TEXTS[_key(event)], facts, name=event.seat)


def is_weighty(event: Event) -> bool:
    """Whether a token changed hands, or the game ended."""
    return event.name in ("took", "ended")


def verdict(result: Result, people: People) -> str:
    """Who won and why."""
    return f"{_(_VERDICTS[result.reason])} {people.winners(result)}"


def legend() -> Mapping[str, str]:
    """The signs on the boards."""
    types = [f"{letter} {_(name)}" for letter, name in zip(TYPES, TYPE_NAMES)]
    colours = [f"{letter} {_(name)}" for letter, name in zip(COLOUR_LETTERS, COLOURS)]
    return {
        "Mr": _("a token: a letter for its type, one for its colour"),
        " ".join(TYPES[:6]): ", ".join(types[:6]),
        " ".join(TYPES[6:]): ", ".join(types[6:]),
        "S": _("a shell, good for a joker"),
        " ".join(COLOUR_LETTERS): ", ".join(colours),
        " ".join(SIDE_SIGNS): _("the players: their boats above, their bathyscaphes below"),
        "▲2 !": _("two bathyscaphes in one cell; ! they may still act, !1 one of them"),
        "+2": _("cards due to others for a token at this level, besides the one of its colour"),
        "═ 3 ═": _("the column where the boat stands"),
        "·": _("a token that was taken; a type not found yet"),
        "1 red + ▼1": _("a cost: a card of that colour, and a card of your pile for ▼"),
        "rb?+9": _("cards: those you know of a hand, ? those you do not, then the pile"),
        "under: b": _("cards that you put into your pile, next to be drawn first"),
        "[ ]  › ": _("the cursor; dots beside a place: it can be chosen now"),
    }
