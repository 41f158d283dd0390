"""The scenario: its villain and main scheme, the composition of the encounter deck, the start, and the next game."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.piles import with_blanks
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, KeepsOrder, Line, Remark, Settled, TypicalNumber
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import EncounterCard, Having, InGame, KeywordName, Maybe, NumberName
from domain.games.champions.numbers import health_of, known_numbers, main_threat, times_players
from domain.games.champions.setup.decks import OUT_OF_CAMPAIGN
from domain.games.champions.setup.players import (
    FIRST_THIS,
    NO_HERO,
    SetupEvent,
    StartingHandDrawn,
    StepEvent,
    is_followed,
    is_next,
    other_heads,
    starting_hand,
    steps_left,
)
from domain.games.champions.state.kinds import (
    SETUP_STEP_NAMES,
    EncounterSet,
    IdentitySheet,
    ScenarioSheet,
    SchemeSheet,
    VillainSheet,
)
from domain.games.champions.state.parts import PERIODS, Tally
from domain.games.champions.state.table import (
    MAIN,
    CarryOver,
    Champions,
    Linked,
    MainScheme,
    Mode,
    ModularSet,
    Scenario,
    Seat,
    Villain,
)
from domain.games.champions.threat import ThreatCounted
from domain.games.champions.timing.effects import end_effect

# === The scenario: its villain and main scheme with their dials, the start of the game, and the next one

UNDER_WAY = never("under-way", "A game is under way.", rule=sections.SETUP)
NO_SCENARIO = refusal("no-scenario", "No scenario is chosen yet.", rule=sections.SETUP)
OTHER_HEADS = refusal(
    "other-heads", "The scenario was set up for {then|player|players}, and now there are {now}: choose it again.",
    rule=sections.SETUP,
)  # fmt: skip
OTHER_SCENARIO = refusal(
    "other-scenario", "The campaign is at {scenario}; another game would not count for it.", rule=sections.CAMPAIGN,
    areas=("campaign",),
)  # fmt: skip

MainSchemeId = Annotated[str, Choice("main-schemes")]

CHOSEN_APART = ("modular", "obligations", "aside")
"""The fields of a scenario that other events set, perhaps before it is chosen."""


def counted(name: str) -> Printed:
    """The mark of a number of a scenario's first stages: computed for this table if the cards are known."""

    def read(table: Champions, id_: str) -> object:
        scenario, _, mode = id_.rpartition(" ")
        return ScenarioChosen.model_validate({"scenario": scenario, "mode": mode}).first_numbers(table)[name] or None

    return Printed(ScenarioSheet, by="first_stages", read=read, given=("scenario", "mode", "skirmish"))


