"""The scenario: its villain and main scheme with their dials, the beginning of the game, and the next one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import KeywordName, Maybe, NumberName
from domain.games.champions.harm.defeats import health_of
from domain.games.champions.numbers import known, times
from domain.games.champions.setup.decks import OUT_OF_CAMPAIGN
from domain.games.champions.setup.hands import StartingHandDrawn, starting_hand
from domain.games.champions.setup.players import NO_HERO, SetupEvent
from domain.games.champions.setup.steps import FIRST_THIS, is_followed, other_heads, steps_left
from domain.games.champions.state.campaigns import CarryOver
from domain.games.champions.state.effects import PERIODS
from domain.games.champions.state.kinds import ScenarioSheet, SchemeSheet, VillainSheet
from domain.games.champions.state.names import SETUP_STEP_NAMES
from domain.games.champions.state.records import Tally
from domain.games.champions.state.scenario import MainScheme, Mode, Scenario, Villain
from domain.games.champions.state.seats import Seat
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.periods import end
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, InOrder, Line, Remark, Settled
from domain.language.refusal import Refused, never, refusal

UNDER_WAY = never("under-way", "A game is under way.", rule=sections.SETUP)
NO_SCENARIO = refusal("no-scenario", "No scenario is chosen yet.", rule=sections.SETUP)
OTHER_HEADS = refusal(
    "other-heads", "The scenario was set up for {then|player|players}, and now there are {now}: choose it again.",
    rule=sections.SETUP,
)  # fmt: skip
OTHER_SCENARIO = refusal(
    "other-scenario", "The campaign is at {scenario}; another game is none of it.", rule=sections.CAMPAIGN,
    areas=("campaign",),
)  # fmt: skip

MainSchemeId = Annotated[str, Choice("main-schemes")]

CHOSEN_APART = ("modular", "obligations", "aside")
"""What of a scenario is chosen or set aside by events of its own, perhaps before it."""


class ScenarioChosen(SetupEvent):
    """What content knows is filled in, for as many players as there are, unless it is said; the rest stays open."""

    help_text = "The scenario: its villain's hit points and its main scheme, for as many players as there are."
    renames = True
    says = "Scenario: {scenario}, {mode}[, {villain_name}][, {health} hit points][, target {target}]"
    during = ("setup",)
    likely = ("mode", "health", "target", "acceleration")
    scenario: Annotated[Line, Choice("scenarios", free=True)]
    mode: Mode = "standard"
    health: Maybe | None = Field(default=None, title="hit points of the villain, of all players")
    target: Maybe | None = Field(default=None, title="target threat, of all players")
    acceleration: Maybe | None = Field(default=None, title="threat in each villain phase, of all players")
    threat: Maybe | None = Field(default=None, title="starting threat, of all players")
    villain_name: Remark = Field(default="", title="villain")
    scheme_name: Remark = Field(default="", title="main scheme")
    heroic: Annotated[int, Field(ge=0, le=9)] = Field(default=0, title="heroic level")
    skirmish: bool = Field(default=False, title="skirmish: a single stage")
    stage: Annotated[int, Field(ge=1, le=9)] | None = Field(default=None, title="stage of the villain, in a skirmish")
    villains: Annotated[tuple[str, ...], Choice("villains"), Settled()] = ()
    schemes: Annotated[tuple[MainSchemeId, ...], InOrder()] = Field(default=(), title="stages of the main scheme")
    sets: Annotated[tuple[Line, ...], Choice("encounter-sets", free=True), Settled()] = ()
    printed: Annotated[Mapping[NumberName, Count], Settled()] = Field(default_factory=dict)
    keywords: Annotated[tuple[KeywordName, ...], Settled()] = ()
    traits: Annotated[tuple[Line, ...], Settled()] = ()
    hazard: Annotated[Count, Settled()] = 0

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.seats:
            yield NO_HERO()
        here = table.campaign.here
        if here and not table.campaign.over and not table.campaign.played(self.scenario):
            yield OTHER_SCENARIO(scenario=table.called("scenarios", here.scenario))

    def settle(self, table: Champions, chance: Chance) -> Self:
        sheet = ScenarioSheet.of(table, self.scenario)
        villains, schemes = stages_played(table, sheet, self), self.schemes or tuple(sheet.schemes)
        sets = (*sheet.sets, *sheet.expert_sets) if self.mode == "expert" else sheet.sets
        ids = {"villains": tuple(villains), "schemes": schemes, "sets": tuple(sets)}
        return self.but(**ids, **first_stage(table, villains, self.health), **first_scheme(table, schemes, self))

    def apply(self, table: Champions) -> None:
        set_aside_anew(table)
        before = table.scenario
        table.scenario = Scenario(
            id=self.scenario,
            heads=len(table.seats),
            mode=self.mode,
            heroic=self.heroic,
            skirmish=self.skirmish,
            sets=list(self.sets),
            **{name: getattr(before, name) for name in CHOSEN_APART},
        )
        table.villain = villain_of(self)
        table.main = MainScheme(
            name=self.scheme_name,
            stages=list(self.schemes),
            stage=1,
            threat=self.threat or 0,
            target=self.target,
            acceleration=self.acceleration or 0,
            hazard=self.hazard,
        )


def set_aside_anew(table: Champions) -> None:
    """What goes with the encounter deck before is set aside again: obligations that were shuffled into it, and, where
    heroes came or left, those and the nemesis sets of the heroes there are. For `apply`."""
    others = other_heads(table)
    again = {"shuffle", "obligations"} if others or "shuffle" in table.prepared else set()
    if others and "nemesis sets" in table.prepared:
        again.add("nemesis sets")
        table.scenario.aside = []
    table.prepared = [step for step in table.prepared if step not in again]


def stages_played(table: Champions, sheet: ScenarioSheet, said: ScenarioChosen) -> Sequence[str]:
    """The stages of the villain that are played: all of the mode, or one of them all in a skirmish.

    A stage is meant by the number on its card; where no card has one, by its place. None is known that is not there.
    """
    if not said.skirmish:
        return sheet.expert if said.mode == "expert" and sheet.expert else sheet.villains
    every = list(dict.fromkeys((*sheet.villains, *sheet.expert)))
    if said.stage is None:
        return every[:1]
    printed = {id_: VillainSheet.of(table, id_).stage for id_ in every}
    if any(printed.values()):
        return [id_ for id_ in every if printed[id_] == said.stage]
    return every[said.stage - 1 : said.stage]


def villain_of(said: ScenarioChosen) -> Villain:
    """The villain's first stage, with its dial."""
    return Villain(
        name=said.villain_name,
        stages=list(said.villains),
        stage=1,
        health=said.health,
        printed=dict(said.printed),
        keywords=list(said.keywords),
        traits=list(said.traits),
        tough="toughness" in said.keywords,
    )


