"""What is asked for each fact of a view of Himalaya."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules import messages as nouns
from rules.himalaya.board import DELEGATIONS, NONE, STUPAS, TURNS, VILLAGES
from rules.himalaya.legal import BIT
from rules.himalaya.moves import CAMP, LETTERS, OVER, PROGRAM
from screens.game_intro import effect
from screens.himalaya.forecast import TOKENS, figures, is_open
from screens.himalaya.signs import WORDS, cube_name, program_words
from screens.text import _, in_words, ngettext
from tests.nim_tui.plain.facts.asked import Asked, Facts, Said


def _option(name: str) -> Facts:
    def told(asked: Asked) -> Iterator[Said]:
        yield Said("terms", effect("himalaya", name, getattr(asked.view.options, name)))

    return {f"options.{name}": told}


def _name(asked: Asked, seat: int) -> str:
    return f"where {asked.sight.people.names[seat]}"


def _goods(asked: Asked) -> Iterator[Said]:
    for village in VILLAGES:
        for cube, count in enumerate(asked.view.goods[village]):
            if count:
                yield Said(f"look {village}", f"{count} {cube_name(cube)}")
                name = asked.view.board.villages[village].name
                yield Said(f"where {cube_name(cube)}", f"{village} {name}")


def _orders(asked: Asked) -> Iterator[Said]:
    for village in VILLAGES:
        if asked.view.orders[village] != NONE:
            disc = asked.view.board.discs[asked.view.orders[village]]
            for question in (f"look {village}", f"where {_('orders')}"):
                yield Said(question, in_words(nouns.yaks(disc.yaks)))
                for cube, count in enumerate(disc.demand):
                    if count:
                        yield Said(question, f"{count} {cube_name(cube)}")


def _bag(asked: Asked) -> Iterator[Said]:
    for cube, count in enumerate(asked.view.cube_bag):
        if count:
            yield Said(f"where {_('bags')}", f"{count} {cube_name(cube)}")


def _caravans(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        if player.caravan:
            yield Said(f"where {_('caravans')}", f"{player.caravan} ")
            yield Said(f"look {player.caravan}", asked.sight.name(seat))


def _cubes(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        if is_open(asked.view, seat):
            for cube, count in enumerate(player.cubes):
                if count:
                    yield Said(_name(asked, seat), f"{count} {cube_name(cube)}")
        else:
            yield Said(_name(asked, seat), _("cubes and yaks behind the screen"))


def _discs(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        if is_open(asked.view, seat):
            yield Said(_name(asked, seat), in_words(nouns.yaks(asked.view.yaks(seat))))
            for disc in player.discs:
                yaks = in_words(nouns.yaks(asked.view.board.discs[disc].yaks))
                yield Said(_name(asked, seat), yaks)


def _tokens(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        if is_open(asked.view, seat) and player.tokens:
            told = ngettext("{count} inventory token", "{count} inventory tokens", player.tokens)
            yield Said(_name(asked, seat), told)


def _event_tokens(asked: Asked) -> Iterator[Said]:
    if asked.view.options.events:
        for seat, player in enumerate(asked.view.players):
            for kind, word in TOKENS:
                if player.event_tokens & BIT[kind]:
                    yield Said(_name(asked, seat), WORDS.shown(word))
            if not player.event_tokens:
                yield Said(_name(asked, seat), _("no event tokens left"))


def _sealed(asked: Asked) -> Iterator[Said]:
    if asked.view.phase == PROGRAM:
        for seat, player in enumerate(asked.view.players):
            told = _("program sealed") if player.is_sealed else _("writing a program")
            if not player.program:
                yield Said(_name(asked, seat), told)


def _program(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        if player.program:
            letters = "".join(LETTERS[order] for order in player.program)
            yield Said(_name(asked, seat), program_words(letters))


def _snowed(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        if player.is_snowed:
            yield Said(_name(asked, seat), _("the next step is lost to snow"))


def _stupas(asked: Asked) -> Iterator[Said]:
    for village, seat in enumerate(asked.view.stupas):
        if seat != NONE and village:
            told = _("stupa: {name}").format(name=asked.sight.name(seat))
            yield Said(f"look {village}", told)
            at = _("{name} at {village}").format(name=asked.sight.name(seat), village=village)
            yield Said(f"where {_('stupas')}", at)
    for seat in range(len(asked.view.players)):
        religion, _politics = figures(asked.view, seat)
        yield Said("score", _("religion {religion}, politics {politics}").format(
            religion=religion, politics=_politics))  # fmt: skip
        left = in_words(nouns.stupas(STUPAS - asked.view.stupas.count(seat)))
        yield Said(_name(asked, seat), left)


def _delegations(asked: Asked) -> Iterator[Said]:
    for number, region in enumerate(asked.view.board.regions):
        for seat, count in enumerate(asked.view.delegations[number]):
            if count:
                yield Said(f"look {region.letter}", f"{asked.sight.name(seat)} {count}")
    for seat in range(len(asked.view.players)):
        sent = sum(region[seat] for region in asked.view.delegations)
        yield Said(_name(asked, seat), in_words(nouns.delegations(DELEGATIONS - sent)))


def _markets(asked: Asked) -> Iterator[Said]:
    for village in asked.view.markets:
        yield Said(f"look {village}", _("market day"))
        yield Said("where market", _("market day at {village}").format(village=village))


def _routes(word: str, there: str) -> Facts:
    def told(asked: Asked) -> Iterator[Said]:
        for one, other in getattr(asked.view, word):
            text = _("{token} between {village} and {other}")
            token = _("yeti") if word == "yetis" else _("snow")
            yield Said(f"where {word[:-1]}", text.format(token=token, village=one, other=other))
            yield Said(f"look {one}", _(there).format(route="").strip())

    return {word: told}


def _turn(asked: Asked) -> Iterator[Said]:
    if asked.view.turn:
        told = _("turn {turn} of {turns}").format(turn=asked.view.turn, turns=TURNS)
        yield Said("score", told)


FACTS: Final[Facts] = {
    "waiting": lambda asked: (
        Said("who", asked.sight.people.labels[seat].casefold()) for seat in asked.view.waiting
    ),
    **_option("events"),
    **_option("one_cube_a_turn"),
    **_option("split_delegations"),
    **_option("open_screens"),
    **_option("sand_timer"),
    "phase": lambda asked: [Said("question", " ")] if asked.sight.moves else [],
    "turn": _turn,
    "first": lambda asked: (
        [Said("score", asked.sight.name(asked.view.first))] if asked.view.turn else []
    ),
    "mover": lambda asked: (
        [Said("who", asked.sight.people.labels[asked.view.mover].casefold())]
        if asked.view.phase not in (PROGRAM, OVER, CAMP)
        else []
    ),
    "goods": _goods,
    "orders": _orders,
    "cube_bag": _bag,
    "disc_bag": lambda asked: [
        Said(f"where {_('bags')}", in_words(nouns.orders(sum(asked.view.disc_bag))))
    ],
    "players.caravan": _caravans,
    "players.cubes": _cubes,
    "players.discs": _discs,
    "players.tokens": _tokens,
    "players.event_tokens": _event_tokens,
    "players.is_sealed": _sealed,
    "players.program": _program,
    "players.is_snowed": _snowed,
    "stupas": _stupas,
    "delegations": _delegations,
    "markets": _markets,
    **_routes("yetis", "{route} (blocked by a yeti)"),
    **_routes("snows", "{route} (slowed by snow)"),
}
NOT_SHOWN: Final = {
    "seat": "who listens: all answers are told to them",
    "options.board": "a file; what it says is told place by place",
    "step": "the orders of a turn are told one by one as they are carried out, and by the log",
    "served": "cubes are told as they are taken, and by the log; nobody is asked in between",
    "filling": "the order is told as it is filled; what it may bring by legal now",
    "did": "what was done is told as it is done; what is left by legal now",
    "envoys": "delegations are told as they are sent; how many are left by legal now",
}
RARE: Final = {"players.is_snowed"}
"""Lasts only while orders are carried out, when hardly anybody is asked."""
