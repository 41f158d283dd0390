"""How much a field takes: what the rules fill in is bounded, what somebody says is as much as is meant, and no more."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domain.framework.events.marked_fields import is_marked
from domain.framework.events.marks import MOST_COUNTED, Settled
from domain.framework.events.size_limits import MOST_CHARACTERS
from domain.framework.game import AnyGame
from domain.games import BY_KEY
from tests.test_games import GAMES_UNDER_TEST

MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
WITHIN = ("properties", "anyOf", "items", "additionalProperties", "propertyNames", "prefixItems")
"""Words of a schema behind which there are more types."""
ENDLESS = ("string", "array", "object")
UNITS = ("units", "routed")
ENTERING = ("Attachment", "Card", "Environment", "Minion", "Obligation", "SideScheme")


def unbounded(schema: Any) -> Iterator[str]:
    """The types in a schema that take as much as one likes."""
    for name, inner in schema.items() if isinstance(schema, dict) else ():
        if name == "type" and inner in ENDLESS and not {"const", "enum", *MOST} & schema.keys():
            yield inner
        for part in inner if isinstance(inner, list) else [inner]:
            yield from unbounded(part) if name in WITHIN else ()


@pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
def test_what_only_the_rules_fill_in_has_a_most(game: AnyGame) -> None:
    found = {
        f"{cls.topic}.{name}: {endless}"
        for cls in game.events
        for name, field in cls.model_fields.items()
        if is_marked(field, Settled)
        for endless in unbounded(cls.model_json_schema()["properties"][name])
    }
    assert not found


# --- the least and the most that is said ------------------------------------------------------

FOUGHT = ("AttackMade", "AttackRolled", "RetaliationMade")
"""Attacks of which dice show −1, 0 or +1: one or two, and one for a token that defends."""
FROM_ONE = {
    # One player plays, and a die has each of its faces.
    *("GameCard.players", "FaceCard.copies"),
    # Nothing done is no event.
    *("amount", "count", "added", "assigned", "removed", "stacks", "paid", "short", "missing"),
    *("UnitsPlaced.units", "StartingUnitsPlaced.units", "UnitsRouted.units", "UnitsStood.units"),
    *(f"{event}.{field}" for event in ("UnitsDestroyed", "UnitsTakenBack", "ExcessDestroyed") for field in UNITS),
    *("DeckListed.cards", "EncounterCardsDealt.cards", "ResourceGenerated.resources", "AllyDamaged.over"),
    *("DiplomacyStarted.influence", "HeroCardsDrawn.influence", "StoragePlaceGained.slots"),
    # What would be there always, or never, is no limit and no aim.
    *(
        "limit",
        "max_",
        "CardPlayed.most",
        "needs",
        "TimerStarted.target",
        "TargetThreatSet.target",
        "heroes_needed",
        "length",
        "ranks",
    ),
    # Somebody who fights has hit points, and there is one of them.
    *(
        "FollowerCard.health",
        "HealthTyped.health",
        "HeroCard.health",
        "HitPointsSaid.health",
        "ScenarioAllyAdded.health",
        "UnitSheet.health",
        "chips",
        "wounded_cap",
    ),
    *("heroes", "models", "initiative"),
    # These are counted from one, as they are printed.
    *("level", "rank", "number", "numbers", "visit", "slot", "to", "fate", "RoundStarted.round"),
    *("JourneyStageCompleted.stage", "ScenarioChosen.stage"),
    *("entry", "entries", "session", "correction", "replaces"),
    *(
        "CampaignSetUp.act",
        "SectionBegun.section",
        "SectionBegun.chapter_no",
        "ScenarioBegun.section",
        "ScenarioBegun.chapter_no",
    ),
    *("SaveSheetTyped.section", "SaveSheetTyped.chapter_no", "ChapterCompleted.next_chapter", "demon_uppers"),
    *("SpecialAbilityUsed.which", "BalanceEventRolled.roll"),
    # Dice, tokens and villains that are there are one at least, as is what a test has to come to.
    *("StatTested.dice", "StatTested.target", "CampaignSetUp.balance_limit", "HitPointsSet.most"),
    "HeroJoined.hp",
    "UnitDescribed.hp",
    *("RoomSetUp.villains", "RoomSetUp.tokens", "VillainAttacked.conditions", "ConditionsGained.tokens"),
    *("EquipmentGiven.dice", "SetBonusNoted.dice", "RiftRoomSetUp.dice"),
    *("ResourceDiceRolled.dice", "GoodsTraded.times", "StartingDeckBuilt.cards", "AiDeckBuilt.spells"),
}
"""Numbers that are one at least: by name, or of one event."""
MAYBE_NONE = {
    # Before the rules count it, it has no number.
    *("RoundBegan.number", "ScenarioBegan.number", "ScenarioEnded.number"),
    # What the rules or dice come to may be nothing, though it was done.
    *(f"{event}.amount" for event in ("AllyAttacked", "AllyThwarted", "HeroAttacked", "HeroThwarted", "RecoveryTaken")),
    *(f"{event}.amount" for event in ("ClassSkillUsed", "EnemyDamaged", "EnemyHealed", "StruckBack", "HeroHealed")),
    *(f"{event}.amount" for event in ("ProvokeDamageDealt", "RecoverManeuverPerformed", "SchemeThreatPlaced")),
    *(f"{event}.amount" for event in ("StartingHandDrawn", "MulliganTaken", "TempleVisited", "CouncilPaid")),
    *(f"{event}.count" for event in ("AutumnTaken", "BattleFateDrawn", "DevelopmentsPaid", "StrategyDrawn")),
    *(f"{event}.count" for event in ("HandRefreshed", "ObligationsSetAside", "ObligationsShuffledIn")),
    "ExplorationTokensPlaced.count",
    # A player may turn out to have no influence.
    "InfluenceCounted.amount",
    # A hand may be empty, an army have no level, and what the rules find is none until then.
    *("MulliganTaken.count", "MoraleSpent.count", "SkirmishArmySet.level", "LevelReached.level"),
    "IncomeTrackRaised.amount",
    # A combat may have no level and no round yet, and a unit no initiative.
    *(f"Combat{event}" for event in ("Announced.level", "Ended.level", "RoundStarted.number", "RoundEnded.number")),
    *("QuickCombatWon.level", "UnitDescribed.initiative"),
    # A round that nobody began yet, cards of the beginning, and a team before its first rest have none.
    *("RoundStarted.number", "PowerSpent.level", "Rested.level", "CardUpgraded.level", "TeamLevelSet.level"),
    *("SaveSheetTyped.level", "ActionCard.level", "EquipmentCard.level", "ConsumableCard.level", "VillainCard.level"),
    *("ActionCard.number", "VillainCard.number", "QuestCard.number"),
    # A field may yield nothing, and a price be none.
    *("FieldFlagged.amount", "SettlementClaimed.amount", "ProductionLost.amount", "GoodsTraded.paid"),
    *(
        "UnitReinforced.paid",
        "CardPlayed.paid",
        "TurnBegun.count",
        "CardsSwapped.count",
        "DraftKept.count",
        "RoundEnded.number",
        "UnitCard.initiative",
    ),
    *("LocationCard.amount", "PrintedField.amount", "PrintedField.level", "PrintedField.number"),
    # A map may have no tile of a kind.
    "ScenarioCard.tiles",
    # One may bid nothing, and gain no power; a skill may have no number, and a villain no strength to move a balance.
    *("BalanceMoved.amount", "BidPlaced.amount", "BurstResolved.amount", "PowerGained.amount", "Skill.amount"),
}
"""Numbers of those names that may be none."""
BELOW = {
    # A number of a table's own game may be below zero, and so may what is added to it.
    **dict.fromkeys(
        (
            "HeroCard.numbers",
            "FigureCard.numbers",
            "NumberCard.start",
            "NumberCard.least",
            "NumberCard.most",
            "NumberCard.drift",
            "RankCard.at",
            "DealCard.gains",
            "RuleCard.at_least",
            "RuleCard.at_most",
            "ResultCard.each",
            "ResultCard.table",
        ),
        -99_999,
    ),
    **dict.fromkeys(("FigureCame.numbers", "NumbersSet.numbers"), -999_999),
    **{"NumberCard.points": -99, "PileChanged.change": -20},
    # A die has two sides, and a further step is more than one.
    **{"DieCard.sides": 2, "NumberCard.taps": 2},
    # Attack dice show less than nothing, and boosts may weaken.
    **{f"{event}.{field}": -1 for event in FOUGHT for field in ("dice", "die", "shield", "back")},
    **dict.fromkeys(("UnitBoosted.attack", "UnitBoosted.defense", "UnitBoosted.initiative"), -9),
    **{"AdventureResolved.dice": -1, "AdventureResolved.power": -9},
    # A tile has two areas at least.
    "MapTilePlaced.shows": 2,
    # Clocks are at most fourteen hours from UTC.
    "SessionStarted.offset": -840,
    # Cards add or take away.
    **dict.fromkeys(("LastingEffectBegun.amount", "ActivationChanged.by", "CardNumberSet.value"), -99),
    **dict.fromkeys((f"CardPrintSaid.{name}_bonus" for name in ("attack", "scheme", "health")), -99),
    **dict.fromkeys(("attack_bonus", "scheme_bonus", "health_bonus", "ConditionCard.number"), -99),
    **dict.fromkeys(("melee", "ranged", "magic", "more_attack", "more_defence"), -30),
    **dict.fromkeys(("plus", "weapon_plus", "modifiers", "for_discards"), -20),
    "CityActivityPointsModified.delta": -9,
    **dict.fromkeys(("FieldUsed.morale", "LocationCard.morale"), -1),
    "GroupCheckContribution.successes": -99,
    # A track with its middle at nothing leans to either side.
    **dict.fromkeys(("BalanceMoved.balance", "SaveSheetTyped.balance"), -20),
    # Attack dice show less than nothing, and boosts may weaken.
    **{f"{event}.{field}": -1 for event in FOUGHT for field in ("dice", "die", "shield", "back")},
    **dict.fromkeys(("UnitBoosted.attack", "UnitBoosted.defense", "UnitBoosted.initiative"), -9),
    # What is weakened may strike for less than nothing; over ten the dial moves by more than was gained, or by less.
    "VillainAttacked.strikes": -99,
    "CorruptionGained.beyond": -10,
    # A number that is put right goes either way.
    **dict.fromkeys(("AllyLimitChanged.by", "MostHitPointsChanged.by", "change"), -MOST_COUNTED),
    **dict.fromkeys(("Adjusted.after", "Adjusted.before"), -999_999_999),
    **{f"{event}Entered.printed": -MOST_COUNTED for event in ENTERING},
    # A map has its middle at nothing.
    **dict.fromkeys(("q", "r", "spots", "tiles"), -30),
}
"""The least of numbers that go below none."""
LAYING = ("ExampleMapLaid", "HomeTilePlaced", "MapKept", "MapLaid", "MapTilePlaced")
TILES = [f"{event}.tiles" for event in LAYING]
"""Each lies at two coordinates, turned."""
HOLDS_SOME = {
    # The fewest and the most.
    "GameCard.players": 2,
    # A list of what something is done to has something in it.
    **dict.fromkeys(("entries", "now", "forced", "becomes", "sides", "values", "order", "stacks"), 1),
    **dict.fromkeys(("HandNamed.cards", "ForcedOrderChosen.cards", "ActionTokensAssigned.tokens"), 1),
    **dict.fromkeys(("GoodsGiven.goods", "SpaceTokensPlaced.spaces", "DialsSet.dials"), 1),
    **dict.fromkeys((name for name in FROM_ONE if name.endswith(".units") and name != "ExcessDestroyed.units"), 1),
    **dict.fromkeys(("OverlayCardPlaced.areas", "ConditionsGained.tokens"), 1),
    # What everything rests on is named.
    **dict.fromkeys(("CampaignStarted.game", "pack", "topic", "parent_key", "CampaignStarted.areas"), 1),
    **dict.fromkeys(("SpaceTokensPlaced.spaces", "AiDeckBuilt.heroes"), 1),
    # An anvil takes four pieces.
    "AnvilUsed.discarded": 4,
    # A tie is among two; a place on the map is two coordinates, and a tile is laid there turned; it has three areas.
    **dict.fromkeys(("actors", "spots"), 2),
    **dict.fromkeys((*TILES, "yields"), 3),
}
"""How many there are in a list or a text that may not be empty."""
ROUND = {20, 30, 40, 60, 99, 200, 999, 5_000, 9_999, MOST_COUNTED}
"""The usual mosts: more than anybody ever comes to, and easily remembered."""
MOST_SAID = {
    # What a table describes itself, and takes at once.
    "FigureCame.count": 12,
    "PieceDrawn.count": 12,
    "PieceDrawn.pieces": 12,
    "HandDrawn.count": 12,
    "HandDrawn.pieces": 12,
    "DiceRolled.count": 12,
    "DiceRolled.rolled": 12,
    "GameCard.players": 2,
    "HeroCard.numbers": 99_999,
    "FigureCard.numbers": 99_999,
    "NumberCard.start": 99_999,
    "NumberCard.least": 99_999,
    "NumberCard.most": 99_999,
    "NumberCard.drift": 99_999,
    "NumberCard.taps": 3,
    "RankCard.at": 99_999,
    "DieCard.sides": 100,
    "DieCard.count": 12,
    "DealCard.gains": 99_999,
    "RuleCard.at_least": 99_999,
    "RuleCard.at_most": 99_999,
    "ResultCard.each": 99_999,
    "ResultCard.table": 99_999,
    # A day, a day with a time, and the furthest clock.
    **{"SessionStarted.day": 10, "SessionStarted.when": 16, "SessionStarted.offset": 840},
    # As many as there are in the box, or as the rulebook has.
    **dict.fromkeys(("TutorialScenarioCompleted.number", "TutorialSetUp.number"), 3),
    **{f"{event}.{field}": 1 for event in FOUGHT for field in ("dice", "die", "shield", "back")},
    **dict.fromkeys(("CombatAnnounced.level", "CombatEnded.level", "QuickCombatWon.level"), 7),
    **dict.fromkeys(("UnitBoosted.attack", "UnitBoosted.defense", "UnitBoosted.initiative"), 9),
    # Five cards go on to the next scenario; an adventure is fought by two units, a skirmish by seven.
    **dict.fromkeys(("CarryOverChosen.cards", "CampaignHeroSwapped.cards"), 5),
    **dict.fromkeys(("AdventureResolved.units", "AdventureResolved.dice", "AdventureResolved.attacks"), 2),
    **{"TownCardsDealt.count": 2, "SkirmishArmySet.units": 7, "AiHeroSetUp.units": 8, "AiHeroSetUp.packs": 8},
    "MapTilePlaced.shows": 4,
    **dict.fromkeys(("level", "initiative", "BattleRoundStarted.number"), 5),
    "DiplomacyStarted.influence": 6,
    **dict.fromkeys(("OrderCard.number", "models", "numbers", "EnemyCardRevealed.count", "EnemySpawned.count"), 8),
    "EnemySpawned.missing": 8,
    **dict.fromkeys(("StarsStored.amount", "short", "StoredStarsRetrieved.amount"), 10),
    "RewardsTraded.rewards": 25,
    "VictoryClaimed.areas": 38,
    # A tile has six sides and seven fields, with guards of seven levels; morale goes up or down.
    **dict.fromkeys(("turned", "borders"), 5),
    **dict.fromkeys(("levels", "PrintedField.level"), 7),
    **{"PrintedField.number": 6, "FieldUsed.morale": 1, "LocationCard.morale": 1},
    # Four heroes at most, each of three points, with stats and twelve cards as their tiles and decks have them.
    **dict.fromkeys(
        ("StatTested.heroes", "StatTested.dice", "StatTested.values", "BurstResolved.heroes", "CampaignSetUp.players"),
        4,
    ),
    **dict.fromkeys(("tainted", "PointRecovered.amount"), 3),
    **dict.fromkeys(("power", "vigor", "agility", "spirit", "mind", "luck", "value"), 12),
    **dict.fromkeys(("demon_uppers", "sleeves", "upper", "lower"), 12),
    **dict.fromkeys(("CardsDrawn.count", "DiscardDemanded.count", "DrawDemanded.count"), 12),
    **dict.fromkeys(("PowerRaised.amount", "PowerSpent.level", "SaveSheetTyped.power"), 6),
    **dict.fromkeys(("BaseSoulSet.soul", "SaveSheetTyped.soul", "SaveSheetTyped.corruption"), 10),
    **dict.fromkeys(("ArcaneSpent.damage", "ArcaneSpent.spared", "ConditionsGained.tokens"), 8),
    **dict.fromkeys(("EquipmentGiven.instead", "EquipmentGiven.dice", "SetBonusNoted.dice"), 5),
    **dict.fromkeys(("EquipmentGiven.stats", "SetBonusNoted.stats", "RoomSetUp.terrain", "RiftRoomSetUp.villains"), 6),
    **dict.fromkeys(("AnvilUsed.discarded", "AttackResolved.shields", "ScenarioBegun.chapter_no"), 4),
    **dict.fromkeys(("HeroJoined.allowed", "strength", "ClassTokensGained.amount", "VillainAttacked.others"), 9),
    "BurstResolved.amount": 9,
    **dict.fromkeys(("doors", "sanctuaries", "facts", "quests", "VillainAttacked.conditions"), 8),
    **dict.fromkeys(("RoomSetUp.villains", "AttackDeclared.others", "EquipmentCard.stats"), 12),
    "SpecialAbilityUsed.which": 2,
    "HitPointsSet.most": 100,
    "HeroJoined.hp": 100,
    # Twice as many as play it: some games grow.
    **dict.fromkeys(("heroes", "heroes_needed", "gems", "DiscardItemUsedOutsideScenario.targets"), 8),
    # What a figure, a side or a seat has of them.
    **dict.fromkeys(("AttackDeclared.weapons", "HeroTrained.points", "ExplorationTokensPlaced.areas"), 2),
    **dict.fromkeys(("StartingRunesPlaced.areas", "RunesPlaced.areas", "HeroCardsDrawn.heroes"), 3),
    "FalseRunesDiscarded.areas": 2,
    **dict.fromkeys(("StartingPlayerFound.fate", "tied", "WarScored.real", "WarEnded.winners"), 4),
    # A single figure, twelve faces or seats, ten of what lies together.
    **dict.fromkeys(("delta", "points", "heroic", "limit", "max_", "ScenarioChosen.stage", "CardPlayed.most"), 9),
    **dict.fromkeys(("players", "order", "sides", "tokens", "bonus", "actions", "snake", "horn", "line"), 12),
    **dict.fromkeys(("discards", "becomes", "OverlayCardPlaced.areas", "AreaRegistered.points"), 10),
    # Signs: of a letter, a result, a line, a name with its number, and what hashes and names of kinds have.
    "letter": 5,
    **dict.fromkeys(("TutorialScenarioCompleted.result", "ScenarioOutcomeRecorded.code"), 3),
    "defeat": 120,
    **{f"{event}Entered.card": 220 for event in ENTERING},
    **dict.fromkeys(("photo", "portrait"), 64),
    **dict.fromkeys(("CampaignStarted.game", "pack", "topic", "parent_key", "CampaignStarted.areas"), 80),
    # A number of a group check is what all add, and each may take away.
    "GroupCheckContribution.successes": 199,
    # What a log counts.
    **dict.fromkeys(("entry", "entries", "session", "correction", "replaces"), 9_999_999),
    **dict.fromkeys(("Adjusted.after", "Adjusted.before"), 999_999_999),
    **dict.fromkeys((*TILES, "yields"), 3),
    **{tiles.replace(".tiles", ".spots"): 2 for tiles in TILES if tiles != "MapKept.tiles"},
}
"""The most of what has less, or more, than the usual."""
WORDS = {"maxLength": MOST_CHARACTERS}
"""Of texts, those that the rules fill in have a most of their own."""
WITHIN_IT = {
    "GameCard.players": 12,
    "StatTested.values": 12,
    **{f"{event}.{field}": 2 for event in FOUGHT for field in ("dice", "back")},
    "AdventureResolved.dice": 1,
    # A letter at each border; so many attributes, each trained twice at most.
    "AreaRegistered.points": 5,
    "HeroTrained.points": 3,
    # How many of each condition, die or stat, of so many kinds.
    **dict.fromkeys(("VillainAttacked.conditions", "ConditionsGained.tokens"), 9),
    **dict.fromkeys(("EquipmentGiven.dice", "SetBonusNoted.dice"), 9),
    **dict.fromkeys(("EquipmentGiven.stats", "SetBonusNoted.stats"), 12),
}
"""The most of what stands in a list or a mapping, beside how many of it there may be."""
NUMBERS, SIZES = (
    ("minimum", "maximum"),
    ("minItems", "minLength", "minProperties", "maxItems", "maxLength", "maxProperties"),
)


def bounded_fields(game: AnyGame) -> Iterator[tuple[str, str, str, int]]:
    """What bounds the fields of events and cards: of which event, which field, by which word, and how much."""
    for cls in (*game.events, *game.kinds.values()):
        schema = cls.model_json_schema()
        for name, of in {cls.__name__: schema, **schema.get("$defs", {})}.items():
            for field, part in of.get("properties", {}).items():
                yield from ((name, field, word, bound) for word, bound in bounds_of(part))


def bounds_of(schema: Any) -> Iterator[tuple[str, int]]:
    for word, inner in schema.items() if isinstance(schema, dict) else ():
        if word in NUMBERS + SIZES:
            yield word, inner
        for part in inner if isinstance(inner, list) else [inner]:
            yield from bounds_of(part) if word in WITHIN else ()


def named(table: Mapping[str, int], event: str, field: str, usual: int) -> int:
    return table.get(f"{event}.{field}", table.get(field, usual))


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_a_number_begins_at_none_or_where_it_is_said_why(game: AnyGame) -> None:
    one = dict.fromkeys(FROM_ONE, 1) | dict.fromkeys(MAYBE_NONE, 0) | BELOW
    strange = {
        f"{event}.{field}": bound
        for event, field, word, bound in bounded_fields(game)
        if word == "minimum" and bound != named(one, event, field, 0)
    }
    assert not strange


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_a_list_may_be_empty_unless_it_is_said_why(game: AnyGame) -> None:
    strange = {
        f"{event}.{field}": bound
        for event, field, word, bound in bounded_fields(game)
        if word.startswith("min") and word != "minimum" and bound != named(HOLDS_SOME, event, field, 0)
    }
    assert not strange


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_what_is_said_has_a_round_most_or_that_of_the_box(game: AnyGame) -> None:
    strange = {
        f"{event}.{field}": bound
        for event, field, word, bound in bounded_fields(game)
        if word.startswith("max")
        and bound not in ROUND | {named(MOST_SAID, event, field, 0), named(WITHIN_IT, event, field, 0), WORDS.get(word)}
    }
    assert not strange
