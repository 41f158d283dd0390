"""Losses, where a rule fails while they are found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC, Prompt
from domain.framework.refusal import Refused
from domain.framework.text import text
from domain.log.losses import losses
from tests.toy import GAME, SeatTaken
from tests.toy.harbour import TOWER_STANDS, CoinsGained
from tests.toy.table import Harbour, ToyEvent


class TideTurned(ToyEvent):
    help_text = "The tide turns."
    sentence = "The tide turned"
    ends = "round"
    is_refused: bool = False

    def check(self, table: Harbour) -> Iterator[Refused]:
        if self.is_refused:
            yield TOWER_STANDS(seat="Ann")

    def follow(self, table: Harbour) -> Iterator[Event[Any]]:
        yield CoinsGained(seat=table.seets, amount=1)  # type: ignore[attr-defined]


TIDAL = replace(GAME, key="tidal", own_events=(*GAME.own_events, TideTurned))
DUE = Prompt(text("Ann gains a coin"), CoinsGained, fields={"seat": "Ann"}, reminder=text("a coin of Ann"))


def lost_with(event: TideTurned) -> list[str]:
    campaign = given(TIDAL, SeatTaken(seat="Ann")).play.campaign
    return [str(left) for left in losses(campaign, TideTurned, event, PUBLIC, [DUE])]


def test_an_error_of_a_rule_is_raised_and_not_taken_for_a_loss() -> None:
    with pytest.raises(AttributeError, match="seets"):
        lost_with(TideTurned())


def test_the_rules_may_fail_after_an_event_that_they_refuse() -> None:
    assert lost_with(TideTurned(is_refused=True)) == ["a coin of Ann"]
