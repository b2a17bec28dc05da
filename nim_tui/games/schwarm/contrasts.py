"""Sentences on the differences between two moves of *Der Schwarm*: lines of cards, then figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from nim_tui.bots.contrast import Contrast, Part, Reason
from nim_tui.bots.playout import Playout
from nim_tui.games.schwarm.line_of_play import (
    LineOfPlay,
    at_the_queen,
    cards_for_tiles,
    cards_taken,
    hazard_cards,
    largest_network,
    line_of,
    lost_by_hits,
    numbers,
    own_events,
    paid,
    points_for_tiles,
    researchers,
    shores_joined,
    shores_settled,
    taken_by_hits,
    tiles_in_hand,
    way_to_the_queen,
)
from rules import messages as nouns
from rules.messages import N_, Noun, Value
from rules.schwarm.events import Ordered, Took

POINTS: Final = "points"
HAND: Final = "hand"
SHORES: Final = "shores"
_STATION: Final = "station"
"""The word of moves that build one."""
OFTEN: Final = 0.5
"""How much more often (0..1) a card must be taken to be named."""
CLEARLY_MORE: Final = 2
"""The least difference in points for as many tiles that is named."""

Facts = dict[str, Value]


# Lines of the seat's cards


def by_line(contrast: Contrast) -> Reason | None:
    """Name tiles laid, else fetched, by the end of the next card, if the better move has more."""
    better, worse = _lines(contrast)
    return _laid(better, worse, contrast) or _fetched(better, worse, contrast)


def by_points(contrast: Contrast) -> Reason | None:
    """Name the points for tiles, if the better move has clearly more for as many tiles."""
    better, worse = _lines(contrast)
    facts = _facts(better, worse, contrast)
    laid, points, less = round(better.laid), round(better.points), round(worse.points)
    if laid != round(worse.laid) or not laid or points < less + CLEARLY_MORE:
        return None
    return Reason.of(
        N_(
            "You place {tiles} for {points} with this card and the next; "
            "for only {lower} after {worse}."
        ),
        N_("It places {fewer} by the end of your next card for only {lower}."),
        facts,
    )


def _lines(contrast: Contrast) -> tuple[LineOfPlay, LineOfPlay]:
    """Return the lines of the seat's cards after the better and the worse move."""
    better, worse = (
        line_of([pair[side] for pair in contrast.pairs], contrast.own, advice.move.word)
        for side, advice in enumerate((contrast.better, contrast.worse))
    )
    return better, worse


def _facts(better: LineOfPlay, worse: LineOfPlay, contrast: Contrast) -> Facts:
    return {
        "worse": contrast.worse.move.word,
        "second": better.second,
        "tiles": nouns.tiles(round(better.laid)),
        "points": nouns.points(round(better.points)),
        "less": round(worse.laid),
        "fewer": nouns.tiles(round(worse.laid)),
        "lower": nouns.points(round(worse.points)),
    }


def _laid(better: LineOfPlay, worse: LineOfPlay, contrast: Contrast) -> Reason | None:
    laid, fewer = round(better.laid), round(worse.laid)
    facts = _facts(better, worse, contrast)
    if laid <= fewer or round(better.points) < round(worse.points):
        return None
    blame = N_("It places only {fewer} by the end of your next card.")
    if not fewer:
        blame = N_("It places no tile by the end of your next card.")
    if better.second and not better.laid_at_once:
        praise = N_("Then {second} places {tiles} ({points}); {less} after {worse}.")
        if not fewer:
            praise = N_("Then {second} places {tiles} ({points}); none after {worse}.")
        return Reason.of(praise, blame, facts)
    praise = N_("You place {tiles} ({points}) with this card and the next; {less} after {worse}.")
    if not fewer:
        praise = N_("You place {tiles} ({points}) with this card and the next; none after {worse}.")
    return Reason.of(praise, blame, facts)


