"""The law of corrections for logs with `said`: fields that the rules settled are settled again.

Along random play in every game, which leaves out whatever a player may leave out; the oracle records the very events
that were given then.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from domain.framework import kernel
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.fields.card_conflicts import filled_in
from domain.framework.fields.fields import make_event
from domain.framework.game import AnyGame
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import Table, as_json
from domain.games import BY_KEY
from domain.log import corrections
from domain.log.campaign import Batch, Campaign
from domain.log.command import Command
from domain.log.corrections import TableDecision
from domain.log.dependents import LASTING
from domain.log.entries import Memory
from domain.log.recomputation.outcomes import only_fields
from tests.moments import Moment, PlayOn, moments_of
from tests.played_again import NOON, Log, Said, Unit, played_right, refusals
from tests.strategies import play_on
from tests.suite.soak import SOAK

STEPS = 120 if SOAK else 40
EACH = 40 if SOAK else 4
"""Corrections that are tested from each moment of a golden log on."""
NEVER = (kernel.CampaignBranched, kernel.PackChanged)
COMMAND = Command("correction", NOON)


class Typed(PlayOn):
    """A campaign that keeps the events that were given to it, and the table before each."""

    def __init__(self, moment: Moment) -> None:
        super().__init__(moment)
        self.units: list[Unit] = []
        self.before: list[Table] = []

    def record(self, event: Event[Any], chance: Chance | None = None, bend: str = "", later: str = "") -> Batch:
        before = self.campaign.table.model_copy(deep=True)
        batch = super().record(event, chance, bend, later)
        root, *caused = [Said(one.event, one.event, list(one.fell)) for one in batch.entries if one.event]
        entry = batch.entries[0]
        kept = all(getattr(root.recorded, name) == getattr(event, name) for name in event.model_fields_set)
        # values that the rules overrule are not stored in an entry
        root.given = event if kept else only_fields(root.recorded, entry.said or ())
        self.units.append(Unit(entry.position, root, caused, entry.bent, later))
        self.before.append(before)
        return batch

    def log(self) -> Log:
        return Log(self.game.key, self.game, list(self.memory.raws), self._packs, self.units)

    def refolded(self, batch: Batch | None = None) -> Campaign:
        """The campaign folded from zero, with the entries of a correction."""
        raws = [*self.memory.raws, *(batch.raws if batch else ())]
        return Campaign(self.campaign.id, self.game, Memory(raws), self._packs.get)


@cache
def played(game: AnyGame) -> list[Typed]:
    found = []
    for moment in moments_of(game):
        play = Typed(moment)
        play_on(play, Random(moment.entry + 1), STEPS, NEVER)
        found.append(play)
    return found


def other_numbers(play: Typed, unit: Unit, before: Table) -> Iterator[tuple[dict[str, Any], Event[Any]]]:
    """A typed number, one more or less, if the rules allow it."""
    given, cls = unit.root.given, type(unit.root.given)
    for name in sorted(given.model_fields_set - filled_in(cls).keys()):
        if type(getattr(given, name)) is not int:
            continue
        for by in (1, -1):
            changes = {name: getattr(given, name) + by}
            try:
                changed = make_event(cls, {**given.model_dump(mode="json", exclude_unset=True), **changes})
                typed = make_event(cls, {**unit.root.recorded.model_dump(mode="json"), **changes})
            except Misfit:
                continue
            if not refusals(play.refolded(), typed, before, unit):
                yield changes, changed


def sample(play: Typed, seed: str) -> Iterator[tuple[int, dict[str, Any] | None, Event[Any] | None]]:
    random = Random(f"{play.game.key} {len(play.memory.raws)} {seed}")
    possible = [n for n, unit in enumerate(play.units) if not isinstance(unit.root.recorded, LASTING)]
    for number in random.sample(possible, min(EACH, len(possible))):
        numbers = list(other_numbers(play, play.units[number], play.before[number]))
        if numbers and random.random() < 0.6:
            yield number, *random.choice(numbers)
        else:
            yield number, None, None


def corrected(play: Typed, position: int, changes: dict[str, Any] | None) -> Campaign | None:
    """The campaign with a correction, folded from zero; None if it is refused."""
    campaign = play.refolded()
    try:
        if changes is None:
            batch = corrections.withdraw(campaign, position, COMMAND, TableDecision("those", sure=True))
        else:
            batch = corrections.amend(campaign, position, changes, COMMAND, TableDecision("those", sure=True))
    except RefusedAll:
        return None
    assert as_json(play.refolded(batch).table) == as_json(campaign.table)
    return campaign


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_fields_that_were_left_out_are_settled_again(game: AnyGame) -> None:
    looked_at = 0
    for play in played(game):
        for number, changes, changed in sample(play, "typed"):
            unit = play.units[number]
            campaign = corrected(play, unit.position, changes)
            if campaign is None:
                continue
            table = play.before[number].model_copy(deep=True)
            right = played_right(play.log(), table, play.units[number:], {unit.position: changed})
            place = (play.game.key, len(play.memory.raws), unit.position, unit.root.recorded.topic, changes)
            assert as_json(campaign.table) == as_json(right), place
            looked_at += 1
    assert looked_at >= len(moments_of(game))
