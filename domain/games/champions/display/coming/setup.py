"""What comes next while the table is set up: heroes, the scenario, and the steps that this table follows."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from domain.games.champions.setup.decks import DeckChanged, DeckListed, DeckTaken
from domain.games.champions.setup.encounters import (
    EncounterDeckComposed,
    ModularSetChosen,
    ModularSetDrawn,
    ModularSetHidden,
    NemesisSetsSetAside,
    ObligationsSetAside,
    ObligationsShuffledIn,
    counted,
    recommended,
)
from domain.games.champions.setup.hands import DeckLaidOut, MulliganTaken, StartingHandDrawn, starting_hand
from domain.games.champions.setup.players import FirstPlayerChosen, HeroTaken
from domain.games.champions.setup.scenarios import GameBegun, ScenarioChosen
from domain.games.champions.setup.steps import (
    BY_WORD,
    MainSchemeFlipped,
    SetupStepDone,
    is_done,
    is_followed,
    steps_left,
)
from domain.games.champions.state.kinds import DeckList, ScenarioSheet, SchemeSheet, VillainSheet
from domain.games.champions.state.seats import MOST_SEATS
from domain.games.champions.state.table import Champions
from domain.language.event import Event
from domain.language.game import Prompt
from domain.language.text import Text, text

WHAT_TO_DO = {
    "tokens": text("Tokens and the three piles of status cards lie at hand"),
    "side A": text("Do what side A of the main scheme says; what enters play is revealed now"),
    "characters": text("Resolve what the identities say under Setup"),
}
OF_STEP: dict[str, tuple[Text, type[Event[Champions]]]] = {
    "obligations": (text("Set the obligations aside"), ObligationsSetAside),
    "nemesis sets": (text("Set the nemesis sets aside"), NemesisSetsSetAside),
    "side B": (text("Turn the main scheme to side B"), MainSchemeFlipped),
    "shuffle": (text("Shuffle the encounter deck with the obligations"), ObligationsShuffledIn),
}


def coming(table: Champions) -> Iterator[Prompt]:
    """What is to be set up, in the order of the rulebook, and last that the game begins."""
    if table.step != "setup":
        return
    if not table.seats:
        yield Prompt(text("A player takes a hero"), HeroTaken, must=True)
        return
    if len(table.seats) < MOST_SEATS and not table.scenario.id:
        yield Prompt(text("A player takes a hero"), HeroTaken)
    left = steps_left(table)
    if left:
        yield from step_by_step(table, left[0])
    elif not is_done(table, "scenario"):
        yield choosing(table)
    if len(table.seats) > 1 and not table.first and "first player" not in left[:1]:
        yield Prompt(text("Who begins?"), FirstPlayerChosen)
    yield from decks(table)
    if not table.tracks("turns"):
        yield from counts(table)
    yield from mulligans(table)
    yield Prompt(text("The game begins"), GameBegun, must=not (is_followed(table) and left))


def counts(table: Champions) -> Iterator[Prompt]:
    """Decks and hands of a table that counts them, and does not follow the setup step by step.

    An encounter deck that nobody counted never runs out; starting hands are drawn when the game begins.
    """
    if table.tracks("encounter") and table.scenario.id and not is_done(table, "encounter deck"):
        yield from modular(table)
        yield replace(encounter_deck(table), must=False)
    if table.tracks("hands"):
        yield from laid_out(table)
        yield from (replace(prompt, must=False) for prompt in hands(table))


def choosing(table: Champions) -> Prompt:
    """The scenario; in a campaign the one at hand; again, where heroes came or left since."""
    if table.scenario.id:
        title = text("Set the scenario up for {players|player|players}", players=len(table.seats))
        return Prompt(title, ScenarioChosen, must=True, fields=as_chosen(table), opens=True)
    slot = table.campaign.here
    fields = {"scenario": slot.scenario, "mode": slot.mode} if slot and table.tracks("campaign") else {}
    return Prompt(text("Choose the scenario"), ScenarioChosen, must=True, fields=fields, opens=True)


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
            yield Prompt(text("Who begins?"), FirstPlayerChosen, must=True)
        case "scenario":
            yield choosing(table)
        case "decks":
            yield from laid_out(table)
        case "encounter deck":
            yield from modular(table)
            yield encounter_deck(table)
        case "starting hands":
            yield from hands(table)
        case _ if step in BY_WORD:
            yield Prompt(WHAT_TO_DO[step], SetupStepDone, must=True, fields={"step": step})
        case _:
            title, event = OF_STEP[step]
            yield Prompt(title, event, must=True)


def laid_out(table: Champions) -> Iterator[Prompt]:
    """Whose deck is still to be counted."""
    for id_, seat in table.seats.items():
        if not (seat.deck or seat.hand):
            title = text("{seat}: shuffle the deck, and count it", seat=table.called("identities", id_))
            yield Prompt(title, DeckLaidOut, must=True, fields={"seat": id_}, needs=("size",))


def encounter_deck(table: Champions) -> Prompt:
    """How many cards the encounter deck has, asked for where not every set is known card by card."""
    needs = ("cards",) if counted(table) is None else ()
    return Prompt(text("Put the encounter deck together"), EncounterDeckComposed, must=True, needs=needs)


def modular(table: Champions) -> Iterator[Prompt]:
    """Modular sets, as many as the scenario takes."""
    if len(table.scenario.modular) < ScenarioSheet.of(table, table.scenario.id).modular:
        for id_ in recommended(table)[:1]:
            title = text("Take the modular set that is recommended: {set}", set=table.called("encounter-sets", id_))
            yield Prompt(title, ModularSetChosen, fields={"set": id_})
        yield Prompt(text("Choose a modular set"), ModularSetChosen)
        yield Prompt(text("Draw a modular set"), ModularSetDrawn)
        yield Prompt(text("Shuffle a modular set in unseen"), ModularSetHidden)


def hands(table: Champions) -> Iterator[Prompt]:
    """Who still draws a starting hand; who has cards named says which."""
    for id_, seat in table.seats.items():
        if not seat.hand:
            title = text("{seat}: draw the starting hand", seat=table.called("identities", id_))
            needs = ("amount",) if starting_hand(table, id_) is None else ()
            named = table.tracks("cards")
            yield Prompt(title, StartingHandDrawn, must=True, fields={"seat": id_}, opens=named, needs=needs)


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
                yield Prompt(title, MulliganTaken, fields={"seat": id_})


__all__ = ["coming"]
