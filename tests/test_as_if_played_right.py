"""The law of corrections: the table is the same as if the game had been played as the correction says.

The oracle (`tests/played_again.py`) records the corrected list of commands again on a fresh table. A sample of each
game's golden logs is tested here, and a larger one by `make test-all`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from random import Random
from typing import Any

import pytest

from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.fields.card_conflicts import filled_in
from domain.framework.fields.fields import make_event
from domain.framework.refusal import Misfit, NotFound, RefusedAll
from domain.framework.table import Table, as_json
from domain.games import BY_KEY
from domain.log import corrections
from domain.log.campaign import Batch, Campaign
from domain.log.command import Command
from domain.log.corrections import TableDecision
from domain.log.dependents import LASTING
from domain.log.entries import Memory, Raw
from domain.log.recomputation import outcomes
from domain.log.recomputation.computation import Recomputation, compute_correction
from domain.log.recomputation.previews import VisibleRecomputation
from domain.log.recomputation.request import CorrectionRequest
from domain.log.recomputation.result import CorrectionResult
from projections.documents.lossless import read_lossless
from tests.played_again import GOLDEN, ID, NOON, Keeper, Log, Unit, derive, played_right, recorded_again, refusals

AnyEvent = Event[Any]
UNTOUCHED = LASTING | kernel.PackChanged | kernel.NoteAdded
THROUGH = TableDecision("those", sure=True)
FEW, MANY = 1, 15
"""Corrections per log, for small and large runs."""
each_log = pytest.mark.parametrize(
    "path",
    [path for key in BY_KEY for path in sorted((GOLDEN / key).glob("*.jsonl"))],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)


@dataclass
class Case:
    """A correction of a unit of a log: taken back, or with another event in its place."""

    log: Log
    number: int
    table: Table
    """The table before it."""
    changes: dict[str, Any] | None = None
    changed: AnyEvent | None = None

    @property
    def unit(self) -> Unit:
        return self.log.units[self.number]

    def played_right(self) -> Any:
        table = self.table.model_copy(deep=True)
        return as_json(played_right(self.log, table, self.log.units[self.number :], {self.unit.position: self.changed}))


@cache
def golden(path: Any) -> Log:
    return recorded_again(path)


def command(number: int) -> Command:
    return Command(f"correction-{number}", NOON)


def correct(campaign: Campaign, case: Case, number: int = 0) -> Batch:
    position = case.unit.position
    if case.changes is None:
        return corrections.withdraw(campaign, position, command(number), THROUGH)
    return corrections.amend(campaign, position, case.changes, command(number), THROUGH)


def stored(campaign: Campaign, batch: Batch | None) -> Campaign:
    """The campaign folded from zero with the entries of a correction."""
    raws: list[Raw] = [*campaign.source.read(), *(batch.raws if batch else ())]
    return Campaign(ID, campaign.game, Memory(raws), campaign.packs)


def sample(log: Log, times: int) -> int:
    """How many corrections of a log are tested: more of a short one, because each takes less time."""
    return times * min(14, max(4, 2_000 // len(log.raws)))


def cases(log: Log, count: int, seed: str = "law") -> Iterator[Case]:
    """Some corrections of a log, half of them of a typed number."""
    random, campaign = Random(f"{log.game.key}{log.name}{seed}"), Campaign(ID, log.game, Memory(), log.packs.get)
    possible = [n for n, unit in enumerate(log.units) if n > 1 and not isinstance(unit.root.recorded, UNTOUCHED)]
    chosen = set(random.sample(possible, min(count, len(possible))))
    table = campaign.table
    for number, unit in enumerate(log.units):
        if number in chosen:
            before = table.model_copy(deep=True)
            changes = changed_number(campaign, before, unit, random) if random.random() < 0.6 else None
            yield Case(log, number, before, *(changes or (None, None)))
        for _ in derive(log.game, unit.root.given, table, Keeper(unit)):
            pass


def changed_number(
    campaign: Campaign, table: Table, unit: Unit, random: Random
) -> tuple[dict[str, Any], AnyEvent] | None:
    """A number of a command that is one more or less, if the rules allow it; None if there is none."""
    event = unit.root.given
    names = [name for name in type(event).model_fields if name not in filled_in(type(event))]
    numbers = [name for name in names if type(getattr(event, name)) is int]
    found = [{name: getattr(event, name) + by} for name in numbers for by in (1, -1)]
    random.shuffle(found)
    for changes in found:
        try:
            changed = make_event(type(event), {**event.model_dump(mode="json"), **changes})
            typed = make_event(type(event), {**unit.root.recorded.model_dump(mode="json"), **changes})
            if not refusals(campaign, typed, table, unit):
                return changes, changed
        except Misfit:
            continue
    return None


def check(case: Case) -> None:
    campaign = case.log.campaign()
    try:
        batch = correct(campaign, case)
    except RefusedAll:
        return  # the request itself is refused: there is nothing to compare
    said = (case.log.name, case.unit.position, case.unit.root.recorded.topic, case.changes)
    assert as_json(campaign.table) == case.played_right(), said
    assert as_json(stored(case.log.campaign(), batch).table) == as_json(campaign.table), said


@each_log
def test_the_table_is_as_if_it_had_been_played_right(path: Any) -> None:
    for case in cases(golden(path), sample(golden(path), FEW)):
        check(case)


@pytest.mark.slow
@each_log
def test_the_table_is_as_if_it_had_been_played_right_after_many_corrections(path: Any) -> None:
    for case in cases(golden(path), sample(golden(path), MANY), "many"):
        check(case)


@each_log
def test_a_corrected_log_is_corrected_as_if_all_had_been_played_right(path: Any) -> None:
    """Three corrections one after the other, and then the first of them is taken back."""
    log = golden(path)
    found = list(cases(log, 3, "again and again"))
    campaign, asked = log.campaign(), dict[int, AnyEvent | None]()
    origins = list[tuple[int, int]]()
    for number, case in enumerate(reversed(found)):
        try:
            origin, batch = campaign.position + 1, correct(campaign, case, number)
        except (RefusedAll, NotFound):
            campaign = stored(campaign, None)
            continue
        campaign = stored(campaign, batch)
        asked[case.unit.position] = case.changed
        origins.append((origin, case.unit.position))
        assert as_json(campaign.table) == all_right(log, found, asked), (log.name, asked)
    if origins:
        origin, position = origins[0]
        batch = corrections.withdraw(campaign, origin, command(9), THROUGH)
        del asked[position]
        assert as_json(stored(campaign, batch).table) == all_right(log, found, asked), (log.name, asked, position)


def all_right(log: Log, found: Sequence[Case], asked: dict[int, AnyEvent | None]) -> Any:
    first = found[0]
    table = first.table.model_copy(deep=True)
    return as_json(played_right(log, table, log.units[first.number :], asked))


@pytest.mark.slow
@each_log
def test_withdrawing_and_restoring_a_command_gives_the_old_table(path: Any) -> None:
    log = golden(path)
    before = as_json(log.campaign().table)
    for case in cases(log, 2, "restore"):
        campaign, position = log.campaign(), case.unit.position
        try:
            batch = corrections.withdraw(campaign, position, command(1), THROUGH)
        except RefusedAll:
            continue
        again = stored(log.campaign(), batch)
        batch = corrections.redo(again, command(2)) if position % 2 else restored(again, position)
        assert as_json(stored(again, batch).table) == as_json(again.table) == before, (log.name, position)


def restored(campaign: Campaign, position: int) -> Batch:
    return corrections.restore(campaign, position, command(2), THROUGH)


@pytest.mark.slow
@each_log
def test_withdrawing_a_correction_gives_the_old_table(path: Any) -> None:
    log = golden(path)
    before = as_json(log.campaign().table)
    for case in cases(log, 2, "taken back"):
        campaign, origin = log.campaign(), log.campaign().position + 1
        try:
            batch = correct(campaign, case)
        except RefusedAll:
            continue
        again = stored(log.campaign(), batch)
        batch = corrections.withdraw(again, origin, command(2), THROUGH)
        assert as_json(stored(again, batch).table) == as_json(again.table) == before, (log.name, case.unit.position)


@pytest.mark.slow
@each_log
def test_withdrawing_and_inserting_a_command_gives_the_old_table(path: Any) -> None:
    log = golden(path)
    before, units = as_json(log.campaign().table), log.units
    for case in cases(log, 3, "insert"):
        unit, previous = case.unit, units[case.number - 1]
        if unit.caused or unit.root.fell or unit.bent or unit.later or isinstance(previous.root.recorded, UNTOUCHED):
            continue
        campaign = log.campaign()
        try:
            found = corrections.preview_withdrawal(campaign, unit.position, None)
            batch = corrections.withdraw(campaign, unit.position, command(1), THROUGH)
        except RefusedAll:
            continue
        if found.dropped or found.bent:
            continue
        again = stored(log.campaign(), batch)
        try:
            batch = corrections.insert(again, previous.position, as_typed(unit), command(2), THROUGH)
        except RefusedAll:
            continue  # a program filled in a field that is never typed
        assert as_json(stored(again, batch).table) == as_json(again.table) == before, (log.name, unit.position)


def as_typed(unit: Unit) -> AnyEvent:
    """The event of a unit as a form gives it, without settled fields."""
    event = unit.root.given
    filled = filled_in(type(event))
    fields = event.model_dump(mode="json")
    typed = {name: value for name, value in fields.items() if getattr(event, name) != filled.get(name, object)()}
    return make_event(type(event), typed)


@each_log
def test_rules_that_changed_since_are_not_the_corrections_doing(path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A golden log as it was recorded then, without a session: only the end of the session changes."""
    monkeypatch.setattr(Recomputation, "_is_settled", lambda self: False)
    found = read_lossless(BytesIO(path.read_bytes()), BY_KEY)
    packs = {pack.digest: pack for pack in found.packs}
    campaign = Campaign(ID, found.game, Memory(found.raws), packs.get)
    sat = next(entry for entry in campaign.entries() if isinstance(entry.event, kernel.SessionStarted))
    outcomes = compute_correction(campaign, CorrectionRequest(withdrawn=frozenset({sat.position}))).outcomes.values()
    others = [type(one.command.own) for one in outcomes if one.command.position != sat.position]
    assert others in ([], [kernel.SessionEnded])


