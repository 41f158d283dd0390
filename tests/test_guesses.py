"""A prompt that one tap records makes no choice for a player: along the golden logs, and at every start."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError
from pydantic_core import to_jsonable_python

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, name_of
from domain.framework.fields.choices import known_of_held
from domain.framework.fields.feasibility import values_of_shape
from domain.framework.fields.field_shapes import TextShape
from domain.framework.fields.fields import fields_of, make_event
from domain.framework.game import AnyGame, Prompt
from domain.framework.offers.prompt_list import answers_with, next_prompt
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.consequences import settle_chain
from domain.log.open_prompts import open_prompts
from domain.log.reasons import reasons_against
from tests.shown import logs_of, opened

EVERY = 8
"""One entry of so many is a moment; with the mark `full` each is."""
MOST_VALUES = 12
TYPED = "?"
"""A typed value of a field: an unknown name instead of a choice."""

each_game = pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
each_stride = pytest.mark.parametrize("every", [EVERY, pytest.param(1, marks=pytest.mark.full)])


@cache
def moments(game: AnyGame, every: int) -> list[tuple[Campaign, Table, list[Prompt]]]:
    """The moments with a complete prompt of a new kind, each with all prompts."""
    known: set[object] = set()
    found = []
    for log in logs_of(game):
        campaign = opened(game, log)
        for position in range(1, campaign.position + 1, every):
            table = campaign.at(position)
            prompts = open_prompts(campaign.game, table)
            first = next_prompt(prompts)
            kinds = {(_kind(one), one is first) for one in prompts if one.complete}
            if kinds - known:
                known |= kinds
                found.append((campaign, table, prompts))
    return found


def _kind(prompt: Prompt) -> object:
    return (prompt.event, prompt.title.message, *sorted(prompt.fields))


def complete(game: AnyGame, every: int) -> Iterator[tuple[Campaign, Table, Prompt]]:
    """The complete prompts of these moments."""
    for campaign, table, prompts in moments(game, every):
        yield from ((campaign, table, one) for one in prompts if one.complete)


def choosable(campaign: Campaign, table: Table, prompt: Prompt) -> Iterator[str]:
    """The fields that a prompt leaves out although the rules would take another value."""
    fields = to_jsonable_python(dict(prompt.fields))
    left = make_event(prompt.event, fields)
    held = known_of_held(prompt.event, table, dict(prompt.fields))
    for info in fields_of(prompt.event):
        if info.settled or info.name in fields or isinstance(info.shape, TextShape):
            continue
        for value in islice(values_of_shape(info.shape, table, held), MOST_VALUES):
            other = _event(prompt, {**fields, info.name: to_jsonable_python(value)})
            said = getattr(other, info.name, TYPED)
            if said not in (TYPED, getattr(left, info.name)) and _is_legal(campaign, table, other):
                yield info.name
                break


def not_chosen(cls: type[Event[Any]]) -> set[str]:
    """The fields of an event, and of its base classes, that no player chooses."""
    layouts = [vars(base)["layout"] for base in cls.__mro__ if "layout" in vars(base)]
    return {name for layout in layouts for name in layout.no_choice}


def _event(prompt: Prompt, fields: dict[str, Any]) -> Event[Any] | None:
    try:
        return make_event(prompt.event, fields)
    except (Misfit, ValidationError):
        return None


def _is_legal(campaign: Campaign, table: Table, event: Event[Any] | None) -> bool:
    return event is not None and not reasons_against(campaign.game, event, table)


@each_stride
@each_game
def test_a_question_is_never_answered_by_one_tap(game: AnyGame, every: int) -> None:
    asked = {str(prompt.title) for _, _, prompt in complete(game, every) if str(prompt.title).endswith("?")}
    assert not asked


@each_stride
@each_game
def test_one_tap_leaves_out_no_field_that_a_player_chooses(game: AnyGame, every: int) -> None:
    guessed = {
        f"{name_of(prompt.event)}.{field}: {prompt.title}"
        for campaign, table, prompts in moments(game, every)
        for prompt in (one for one in prompts if one.complete)
        for field in choosable(campaign, table, prompt)
        if not any(field in answer.fields for answer in answers_with(prompt, prompts))
        if field not in not_chosen(prompt.event)
    }
    assert not guessed


@each_stride
@each_game
def test_the_large_button_is_not_one_of_several_answers(game: AnyGame, every: int) -> None:
    """The alternatives of an event are still open after it, or are shown next to it with its question."""
    chosen = {
        f"{first.title} / {other.title}"
        for campaign, table, prompts in moments(game, every)
        if (first := next_prompt(prompts)) and first.complete and not answers_with(first, prompts)
        for other in lost_by(first, campaign, table, prompts)
    }
    assert not chosen


def lost_by(first: Prompt, campaign: Campaign, table: Table, prompts: list[Prompt]) -> list[Prompt]:
    """The other prompts of the same event, with other values of the same fields, that are gone once it is recorded."""
    others = [one for one in prompts if one.fields != first.fields and _kind_of_known(one) == _kind_of_known(first)]
    if not others:
        return []
    after = deepcopy(table)
    event, chance = make_event(first.event, to_jsonable_python(dict(first.fields))), Chance(Random(1))
    for happened, _ in settle_chain(campaign.game, event, after, chance):
        happened.record_on(after)
    left = [(one.event, one.fields) for one in open_prompts(campaign.game, after)]
    return [one for one in others if (one.event, one.fields) not in left]


def _kind_of_known(prompt: Prompt) -> object:
    return (prompt.event, *sorted(prompt.fields))


def test_what_no_player_chooses_is_a_field_of_its_event() -> None:
    wrong = [
        (cls.topic, name)
        for game in BY_KEY.values()
        for cls in game.events
        for name in cls.layout.no_choice
        if name not in cls.model_fields
    ]
    assert wrong == []
