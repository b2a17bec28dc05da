"""All bindings of all screens, with names and remapped keys.

Nothing is listed by hand: each class with BINDINGS has its title in BINDING_GROUP_TITLE, and each
screen names in HOLDS the widgets with keys of their own that may get the focus there. Screens of
tables have IS_TABLE and come first. The others are sorted by module, unless LISTED_AS gives
another name to sort by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Final

from textual.app import App
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from screens.text import N_, _

Owner = type[DOMNode]
"""A class with bindings: a screen, a widget, an app."""
_OURS = ("screens.", "nim_tui.")
_NOBODYS = "textual."
"""Owners of bindings that belong to Textual, not to nim_tui or its games."""
_GROUPS: Final = {"replay": N_("Replay"), "following": N_("Step by step")}
"""Titles of bindings by the first part of their id, if not the title of their class."""


@dataclass(frozen=True, slots=True)
class Keyed:
    """A binding with its keys joined by commas, and the title of its owner, to translate."""

    binding: Binding
    title: str


def bindings_by_id(owners: Iterable[Owner]) -> dict[str, Binding]:
    """Return nim_tui's bindings in these classes and their bases by id, keys joined by commas."""
    return {name: keyed.binding for name, keyed in _keyed(owners).items()}


@cache
def bindings_of(screen: Owner) -> Mapping[str, Binding]:
    """Return the bindings of nim_tui that may act on a screen: its own and those of its widgets."""
    return bindings_by_id([*_held(screen), screen])


@cache
def every_screen() -> tuple[Owner, ...]:
    """Return all screens, those of games first, whether opened yet or not."""
    from pkgutil import walk_packages  # noqa: PLC0415 - for Settings alone

    import screens  # noqa: PLC0415 - the package that holds this module

    for module in walk_packages(screens.__path__, f"{screens.__name__}."):
        import_module(module.name)
    ours = (found for found in _below(Screen) if found.__module__.startswith(_OURS))
    return tuple(_in_order(ours))


def _listed(screen: Owner) -> tuple[bool, str]:
    """Return the sort key of a screen: tables first, then by LISTED_AS or module."""
    name: str = getattr(screen, "LISTED_AS", screen.__module__)
    return not getattr(screen, "IS_TABLE", False), name


def _in_order(found: Iterable[Owner]) -> list[Owner]:
    """Return screens in order, tables first."""
    return sorted(found, key=_listed)


def screens_of(app: Owner, *, is_private: bool, games: Iterable[Owner] = ()) -> KeyMap:
    """Return the keys of an app: no lobby at home, and no home in a lobby.

    `games` are the screens of its games, which may come from other packages.
    """
    elsewhere = "screens.lobby" if is_private else "screens.home.screen"
    here = (s for s in every_screen() if not s.__module__.startswith(elsewhere))
    return KeyMap(app, tuple(dict.fromkeys(_in_order([*here, *games]))))


@dataclass(frozen=True, slots=True)
class KeyMap:
    """The keys of an app and its screens."""

    app: Owner
    screens: tuple[Owner, ...]

    def all(self) -> dict[str, Keyed]:
        """Return all bindings with an id, which can be remapped; widgets and games come first."""
        held = [owner for screen in self.screens for owner in _held(screen)]
        return _keyed([*held, *self.screens, self.app])

    def taken(self, name: str, key: str, changed: Mapping[str, str]) -> str:
        """Return the current meaning of a key wherever binding `name` acts, or "" if it is free.

        Board and menu never have the focus together, so they may share keys. In a text field every
        printing key is a letter.
        """
        for owners in self._places():
            here = bindings_by_id(owners)
            if name not in here:
                continue
            if _is_letter(key) and _is_typing(owners, here[name]):
                return _("a letter that you type")
            for other, binding in here.items():
                if other != name and key in changed.get(other, binding.key).split(","):
                    return _(binding.description)
        return _("a key used on every screen") if key in _fixed_keys(self.app) else ""

    def _places(self) -> Iterator[tuple[Owner, ...]]:
        """Iterate over the owners of bindings that hear a key, for each possible focus."""
        for screen in self.screens:
            above = (screen,) if issubclass(screen, ModalScreen) else (screen, self.app)
            yield above
            for held in _held(screen):
                is_line = issubclass(held, Input) and held is not Input
                yield (held,) if is_line else (held, *above)


