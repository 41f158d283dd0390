"""What is wrong with what was typed stands at the field that it is about."""

from typing import Any

import pytest

from companion.forms.complaints import complaints_of
from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.refusal import RefusedAll
from domain.framework.text import ENGLISH
from domain.games.agemonia import GAME
from domain.games.agemonia.console.story import StoryCardFlipped
from domain.games.agemonia.console.turns import TurnEnded
from tests.domain.games.agemonia.moments import PLAYING


@pytest.mark.parametrize(
    ("event", "said", "field"),
    [
        (StoryCardFlipped(letter="Q"), "“Q” is not one of the story cards here.", "letter"),
        (TurnEnded(figure="Wolf"), "“Wolf” is not one of the figures here.", "figure"),
    ],
    ids=["a kind of two words", "a kind of one"],
)
def test_what_is_not_offered_is_told_at_its_field(event: Event[Any], said: str, field: str) -> None:
    reasons = given(GAME, *PLAYING).when(event).outcome.reasons
    (complaint,) = complaints_of(type(event), RefusedAll(reasons), ENGLISH)
    assert (complaint.said, complaint.fields) == (said, {field})
