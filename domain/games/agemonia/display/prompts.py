"""Prompts in rulebook order: musts first within each moment, then mays."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from domain.framework.events.event import Event
from domain.framework.game import Prompt
from domain.framework.text import Text, text
from domain.games.agemonia.base import follows_fights, in_stock
from domain.games.agemonia.campaign import (
    city,
    factions,
    followers,
    gems,
    items,
    journals,
    journey,
    levels,
    party,
    vitality,
)
from domain.games.agemonia.campaign.levels import missing_steps
from domain.games.agemonia.console import checks, scenario
from domain.games.agemonia.display import scenario_prompts as console
from domain.games.agemonia.display.scenario_prompts import prompt_slots
from domain.games.agemonia.goods import burden_of, items_in_hands, items_to_leave
from domain.games.agemonia.state.scenario import Scene
from domain.games.agemonia.state.table import UNEASY_SLEEP, Agemonia, Running

# === What comes next on a journey: a scenario, its introduction, its stages (2. 旅程步骤) ========


def prompt_journey(table: Agemonia) -> Iterator[Prompt]:
    if table.running is None and table.tracks("scenarios"):
        yield from _prompt_choice_of_scenario(table)
        return
    if table.running and not table.journey.introduced and table.journey.stage == 0:
        yield Prompt(text("Read the introduction"), journey.ScenarioIntroductionRead, must=True)
    if table.journey.event:
        yield Prompt(text("Choose an option of the world event"), journey.WorldEventOptionChosen)
        yield Prompt(text("Resolve the world event"), journey.WorldEventResolved, must=True)
        return
    yield from _prompt_branch(table)
    if not journey.way_open(table):
        yield from _prompt_stages(table)
    yield Prompt(text("End the journey and play the scenario"), journey.JourneyStepEnded, must=True)


def _prompt_stages(table: Agemonia) -> Iterator[Prompt]:
    """The prompts of the current stage, and its end; none after the last one."""
    if table.journey.last == journey.THE_LAST:
        return
    yield Prompt(text("Visit a special location"), journals.SpecialLocationVisited)
    yield Prompt(text("Reveal a world event"), journey.WorldEventRevealed)
    yield _prompt_stage(table)


def _prompt_stage(table: Agemonia) -> Prompt:
    number = table.journey.stage + 1
    kinds = journey.kinds_at(table, number)
    fields = {"kind": next(iter(kinds))} if len(kinds) == 1 else {}
    unknown = not journey.stages_of(table) and number == 1 and table.tracks("scenarios")
    left = text("no stage of the journey is done") if unknown else None
    title = text("Finish stage {number}", number=number)
    return Prompt(title, journey.JourneyStageCompleted, bool(journey.stages_left(table)), fields, left=left)


def _prompt_branch(table: Agemonia) -> Iterator[Prompt]:
    """The choice of way A or B, where the card is split or unknown; a split stage before it forces the letter."""
    here, known = table.journey, bool(journey.stages_of(table))
    if here.branch or here.last == journey.THE_LAST:
        return
    if not here.kept:
        yield Prompt(text("Choose way A or B"), journey.JourneyBranchChosen, known)
        return
    split, unsure = (
        text("Keep to way {letter}", letter=here.kept),
        text("Keep to way {letter}, if this stage is split too", letter=here.kept),
    )
    yield Prompt(split if known else unsure, journey.JourneyBranchChosen, known, {"branch": here.kept})


def _prompt_choice_of_scenario(table: Agemonia) -> Iterator[Prompt]:
    if in_stock(table):
        yield Prompt(text("Choose a scenario"), journey.ScenarioSelected, must=True)
    else:
        yield Prompt(text("Gain a scenario card"), journey.ScenarioCardGained, must=True)


# === What comes next, in rulebook order: musts first within each moment, then mays ===============

EMPTY = Scene()
READINGS = text("Read at the table")
"""The card of all that is to be read now."""
ANOTHER_HERO = text("Take another hero")
THE_END = text("The end of the scenario")
"""The card of a scenario's result and of all that comes with it."""
ABILITIES = {
    "strength": text("{hero}: what strength does the board show?"),
    "agility": text("{hero}: what agility does the board show?"),
    "will": text("{hero}: what will does the board show?"),
}
"""The question for each number at the bottom of a hero board."""
ON_BOARDS, ON_DISKS = range(6), range(5, 12)
"""The numbers on boards and disks that are a tap each."""
INSPIRED_FROM = 4
"""The level from which a scenario that was a success may inspire."""


