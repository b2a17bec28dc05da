"""`nim-tui games`: what there is to play, and what a table may choose."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from nim_tui.catalog import Offer
    from rules.options import Option, OptionValue


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
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
        "takes": option.range_text,
        "default": option.default,
        "meaning": option.meaning,
    }


def _lines(offer: Offer) -> list[str]:
    game = offer.game
    lines = [
        f"{offer.name}: {offer.title}",
        f"  seats   {', '.join(str(number) for number in game.seats)}",
        f"  bots    {', '.join(f'bot:{level}' for level in offer.bots)}",
    ]
    widths = [0, 0]
    for option in game.options:
        widths[0] = max(widths[0], len(option.name))
        widths[1] = max(widths[1], len(_word(option.default)))
    for number, option in enumerate(game.options):
        label = "  " if number else "  options "
        lines += _option_lines(option, label.ljust(10), widths)
    return lines


def _option_lines(option: Option, label: str, widths: list[int]) -> list[str]:
    name, default = option.name.ljust(widths[0]), _word(option.default).ljust(widths[1])
    indent = " " * (len(label) + widths[0] + 2)
    return [
        f"{label}{name}  default {default}  takes {option.range_text}",
        f"{indent}{option.meaning}",
    ]


def _word(value: OptionValue) -> str:
    """The value as it is typed."""
    return "none" if value is None else str(value).lower()
