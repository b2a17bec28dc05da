"""Texts from strangers: nothing steers a terminal, nobody passes for somebody else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from nim_tui.names import END_OF_ISOLATE, ISOLATE, clean_name, harmless
from nim_tui.registry import all_games
from nim_tui.server.accounts.names import UnsuitableName, account_name
from nim_tui.server.untrusted_text import (
    CYRILLIC,
    GREEK,
    LATIN,
    UnsuitableText,
    cut_line,
    folded,
    plain_line,
    skeleton,
)
from nim_tui.testing.walks import SEQUENCES
from rules.messages import Refusal
from screens.text import say_refusal
from tests.every import holds_for_each

NASTY = (
    "\x00\x07\x1b\x7f\x9b\u200b\u200d\u202e\u2066\ufe0f\u0301\u0489\ue000\U000e0041\ufeff\n\t\u2028"
)
TEXTS = st.text(st.one_of(st.characters(), st.sampled_from(NASTY)), max_size=80)
NAMES = st.text(st.sampled_from(sorted(LATIN | {"I", "M", "É", "0", "1", " ", "-"})), max_size=16)


def _told(text: str, most: int = 80) -> str:
    with pytest.raises(UnsuitableText) as refused:
        plain_line(text, most)
    return say_refusal(refused.value)


@SEQUENCES
@given(TEXTS, st.integers(1, 60))
def test_a_line_for_others_steers_nothing_and_keeps_its_width(text: str, most: int) -> None:
    line = cut_line(text, most)
    assert cell_len(line) <= most
    assert harmless(line) == line == unicodedata.normalize("NFC", line)
    assert line.split() == line.split(" ") or not line
    moves = [sign for sign in line if unicodedata.bidirectional(sign) in ("R", "AL", "AN")]
    assert (line[:1] == ISOLATE and line[-1:] == END_OF_ISOLATE) == bool(moves)
    assert not line or plain_line(line, most) == line


@SEQUENCES
@given(TEXTS)
def test_a_line_is_sent_as_it_was_written_or_it_is_told_what_of_it_cannot_be(text: str) -> None:
    """Left out without a word is only what nobody sees."""
    try:
        line = plain_line(text, 80)
    except UnsuitableText:
        return
    seen = unicodedata.normalize("NFC", "".join(sign for sign in text if cell_len(sign)))
    assert "".join(seen.split()) == "".join(sign for sign in line if cell_len(sign) and sign != " ")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  hello \t\r\n there ", "hello there"),
        ("abc\u202edcba", "abcdcba"),
        ("zero\u200bwidth\u2060 joiner\u200d", "zerowidth joiner"),
        ("e\u0301te\u0301", "été"),
        ("नमस्ते, क्षि ที่", "नमस्ते, क्षि ที่"),
        ("ɔ̃ ḛ́", "ɔ̃ ḛ́"),
        ("שלום ok", "\u2068שלום ok\u2069"),
        ("می\u200cخواهم", "\u2068می\u200cخواهم\u2069"),
        ("שָׁלוֹם\u202e", "\u2068שָׁלוֹם\u2069"),
        ("日本 한국", "日本 한국"),
        ("👍🏽 🇫🇷! 1️⃣ ❤️", "👍🏽 🇫🇷! 1️⃣ ❤️"),
        ("👨‍👩‍👧‍👦 👩🏽‍❤️‍💋‍👨🏿", "👨‍👩‍👧‍👦 👩🏽‍❤️‍💋‍👨🏿"),
        ("a\u3000\u00a0\u2800b", "a b"),
        ("\u3164\u115f\uffa0x", "x"),
    ],
)
def test_what_people_write_reaches_others_as_they_wrote_it(text: str, shown: str) -> None:
    assert plain_line(text, 80) == shown


@pytest.mark.parametrize(
    ("text", "signs", "left"),
    [
        ("\x1b[31mred\x1b]0;title", "U+001B", "[31mred]0;title"),
        ("Z\u0310\u0311\u0312\u0313\u0314algo" + "\u0310" * 50, "Z o", "alg"),
        ("\ue000private\U000f0000", "U+E000 U+F0000", "private"),
        ("\ud800half", "U+D800", "half"),
        ("\u0301a", "U+0301", "a"),
    ],
)
def test_what_others_cannot_be_shown_is_told_before_it_is_sent(
    text: str, signs: str, left: str
) -> None:
    assert _told(text) == f"this contains characters that cannot be shown to others: {signs}"
    assert cut_line(text, 80) == left


def test_a_line_that_is_too_long_is_told_and_what_programs_write_is_cut_between_signs() -> None:
    assert plain_line("日本語", 6) == "日本語"
    for text in ("日本語", "x" * 6, "x" * 10**6, "e\u0330" * 6):
        assert _told(text, 5) == "too long: 5 characters at most"
    assert plain_line("👨‍👩‍👧‍👦", 99, 7)
    with pytest.raises(UnsuitableText):
        plain_line("👨‍👩‍👧‍👦", 99, 6)
    assert cut_line("日本語", 5) == "日本"
    assert cut_line("abc def", 4) == "abc"
    assert cut_line("x" * 10**6, 40) == "x" * 40


@pytest.mark.parametrize("text", ["", " \n", "\u200b" * 99, "\u2800", "\u200d"])
def test_nothing_to_show_is_refused(text: str) -> None:
    assert _told(text, 1) == "none of this text can be shown to others"


@SEQUENCES
@given(st.one_of(TEXTS, NAMES))
def test_an_account_name_is_a_clean_name_of_one_alphabet(text: str) -> None:
    try:
        name = account_name(text)
    except Refusal:
        return
    assert clean_name(name) == name == account_name(name)
    assert cell_len(name) == len(name) <= 16
    letters = {unicodedata.normalize("NFD", sign.lower())[0] for sign in name if sign.isalpha()}
    assert any(letters <= alphabet for alphabet in (LATIN, GREEK, CYRILLIC))
    assert skeleton(name)
    assert folded(name)


@SEQUENCES
@given(NAMES)
def test_skeletons_of_latin_names_forget_case_and_accents(name: str) -> None:
    whole = skeleton(name)
    assert skeleton(whole) == whole
    assert skeleton(name.upper()) == skeleton(name.lower()) == whole
    assert skeleton(unicodedata.normalize("NFD", name)) == whole
    assert skeleton("-".join(name)) == whole
    for one, other in (("o", "0"), ("l", "1"), ("l", "I"), ("m", "rn"), ("w", "vv")):
        assert skeleton(name.replace(one, other)) == whole


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Anna", "ANNA"),
        ("Zoe", "Zoë"),
        ("Bob", "B0b"),
        ("Will", "wiII"),
        ("Will", "VVill"),
        ("Martin", "rnartin"),
        ("Ana", "4na"),
        ("Bess Lott", "8355 1o77"),
        ("Ana Ben", "AnaBen"),
        ("Ana", "A-n.a"),
        ("Ana", "A’na'"),
        ("paco", "расо"),
        ("Ace", "Асе"),
        ("BOB", "ВОВ"),
        ("KATE", "ΚΑΤΕ"),
        ("vivo", "νινο"),
        ("Jose", "José"),
        ("Lodz", "Łódź"),
        ("vvvv", "ww"),
        ("vw", "wv"),
    ],
)
def test_look_alikes_have_one_skeleton(name: str, alike: str) -> None:
    assert skeleton(name) == skeleton(alike)


@pytest.mark.parametrize("pair", [("Ana", "Anna"), ("Ben", "Den"), ("Олег", "Олёна"), ("U2", "U3")])
def test_names_that_differ_stay_apart(pair: tuple[str, str]) -> None:
    assert skeleton(pair[0]) != skeleton(pair[1])


def test_greek_names_that_differ_in_case_alone_are_told_by_their_folded_form() -> None:
    assert folded("Άννα") == folded("ΑΝΝΑ")
    assert folded("Нина") == folded("НИНА")


def is_refused(name: str) -> None:
    with pytest.raises(Refusal):
        account_name(name)


OF_THE_HOUSE = (
    "you", "Vous", "Admin", "ADM1N", "adrnin", "server", "Ѕеrvеr", "bot", "B0T", "Bot 2", "medium",
    "medium 2", "Calypso", "tr1ton", "rand0m", "Random", "guest", "Guest 7",
    "root", "nim-tui", "nim_tui", "himalaya", "Server-Bot", "open", "аdmіn",
    "system", "everyone", "2 medium",
    "Admin Bob", "Bob Admin", "AdminBob", "BobAdmin", "Adminbob", "bobadmin", "Ad-min Bob",
    "4dm1n", "Adm1n 7", "the M0derator", "Mod Bob", "bob.mod", "Modérateur", "staff7", "5taff",
    "Tech Support", "Root Bob", "R00t", "My System", "Server Bob", "Serveur", "Bob nim_tui",
    "NimTui Bob", "Nim Tui 2", "Easy Bob", "Nemo 2", "Captain Nemo", "Админ", "Админ Олег",
    "АДМИН", "Модератор", "Διαχειριστής", "ΣΥΣΤΗΜΑ", "Бот", "Sysop", "Operator",
)  # fmt: skip


def test_names_of_programs_and_of_the_house_are_reserved() -> None:
    holds_for_each(OF_THE_HOUSE, is_refused)


def test_every_program_on_offer_is_reserved() -> None:
    for entry in all_games().values():
        for level in entry.bots:
            with pytest.raises(UnsuitableName):
                account_name(level)


HOSTILE = (
    "", " ", "42", "...", "-rf", ".a", "Аnna", "Αnna", "a\u0301\u0302b", "x\x1b[0m", "a\u200bb",
    "a\u202eb", "ǃKung", "ᴀna", "ﬁne", "ａｎａ", "日本", "שלום", "أحمد", "an١a", "n" * 17,
    "n" * 10**6, "a\nb", "Ana💥", "𝐀na", "ɑna", "Օhan",
)  # fmt: skip


def test_hostile_names_are_refused() -> None:
    holds_for_each(HOSTILE, is_refused, lambda name: repr(name)[:40])


@pytest.mark.parametrize("name", ["Capitol", "The Capitol", "capit0l2", "CapitolBob", "Capi-tol"])
def test_more_names_can_be_reserved(name: str) -> None:
    assert account_name(name) == name
    with pytest.raises(UnsuitableName, match="is reserved, or too similar to a reserved name"):
        account_name(name, ["Capitol"])
    assert account_name("Capital", ["Capitol"]) == "Capital"


@pytest.mark.parametrize(
    "name",
    ["Modesto", "Observer", "Stafford", "Rooster", "Abbott", "Hostia", "Youri", "Benedict",
     "Ecosystem", "Guesthouse", "Medici", "Hardy", "Lopenia", "Nimue", "Vegard", "Оленька"],
)  # fmt: skip
def test_names_that_only_begin_like_a_reserved_word_are_let_in(name: str) -> None:
    assert account_name(name) == name


@pytest.mark.parametrize(
    "name", ["Ana", "José", "Łukasz", "O'Neil", "Jean-Luc", "Άννα", "Олег", "Ö2", "R. Daneel", "Ø"]
)
def test_plain_names_are_let_in(name: str) -> None:
    assert account_name(f" {name} ") == name