def prompts(table: Agemonia) -> Sequence[Prompt]:
    """The next steps of the table; everybody at an Agemonia table sees the same."""
    if table.step == "finished":
        return []
    steps = {"tutorial": _prompt_tutorial, "city": _prompt_city, "journey": prompt_journey}
    if table.tracks("steps") and table.step == "scenario":
        at_hand = _prompt_scenario(table)
    else:
        at_hand = steps[table.step](table) if table.tracks("steps") else _prompt_without_steps(table)
        at_hand = _once_resolved(table, at_hand)
        if table.scene.group or (table.tracks("steps") and table.step in ("city", "journey")):
            at_hand = chain(console.prompt_pending(table), at_hand)
        elif table.scene != EMPTY or (table.step == "tutorial" and table.running):
            at_hand = chain(_prompt_fight(table), at_hand)
    return [*_prompt_heroes(table), *at_hand, *_prompt_anytime(table)]


def _prompt_fight(table: Agemonia) -> Iterator[Prompt]:
    """The rounds of a fight, or only what was declared at a table that follows none."""
    return console.prompt_scenario(table) if follows_fights(table) else console.prompt_pending(table)


def _once_resolved(table: Agemonia, prompts: Iterable[Prompt]) -> Iterator[Prompt]:
    """Prompts of which none must come next while the result of something declared is open."""
    waits = console.awaits_result(table)
    for prompt in prompts:
        yield replace(prompt, must=False, left=None) if waits else prompt


def _prompt_heroes(table: Agemonia) -> Iterator[Prompt]:
    if not table.heroes:
        yield Prompt(text("Who plays? A hero joins the party"), party.HeroJoinedParty, must=True, pad="hero")
    elif _is_gathering(table):
        yield Prompt(ANOTHER_HERO, party.HeroJoinedParty, pad="hero")
    for hero_id, hero in table.heroes.items():
        if hero.injuries_due:
            title = text("{hero} is wounded: draw an injury card", hero=table.called("heroes", hero_id))
            yield Prompt(title, vitality.InjuryCardDrawn, True, {"hero": hero_id}, needs=("injury",))
        if len(hero.conditions) > vitality.MOST_CONDITIONS:
            title = text("{hero}: discard the condition with the lowest number", hero=table.called("heroes", hero_id))
            yield Prompt(title, vitality.ConditionDiscarded, True, {"figure": hero_id})
    if not table.scene.round:
        yield from _once_resolved(table, _prompt_hero_boards(table))


def _is_gathering(table: Agemonia) -> bool:
    """Whether heroes still come together: nothing else was written down of any, and nothing was played."""
    begun = table.tutorials or table.round or table.running or table.scene != EMPTY
    return not begun and all(hero.strength is None and hero.chips is None for hero in table.heroes.values())


def has_rounds(table: Agemonia) -> bool:
    """Whether scenarios are played round by round with this table: each has its large button, and the result none."""
    return follows_fights(table) and not table.no_rounds


# --- tutorials -------------------------------------------------------------------------------


def _prompt_tutorial(table: Agemonia) -> Iterator[Prompt]:
    left = [n for n in range(1, party.TUTORIALS + 1) if str(n) not in table.tutorials]
    if table.heroes and len(left) == party.TUTORIALS and not _is_gathering(table):
        yield Prompt(ANOTHER_HERO, party.HeroJoinedParty, pad="hero")
    if left and table.tracks("scenarios"):
        yield from _prompt_a_tutorial(table, left[0])
    else:
        yield Prompt(text("Begin the campaign in the city"), party.CampaignProperStarted, must=bool(table.heroes))


def _prompt_a_tutorial(table: Agemonia, number: int) -> Iterator[Prompt]:
    """It is set up and fought here, or was played on the table alone; its result ends it."""
    known, seated, fought = {"number": number}, bool(table.heroes), table.running is not None and has_rounds(table)
    result = text("The end of tutorial {number}", number=number)
    if not table.running and follows_fights(table):
        yield Prompt(text("Set up tutorial {number}", number=number), scenario.TutorialSetUp, seated, known)
        result = text("Tutorial {number} was already played", number=number)
    yield Prompt(result, party.TutorialScenarioCompleted, seated and not fought, known, opens=True)


