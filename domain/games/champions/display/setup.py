"""The order of the setup, and of a campaign before and after each scenario."""

from collections.abc import Iterator, Sequence

from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import Grouped, OfferedBy, Ordered, offered_prompts
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
from domain.games.champions.state.table import Champions
from domain.games.champions.threat import TargetThreatSet

DECKS: Sequence[Ordered] = (Grouped((DeckChanged, DeckTaken, DeckListed)),)
SETUP: Sequence[Ordered] = (
    players.HeroTaken,
    HitPointsSet,
    TargetThreatSet,
    OfferedBy(scenarios.ModularSetChosen, scenarios.ModularSetChosen.offers_recommended),
    scenarios.ModularSetDrawn,
    scenarios.ModularSetChosen,
    scenarios.ModularSetHidden,
    scenarios.ObligationsSetAside,
    scenarios.NemesisSetsSetAside,
    scenarios.EncounterDeckComposed,
    players.DeckLaidOut,
    players.SetupStepDone,
    players.MainSchemeFlipped,
    scenarios.ObligationsShuffledIn,
    players.StartingHandDrawn,
    scenarios.ScenarioChosen,
    players.FirstPlayerChosen,
    *DECKS,
    players.MulliganTaken,
    players.TableOpened,
    scenarios.GameBegun,
)
"""The setup in the order of the rulebook, and last the beginning of the game."""
CAMPAIGN: Sequence[Ordered] = (
    CampaignTaken,
    ScenarioPlanned,
    CarryOverRecorded,
    LogWordWritten,
    scenarios.NextGameSetUp,
    ScenarioPassed,
    CampaignFinished,
)
"""Which scenarios there are, what is written down after each of them, and the next game."""


def setup_prompts(table: Champions) -> Iterator[Prompt]:
    """The setup; as long as there is no hero, nothing but a hero and the tracked areas."""
    return offered_prompts(SETUP if table.seats else (players.HeroTaken, players.TableOpened), table)


def campaign_prompts(table: Champions) -> Iterator[Prompt]:
    return offered_prompts(CAMPAIGN, table)