class ScenarioChosen(SetupEvent):
    """Choose the scenario.

    Known content fills in the fields for the number of players, unless given; others stay open.
    """

    title = "Choose the scenario"
    help_text = "Leave the numbers empty: known cards fill them in for your players, and the setup asks for the others."
    log = LogRole(changes_names=True)
    sentence = "The scenario was {scenario}, {mode}[, {villain_name}][, {health} hit points][, target {target}]"
    during = ("setup",)
    layout = Layout(usual=("mode", "health", "target", "acceleration"))
    scenario: Annotated[Line, Choice("scenarios", free=True)]
    mode: Mode = "standard"
    health: Annotated[Maybe | None, counted("health"), TypicalNumber(30)] = Field(
        default=None, title="villain's hit points, for all players"
    )
    target: Annotated[Maybe | None, counted("target")] = Field(default=None, title="target threat, for all players")
    acceleration: Annotated[Maybe | None, counted("acceleration")] = Field(
        default=None, title="threat in each villain phase, for all players"
    )
    threat: Maybe | None = Field(default=None, title="starting threat, for all players")
    villain_name: Remark = Field(default="", title="villain")
    scheme_name: Remark = Field(default="", title="main scheme")
    heroic: Annotated[int, Field(ge=0, le=9)] = Field(default=0, title="heroic level")
    skirmish: bool = Field(default=False, title="skirmish: a single stage")
    stage: Annotated[int, Field(ge=1, le=9)] | None = Field(default=None, title="stage of the villain, in a skirmish")
    villains: Annotated[tuple[str, ...], Choice("villains"), Settled()] = ()
    schemes: Annotated[tuple[MainSchemeId, ...], KeepsOrder()] = Field(default=(), title="stages of the main scheme")
    sets: Annotated[tuple[Line, ...], Choice("encounter-sets", free=True), Settled()] = ()
    printed: Annotated[Mapping[NumberName, Count], Settled()] = Field(default_factory=dict)
    keywords: Annotated[tuple[KeywordName, ...], Settled()] = ()
    traits: Annotated[tuple[Line, ...], Settled()] = ()
    hazard: Annotated[Count, Settled()] = 0
    uncounted: Annotated[bool, Settled()] = False
    """Whether the starting threat is unknown, so that the table is asked for it."""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The scenario; in a campaign the one at hand; again, if heroes came or left since."""
        if not is_next(table, "scenario"):
            return
        if table.scenario.id:
            title = text("Set the scenario up for {players|player|players}", players=len(table.seats))
            yield Offer(title, as_chosen(table), required=True, opens_form=True)
            return
        slot = table.campaign.here
        fields = {"scenario": slot.scenario, "mode": slot.mode} if slot and table.tracks("campaign") else {}
        yield Offer(fields=fields, required=True, opens_form=True, keypad="" if fields else "scenario")

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.seats:
            yield NO_HERO()
        here = table.campaign.here
        if here and not table.campaign.over and not table.campaign.played(self.scenario):
            yield OTHER_SCENARIO(scenario=table.called("scenarios", here.scenario))

    @property
    def first_stages(self) -> str:
        """The scenario and mode that determine the first stages; empty in a skirmish, which may use another stage."""
        return "" if self.skirmish or not self.scenario else f"{self.scenario} {self.mode}"

    def settle(self, table: Champions, chance: Chance) -> Self:
        sheet = ScenarioSheet.of(table, self.scenario)
        villains, schemes = stages_played(table, sheet, self), self.schemes or tuple(sheet.schemes)
        sets = (*sheet.sets, *sheet.expert_sets) if self.mode == "expert" else sheet.sets
        ids = {"villains": tuple(villains), "schemes": schemes, "sets": tuple(sets)}
        return self.copy_with(**ids, **self.first_numbers(table))

    def first_numbers(self, table: Champions) -> Mapping[str, Any]:
        """The numbers of the first stages of the villain and the main scheme; given ones take precedence."""
        sheet = ScenarioSheet.of(table, self.scenario)
        villains, schemes = stages_played(table, sheet, self), self.schemes or tuple(sheet.schemes)
        alone = first_of_set(table, sheet, self) if self.health is None and not villains else []
        return {**first_stage(table, villains or alone, self.health), **first_scheme(table, schemes, self)}

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
            unsaid=self.acceleration is None,
            hazard=self.hazard,
        )
        table.agenda.drop(lambda due: due.is_of(ThreatCounted) and due.has_fields(scheme=MAIN))
        if self.uncounted:
            table.agenda.put(ThreatCounted, must=False, scheme=MAIN)


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
        said |= {
            "target": main.target,
            "acceleration": None if main.unsaid else main.acceleration,
            "threat": main_threat(table),
        }
    fixed = {"scenario": here.id, "mode": here.mode, "heroic": here.heroic, "skirmish": here.skirmish}
    return {**fixed, **{name: value for name, value in said.items() if value not in (None, "", ())}}


def set_aside_anew(table: Champions) -> None:
    """Reopen the setup steps for cards that leave with the encounter deck: obligations and nemesis sets.

    For `apply`.
    """
    others = other_heads(table)
    again = {"shuffle", "obligations"} if others or "shuffle" in table.prepared else set()
    if others and "nemesis sets" in table.prepared:
        again.add("nemesis sets")
        table.scenario.aside = []
    table.prepared = [step for step in table.prepared if step not in again]


def stages_played(table: Champions, sheet: ScenarioSheet, said: ScenarioChosen) -> Sequence[str]:
    """The villain's stages in this game: all of the mode, or a single one in a skirmish; none if unknown.

    A stage is selected by the number on its card, or by position if no card has a number; empty if there is no such
    stage.
    """
    if not said.skirmish:
        return sheet.expert if said.mode == "expert" else sheet.villains
    every = list(dict.fromkeys((*sheet.villains, *sheet.expert)))
    if said.stage is None:
        return every[:1]
    printed = {id_: VillainSheet.of(table, id_).stage for id_ in every}
    if any(printed.values()):
        return [id_ for id_ in every if printed[id_] == said.stage]
    return every[said.stage - 1 : said.stage]


def villain_of(said: ScenarioChosen) -> Villain:
    """The villain at its first stage, with its dial."""
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


def first_of_set(table: Champions, sheet: ScenarioSheet, said: ScenarioChosen) -> list[str]:
    """The first stage of a villain whose stages are not listed, found by the scenario's own set; empty if unknown."""
    if said.mode == "expert" or said.skirmish:
        return []
    cards = {id_: VillainSheet.of(table, id_) for id_ in table.ids("villains")}
    return [id_ for id_, card in cards.items() if card.set in sheet.sets and card.stage == 1]


