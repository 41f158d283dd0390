"""Prompts in rulebook order (3.15)."""

from collections.abc import Iterator, Sequence

from domain.framework.game import Prompt
from domain.framework.kernel.adjusting import SecretsOpened
from domain.framework.offers.prompt_list import OfferedBy, Ordered, offered_prompts
from domain.games.runewars.cards import FateDeckKept, QuestsDiscarded, TacticsDiscarded, TacticsDrawn, TacticsPlayed
from domain.games.runewars.display import battles, heroes, setup
from domain.games.runewars.heroes.company import HeroDeserted
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsTakenBack
from domain.games.runewars.march.diplomacy import DiplomacyCardChosen, DiplomacyStarted
from domain.games.runewars.march.marches import (
    AreaActivated,
    NobodyMoved,
    UnitsMarched,
    UnitsStrategized,
)
from domain.games.runewars.realm import building
from domain.games.runewars.realm.bids import BidOpened, BidPlaced, BidsRevealed, BidTieBroken
from domain.games.runewars.realm.cities import CitySupported, HeroCardsDrawn
from domain.games.runewars.realm.dials import (
    DevelopmentsPaid,
    DialsHarvested,
    DialsSet,
    InfluenceCounted,
    InfluenceGained,
    InfluenceSpent,
    PowerGained,
    StrategyDrawn,
    TitleClaimed,
)
from domain.games.runewars.realm.holdings import SeatEliminated
from domain.games.runewars.realm.objectives import ObjectiveCompleted
from domain.games.runewars.runes import FalseRunesDiscarded, RuneGainBegun, RunesMixed
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.victory import SECRETS_ONCE_WON, VictoryClaimed, WarEnded, WarScored
from domain.games.runewars.year.orders import OrderCarriedOut, OrderChosen, OrdersRevealed, SupremacyTaken, TurnEnded
from domain.games.runewars.year.seasons import AutumnTaken, OrdersCalled, SeasonCardDrawn, SeasonTextResolved

SEASON: Sequence[Ordered] = (
    OfferedBy(UnitsDestroyed, UnitsDestroyed.offers_to_talk),
    DialsSet,
    InfluenceCounted,
    FalseRunesDiscarded,
    DiplomacyStarted,
    DiplomacyCardChosen,
    OrderCarriedOut,
    SupremacyTaken,
    UnitsMarched,
    AreaActivated,
    UnitsStrategized,
    NobodyMoved,
    BidPlaced,
    BidsRevealed,
    BidTieBroken,
    TacticsDiscarded,
    QuestsDiscarded,
    SeatEliminated,
    BidOpened,
    RuneGainBegun,
    InfluenceGained,
    InfluenceSpent,
    TacticsDrawn,
    HeroDeserted,
    AutumnTaken,
    StrategyDrawn,
    DialsHarvested,
    DevelopmentsPaid,
    building.DevelopmentBuilt,
    building.DevelopmentTakenAway,
    building.RecruitsPlaced,
    UnitsTakenBack,
    building.UnitsRecruited,
    CitySupported,
    HeroCardsDrawn,
    PowerGained,
    TitleClaimed,
    building.StrongholdBuilt,
    building.StrongholdTakenAway,
    building.StrongholdRepaired,
    RunesMixed,
    TacticsPlayed,
    FateDeckKept,
    ObjectiveCompleted,
    SeasonCardDrawn,
    SeasonTextResolved,
    OrdersCalled,
    OrderChosen,
    OrdersRevealed,
    TurnEnded,
    WarScored,
    VictoryClaimed,
    WarEnded,
    OfferedBy(SecretsOpened, SECRETS_ONCE_WON.made_at),
)
"""The events with offers in a season, in the order of the rulebook; those that end a step, a turn or the war are
last."""
OFFERED: Sequence[Ordered] = (*setup.SETUP, *heroes.HEROES, *battles.BATTLE, *SEASON)
"""All events with offers."""


def prompts(table: Runewars) -> Sequence[Prompt]:
    return list(_prompts(table))


def _prompts(table: Runewars) -> Iterator[Prompt]:
    """The prompts of a table: setup, heroes, then the offers in the order of the year.

    During a battle there are only those of the battle.
    """
    if table.place[1] == "battle":
        yield from battles.battle_prompts(table)
        return
    if table.place[1] == "setup":
        yield from setup.player_prompts(table)
    yield from setup.laying_prompts(table)
    yield from setup.piece_prompts(table)
    yield from setup.rune_prompts(table)
    yield from heroes.hero_prompts(table)
    yield from setup.card_prompts(table)
    yield from offered_prompts(SEASON, table)
    yield from offered_prompts(setup.END, table)
