"""The sheets: what a campaign came to stands on them, and nothing that is empty."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.kernel import NoteAdded
from domain.framework.views.sheet import Beside, Block, Box, Fact, Facts, Grid, Sheet, Track, Tracks
from domain.games.odalin import GAME
from domain.games.odalin.campaign.journey import DecisionMade, DungeonEntered, HeroesPrepared
from domain.games.odalin.campaign.party import CampaignBegun, HeroJoined, RulingMade, StatsSet
from domain.games.odalin.campaign.saves import POSITIONS
from domain.games.odalin.combat.actions import FirstAidGiven
from domain.games.odalin.combat.attacks import AttackDeclared, AttackRolled
from domain.games.odalin.combat.classes import StealthEntered
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.defeats import BurstResolved
from domain.games.odalin.combat.modes import AllyJoined, FocusedOnAttack, FocusedToHeal
from domain.games.odalin.combat.power import PowerRaised, PowerSpent
from domain.games.odalin.combat.rounds import InitiativeSet, TurnEnded
from domain.games.odalin.combat.villains import EliteMade, VillainAttacked, VillainNumbersSet, VillainPlaced
from domain.games.odalin.dungeon.loot import LootDrawn
from domain.games.odalin.dungeon.rest import SectionBegun
from domain.games.odalin.dungeon.rift import HellRiftLeft
from domain.games.odalin.dungeon.rooms import RelicGained, RewardsCollected, RoomSetUp, SanctuaryOpened
from domain.games.odalin.heroes.cards import CardsFlipped, SleeveNamed
from domain.games.odalin.heroes.dials import CorruptionGained, DamageTaken, SoulGained
from domain.games.odalin.heroes.equipment import EquipmentGiven
from domain.games.odalin.state.hero import SetBonus, Worn
from domain.games.odalin.state.table import Decision, Odalin, Quest
from projections.documents.export import SHEET_FORMATS, render_sheets
from tests.domain.games.odalin.days import RIFT_ROOM, gone
from tests.domain.games.odalin.opening import ANA, BEN, IMP, IMP_AT_TURN, OGRE, PARTY, ROUND_TWO, Events, fight, party

AT_CAMPFIRE: Events = (
    *party(),
    RoomSetUp(entry="1", sanctuaries=("A",), quiet=True),
    RelicGained(),
    VillainPlaced(name="Imp", hp=3),
    InitiativeSet(order=(ANA, BEN, IMP)),
    DamageTaken(whom=IMP, amount=3, by=ANA),
    DamageTaken(whom=BEN, amount=2),
)
LOST = (DamageTaken(whom=ANA, amount=20), DamageTaken(whom=BEN, amount=15))


def table_after(*events: Event[Any]) -> Odalin:
    found: Odalin = given(GAME, *events).play.campaign.table
    return found


def sheets(*events: Event[Any]) -> Mapping[str, Sheet]:
    return sheets_of(table_after(*events))


def sheets_of(table: Odalin) -> Mapping[str, Sheet]:
    """The sheets of a table, by key."""
    return {sheet.key: sheet for sheet in GAME.sheets(table)}


def told(sheet: Sheet) -> dict[str, Any]:
    """The facts and tracks of a sheet and the rows of its grids, in words."""
    found: dict[str, Any] = {}
    for block in blocks_of(sheet):
        match block:
            case Facts():
                found |= {str(fact.label): words(fact) for fact in block.facts}
            case Grid():
                heads = [str(column) for column in block.columns]
                found[str(block.title)] = [dict(zip(heads, map(words, row), strict=True)) for row in block.rows]
            case Tracks():
                tracks = (track for group in block.groups for track in group)
                found |= {str(track.label): f"{track.value}/{track.length}" for track in tracks}
    return found


def blocks_of(sheet: Sheet) -> Iterator[Block]:
    for block in sheet.blocks:
        yield from block.blocks if isinstance(block, Beside) else (block,)


def words(cell: object) -> str:
    match cell:
        case Fact(value=value, of=of):
            return f"{value}/{of}" if of else str(value)
        case Box(ticked=ticked):
            return "x" if ticked else ""
    return "" if cell is None else str(cell)


# === What is put away in a dungeon ================================================================


def test_in_the_middle_of_a_combat_all_of_it_stands_on_one_sheet() -> None:
    fight = (
        *PARTY,
        DamageTaken(whom=IMP, amount=4),
        EliteMade(villain=OGRE),
        ConditionsGained(whom=BEN, tokens={"poisoned": 1}),
        TurnEnded(who=ANA),
        NoteAdded(text="Both at the door", about=POSITIONS),
        NoteAdded(text="Ana beside the chest", about=POSITIONS),
    )
    found = sheets(*fight)
    assert "save" not in found
    combat = told(found["combat"])
    assert combat["Whose turn"] == "Imp 1"
    assert combat["Still to act"] == "Imp 1, Ben, Ogre 1"
    assert combat["Villains"] == [
        {"Villain": "Imp 1", "Hit points": "6/10", "Defense": "2", "Side": "Chaos 1", "Marks": ""},
        {"Villain": "Ogre 1", "Hit points": "10/10", "Defense": "2", "Side": "Order 2", "Marks": "elite"},
    ]
    assert {"Hero": "Ben", "Points ready": "3", "Conditions": "Poisoned"} in combat["In this combat"]
    assert combat["Positions"] == [{"Note": "Ana beside the chest"}]


def test_an_attack_under_way_is_put_away_with_its_card() -> None:
    card = table_after(*PARTY).heroes[ANA].in_zone("hand")[0]
    combat = told(sheets(*PARTY, AttackDeclared(hero=ANA, sleeve=card, target=IMP, damage=2))["combat"])
    assert (combat["Attack"], combat["With the card"]) == ("Ana: Imp 1", card)
    assert "With the card" not in told(sheets(*PARTY, AttackDeclared(hero=ANA, basic=True, target=IMP))["combat"])


def test_what_the_dice_of_an_attack_show_is_put_away_with_it() -> None:
    """Digest part 7: a combat goes on exactly where it stopped."""
    rolled = AttackRolled(hits=2, damage=1, corruption=1)
    combat = told(sheets(*PARTY, AttackDeclared(hero=ANA, basic=True, target=IMP), rolled)["combat"])
    assert combat["Rolled"] == "2 hits, 1 damage, 1 corruption"


def test_the_conditions_of_a_villains_attack_are_put_away_with_it() -> None:
    bite = VillainAttacked(villain=IMP, hero=BEN, damage=4, conditions={"poisoned": 1})
    combat = told(sheets(*PARTY, *IMP_AT_TURN, bite)["combat"])
    assert combat["Attack"] == "Imp 1: 4 damage, Poisoned to Ben"


def test_what_a_hero_used_up_in_its_turn_is_put_away() -> None:
    simple = fight(simple=True)
    focused = (FocusedOnAttack(hero=ANA, dice=1), FocusedToHeal(hero=ANA, whom=BEN, dice=1))
    (ana, _) = told(sheets(*simple, *focused)["combat"])["In this combat"]
    assert (ana["Effects"], ana["Used"]) == ("next attack +2", "focus ×1, focus to heal")


def test_who_strikes_out_of_stealth_does_so_after_a_stop_too() -> None:
    hidden = (*fight(first="rogue"), StealthEntered(hero=ANA), *ROUND_TWO)
    (ana, _) = told(sheets(*hidden)["combat"])["In this combat"]
    assert ana["Effects"] == "strikes out of stealth"


def test_hands_and_discard_piles_are_told_by_the_numbers_of_the_cards() -> None:
    table = table_after(*PARTY)
    for zone, numbers in (("deck", range(1, 13)), ("hand", (2, 3)), ("discard", (5,)), ("aura", (7,))):
        for number in numbers:
            table.heroes[ANA].sleeves[f"{ANA} {number}"].zone = zone  # type: ignore[assignment]
    rows = told(sheets_of(table)["combat"])["Action cards"]
    assert rows[0] == {"Hero": "Ana", "In hand": "2, 3", "Auras in play": "7", "Discarded": "5", "In the deck": "8"}


def test_after_a_combat_the_save_sheet_has_dials_and_explored_rooms() -> None:
    won = (*AT_CAMPFIRE, CorruptionGained(hero=BEN, amount=2), RewardsCollected())
    found = sheets(*won)
    assert "combat" not in found
    save = told(found["save"])
    assert save["Heroes"] == [
        {"Hero": "Ana", "Hit points": "20/20", "Soul": "2", "Corruption": "1", "Tainted": "0"},
        {"Hero": "Ben", "Hit points": "13/15", "Soul": "2", "Corruption": "3", "Tainted": "0"},
    ]
    assert save["Explored rooms"] == [{"Room": "1", "Cleared": "rewards collected", "Doors": "A (sanctuary)"}]
    assert (save["Chapter"], save["Section"], save["Relics"]) == ("1", "1", "1")


def test_who_comes_along_is_put_away_after_a_combat_too() -> None:
    """2.15: somebody escorted is in no combat now, and goes on with the party."""
    save = told(sheets(*AT_CAMPFIRE, AllyJoined(name="Miller", hp=4), DamageTaken(whom="Miller", amount=1))["save"])
    assert save["Allies"] == [{"Ally": "Miller", "Hit points": "3/4"}]


@pytest.mark.parametrize("events", [party()[:-3], party()[:-1]], ids=["set up", "journey"])
def test_outside_the_dungeon_nothing_is_put_away(events: Events) -> None:
    assert {"save", "combat"}.isdisjoint(sheets(*events))


# === One a hero ===================================================================================


NO_STATS_SHOWN = dict.fromkeys(("Power", "Vigor", "Agility", "Spirit", "Mind", "Luck"), "0")


def test_a_hero_has_its_dials_as_tracks_and_its_stats() -> None:
    ana = told(sheets(*PARTY, StatsSet(hero=ANA, stat="agility", value=4), SoulGained(hero=ANA, amount=3))["hero-Ana"])
    assert (ana["Hit points"], ana["Soul"], ana["Tainted action points"]) == ("20/20", "5/10", "0/3")
    assert ana["Class"] == "Guardian"
    assert ana[""] == [
        {"Stats": "Value", **NO_STATS_SHOWN, "Agility": "4"},
        {
            "Stats": "Bonus",
            "Power": "0",
            "Vigor": "0",
            "Agility": "2",
            "Spirit": "unknown",
            "Mind": "unknown",
            "Luck": "2",
        },
    ]


def test_twelve_sleeves_stand_in_two_columns_of_six_with_what_is_flipped() -> None:
    named = (
        SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="Slash", demon_card="Gorge", upper_is_demon=False),
        SleeveNamed(hero=ANA, sleeve="Ana 2", hero_card="Parry", demon_card="Roar", upper_is_demon=True),
        SleeveNamed(hero=ANA, sleeve="Ana 7", hero_card="Charge"),
    )
    table = table_after(*party()[:-3], *named)
    table.heroes[ANA].sleeves["Ana 2"].flipped_upper = True
    table.heroes[ANA].sleeves["Ana 1"].level = 3
    (sleeves,) = [block for block in sheets_of(table)["hero-Ana"].blocks if isinstance(block, Beside)]
    assert [len(column.rows) for column in sleeves.blocks if isinstance(column, Grid)] == [6, 6]
    first, second = sleeves.blocks[0].rows[:2]  # type: ignore[union-attr]
    assert [words(cell) for cell in first] == ["1", "Slash", "Gorge (demon)", "3"]
    assert [words(cell) for cell in second] == ["2", "Roar (demon, flipped)", "Parry", ""]


def test_which_half_is_the_demons_is_marked_as_unknown_until_it_is_said() -> None:
    named = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="Slash", demon_card="Gorge")
    (sleeves,) = [block for block in sheets(*party()[:-3], named)["hero-Ana"].blocks if isinstance(block, Beside)]
    assert [words(cell) for cell in sleeves.blocks[0].rows[0]] == ["1", "Slash (?)", "Gorge (?)"]  # type: ignore[union-attr]


def test_a_column_of_sleeves_of_which_nothing_is_known_is_not_printed() -> None:
    named = SleeveNamed(hero=ANA, sleeve="Ana 9", hero_card="Slash")
    (sleeves,) = [block for block in sheets(*party()[:-3], named)["hero-Ana"].blocks if isinstance(block, Beside)]
    assert [[words(row[0]) for row in column.rows] for column in sleeves.blocks if isinstance(column, Grid)] == [
        ["7", "8", "9", "10", "11", "12"]
    ]


def test_sleeves_of_which_nothing_is_known_are_not_printed() -> None:
    assert not [block for block in sheets(*PARTY)["hero-Ana"].blocks if isinstance(block, Beside)]


def test_a_card_that_is_flipped_is_told_though_nobody_named_it() -> None:
    flipped = CardsFlipped(hero=ANA, upper=("Ana 4",))
    (sleeves,) = [block for block in sheets(*party()[:-3], flipped)["hero-Ana"].blocks if isinstance(block, Beside)]
    assert [words(cell) for cell in sleeves.blocks[0].rows[3]] == ["4", "(flipped)", ""]  # type: ignore[union-attr]


def test_whole_sets_are_told_below_what_is_worn() -> None:
    table = table_after(*PARTY)
    hero = table.heroes[ANA]
    hero.worn["Helm of the bear"] = Worn(slot="helmet", set="Bear", stats={"vigor": 1})
    hero.set_bonuses["Bear"] = SetBonus(hp=4, effect="Growl once a combat")
    (helm, bear) = told(sheets_of(table)["hero-Ana"])["Equipment"]
    assert (helm["Slot"], helm["Its bonus"], helm["In cooldown"]) == ("helmet", "Vigor +1", "")
    assert (bear["Slot"], bear["Its bonus"]) == ("set", "4 hit points, Growl once a combat")


def test_equipment_is_told_with_what_it_adds_and_whether_it_is_in_cooldown() -> None:
    table = table_after(*PARTY)
    hero = table.heroes[ANA]
    hero.worn["Axe"] = Worn(slot="two-hand", cooldown=True, stats={"power": 2}, hp=5, dice={"red": 2})
    hero.consumables, hero.tokens = ["Draught"], {"guard": 3}
    ana = told(sheets_of(table)["hero-Ana"])
    adds = "Power +2, 5 hit points, 2 Red"
    assert ana["Equipment"] == [{"Item": "Axe", "Slot": "two hand", "Its bonus": adds, "In cooldown": "x"}]
    assert (ana["Consumables"], ana["Guard"]) == ("Draught", "3/5")


# === The party, the campaign log, the summary =====================================================


def test_the_party_has_its_relics_stash_story_and_quests() -> None:
    table = table_after(*PARTY, RelicGained())
    table.stash, table.facts = ["Old shield"], ["The mill burned"]
    table.decisions = [Decision(entry="7", choice="Spare him")]
    table.quests = {"Wolves": Quest(objective="Three pelts")}
    found = told(sheets_of(table)["party"])
    assert (found["Purified relics"], found["Power"], found["Stash"]) == ("1/3", "0/6", "Old shield")
    assert found["Facts"] == "The mill burned"
    assert found["Decisions"] == [{"Entry": "7", "Decision": "Spare him"}]
    assert found["Quests"] == [{"Quest": "Wolves", "Objective": "Three pelts", "State": "active"}]


def test_notes_stand_with_whom_they_are_about_and_all_others_with_the_party() -> None:
    noted = (NoteAdded(text="fears fire", about=BEN), NoteAdded(text="ask the miller", about="Imp 1"))
    found = sheets(*PARTY, *noted)
    assert told(found["hero-Ben"])["Notes"] == [{"Note": "fears fire"}]
    assert told(found["party"])["Notes"] == [{"Note": "ask the miller"}]


def test_the_campaign_log_tells_where_the_story_stands_and_how_the_table_rules() -> None:
    found = told(sheets(*PARTY, RulingMade(ruling="auras-fall"))["campaign"])
    assert (found["Difficulty"], found["Chapter"]) == ("Normal", "1")
    assert found["Heroes"] == "Ana (Beelzebub), Ben (Azazel)"
    assert "Act" not in found  # the first one is not worth a line
    assert len(found["How this table rules"]) == 1


def test_the_summary_counts_days_deeds_and_villains() -> None:
    found = told(sheets(*AT_CAMPFIRE, *LOST)["summary"])
    assert found["Days"] == [
        {"Day": "1", "Chapter": "1", "Section": "1", "End": "lost", "Rounds": "1", "Rooms": "1", "Villains": "1"}
    ]
    assert found["Heroes"] == [
        {"Hero": "Ana", "Dealt": "3", "Taken": "20", "Defeated": "1"},
        {"Hero": "Ben", "Dealt": "0", "Taken": "17", "Defeated": "1"},
    ]
    assert found["Villains defeated"] == [{"Villain": "Imp", "Number": "1"}]


def test_the_summary_counts_turns_dials_and_what_was_found() -> None:
    """Digest part 7."""
    spent = PowerSpent(first=ANA, first_half="upper", second=BEN, second_half="lower")
    power = (PowerRaised(amount=4), spent, SoulGained(hero=BEN, amount=2))
    story = (RelicGained(), DecisionMade(choice="Ring it", facts=("The bell rang",)))
    healed = (DamageTaken(whom=BEN, amount=15), FirstAidGiven(hero=ANA, patient=BEN))
    found = told(sheets(*PARTY, *power, *story, *healed, *LOST)["summary"])
    heads = ("Hero", "Turns", "Revived", "Power spent on", "Soul gained", "Corruption gained", "Points tainted")
    assert [tuple(row) for row in found["Turns and dials"]] == [heads, heads]
    assert [tuple(row.values()) for row in found["Turns and dials"]] == [
        (ANA, "1", "0", "1", "4", "1", "0"),
        (BEN, "0", "1", "1", "4", "1", "2"),
    ]
    in_all = {name: found[name] for name in ("Rounds", "Rooms", "Days lost", "Decisions", "Facts", "Relics found")}
    assert set(in_all.values()) == {"1"}


def test_the_summary_tells_a_perfect_victory() -> None:
    """Digest part 7."""
    table = table_after(*AT_CAMPFIRE, *LOST)
    table.perfect = True
    assert told(sheets_of(table)["summary"])["Outcome"] == "A perfect victory"


def test_the_summary_counts_what_was_played_in_a_hell_rift() -> None:
    """Digest part 7: rifts explored, and what they took; their villains are not those of the next day."""
    imp = (VillainNumbersSet(villain=IMP, hp=4), DamageTaken(whom=IMP, amount=4), BurstResolved(villain=IMP))
    table = table_after(*RIFT_ROOM, *imp, *gone("Ghoul 1", "Cultist 1"), HellRiftLeft())
    found = told(sheets_of(table)["summary"])
    assert found["Hell Rifts explored"] == [
        {"Chapter": "1", "Section": "1", "Rounds": "1", "Rooms": "1", "Villains": "1"}
    ]
    assert (found["Rounds"], found["Rooms"], table.villains_today()) == ("2", "2", 0)


def test_what_is_done_on_the_next_day_is_counted_with_it() -> None:
    room = (SectionBegun(section=1, chapter_no=1), RoomSetUp(entry="1", tile="1", quiet=True))
    again = (*room, VillainPlaced(name="Imp", hp=3), DamageTaken(whom=BEN, amount=2))
    (_, ben) = told(sheets(*AT_CAMPFIRE, *LOST, *again)["summary"])["Heroes"]
    assert ben["Taken"] == "19"


def test_there_is_no_summary_of_a_first_day() -> None:
    assert "summary" not in sheets(*PARTY)


# === Nothing that is empty ========================================================================

MOMENTS: Mapping[str, Events] = {
    "nobody": (),
    "set up": party()[:-3],
    "journey": party()[:-1],
    "combat": PARTY,
    "after a combat": AT_CAMPFIRE,
    "campfire": (*AT_CAMPFIRE, SanctuaryOpened(hero=ANA, door="A")),
    "day lost": (*AT_CAMPFIRE, *LOST),
    "dials alone": (*party(tracks=("equipment",)), VillainPlaced(name="Imp")),
}


@pytest.mark.parametrize("events", MOMENTS.values(), ids=MOMENTS)
def test_no_sheet_has_anything_that_is_empty(events: Events) -> None:
    for sheet in sheets(*events).values():
        for block in blocks_of(sheet):
            match block:
                case Facts():
                    assert block.facts
                    assert all(words(fact) for fact in block.facts)
                case Grid():
                    assert block.rows
                    assert all(any(words(row[n]) for row in block.rows) for n in range(len(block.columns)))
                case Tracks():
                    assert all(isinstance(track, Track) for group in block.groups for track in group)


@pytest.mark.parametrize("format", SHEET_FORMATS)
def test_all_sheets_are_drawn_in_every_format(format: str) -> None:
    assert render_sheets(list(sheets(*AT_CAMPFIRE, *LOST).values()), format)


def test_they_are_those_of_a_campaign_that_has_begun() -> None:
    assert list(sheets(*party()[:-3], CampaignBegun(), HeroesPrepared(), DungeonEntered())) == [
        "save",
        "hero-Ana",
        "hero-Ben",
        "party",
        "campaign",
    ]


def test_a_base_soul_of_0_is_printed_and_an_unknown_one_is_not() -> None:
    none, unsaid = (HeroJoined(hero=ANA, hp=9, soul=0), HeroJoined(hero=BEN, hp=9))
    shown = sheets(none, unsaid)
    assert told(shown["hero-Ana"])["Base soul"] == "0"
    assert "Base soul" not in told(shown["hero-Ben"])


def test_equipment_of_the_beginning_was_not_found() -> None:
    axe = EquipmentGiven(item="Axe", hero=ANA, slot="one-hand melee")
    opening = party()
    start = (*opening[:2], axe, *opening[2:], *PARTY[len(opening) :], LootDrawn(items=("Ring",)), *LOST)
    assert told(sheets(*start)["summary"])["Equipment found"] == "1"
