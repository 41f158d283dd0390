"""What comes next in a campaign: which scenarios there are, and what is written down after each of them."""

from collections.abc import Iterator

from domain.games.champions.campaign.carrying import CarryOverRecorded
from domain.games.champions.campaign.logbook import LogWordWritten
from domain.games.champions.campaign.slots import CampaignFinished, ScenarioPassed, ScenarioPlanned
from domain.games.champions.campaign.templates import CampaignTaken
from domain.games.champions.setup.scenarios import NextGameSetUp
from domain.games.champions.state.campaigns import Linked
from domain.games.champions.state.table import Champions
from domain.language.game import Prompt
from domain.language.text import Text, text


def coming(table: Champions) -> Iterator[Prompt]:
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
        yield Prompt(_scenario(table, text("Try {scenario} again"), here.scenario), NextGameSetUp, must=True)
        if campaign.next_open():
            yield Prompt(text("On to the next scenario"), ScenarioPassed)
        else:
            yield Prompt(text("The campaign is over"), CampaignFinished)
    elif after := campaign.next_open():
        title = _scenario(table, text("Set up {scenario}"), campaign.slots[after - 1].scenario)
        yield Prompt(title, NextGameSetUp, must=True)
    else:
        yield Prompt(text("The campaign is over"), CampaignFinished, must=True)


def _scenario(table: Champions, words: Text, scenario: str) -> Text:
    return words.but(scenario=table.called("scenarios", scenario))


__all__ = ["coming", "is_between"]
