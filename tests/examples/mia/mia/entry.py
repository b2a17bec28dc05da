"""The entry of Mia: where nim_tui finds its parts, each imported when it is first needed."""

from nim_tui.registry import MEDIUM, GameEntry

ENTRY = GameEntry(
    "mia",
    "Mia",
    "mia.rules:GAME",
    "mia.screen.screen:TableScreen",
    {MEDIUM: "mia.bot:MediumBot"},
    own_locale="mia",
    own_intro="mia.screen.intro:INTRO",
    own_teller="mia.spoken",
    contract="1.0",
)