def first_stage(table: Champions, villains: Sequence[str], health: int | None) -> Mapping[str, object]:
    """The numbers of the villain's first stage; hit points that somebody said come first."""
    sheet = VillainSheet.of(table, next(iter(villains), ""))
    printed = known(attack=sheet.attack, scheme=sheet.scheme, retaliate=sheet.retaliate or None)
    known_health = health_of(table, sheet) if health is None else health
    words = {"keywords": tuple(sheet.keywords), "traits": tuple(sheet.traits)}
    return {"health": known_health, "printed": printed, **words}


def first_scheme(table: Champions, schemes: Sequence[str], said: ScenarioChosen) -> Mapping[str, object]:
    """The numbers of the main scheme's first stage; those that somebody said come first."""
    sheet = SchemeSheet.of(table, next(iter(schemes), ""))
    target = times(sheet.target, table.heads if sheet.target_each else 1)
    field = times(sheet.acceleration, table.heads if sheet.acceleration_each else 1)
    start = times(sheet.threat, table.heads if sheet.threat_each else 1)
    return {
        "target": target if said.target is None else said.target,
        "acceleration": field if said.acceleration is None else said.acceleration,
        "threat": start if said.threat is None else said.threat,
        "hazard": sheet.hazard,
    }


class GameBegun(SetupEvent):
    """Where the setup is followed, the game waits for all of its steps (附录II); where turns are not kept, for none."""

    help_text = "Everything stands on the table: the first player phase begins."
    says = "The game begins: {players|player|players}"
    during = ("setup",)
    ends = "step"
    players: Annotated[Count, Settled()] = 0
    first: Annotated[str, Choice("identities"), Settled()] = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.seats:
            yield NO_HERO()
        if not table.scenario.id:
            yield NO_SCENARIO()
        elif other_heads(table):
            yield OTHER_HEADS(then=table.scenario.heads, now=len(table.seats))
        if is_followed(table) and (left := steps_left(table)):
            yield FIRST_THIS(step=SETUP_STEP_NAMES[left[0]])

    def doubts(self, table: Champions) -> Iterator[Refused]:
        lists = (card for seat in table.seats.values() for card in seat.list_)
        removed = dict.fromkeys(card for card in lists if card in table.campaign.removed)
        if removed and table.tracks("campaign"):
            yield OUT_OF_CAMPAIGN(cards=tuple(table.called("cards", card) for card in removed))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(players=len(table.seats), first=table.first or next(iter(table.seats), ""))

    def apply(self, table: Champions) -> None:
        table.number, table.round, table.step = max(1, table.number), 1, "player"
        table.players, table.first, table.main.side = self.players, self.first, "B"
        table.tallies, table.happened = {seat: Tally() for seat in table.seats}, []
        table.campaign.begin(table.scenario.id)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        """Where nobody follows the setup step by step, hands are drawn as far as their sizes are known."""
        if not table.tracks("turns"):
            for seat in table.seats:
                if not table.seats[seat].hand and starting_hand(table, seat):
                    yield StartingHandDrawn(seat=seat)


class NextGameSetUp(SetupEvent):
    help_text = "The table is cleared for another game; the heroes stay, healed, or in a campaign as they were."
    renames = True
    says = "The table is set up for another game"
    during = ("over",)

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.under_way():
            yield UNDER_WAY()

    def apply(self, table: Champions) -> None:
        for id_ in list(table.effects):
            end(table, id_)
        PERIODS.end(table, "game")
        carried = table.campaign.carried
        table.seats = {id_: renewed(seat, carried.get(id_)) for id_, seat in table.seats.items()}
        table.number += 1
        table.campaign.go_on()


def damage_with(seat: Seat, left: int | None) -> int:
    """The damage of a seat with so many hit points left; none where they are not known."""
    return 0 if left is None or seat.health is None else max(0, seat.health - left)


def renewed(seat: Seat, carried: CarryOver | None) -> Seat:
    """A seat as it begins a game, in a campaign with the hit points that were left."""
    return Seat(
        damage=damage_with(seat, carried.left if carried else None),
        player=seat.player,
        health=seat.health,
        printed=dict(seat.printed),
        keywords=list(seat.keywords),
        traits=list(seat.traits),
        aspect=seat.aspect,
        list_=dict(seat.list_),
        deck=sum(seat.list_.values()),
        counted=bool(seat.list_),
    )


EVENTS = (ScenarioChosen, GameBegun, NextGameSetUp)
