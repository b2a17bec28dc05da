"""A validator of the part of JSON Schema that the protocol's schemas use; anything else fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,),
    "number": (int, float), "boolean": (bool,), "null": (type(None),),
}  # fmt: skip
_TOLD: Final = frozenset(
    {"title", "description", "default", "$defs", "$schema", "discriminator", "enum", "type"}
)


def faults(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a value; empty if it is valid."""
    if "type" in schema and (wrong := _type(value, schema["type"])):
        return wrong
    found: list[str] = []
    for key, rule in schema.items():
        if key not in _TOLD:
            found += _CHECKS[key](value, rule, schema, root)
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{value!r} is none of {schema['enum']}")
    return found


def _ref(value: Any, rule: str, _schema: Any, root: Mapping[str, Any]) -> list[str]:
    target: Any = root
    for part in rule.removeprefix("#/").split("/"):
        target = target[part]
    return faults(value, target, root)


def _any_of(value: Any, rule: list[Any], _schema: Any, root: Mapping[str, Any]) -> list[str]:
    tries = [faults(value, one, root) for one in rule]
    return [] if any(not one for one in tries) else min(tries, key=len)


def _type(value: Any, rule: str) -> list[str]:
    is_bool = isinstance(value, bool) and rule in ("integer", "number")
    is_right = isinstance(value, _TYPES[rule]) and not is_bool
    return [] if is_right else [f"{value!r} is no {rule}"]


def _properties(value: Any, rule: Any, _schema: Any, root: Any) -> list[str]:
    inside = [(value[name], one) for name, one in rule.items() if name in value]
    return [fault for each, one in inside for fault in faults(each, one, root)]


def _required(value: Any, rule: list[str], _schema: Any, _root: Any) -> list[str]:
    return [f"{name} is missing" for name in rule if name not in value]


def _additional(value: Any, rule: Any, schema: Any, root: Any) -> list[str]:
    others = {name: one for name, one in value.items() if name not in schema.get("properties", {})}
    if rule is False:
        return [f"{name} is not known" for name in others]
    return [fault for one in others.values() for fault in faults(one, rule, root)]


def _items(value: Any, rule: Any, schema: Any, root: Any) -> list[str]:
    rest = value[len(schema.get("prefixItems", ())) :]
    if rule is False:
        return ["too many items"] if rest else []
    return [fault for each in rest for fault in faults(each, rule, root)]


def _prefix(value: Any, rule: Any, _schema: Any, root: Any) -> list[str]:
    return [fault for each, one in zip(value, rule) for fault in faults(each, one, root)]


_CHECKS: Final[Mapping[str, Any]] = {
    "$ref": _ref, "anyOf": _any_of, "properties": _properties,
    "required": _required, "additionalProperties": _additional, "items": _items,
    "prefixItems": _prefix,
    "minItems": lambda value, rule, *_: [] if len(value) >= rule else ["too few items"],
    "maxItems": lambda value, rule, *_: [] if len(value) <= rule else ["too many items"],
    "minimum": lambda value, rule, *_: [] if value >= rule else ["too small"],
    "maximum": lambda value, rule, *_: [] if value <= rule else ["too large"],
    "maxLength": lambda value, rule, *_: [] if len(value) <= rule else ["too long"],
}  # fmt: skip
