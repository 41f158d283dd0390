"""What an event is to a table: who brings it about, whether a chronicle tells it, and what may be typed in it."""

from collections.abc import Mapping
from operator import attrgetter

import pytest

from domain.framework.events.marked_fields import choices_of
from domain.framework.game import AnyGame
from domain.games import BY_KEY

BY_THE_RULES = {
    "own": {"NumbersSet"},
    "agemonia": {
        # It is counted, reached or left over at the end of something that somebody said.
        *("ActionCounted", "TimerAdvanced", "TimerTargetReached", "ProgressiveCheckCompleted", "FactionRankReached"),
        *("CampaignRoundCompleted", "ScenarioCardPutAway", "PostScenarioRecoveryApplied", "ArenaNoted"),
        *("CityActivityTokensTaken", "UnusedActivityTokensDiscarded", "UneasySleepSuffered"),
        *("LevelUpBecamePending", "ActionSlotUnlocked", "OpenSlotFilled", "HeroActionRevealed"),
        # It is what becomes of harm, and of what is more than there is room for.
        *("HeroWounded", "HeroExhausted", "AllyExhausted", "FollowerRemovedFromGame", "HarmResolved"),
        *("EnemyAttackResolved", "AchievementGemLost", "InspirationConvertedToAchievement", "ItemReplacedByStars"),
    },
    "runewars": {
        # It comes with a season, or with the card of one.
        *("SpringCame", "SeasonEnded", "WaterFroze", "FoodRanShort", "FateReshuffled", "CouncilPaid"),
        # It follows from where somebody went, and what somebody has.
        *("NeutralsScattered", "ResourcesDeveloped", "TempleVisited", "KellosVisited"),
    },
    "champions": {
        # It is what else an attack does, and what a number at its end means.
        *("OverkillDealt", "ConsequentialDamageTaken", "RetaliateDealt"),
        *("VillainStageDefeated", "VillainStageStands", "MainSchemeStands", "DiscardedForNoUses"),
    },
    # It is what the next card of the initiative, a third taint, or the last defense brings.
    # So is the question which cards lie in a hand.
    "odalin": {"AssaultEnded", "ControlLost", "DrawDemanded", "ExtraTurnsTaken", "RiftLootFound", "TurnBegan"},
    "heroes3": {
        # It comes with a round, of the game or of a combat.
        *("RoundStarted", "IncomeCollected", "TimedEventHappened", "CombatRoundEnded", "FinalRoundRefreshed"),
        # It is what a level brings, what a hero comes to, and what an attack or a defeat leads to.
        *("LevelReached", "CardReplaced", "FieldVisited", "QuickCombatWon", "FightersEntered"),
        *("RetaliationMade", "RetaliationOpened", "DefeatPaid", "AiFieldTaken"),
    },
}
"""Events that only the rules bring about: to ask somebody for one would be to ask for a number the table knows."""
BOOKS_OF_EVERY_TABLE = {
    *("CampaignStarted", "CampaignRenamed", "CampaignHidden", "CampaignShown", "PackChanged"),
    *("SessionStarted", "SessionEnded", "PhotoTaken"),
    *("ChairTaken", "PlayerSeated", "SeatColoured", "PortraitHung", "PortraitChosen", "PortraitTakenDown"),
    "AreasTracked",
    *("ContentAdded", "ContentCorrected", "ContentBound", "Withdrawn", "Restored", "Amended"),
}
BOOKS = {
    "own": {"NumbersSet"},
    "agemonia": {
        *("HeroBoardRecorded", "VitalityDiskReplaced", "CampaignStepEntered", "FactionTrackConfigured", "StarsCounted"),
        *("FactionTrackLookedAt", "EnemyCardTypedIn"),
        *("ItemCopiesCounted", "InitiativeCardTypedIn", "InitiativeDeckKept", "FateCardsTypedIn", "DieTypedIn"),
        *("AreaRegistered", "BorderDrawn", "SceneCleared", "CityEventResolved", "ScenarioCompleted"),
    },
    "runewars": {"AreaDescribed", "FateDeckKept", "MapKept", "WarSetUp", "RulingMade"},
    "champions": {"TableOpened", "RulingMade", "CardPrintSaid", "PrintedNumberSaid", "DeckKept", "CampaignKept"},
    "odalin": {
        *("ActionCardsKept", "BaseSoulSet", "DecksKept", "RulingMade", "SleeveNamed", "StatsSet", "TileRead"),
    },
    "heroes3": {"DiceKept", "IncomeTyped", "RulingMade", "TileDescribed", "UnitDescribed", "MapKept"},
}
"""Events about the table's own books, such as what is printed on a thing: nothing happened in the story."""
AFTER_THE_END = {
    "own": set[str](),
    "agemonia": set[str](),
    "runewars": {
        # What was set wrong is still put right, for the end is counted from it.
        *("DialSet", "DialRaised", "DialLowered", "InfluenceGained", "InfluenceSpent", "AreaTaken", "AreaLeft"),
        *("BorderCorrected", "RulingMade", "RuneInspected"),
        # And it is said how it ended.
        *("VictoryClaimed", "WarScored", "WarEnded"),
    },
    "champions": {"CampaignTaken", "CampaignKept"},
    "odalin": set[str](),
    "heroes3": set[str](),
}
"""Events of a game that happen though it is over."""
RENAMES = {
    "own": {"Adjusted"},
    "agemonia": {"Adjusted"},
    "runewars": {"Adjusted"},
    "champions": {"Adjusted", "ScenarioChosen", "NextGameSetUp", "VillainStageBegun", "MainSchemeAdvanced"},
    # A sleeve is called by its cards.
    "odalin": {
        *("Adjusted", "DeckAssembled", "SleeveNamed", "CardUpgraded", "HeroJoined", "HeroLeft", "DemonLordChanged"),
    },
    # A seat is called by its player too, its hero may be another one, and a field as it is printed, or by its token.
    "heroes3": {
        *("Adjusted", "FactionTaken", "CampaignHeroSwapped", "CampaignAdvanced"),
        *("AiTileDiscovered", "TileDescribed", "TileDiscovered", "TileLaid", "TilePlaced", "TokenPlaced"),
    },
}
"""Events after which a thing has another name: another scheme lies there, another villain, or any value was set."""
ROUNDS = {
    "own": set[str](),
    "agemonia": {"RoundStarted"},
    "runewars": {"BattleRoundStarted"},
    "champions": set[str](),
    "odalin": {"RoundStarted"},
    "heroes3": {"CombatRoundStarted"},
}
"""Events that begin a round which no place tells of."""

