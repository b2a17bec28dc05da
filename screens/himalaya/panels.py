"""The panels beside the map: the belongings of all tribes, and orders with missing cubes."""

from __future__ import annotations

from typing import Final

from rules import messages as nouns
from rules.himalaya.board import DELEGATIONS, NONE, STUPAS
from rules.himalaya.legal import BIT
from rules.himalaya.moves import PROGRAM
from rules.himalaya.view import HimalayaView
from rules.messages import Value
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, chip, text_of
from screens.himalaya.forecast import TOKENS, figures, is_open, lacking
from screens.himalaya.signs import (
    CUBE_LOOKS,
    FLAG,
    STUPA,
    WORDS,
    WORKS,
    cube_signs,
    cubes_text,
    disc_spans,
    disc_text,
    held_spans,
    program_text,
    token_sign,
    village_span,
)
from screens.people import PersonalSentence, SeatNames
from screens.text import N_, _, in_words, say, shortened
from screens.widgets.lines import Line

_ROW = Look("soft", "raised")
_TOLD = Look("ink")
_SOFT = Look("soft")


def is_laying(view: HimalayaView) -> bool:
    """Whether programs are being laid; False once they are open."""
    return view.phase == PROGRAM and not all(player.is_sealed for player in view.players)


def _doing(view: HimalayaView, seat: int) -> str:
    """Return a tribe's present activity in words; empty for none."""
    if is_laying(view):
        return _("sealed") + f" {WORKS}" if view.players[seat].is_sealed else _("writing") + " …"
    return _("goes first") if view.first == seat and view.turn else ""


def tribe_panel(view: HimalayaView, people: SeatNames, lines: int, width: int) -> list[Spans]:
    """Return `lines` lines per tribe: player, standing, belongings, and pieces in reserve."""
    found: list[Spans] = []
    for seat in range(len(view.players)):
        told = [
            _head(view, seat, people, width),
            _standing(view, seat),
            _held(view, seat),
            _left(view, seat),
            _where(view, seat),
        ]
        if lines == 2:
            told[1] = [*told[1], (" ", _SOFT), *_held(view, seat)[1:]]
        found += told[:lines]
    return found


def _head(view: HimalayaView, seat: int, people: SeatNames, width: int) -> Spans:
    name, doing = people.label(seat), _doing(view, seat)
    room = width - 4 - len(doing)
    return [
        (f" {SIDE_SIGNS[seat]} ", chip(SIDES[seat])),
        (f" {shortened(name, room)}".ljust(room), Look(SIDES[seat], "raised", "bold")),
        (f"{doing} ", _ROW),
    ]


def _standing(view: HimalayaView, seat: int) -> list[Span]:
    religion, politics = figures(view, seat)
    side = Look(SIDES[seat])
    return [
        (f" {STUPA} ", side),
        (f"{religion} ", Look(style="bold")),
        (_("religion"), _TOLD),
        (f"  {FLAG} ", side),
        (f"{politics} ", Look(style="bold")),
        (_("politics"), _TOLD),
    ]


def _held(view: HimalayaView, seat: int) -> list[Span]:
    if not is_open(view, seat):
        return [(" ", _SOFT), (_("cubes and yaks hidden"), _SOFT)]
    yaks = in_words(nouns.yaks(view.yaks(seat)))
    return [
        (" ", _SOFT),
        *held_spans(view.players[seat].cubes, _SOFT),
        (f" {yaks}", Look("price", style="bold")),
    ]


def _left(view: HimalayaView, seat: int) -> list[Span]:
    stupas = STUPAS - view.stupas.count(seat)
    envoys = DELEGATIONS - sum(region[seat] for region in view.delegations)
    reserve = {"stupas": f"{stupas} {STUPA}", "delegations": f"{envoys} {FLAG}"}
    text = _("reserve: {stupas}, {delegations}").format(**reserve)
    spans: list[Span] = [(f" {text}", _SOFT)]
    if view.options.events:
        for kind, _name in TOKENS:
            has_it = view.players[seat].event_tokens & BIT[kind]
            spans.append((f" {token_sign(kind)}", Look("gold" if has_it else "edge")))
    return spans


def _where(view: HimalayaView, seat: int) -> list[Span]:
    """Return the villages with the player's stupas, and the regions led."""
    stupas = [str(village) for village, owner in enumerate(view.stupas) if owner == seat]
    led = [
        _(region.name)
        for region, sent in zip(view.board.regions, view.delegations)
        if sent[seat] and sent.count(max(sent)) == 1 and sent[seat] == max(sent)
    ]
    return [
        (" " + _("stupas") + " ", _SOFT),
        (" ".join(stupas) or "–", _TOLD),
        ("  " + _("leads") + " ", _SOFT),
        (", ".join(led) or "–", _TOLD),
    ]


