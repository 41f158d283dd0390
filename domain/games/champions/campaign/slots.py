"""The scenarios of a campaign: put in order, skipped, tried again or passed; and the end of it all."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import ChampionsEvent, ScenarioName
from domain.games.champions.state.campaigns import Linked, Planned
from domain.games.champions.state.scenario import Mode
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Line, Occasion, Settled
from domain.language.refusal import Refused, never, refusal

CAMPAIGN_OVER = refusal("campaign-over", "The campaign is over.", rule=sections.CAMPAIGN)
NO_CAMPAIGN = never("no-campaign", "No scenario of a campaign is written down yet.")
NO_SLOT = never("no-slot", "There is no scenario {slot} in this campaign; it has {slots}.")
SLOT_NOT_OPEN = refusal("slot-not-open", "Scenario {slot} is not open: {scenario}.", rule=sections.CAMPAIGN)
SAME_SLOT = never("same-slot", "It is number {slot} already.")
NOT_LOST = refusal("not-lost", "{scenario} was not lost.", rule=sections.CAMPAIGN)
STILL_OPEN = refusal(
    "still-open", "Still to be played: {scenarios}. To give the campaign up, say why.", rule=sections.CAMPAIGN
)
SlotNumber = Annotated[int, Field(ge=1, le=99, title="scenario, by its number")]


class CampaignEvent(ChampionsEvent):
    area_of_play = "Campaign"
    tracked = ("campaign",)
    after_the_end: ClassVar[bool] = False
    """Whether it may be recorded of a campaign that is over."""

    def check_first(self, table: Champions) -> Iterator[Refused]:
        if table.campaign.over and not self.after_the_end:
            yield CAMPAIGN_OVER()


class CampaignNamed(CampaignEvent):
    help_text = "What the campaign is called, and whether it is an expert one: hit points are not healed between games."
    says = "The campaign: {name}[, {expert|expert}]"
    name: Line = Field(title="name of the campaign")
    expert: bool = Field(default=False, title="expert campaign")

    def apply(self, table: Champions) -> None:
        table.campaign.name, table.campaign.expert = self.name, self.expert


class ScenarioPlanned(CampaignEvent):
    help_text = "A scenario is added to the campaign, after those that are in it already."
    says = "Campaign: {scenario}[, {mode}] is added"
    scenario: ScenarioName
    mode: Mode = "standard"

    def apply(self, table: Champions) -> None:
        add(table.campaign, Planned(scenario=self.scenario, mode=self.mode))


def add(campaign: Linked, *planned: Planned) -> None:
    """Add scenarios at the end; where none is at hand, the next one that is open is. For `apply`."""
    campaign.slots = [*campaign.slots, *planned]
    campaign.at = campaign.at or campaign.next_open()


class SlotEvent(CampaignEvent):
    slot: SlotNumber

    def check_first(self, table: Champions) -> Iterator[Refused]:
        slots = table.campaign.slots
        if self.slot > len(slots):
            yield NO_SLOT(slot=self.slot, slots=len(slots))
        elif not is_untouched(slots[self.slot - 1]):
            scenario = table.called("scenarios", slots[self.slot - 1].scenario)
            yield SLOT_NOT_OPEN(slot=self.slot, scenario=scenario)


def is_untouched(slot: Planned) -> bool:
    """Whether nothing was played of a scenario yet."""
    return slot.status == "open" and not slot.attempts


def taken_out(campaign: Linked, number: int) -> Planned | None:
    """Take a scenario out of the order; the one at hand stays at hand unless it is that. For `apply`."""
    if not 0 < number <= len(campaign.slots):
        return None
    here = campaign.here
    out = campaign.slots[number - 1]
    campaign.slots = [slot for slot in campaign.slots if slot is not out]
    _find(campaign, here)
    return out


def _find(campaign: Linked, here: Planned | None) -> None:
    """The number of the scenario at hand, once the order is another one."""
    at = next((number for number, slot in enumerate(campaign.slots, 1) if slot is here), 0)
    campaign.at = at or campaign.next_open()


class PlannedScenarioMoved(SlotEvent):
    help_text = "A scenario that was not played yet comes at another place in the campaign."
    says = "Campaign: scenario {slot} comes as number {to}"
    to: Annotated[int, Field(ge=1, le=99, title="its new number")]

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.to > len(table.campaign.slots):
            yield NO_SLOT(slot=self.to, slots=len(table.campaign.slots))
        if self.to == self.slot:
            yield SAME_SLOT(slot=self.slot)

    def apply(self, table: Champions) -> None:
        campaign, here = table.campaign, table.campaign.here
        if moved := taken_out(campaign, self.slot):
            campaign.slots = [*campaign.slots[: self.to - 1], moved, *campaign.slots[self.to - 1 :]]
            _find(campaign, None if here is None or is_untouched(here) else here)


class PlannedScenarioRemoved(SlotEvent):
    help_text = "A scenario that was not played yet is taken out of the campaign."
    says = "Campaign: scenario {slot} is taken out"

    def apply(self, table: Champions) -> None:
        taken_out(table.campaign, self.slot)


class PlannedScenarioSkipped(CampaignEvent):
    help_text = "The campaign goes on without a scenario, be it played or not."
    says = "Campaign: scenario {slot} is skipped[, {reason}]"
    slot: SlotNumber
    reason: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        slots = table.campaign.slots
        if self.slot > len(slots):
            yield NO_SLOT(slot=self.slot, slots=len(slots))
        elif slots[self.slot - 1].status in ("won", "skipped"):
            scenario = table.called("scenarios", slots[self.slot - 1].scenario)
            yield SLOT_NOT_OPEN(slot=self.slot, scenario=scenario)

    def apply(self, table: Champions) -> None:
        campaign = table.campaign
        if self.slot <= len(campaign.slots):
            campaign.slots[self.slot - 1].status = "skipped"
            campaign.at = campaign.next_open() if campaign.at == self.slot else campaign.at


class ScenarioPassed(CampaignEvent):
    help_text = "A scenario that was lost is not tried again: the campaign goes on with the next one."
    says = "Campaign: {scenario} stays lost, on to the next scenario"
    scenario: Annotated[str, Choice("scenarios"), Settled()] = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        here = table.campaign.here
        if here is None:
            yield NO_CAMPAIGN()
        elif here.status != "lost":
            yield NOT_LOST(scenario=table.called("scenarios", here.scenario))

    def settle(self, table: Champions, chance: Chance) -> Self:
        here = table.campaign.here
        return self.but(scenario=here.scenario if here else "")

    def apply(self, table: Champions) -> None:
        table.campaign.at = table.campaign.next_open()


class CampaignFinished(CampaignEvent):
    help_text = "The campaign is over: its last scenario is played, or the table gives it up."
    says = "The campaign is over: {won} of {slots} scenarios won[, {reason}]"
    closes = "scenario"
    reason: Occasion = ""
    won: Annotated[Count, Settled()] = 0
    slots: Annotated[Count, Settled()] = 0

    def check(self, table: Champions) -> Iterator[Refused]:
        campaign = table.campaign
        if not campaign.slots:
            yield NO_CAMPAIGN()
        left = [slot.scenario for slot in campaign.slots if slot.status == "open"]
        if left and not self.reason:
            yield STILL_OPEN(scenarios=tuple(table.called("scenarios", one) for one in left))

    def settle(self, table: Champions, chance: Chance) -> Self:
        slots = table.campaign.slots
        return self.but(won=sum(slot.status == "won" for slot in slots), slots=len(slots))

    def apply(self, table: Champions) -> None:
        table.campaign.over = True


EVENTS = (
    CampaignNamed,
    ScenarioPlanned,
    PlannedScenarioMoved,
    PlannedScenarioRemoved,
    PlannedScenarioSkipped,
    ScenarioPassed,
    CampaignFinished,
)
