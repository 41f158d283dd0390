"""Prompts in rulebook order: musts first within each moment, then mays."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from domain.framework.events.offer import Offer
from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import Grouped, OfferedBy, Ordered
from domain.games.agemonia.base import follows_fights
from domain.games.agemonia.campaign import (
    city,
    factions,
    followers,
    items,
    journals,
    journey,
    levels,
    party,
    vitality,
)
from domain.games.agemonia.console import checks, preparing, scenario
from domain.games.agemonia.display import scenario_prompts as fight
from domain.games.agemonia.display.scenario_prompts import offered_at
from domain.games.agemonia.state.scenario import Scene
from domain.games.agemonia.state.table import Agemonia

# === The order of what events offer, by moment; of the city and of a journey by the rulebook ======

LEVELS: Sequence[Ordered] = (
    levels.LevelGained,
    journals.CampaignBookLevelRead,
    journals.HeroBookLevelRead,
    Grouped(
        (
            OfferedBy(party.VitalityDiskReplaced, party.VitalityDiskReplaced.offers_at_new_level),
            levels.ClassChosen,
            levels.ClassSkillGained,
            levels.ActionTokensGained,
        )
    ),
    levels.LevelUpCompleted,
    factions.FactionRankEntryRead,
    OfferedBy(factions.FactionRankEntryRead, factions.FactionRankEntryRead.offers_unknown),
    factions.FactionTrackLookedAt,
)
CITY: Sequence[Ordered] = (
    *LEVELS,
    items.StarsCounted,
    city.LocationVisited,
    city.ServiceUsed,
    items.ItemPurchased,
    items.ItemSold,
    city.RoomRented,
    city.SleepingPlaceFound,
    journey.ScenarioCardGained,
    levels.ProfessionLearned,
    followers.FollowerHired,
    followers.ArtifactPurchased,
    items.ItemStored,
    items.StarsStored,
    city.CityEventRevealed,
    city.CityEventOptionChosen,
    city.CityEventResolved,
    city.CityActivityPerformed,
    city.CityStepEnded,
)
JOURNEY: Sequence[Ordered] = (
    journey.ScenarioSelected,
    OfferedBy(journey.ScenarioCardGained, journey.ScenarioCardGained.offers_on_journey),
    journey.ScenarioIntroductionRead,
    journey.WorldEventOptionChosen,
    journey.WorldEventResolved,
    journey.JourneyBranchChosen,
    journals.SpecialLocationVisited,
    journey.WorldEventRevealed,
    journey.JourneyStepEnded,
    journey.JourneyStageCompleted,
)
WITHOUT_STEPS: Sequence[Ordered] = (
    *LEVELS,
    OfferedBy(journey.ScenarioCardGained, Offer(when=lambda table: table.running is None).made_at),
    OfferedBy(
        journey.ScenarioSelected, Offer(when=lambda table: table.running is None and journey.to_choose(table)).made_at
    ),
)

HEROES: Sequence[Ordered] = (
    party.HeroJoinedParty,
    OfferedBy(party.VitalityDiskReplaced, party.VitalityDiskReplaced.offers_for_wounded),
    Grouped((vitality.InjuryCardDrawn, vitality.ConditionDiscarded)),
)
BOARDS: Sequence[Ordered] = (Grouped((party.HeroBoardRecorded, party.VitalityDiskReplaced)),)
"""The numbers on the heroes' boards and disks, while unknown: the next one of each hero."""
TUTORIAL: Sequence[Ordered] = (
    OfferedBy(party.HeroJoinedParty, party.HeroJoinedParty.offers_before_tutorials),
    scenario.TutorialSetUp,
    party.TutorialScenarioCompleted,
    party.CampaignProperStarted,
)
WITHOUT_SCENARIO: Sequence[Ordered] = (OfferedBy(scenario.ScenarioCompleted, scenario.NEXT_ROUND.made_at),)
PREPARATION: Sequence[Ordered] = (
    items.ItemSelectionForScenarioMade,
    preparing.ActionTokensAssigned,
    scenario.ScenarioStarted,
)
RESULT: Sequence[Ordered] = (scenario.ScenarioOutcomeRecorded,)
ANYTIME: Sequence[Ordered] = (
    journals.KeywordWritten,
    journals.KeywordTallyAdded,
    journals.KeywordCrossedOut,
    factions.FactionReputationGained,
    checks.GroupCheckStarted,
    items.StarsGained,
    items.ItemGained,
)
"""What texts and cards may call for at any moment."""
OFFERED: Sequence[Ordered] = (
    *HEROES,
    *BOARDS,
    *TUTORIAL,
    *CITY,
    *JOURNEY,
    *WITHOUT_STEPS,
    *WITHOUT_SCENARIO,
    *PREPARATION,
    *fight.FIGHT,
    *RESULT,
    *scenario.AFTERMATH,
    *ANYTIME,
)
"""All of it."""

# === What comes next, in rulebook order: musts first within each moment, then mays ===============


def prompts(table: Agemonia) -> Sequence[Prompt]:
    """The next steps of the table; everybody at an Agemonia table sees the same."""
    if table.step == "finished":
        return []
    now = _prompt_scenario(table) if table.tracks("steps") and table.step == "scenario" else _prompt_step(table)
    return [*_prompt_heroes(table), *now, *offered_at(table, ANYTIME)]


def _prompt_heroes(table: Agemonia) -> Iterator[Prompt]:
    yield from offered_at(table, HEROES)
    yield from _once_resolved(table, offered_at(table, BOARDS))


def _prompt_step(table: Agemonia) -> Iterator[Prompt]:
    """The step at hand, or all steps at a table that tracks none; before it, what a fight or a roll waits for."""
    steps = {"tutorial": TUTORIAL, "city": CITY, "journey": JOURNEY}
    order = steps[table.step] if table.tracks("steps") else (*WITHOUT_STEPS, *_end_of_scenario(table))
    if table.scene.group or (table.tracks("steps") and table.step in ("city", "journey")):
        yield from fight.prompt_pending(table)
    elif table.scene != Scene() or (table.step == "tutorial" and table.running):
        yield from _prompt_fight(table)
    yield from _once_resolved(table, offered_at(table, order))


def _prompt_scenario(table: Agemonia) -> Iterator[Prompt]:
    running = table.running if table.tracks("scenarios") else None
    if running is None:
        yield from offered_at(table, WITHOUT_SCENARIO)
    elif running.result:
        yield from offered_at(table, scenario.AFTERMATH)
    elif running.started:
        yield from _prompt_fight(table)
        yield from _once_resolved(table, offered_at(table, RESULT))
    else:
        yield from offered_at(table, PREPARATION)


def _end_of_scenario(table: Agemonia) -> Sequence[Ordered]:
    """The result of the scenario at hand, or what comes after it."""
    if table.running is None:
        return ()
    return scenario.AFTERMATH if table.running.result else RESULT


def _prompt_fight(table: Agemonia) -> Iterator[Prompt]:
    """The rounds of a fight, or only what was declared at a table that follows none."""
    return fight.prompt_scenario(table) if follows_fights(table) else fight.prompt_pending(table)


def _once_resolved(table: Agemonia, prompts: Iterable[Prompt]) -> Iterator[Prompt]:
    """Prompts of which none must come next while the result of something declared is open."""
    waits = fight.awaits_result(table)
    for prompt in prompts:
        yield replace(prompt, required=False, reminder=None) if waits else prompt