def _prompt_hero_boards(table: Agemonia) -> Iterator[Prompt]:
    """The numbers on the heroes' boards and disks, while unknown: the next one of each hero."""
    for hero_id, hero in table.heroes.items():
        name = table.called("heroes", hero_id)
        if unknown := next((ability for ability in ABILITIES if getattr(hero, ability) is None), None):
            title = ABILITIES[unknown].copy_with(hero=name)
            known = {"hero": hero_id}
            yield Prompt(title, party.HeroBoardRecorded, fields=known, left=title, pad=unknown, numbers=ON_BOARDS)
        if hero.chips is None and "disk" not in missing_steps(table, hero_id):
            title = text("{hero}: how many chips does the vitality disk show?", hero=name)
            known = {"hero": hero_id}
            yield Prompt(title, party.VitalityDiskReplaced, fields=known, left=title, pad="chips", numbers=ON_DISKS)


# --- the city --------------------------------------------------------------------------------


def _prompt_city(table: Agemonia) -> Iterator[Prompt]:
    yield from _prompt_level(table)
    yield from _prompt_ranks(table)
    yield from _prompt_visits(table)
    yield from _prompt_city_event(table)


def _prompt_level(table: Agemonia) -> Iterator[Prompt]:
    """The level that is due, then the remaining steps of each hero for it."""
    if due := levels.level_due(table):
        yield Prompt(text("Gain level {level}", level=due), levels.LevelGained, True, {"level": due})
    yield from _prompt_books(table)
    sub_steps: dict[str, tuple[Text, type[Event[Any]], dict[str, Any]]] = {
        "disk": (text("new vitality disk"), party.VitalityDiskReplaced, {"level": table.level}),
        "class": (text("choose a class"), levels.ClassChosen, {}),
        "skill": (text("tick a class skill"), levels.ClassSkillGained, {}),
        "tokens": (text("take two action tokens"), levels.ActionTokensGained, {}),
    }
    for hero in table.heroes:
        for step in missing_steps(table, hero):
            what, event, fields = sub_steps[step]
            title = text("{hero}: {what}", hero=table.called("heroes", hero), what=what)
            yield Prompt(title, event, True, {"hero": hero, **fields})
    title = text("Finish level {level}", level=table.level)
    yield Prompt(title, levels.LevelUpCompleted, True, {"level": table.level})


def _prompt_books(table: Agemonia) -> Iterator[Prompt]:
    """The sections of the level, read once: at the start of the campaign and with each new level."""
    if table.level_up is None and (table.round > 1 or not table.tracks("levels", "steps")):
        return
    level, new = table.level, table.level_up is not None
    if level not in table.books_read:
        title = text("Read level {level} of the campaign book", level=level)
        yield Prompt(title, journals.CampaignBookLevelRead, new, {"level": level}, left=title, card=READINGS)
    for hero_id, hero in table.heroes.items():
        if level not in hero.levels_read:
            title = text(
                "{hero}: read level {level} of the hero book", hero=table.called("heroes", hero_id), level=level
            )
            fields = {"hero": hero_id, "level": level}
            yield Prompt(title, journals.HeroBookLevelRead, new, fields, left=title, card=READINGS)


def _prompt_ranks(table: Agemonia) -> Iterator[Prompt]:
    for faction_id, track in table.factions.items():
        for rank in factions.ranks_to_read(table, track):
            title = text("Read rank {rank} of {faction}", rank=rank, faction=table.called("factions", faction_id))
            fields = {"faction": faction_id, "rank": rank}
            yield Prompt(title, factions.FactionRankEntryRead, True, fields, card=READINGS)


def _prompt_visits(table: Agemonia) -> Iterator[Prompt]:
    yield Prompt(text("Visit a location"), city.LocationVisited)
    yield Prompt(text("Use a service"), city.ServiceUsed, needs=("points",) if table.city.event else ())
    yield Prompt(text("Buy an item"), items.ItemPurchased)
    if any(hero.items for hero in table.everybody()):
        yield Prompt(text("Sell an item"), items.ItemSold)
    yield from _prompt_rooms(table)
    yield Prompt(text("Gain a scenario card"), journey.ScenarioCardGained)
    yield from _prompt_later_services(table)


