"""Reference for players: keys, settings, commands of the shell, game records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from textual.binding import Binding
from textual.keys import format_key

from nim_tui.app.app import NimApp
from nim_tui.registry import all_games
from nim_tui.server.app.app import VisitorApp
from nim_tui.settings import Settings
from nim_tui.settings_page import offered, own_name
from nim_tui.tables.record import Line, RecordHeader
from screens.keymap import KEY_NAMES, Keyed, Owner, screens_of
from tests.manual.pages import brief, each_command, page_name
from tests.reference.markdown import code, section, table

_REF: Final = "#/$defs/"


def parts() -> Mapping[str, str]:
    """Return the parts of pages by name."""
    home = _keys(NimApp, is_private=True)
    lobby = _keys(VisitorApp, is_private=False)
    return {
        "keys": _keys_by_screen(home),
        "keys on a server": _keys_by_screen({k: v for k, v in lobby.items() if k not in home}),
        "settings of a player": _settings(),
        "commands": _commands("nim-tui", "nim-tui-admin"),
        "admin commands": _commands("nim-tui-admin", ""),
        "record": _record(),
    }


# Keys


def _keys(app: Owner, *, is_private: bool) -> dict[str, Keyed]:
    games = [entry.screen_type for entry in all_games().values()]
    return screens_of(app, is_private=is_private, games=games).all()


def _keys_by_screen(keys: Mapping[str, Keyed]) -> str:
    titles = dict.fromkeys(keyed.title for keyed in keys.values())
    return "\n".join(
        section(
            title,
            table(
                ("Keys", "Action", "Meaning"),
                [_key_row(each.binding) for each in keys.values() if each.title == title],
            ),
        )
        for title in titles
    )


def _key_row(binding: Binding) -> tuple[str, str, str]:
    return code(*map(_key, binding.key.split(","))), binding.description, binding.tooltip


def _key(key: str) -> str:
    shown = KEY_NAMES.get(key) or format_key(key)
    return shown.upper() if shown == "f1" else shown


# Settings


def _settings() -> str:
    kept = Settings(sound=NimApp.USUAL_SOUND)
    return table(
        ("Setting", "Name in `settings.json`", "Values", "Default", "Meaning"),
        [
            (
                each.name,
                code(each.id),
                "" if each.is_typed else code(*filter(None, each.values)),
                dict(zip(each.values, each.labels)).get(each.value, each.value),
                each.meaning,
            )
            for each in (own_name(kept), *offered(kept, kept.sound))
        ],
    )


# Commands


def _commands(below: str, but: str) -> str:
    """Return a table of the commands whose pages begin with one name, but not with another."""
    named = {page_name(context): context for context in each_command()}
    return table(
        ("Command", "Meaning"),
        [
            (
                f"[`{context.command_path}`](../man/{name}.1)",
                f"{brief(context.command)}.",
            )
            for name, context in sorted(named.items())
            if name.startswith(below) and not (but and name.startswith(but))
        ],
    )


# Game records


def _schema() -> tuple[list[dict[str, Any]], dict[str, Any]]:
    found, known = msgspec.json.schema_components(
        [RecordHeader, Line], ref_template=f"{_REF}{{name}}"
    )
    return list(found), known


def record_schema() -> str:
    """Return the JSON Schema of a line of a game record."""
    schemas, known = _schema()
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a game record: the header, which is the first, or one of the others",
        "anyOf": schemas,
        "$defs": known,
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _record() -> str:
    _schemas, known = _schema()
    return "\n".join(
        section(f"`{name}`", f"{_first(schema['description'])}\n\n" + table(
            ("Field", "Value", "Default"), list(_fields(schema))))
        for name, schema in known.items()
    )  # fmt: skip


def _first(text: str) -> str:
    return text.partition("\n\n")[0]


def _fields(schema: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name, values in schema["properties"].items():
        default = "" if name in schema["required"] else code(json.dumps(values.get("default")))
        yield code(name), _values(values), default


def _values(schema: Mapping[str, Any]) -> str:
    """Return the values that a schema allows, in words."""
    match schema:
        case {"$ref": ref}:
            return code(ref.removeprefix(_REF))
        case {"anyOf": kinds}:
            return " or ".join(map(_values, kinds))
        case {"enum": words}:
            return code(*map(json.dumps, words))
        case {"type": "array", "items": items}:
            return f"list of {_values(items)}"
        case {"type": "object", "additionalProperties": items}:
            return f"object; each value is {_values(items)}"
        case {"pattern": pattern}:
            return f"string that matches `{pattern}`"
        case {"type": "string", "maxLength": most}:
            return f"string of at most {most:,} characters"
        case {"type": "integer", "minimum": least, "maximum": most}:
            return f"integer from {least} to {most}"
    return str(schema["type"])