def standings_line(view: HimalayaView, people: SeatNames, width: int) -> list[Span]:
    """Return all tribes in one line: religion, politics, and yaks if known."""
    spans: list[Span] = []
    room = width // len(view.players)
    for seat in range(len(view.players)):
        religion, politics = figures(view, seat)
        yaks = f" {view.yaks(seat)}y" if is_open(view, seat) else ""
        if not yaks and is_laying(view):
            yaks = f" {WORKS}" if view.players[seat].is_sealed else " …"
        told = f"{STUPA}{religion} {FLAG}{politics}{yaks} "
        name = shortened(people.label(seat), max(room - len(told) - 5, 3))
        part: list[Span] = [
            (f" {SIDE_SIGNS[seat]} ", chip(SIDES[seat])),
            (f" {name} ", Look(SIDES[seat], "raised", "bold")),
            (told, Look("ink", "raised")),
        ]
        blank = max(room - len(text_of(part)), 0)
        spans += [*part, (" " * blank, _ROW)]
    return spans


# Orders


def orders_panel(view: HimalayaView) -> list[Spans]:
    """Return every order on the map, most yaks first, with the cubes the reader lacks."""
    discs = view.board.discs
    places = [village for village, disc in enumerate(view.orders) if disc != NONE]
    places.sort(key=lambda village: -discs[view.orders[village]].yaks)
    return [_order(view, village) for village in places]


def _order(view: HimalayaView, village: int) -> Spans:
    sign, look = village_span(view, village)
    name = shortened(view.board.villages[village].name, 9)
    disc = disc_spans(view.board.discs[view.orders[village]])
    spans: list[Span] = [
        (sign, look),
        (f"{'':{4 - len(sign)}}{name}".ljust(14 - len(sign)), Look()),
        *disc,
        (" " * max(8 - len(text_of(disc)), 1), Look()),
    ]
    if view.seat is None:
        return spans
    missing = lacking(view, view.players[view.seat].cubes, village)
    if not any(missing):
        return [*spans, (WORKS, Look("good", style="bold"))]
    spans.append(("–", Look("bad", style="bold")))
    for letter, count, look in zip(cube_signs(), missing, CUBE_LOOKS):
        if count:
            spans.append((letter * count, Look(look.ground, style="bold")))
    return spans


def orders_title(view: HimalayaView) -> str:
    """Return the title of the orders, with their signs."""
    if view.seat is None:
        return _("Orders")
    return " ".join((_("Orders"), WORKS, _("ready"), "–", _("lacks")))


_GOES_FIRST: Final = PersonalSentence(N_("{name}  goes first"), you=N_("{name}  go first"))


def tribe_lines(view: HimalayaView, people: SeatNames) -> list[Line]:
    """Return a few lines per player: pieces on the map, belongings, program."""
    lines: list[Line] = []
    for seat in range(len(view.players)):
        lines += [
            (text, f"lines--{SIDES[seat]}-strong") for text in _tribe_head(view, seat, people)
        ]
        lines += [(f"  {text}", "lines--plain") for text in _rest(view, seat)]
    return lines


def _tribe_head(view: HimalayaView, seat: int, people: SeatNames) -> list[str]:
    name = people.titled(seat)
    if view.first == seat and view.turn:
        name = people.say(_GOES_FIRST, {"name": name}, name=seat)
    return [f"{SIDE_SIGNS[seat]} {name}"]


def _rest(view: HimalayaView, seat: int) -> list[str]:
    player = view.players[seat]
    stupas = STUPAS - view.stupas.count(seat)
    envoys = DELEGATIONS - sum(region[seat] for region in view.delegations)
    reserve: dict[str, Value] = {
        "stupas": nouns.stupas(stupas),
        "delegations": nouns.delegations(envoys),
    }
    lines = [say(N_("reserve: {stupas}, {delegations}"), reserve)]
    if is_open(view, seat):
        yaks = in_words(nouns.yaks(view.yaks(seat)))
        lines.append(f"{cubes_text(player.cubes)}  {yaks}")
    else:
        lines.append(_("cubes and yaks behind the screen"))
    if view.options.events:
        left = [WORDS.shown(name) for kind, name in TOKENS if player.event_tokens & BIT[kind]]
        lines.append(_("tokens: {tokens}").format(tokens=", ".join(left) or "-"))
    if player.program:
        lines.append(_("program: {letters}").format(letters=program_text(player.program)))
    elif view.phase == PROGRAM and view.turn:
        lines.append(_("program sealed") if player.is_sealed else _("writing a program"))
    return lines


def offer_lines(view: HimalayaView) -> list[Line]:
    """Return every order on the map with its village."""
    lines: list[Line] = [(_("Orders:"), "lines--plain-strong")]
    for village, disc in enumerate(view.orders):
        if disc != NONE:
            name = view.board.villages[village].name
            text = f"  {disc_text(view.board.discs[disc]):9} {village} {name}"
            lines.append((text, "lines--plain"))
    return lines
