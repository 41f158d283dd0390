"""What comes next, in rulebook order: musts first within each moment, then mays."""

from collections.abc import Iterator, Sequence
from typing import Any

from domain.event import Event
from domain.game import Prompt, Viewer
from domain.games.agemonia import city, factions, followers, items, journals, journey, levels, party, scenario, stars
from domain.games.agemonia.levels import missing_steps
from domain.games.agemonia.table import Agemonia
from domain.text import Text, text


def prompts(table: Agemonia, viewer: Viewer) -> Sequence[Prompt]:
    """The next steps of the table; everybody at an Agemonia table sees the same."""
    steps = {
        "tutorial": _tutorial,
        "city": _city,
        "journey": _journey,
        "scenario": _scenario,
        "finished": _finished,
    }
    found = list(_gather(table))
    if table.tracks("steps"):
        found += steps[table.step](table)
    return [*found, *_anytime(table)]


def _gather(table: Agemonia) -> Iterator[Prompt]:
    if not table.heroes:
        yield Prompt(text("Who plays? A hero joins the party"), party.HeroJoinedParty, must=True)


def _tutorial(table: Agemonia) -> Iterator[Prompt]:
    left = [n for n in range(1, party.TUTORIALS + 1) if str(n) not in table.tutorials]
    if table.heroes and len(table.heroes) < party.MOST_HEROES and len(left) == party.TUTORIALS:
        yield Prompt(text("Another hero joins"), party.HeroJoinedParty)
    if left:
        yield Prompt(
            text("Play tutorial {number}", number=left[0]),
            party.TutorialScenarioCompleted,
            bool(table.heroes),
            {"number": left[0]},
        )
    else:
        yield Prompt(text("Begin the campaign in the city"), party.CampaignProperStarted, must=True)


def _city(table: Agemonia) -> Iterator[Prompt]:
    yield from _level(table)
    yield from _ranks(table)
    yield Prompt(text("Visit a location"), city.LocationVisited)
    yield Prompt(text("Buy an item"), items.ItemPurchased)
    yield Prompt(text("Sell an item"), items.ItemSold)
    yield Prompt(text("Use a service"), city.ServiceUsed)
    for hero_id, hero in table.heroes.items():
        if hero.sleeps == "uneasy-sleep":
            room = text("Rent a room for {hero}", hero=table.called("heroes", hero_id))
            yield Prompt(room, city.RoomRented, fields={"hero": hero_id})
    yield Prompt(text("Gain a scenario card"), journey.ScenarioCardGained)
    if table.level >= levels.CLASS_LEVEL:
        yield Prompt(text("Learn a profession"), levels.ProfessionLearned)
        yield Prompt(text("Hire a follower"), followers.FollowerHired)
    if table.level >= followers.ARTIFACT_LEVEL:
        yield Prompt(text("Buy an artifact"), followers.ArtifactPurchased)
    yield from _city_event(table)


def _level(table: Agemonia) -> Iterator[Prompt]:
    """The level that is due, then what each hero still has to do for it."""
    due = table.level + 1
    if table.level_up is None and due in table.levels_ticked:
        yield Prompt(text("Gain level {level}", level=due), levels.LevelGained, True, {"level": due})
    if table.level_up is None:
        return
    sub_steps: dict[str, tuple[Text, type[Event[Any]], dict[str, Any]]] = {
        "disk": (text("new vitality disk"), party.VitalityDiskReplaced, {"level": table.level}),
        "class": (text("choose a class"), levels.ClassChosen, {}),
        "skill": (text("tick a class skill"), levels.ClassSkillGained, {}),
        "tokens": (text("take two action tokens"), levels.ActionTokensGained, {}),
    }
    open_steps = {hero: missing_steps(table, hero) for hero in table.heroes}
    for hero, steps in open_steps.items():
        for step in steps:
            what, event, fields = sub_steps[step]
            title = text("{hero}: {what}", hero=table.called("heroes", hero), what=what)
            yield Prompt(title, event, True, {"hero": hero, **fields})
    level = table.level_up.level
    yield Prompt(text("Level {level} is complete", level=level), levels.LevelUpCompleted, True, {"level": level})


def _ranks(table: Agemonia) -> Iterator[Prompt]:
    for faction_id, track in table.factions.items():
        for rank in track.unread:
            title = text("Read rank {rank} of {faction}", rank=rank, faction=table.called("factions", faction_id))
            yield Prompt(title, factions.FactionRankEntryRead, True, {"faction": faction_id, "rank": rank})


