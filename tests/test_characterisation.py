"""The listed texts are short enough to read, and a new event changes its own lines only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import unified_diff
from typing import Annotated, Any

import pytest

from domain.framework.events.event import Event
from domain.framework.events.marks import Merged
from domain.framework.game import AnyGame, Prompt
from domain.framework.text import Text
from domain.games import BY_KEY
from domain.games.odalin.base import Some, StandingHero
from domain.games.odalin.heroes.dials import DialEvent
from domain.games.odalin.state.table import Odalin
from tests import numbers, shown, tried
from tests.sampling import StableRandom, is_sampled

MOST_LINES = 21_000
"""The most lines that people read in the texts of all games; above it, `shown.STRIDE` is raised."""
MOST_CHANGED = 60
"""The most lines that one new event changes in the texts of its game."""


class SoulTraded(DialEvent):
    """A toy event."""

    title = "Trade soul"
    help_text = "A hero gives soul to another hero."
    sentence = "{hero} gave {whom} {amount} soul"
    hero: StandingHero
    whom: StandingHero
    amount: Annotated[Some, Merged()]

    def apply(self, table: Odalin) -> None:
        table.heroes[self.hero].soul -= self.amount
        table.heroes[self.whom].soul += self.amount


def prompts_of_trade(table: Odalin) -> Sequence[Prompt]:
    """A prompt for each hero that has soul."""
    having = [id_ for id_, hero in table.heroes.items() if hero.soul]
    return [Prompt(Text(f"{id_} trades soul"), SoulTraded, fields={"hero": id_}, opens_form=True) for id_ in having]


def with_event(game: AnyGame) -> AnyGame:
    """The game with one more event, which prompts ask for."""
    events: tuple[type[Event[Any]], ...] = (*game.own_events, SoulTraded)
    return replace(game, own_events=events, prompts=lambda table: [*game.prompts(table), *prompts_of_trade(table)])


def changed_lines(before: str, after: str) -> list[str]:
    """The lines of a difference, as a reviewer sees them."""
    lines = unified_diff(before.splitlines(), after.splitlines(), "before", "after", lineterm="", n=0)
    return [line for line in lines if line[0] in "+-" and not line.startswith(("+++", "---"))]


def texts_of(game: AnyGame) -> list[str]:
    """The texts of a game, with those lines for the toy event that `make golden` would derive."""
    first, tries = shown.listed_prompts(game), dict(tried.listed(game))
    if SoulTraded in game.own_events:
        only_toy = replace(game, prompts=prompts_of_trade)
        new = shown.first_prompts(only_toy, logs=1)
        first += [one for one in new if shown.prompt_topic(one[1]) == SoulTraded.topic]
        tries[SoulTraded.topic] = [*tried.worth_listing(SoulTraded, tried.Moments(game))]
        assert tries[SoulTraded.topic]
    return [shown.told(game, first), tried.told(game, tries)]


def test_people_can_read_all_lines() -> None:
    files = [file(game) for game in BY_KEY.values() for file in (shown.file_of, tried.file_of)]
    files += [numbers.file_of(key) for key in BY_KEY]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES


@pytest.mark.slow
def test_a_new_event_changes_its_own_lines_only() -> None:
    game = BY_KEY["odalin"]
    pairs = zip(texts_of(game), texts_of(with_event(game)), strict=True)
    changed = [line for before, after in pairs for line in changed_lines(before, after)]
    assert any(SoulTraded.topic in line for line in changed)
    assert len(changed) <= MOST_CHANGED, "\n".join(changed)


@pytest.mark.slow
def test_a_new_event_changes_no_choice_of_another() -> None:
    game = BY_KEY["odalin"]
    plain, more = tried.Moments(game), tried.Moments(with_event(game))
    for cls in (one for one in game.by_name.values() if is_sampled(32, one.topic)):
        assert [*tried.worth_listing(cls, plain)] == [*tried.worth_listing(cls, more)]


def test_one_more_option_changes_a_value_only_if_it_is_drawn() -> None:
    options = [f"option {number}" for number in range(20)]
    drawn = [StableRandom(seed).choice(options) for seed in range(200)]
    again = [StableRandom(seed).choice(["another", *options]) for seed in range(200)]
    assert {two for one, two in zip(drawn, again, strict=True) if one != two} == {"another"}
    assert len(set(drawn)) == len(options)


def test_one_more_field_changes_no_value_of_another() -> None:
    first = StableRandom("event").for_field("amount").randint(0, 1_000)
    source = StableRandom("event")
    source.for_field("hero").choice(["a", "b"])
    assert source.for_field("amount").randint(0, 1_000) == first