def first_stage(table: Champions, villains: Sequence[str], health: int | None) -> Mapping[str, object]:
    """The numbers of the villain's first stage; given hit points take precedence."""
    sheet = VillainSheet.of(table, next(iter(villains), ""))
    printed = known_numbers(attack=sheet.attack, scheme=sheet.scheme, retaliate=sheet.retaliate or None)
    known_health = health_of(table, sheet) if health is None else health
    words = {"keywords": tuple(sheet.keywords), "traits": tuple(sheet.traits)}
    return {"health": known_health, "printed": printed, **words}


def first_scheme(table: Champions, schemes: Sequence[str], said: ScenarioChosen) -> Mapping[str, object]:
    """The numbers of the main scheme's first stage; given ones take precedence."""
    sheet = SchemeSheet.of(table, next(iter(schemes), ""))
    target = times_players(sheet.target, table.heads if sheet.target_each else 1)
    field = times_players(sheet.acceleration, table.heads if sheet.acceleration_each else 1)
    start = times_players(sheet.threat, table.heads if sheet.threat_each else 1)
    threat = start if said.threat is None else said.threat
    return {
        "target": target if said.target is None else said.target,
        "acceleration": field if said.acceleration is None else said.acceleration,
        "threat": threat,
        "uncounted": threat is None,
        "hazard": sheet.hazard,
    }


class GameBegun(SetupEvent):
    """Begin the game. If the setup is followed, all its steps must be done (附录II); without tracked turns, none."""

    title = "Begin the game"
    help_text = "The setup is done: the first player phase begins."
    sentence = "The game began: {players|player|players}"
    during = ("setup",)
    ends = "step"
    layout = Layout(keypad="starting")
    starting: Annotated[InGame | None, Field(title="first player")] = None
    players: Annotated[Count, Settled()] = 0
    first: Annotated[str, Choice("identities"), Settled()] = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if len(table.seats) > 1 and not table.first and not table.tracks("turns"):
            words = text("The game begins: who goes first?")
            yield Offer(words, required=True, keypad="starting", also_required=("starting",))
        else:
            first = table.first or (next(iter(table.seats)) if len(table.seats) == 1 else "")
            known = {"starting": first} if first in table.seats else {}
            yield Offer(text("The game begins"), known, required=not (is_followed(table) and steps_left(table)))

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.seats:
            yield NO_HERO()
        if not table.scenario.id:
            yield NO_SCENARIO()
        elif other_heads(table):
            yield OTHER_HEADS(then=table.scenario.heads, now=len(table.seats))
        if is_followed(table) and (left := steps_left(table)):
            yield FIRST_THIS(step=SETUP_STEP_NAMES[left[0]])

    def warnings(self, table: Champions) -> Iterator[Refused]:
        lists = (card for seat in table.seats.values() for card in seat.list_)
        removed = dict.fromkeys(card for card in lists if card in table.campaign.removed)
        if removed and table.tracks("campaign"):
            yield OUT_OF_CAMPAIGN(cards=tuple(table.called("cards", card) for card in removed))

    def settle(self, table: Champions, chance: Chance) -> Self:
        first = self.starting or table.first or next(iter(table.seats), "")
        return self.copy_with(players=len(table.seats), first=first)

    def apply(self, table: Champions) -> None:
        table.number, table.round, table.step = max(1, table.number), 1, "player"
        table.players, table.first, table.main.side = self.players, self.first, "B"
        table.tallies, table.happened = {seat: Tally() for seat in table.seats}, []
        table.campaign.begin(table.scenario.id)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        """If the setup is not followed step by step, draw starting hands of known size."""
        if not table.tracks("turns"):
            for seat in table.seats:
                if not table.seats[seat].hand and starting_hand(table, seat):
                    yield StartingHandDrawn(seat=seat)


