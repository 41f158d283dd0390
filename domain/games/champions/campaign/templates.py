"""Campaigns as content: one that was typed in, or that a pack has, is taken at once; one that is played can be kept."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import ScenarioName
from domain.games.champions.campaign.slots import NO_CAMPAIGN, CampaignEvent, add
from domain.games.champions.state.campaigns import Linked, Planned
from domain.games.champions.state.kinds import CampaignSheet
from domain.games.champions.state.scenario import Mode
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, InOrder, Line, Settled
from domain.language.printed import Printed
from domain.language.refusal import Refused, never, refusal

UNDER_WAY = refusal("campaign-under-way", "A campaign is under way[: {name}].", rule=sections.CAMPAIGN)
CAMPAIGN_KNOWN = never("campaign-known", "There is a campaign called “{name}” already. Give this one another name.")


ON_CARD = Printed(CampaignSheet, by="campaign")


class CampaignTaken(CampaignEvent):
    help_text = "A campaign that is typed in, or that a pack has: its scenarios in order, and what its log counts."
    says = "The campaign: {campaign}[, {expert|expert}]: {scenarios}"
    after_the_end = True
    campaign: Annotated[str, Choice("campaigns")]
    expert: bool = Field(default=False, title="expert campaign")
    scenarios: Annotated[tuple[ScenarioName, ...], InOrder(), Settled(), ON_CARD] = ()
    counters: Annotated[tuple[Line, ...], InOrder(), Settled(), ON_CARD] = ()

    def check(self, table: Champions) -> Iterator[Refused]:
        campaign = table.campaign
        if campaign.slots and not campaign.over:
            yield UNDER_WAY(name=table.called("campaigns", campaign.name))

    def apply(self, table: Champions) -> None:
        mode: Mode = "expert" if self.expert else "standard"
        campaign = Linked(name=self.campaign, expert=self.expert, counters=dict.fromkeys(self.counters, 0))
        add(campaign, *(Planned(scenario=scenario, mode=mode) for scenario in self.scenarios))
        table.campaign = campaign


class CampaignKept(CampaignEvent):
    help_text = "The scenarios of this campaign and its counters are kept under a name, to be taken another time."
    says = "The campaign is kept: {name}"
    bookkeeping = True
    after_the_end = True
    name: Line = Field(title="name of the campaign")
    scenarios: Annotated[tuple[ScenarioName, ...], InOrder(), Settled()] = ()
    counters: Annotated[tuple[Line, ...], InOrder(), Settled()] = ()

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.campaign.slots:
            yield NO_CAMPAIGN()
        if self.name in table.ids("campaigns"):
            yield CAMPAIGN_KNOWN(name=self.name)

    def settle(self, table: Champions, chance: Chance) -> Self:
        campaign = table.campaign
        return self.but(scenarios=tuple(slot.scenario for slot in campaign.slots), counters=tuple(campaign.counters))

    def apply(self, table: Champions) -> None:
        card = {"en": self.name, "scenarios": list(self.scenarios), "counters": list(self.counters)}
        table.library.setdefault(CampaignSheet.kind_name, {})[self.name] = card


EVENTS = (CampaignTaken, CampaignKept)