def _prompt_rooms(table: Agemonia) -> Iterator[Prompt]:
    """Rooms for those without a bed; who can pay for one lacks it only until the event is revealed (租房间)."""
    for hero_id, hero in table.heroes.items():
        if hero.sleeps == UNEASY_SLEEP:
            name = table.called("heroes", hero_id)
            lacks = not table.city.event and (hero.stars > 0 or not table.tracks("stars"))
            left = text("{hero} has no bed", hero=name) if lacks else None
            yield Prompt(
                text("Rent a room for {hero}", hero=name), city.RoomRented, fields={"hero": hero_id}, left=left
            )
    if any(hero.sleeps == UNEASY_SLEEP for hero in table.everybody()):
        yield Prompt(text("A bed for free"), city.SleepingPlaceFound)


def _prompt_later_services(table: Agemonia) -> Iterator[Prompt]:
    """Services that come with a level, or with a place to store things."""
    yield Prompt(text("Learn a profession"), levels.ProfessionLearned)
    for follower in table.followers:
        title = text("Hire {follower}", follower=table.called("followers", follower))
        yield Prompt(title, followers.FollowerHired, fields={"follower": follower})
    for artifact in table.artifacts:
        title = text("Buy {artifact}", artifact=table.called("artifacts", artifact))
        yield Prompt(title, followers.ArtifactPurchased, fields={"artifact": artifact})
    yield Prompt(text("Store an item"), items.ItemStored)
    yield Prompt(text("Store stars"), items.StarsStored)


def _prompt_city_event(table: Agemonia) -> Iterator[Prompt]:
    """The event, then activities; the end of the step comes with the cost for heroes without a bed."""
    yield Prompt(text("Done visiting: reveal the city event"), city.CityEventRevealed, must=True)
    yield Prompt(text("Choose an option of the city event"), city.CityEventOptionChosen)
    yield Prompt(text("Resolve the city event"), city.CityEventResolved, must=True)
    for hero_id, hero in table.heroes.items():
        if hero.activity_tokens:
            points = {"hero": table.called("heroes", hero_id), "count": hero.activity_tokens}
            title = text("{hero}: a city activity ({count|point|points} left)", **points)
            left = text("{hero} has {count|activity point|activity points}", **points)
            yield Prompt(title, city.CityActivityPerformed, fields={"hero": hero_id}, left=left)
    bedless = sum(hero.sleeps == UNEASY_SLEEP for hero in table.everybody()) if table.tracks("vitality") else 0
    yield Prompt(text("End the city step[ ({bedless} without a bed)]", bedless=bedless), city.CityStepEnded, must=True)


# --- the scenario ----------------------------------------------------------------------------


def _prompt_scenario(table: Agemonia) -> Iterator[Prompt]:
    running = table.running if table.tracks("scenarios") else None
    if running is None:
        yield Prompt(text("Clear up: the next campaign round"), scenario.ScenarioCompleted, must=True)
    elif not running.started and not running.result:
        yield from _prompt_items_to_bring(table)
        yield from prompt_slots(table)
        yield Prompt(text("Begin the scenario"), scenario.ScenarioStarted, must=True)
    elif not running.result:
        yield from _prompt_fight(table)
        yield from _once_resolved(table, [_prompt_result(table, running)])
    else:
        yield from _prompt_aftermath(table, running)


def _prompt_items_to_bring(table: Agemonia) -> Iterator[Prompt]:
    """The items to bring, while hands are not full, or the weight is too large; fitting ones are proposed."""
    for hero_id, hero in table.heroes.items():
        heavy = burden_of(table, hero).too_heavy
        if hero.items and (heavy or not (hero.active or hero.left_behind)):
            title = text("{hero}: choose items to bring", hero=table.called("heroes", hero_id))
            hold = hero.active or items_in_hands(table, hero.items)
            behind = items_to_leave(table, hero.items, hold)
            fields = {"hero": hero_id, "active": hold, **({"left": behind} if behind else {})}
            left = title if hold or heavy else None
            yield Prompt(title, items.ItemSelectionForScenarioMade, heavy, fields, opens=True, left=left)


def _prompt_result(table: Agemonia, running: Running) -> Prompt:
    """The result, with all that may come with it on the same card."""
    return Prompt(
        text("Record the result"),
        scenario.ScenarioOutcomeRecorded,
        must=not has_rounds(table),
        card=THE_END,
        then=list(_prompt_aftermath(table, running)),
    )


def _prompt_aftermath(table: Agemonia, running: Running) -> Iterator[Prompt]:
    """The prompts after a result: score, loot, achievements, followers; then the clean-up (场景结束)."""
    for prompt in (*_prompt_gains(table, running), *_prompt_clearing_up(table, running)):
        yield replace(prompt, card=THE_END)


