"""`nim-tui games`: what there is to play, and what a table may choose."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from nim_tui.commands.explained import Command, option
from screens.text import N_, _, in_words

if TYPE_CHECKING:
    from nim_tui.catalog import Offer
    from rules.options import Option, OptionValue


@click.command(
    cls=Command,
    help=N_("List the games, their seats, bots and options."),
)
@option("--json", "as_json", is_flag=True, help=N_("Write JSON."))
def games(as_json: bool) -> None:
    """List the games, their seats, bots and options."""
    from nim_tui.catalog import CATALOG  # noqa: PLC0415

    offers = list(CATALOG.values())
    if as_json:
        click.echo(json.dumps([_facts(offer) for offer in offers], indent=2))
    else:
        click.echo("\n\n".join("\n".join(_lines(offer)) for offer in offers))


def _facts(offer: Offer) -> dict[str, Any]:
    game = offer.game
    return {
        "name": offer.name,
        "title": offer.title,
        "seats": list(game.seats),
        "bots": list(offer.bots),
        "options": [_option_facts(option) for option in game.options],
    }


def _option_facts(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "takes": str(option.range_text),
        "default": option.default,
        "meaning": option.meaning,
    }


def _lines(offer: Offer) -> list[str]:
    game = offer.game
    labels = [_("seats"), _("bots"), _("options")]
    room = max(map(len, labels)) + 1
    seats, bots, options = (f"  {label:<{room}}" for label in labels)
    lines = [
        f"{offer.name}: {offer.title}",
        f"{seats}{', '.join(str(number) for number in game.seats)}",
        f"{bots}{', '.join(f'bot:{level}' for level in offer.bots)}",
    ]
    widths = [0, 0]
    for choice in game.options:
        widths[0] = max(widths[0], len(choice.name))
        widths[1] = max(widths[1], len(_word(choice.default)))
    for number, choice in enumerate(game.options):
        lines += _option_lines(choice, " " * len(options) if number else options, widths)
    return lines


def _option_lines(option: Option, label: str, widths: list[int]) -> list[str]:
    name, default = option.name.ljust(widths[0]), _word(option.default).ljust(widths[1])
    indent = " " * (len(label) + widths[0] + 2)
    told = _("{name}  default {default}  takes {range}").format(
        name=name, default=default, range=in_words(option.range_text)
    )
    return [f"{label}{told}", f"{indent}{_(option.meaning)}"]


def _word(value: OptionValue) -> str:
    """The value as it is typed."""
    return "none" if value is None else str(value).lower()
