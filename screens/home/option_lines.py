"""What a game lets one choose, as lines of a form: each stepped among its values, or typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from rules.options import FreeText, FromFile, Option, OptionValue
from screens.option_effects import effect
from screens.text import _
from screens.widgets.menu import Item

_OPTION: Final = "option"
_LONGEST_VALUE: Final = 40
"""A longer value of an option is no word but the text of a file."""
_VALUE: Final = 20
"""Columns of a value that its effect stands beside."""

T = TypeVar("T")


class OptionLines:
    """The options of a form, by the ids of their lines: `option NAME`."""

    def __init__(self, options: Sequence[Option], title: str, *, reads_files: bool) -> None:
        """`title` stands where a text is to be typed and none is; `reads_files`: one may name some.

        All begin with what is usual.
        """
        self._options = {option.name: option for option in options}
        self._title = title
        self._reads_files = reads_files
        self.values: Final[dict[str, OptionValue]] = {
            n: o.default for n, o in self._options.items()
        }
        """What is chosen, by the names of the options."""

    def items(self, *, tells_effects: bool = False) -> Iterator[Item]:
        """A line for each; `tells_effects`: with what its value does."""
        for name, option in self._options.items():
            if self._reads_files or not isinstance(option, FromFile):
                text = self._shown(option)
                if tells_effects:
                    text = f"{text:{_VALUE}} {self.meaning(f'{_OPTION} {name}')}"
                yield Item(f"{_OPTION} {name}", called(name), text)

    def names(self) -> dict[str, str]:
        """What each line is called that is not typed."""
        return {
            f"{_OPTION} {name}": called(name)
            for name, option in self._options.items()
            if not isinstance(option, (FreeText, FromFile))
        }

    def _shown(self, option: Option) -> str:
        value = self.values[option.name]
        if isinstance(option, FreeText):
            return str(value) or self._title
        if isinstance(option, FromFile) and value is None:
            printed = _("the printed one")
            return f"‹ {printed} ›"
        return f"‹ {shown(value)} ›"

    def at(self, line: str) -> Option | None:
        """The option of a line, if it is of one."""
        kind, _blank, name = line.partition(" ")
        return self._options.get(name) if kind == _OPTION else None

    def meaning(self, line: str) -> str:
        """What the value does that an option has; empty for a line of something else."""
        option = self.at(line)
        if option is None:
            return ""
        return effect(option.name, self.values[option.name]) or _(option.meaning)

    def turn(self, line: str, step: int) -> None:
        """Step the value of an option."""
        option = self.at(line)
        if option is not None:
            self.values[option.name] = stepped(option.values, self.values[option.name], step)

    def chosen(self) -> Mapping[str, OptionValue]:
        """What is not as usual."""
        usual = {name: option.default for name, option in self._options.items()}
        return {name: value for name, value in self.values.items() if value != usual[name]}


def called(name: str) -> str:
    """What an option is called, as a label of a form: with a capital, as the others have one."""
    said = _(name.replace("_", " "))
    return said[:1].upper() + said[1:]


def shown(value: OptionValue) -> str:
    """A value, in the language spoken."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return _(value) if len(value) <= _LONGEST_VALUE else _("from a file")
    return str(value)


def stepped(values: Sequence[T], value: T, step: int) -> T:
    """The value so many steps on, round and round."""
    here = values.index(value) if value in values else 0
    return values[(here + step) % len(values)]