TYPED_IN = {
    "own": {"boxes", "figures", "heroes"},
    "agemonia": {
        *("actions", "activities", "areas", "artifacts", "cards", "causes", "conditions", "counters", "fate-cards"),
        *("followers", "initiative-cards", "injuries", "items", "keywords", "locations", "locks", "professions"),
        *("scenarios", "services", "trap-cards"),
    },
    "runewars": {"areas", "cities", "objectives", "places", "quests", "rewards", "season-cards", "tactics"},
    "champions": {"cards", "counters", "encounter-sets", "occurrences", "scenarios", "villains"},
    "odalin": {
        *("action-cards", "consumables", "demon-lords", "doors", "elite-cards", "equipment", "facts", "quests"),
        *("special-items", "terrain", "tokens", "villain-attacks", "villains"),
    },
    "heroes3": {
        *("adventures", "ai-cards", "cards", "event-cards", "heroes", "morale-cards", "objectives", "proclamations"),
        *("scenarios", "tiles", "units"),
    },
}
"""Kinds of which a table may have one that nobody typed in yet: its name is welcome."""
OTHERWISE = {
    "own": set[str](),
    "agemonia": {
        # What lies on the table is there by its name, or it is not.
        *("AllyActionPerformed.ally", "AllyDamaged.ally", "AllyHealed.ally", "AllyExhausted.ally"),
        *("StoredItemRetrieved.item", "ScenarioDecksPrepared.held", "ActiveCheckStarted.adds", "AttackDeclared.adds"),
        *("ActiveCheckStarted.trap", "AttackDeclared.line", "EnemyAttackDeclared.line", "OverlayCardPlaced.areas"),
        *("BorderDrawn.area", "BorderDrawn.to", "BorderDrawn.higher", "TrapDisarmed.area", "TrapTriggered.area"),
        # A token lies where one says, and an enemy that comes need not be known.
        *("TokenPlaced.where", "EnemyCardRevealed.enemy"),
    },
    "runewars": {
        # What is taken or turned over is where it was put.
        *(
            "BorderCorrected.area",
            "BorderCorrected.other",
            "NeutralsSetUp.everywhere",
            "AreaLeft.area",
            "ExampleMapLaid.cities",
        ),
        *("StrongholdDamaged.area", "StrongholdConquered.instead", "StrongholdConquered.area", "BattleEnded.area"),
        *("StrongholdTakenAway.area", "DevelopmentTakenAway.area", "StartingRunesPlaced.fake", "RunesPlaced.real"),
        *("FalseRunesDiscarded.areas", "RuneInspected.area", "RuneMoved.area", "RuneTurnedUp.area"),
        *("RuneRemoved.area", "VictoryClaimed.areas", "CitySupported.city", "QuestCardsRemoved.quests"),
        *("QuestsDiscarded.cards", "TacticsPlayed.card", "TacticsDiscarded.cards", "RewardsTraded.rewards"),
        # A hero who is dealt need not be known.
        *("HeroCardsDrawn.heroes", "HeroDealt.hero", "HeroRecruited.hero"),
    },
    "champions": {
        # What is paid, lost or played for is there.
        *("DeckChanged.removed", "ResourceGenerated.card", "CostPaid.card", "PaymentAborted.card"),
        *("EarnedCardLost.card", "ScenarioPassed.scenario", "ScenarioChosen.villains", "ModularSetDrawn.drawn"),
        *("CardPlayed.to", "AbilityTriggered.to", "SeatEliminated.discarded"),
        # A hero, or a scheme, that comes need not be known; nor the card that does something.
        *("HeroTaken.hero", "MainSchemeAdvanced.scheme", "ResourceGenerated.by", "AbilityTriggered.card"),
        *("EffectCancelled.card", "WindowOpened.forced", "ForcedOrderChosen.cards", "ForcedAbilityResolved.card"),
        *("TargetChosen.target", "DefenderDeclared.defender", "EnemyAttackResolved.target"),
        *("EnemyActivated.defender", "EnemyActivated.target"),
    },
    "odalin": {
        # What is worn, used up, failed or taken off is there.
        *("ConsumableGiven.instead", "ConsumableUsed.consumable", "EquipmentGiven.instead", "EquipmentGiven.returned"),
        *(
            "EquipmentUsed.item",
            "LootChosen.item",
            "LootChosen.others",
            "StartingGearDealt.items",
            "AnvilUsed.discarded",
        ),
        *("QuestCompleted.quest", "QuestDropped.quest", "QuestUpdated.quest"),
        *("SpecialItemUsed.item", "TokenRemoved.token"),
        *("VillainPlaced.deck", "ControlLost.deck", "ControlLost.lord", "VillainDefeated.name"),
        "VillainNumbersSet.name",
        "ChapterCompleted.boss",
        # A hero who joins need not be known.
        "HeroJoined.hero",
    },
    "heroes3": {
        # What is held, lies there, fights or belongs to somebody is there.
        *("AbilityEmpowered.ability", "AdventureResolved.attacks", "AdventureResolved.units", "AiCardDrawn.spell"),
        "BankRewardTaken.unit",
        *("CampaignAdvanced.deck", "CampaignHeroSwapped.before", "CampaignHeroSwapped.deck"),
        *("CardKept.learned", "CardKept.others", "CardLeftPlay.card", "CardPlayed.card", "RevealedCardsReturned.cards"),
        *("CardPlayed.replaced", "CardRemoved.card", "CardReplaced.new", "CardSetAside.card"),
        *(
            "CardTakenBack.card",
            "CardsDiscarded.cards",
            "CardsDrawn.cards",
        ),
        *("CarryOverChosen.deck", "DraftKept.set_aside", "FactionTaken.deck", "FightersEntered.spaces"),
        "SkirmishDeckBuilt.specialties",
        *("FightersEntered.units", "LevelReached.card", "LockedCardReplaced.card", "NeutralsDrawn.left"),
        *("HeroPlaced.lost", "CardsSwapped.given", "ScrollSpellSold.spell"),
        *("MapAbilityUsed.unit", "MoraleSpent.discarded", "MoraleSpent.drawn", "MoraleSpent.others"),
        *("MulliganTaken.cards", "NeutralUnitGained.id", "ObjectiveProgressed.objective"),
        *("ScrollGivenUp.spells", "SetAsideCardUsed.card", "SpellCast.card", "TileDescribed.tile"),
        *("TileRotated.tile", "TurnBegun.ended"),
        *("TurnEnded.discarded", "UnitLost.returned", "UnitLost.unit", "UnitReinforced.unit", "UnitSold.unit"),
        "UnitStunned.unit",
        # A place where a tile comes to lie need not be known.
        "TileLaid.place",
    },
}
"""Fields that take only what is there though their kind may be typed in, or the other way round."""
each_game = pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)


@each_game
@pytest.mark.parametrize(
    ("mark", "table"),
    [
        ("automatic", BY_THE_RULES),
        ("log.bookkeeping", {key: BOOKS_OF_EVERY_TABLE | books for key, books in BOOKS.items()}),
        ("log.changes_names", RENAMES),
        ("log.starts_round", ROUNDS),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_these_events_are_marked_and_no_others(game: AnyGame, mark: str, table: Mapping[str, set[str]]) -> None:
    assert {event.__name__ for event in game.events if attrgetter(mark)(event)} == table[game.key]


@each_game
def test_these_events_are_recorded_after_the_end_and_no_others(game: AnyGame) -> None:
    assert {event.__name__ for event in game.events if getattr(event, "after_the_end", False)} == AFTER_THE_END[
        game.key
    ]


@each_game
def test_what_may_be_typed_in_is_welcome_by_its_name(game: AnyGame) -> None:
    other = {
        f"{event.__name__}.{name}"
        for event in game.events
        for name, choice in choices_of(event).items()
        if choice.free != (choice.kind in TYPED_IN[game.key])
    }
    assert other == OTHERWISE[game.key]
