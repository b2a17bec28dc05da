"""The pages of tournaments: the list, and a tournament with its standings and games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nim_tui.plain.commands import spelt
from nim_tui.plain.text import listed
from nim_tui.registry import all_games
from nim_tui.server.contests.standings import (
    BERGER,
    BUCHHOLZ,
    BUCHHOLZ_CUT,
    DIRECT,
    TIE_BREAKS,
    WINS,
)
from nim_tui.server.contests.tournament_actions import TournamentActions, tournament_form
from nim_tui.server.contests.tournament_view import (
    SELF,
    GameLine,
    PlayerLine,
    Stage,
    TeamLine,
    TournamentAction,
    TournamentLine,
    TournamentPage,
)
from nim_tui.server.contests.tournament_words import (
    STAGES,
    course_told,
    facts_of,
    game_told,
    host_told,
    name_told,
    outcome,
    own_facts,
    progress_told,
    standing_told,
    state_of,
    team_told,
    teams_told,
    terms_of,
    ties,
)
from rules.messages import N_
from screens.app_api import NotPossible
from screens.colours import Look, Span, Spans
from screens.game_intro import intro_of
from screens.lobby.page import AWAY, Action, Ask, Column, Form, Opens, Page, Row, Table, by_ear
from screens.text import _, decimal, is_spoken, labelled, ngettext
from screens.widgets.raster import fitted

WORDS: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.JOIN: "join",
    TournamentAction.LEAVE: "leave",
    TournamentAction.CHECK_IN: "check",
    TournamentAction.BEGIN: "begin",
    TournamentAction.INVITE: "invite",
    TournamentAction.CLOSE: "cancel",
    TournamentAction.BYE: "rest",
}
"""The command of each action on a tournament."""
_SURE: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.LEAVE: N_("To withdraw, type: {word} yes."),
    TournamentAction.CLOSE: N_("To cancel this tournament, type: {word} yes."),
}
_DONE: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.JOIN: N_("You joined."),
    TournamentAction.CHECK_IN: N_("You checked in."),
    TournamentAction.LEAVE: N_("You withdrew."),
    TournamentAction.CLOSE: N_("It ends without a winner; running games continue."),
}
_LABELS: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.JOIN: N_("Join"),
    TournamentAction.LEAVE: N_("Withdraw"),
    TournamentAction.CHECK_IN: N_("Check in"),
    TournamentAction.BEGIN: N_("Start now"),
    TournamentAction.INVITE: N_("Invite a player"),
    TournamentAction.CLOSE: N_("Cancel this tournament"),
    TournamentAction.BYE: N_("Half-point bye"),
}
_MEANINGS: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.JOIN: N_("You take part."),
    TournamentAction.CHECK_IN: N_(
        "Confirm that you will play; players who do not check in are left out."
    ),
    TournamentAction.LEAVE: N_("Your place becomes free; in a later round you are not paired."),
    TournamentAction.BEGIN: N_("The pairings are drawn, and the first games begin."),
    TournamentAction.INVITE: N_(
        "Type a name; the player is notified, and sees the tournament in their list."
    ),
    TournamentAction.CLOSE: N_("It ends without a winner; running games continue."),
    TournamentAction.BYE: N_("Half-point bye in the next round; choose again to play it instead."),
}
_SURE_BY_KEYS: Final[Mapping[TournamentAction, str]] = {
    TournamentAction.LEAVE: N_("Press Enter again to withdraw."),
    TournamentAction.CLOSE: N_("Press Enter again to cancel this tournament."),
}
"""The confirmations of actions that give something up."""
_LONGEST_NAME: Final = 20
_TITLE: Final = 26
_CLOCK: Final = 23


async def tournaments_page(actions: TournamentActions) -> Page:
    """List the visible tournaments, those the person plays in first. Raises a Refusal."""
    lines = await actions.listed()
    waiting = sum(line.stage == Stage.OPEN for line in lines)
    told = ngettext("{count} open for players", "{count} open for players", waiting)
    everybody = _("Round robin, Swiss, knock-out, arena or team matches, for 2 to 256 players.")
    new = _("n: new tournament")

    async def form(_text: str) -> Form:
        return tournament_form(actions)

    parts, action = (("   " + new, "hint"),), Action("new", form)
    add = Row("new", "", parts=parts, detail=everybody, enter=action)
    return Page(
        title=_("Tournaments"),
        about=_("for 2 to 256 players"),
        aside=told if waiting else "",
        intro=by_ear(_("Tournaments for 2 to 256 players."), ""),
        rows=[*(tournament_line(line) for line in lines), add],
        actions=[action],
        empty=by_ear(
            _("No tournaments yet: type new and a game."), _("No tournaments yet.")
        ),
        columns=(
            Column(_("Tournament"), "name"), Column(_("Game")), Column(_("Time control")),
            Column(_("Status")),
        ),
        usual=("list", "go", "new") if lines else ("new",),
        game=lines[0].game if lines else next(iter(all_games())),
        terms=[everybody],
    )  # fmt: skip


def tournament_line(line: TournamentLine) -> Row:
    """Return the row of a tournament in a list."""
    state, look = state_of(line)
    parts = (
        (f"{intro_of(line.game).emblem or '  '} ", "note"),
        (fitted(line.title, _TITLE) + "  ", "gold" if line.is_mine else "item"),
        (fitted(line.clock, _CLOCK), "note"),
        (state, look),
    )
    own = _("you take part") if line.is_mine else ""
    facts = (*own_facts(line), state, own, host_told(line))

    async def go(_text: str) -> Opens:
        return Opens("tournament", line.id)

    return Row(
        line.id,
        line.title,
        told=labelled(line.title, ", ".join(part for part in facts if part)),
        cells=(line.title, line.game_title, line.clock, state),
        address=f"/tournaments/{line.id}",
        parts=parts,
        detail=f"{line.title}   {_what_it_is(line)}",
        game=line.game,
        enter=Action("go", go),
    )


def _what_it_is(line: TournamentLine) -> str:
    """Return a tournament in two lines: its settings, and its host."""
    return f"{', '.join(facts_of(line))}\n{host_told(line)}".rstrip()


async def tournament_page(actions: TournamentActions, tournament: str) -> Page:
    """Look up a tournament: its standings, games, and possible actions. Raises a Refusal."""
    page = await actions.page(tournament)
    line = page.line
    terms = terms_of(page)
    how = [*terms, ties(line)]
    news = _news(page)
    state = progress_told(page) if line.stage == Stage.RUNNING else state_of(line)[0]
    described = labelled(line.title, ", ".join((*own_facts(line), state)))
    games = [_game(actions, page, game, number) for number, game in enumerate(page.games)]
    acts = [_act(actions, page, act) for act in (WORDS if is_spoken() else page.acts)]
    unplayed = sorted(_unplayed(page), key=lambda game: not actions.is_turn(game.table))
    goes = ["rounds", "go"] if page.games else []
    meant = f"game {page.games.index(unplayed[0])}" if unplayed else ""
    rules = [_rules_row(how)] if page.is_begun else []
    return Page(
        title=_("Tournament {title}").format(title=line.title),
        short=_("Tournament"),
        about=line.title,
        aside=_state(page),
        intro=by_ear(
            "\n".join([described, *terms]), " ".join(news if page.is_begun else [*how, *news])
        ),
        table=_standings(page),
        leading=_leading(page),
        detail=_what_it_is(line),
        lines=_players(page),
        rows=[*([] if is_spoken() else [*map(_act_row, acts, page.acts), *rules]), *games],
        marked=meant,
        actions=acts if is_spoken() else [],
        empty=by_ear(_("No game has begun yet."), ""),
        heading=_("Games") if games else "",
        is_long=True,
        listed_by="rounds",
        meant=meant,
        each={one.name: course_told(page, one) for one in page.players} if page.is_begun else {},
        usual=["list", *goes, *(WORDS[act] for act in page.acts)],
        hints=_own(actions, page),
        unclear=N_("add the number of a game; rounds lists them"),
        game=line.game,
        terms=how if is_spoken() else [*news, *how],
    )


def _news(page: TournamentPage) -> list[str]:
    """Return sentences about byes, teams and the invited, as they concern its stage."""
    line, news = page.line, []
    if page.byes and line.stage == Stage.RUNNING:
        bye = _("Bye in round {round}: {names}")
        news.append(bye.format(round=line.round, names=", ".join(page.byes)) + ".")
    if page.teams and page.is_begun and not line.event.has_matches:
        news.append(teams_told(page))
    if page.invited and line.stage == Stage.OPEN:
        news.append(_("Invited: {names}").format(names=", ".join(page.invited)))
    return news


def _state(page: TournamentPage) -> str:
    """Return the progress of a tournament, for the end of the headline."""
    line = page.line
    if line.stage == Stage.RUNNING:
        return progress_told(page)
    if line.stage == Stage.OPEN:
        told = _("{count} of {size} players")
        return told.format(count=line.players, size=line.size)
    return _(STAGES[line.stage][0])


def _players(page: TournamentPage) -> list[str]:
    """Return sentences about the players and the invited."""
    if any(one.games for one in page.players):
        teams = [team_told(one) for one in page.teams]
        return [*teams, *(standing_told(page, one) for one in page.players)]
    names = [name_told(one) for one in page.players]
    told = [labelled(_("taking part"), listed(names) or _("nobody"))]
    if page.is_begun and page.line.event.has_matches:
        told = [*map(team_told, page.teams), *told]
    if page.invited:
        told.append(labelled(_("invited"), listed(page.invited)))
    return told


def _own(actions: TournamentActions, page: TournamentPage) -> list[str]:
    """Return sentences about the person's games."""
    own = [player.name for player in page.players if player.is_own]
    lines = []
    for game in _unplayed(page):
        told = _("You play {names} in round {round}.")
        if actions.is_turn(game.table):
            told = _("You play {names} in round {round}: it is your turn.")
        others = listed(name for name in game.names if name not in own)
        lines.append(told.format(names=others, round=game.round))
    if page.line.is_mine and page.line.stage == Stage.RUNNING and not lines:
        lines.append(_("You have no game to play here now."))
    return lines