def _fetched(better: LineOfPlay, worse: LineOfPlay, contrast: Contrast) -> Reason | None:
    if round(better.laid) != round(worse.laid):
        return None
    return _told(
        (better.lifted, worse.lifted),
        _Sentences(
            N_("Your ships collect {more} by your next card; {less} after {worse}."),
            N_("Your ships collect only {fewer} by the end of your next card."),
            nouns.tiles,
            N_("Your ships collect no tile by the end of your next card."),
        ),
        contrast,
    )


def by_row(part: Part, contrast: Contrast) -> Reason | None:
    """Name cards taken after one move of the row and not after the other, or their prices."""
    if not any(own_events(each, contrast.own, Took | Ordered) for each in contrast.pairs[0]):
        return None
    if part.group == POINTS:
        return _cheaper(contrast)
    more, less = (
        cards_taken([pair[side] for pair in contrast.pairs], contrast.own) for side in (0, 1)
    )
    gains = {card: more[card] - less.get(card, 0.0) for card in more}
    card = max(gains, key=gains.__getitem__, default="")
    if not card or gains[card] < OFTEN:
        return None
    better = own_events(contrast.pairs[0][0], contrast.own, Took | Ordered)[:1]
    if [getattr(event, "card", "") for event in better] == [card]:
        return Reason.of(
            N_("After {worse}, “{card}” is gone when it is your turn again."),
            N_("You then miss a card in this row that you need."),
            {"card": card, "worse": contrast.worse.move.word},
        )
    return Reason.of(
        N_("You also get “{card}” from this row, but not after {worse}."),
        N_("You then miss a card in this row that you need."),
        {"card": card, "worse": contrast.worse.move.word},
    )


def _cheaper(contrast: Contrast) -> Reason | None:
    price, other = map(round, contrast.means(lambda each: paid(each, contrast.own)))
    if price >= other:
        return None
    return Reason.of(
        N_("Your cards from this row cost {price}; {dearer} after {worse}."),
        N_("Your cards from this row then cost {more}."),
        {
            "price": nouns.points(price),
            "dearer": other,
            "more": nouns.points(other),
            "worse": contrast.worse.move.word,
        },
    )


# Figures


def hits_tell_more(contrast: Contrast) -> bool:
    """Whether more points come from the seat's hits than from tiles."""
    own = contrast.own
    hits = contrast.means(lambda each: taken_by_hits(each, own))
    laid = contrast.means(lambda each: points_for_tiles(each, own))
    return hits[0] - hits[1] > laid[0] - laid[1]


class _Sentences(NamedTuple):
    """The sentences on an amount that is larger after the better move."""

    praise: str
    blame: str
    noun: Noun
    none: str = ""
    """The blame if the worse move leaves nothing."""


def _differs(
    contrast: Contrast, amount: Callable[[Playout, int], float], sentences: _Sentences
) -> Reason | None:
    """Name an amount after both moves, if there is more of it after the better."""
    return _told(contrast.means(lambda each: amount(each, contrast.own)), sentences, contrast)


def _told(means: tuple[float, float], sentences: _Sentences, contrast: Contrast) -> Reason | None:
    more, less = map(round, means)
    if more <= less:
        return None
    noun = sentences.noun
    facts: Facts = {
        "worse": contrast.worse.move.word,
        "more": noun(more),
        "less": less,
        "fewer": noun(less),
    }
    blame = sentences.none if sentences.none and not less else sentences.blame
    return Reason.of(sentences.praise, blame, facts)


def _points(part: Part, contrast: Contrast) -> Reason | None:
    """Name points that change hands."""
    told = _differs(
        contrast,
        taken_by_hits,
        _Sentences(
            N_("Your hits gain {more} by your next card; {less} after {worse}."),
            N_("Your hits gain only {fewer} by the end of your next card."),
            nouns.points,
            N_("You then hit nobody by the end of your next card."),
        ),
    )
    if told is not None:
        return told
    lost = contrast.means(lambda each: lost_by_hits(each, contrast.own))
    if round(lost[1]) <= round(lost[0]):
        return None
    return Reason.of(
        N_("After {worse}, hits are likely to cost you {lost}."),
        N_("Hits are then likely to cost you {lost}."),
        {"lost": nouns.points(round(lost[1])), "worse": contrast.worse.move.word},
    )


