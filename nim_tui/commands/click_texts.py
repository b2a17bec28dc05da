"""What click itself says in our commands: marked here, so that our catalogs hold it too."""

from __future__ import annotations

from typing import Final

from rules.messages import N_, Noun

TEXTS: Final = (
    N_("Commands"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"),
    N_("Missing command."),
    N_("No such option {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("Options"),
    N_("Usage:"),
    N_("default: {default}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
)
COUNTED: Final = (
    Noun("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    Noun("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    Noun("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
)

WORDS: Final = (
    N_("[OPTIONS]"),
    N_("COMMAND [ARGS]..."),
    N_("[COMMAND] [ARGS]..."),
    N_("COLUMNSxROWS"),
    N_("DIRECTORY"),
    N_("FILE"),
    N_("FILE or DIRECTORY"),
    N_("FINGERPRINT|NAME"),
    N_("GAME"),
    N_("INTEGER RANGE"),
    N_("LEVEL[/STYLE][:COUNT],..."),
    N_("NAME,..."),
    N_("NAME=VALUE"),
    N_("PATH"),
    N_("REASON"),
    N_("SESSION"),
    N_("TABLE"),
    N_("TEXT"),
)
"""What stands for something that is to be typed."""