def _unplayed(page: TournamentPage) -> list[GameLine]:
    return [game for game in page.games if game.is_own and not game.is_over and game.table]


def _game(actions: TournamentActions, page: TournamentPage, game: GameLine, number: int) -> Row:
    text, look = outcome(game)
    names = " – ".join(game.names)
    number_told = _("round {round}").format(round=game.round)
    parts = (
        (number_told.ljust(10), "note"),
        (
            fitted(names, 36 if len(game.names) == 2 else 44) + "  ",
            "gold" if game.is_own else "item",
        ),
        (text, look),
    )

    async def go(_text: str) -> object:
        await actions.go_to(game)
        return AWAY

    return Row(
        f"game {number}",
        names,
        told=game_told(game),
        cells=(labelled(number_told, names), text),
        address=f"/t/{game.table}" if game.table and not game.is_over else "",
        parts=parts,
        detail=_what_it_is(page.line),
        enter=Action("go", go),
    )


def _act(actions: TournamentActions, page: TournamentPage, act: TournamentAction) -> Action:
    tournament = page.line.id
    sure = by_ear(
        _(_SURE[act]).format(word=spelt(WORDS[act])) if act in _SURE else "",
        _(_SURE_BY_KEYS[act]) if act in _SURE_BY_KEYS else "",
    )
    is_invitation = act == TournamentAction.INVITE
    is_typed = is_invitation or (act == TournamentAction.JOIN and page.asks_team)
    missing = NotPossible(N_("add a name") if is_invitation else N_("add the name of your team"))

    async def run(text: str) -> str:
        name = text if is_typed else ""
        said = await actions.act(tournament, act, name)
        if is_invitation:
            return _("{name} is invited.").format(name=name)
        return _(_DONE[act]) if act in _DONE else said

    return Action(
        WORDS[act],
        run,
        confirm=[sure] if sure and act in page.acts else [],
        ask=Ask(_("a name …"), longest=_LONGEST_NAME, missing=missing) if is_typed else None,
    )


