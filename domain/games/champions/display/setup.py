"""Prompts of the setup, and of a campaign before and after each scenario."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import offered_prompts
from domain.framework.text import Text, text
from domain.games.champions.campaign import (
    CampaignFinished,
    CampaignTaken,
    CarryOverRecorded,
    LogWordWritten,
    ScenarioPassed,
    ScenarioPlanned,
)
from domain.games.champions.harm import HitPointsSet
from domain.games.champions.setup import players, scenarios
from domain.games.champions.setup.decks import DeckChanged, DeckListed, DeckTaken
from domain.games.champions.state.kinds import DeckList, ScenarioSheet, SchemeSheet, VillainSheet
from domain.games.champions.state.table import MOST_SEATS, Champions, Linked

# === Prompts while the table is set up: heroes, the scenario, and the tracked steps ==============

STEPS = (
    scenarios.ObligationsSetAside,
    scenarios.NemesisSetsSetAside,
    scenarios.EncounterDeckComposed,
    players.DeckLaidOut,
    players.SetupStepDone,
    players.MainSchemeFlipped,
    scenarios.ObligationsShuffledIn,
    players.StartingHandDrawn,
)
"""Steps of the setup that offer themselves, each once the steps before it are done.

If the setup is not followed, only decks and hands are left to count.
"""

PRINTED = range(9, 16)
"""The hit points of identities that have a key."""


def setup_prompts(table: Champions) -> Iterator[Prompt]:
    """The steps of the setup in rulebook order, then the beginning of the game."""
    if table.step != "setup":
        return
    if not table.seats:
        yield Prompt(text("Take a hero"), players.HeroTaken, must=True, pad="hero")
        return
    if len(table.seats) < MOST_SEATS and not table.scenario.id:
        yield Prompt(text("Take another hero"), players.HeroTaken, pad="hero")
    yield from hit_point_prompts(table)
    if table.tracks("encounter") and players.is_next(table, "encounter deck"):
        yield from modular_set_prompts(table)
    yield from offered_prompts(STEPS, table)
    if players.is_next(table, "scenario"):
        yield scenario_prompt(table)
    yield from offered_prompts((players.FirstPlayerChosen,), table)
    yield from deck_list_prompts(table)
    yield from offered_prompts((players.MulliganTaken,), table)
    must = not (players.is_followed(table) and players.steps_left(table))
    yield Prompt(text("The game begins"), scenarios.GameBegun, must=must)


def hit_point_prompts(table: Champions) -> Iterator[Prompt]:
    """The hit points of each hero who was taken without them; they are printed on the identity card."""
    for id_, seat in table.seats.items():
        if seat.health is None:
            title, known = text("{seat}: how many hit points?", seat=table.called("identities", id_)), {"target": id_}
            seats = frozenset({id_})
            yield Prompt(title, HitPointsSet, fields=known, left=title, pad="left", numbers=PRINTED, seats=seats)


def scenario_prompt(table: Champions) -> Prompt:
    """The prompt to choose the scenario, in a campaign the current one; again if heroes joined or left since."""
    if table.scenario.id:
        title = text("Set the scenario up for {players|player|players}", players=len(table.seats))
        return Prompt(title, scenarios.ScenarioChosen, must=True, fields=as_chosen(table), opens=True)
    slot = table.campaign.here
    fields = {"scenario": slot.scenario, "mode": slot.mode} if slot and table.tracks("campaign") else {}
    title, pad = text("Choose the scenario"), "" if fields else "scenario"
    return Prompt(title, scenarios.ScenarioChosen, must=True, fields=fields, opens=True, pad=pad)


def as_chosen(table: Champions) -> Mapping[str, Any]:
    """The fields of the chosen scenario with the typed numbers; known numbers are left out, to be multiplied again."""
    here, villain, main = table.scenario, table.villain, table.main
    sheet = VillainSheet.of(table, villain.sheet)
    said: dict[str, Any] = {"villain_name": villain.name, "scheme_name": main.name}
    if here.skirmish:
        said["stage"] = sheet.stage
    if not ScenarioSheet.of(table, here.id).schemes:
        said["schemes"] = tuple(main.stages)
    if sheet.health is None:
        said["health"] = villain.health
    if SchemeSheet.of(table, main.sheet).target is None:
        said |= {
            "target": main.target,
            "acceleration": None if main.unsaid else main.acceleration,
            "threat": main.threat,
        }
    fixed = {"scenario": here.id, "mode": here.mode, "heroic": here.heroic, "skirmish": here.skirmish}
    return {**fixed, **{name: value for name, value in said.items() if value not in (None, "", ())}}


def modular_set_prompts(table: Champions) -> Iterator[Prompt]:
    """Prompts for modular sets, as many as the scenario takes."""
    if len(table.scenario.modular) < ScenarioSheet.of(table, table.scenario.id).modular:
        which = text("Which modular set?")
        for id_ in scenarios.sets_to_add(table)[:1]:
            title = text("Take the modular set that is recommended: {set}", set=table.called("encounter-sets", id_))
            yield Prompt(title, scenarios.ModularSetChosen, fields={"set": id_}, left=which, question=which)
        yield Prompt(text("Draw a modular set"), scenarios.ModularSetDrawn, left=which, question=which)
        yield Prompt(text("Choose a modular set"), scenarios.ModularSetChosen, question=which)
        yield Prompt(text("Shuffle a modular set in unseen"), scenarios.ModularSetHidden, question=which)


def deck_list_prompts(table: Champions) -> Iterator[Prompt]:
    """Prompts for missing deck lists, and for lists with cards that the campaign removed; only if cards are tracked."""
    if not table.tracks("cards"):
        return
    kept = {DeckList.of(table, deck).identity for deck in table.ids("decks")}
    for id_, seat in table.seats.items():
        gone = [card for card in seat.list_ if card in table.campaign.removed]
        if gone or not (seat.list_ or seat.hand):
            name = table.called("identities", id_)
            if gone:
                out = {card: seat.list_[card] for card in gone}
                title = text("{seat}: change the deck list", seat=name)
                yield Prompt(title, DeckChanged, fields={"seat": id_, "removed": out}, opens=True)
            if id_ in kept:
                yield Prompt(text("{seat}: take a deck", seat=name), DeckTaken, fields={"seat": id_})
            yield Prompt(text("{seat}: write down the deck list", seat=name), DeckListed, fields={"seat": id_})


# === Prompts in a campaign: its scenarios, and the records after each of them ====================


def campaign_prompts(table: Champions) -> Iterator[Prompt]:
    """The prompts of a campaign, if it is tracked; after a game they replace the prompt for another game."""
    if not table.tracks("campaign"):
        return
    campaign = table.campaign
    if table.step == "setup" and (campaign.over or not campaign.slots):
        if any(table.ids("campaigns")):
            yield Prompt(text("Take a campaign"), CampaignTaken)
        if not campaign.over:
            yield Prompt(text("Put a scenario into the campaign"), ScenarioPlanned)
    if is_between(table):
        if goes_further(campaign):
            yield from carry_over_prompts(table)
        yield Prompt(text("Write into the campaign log"), LogWordWritten)
        yield from next_scenario_prompts(table, campaign)


def is_between(table: Champions) -> bool:
    """Whether a game of the campaign is over, but the campaign is not."""
    return table.step == "over" and bool(table.campaign.slots) and not table.campaign.over


def goes_further(campaign: Linked) -> bool:
    """Whether another scenario is next; a lost one is replayed unchanged until the table passes it."""
    return campaign.next_open() > 0 and not (campaign.here and campaign.here.status == "lost")


def carry_over_prompts(table: Champions) -> Iterator[Prompt]:
    """The carry-over of each hero; in an expert campaign with the remaining hit points."""
    for id_, seat in table.seats.items():
        before = table.campaign.carried.get(id_)
        if before and before.game == table.number:
            continue
        title = text("{seat}: write down what carries over", seat=table.called("identities", id_))
        if table.campaign.expert and seat.left:
            yield Prompt(title, CarryOverRecorded, fields={"seat": id_, "left": seat.left}, opens=True, left=title)
        else:
            yield Prompt(title, CarryOverRecorded, fields={"seat": id_}, opens=True)


def next_scenario_prompts(table: Champions, campaign: Linked) -> Iterator[Prompt]:
    """The same scenario again, the next one, or the end."""
    here = campaign.here
    if here and here.status == "lost":
        title, again = _with_scenario(table, text("Try {scenario} again"), here.scenario), text("Try again, or go on?")
        yield Prompt(title, scenarios.NextGameSetUp, must=True, question=again)
        if campaign.next_open():
            yield Prompt(text("On to the next scenario"), ScenarioPassed, question=again)
        else:
            yield Prompt(text("The campaign is over"), CampaignFinished, question=again)
    elif after := campaign.next_open():
        title = _with_scenario(table, text("Set up {scenario}"), campaign.slots[after - 1].scenario)
        yield Prompt(title, scenarios.NextGameSetUp, must=True)
    else:
        yield Prompt(text("The campaign is over"), CampaignFinished, must=True)


def _with_scenario(table: Champions, words: Text, scenario: str) -> Text:
    return words.copy_with(scenario=table.called("scenarios", scenario))
