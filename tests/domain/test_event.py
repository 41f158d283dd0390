"""An event's topic: made where its namespace and its sentence are known, one for each class."""

from typing import ClassVar

from domain.event import Event, Line
from domain.table import Table


class Hired(Event[Table]):
    """A base that several games share: it has no words and no namespace."""

    who: Line


class Greeted(Event[Table]):
    """A base with words for all games: it has no namespace."""

    says = "{who} was greeted"
    who: Line


class Inn(Event[Table]):
    namespace: ClassVar[str] = "inn"


class CookHired(Inn, Hired):
    says = "{who} cooks from now on"


class GuestGreeted(Inn, Greeted):
    pass


class LateGuestGreeted(GuestGreeted):
    pass


class PorterHired(CookHired):
    topic = "inn.porter"


def test_a_base_that_lacks_words_or_a_namespace_has_no_topic() -> None:
    assert [hasattr(cls, "topic") for cls in (Hired, Greeted, Inn)] == [False, False, False]


def test_a_game_that_gives_a_base_its_namespace_and_words_has_a_topic() -> None:
    assert [CookHired.topic, GuestGreeted.topic] == ["inn.cook-hired", "inn.guest-greeted"]


def test_a_class_has_a_topic_of_its_own_though_it_says_what_another_one_says() -> None:
    assert LateGuestGreeted.topic == "inn.late-guest-greeted"


def test_a_topic_that_is_stored_is_kept() -> None:
    assert PorterHired.topic == "inn.porter"