def _act_row(action: Action, act: TournamentAction) -> Row:
    return Row(act.value, _(_LABELS[act]), note=_(_MEANINGS[act]), enter=action)


def _rules_row(rules: Sequence[str]) -> Row:
    """Return a row of a begun tournament that shows its rules while it is marked."""
    return Row("rules", _("Rules"), note=_("format, byes and tie-breaks"), detail=" ".join(rules))


# Standings

_SOFT: Final = Look("soft")


def _standings(page: TournamentPage) -> Table:
    """Return the standings with the crosstable or rounds; before the start, the players by name."""
    if not page.is_begun:
        columns = [Column("#", "figure"), Column(_("Name"), "name")]
        waiting = enumerate(page.players, start=1)
        return Table(columns, [[(str(number), _SOFT), _name(one)] for number, one in waiting])
    names = TIE_BREAKS[page.line.event.format]
    if page.line.event.has_matches:
        return _team_standings(page)
    columns = [
        Column(_("Rank"), "figure"), Column(_("Name"), "name"),
        *(Column(head, "cell", is_spare=not page.is_crossed) for head in page.heads),
        Column(_("games"), "figure", is_spare=True), Column(_("points"), "figure"),
        *(Column(_(_SHORT[name]), "figure", is_spare=at > 1) for at, name in enumerate(names)),
    ]  # fmt: skip
    return Table(columns, [_standing(one) for one in page.players])


