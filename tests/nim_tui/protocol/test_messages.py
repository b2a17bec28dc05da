"""What a bot is sent: only its seat's view, in messages that fit the schema of the game."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from nim_tui.protocol.messages import (
    MOST_LEGAL,
    BadLine,
    HelloToBot,
    MoveFromBot,
    SeatFeed,
    check_protocol,
    line_of,
    message_in,
)
from nim_tui.protocol.schema import event_types, protocol_schema, view_type
from nim_tui.registry import all_games
from rules.bataille import BATAILLE
from rules.chance import Chance
from rules.contract import AnyGame, Event
from rules.himalaya.game import HIMALAYA
from tests.nim_tui.protocol.json_schema import faults

GAMES = [entry.game for entry in all_games().values()]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def feeds(game: AnyGame, seats: int) -> list[SeatFeed]:
    names = [f"Player {seat}" for seat in range(seats)]
    options = {option.name: option.default for option in game.options}
    return [SeatFeed(game, "1", seat, names, options) for seat in range(seats)]


def traffic(game: AnyGame, seats: int, moves: int, seed: int = 1) -> list[bytes]:
    """All lines to the bots of a random game, or of its first moves."""
    chance = Chance(seed)
    state = game.new(seats, game.automatic, chance)
    told, logs = feeds(game, seats), [list[Event]() for _ in range(seats)]
    lines = [line_of(HelloToBot()), *(feed.new() for feed in told)]
    for _move in range(moves):
        if not state.waiting():
            break
        seat = state.waiting()[0]
        legal = game.legal(state, seat)
        lines.append(told[seat].request(game.view(state, seat), legal, logs[seat], 5.0))
        events = game.play(state, seat, chance.pick(legal), chance)
        for looker, log in enumerate(logs):
            log += [seen for event in events if (seen := event.seen_by(looker)) is not None]
    result = game.result(state)
    views = [game.view(state, seat) for seat in range(seats)]
    return [*lines, *(feed.end(views[n], logs[n], result) for n, feed in enumerate(told))]


@each_game
def test_every_line_to_a_bot_fits_the_schema(game: AnyGame) -> None:
    schema = json.loads(json.dumps(protocol_schema(game)))
    for line in traffic(game, game.seats[-1], 120):
        assert line.count(b"\n") == 1
        assert faults(json.loads(line), schema["$defs"]["toBot"], schema) == []


@each_game
def test_the_schema_notices_what_does_not_belong_to_the_game(game: AnyGame) -> None:
    schema = protocol_schema(game)
    asked = next(json.loads(line) for line in traffic(game, game.seats[0], 1) if b'"move"' in line)
    for name in asked["view"]:
        broken = {**asked, "view": {key: v for key, v in asked["view"].items() if key != name}}
        assert faults(broken, schema["$defs"]["toBot"], schema), name
    strange = {**asked, "events": [{"event": "strange", "seat": 0}]}
    assert faults(strange, schema["$defs"]["toBot"], schema)


@each_game
def test_every_kind_of_event_and_the_view_are_in_the_schema(game: AnyGame) -> None:
    told = protocol_schema(game)["$defs"]
    assert len(event_types(game)) > 5
    assert {kind.__name__ for kind in (*event_types(game), view_type(game))} <= set(told)


@each_game
def test_a_view_can_be_read_back(game: AnyGame) -> None:
    for line in traffic(game, game.seats[0], 40):
        message = json.loads(line)
        if message["type"] == "move":
            view = msgspec.convert(message["view"], view_type(game), strict=False)
            again = json.loads(line_of(view))
            assert again == message["view"]


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_the_same_bytes_come_from_two_worlds_that_a_seat_cannot_tell_apart(
    game: AnyGame, seed: int
) -> None:
    """The second world is made from the view alone, with other secrets."""
    seats, chance = game.seats[0], Chance(seed)
    state, log = game.new(seats, game.automatic, chance), list[Event]()
    others = 0
    for _move in range(60):
        if not state.waiting():
            break
        seat = state.waiting()[0]
        world = game.sample(game.view(state, seat), Chance(seed + 99))
        others += game.view(world, 1 - seat if seats == 2 else (seat + 1) % seats) != game.view(
            state, 1 - seat if seats == 2 else (seat + 1) % seats
        )
        lines = [
            feeds(game, seats)[seat].request(
                game.view(one, seat), game.legal(one, seat), log[:0], 5.0
            )
            for one in (state, world)
        ]
        assert lines[0] == lines[1]
        game.play(state, seat, chance.pick(game.legal(state, seat)), chance)
    assert others or game.name == "schwarm", "the worlds must differ in something hidden"


def test_undone_events_are_told_by_the_number_they_begin_at() -> None:
    chance = Chance(1)
    state = BATAILLE.new(2, {}, chance)
    events: list[Event] = []
    for seat in (0, 1):
        for _placed in range(4):
            legal = BATAILLE.legal(state, seat)
            played = BATAILLE.play(state, seat, legal[7], chance)
            events += [seen for event in played if (seen := event.seen_by(0)) is not None]
    feed, view = feeds(BATAILLE, 2)[0], BATAILLE.view(state, 0)
    first = json.loads(feed.request(view, BATAILLE.legal(state, 0), events, None))
    assert (first["since"], len(first["events"])) == (0, len(events))
    fewer = [*events[:2], *events[3:]]
    second = json.loads(feed.request(view, BATAILLE.legal(state, 0), fewer, None))
    assert (second["since"], len(second["events"])) == (2, len(events) - 3)
    assert second["number"] == 2


def test_many_legal_moves_are_spread_and_any_of_them_may_be_answered() -> None:
    chance = Chance(1)
    state = HIMALAYA.new(3, {}, chance)
    while len(HIMALAYA.legal(state, state.waiting()[0])) <= MOST_LEGAL:
        seat = state.waiting()[0]
        HIMALAYA.play(state, seat, HIMALAYA.legal(state, seat)[0], chance)
    seat = state.waiting()[0]
    legal, feed = HIMALAYA.legal(state, seat), feeds(HIMALAYA, 3)[seat]
    asked = json.loads(feed.request(HIMALAYA.view(state, seat), legal, [], None))
    listed = [move["word"] for move in asked["legal"]]
    assert asked["count"] == 15_625
    assert len(listed) <= MOST_LEGAL
    assert len({word[:9] for word in listed}) == 5, "of each first step there are some"
    assert "program tttttt" not in listed
    answer = message_in(b'{"type":"move","move":"program tttttt"}')
    assert isinstance(answer, MoveFromBot)
    assert feed.advice(answer, legal).move.word == "program tttttt"


def test_a_reason_is_made_printable_and_short() -> None:
    state = BATAILLE.new(2, {}, Chance(1))
    legal, feed = BATAILLE.legal(state, 0), feeds(BATAILLE, 2)[0]
    told: dict[str, Any] = {"type": "move", "move": legal[0].word, "reason": "\x1b[2J{x}" * 60}
    answer = message_in(json.dumps(told).encode())
    assert isinstance(answer, MoveFromBot)
    reason = str(feed.advice(answer, legal).phrase)
    assert reason.isprintable()
    assert len(reason) == 200


@pytest.mark.parametrize(
    "line",
    [
        b"", b"{", b"[]", b"\xff\xfe", b'{"type":"strange"}', b'{"type":"move"}',
        b'{"type":"move","move":7}', b'{"type":"move","move":"' + b"x" * 70_000 + b'"}',
        b"[" * 50_000, b'{"type":"move","move":"' + b"x" * 300 + b'"}',
    ],
)  # fmt: skip
def test_a_line_that_is_no_message_is_refused_in_one_line(line: bytes) -> None:
    with pytest.raises(BadLine) as refused:
        message_in(line)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 250


def test_another_version_is_refused() -> None:
    hello: Any = message_in(b'{"type":"hello","protocol":2}')
    with pytest.raises(BadLine, match="version 2 of the protocol, not 1"):
        check_protocol(hello)
