"""Prompts: the events with offers, in the order of a round."""

from collections.abc import Sequence

from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import OfferedBy, Ordered, offered_prompts
from domain.games.heroes3 import rounds
from domain.games.heroes3.cards import handling, revealing, searching, spells
from domain.games.heroes3.combat import (
    acting,
    ai,
    announcing,
    attack_cards,
    casting,
    deploying,
    describing,
    ending,
    placing,
    siege,
    striking,
)
from domain.games.heroes3.land import laying, moving, tournament_map
from domain.games.heroes3.modes import ai_decks, ai_heroes, battlefield, campaign, skirmish
from domain.games.heroes3.setup import bonuses, dice, players, town_cards
from domain.games.heroes3.state.table import Heroes3
from domain.games.heroes3.town import buildings, goods, units

ORDER: tuple[Ordered, ...] = (
    players.GameSetUp,
    town_cards.TownCardsDealt,
    players.FactionTaken,
    players.DraftKept,
    players.StartTaken,
    bonuses.StartingDeckBuilt,
    revealing.DiscardPileBegun,
    bonuses.StartingBonusTaken,
    tournament_map.StarterChosen,
    tournament_map.MapTilesCounted,
    laying.MapLaid,
    laying.TileLaid,
    battlefield.LengthChosen,
    skirmish.SkirmishArmySet,
    skirmish.SkirmishDeckBuilt,
    ai_heroes.AiHeroSetUp,
    ai_decks.AiDeckBuilt,
    bonuses.StartingPlayerRolled,
    dice.DiceKept,
    OfferedBy(players.FactionTaken, players.others_to_join),
    players.GameBegun,
    campaign.CampaignAdvanced,
    ending.CombatTold,
    announcing.CombatBegun,
    announcing.FieldConceded,
    deploying.ObstaclesPlaced,
    deploying.ZoneChosen,
    placing.UnitsPlaced,
    placing.UnitStationed,
    placing.NeutralsDrawn,
    deploying.UnitDeployed,
    siege.WallsPlaced,
    describing.UnitDescribed,
    striking.AttackRolled,
    attack_cards.AttackCardPlayed,
    casting.AiSpellCast,
    ai.AiCardDrawn,
    striking.AttackMade,
    siege.WallDestroyed,
    acting.UnitMoved,
    striking.AttackDeclared,
    acting.UnitPassed,
    acting.UnitDefended,
    acting.CombatRoundStarted,
    ending.CombatExtended,
    handling.CardPlayed,
    spells.SpellCast,
    ending.CombatRetreated,
    ending.CombatSurrendered,
    battlefield.FinalCombatStarted,
    rounds.TeamOrderChosen,
    rounds.TurnBegun,
    ai_heroes.AiHeroAttacked,
    ai_heroes.AiHeroMoved,
    ai_heroes.AiTileDiscovered,
    battlefield.IncomeTrackRaised,
    battlefield.AdventureCardTaken,
    battlefield.AdventureResolved,
    battlefield.AdventureDiscarded,
    handling.MulliganTaken,
    searching.LockedCardReplaced,
    revealing.RevealedCardTaken,
    moving.HeroMoved,
    moving.FieldRevisited,
    laying.TileDiscovered,
    buildings.BuildingBuilt,
    units.UnitRecruited,
    units.UnitReinforced,
    buildings.SecondHeroHired,
    buildings.SpellBookUsed,
    rounds.IncomeTyped,
    rounds.TurnEnded,
    rounds.RoundEnded,
    announcing.CombatAnnounced,
    goods.GoodsGained,
    goods.IncomeRaised,
    units.UnitLost,
    campaign.ScenarioFinished,
)


def prompts(table: Heroes3) -> Sequence[Prompt]:
    """The prompts at a table, in the order of a round; last the optional descriptions of units' cards."""
    found = offered_prompts(ORDER, table)
    return sorted(found, key=lambda one: one.event is describing.UnitDescribed and not one.required)
