"""Why one move is better than another in *Der Schwarm*: lines of cards, figures and hits.

Readers find the outcome of their next cards most convincing, so it comes first: tiles laid by the
end of the next card, and their points. Otherwise figures are named: points, held and expected.
Expected points count the same wherever they come from: fitted apart, the few games gave implausible
signs, such as for a link to the queen. Points matter more with every round, so all grow with the
part of the game that is past. Sentences stay within 76 cells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from nim_tui.bots.contrast import Consequence, Contrast, Figure, Part, Reason
from nim_tui.bots.judging import Features, logit_parts, nearest
from nim_tui.bots.playout import Barred, Playout
from nim_tui.games.schwarm.contrasts import (
    CAUSES,
    FIRST,
    HAND,
    OFTEN,
    POINTS,
    Facts,
    by_line,
    by_points,
    by_row,
    hits_tell_more,
)
from nim_tui.games.schwarm.followed import any_copy
from nim_tui.games.schwarm.line_of_play import (
    at_the_queen,
    hazard_cards,
    largest_network,
    own_events,
    taken_by_hits,
)
from nim_tui.games.schwarm.plan import sheltered
from nim_tui.games.schwarm.worth import expected_by_source
from rules import messages as nouns
from rules.messages import N_, Noun, Phrase, SeatName
from rules.schwarm.board import ROUNDS
from rules.schwarm.cards import CARD_NAMES
from rules.schwarm.events import Hit, Ordered, Played, Took
from rules.schwarm.moves import PLAY, START
from rules.schwarm.state import SchwarmState

MOST_HAZARDS: Final = 25.0
"""The most points that hazard cards in hand are expected to bring."""
GROWTH: Final = 2.0
"""How much more a point matters at the end than at the beginning, as a fraction."""
UNIT: Final = 10.0
"""The points that make 1 in the figures."""


class SchwarmFigures(NamedTuple):
    """The held and expected points of a seat, by source."""

    points: float = 0.0
    queen: float = 0.0
    shores: float = 0.0
    network: float = 0.0
    """At the end of all rounds."""
    tiles: float = 0.0
    """Tiles still to be laid."""
    berths: float = 0.0
    """Ships beside tiles."""
    hazards: float = 0.0


def figures_of(state: SchwarmState, seat: int) -> SchwarmFigures:
    """Return the points of a seat, held and expected, with the weight of the time."""
    scale = (1 + GROWTH * state.round / ROUNDS[len(state.points)]) / UNIT
    points = scale * state.points[seat]
    if state.phase == START:
        return SchwarmFigures(points)
    plain = sheltered(state, seat) if state.phase == PLAY else state
    found, at_berth = expected_by_source(plain, seat)
    return SchwarmFigures(
        points,
        scale * found.queen,
        scale * found.shores,
        scale * (found.network + found.later),
        scale * found.tiles,
        scale * at_berth,
        scale * min(found.hazards, MOST_HAZARDS),
    )


def by_figure(weights: Features) -> Features:
    """Return the weight of each figure: one for held points, another for all expected ones."""
    held, awaited = weights
    return (held, *[awaited] * (len(SchwarmFigures._fields) - 1))


_GROUPS: Final[Mapping[str, str]] = {"tiles": HAND, "berths": HAND}
"""The group of a figure, if it has another name than the figure."""


class SchwarmExplainer:
    """Causes named by the outcome of the next cards, else by the figure that differs."""

    worlds = 10
    names: Mapping[str, str] = MappingProxyType({})
    """None: what was expected of queen, shores and networks becomes points once it is scored."""

    def __init__(self, weights: Mapping[int, tuple[float, ...]]) -> None:
        """`weights`: those of the judge, by the number of players."""
        self._weights = weights

    def split(self, better: Playout, worse: Playout, own: int) -> Mapping[Figure, float]:
        """Split the difference of win probability over figures, the seat's and the opponents'."""
        states: tuple[SchwarmState, SchwarmState] = (better.state, worse.state)
        seats = range(len(better.chances))
        rows = [[figures_of(state, seat) for seat in seats] for state in states]
        weights = by_figure(nearest(self._weights, len(seats)))
        parts = logit_parts(rows[0], rows[1], weights, own)
        found: dict[Figure, float] = {}
        for seat, row in enumerate(parts):
            for name, part in zip(SchwarmFigures._fields, row):
                whose = name if seat == own else f"their {name}"
                key = _GROUPS.get(name, name), whose
                found[key] = found.get(key, 0.0) + part
        return found

    def consequences(self, playout: Playout, own: int) -> Mapping[Consequence, Barred]:
        """Return hits on the seat's pieces, and cards of the row that opponents take."""
        found: dict[Consequence, Barred] = {}
        cards: dict[int, Any] = {}
        for seat, move, event in playout.happenings:
            if isinstance(event, Played):
                cards[seat] = move
            if seat == own:
                continue
            if isinstance(event, Hit) and event.victim == own and seat in cards:
                what = Consequence(seat, ("hit", event.piece, event.cell))
                found.setdefault(what, Barred(seat, cards[seat]))
            elif isinstance(event, Took):
                card = any_copy(CARD_NAMES.index(event.card))
                found.setdefault(Consequence(seat, ("took", event.card)), Barred(seat, card))
            elif isinstance(event, Ordered):
                what = Consequence(seat, ("order", event.capacity))
                found.setdefault(what, Barred(seat, move))
        return found

    def cause(self, part: Part, contrast: Contrast) -> Reason | None:
        """Put into words the outcome of the seat's cards, else the part.

        Shores joined and tiles held come first where they are the part.
        """
        tell = CAUSES[part.group]
        if part.group == "hazards" or (part.group == POINTS and hits_tell_more(contrast)):
            return tell(part, contrast)
        told = by_row(part, contrast)
        if told is None and part.group in FIRST:
            told = FIRST[part.group](contrast)
        return told or by_line(contrast) or tell(part, contrast) or by_points(contrast)

    def reply(self, what: Consequence, contrast: Contrast) -> Reason | None:
        """Put into words a piece that an opponent hits, or a card they take from the row."""
        facts: Facts = {"worse": contrast.worse.move.word, "name": SeatName(what.seat)}
        kind, *found = _words(what.what)
        if kind == "hit":
            return _hit(what.seat, found, contrast, facts)
        facts["card"] = found[0]
        if not _is_wanted(kind, found[0], contrast):
            return None
        return Reason.of(
            N_("After {worse}, {name} takes “{card}” from the row."),
            N_("{name} then takes “{card}” from the row."),
            facts,
        )

    def price(self, part: Part, contrast: Contrast) -> Phrase | None:
        """Put into numbers the advantage of the worse move."""
        text, amount, noun = _PRICES.get(part.group, (None, None, None))
        if text is None or amount is None or noun is None:
            return None
        better, worse = map(round, contrast.means(lambda each: amount(each, contrast.own)))
        if worse <= better:
            return None
        return Phrase(text, {"worse": contrast.worse.move.word, "more": noun(worse - better)})