def is_between(table: Champions) -> bool:
    """Whether a game of the campaign is over, and the campaign is not."""
    return table.step == "over" and bool(table.campaign.slots) and not table.campaign.over


TRY_AGAIN = text("Try again, or go on?")
"""The question after a scenario of a campaign that was lost."""


def is_lost(campaign: Linked) -> bool:
    """Whether the scenario at hand was lost: it is tried again as it began, until the table passes it."""
    return bool(campaign.here and campaign.here.status == "lost")


class NextGameSetUp(SetupEvent):
    title = "Set up another game"
    help_text = "Clear the table for another game. The heroes stay, healed, or as they were in a campaign."
    log = LogRole(changes_names=True)
    sentence = "The table was set up for another game"
    during = ("over",)

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """Another game; in a campaign the same scenario again, or the next one."""
        campaign = table.campaign
        if not is_between(table):
            yield Offer(text("Another game"))
        elif table.tracks("campaign") and campaign.here and is_lost(campaign):
            name = table.called("scenarios", campaign.here.scenario)
            yield Offer(text("Try {scenario} again", scenario=name), required=True, question=TRY_AGAIN)
        elif table.tracks("campaign") and (after := campaign.next_open()):
            name = table.called("scenarios", campaign.slots[after - 1].scenario)
            yield Offer(text("Set up {scenario}", scenario=name), required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.under_way():
            yield UNDER_WAY()

    def apply(self, table: Champions) -> None:
        for id_ in list(table.effects):
            end_effect(table, id_)
        PERIODS.end(table, "game")
        carried = table.campaign.carried
        table.seats = {id_: renew_seat(seat, carried.get(id_)) for id_, seat in table.seats.items()}
        table.number += 1
        table.campaign.go_on()


def damage_with(seat: Seat, left: int | None) -> int:
    """The damage of a seat with `left` hit points; 0 if either number is unknown."""
    return 0 if left is None or seat.health is None else max(0, seat.health - left)


def renew_seat(seat: Seat, carried: CarryOver | None) -> Seat:
    """A seat at the beginning of a game, in a campaign with the carried hit points."""
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


# === The encounter deck of a game: modular sets, cards set aside, and the number of cards ========

SET_CHOSEN = refusal("set-chosen", "{set} is already in the encounter deck.", rule=sections.DECK_BUILDING)
NO_SET_LEFT = never("no-set-left", "No other modular set is known here: choose one by its name.")
NOT_BLIND = never("not-blind", "The encounter deck holds no unseen modular set.")
NOT_COUNTED = never(
    "not-counted", "Say how many cards are in the encounter deck: not every set is known card by card.", asks=True
)
FOR_ANY = ("modular", None)
"""The uses of sets that may be drawn as modular ones; None is an unknown use."""


def of_modular(table: Champions) -> Iterator[Container[str]]:
    """Groups of likely modular sets: not yet in the deck, recommended, for modular use, of unknown use."""
    yield set(table.ids("encounter-sets")) - set(in_deck(table))
    yield sets_to_add(table)
    yield Having(table, "use", ("modular",), "encounter-sets")


def sets_for_any(table: Champions) -> Iterator[str]:
    """The sets that may be modular: of that use, or of an unknown one (可选遭遇组)."""
    return (id_ for id_ in table.ids("encounter-sets") if EncounterSet.of(table, id_).use in FOR_ANY)


SetName = Annotated[Line, Choice("encounter-sets", sets_for_any, free=True, likely=of_modular)]


WHICH_SET = text("Which modular set?")


def may_add_set(table: Champions) -> bool:
    """Whether the scenario takes another modular set now."""
    takes = ScenarioSheet.of(table, table.scenario.id).modular
    return table.tracks("encounter") and is_next(table, "encounter deck") and len(table.scenario.modular) < takes


class ModularSetChosen(SetupEvent):
    title = "Choose a modular set"
    help_text = "Pick a modular set for the encounter deck, on top of or instead of the recommended one."
    sentence = "The modular set {set} was added"
    during = ("setup",)
    set: SetName

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """Any set; a step of the setup if none is recommended or can be drawn."""
        if may_add_set(table):
            only = not sets_to_add(table) and not may_be_drawn(table)
            yield Offer(required=only and table.tracks("turns"), question=WHICH_SET)

    @classmethod
    def offers_recommended(cls, table: Champions) -> Iterator[Offer]:
        for id_ in sets_to_add(table)[:1] if may_add_set(table) else ():
            title = text("Take the modular set that is recommended: {set}")
            must = table.tracks("turns")
            yield Offer(title, {"set": id_}, required=must, reminder=WHICH_SET, question=WHICH_SET)

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.set in in_deck(table):
            yield SET_CHOSEN(set=table.called("encounter-sets", self.set))

    def apply(self, table: Champions) -> None:
        table.scenario.modular = [*table.scenario.modular, ModularSet(name=self.set)]


class ModularSetDrawn(SetupEvent):
    title = "Draw a modular set"
    help_text = "Draw a modular set at random; everyone sees which."
    sentence = "The modular set {drawn} was drawn at random"
    during = ("setup",)
    drawn: Annotated[Line | None, Choice("encounter-sets"), Settled()] = None

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """A set at random; a step of the setup if none is recommended."""
        if may_add_set(table):
            must = table.tracks("turns") and not sets_to_add(table)
            yield Offer(required=must, reminder=WHICH_SET, question=WHICH_SET)

    def check(self, table: Champions) -> Iterator[Refused]:
        if not may_be_drawn(table):
            yield NO_SET_LEFT()

    def settle(self, table: Champions, chance: Chance) -> Self:
        pile = may_be_drawn(table)
        return self.copy_with(drawn=chance.draw(pile)) if self.drawn is None and pile else self

    def apply(self, table: Champions) -> None:
        if self.drawn:
            table.scenario.modular = [*table.scenario.modular, ModularSet(name=self.drawn)]


class ModularSetHidden(SetupEvent):
    title = "Shuffle a modular set in unseen"
    help_text = "Shuffle in a modular set that no one looks at; add its name once you know it."
    sentence = "A modular set was shuffled in without being looked at"
    during = ("setup",)
    offer = Offer(question=WHICH_SET, when=may_add_set)

    def apply(self, table: Champions) -> None:
        table.scenario.modular = [*table.scenario.modular, ModularSet(name="", blind=True)]


class ModularSetKnown(SetupEvent):
    title = "Name the unseen modular set"
    help_text = "A card reveals which unseen modular set was shuffled in."
    sentence = "The unseen modular set was {set}"
    set: SetName

    def check(self, table: Champions) -> Iterator[Refused]:
        if not any(one.blind and not one.name for one in table.scenario.modular):
            yield NOT_BLIND()

    def apply(self, table: Champions) -> None:
        for one in table.scenario.modular:
            if one.blind and not one.name:
                one.name = self.set
                return


def in_deck(table: Champions) -> Sequence[str]:
    """The known sets in the encounter deck."""
    return [*table.scenario.sets, *(one.name for one in table.scenario.modular if one.name)]


def sets_to_add(table: Champions) -> Sequence[str]:
    """The recommended modular sets that are not in the encounter deck yet."""
    taken = in_deck(table)
    return [id_ for id_ in ScenarioSheet.of(table, table.scenario.id).recommended if id_ not in taken]


def may_be_drawn(table: Champions) -> Sequence[str]:
    """The sets that may be drawn as modular ones."""
    taken = in_deck(table)
    return [id_ for id_ in sets_for_any(table) if id_ not in taken]


class ObligationsSetAside(StepEvent):
    title = "Set the obligations aside"
    help_text = "Set all heroes' obligations aside; later they are shuffled into the encounter deck."
    sentence = "{count|obligation was|obligations were} set aside[: {cards}]"
    tracked = ("encounter",)
    step_done = "obligations"
    offered_as = text("Set the obligations aside")
    layout = Layout(no_choice=("cards",))
    cards: Annotated[tuple[EncounterCard, ...], KeepsOrder(), Field(max_length=20)] = ()
    count: Annotated[Count, Settled()] = 0

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.seats:
            yield NO_HERO()

    def settle(self, table: Champions, chance: Chance) -> Self:
        if self.cards:
            return self.copy_with(count=max(len(self.cards), len(table.seats)))
        known = [IdentitySheet.of(table, seat).obligations for seat in table.seats]
        cards = tuple(card for obligations in known for card in obligations)
        return self.copy_with(cards=cards, count=sum(max(1, len(obligations)) for obligations in known))

    def apply(self, table: Champions) -> None:
        super().apply(table)
        table.scenario.obligations = with_blanks(self.cards, self.count)


class NemesisSetsSetAside(StepEvent):
    title = "Set the nemesis sets aside"
    help_text = "Set each hero's nemesis and its cards aside until a card brings them in."
    sentence = "The nemesis sets were set aside[: {cards}]"
    tracked = ("encounter",)
    step_done = "nemesis sets"
    offered_as = text("Set the nemesis sets aside")
    layout = Layout(no_choice=("cards",))
    cards: Annotated[tuple[EncounterCard, ...], KeepsOrder(), Field(max_length=60)] = ()

    def settle(self, table: Champions, chance: Chance) -> Self:
        sheets = (IdentitySheet.of(table, seat) for seat in table.seats)
        known = tuple(card for sheet in sheets for card, copies in sheet.nemesis.items() for _ in range(copies))
        return self.copy_with(cards=self.cards or known)

    def apply(self, table: Champions) -> None:
        super().apply(table)
        table.scenario.aside = [*table.scenario.aside, *self.cards]


class EncounterDeckComposed(StepEvent):
    title = "Put the encounter deck together"
    help_text = "Count the cards of all sets in the encounter deck, without the obligations."
    sentence = "The encounter deck was counted: {cards|card|cards}"
    tracked = ("encounter",)
    step_done = "encounter deck"
    layout = Layout(no_choice=("cards",))
    cards: Maybe | None = None

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The number of cards is asked for unless every set is known card by card. It is a must once all are chosen."""
        needs, must = ("cards",) if encounter_cards_counted(table) is None else (), table.tracks("turns")
        title = text("Put the encounter deck together")
        yield Offer(title, required=must and not may_add_set(table), also_required=needs)

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.scenario.id:
            yield NO_SCENARIO()
        if self.cards is None and encounter_cards_counted(table) is None:
            yield NOT_COUNTED()

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(cards=encounter_cards_counted(table) if self.cards is None else self.cards)

    def apply(self, table: Champions) -> None:
        super().apply(table)
        here = table.scenario
        here.deck, here.counted, here.composed = self.cards or 0, self.cards is not None, True


def encounter_cards_counted(table: Champions) -> int | None:
    """The number of cards in all sets of the encounter deck; None unless all are known card by card.

    The size of a scenario's own set includes villains and schemes, so it is not used.
    """
    scenario = table.scenario
    # Each scenario has sets of its own (附录I): without any, they are unknown and not absent.
    unlisted = scenario.mode == "expert" and not ScenarioSheet.of(table, scenario.id).expert_sets
    unseen = unlisted or not scenario.sets or any(not one.name for one in scenario.modular)
    sizes = [_cards_in_set(EncounterSet.of(table, id_)) for id_ in in_deck(table)]
    known = [size for size in sizes if size is not None]
    return sum(known) if known and len(known) == len(sizes) and not unseen else None


def _cards_in_set(sheet: EncounterSet) -> int | None:
    """The number of cards that a set adds to the encounter deck; None if unknown. Its list may be incomplete."""
    listed = sum(sheet.cards.values())
    printed = sheet.size if sheet.use in FOR_ANY else None
    return max(listed, printed or 0) or None


class ObligationsShuffledIn(StepEvent):
    title = "Shuffle the encounter deck with the obligations"
    help_text = "Shuffle the encounter deck together with the obligations set aside earlier."
    sentence = "The encounter deck was shuffled[ with {count|obligation|obligations}]"
    tracked = ("encounter",)
    step_done = "shuffle"
    offered_as = text("Shuffle the encounter deck with the obligations")
    count: Annotated[Count, Settled()] = 0

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(count=len(table.scenario.obligations))

    def apply(self, table: Champions) -> None:
        super().apply(table)
        table.scenario.deck += self.count
        table.scenario.obligations = []
