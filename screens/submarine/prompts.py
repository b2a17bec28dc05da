"""Questions and headline of *Submarine*."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rules.submarine.board import SETUPS, TYPES
from rules.submarine.moves import BOAT, EXCHANGE, GIVE, PLACE, Kind, Move
from rules.submarine.view import SubmarineView
from screens.colours import BAR, BAR_SOFT, BAR_STRONG, SIDE_SIGNS, Look, Span, Spans, chip, text_of
from screens.submarine.boats import MAY_ACT
from screens.submarine.signs import HINT, own_seat, seat_chip, side_chip, token_sign
from screens.submarine.words import WORDS
from screens.text import _, ngettext

_AROUND: Final = 24
"""The columns of the headline for the title, and the word at the right."""
_ON_PHONE: Final = 15
"""The same on a phone, whose headline has no word at the right."""
_QUIET: Final = Look("soft")
_WIDE: Final = 96


def headline(view: SubmarineView, names: Sequence[str], titled: Sequence[str], width: int) -> Spans:
    """Return turn and crossing, and all numbers of types: in words, shorter, or as signs.

    `titled` are the names with the levels of bots.
    """
    for spans in _forms(view, names, titled):
        if len(text_of(spans)) <= width - _AROUND:
            break
    return spans


def short_headline(
    view: SubmarineView, names: Sequence[str], titled: Sequence[str], width: int
) -> Spans:
    """Return the headline of a phone: on one held upright, all numbers of types alone."""
    for spans in (*_forms(view, names, titled), *_short_forms(view, names)):
        if len(text_of(spans).rstrip()) <= width - _ON_PHONE:
            break
    return spans


def _short_forms(view: SubmarineView, names: Sequence[str]) -> Iterator[list[Span]]:
    """Yield the numbers of types beside the names, the own name, or signs alone."""
    own = own_seat(view)
    alone = [name if seat == own else "" for seat, name in enumerate(names)]
    for named in (names, alone, [""] * len(names)):
        spans: list[Span] = []
        for seat, player in enumerate(view.players):
            spans += [seat_chip(seat, own, named[seat]), (f" {player.types}  ", BAR_STRONG)]
        yield spans
    yield [
        span
        for seat, player in enumerate(view.players)
        for span in (
            (SIDE_SIGNS[seat], side_chip(seat, own)),
            (f"{player.types} ", BAR_STRONG),
        )
    ]


def _forms(
    view: SubmarineView, names: Sequence[str], titled: Sequence[str]
) -> Iterator[list[Span]]:
    turn = _("placing")
    if view.turn:
        turn = _("turn {turn}").format(turn=view.turn)
    crossing = _("crossing {crossing}").format(crossing=view.crossing + 1)
    when = f"{turn}   {crossing}" if view.turn else turn
    most = len(TYPES)
    full = _("{types} of {most}")
    short = "{types}/{most}"
    for head, found, named, gap in (
        (when, full, titled, "    "),
        (when, full, names, "    "),
        (when, full, names, "  "),
        (when, short, names, "  "),
        (turn, short, names, "  "),
        (turn, short, [name[:3] for name in names], "  "),
        (turn, short, [""] * len(names), "  "),
        (turn, short, [""] * len(names), " "),
    ):
        spans: list[Span] = [(f"{head}  ", BAR_SOFT)]
        for seat, player in enumerate(view.players):
            told = found.format(types=player.types, most=most)
            spans.append(seat_chip(seat, own_seat(view), named[seat]))
            spans.append((f" {told}{gap}", BAR))
        yield spans


def signs(width: int, *, is_plain: bool) -> Spans:
    """Return the legend of the sea's signs, as many as fit."""
    own, other = side_chip(0, 0), side_chip(1, 0)
    token = WORDS.shown("Mr")
    reach: Span = (f"·{token}" if is_plain else token, chip("red"))
    below: Span = (token, Look("pale-red", "dim-red"))
    moved = Look(other.ink, other.ground, "bold underline")
    told = [
        (HINT, Look("hint", style="bold"), _("hint")),
        ("«▲»" if width >= _WIDE else "▲!", MAY_ACT, _("can act")),
        (SIDE_SIGNS[0], own, _("yours")),
        (SIDE_SIGNS[1], other, _("theirs")),
        ("›▼‹" if width >= _WIDE else "▼", moved, _("moved")),
        ("+▼", Look("gold", "dark", "bold"), _("tribute")),
    ]
    gap = "  " if width >= _WIDE else " "
    where = _("in/out of reach")
    spans: list[Span] = [(" ", Look()), reach, (" ", Look()), below, (f" {where}{gap}", _QUIET)]
    for sign, look, meaning in told:
        spans += [(sign, look), (f" {meaning}{gap}", _QUIET)]
    return spans


def question(view: SubmarineView, moves: Sequence[Move], name_of: Callable[[int], str]) -> str:
    """Return the question of a phase; empty without a choice of moves."""
    if view.phase == PLACE:
        kit = SETUPS[len(view.players)].bathyscaphes
        left = kit - sum(view.players[view.mover].bathyscaphes)
        return ngettext(
            "place a bathyscaphe ({count} left)",
            "place a bathyscaphe ({count} left)",
            left,
        )
    if view.phase == BOAT:
        return _("move your boat to a column, or out")
    if view.phase == GIVE:
        other, token = name_of(view.owed[0]), token_sign(view.taking)
        return _("which card goes to {name} for {token}?").format(token=token, name=other)
    if view.phase == EXCHANGE:
        return _("swap a card? (it goes under your pile)")
    return _of_actions(view, moves)


def _of_actions(view: SubmarineView, moves: Sequence[Move]) -> str:
    kinds = {move.kind for move in moves}
    if kinds == {Kind.DIVE}:
        levels = {move.level for move in moves}
        return _("move it where?") if len(levels) == 1 else _("from which level?")
    if kinds == {Kind.TAKE}:
        return _("which token, and how to pay?")
    if not any(view.ready):
        return _("collect more here, or done")
    if Kind.DIVE not in kinds:
        return _("take a token, or be done")
    if Kind.TAKE not in kinds:
        return _("dive with a bathyscaphe, or be done")
    return _("take a token, dive, or be done")
