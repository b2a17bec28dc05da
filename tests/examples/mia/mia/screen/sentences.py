"""The events of Mia in words."""

from collections.abc import Mapping

from rules.contract import Event, Result
from rules.messages import Counted, Noun
from screens.people import PersonalSentence, SeatNames
from screens.text import N_, in_words

from mia.rules.events import Believed, Doubted, Lifted, Lost, Rolled, Said

LIVES = Noun("{count} life", "{count} lives")
_SAW = PersonalSentence(N_("{name} rolls {roll}."), you=N_("You roll {roll}."))
_ROLLED = PersonalSentence(N_("{name} rolls the dice."), you=N_("You roll the dice."))
_SAID = PersonalSentence(N_("{name} says {roll}."), you=N_("You say {roll}."))
_BELIEVED = PersonalSentence(N_("{name} believes it."), you=N_("You believe it."))
_DOUBTED = PersonalSentence(N_("{name} doubts it."), you=N_("You doubt it."))
_LIFTED = PersonalSentence(N_("{name} had {roll}."), you=N_("You had {roll}."))
_LOST = PersonalSentence(N_("{name} loses {lives}."), you=N_("You lose {lives}."))
_OUT = PersonalSentence(
    N_("{name} loses {lives} and is out."), you=N_("You lose {lives} and are out.")
)


def lives_of(number: int) -> str:
    """Return a number of lives in words."""
    return in_words(LIVES(number))


def sentence(event: Event, people: SeatNames) -> str:
    """Return an event as a line of the log."""
    match event:
        case Rolled(roll=None):
            return people.say(_ROLLED, {}, name=event.seat)
        case Rolled(roll=str(roll)):
            return people.say(_SAW, {"roll": roll}, name=event.seat)
        case Said():
            return people.say(_SAID, {"roll": event.roll}, name=event.seat)
        case Believed():
            return people.say(_BELIEVED, {}, name=event.seat)
        case Doubted():
            return people.say(_DOUBTED, {}, name=event.seat)
        case Lifted():
            return people.say(_LIFTED, {"roll": event.roll}, name=event.seat)
        case Lost():
            lost: dict[str, Counted] = {"lives": LIVES(event.lives)}
            return people.say(_LOST if event.left else _OUT, lost, name=event.seat)
    raise ValueError(event.name)


def is_weighty(event: Event) -> bool:
    """Whether an event stands out in the log."""
    return isinstance(event, Lost)


def verdict(result: Result, people: SeatNames) -> str:
    """Return the winner in words."""
    return people.winners(result)


def legend() -> Mapping[str, str]:
    """Return the signs on the boards."""
    return {"♥": N_("a life"), "·": N_("too low to be said")}