def _city_event(table: Agemonia) -> Iterator[Prompt]:
    if table.after_arena:
        yield Prompt(text("End the city step"), city.CityStepEnded, must=True)
    elif table.city.event is None:
        yield Prompt(text("Reveal the city event"), city.CityEventRevealed, must=True)
    elif not table.city.resolved:
        yield Prompt(text("Choose an option of the city event"), city.CityEventOptionChosen)
        yield Prompt(text("The city event is resolved"), city.CityEventResolved, must=True)
    else:
        for hero_id, hero in table.heroes.items():
            if hero.activity_tokens:
                title = text(
                    "{hero}: a city activity ({count} points left)",
                    hero=table.called("heroes", hero_id),
                    count=hero.activity_tokens,
                )
                yield Prompt(title, city.CityActivityPerformed, fields={"hero": hero_id})
        yield Prompt(text("End the city step"), city.CityStepEnded, must=True)


def _journey(table: Agemonia) -> Iterator[Prompt]:
    if table.running is None:
        yield Prompt(text("Choose a scenario"), journey.ScenarioSelected, must=True)
        return
    if table.journey.stage == 0:
        yield Prompt(text("Read the introduction"), journey.ScenarioIntroductionRead)
    if table.journey.event:
        yield Prompt(text("Choose an option of the world event"), journey.WorldEventOptionChosen)
        yield Prompt(text("The world event is resolved"), journey.WorldEventResolved, must=True)
        return
    yield Prompt(text("Choose way A or B"), journey.JourneyBranchChosen)
    number = table.journey.stage + 1
    remain = journey.stages_left(table)
    yield Prompt(text("Stage {number} is done", number=number), journey.JourneyStageCompleted, bool(remain))
    yield Prompt(text("Reveal a world event"), journey.WorldEventRevealed)
    yield Prompt(text("The journey is over: play the scenario"), journey.JourneyStepEnded, must=True)


def _scenario(table: Agemonia) -> Iterator[Prompt]:
    running = table.running
    if running is None:
        return
    if not running.started and not running.result:
        for hero_id in table.heroes:
            title = text("{hero}: items to bring", hero=table.called("heroes", hero_id))
            yield Prompt(title, items.ItemSelectionForScenarioMade, fields={"hero": hero_id})
        yield Prompt(text("Begin the scenario"), scenario.ScenarioStarted, must=True)
    elif not running.result:
        yield Prompt(text("Record the result"), scenario.ScenarioOutcomeRecorded, must=True)
    else:
        yield from _aftermath(table)


def _aftermath(table: Agemonia) -> Iterator[Prompt]:
    running = table.running
    if running is None:
        return
    if running.arena:
        yield Prompt(text("Record the arena score"), scenario.ArenaScoreRecorded)
    yield Prompt(text("Take what lies on the map"), scenario.ScenarioLootTaken)
    if not running.arena:
        yield Prompt(text("An achievement was completed"), scenario.AchievementCompleted)
    for follower, state in table.followers.items():
        if state.zone == "hired":
            title = text("{follower}: read its entry", follower=table.called("followers", follower))
            yield Prompt(title, followers.FollowerOutcomeRead, fields={"follower": follower})
    if running.replay:
        yield Prompt(text("Play the scenario again"), scenario.ScenarioReplayed, must=True)
    yield Prompt(text("Clear up: the next campaign round"), scenario.ScenarioCompleted, not running.replay)


def _finished(table: Agemonia) -> Iterator[Prompt]:
    return iter(())


def _anytime(table: Agemonia) -> Iterator[Prompt]:
    """What texts and cards ask for at any moment."""
    if table.tracks("journals"):
        yield Prompt(text("Write a keyword"), journals.KeywordWritten, fields={"journal": "party"})
        yield Prompt(text("Add tally marks"), journals.KeywordTallyAdded, fields={"journal": "party"})
    if table.tracks("reputation"):
        yield Prompt(text("Gain reputation"), factions.FactionReputationGained)
    if table.heroes and table.tracks("stars"):
        yield Prompt(text("Gain stars"), stars.StarsGained)
    if table.heroes and table.tracks("items"):
        yield Prompt(text("Gain an item"), items.ItemGained)
