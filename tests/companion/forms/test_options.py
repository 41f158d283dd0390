"""Options in the order of a form: what the rules refuse at the moment comes last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from companion.forms.controls import Control
from companion.forms.form import form_of
from companion.forms.initial_values import initial_values
from companion.forms.values import form_strings, known_values
from companion.forms.widgets import Typed
from domain.framework.events.event import Event
from domain.framework.fields.field_shapes import ChoiceShape
from domain.framework.game import AnyGame, Prompt
from domain.framework.table import Table
from domain.framework.text import ENGLISH
from domain.games import BY_KEY
from domain.log.open_prompts import open_prompts
from tests.fillings import find_filling
from tests.first_turns import CHOSEN, Follower
from tests.moments import moments_of

FIRST = 40
"""So many prompts of a new table are looked at."""
each_game = pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)


def choices_of(prompt: Prompt, table: Table) -> tuple[Typed, list[Control]]:
    """What a prompt's form begins with, and its controls in which one option has to be chosen."""
    typed = initial_values(prompt.event, table, ENGLISH, {}, form_strings(prompt.event, prompt.fields))
    form = form_of(prompt.event, table, ENGLISH, typed, needs=prompt.also_required)
    empty = (one for one in (*form.shown, *form.folded) if one.required and not one.value)
    return typed, [one for one in empty if isinstance(one.shape, ChoiceShape) and len(one.options) > 1]


def is_refused(cls: type[Event[Any]], known: dict[str, Any], table: Table) -> bool:
    found = find_filling(cls, known, table)
    return found.filling is None and found.is_whole


def faults_of(prompts: Sequence[Prompt], table: Table) -> Iterator[str]:
    """The required choices whose first option is refused, though another is not."""
    for prompt in prompts:
        typed, choices = choices_of(prompt, table)
        known = {**prompt.fields, **known_values(prompt.event, table, typed)}
        for control in choices:
            refused = [
                is_refused(prompt.event, {**known, control.widget.field.name: id_}, table) for id_, _ in control.options
            ]
            if refused[0] and not all(refused):
                yield f"{prompt.event.topic}: {control.label}: {control.options[0][1]}"


@each_game
def test_the_first_option_of_a_required_choice_is_not_refused(game: AnyGame) -> None:
    faults: dict[str, str] = {}
    for moment in moments_of(game):
        campaign = moment.play_on().campaign
        faults |= dict.fromkeys(faults_of(open_prompts(campaign.game, campaign.table), campaign.table), moment.name)
    assert faults == {}


@pytest.mark.parametrize("game", BY_KEY)
def test_on_a_new_table_the_first_option_of_a_required_choice_is_not_refused(game: str) -> None:
    follower = Follower(BY_KEY[game], next(iter(CHOSEN[game].values()), ()))
    faults: dict[str, str] = {}
    while len(follower.told) < FIRST and (prompt := follower.next(follower.prompts())):
        faults |= dict.fromkeys(faults_of(follower.prompts(), follower.table), " → ".join(follower.told[-3:]))
        follower.does(prompt)
    assert faults == {}