def _is_typing(owners: tuple[Owner, ...], binding: Binding) -> bool:
    """Check whether a binding belongs to a text field, on a key that types no letter."""
    if not issubclass(owners[0], Input):
        return False
    return not any(map(_is_letter, binding.key.split(",")))


def _is_letter(key: str) -> bool:
    """Whether a key types a letter into a field."""
    return (key_to_character(key) or "\0").isprintable()


def _held(screen: Owner) -> tuple[Owner, ...]:
    held: tuple[Owner, ...] = getattr(screen, "HOLDS", ())
    return held


def _below(owner: Owner) -> Iterator[Owner]:
    for found in owner.__subclasses__():
        yield found
        yield from _below(found)


def _keyed(owners: Iterable[Owner]) -> dict[str, Keyed]:
    found: dict[str, Keyed] = {}
    for owner in owners:
        for base in reversed(owner.__mro__):
            if not base.__module__.startswith(_NOBODYS):
                title = base.__dict__.get("BINDING_GROUP_TITLE") or ""
                for binding in _bindings_in(base):
                    if binding.id:
                        group = _GROUPS.get(binding.id.partition(".")[0], title)
                        found[binding.id] = Keyed(binding, group)
    return found


def _bindings_in(owner: type) -> Iterator[Binding]:
    """Yield the bindings that a class itself declares."""
    listed: Iterable[BindingType] = owner.__dict__.get("BINDINGS", ())
    return (binding for binding in listed if isinstance(binding, Binding))


def _fixed_keys(app: Owner) -> set[str]:
    """Return the app's keys without an id: they never change, so that nobody is locked out."""
    bindings = (binding for base in app.__mro__ for binding in _bindings_in(base))
    keys = {key for binding in bindings if not binding.id for key in binding.key.split(",")}
    return {*keys, App.COMMAND_PALETTE_BINDING}


def bound_characters(
    classes: Iterable[type[DOMNode]], changed: Mapping[str, str]
) -> frozenset[str]:
    """Return the characters bound by these classes, capitals as small letters.

    Bindings that cannot act now count too, except those of replays, where there is nothing to
    choose. `changed` are the remapped keys, by id.
    """
    return _bound_characters(frozenset(classes), tuple(changed.items()))


@lru_cache(64)
def _bound_characters(
    classes: frozenset[type[DOMNode]], changes: Sequence[tuple[str, str]]
) -> frozenset[str]:
    keys: list[str] = []
    changed = dict(changes)
    for base in {base for owner in classes for base in owner.__mro__}:
        for binding in Binding.make_bindings(base.__dict__.get("BINDINGS", ())):
            if not (binding.id or "").startswith("replay."):
                keys += changed.get(binding.id or "", binding.key).split(",")
    return frozenset(
        character.lower() for key in keys if (character := key_to_character(key)) is not None
    )


KEY_NAMES: Final = {
    "enter": N_("Enter"),
    "escape": N_("Esc"),
    "tab": N_("Tab"),
    "space": N_("Space"),
    "backspace": N_("Backspace"),
    "delete": N_("Del"),
    "home": N_("Home"),
    "end": N_("End"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
}
"""The names of keys, to translate, kept apart from equal words for actions."""


def key_of(screen: Screen[Any], name: str) -> str:
    """Return the name of the first key of an action on a screen, by the binding's id.

    Empty if the binding is not active.
    """
    active = screen.active_bindings.values()
    found = (one.binding for one in active if one.binding.id == name)
    return next((key_name(screen.app, binding) for binding in found), "")


def key_name(app: App[object], binding: Binding) -> str:
    """Return the display name of the key of a binding."""
    name = KEY_NAMES.get(binding.key)
    return _(name) if name else app.get_key_display(binding)
