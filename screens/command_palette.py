"""The command palette."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from textual.binding import ActiveBinding
from textual.command import DiscoveryHit, Hit, Hits, Provider

from screens.text import _

_MOVES = ("cursor.", "menu.", "panel.")
"""Ids of bindings that make sense only beside the thing they move."""


class PaletteCommand(NamedTuple):
    """A line of the palette."""

    title: str
    meaning: str
    run: Callable[[], object]


class PaletteProvider(Provider):
    """The commands of the screen below."""

    def _commands(self) -> Iterator[PaletteCommand]:
        """Yield each possible action once, even if it has two keys."""
        listed: set[tuple[object, str]] = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if not (binding.id and binding.description and active.enabled):
                continue
            if not binding.id.startswith(_MOVES) and (active.node, binding.action) not in listed:
                listed.add((active.node, binding.action))
                run = partial(self.app.call_later, self._run, active)
                yield PaletteCommand(_(binding.description), _(binding.tooltip), run)

    async def _run(self, active: ActiveBinding) -> None:
        await self.app.run_action(active.binding.action, active.node)

    async def discover(self) -> Hits:
        """Yield all commands, before the user types."""
        for title, meaning, run in sorted(self._commands(), key=lambda command: command.title):
            yield DiscoveryHit(title, run, help=meaning)

    async def search(self, query: str) -> Hits:
        """Yield the commands with a matching name, or a line that says there are none."""
        matcher, is_found = self.matcher(query), False
        for title, meaning, run in self._commands():
            if (match := matcher.match(title)) > 0:
                is_found = True
                yield Hit(match, matcher.highlight(title), run, help=meaning)
        if not is_found:
            yield Hit(1, _("No command has that name."), _do_nothing)


def _do_nothing() -> None:
    """Do nothing; the action of the line that says there are no commands."""
