"""The colours: a default that is safe for the colour-blind, high contrast, and mono."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

from screens.player_styles import PAINTS

THEMES: Final = (
    # Okabe and Ito's palette, which stays apart for every kind of colour vision.
    Theme(
        name="sea",
        primary="#56b4e9",
        accent="#56b4e9",
        background="#0b1a28",
        surface="#0f2436",
        panel="#14304a",
        foreground="#e6eef4",
        warning="#e69f00",
        error="#f0803c",
        success="#2fbf9b",
        dark=True,
        variables={
            "frame": "#35597a",
            "faint": "#7d95a8",
            "side-first": "#ff9561",
            "side-second": "#f0e442",
            "side-third": "#5fd3b0",
            "side-fourth": "#c3a6ff",
            "side-fifth": "#9fd3f5",
            "paint-red": "#ff7a5c",
            "paint-yellow": "#f0e442",
            "paint-green": "#2fd6ae",
            "paint-blue": "#6fc0f0",
            "paint-purple": "#df9cc4",
            "good": "#2fd6ae",
            "bad": "#e69f00",
        },
    ),
    Theme(
        name="contrast",
        primary="#00ffff",
        accent="#00ffff",
        background="#000000",
        surface="#000000",
        panel="#1c1c1c",
        foreground="#ffffff",
        warning="#ffff00",
        error="#ff8080",
        success="#00ff80",
        dark=True,
        variables={
            "frame": "#ffffff",
            "faint": "#c8c8c8",
            "side-first": "#ff9d66",
            "side-second": "#ffff00",
            "side-third": "#00ff80",
            "side-fourth": "#d0b0ff",
            "side-fifth": "#80e0ff",
            "paint-red": "#ff8060",
            "paint-yellow": "#ffff00",
            "paint-green": "#00ff80",
            "paint-blue": "#70c8ff",
            "paint-purple": "#ff9ce0",
            "good": "#00ff80",
            "bad": "#ffb000",
        },
    ),
    Theme(
        name="mono",
        primary="#ffffff",
        accent="#ffffff",
        background="#101010",
        surface="#181818",
        panel="#262626",
        foreground="#d8d8d8",
        warning="#ffffff",
        error="#ffffff",
        success="#ffffff",
        dark=True,
        variables={
            "frame": "#6e6e6e",
            "faint": "#929292",
            "side-first": "#ffffff",
            "side-second": "#ffffff",
            **dict.fromkeys(("side-third", "side-fourth", "side-fifth"), "#ffffff"),
            **{f"paint-{paint}": "#ffffff" for paint in PAINTS},
            "good": "#ffffff",
            "bad": "#ffffff",
        },
    ),
)
