"""What people are told who come in, in words of the way they came."""

from __future__ import annotations

from typing import Final

from rules.messages import N_
from screens.text import _


def name_asked(*, by_browser: bool) -> str:
    """The question for a name."""
    if by_browser:
        return _("What name should others see? This browser keeps it.")
    return _("What name should others see? It stays with your key.")


def other_key(name: str, fingerprint: str) -> str:
    """What to tell whoever came by the name of an account that their key does not open."""
    return _(
        "{name} has an account here, and your key {key} does not open it. If another key of yours"
        " does, come with that one: ssh -o IdentitiesOnly=yes -i KEY"
    ).format(name=name, key=fingerprint)


def guest_words(*, by_browser: bool) -> str:
    """What becomes of a guest, and how to stay."""
    if by_browser:
        return _(
            "You are a guest: name and seats go soon after you leave. Keep a name here to stay."
        )
    return _("You are a guest: name and seats go when you leave. A key keeps them.")


NEEDS_INVITATION: Final = N_(
    "with an invitation you can come with a key, or have your browser keep a name, and stay"
)
"""What a guest is told who would stay where newcomers need an invitation."""