def _team_standings(page: TournamentPage) -> Table:
    """Return the standings of team matches, with the board points of each round."""
    columns = [
        Column(_("Rank"), "figure"), Column(_("Team"), "name"),
        *(Column(head, "cell", is_spare=True) for head in page.heads),
        Column(_("matches"), "figure", is_spare=True), Column(_("points"), "figure"),
        Column(_("boards"), "figure"),
    ]  # fmt: skip
    return Table(columns, [_team_standing(one) for one in page.teams])


def _team_standing(one: TeamLine) -> Spans:
    return [
        (str(one.place), Look("gold") if one.place == 1 else _SOFT),
        (one.name, Look("gold" if one.is_own else "ink", style="bold" * one.is_own)),
        *((cell, Look()) for cell in one.cells),
        (f"{one.matches}", _SOFT),
        (decimal(one.points, None), Look("gold", style="bold")),
        (decimal(one.figures[0], None), _SOFT),
    ]


_SHORT: Final[Mapping[str, str]] = {
    DIRECT: N_("direct"), BERGER: N_("S-B"), BUCHHOLZ: N_("Buchh."), BUCHHOLZ_CUT: N_("BH cut 1"),
    WINS: N_("wins"),
}  # fmt: skip
"""The headings of the tie-breaks."""


def _standing(one: PlayerLine) -> Spans:
    return [
        (str(one.place), Look("gold") if one.place == 1 else _SOFT),
        _name(one),
        *((cell, _cell(cell)) for cell in one.cells),
        (f"{one.games}", _SOFT),
        (decimal(one.points, None), Look("gold", style="bold")),
        *((decimal(figure, None), _SOFT) for figure in one.figures),
    ]


def _name(one: PlayerLine) -> Span:
    return name_told(one), Look("gold" if one.is_own else "ink", style="bold" * one.is_own)


def _cell(cell: str) -> Look:
    return {"1": Look("good", style="bold"), SELF: Look("edge")}.get(cell, Look())


def _leading(page: TournamentPage) -> int:
    """Return the number of players or teams in first place; 0 before there are points."""
    if page.line.event.has_matches and page.is_begun:
        first = sum(one.place == 1 for one in page.teams)
        return first if first < len(page.teams) else 0
    first = sum(one.place == 1 for one in page.players)
    return first if page.is_begun and first < len(page.players) else 0
