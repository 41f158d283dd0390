"""Whatever a game says is in the catalogues, and comes out in Chinese."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion.i18n import tongue_of
from companion.i18n.catalogues import CORE
from companion.testing import Play
from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import fixed_texts_by_field
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.table import as_json, changes_between
from domain.framework.text import Text, Tongue, value_as_words
from domain.framework.views.changes import change_text
from domain.games import BY_KEY
from domain.log.reasons import reasons_against
from projections.documents.plain import plain_sheet
from tests.strategies import WORDS, plausible, played
from tests.suite.laws import each_of
from tools.catalogue import words_of_catalogue

SEEDS = range(3)
STEPS = 120
CASES = {game.key: [(game, cls) for cls in (*game.own_events, *kernel.EVENTS)] for game in BY_KEY.values()}
LATIN = re.compile("[A-Za-z]{2,}")


class Listener:
    """Notes what is said at a table of a game that neither its catalogue nor the core's knows."""

    def __init__(self, game: AnyGame) -> None:
        self.strange: set[str] = set()
        self.known = {
            str(message.id): str(message.string)
            for name in (CORE, game.key)
            for message in words_of_catalogue("zh_Hans", name)
            if message.id
        }

    def __call__(self, message: str) -> str:
        if message not in self.known:
            self.strange.add(message)
        return self.known.get(message, message)


@pytest.fixture(scope="module", params=BY_KEY.values(), ids=lambda game: game.key)
def plays(request: pytest.FixtureRequest) -> list[Play]:
    return [played(request.param, seed, STEPS) for seed in SEEDS]


def texts(play: Play) -> Iterator[Text]:
    """What the log, the prompts and the refusals of a campaign say."""
    campaign = play.campaign
    for prompt in campaign.prompts(PUBLIC):
        yield prompt.title
    for cls in campaign.game.events:
        for event in plausible(cls, campaign.table, 7, 8):
            yield event.describe(campaign.table)
            yield from (reason.text for reason in reasons_against(campaign.game, event, campaign.table))
    for change in changes_between(campaign.game.new_table(), campaign.table):
        yield change_text(change, campaign.table)


def test_everything_a_game_says_is_in_the_catalogues(plays: list[Play]) -> None:
    heard = Listener(plays[0].campaign.game)
    tongue = Tongue(heard, "zh", "zh-Hans")
    for play in plays:
        for said in texts(play):
            said.render(tongue)
        for sheet in play.campaign.game.sheets(play.campaign.table):
            plain_sheet(sheet, tongue)
    assert not heard.strange


@each_of(CASES, named=lambda game, cls: cls.topic)
def test_an_event_is_told_without_english(game: AnyGame, cls: type[Event[Any]]) -> None:
    table = evening(game).campaign.table
    for event in plausible(cls, table, 3, 12):
        said = event.describe(table).render(tongue_of("zh_Hans", game=game.key))
        assert not LATIN.findall(without(said, event, game)), said


@cache
def evening(game: AnyGame) -> Play:
    """One evening of a game, to look at."""
    return played(game, 1, STEPS)


@cache
def left_alone(game: AnyGame) -> frozenset[str]:
    """Words that are English wherever they stand: what players type, names as printed, keys."""
    printed = {word for names in game.pack.terms.values() for name in names.values() for word in LATIN.findall(name.zh)}
    return frozenset((*WORDS, *printed, game.key, *LATIN.findall(str(as_json(game.new_table())))))


def without(said: str, event: Event[Any], game: AnyGame) -> str:
    """A sentence without what was typed in, without keys (of things, of the game, of parts of the state), and without
    names that the Chinese rulebook leaves as they are."""
    typed = {*left_alone(game), *_strings(as_json(event))}
    for word in sorted(typed - own_words(type(event)), key=len, reverse=True):
        said = said.replace(word, "")
    return said


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
            yield from LATIN.findall(value)
        case dict():
            for key, part in value.items():
                yield from _strings(key)
                yield from _strings(part)
        case list():
            for part in value:
                yield from _strings(part)


NUMERALS = {"II", "III", "IV"}
"""Words of ours that are the same in Chinese."""


def own_words(cls: type[Event[Any]]) -> set[str]:
    """What is never typed in: the words of ours that an event's fields take, and those of its sentence."""
    ours = {word for words in fixed_texts_by_field(cls).values() for phrase in words for word in LATIN.findall(phrase)}
    return ours - NUMERALS | set(LATIN.findall(re.sub(r"\{\w+", "", cls.sentence)))


def test_yes_and_no_and_lists_are_told_in_the_language_too() -> None:
    tongue = tongue_of("zh_Hans")
    assert value_as_words([True, False], tongue) == "是、否"