def _words(what: object) -> tuple[str, ...]:
    assert isinstance(what, tuple)
    return what


_PRICES: Final[Mapping[str, tuple[str, Callable[[Playout, int], float], Noun]]] = {
    POINTS: (N_("Still, {worse} gains {more} more from hits."), taken_by_hits, nouns.points),
    "queen": (N_("Still, {worse} brings {more} more at the queen."), at_the_queen, nouns.points),
    "network": (
        N_("Still, {worse} adds {more} more to your largest network."),
        largest_network,
        nouns.points,
    ),
    "hazards": (
        N_("Still, {worse} leaves you {more} more with a hazard."),
        hazard_cards,
        nouns.cards,
    ),
}


# Replies


def _hit(seat: int, found: list[str], contrast: Contrast, facts: Facts) -> Reason:
    piece, cell = found
    facts["cell"] = cell
    if piece == "ship":
        return Reason.of(
            N_("After {worse}, {name} can hit your ship on {cell}."),
            N_("{name} can then hit your ship on {cell}."),
            facts,
        )
    return Reason.of(
        N_("After {worse}, {name} can hit your station on {cell}."),
        N_("{name} can then hit your station on {cell}."),
        facts,
    )


def _is_wanted(kind: str, what: str, contrast: Contrast) -> bool:
    """Whether the seat takes the card far more often after the better move."""

    def takes(playout: Playout) -> float:
        events = own_events(playout, contrast.own, Took if kind == "took" else Ordered)
        return float(any(what == (e.card if kind == "took" else e.capacity) for e in events))

    better, worse = contrast.means(takes)
    return better - worse >= OFTEN