def _queen(_part: Part, contrast: Contrast) -> Reason | None:
    """Name the link to the queen, or the way to her."""
    told = _differs(
        contrast,
        at_the_queen,
        _Sentences(
            N_("Your stations linked to the queen score {more}; {less} after {worse}."),
            N_("Your stations linked to the queen then score only {fewer}."),
            nouns.points,
            N_("You then have no station linked to the queen."),
        ),
    )
    missing, longer = map(round, contrast.means(lambda each: way_to_the_queen(each, contrast.own)))
    if told is None and missing < longer:
        return Reason.of(
            N_("Your path to the queen needs only {missing}; {longer} after {worse}."),
            N_("Your path to the queen then still needs {needed}."),
            {
                "missing": nouns.tiles(missing),
                "longer": longer,
                "needed": nouns.tiles(longer),
                "worse": contrast.worse.move.word,
            },
        )
    return told or _differs(
        contrast,
        numbers,
        _Sentences(
            N_("Linked to the queen, your stations score {more}; {less} after {worse}."),
            N_("Linked to the queen, your stations would score only {fewer}."),
            nouns.points,
        ),
    )


def _shores_joined(contrast: Contrast) -> Reason | None:
    """Name the shores that the largest network joins, if it joins more after the better move."""
    return _differs(
        contrast,
        shores_joined,
        _Sentences(
            N_("Your network joins {more}; {less} after {worse}."),
            N_("Your network then joins only {fewer}."),
            nouns.shores,
        ),
    )


def _shores_settled(_part: Part, contrast: Contrast) -> Reason | None:
    """Name shores with a station, where one is built."""
    if _STATION not in contrast.better.move.word.split():
        return None
    return _differs(
        contrast,
        shores_settled,
        _Sentences(
            N_("You have stations on {more}; {less} after {worse}."),
            N_("You then have stations on only {fewer}."),
            nouns.shores,
        ),
    )


def _network(_part: Part, contrast: Contrast) -> Reason | None:
    return _differs(
        contrast,
        largest_network,
        _Sentences(
            N_("Your largest network is worth {more}; {less} after {worse}."),
            N_("Your largest network is then worth only {fewer}."),
            nouns.points,
        ),
    )


def _tiles_held(contrast: Contrast) -> Reason | None:
    return _differs(
        contrast,
        tiles_in_hand,
        _Sentences(
            N_("You will have {more} ready to place; {less} after {worse}."),
            N_("You then have only {fewer} ready to place."),
            nouns.tiles,
            N_("You then have no tile ready to place."),
        ),
    )


def _hand(_part: Part, contrast: Contrast) -> Reason | None:
    """Name researchers who lay tiles, else cards that fetch or lay."""
    return _differs(
        contrast,
        researchers,
        _Sentences(
            N_("Your next research action places up to {more}; {less} after {worse}."),
            N_("Your next research action then places only {fewer}."),
            nouns.tiles,
        ),
    ) or _differs(
        contrast,
        cards_for_tiles,
        _Sentences(
            N_("You keep {more} for collecting or placing tiles; {less} after {worse}."),
            N_("You then keep only {fewer} for collecting or placing tiles."),
            nouns.cards,
            N_("You then keep no card for collecting or placing tiles."),
        ),
    )


def _hazards(_part: Part, contrast: Contrast) -> Reason | None:
    return _differs(
        contrast,
        hazard_cards,
        _Sentences(
            N_("You keep {more} with a hazard for later; {less} after {worse}."),
            N_("It uses up a hazard card that is worth more later."),
            nouns.cards,
        ),
    )


CAUSES: Final[Mapping[str, Callable[[Part, Contrast], Reason | None]]] = {
    POINTS: _points,
    "queen": _queen,
    SHORES: _shores_settled,
    "network": _network,
    HAND: _hand,
    "hazards": _hazards,
}
FIRST: Final[Mapping[str, Callable[[Contrast], Reason | None]]] = {
    SHORES: _shores_joined,
    HAND: _tiles_held,
}
"""What is told of a part before any line of cards, which is but one way there; then `CAUSES`."""
