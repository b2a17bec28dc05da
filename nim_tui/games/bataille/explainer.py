"""Why one move is better than another in *Bataille sous les mers*: groups, events, sentences.

The difference of the win probabilities is split over safety (the seat's submarines), search (the
enemy's), ships, charges, mine and turn; `findings` puts a group into words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from nim_tui.bots.contrast import Consequence, Contrast, Figure, Part, Reason, phrase
from nim_tui.bots.judging import logit_parts
from nim_tui.bots.playout import Barred, Playout
from nim_tui.games.bataille.figures import (
    FIGURES,
    WEIGHTS,
    Compared,
    Finding,
    Look,
    features_of,
    first_of,
)
from nim_tui.games.bataille.findings import CHARGES, FLEETS, SAFETY, SEARCH
from rules.bataille.events import Charge, Torpedo
from rules.bataille.moves import OVER
from rules.bataille.state import BatailleState
from rules.messages import N_, Phrase, SeatName, Value

GROUPS: Final[Mapping[str, tuple[str, str]]] = {
    "submarines": ("safety", "search"),
    "known": ("safety", "search"),
    "ships": ("ships", "ships"),
    "charges": ("charges", "charges"),
    "mine": ("mine", "mine"),
    "turn": ("turn", "turn"),
}
"""By the first word of a figure: its group if it is the seat's, and if it is the enemy's."""
LOOKS: Final[Mapping[str, Sequence[Look]]] = {
    "safety": SAFETY,
    "search": SEARCH,
    "ships": FLEETS,
    "charges": CHARGES,
}
"""The findings of each group with sentences."""


def finding_of(group: str, both: Compared) -> Finding | None:
    """Return the plainest finding of a group; None if there is none that may be named."""
    return first_of(look(both) for look in LOOKS.get(group, ()))


class BatailleExplainer:
    """The groups, the events and the sentences of *Bataille sous les mers*."""

    worlds = 80
    names: Mapping[str, str] = MappingProxyType(
        {
            "safety": N_("hiding submarines"),
            "search": N_("searching"),
            "ships": N_("ships afloat"),
            "charges": N_("charges"),
        }
    )

    def split(self, better: Playout, worse: Playout, own: int) -> Mapping[Figure, float]:
        """Split the difference of win probability; the end of a game takes all of it."""
        ends = [end for each in (better, worse) if (end := _end_of(each.state, own)) is not None]
        parts: dict[Figure, float] = defaultdict(float)
        if ends:
            for end in ends:
                parts[end] += (better.chances[own] - worse.chances[own]) / len(ends)
            return parts
        here, there = features_of(better.state), features_of(worse.state)
        for seat, row in enumerate(logit_parts(here, there, WEIGHTS[2], own)):
            for figure, part in zip(FIGURES, row):
                group = GROUPS[figure.split(":")[0]][seat != own]
                parts[group, figure] += part
        return parts

    def consequences(self, playout: Playout, own: int) -> Mapping[Consequence, Barred]:
        """Return the enemy's hits; effects of the move itself are named as its cause."""
        found = {}
        for seat, move, event in playout.happenings:
            if seat == own:
                continue
            match event:
                case Charge(answer="hit"):
                    place = f"{event.number}.{event.level}"
                    found[Consequence(seat, ("charge", place))] = Barred(seat, move)
                case Torpedo(answer="hit"):
                    hit = ("torpedo", event.lane, event.ship)
                    found[Consequence(seat, hit)] = Barred(seat, move)
        return found

    def cause(self, part: Part, contrast: Contrast) -> Reason | None:
        """Put into words a group's difference in favour of the better move."""
        found = finding_of(part.group, Compared(contrast))
        if found is None:
            return None
        return Reason.of(found.praise, found.blame, found.facts)

    def price(self, part: Part, contrast: Contrast) -> Phrase | None:
        """Put into words a group's difference in favour of the worse move."""
        pairs = [(worse, better) for better, worse in contrast.pairs]
        mirrored = Contrast(contrast.view, contrast.worse, contrast.better, pairs)
        found = finding_of(part.group, Compared(mirrored, contrast.worse.move.word))
        return None if found is None else phrase(found.price, found.facts)

    def reply(self, what: Consequence, contrast: Contrast) -> Reason | None:
        """Put into words the enemy's hits after the worse move."""
        facts: dict[str, Value] = {
            "worse": contrast.worse.move.word,
            "name": SeatName(what.seat),
        }
        match what.what:
            case ("charge", str(cell)):
                facts["cell"] = cell
                praise = N_(
                    "After {worse}, {name}’s best charge is at {cell}, where your submarine lies."
                )
                blame = N_("{name}’s best charge is then at {cell}, where your submarine lies.")
            case ("torpedo", str(lane), str(ship)):
                facts |= {"lane": lane, "ship": ship}
                praise = N_(
                    "After {worse}, {name} can sink your ship {ship} with a torpedo along {lane}."
                )
                blame = N_("{name} can then sink your ship {ship} with a torpedo along {lane}.")
            case _:
                return None
        return Reason.of(praise, blame, facts)


def _end_of(state: BatailleState, own: int) -> Figure | None:
    """Return the figure that an end counts under; None if the game continues."""
    if state.phase != OVER:
        return None
    if state.winner not in (0, 1):
        return "turn", "end"
    if state.reason == "ships":
        return "ships", "end"
    return ("search" if state.winner == own else "safety"), "end"
