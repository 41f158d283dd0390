"""Sentences with their values: words that fit a number, words for what is so, and clauses that are left out."""

import pytest

from domain.framework.text import Sentence, Tongue, text, value_as_words


@pytest.mark.parametrize(("won", "shown"), [(True, "Ann shows her cards and wins"), (False, "Ann shows her cards")])
def test_words_stand_for_what_is_so(won: bool, shown: str) -> None:
    assert str(text("Ann shows her cards[ {won|and wins}]", won=won)) == shown


def test_what_is_hidden_is_not_told_by_the_words_for_it() -> None:
    assert (
        str(text("Ann mixed them[: {swapped|they changed places}]", swapped=text("hidden"))) == "Ann mixed them: hidden"
    )


def test_a_number_stands_with_the_word_that_fits_it() -> None:
    assert [str(text("{n|coin|coins}", n=n)) for n in (1, 2)] == ["1 coin", "2 coins"]


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("The storm is over[. {what}]", "The storm is over. The boat sank"),
        ("Is it over? {what}", "Is it over? The boat sank"),
        ("The storm: {what}", "The storm: the boat sank"),
        ("{what}. {what}", "the boat sank. The boat sank"),
    ],
)
def test_what_stands_after_the_end_of_a_sentence_begins_with_a_capital(message: str, shown: str) -> None:
    assert str(text(message, what="the boat sank")) == shown


def test_a_text_that_stands_by_itself_begins_with_a_capital() -> None:
    assert str(Sentence("{what} is full.", {"what": text("the boat")})) == "The boat is full."


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"oak": 2, "iron": 0}, "oak 2, iron 0"),
        ({}, "–"),
        (["oak", None], "oak, –"),
        ([], "–"),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        (None, "–"),
        ("", ""),
    ],
)
def test_any_value_is_said_as_words_of_a_sentence(value: object, said: str) -> None:
    assert value_as_words(value) == said


@pytest.mark.parametrize(
    ("language", "content", "document"),
    [("en", "en", "en"), ("en", "zh", "zh"), ("en", "zh_Hant", "zh"), ("zh_Hans", "en", "zh_Hans"), ("de", "zh", "de")],
)
def test_a_document_has_the_language_of_its_sentences_or_of_the_terms_beside_english(
    language: str, content: str, document: str
) -> None:
    assert Tongue(language=language, content=content).document == document


def test_right_to_left_words_keep_their_numbers_together_within_a_sentence() -> None:
    said = text("Note: {note}, by {by}", note="שלום 5!", by="Ana")
    assert str(said) == "Note: \u2068שלום 5!\u2069, by Ana"


def test_right_to_left_words_of_a_sentence_within_a_sentence_are_marked_once() -> None:
    assert str(text("Undo: {said}", said=text("{name}", name="דנה"))) == "Undo: \u2068דנה\u2069"


def test_words_from_left_to_right_have_no_marks() -> None:
    assert str(text("Note: {note}", note="卡特琳 à 5")) == "Note: 卡特琳 à 5"
