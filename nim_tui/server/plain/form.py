"""A form in text mode: shown, changed value by value, then submitted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nim_tui.names import one_of
from nim_tui.plain.commands import CommandLine
from nim_tui.plain.conversation import LineDialog
from nim_tui.plain.rules_reader import about
from nim_tui.plain.text import either, listed
from nim_tui.registry import game_named
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.page import Field, Form
from screens.table.vocabulary import folded
from screens.text import _, labelled


class FormDialog(LineDialog):
    """A form: asks for values, until Enter alone submits it."""

    def __init__(
        self, visit: LineContext, form: Form, opens: Callable[[str], Awaitable[None]]
    ) -> None:
        """`opens` opens the page of the result."""
        self._visit = visit
        self._form = form
        self._opens = opens

    @property
    def question(self) -> str:
        """The prompt of the form."""
        return _("Options? Type NAME=VALUE, what for the list, quit, or press Enter to create it.")

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands for the choices and the rules, and for leaving the form."""
        leave = self._visit.conversation.leave
        return {
            "what": lambda _rest: self._tell_fields(), "rules": self._rules,
            "quit": lambda _rest: leave(),
        }  # fmt: skip

    def words(self, text: str) -> Sequence[str]:
        """Return the names that may follow."""
        return [f"{one.label}=" for one in self._form.fields]

    def begin(self) -> None:
        """Say the purpose of the form and the present values."""
        values = [
            labelled(one.label[:1].lower() + one.label[1:], one.value)
            for one in self._form.fields
            if one.choices
        ]
        self._visit.say(self._form.title, ", ".join(values))

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Take a value, a question, or Enter to submit."""
        if asked is not None:
            act = self.commands[asked.command]
            await self._visit.attempt(lambda: act(asked.rest))
        elif line:
            await self._visit.attempt(lambda: self._take(line))
        else:
            await self._visit.attempt(self._submit)

    def _rules(self, rest: str) -> None:
        self._visit.say(*about(game_named(self._form.game).game, rest))

    def _tell_fields(self) -> None:
        for one in self._form.fields:
            if one.choices:
                told = _("{name}: {value}").format(name=one.label, value=one.value)
                self._visit.say(labelled(told, either([words for _value, words in one.choices])))
            else:
                self._visit.say(labelled(one.label, one.meaning))

    def _take(self, text: str) -> None:
        """Take NAME=VALUE, or NAME VALUE. Raises NotPossible."""
        field, value = self._field_in(text)
        self._form = field.put(_chosen(field, value) if field.choices else value)
        changed = self._form.field(field.id)
        if changed is not None:
            self._visit.say(labelled(changed.label, changed.value))

    def _field_in(self, text: str) -> tuple[Field, str]:
        """Return the field and the value that a text names. Raises NotPossible."""
        first, sign, value = text.partition("=")
        for field in self._form.fields:
            for word in (field.id, field.label):
                if sign and folded(first.strip()) == folded(word):
                    return field, value.strip()
                if not sign and folded(text).startswith(f"{folded(word)} "):
                    return field, text[len(word) :].strip()
        mistyped = first if sign else text.partition(" ")[0]
        raise NotPossible(
            N_("unknown name {name}; {right}"),
            name=repr(mistyped[:40]),
            right=one_of(mistyped, [one.label for one in self._form.fields]),
        )

    async def _submit(self) -> None:
        made = await self._form.submit()
        await self._visit.conversation.leave()
        await self._opens(made.of)


def _chosen(field: Field, text: str) -> Any:
    """Return the typed choice. Raises NotPossible."""
    wanted = folded(text)
    for value, words in field.choices:
        if wanted in (folded(str(value)), folded(words)):
            return value
    values = listed(words for _value, words in field.choices)
    raise NotPossible(N_("{name} can be: {values}"), name=field.label, values=values)
