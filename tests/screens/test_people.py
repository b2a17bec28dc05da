"""The names of a reader, of others, and of people without a name."""

from __future__ import annotations

from contextvars import copy_context

import pytest

from rules import messages as nouns
from rules.contract import Result
from rules.messages import Refusal
from screens.cast import plays
from screens.people import PersonalSentence, SeatNames, ThinkingTime, in_third_person, say_to
from screens.text import Locale, say, say_refusal, use_look

ANA, BEN = 0, 1
HITS = PersonalSentence(
    "{name} hits {other}", you="{name} hit {other}", to_you="{name} hits your ship"
)


def in_french(text: str, *names: str) -> tuple[str, ...]:
    """Return names in the third person for a French reader; `text` is the level of bots."""

    def shown() -> tuple[str, ...]:
        use_look(Locale("fr"))
        bots = [text if name.startswith(text) else None for name in names]
        return in_third_person(names, bots)

    return copy_context().run(shown)


@pytest.mark.parametrize(
    ("reader", "text"),
    [(ANA, "You hit Ben"), (BEN, "Ana hits your ship"), (None, "Ana hits Ben")],
)
def test_a_sentence_is_said_in_the_person_of_who_reads_it(reader: int | None, text: str) -> None:
    people = SeatNames(("Ana", "Ben"), reader)
    assert people.say(HITS, {}, name=ANA, other=BEN) == text


def test_a_text_without_a_second_person_takes_you_as_a_label() -> None:
    people = SeatNames(("Ana", "Ben"), ANA)
    assert people.say("{name}: a card to {other}", {}, name=ANA, other=BEN) == "You: a card to Ben"
    assert people.say("{name}: a card to {other}", {}, name=BEN, other=ANA) == "Ben: a card to you"


@pytest.mark.parametrize(
    ("reader", "one", "both"),
    [(ANA, "You win.", "Winners: you, Ben"), (BEN, "Winner: Ana", "Winners: Ana, you")],
)
def test_who_won(reader: int, one: str, both: str) -> None:
    people = SeatNames(("Ana", "Ben"), reader)
    assert people.winners(Result(((0,), (1,)), "points")) == one
    assert people.winners(Result(((0, 1),), "points")) == both


def test_nobody_is_called_you() -> None:
    assert in_third_person(("You", "Ben"), (None, None)) == ("Player 1", "Ben")
    assert in_third_person(("Player 1", "vous"), (None, None)) == ("Player 1", "Player 2")
    assert in_third_person(("Player 2", "You"), (None, None)) == ("Player 2", "Player 1")
    assert in_third_person(("You 2", "Yousef"), (None, None)) == ("You 2", "Yousef")


def test_who_gave_no_name_and_bots_are_called_in_the_language_of_the_reader() -> None:
    names = in_french("medium", "Player 1", "medium", "medium 2", "You", "Ana")
    assert names == ("Joueur 1", "moyen", "moyen 2", "Joueur 2", "Ana")
    assert SeatNames(names, 3).labels[3] == "You"


def test_what_everybody_is_told_is_said_to_the_one_it_is_about() -> None:
    facts = {"name": "Ana", "other": "Ben"}
    assert say_to("Cleo", HITS, facts) == "Ana hits Ben"
    assert say_to("Ben", HITS, facts) == "Ana hits your ship"
    assert say_to("Cleo", "{name} is playing again.", {"name": "Ana"}) == "Ana is playing again."


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [("en", "0 points", "1 point", "2 points"), ("fr", "0 point", "1 point", "2 points")],
)
def test_a_number_within_a_sentence_chooses_its_noun(
    language: str, none: str, one: str, two: str
) -> None:
    def said() -> list[str]:
        use_look(Locale(language))
        return [say("{points}", {"points": nouns.points(count)}) for count in (0, 1, 2)]

    assert copy_context().run(said) == [none, one, two]


def test_a_refusal_counts_in_english_and_in_the_language_of_the_reader() -> None:
    refusal = Refusal("that costs {price}; you have {points}", price=nouns.points(1), points=0)
    assert str(refusal) == "that costs 1 point; you have 0"

    def said() -> str:
        use_look(Locale("fr"))
        return say_refusal(refusal)

    assert copy_context().run(said) == "cela coûte 1 point, vous en avez 0"


def test_that_bots_think_follows_from_whose_turn_it_is_alone() -> None:
    people = SeatNames(("Ana", "Nemo", "Argo"), ANA, (None, "medium", "hard"))
    assert people.thinking((1,)) == "Nemo is thinking"
    assert people.thinking((1, 2)) == "Nemo, Argo are thinking"
    assert people.thinking((0, 1)) == "", "a person is waited for too"
    assert people.thinking(()) == ""


def test_who_looks_up_the_bots_is_told_their_level_and_style() -> None:
    bots = (None, "hard", "medium")
    people = SeatNames(("Ana", "Nemo", "Ben"), ANA, bots, (None, "cautious", None))
    told = f"bot: hard, cautious. {plays('cautious')}"
    assert people.who_is_who() == [("▼ Nemo", told), ("◆ Ben", "bot: medium")]


def test_how_long_bots_took_is_told_where_it_is_known() -> None:
    thought = ThinkingTime().after(0.1).after(0.3)
    people = SeatNames(("Ana", "Nemo"), ANA, (None, "hard"), (None, None), {1: thought})
    told = ("▼ Nemo", "bot: hard. 2 decisions, 200 ms on average, 300 ms at most")
    assert people.who_is_who() == [told]
