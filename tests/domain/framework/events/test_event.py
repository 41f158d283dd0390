"""What an event is called: its topic, one for each class; its title; how its words are told."""

from typing import Annotated, ClassVar

import pytest

from domain.framework.events.event import Event, title_of_event
from domain.framework.events.marks import Line, NamedAs
from domain.framework.table import KINDS, Table
from domain.framework.text import spaced_words
from domain.games.agemonia import GAME


class Hired(Event[Table]):
    """A base that several games share: it has no words and no namespace."""

    who: Line


class Greeted(Event[Table]):
    """A base with words for all games: it has no namespace."""

    sentence = "{who} was greeted"
    who: Line


class Inn(Event[Table]):
    namespace: ClassVar[str] = "inn"


class CookHired(Inn, Hired):
    sentence = "{who} cooks from now on"


class GuestGreeted(Inn, Greeted):
    pass


class LateGuestGreeted(GuestGreeted):
    pass


class PorterHired(CookHired):
    topic = "inn.porter"
    title = "A porter at the door"


class KindFound(Inn):
    sentence = "{kind} turned up"
    kind: Annotated[Line, NamedAs(KINDS)]


def test_the_settings_of_every_event_are_fields_of_none() -> None:
    assert Event.__class_vars__ <= CookHired.__class_vars__ >= {"sentence", "help_text", "secrets"}
    assert list(CookHired.model_fields) == ["who"]


def test_a_base_that_lacks_words_or_a_namespace_has_no_topic() -> None:
    assert [hasattr(cls, "topic") for cls in (Hired, Greeted, Inn)] == [False, False, False]


def test_a_game_that_gives_a_base_its_namespace_and_words_has_a_topic() -> None:
    assert [CookHired.topic, GuestGreeted.topic] == ["inn.cook-hired", "inn.guest-greeted"]


def test_a_class_has_a_topic_of_its_own_though_it_says_what_another_one_says() -> None:
    assert LateGuestGreeted.topic == "inn.late-guest-greeted"


def test_a_topic_that_is_stored_is_kept() -> None:
    assert PorterHired.topic == "inn.porter"


def test_an_event_is_called_by_its_topic_unless_players_call_it_something_else() -> None:
    assert [title_of_event(CookHired), title_of_event(PorterHired)] == ["Cook hired", "A porter at the door"]


@pytest.mark.parametrize(
    ("word", "shown"), [("one_extra", "one extra"), ("fate-cards", "fate cards"), ("oak", "oak"), ("-1", "−1")]
)
def test_a_word_of_the_code_is_told_as_players_read_it(word: str, shown: str) -> None:
    assert str(spaced_words(word)) == shown


@pytest.mark.parametrize(
    ("kind", "shown"), [("fate-cards", "fate cards turned up"), ("sea-charts", "sea-charts turned up")]
)
def test_a_word_is_told_by_its_kind_and_one_that_is_none_as_it_was_typed(kind: str, shown: str) -> None:
    assert str(KindFound(kind=kind).describe(GAME.new_table())) == shown