def _prompt_gains(table: Agemonia, running: Running) -> Iterator[Prompt]:
    if running.arena and running.score is None:
        yield Prompt(text("Record the arena score"), scenario.ArenaScoreRecorded, must=True)
    if table.heroes:
        yield _prompt_loot(table)
    yield Prompt(text("Gain a scenario card"), journey.ScenarioCardGained, ticked=False)
    if not running.arena:
        yield from _prompt_achievements(running)
    yield from _prompt_follower_entries(table, running)
    if not running.result.startswith("F") and not running.arena and table.level >= INSPIRED_FROM:
        for hero in table.heroes:
            title = text("{hero}: take an inspiration gem, if the result says so", hero=table.called("heroes", hero))
            yield Prompt(title, gems.InspirationGemGained, fields={"hero": hero}, ticked=False)
    if not running.experience and not running.arena:
        title = text("Experience, if the card shows its symbol")
        fields = {"scenario": running.scenario}
        yield Prompt(title, levels.ExperienceGained, fields=fields, opens=True, ticked=False)


def _prompt_loot(table: Agemonia) -> Prompt:
    grounds = table.scene.areas.values()
    lies = {
        "items": [item for ground in grounds for item, copies in ground.items.items() for _ in range(copies)],
        "stars": sum(ground.stars for ground in grounds),
    }
    title = text("Take loot from the map")
    left = title if any(lies.values()) else None
    return Prompt(title, scenario.ScenarioLootTaken, fields=lies, opens=True, left=left, ticked=bool(left))


def _prompt_achievements(running: Running) -> Iterator[Prompt]:
    left = None if running.achievements else text("no achievement is recorded")
    for title, kind, needs in (
        (text("Complete an achievement"), "personal", ("heroes",)),
        (text("Complete a group achievement"), "group", ()),
    ):
        fields = {"kind": kind}
        yield Prompt(title, scenario.AchievementCompleted, fields=fields, needs=needs, left=left, ticked=False)
        left = None


def _prompt_follower_entries(table: Agemonia, running: Running) -> Iterator[Prompt]:
    for follower, state in table.followers.items():
        if state.zone == "hired" and follower not in running.followers_read:
            title = text("{follower}: read its entry", follower=table.called("followers", follower))
            ally = table.scene.allies.get(follower)
            known = {} if ally is None else {"exhausted": ally.exhausted}
            yield Prompt(title, followers.FollowerOutcomeRead, True, {"follower": follower, **known})


def _prompt_clearing_up(table: Agemonia, running: Running) -> Iterator[Prompt]:
    if running.replay:
        yield Prompt(text("Play the scenario again"), scenario.ScenarioReplayed, must=True)
    due = table.level + 1
    title, over = text("Gain level {level}", level=due), text("Clear up: the next campaign round")
    level = Prompt(title, levels.LevelGained, True, {"level": due})
    then = [level] if due in table.levels_ticked and not running.replay else []
    yield Prompt(over, scenario.ScenarioCompleted, not running.replay, ticked=not running.replay, then=then)


# --- at any time -----------------------------------------------------------------------------


def _prompt_without_steps(table: Agemonia) -> Iterator[Prompt]:
    """The prompts of a table that does not track the steps."""
    yield from _prompt_level(table)
    yield from _prompt_ranks(table)
    if table.running is None:
        yield Prompt(text("Gain a scenario card"), journey.ScenarioCardGained)
        if in_stock(table):
            yield Prompt(text("Choose a scenario"), journey.ScenarioSelected)
    elif not table.running.result:
        yield _prompt_result(table, table.running)
    else:
        yield from _prompt_aftermath(table, table.running)


def _prompt_anytime(table: Agemonia) -> Iterator[Prompt]:
    """The events that texts and cards may call for at any moment."""
    yield Prompt(text("Write a keyword"), journals.KeywordWritten, fields={"journal": "party"})
    yield Prompt(text("Add tally marks"), journals.KeywordTallyAdded, fields={"journal": "party"})
    if any(not word.crossed_out for word in table.journal.words.values()):
        yield Prompt(text("Cross out a keyword"), journals.KeywordCrossedOut, fields={"journal": "party"})
    yield Prompt(text("Gain reputation"), factions.FactionReputationGained)
    yield Prompt(text("Begin a group check"), checks.GroupCheckStarted)
    yield Prompt(text("Gain stars"), items.StarsGained)
    yield Prompt(text("Gain an item"), items.ItemGained)