@pytest.mark.slow
@each_log
def test_a_viewer_who_sees_everything_gets_all_changes(path: Any) -> None:
    """A preview is computed from the part of the table that its viewer sees; here that is all of it."""
    log = golden(path)
    for case in cases(log, 2, "told"):
        campaign, request = log.campaign(), CorrectionRequest(withdrawn=frozenset({case.unit.position}))
        done = compute_correction(campaign, request)
        told = VisibleRecomputation(campaign, request, None).run(campaign)
        if not any(outcome.rolled for outcome in done.outcomes.values()):
            assert as_json(told.table) == as_json(done.table), (log.name, case.unit.position)
            assert changed_lines(told) == changed_lines(done), (log.name, case.unit.position)


def changed_lines(found: CorrectionResult) -> dict[int, list[str]]:
    """The events that count in place of changed commands, in any order."""
    now = {position: sorted(map(repr, one.now)) for position, one in found.outcomes.items()}
    before = {position: sorted(repr(e) for _, e in one.before) for position, one in found.outcomes.items()}
    return {position: lines for position, lines in now.items() if lines != before[position]}


# --- the law notices --------------------------------------------------------------------------


def faults(logs: Sequence[Log]) -> int:
    """How many corrections of some logs break the law."""
    found = 0
    for log in logs:
        for case in cases(log, 8, "mutants"):
            try:
                check(case)
            except AssertionError:
                found += 1
    return found


@pytest.fixture
def logs() -> list[Log]:
    return [golden(GOLDEN / "odalin" / f"{name}.jsonl") for name in ("0.1.0-rift", "0.1.0-stopped")]


def test_a_recomputation_without_checks_is_noticed(logs: list[Log], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recomputation, "_refusals", lambda self, *about: [])
    assert faults(logs)


def test_a_recomputation_that_stops_too_early_is_noticed(logs: list[Log], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recomputation, "_is_settled", lambda self: not self._pending)
    assert faults(logs)


def test_a_recomputation_that_rolls_again_is_noticed(logs: list[Log], monkeypatch: pytest.MonkeyPatch) -> None:
    kept = outcomes.RepeatedChance
    monkeypatch.setattr(outcomes, "RepeatedChance", lambda fell, seed: kept((), seed))
    assert faults(logs)
