"""A JSON Schema of the bot protocol for each game, made from the types of its views and events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from inspect import cleandoc
from typing import Any, Final, get_type_hints

import msgspec

from nim_tui.protocol.messages import (
    MOST_LEGAL,
    PROTOCOL,
    ErrorToBot,
    GameEnd,
    HelloFromBot,
    HelloToBot,
    MoveFromBot,
    MoveRequest,
    NewGame,
    PlayFromBot,
    move_fields,
)
from rules.chance import Chance
from rules.contract import AnyGame, Event, Move, package_of

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_REF: Final = "#/$defs/{name}"
_TO_BOT: Final = (HelloToBot, NewGame, MoveRequest, ErrorToBot, GameEnd)
_FROM_BOT: Final = (HelloFromBot, MoveFromBot, PlayFromBot)


def view_type(game: AnyGame) -> type[Any]:
    """Return the type of a game's views."""
    return type(_first_view(game)[0])


def _first_view(game: AnyGame) -> tuple[Any, Move]:
    """Return a view of a new game, and a legal move in it."""
    state = game.new(game.seats[0], {}, Chance(0))
    seat = state.waiting()[0]
    return game.view(state, seat), game.legal(state, seat)[0]


def event_types(game: AnyGame) -> list[type[Event]]:
    """Return the kinds of events of a game, by name; bases of several kinds are left out."""
    package = package_of(game)
    found = {
        kind.name: kind
        for kind in _below(Event)
        if is_dataclass(kind) and kind.__module__.startswith(f"{package}.")
    }
    return [found[name] for name in sorted(found)]


def _below(kind: type[Event]) -> Iterator[type[Event]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def event_struct(kind: type[Event]) -> type[msgspec.Struct]:
    """Return the form of an event as JSON; facts that are None are left out."""
    hints = get_type_hints(kind)
    told: list[Any] = []
    for one in fields(kind):  # type: ignore[arg-type]
        if one.repr and one.name != "seat":
            told.append((one.name, hints[one.name] | None, None))
    made = msgspec.defstruct(
        kind.__name__, [("seat", int | None), *told], tag_field="event", tag=kind.name,
        kw_only=True, forbid_unknown_fields=True,
    )  # fmt: skip
    made.__doc__ = kind.__doc__
    return made


def _move_schema(kind: type[Move]) -> dict[str, Any]:
    """Return the schema of a move as listed: its word, and its fields."""
    hints = get_type_hints(kind.__init__)
    known: dict[str, Any] = {"word": {"type": "string", "description": "The move, to answer with"}}
    for name in move_fields(kind):
        hint = hints.get(name, Any)
        if isinstance(hint, type) and issubclass(hint, Enum):
            known[name] = {"enum": [one.name.lower() for one in hint]}
        else:
            known[name] = msgspec.json.schema(hint)
    return {
        "title": "LegalMove",
        "description": "A legal move: its kind tells which of its other fields count",
        "type": "object",
        "properties": known,
        "required": ["word"],
    }


def protocol_schema(game: AnyGame) -> dict[str, Any]:
    """Return the JSON Schema of all messages about a game."""
    view, move = _first_view(game)
    events = [event_struct(kind) for kind in event_types(game)]
    types = [*_TO_BOT, *_FROM_BOT, type(view), *events]
    found, defs = msgspec.json.schema_components(types, ref_template=_REF)
    for one in defs.values():
        if "description" in one:
            one["description"] = cleandoc(one["description"])
    refs = dict(zip(types, found))
    defs["LegalMove"] = _move_schema(type(move))
    defs["Event"] = {"anyOf": [refs[event] for event in events]}
    listed = {"type": "array", "items": {"$ref": _REF.format(name="LegalMove")}}
    for message in (MoveRequest, GameEnd):
        told = defs[message.__name__]["properties"]
        told["view"] = refs[type(view)]
        told["events"] = {"type": "array", "items": {"$ref": _REF.format(name="Event")}}
    defs[MoveRequest.__name__]["properties"]["legal"] = {**listed, "maxItems": MOST_LEGAL}
    return {
        "$schema": _DIALECT,
        "title": f"Bot protocol {PROTOCOL}: {game.name}",
        "description": "Each line is one message. A bot is sent those of toBot, and sends fromBot",
        "anyOf": [{"$ref": "#/$defs/toBot"}, {"$ref": "#/$defs/fromBot"}],
        "$defs": {
            "toBot": {"anyOf": [refs[message] for message in _TO_BOT]},
            "fromBot": {"anyOf": [refs[message] for message in _FROM_BOT]},
            **defs,
        },
    }
