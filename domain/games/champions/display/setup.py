"""What comes next while the table is set up, and in a campaign before and after each scenario."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from domain.games.champions.campaign import (
    CampaignFinished,
    CampaignTaken,
    CarryOverRecorded,
    LogWordWritten,
    ScenarioPassed,
    ScenarioPlanned,
)
from domain.games.champions.setup import players, scenarios
from domain.games.champions.setup.decks import DeckChanged, DeckListed, DeckTaken
from domain.games.champions.state.kinds import DeckList, ScenarioSheet, SchemeSheet, VillainSheet
from domain.games.champions.state.table import MOST_SEATS, Champions, Linked
from domain.language.event import Event
from domain.language.game import Prompt
from domain.language.text import Text, text

# === What comes next while the table is set up: heroes, the scenario, and the steps that this table follows

WHAT_TO_DO = {
    "tokens": text("Tokens and the three piles of status cards lie at hand"),
    "side A": text("Do what side A of the main scheme says; what enters play is revealed now"),
    "characters": text("Resolve what the identities say under Setup"),
}
OF_STEP: dict[str, tuple[Text, type[Event[Champions]]]] = {
    "obligations": (text("Set the obligations aside"), scenarios.ObligationsSetAside),
    "nemesis sets": (text("Set the nemesis sets aside"), scenarios.NemesisSetsSetAside),
    "side B": (text("Turn the main scheme to side B"), players.MainSchemeFlipped),
    "shuffle": (text("Shuffle the encounter deck with the obligations"), scenarios.ObligationsShuffledIn),
}


def setup_prompts(table: Champions) -> Iterator[Prompt]:
    """What is to be set up, in the order of the rulebook, and last that the game begins."""
    if table.step != "setup":
        return
    if not table.seats:
        yield Prompt(text("A player takes a hero"), players.HeroTaken, must=True)
        return
    if len(table.seats) < MOST_SEATS and not table.scenario.id:
        yield Prompt(text("A player takes a hero"), players.HeroTaken)
    left = players.steps_left(table)
    if left:
        yield from step_by_step(table, left[0])
    elif not players.is_done(table, "scenario"):
        yield choosing(table)
    if len(table.seats) > 1 and not table.first and "first player" not in left[:1]:
        yield Prompt(text("Who begins?"), players.FirstPlayerChosen)
    yield from decks(table)
    if not table.tracks("turns"):
        yield from counts(table)
    yield from mulligans(table)
    yield Prompt(text("The game begins"), scenarios.GameBegun, must=not (players.is_followed(table) and left))


def counts(table: Champions) -> Iterator[Prompt]:
    """Decks and hands of a table that counts them, and does not follow the setup step by step.

    An encounter deck that nobody counted never runs out; starting hands are drawn when the game begins.
    """
    if table.tracks("encounter") and table.scenario.id and not players.is_done(table, "encounter deck"):
        yield from modular(table)
        yield replace(encounter_deck(table), must=False)
    if table.tracks("hands"):
        yield from laid_out(table)
        yield from (replace(prompt, must=False) for prompt in hands(table))


def choosing(table: Champions) -> Prompt:
    """The scenario; in a campaign the one at hand; again, where heroes came or left since."""
    if table.scenario.id:
        title = text("Set the scenario up for {players|player|players}", players=len(table.seats))
        return Prompt(title, scenarios.ScenarioChosen, must=True, fields=as_chosen(table), opens=True)
    slot = table.campaign.here
    fields = {"scenario": slot.scenario, "mode": slot.mode} if slot and table.tracks("campaign") else {}
    return Prompt(text("Choose the scenario"), scenarios.ScenarioChosen, must=True, fields=fields, opens=True)


def as_chosen(table: Champions) -> Mapping[str, Any]:
    """The scenario as it was chosen, with the numbers that were typed in; those that are known are multiplied anew."""
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
        said |= {"target": main.target, "acceleration": main.acceleration, "threat": main.threat}
    fixed = {"scenario": here.id, "mode": here.mode, "heroic": here.heroic, "skirmish": here.skirmish}
    return {**fixed, **{name: value for name, value in said.items() if value not in (None, "", ())}}


def step_by_step(table: Champions, step: str) -> Iterator[Prompt]:
    """The next step of the setup, and what belongs to it."""
    match step:
        case "first player":
            yield Prompt(text("Who begins?"), players.FirstPlayerChosen, must=True)
        case "scenario":
            yield choosing(table)
        case "decks":
            yield from laid_out(table)
        case "encounter deck":
            yield from modular(table)
            yield encounter_deck(table)
        case "starting hands":
            yield from hands(table)
        case _ if step in players.BY_WORD:
            yield Prompt(WHAT_TO_DO[step], players.SetupStepDone, must=True, fields={"step": step})
        case _:
            title, event = OF_STEP[step]
            yield Prompt(title, event, must=True)


def laid_out(table: Champions) -> Iterator[Prompt]:
    """Whose deck is still to be counted."""
    for id_, seat in table.seats.items():
        if not (seat.deck or seat.hand):
            title = text("{seat}: shuffle the deck, and count it", seat=table.called("identities", id_))
            yield Prompt(title, players.DeckLaidOut, must=True, fields={"seat": id_}, needs=("size",))


def encounter_deck(table: Champions) -> Prompt:
    """How many cards the encounter deck has, asked for where not every set is known card by card."""
    needs = ("cards",) if scenarios.counted(table) is None else ()
    return Prompt(text("Put the encounter deck together"), scenarios.EncounterDeckComposed, must=True, needs=needs)


def modular(table: Champions) -> Iterator[Prompt]:
    """Modular sets, as many as the scenario takes."""
    if len(table.scenario.modular) < ScenarioSheet.of(table, table.scenario.id).modular:
        for id_ in scenarios.recommended(table)[:1]:
            title = text("Take the modular set that is recommended: {set}", set=table.called("encounter-sets", id_))
            yield Prompt(title, scenarios.ModularSetChosen, fields={"set": id_})
        yield Prompt(text("Choose a modular set"), scenarios.ModularSetChosen)
        yield Prompt(text("Draw a modular set"), scenarios.ModularSetDrawn)
        yield Prompt(text("Shuffle a modular set in unseen"), scenarios.ModularSetHidden)


def hands(table: Champions) -> Iterator[Prompt]:
    """Who still draws a starting hand; who has cards named says which."""
    for id_, seat in table.seats.items():
        if not seat.hand:
            title = text("{seat}: draw the starting hand", seat=table.called("identities", id_))
            needs = ("amount",) if players.starting_hand(table, id_) is None else ()
            named = table.tracks("cards")
            yield Prompt(title, players.StartingHandDrawn, must=True, fields={"seat": id_}, opens=named, needs=needs)


def decks(table: Champions) -> Iterator[Prompt]:
    """Deck lists that may be taken, where every card is tracked by its name; anew where the campaign lost a card."""
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


def mulligans(table: Champions) -> Iterator[Prompt]:
    """Who may still take a mulligan."""
    if table.tracks("hands"):
        for id_, seat in table.seats.items():
            if seat.hand and not seat.mulligan:
                title = text("{seat}: mulligan", seat=table.called("identities", id_))
                yield Prompt(title, players.MulliganTaken, fields={"seat": id_})


# === What comes next in a campaign: which scenarios there are, and what is written down after each of them


def campaign_prompts(table: Champions) -> Iterator[Prompt]:
    """Nothing where no campaign is tracked. Once a game is over, this says what comes next in place of another game."""
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
            yield from carried(table)
        yield Prompt(text("Write into the campaign log"), LogWordWritten)
        yield from going_on(table, campaign)


def is_between(table: Champions) -> bool:
    """Whether a game of the campaign is over, and the campaign is not."""
    return table.step == "over" and bool(table.campaign.slots) and not table.campaign.over


def goes_further(campaign: Linked) -> bool:
    """Whether another scenario is next: one that was lost is tried again as it began, until the table passes it."""
    return campaign.next_open() > 0 and not (campaign.here and campaign.here.status == "lost")


def carried(table: Champions) -> Iterator[Prompt]:
    """What each hero takes along; in an expert campaign the hit points left are among it."""
    for id_, seat in table.seats.items():
        before = table.campaign.carried.get(id_)
        if before and before.game == table.number:
            continue
        title = text("{seat}: what is taken along", seat=table.called("identities", id_))
        if table.campaign.expert and seat.left:
            yield Prompt(title, CarryOverRecorded, fields={"seat": id_, "left": seat.left}, opens=True, left=title)
        else:
            yield Prompt(title, CarryOverRecorded, fields={"seat": id_}, opens=True)


def going_on(table: Champions, campaign: Linked) -> Iterator[Prompt]:
    """The same scenario again, the next one, or the end."""
    here = campaign.here
    if here and here.status == "lost":
        yield Prompt(_scenario(table, text("Try {scenario} again"), here.scenario), scenarios.NextGameSetUp, must=True)
        if campaign.next_open():
            yield Prompt(text("On to the next scenario"), ScenarioPassed)
        else:
            yield Prompt(text("The campaign is over"), CampaignFinished)
    elif after := campaign.next_open():
        title = _scenario(table, text("Set up {scenario}"), campaign.slots[after - 1].scenario)
        yield Prompt(title, scenarios.NextGameSetUp, must=True)
    else:
        yield Prompt(text("The campaign is over"), CampaignFinished, must=True)


def _scenario(table: Champions, words: Text, scenario: str) -> Text:
    return words.but(scenario=table.called("scenarios", scenario))
