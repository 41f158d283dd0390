"""Faults of corrections that were reported or found in golden logs, as tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.testing import Spec, given, table
from domain.framework.events.event import Event
from domain.games.champions import GAME as CHAMPIONS
from domain.games.champions.harm import DamageDealt, DamageHealed
from domain.games.champions.state.table import VILLAIN
from domain.games.champions.threat import ThreatPlaced
from domain.log import corrections
from domain.log.corrections import Preview
from tests.domain.games.champions.moments import PLAYING, SPIDER, dials
from tests.played_again import GOLDEN, NOON, Command, recorded_again

NEXT_STAGE = "Begin the villain's next stage"


def preview_of(log: str, position: int, changes: Mapping[str, Any] | None = None) -> Preview:
    """The preview of a correction of a golden log, recorded by the rules of today."""
    campaign = recorded_again(GOLDEN / f"{log}.jsonl").campaign()
    if changes is None:
        return corrections.preview_withdrawal(campaign, position, None)
    return corrections.preview_amendment(campaign, position, changes, Command("a-look", NOON))


def added(found: Preview) -> list[tuple[int, str]]:
    return [(one.after.position, type(one.event).__name__) for one in found.added]


def lapsed(found: Preview) -> list[tuple[int, str]]:
    return [(entry.position, type(entry.event).__name__) for entry in found.lapsed]


# --- along the golden logs --------------------------------------------------------------------


def test_a_main_scheme_with_one_threat_less_is_completed_later() -> None:
    """The scheme is at stage 1 with 47 threat; the stage is now completed at entry 362, not 351."""
    found = preview_of("champions/0.1.0", 282, {"prevented": 1})
    assert lapsed(found) == [(352, "MainSchemeCompleted"), (353, "MainSchemeAdvanced")]
    assert added(found) == [(362, "MainSchemeCompleted"), (362, "MainSchemeAdvanced")]
    assert ("main.threat", 24, 23) in [(one.path, one.before, one.after) for one in found.changes]


def test_a_villain_that_is_not_defeated_has_its_turn_with_its_card() -> None:
    found = preview_of("odalin/0.1.0-stopped", 122)
    assert (172, "VillainDefeated") in lapsed(found)
    assert added(found)[:2] == [(208, "TurnBegan"), (208, "AttackCardDrawn")]


def test_a_turn_ends_without_the_attack_that_was_withdrawn() -> None:
    assert added(preview_of("odalin/0.1.0-lost", 115)) == [(137, "TurnEnded"), (137, "TurnBegan")]


def test_a_hero_without_a_bed_sleeps_uneasily() -> None:
    found = preview_of("agemonia/0.1.0-fight", 94)
    assert [name for _, name in added(found)] == ["UneasySleepSuffered", "StaminaLost"]
    assert ("heroes.lunara.spent", 0, 2) in [(one.path, one.before, one.after) for one in found.changes]


def test_no_round_of_a_combat_begins_before_its_units_are_drawn() -> None:
    found = preview_of("heroes3/0.1.0", 110)
    assert (114, "CombatRoundStarted") in lapsed(found)
    assert (115, "heroes3.attack-made") in [(entry.position, entry.topic) for entry, _ in found.dropped]


# --- reported ---------------------------------------------------------------------------------


def amended(log: Sequence[Event[Any]], wrong: int, **changes: object) -> Spec:
    """A log whose event at a place, counted from its end, is given other fields."""
    spec = given(CHAMPIONS, *log)
    return spec.and_amend(position_of(spec, log[wrong]), **changes)


def position_of(spec: Spec, event: Event[Any]) -> int:
    entries = spec.play.campaign.entries()
    return next(entry.position for entry in entries if type(entry.event) is type(event))


HIT = (*dials(), DamageDealt(target=VILLAIN, amount=5), DamageDealt(target=VILLAIN, amount=20))


def test_a_villain_is_defeated_once_earlier_damage_is_amended() -> None:
    """It had 29 damage of 28."""
    spec = amended(HIT, -2, amount=9)
    spec.then(table(**{"villain.damage": 28}))
    spec.then_prompts(NEXT_STAGE)


def test_a_main_scheme_is_completed_once_earlier_threat_is_amended() -> None:
    threat = [ThreatPlaced(scheme="main scheme", amount=amount) for amount in (5, 8)]
    amended((*PLAYING, *threat), -2, amount=9).then(table(step="over"))


def test_a_hero_is_eliminated_once_a_heal_before_it_is_taken_back() -> None:
    """It lived with 12 damage of 10."""
    hurt = (
        DamageDealt(target=SPIDER, amount=9),
        DamageHealed(target=SPIDER, amount=5),
        DamageDealt(target=SPIDER, amount=3),
    )
    spec = given(CHAMPIONS, *PLAYING, *hurt)
    spec.and_undo(position_of(spec, hurt[1])).then(table(**{f"seats.{SPIDER}.eliminated": True}))


def test_results_of_a_correction_are_withdrawn_with_it() -> None:
    spec = amended(HIT, -2, amount=9)
    correction = next(entry for entry in spec.play.campaign.entries() if entry.is_correction)
    spec.and_undo(correction.position).then(table(**{"villain.damage": 25}))
