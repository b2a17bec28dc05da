"""How ladders and tournaments stand, as parts of pages: what everybody may know, and no more."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.server.web.html import (
    Column,
    Html,
    Shown,
    items,
    joined,
    link,
    name,
    table,
    tag,
)
from screens.lobby.ladder.words import about_what, outcome, terms
from screens.lobby.ladder_api import LadderPage, Rung
from screens.lobby.tournament_api import GameLine, PlayerLine, TournamentLine, TournamentPage
from screens.lobby.tournaments.words import facts_of, state_of, terms_of, ties
from screens.lobby.tournaments.words import outcome as game_outcome
from screens.text import _, labelled, ngettext


def ladders_told(ladders: Sequence[tuple[str, str, int]], asked: str) -> Html:
    """Which ladders there are: the game, its title, how many stand on it."""
    lines = [
        tag("span", link(f"/ladder/{game}{asked}", title), " ", _soft(_people(count)))
        for game, title, count in ladders
    ]
    return items(lines)


def _people(count: int) -> str:
    return ngettext("{count} person", "{count} people", count) if count else _("nobody yet")


def _soft(text: str) -> Html:
    return tag("span", text, class_="soft")


def _head(text: str) -> Html:
    return tag("h2", text)


def ladder_told(page: LadderPage) -> Html:
    """Who stands where, who is challenged, what happened lately, and how it goes."""
    told: list[Html] = []
    if page.rungs:
        columns = [
            Column(_("Place"), "figure"), Column(_("Name")),
            Column(_("wins"), "figure"), Column(_("games"), "figure"), Column(_("Challenge")),
        ]  # fmt: skip
        rows = [_rung(place, rung) for place, rung in enumerate(page.rungs, start=1)]
        told.append(table(columns, rows, named=1, leading=1))
    else:
        told.append(tag("p", _("Nobody stands on this ladder yet.")))
    lately = [
        tag("span", _soft(one.day), " ", outcome(one)) for one in page.recent
    ]  # fmt: skip
    if lately:
        told += [_head(_("Lately")), items(lately)]
    return joined([*told, _head(_("How it goes")), *(tag("p", one) for one in terms(page))])


def _rung(place: int, rung: Rung) -> Sequence[Shown]:
    challenge = "" if rung.asked is None else about_what(rung.asked)
    return (str(place), name(rung.name), str(rung.won), str(rung.played), challenge)


def tournaments_told(lines: Sequence[TournamentLine], asked: str) -> Html:
    """Which tournaments there are, those being played first."""
    if not lines:
        return tag("p", _("There is no tournament yet."))
    columns = [Column(_("Tournament")), Column(_("Game")), Column(_("Clock")), Column(_("State"))]
    rows = [
        (
            link(f"/tournaments/{one.id}{asked}", name(one.title)), one.game_title, one.clock,
            state_of(one)[0],
        )
        for one in lines
    ]  # fmt: skip
    return table(columns, rows, named=0)


def tournament_told(page: TournamentPage) -> Html:
    """What it is, how it stands, its games, and how it goes."""
    line = page.line
    facts = [*facts_of(line), state_of(line)[0]]
    host = [_("set up by {name}").format(name=line.host)] if line.host else []
    told = [tag("p", ", ".join([*facts, *host]), class_="soft")]
    told.append(_standings(page) if page.heads else items(_player(one) for one in page.players))
    if page.games:
        told += [_head(_("Games")), items(_game(one) for one in page.games)]
    rules = [*terms_of(page), ties()]
    return joined([*told, _head(_("How it goes")), *(tag("p", one) for one in rules)])


def _player(one: PlayerLine) -> Html:
    return name(_("{name} (bot)").format(name=one.name) if one.is_bot else one.name)


def _standings(page: TournamentPage) -> Html:
    """Everybody by place, with how they met or what each round gave."""
    figures = [_("games"), _("points"), _("direct"), "S-B"]
    columns = [
        Column(_("Place"), "figure"), Column(_("Name")),
        *(Column(head, "cell") for head in page.heads),
        *(Column(head, "figure") for head in figures),
    ]  # fmt: skip
    first = sum(one.place == 1 for one in page.players)
    leading = first if first < len(page.players) else 0  # nobody leads before there are points
    return table(columns, [_standing(one) for one in page.players], named=1, leading=leading)


def _standing(one: PlayerLine) -> Sequence[Shown]:
    figures = [f"{figure:g}" for figure in (one.games, one.points, one.direct, one.berger)]
    return (str(one.place), _player(one), *one.cells, *figures)


def _game(one: GameLine) -> Html:
    who = labelled(_("round {round}").format(round=one.round), " – ".join(one.names))
    shown: Shown = who if one.is_over or not one.table else link(f"/t/{one.table}", who)
    return tag("span", shown, " ", _soft(game_outcome(one)[0]))
