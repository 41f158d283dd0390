"""The sheets: what a table writes down stands on them, and what it leaves out does not."""

from collections.abc import Mapping

from companion.testing import given, table
from domain.framework.events.event import Event
from domain.framework.kernel import NoteAdded, SessionStarted
from domain.framework.table import value_at
from domain.framework.views.sheet import Box, Boxes, Fact, Facts, Grid, Sheet, Track, Tracks
from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered, MinionEntered, SideSchemeEntered
from domain.games.champions.cards.handling import CountersPlaced, UsesSpent
from domain.games.champions.defeats import SeatEliminated
from domain.games.champions.endgame import GameLost, GameWon
from domain.games.champions.enemies.activations import EnemyActivated
from domain.games.champions.harm import DamageDealt
from domain.games.champions.heroes.powers import HeroAttacked
from domain.games.champions.piles.encounter_deck import EncounterCardsDiscarded, EncounterCounted
from domain.games.champions.rounds import (
    ActivationsEnded,
    PlayerPhaseEnded,
    RoundEnded,
    SchemeThreatPlaced,
    StepCardsDealt,
)
from domain.games.champions.setup.decks import DeckListed
from domain.games.champions.setup.players import FirstPlayerChosen, TableOpened
from domain.games.champions.setup.scenarios import (
    GameBegun,
    ModularSetChosen,
    ModularSetHidden,
    NextGameSetUp,
    ScenarioChosen,
)
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import AccelerationTokensPlaced, ThreatPlaced, ThreatRemoved
from domain.games.champions.timing.effects import LastingEffectBegun
from tests.domain.games.champions.moments import (
    HERO_FORM,
    HEROES,
    IN_PLAY,
    IRON,
    PLAYING,
    RHINO,
    SPIDER,
    Events,
    at,
    dials,
    tracking,
    villain_phase,
)

HURT = (
    DamageDealt(target="villain", amount=3, by=SPIDER),
    DamageDealt(target=SPIDER, amount=2),
    DamageDealt(target="daredevil", amount=1),
    StatusGiven(target="shocker", status="stunned"),
)


def sheets(*events: Event) -> Mapping[str, Sheet]:  # type: ignore[type-arg]  # of any game
    """The sheets after these events, by key."""
    return {sheet.key: sheet for sheet in GAME.sheets(at(*events))}


def told(sheet: Sheet) -> dict[str, object]:
    """The facts of a sheet and the rows of its grids, in words."""
    found: dict[str, object] = {}
    for block in sheet.blocks:
        if isinstance(block, Facts):
            found |= {str(fact.label): words(fact) for fact in block.facts}
        elif isinstance(block, Grid):
            found[str(block.title)] = [[words(cell) for cell in row] for row in block.rows]
        elif isinstance(block, Tracks):
            found |= {str(track.label): f"{track.value}/{track.length}" for group in block.groups for track in group}
        elif isinstance(block, Boxes):
            found[str(block.title)] = [str(box.label) for box in block.boxes if box.ticked]
    return found


def tracks(sheet: Sheet) -> list[object]:
    """The tracks of a sheet, in words."""
    found = [block for block in sheet.blocks if isinstance(block, Tracks)]
    return [words(track) for block in found for group in block.groups for track in group]


def words(cell: object) -> object:
    if isinstance(cell, Fact):
        return str(cell.value) + (f"/{cell.of}" if cell.of is not None else "")
    if isinstance(cell, Track):
        return f"{cell.label} {cell.value}/{cell.length}"
    return cell.ticked if isinstance(cell, Box) else str(cell)


def test_the_scenario_sheet_has_both_sides_of_the_table() -> None:
    sheet = told(sheets(*PLAYING, *IN_PLAY, *HURT)["scenario"])
    assert sheet["Hit points"] == "25/28"
    assert sheet["First player"] == "Spider-Man"
    assert sheet["Minions"] == [["Shocker", "Spider-Man", "3/3", "Stunned"]]
    assert [row[:2] for row in sheet["Side schemes"]] == [["Illegal Arms Factory", "30"]]  # type: ignore[attr-defined]


def test_what_is_attached_stands_behind_the_name() -> None:
    lying = AttachmentEntered(name="Charge", host="shocker")
    sheet = told(sheets(*PLAYING, *IN_PLAY, lying)["scenario"])
    assert sheet["Minions"][0][0] == "Shocker + Charge"  # type: ignore[index]


def test_the_hero_sheet_has_allies_upgrades_and_piles() -> None:
    sheet = told(sheets(*PLAYING, *IN_PLAY, *HURT)[f"hero-{SPIDER}"])
    assert sheet["Hit points"] == "8/10"
    assert sheet["Allies (at most 3)"] == [["Daredevil", "2/3", False, ""]]
    assert sheet["Upgrades and supports"] == [["Web", "upgrade", False, "uses 3/3"]]
    assert sheet["Hand"] == "0"


def test_hit_points_and_threat_are_tracks_to_tick_off() -> None:
    found = sheets(*PLAYING, *HURT[:2])
    assert tracks(found["scenario"]) == ["Hit points 25/28", "Threat 0/14"]
    assert tracks(found[f"hero-{SPIDER}"]) == ["Hit points 8/10"]


def test_uses_are_boxes_of_which_some_are_left() -> None:
    sheet = told(sheets(*PLAYING, *IN_PLAY, UsesSpent(card="web"))[f"hero-{SPIDER}"])
    assert sheet["Upgrades and supports"] == [["Web", "upgrade", False, "uses 2/3"]]


def test_what_is_counted_on_a_card_or_the_scheme_stands_beside_it() -> None:
    counted = [CountersPlaced(on=on, name="smoke") for on in ("shocker", "villain", "main scheme", SPIDER)]
    found = sheets(*PLAYING, *IN_PLAY, *counted)
    assert told(found["scenario"])["Minions"][0][-1] == "smoke 1"  # type: ignore[index]
    lying = [fact for block in found["scenario"].blocks if isinstance(block, Facts) for fact in block.facts]
    assert [words(fact) for fact in lying if str(fact.label) == "Counters"] == ["smoke 1", "smoke 1"]
    assert told(found[f"hero-{SPIDER}"])["Counters"] == "smoke 1"


def test_the_steps_of_the_round_are_ticked_up_to_the_one_at_hand() -> None:
    assert told(sheets(*villain_phase())["scenario"])["This round"] == [
        "Player phase",
        "Villain phase: threat",
        "Villain phase: activations",
    ]


def test_how_hard_the_game_is_stands_on_the_sheet() -> None:
    hard = ScenarioChosen(scenario="rhino", mode="expert", heroic=2, skirmish=True)
    sheet = told(sheets(*HEROES, hard, ModularSetChosen(set="bomb-scare"), ModularSetHidden())["scenario"])
    assert (sheet["Mode"], sheet["Heroic level"], sheet["Skirmish"]) == ("expert", "2", "a single stage")
    assert sheet["Modular sets"] == "Bomb Scare, unseen"


def test_notes_stand_where_they_belong() -> None:
    noted = (NoteAdded(text="Sleeves!"), NoteAdded(text="Hates rain", about="Spider-Man"))
    found = sheets(*PLAYING, *noted)
    assert told(found["scenario"])["Notes"] == [["Sleeves!"]]
    assert told(found[f"hero-{SPIDER}"])["Notes"] == [["Hates rain"]]
    assert "Notes" not in told(found[f"hero-{IRON}"])


def test_what_lasts_is_kept_on_paper() -> None:
    sheet = told(sheets(*PLAYING, LastingEffectBegun(effect="No thwarting", until="round"))["scenario"])
    assert sheet["Lasting effects"] == [["No thwarting, until the end of the round"]]


HURT_VILLAIN = DamageDealt(target="villain", amount=3)
ROUND_OVER: Events = (*villain_phase(HURT_VILLAIN, FirstPlayerChosen(seat=IRON)), RoundEnded())


def test_the_rounds_of_a_game_are_told_in_lines() -> None:
    over = (*ROUND_OVER, DamageDealt(target=SPIDER, amount=4), GameWon(reason="card"))
    assert "rounds" not in sheets(*PLAYING)
    assert told(sheets(*over)["rounds"])[""] == [
        ["1", "Iron Man", "10", "9", "25", "2"],
        ["2", "Spider-Man", "6", "9", "25", "2"],
    ]
    assert "rounds" not in sheets(*over, NextGameSetUp())


def test_a_round_that_is_taken_back_is_told_no_more() -> None:
    given(GAME, *ROUND_OVER[:-1]).when(RoundEnded()).and_undo().then(table(rounds=[]))


def test_cards_dealt_for_hazard_icons_are_summed_up() -> None:
    factory = SideSchemeEntered(name="illegal-arms-factory")
    dealing = (tracking("encounter", "schemes"), *PLAYING, factory, PlayerPhaseEnded(), SchemeThreatPlaced())
    over = (*dealing, ActivationsEnded(), StepCardsDealt(), GameLost(reason="card"))
    assert told(sheets(*over)["summary"])["Encounter cards for hazard icons"] == "1"


def test_who_was_out_of_the_game_and_of_which_aspect_is_summed_up() -> None:
    aspect = DeckListed(seat=SPIDER, cards={"daredevil": 1})
    listed = given(GAME, TableOpened(), *HEROES).when(aspect, bend="to learn").and_then(RHINO).and_then(GameBegun())
    over = listed.and_then(SessionStarted()).and_then(SeatEliminated(seat=IRON)).and_then(GameLost(reason="card"))
    [sheet] = [sheet for sheet in GAME.sheets(over.play.campaign.table) if sheet.key == "summary"]
    assert [(row[0], row[1], row[-1]) for row in told(sheet)["Heroes"]] == [  # type: ignore[attr-defined]
        ("Spider-Man", "Justice", False),
        ("Iron Man", "", True),
    ]
    assert told(sheet)["Session"] == "1"


def test_a_table_of_dials_has_dials_on_its_sheets() -> None:
    found = sheets(*dials())
    assert list(found) == ["scenario", f"hero-{SPIDER}", f"hero-{IRON}"]
    assert not any(isinstance(block, Grid) for sheet in found.values() for block in sheet.blocks)


def test_a_game_that_is_over_is_summed_up() -> None:
    sheet = told(sheets(*PLAYING, *HURT[:2], DamageDealt(target="villain", amount=28), GameWon())["summary"])
    assert (sheet["Result"], sheet["Reason"], sheet["Rounds"]) == ("won", "villain defeated", "1")
    assert sheet["Heroes"] == [
        ["Spider-Man", "", "3", "2", False],
        ["Iron Man", "", "0", "0", False],
    ]


def test_the_end_of_a_game_tells_how_it_was_played() -> None:
    hard = ScenarioChosen(scenario="rhino", mode="expert", heroic=2, skirmish=True)
    sheet = told(sheets(*HEROES, hard, GameBegun(), GameWon(reason="card"))["summary"])
    assert (sheet["Mode"], sheet["Heroic level"], sheet["Skirmish"]) == ("expert", "2", "a single stage")


TWO: Events = (
    *PLAYING,
    *HURT[:2],
    GameWon(reason="card"),
    NextGameSetUp(),
    tracking("minions"),
    RHINO,
    GameBegun(),
    GameLost(reason="card"),
)


def test_several_games_are_told_in_lines_and_by_hero() -> None:
    sheet = told(sheets(*TWO)["games"])
    assert [row[4] for row in sheet["Games"]] == ["won", "lost"]  # type: ignore[attr-defined]
    assert sheet["Heroes"] == [["Spider-Man", "2", "1", "3"], ["Iron Man", "2", "1", "0"]]


def test_outcomes_are_by_scenario_and_by_hero() -> None:
    told = {str(one.name): [won for _, won in one.results] for one in GAME.outcomes(at(*TWO))}
    assert told == {"Rhino": [True, False], "Spider-Man": [True, False], "Iron Man": [True, False]}


def test_outcomes_are_by_mode_and_by_aspect_too_where_there_are_several() -> None:
    aspect = DeckListed(seat=SPIDER, cards={"daredevil": 1})
    listed = given(GAME, TableOpened(), *HEROES).when(aspect, bend="to learn")
    hard = ScenarioChosen(scenario="rhino", mode="expert")
    for event in (
        RHINO,
        GameBegun(),
        GameWon(reason="card"),
        NextGameSetUp(),
        hard,
        GameBegun(),
        GameLost(reason="card"),
    ):
        listed = listed.and_then(event)
    told = {str(one.name): [won for _, won in one.results] for one in GAME.outcomes(listed.play.campaign.table)}
    assert list(told) == ["Rhino", "standard", "expert", "Spider-Man", "Iron Man", "Justice"]
    assert (told["standard"], told["expert"], told["Justice"]) == ([True], [False], [True, False])


def test_outcomes_are_by_heroic_level_and_by_skirmish_where_there_are_several() -> None:
    second, third = (
        ScenarioChosen(scenario="rhino", heroic=2),
        ScenarioChosen(scenario="rhino", heroic=1, skirmish=True),
    )
    events = (
        *TWO,
        NextGameSetUp(),
        second,
        GameBegun(),
        GameLost(reason="card"),
        NextGameSetUp(),
        third,
        GameBegun(),
        GameWon(reason="card"),
    )
    told = [(str(one.by), str(one.name), [won for _, won in one.results]) for one in GAME.outcomes(at(*events))]
    assert told[1:6] == [
        ("Heroic level", "0", [True, False]),
        ("Heroic level", "1", [True]),
        ("Heroic level", "2", [False]),
        ("Stages of the villain", "all of them", [True, False, False]),
        ("Stages of the villain", "a single stage", [True]),
    ]


def test_what_is_told_with_its_origin_is_there() -> None:
    for events in ((*PLAYING, *IN_PLAY, *HURT), TWO):
        table = at(*events)
        for sheet in GAME.sheets(table):
            for block in sheet.blocks:
                for fact in block.facts if isinstance(block, Facts) else ():
                    if fact.path:
                        value_at(table, fact.path.split("."))


def test_f43_what_was_done_in_a_game_is_summed_up() -> None:
    """Rounds, threat placed and removed, damage, activations, cards, reshuffles, tokens, and what was defeated."""
    played = (
        *HERO_FORM,
        ThreatPlaced(scheme="main scheme", amount=5, prevented=1),
        ThreatRemoved(scheme="main scheme", amount=2, by=SPIDER),
        MinionEntered(name="Drone", seat=SPIDER, health=1),
        HeroAttacked(seat=SPIDER, target="Drone", amount=1),
        DamageDealt(target=SPIDER, amount=3),
        AccelerationTokensPlaced(),
        EncounterCounted(deck=1, discard=4),
        EncounterCardsDiscarded(),
        EnemyActivated(enemy="villain", seat=IRON, because="card", value=2),
        SideSchemeEntered(name="Lair", threat=1),
        ThreatRemoved(scheme="Lair", amount=1, by=IRON),
        GameLost(reason="card"),
    )
    (game,) = at(*played).games
    spider, iron = game.heroes[SPIDER], game.heroes[IRON]
    assert (game.rounds, game.placed, game.activations, game.reshuffles, game.tokens) == (1, 6, 1, 1, 2)
    assert (spider.dealt, spider.taken, spider.removed, iron.removed) == (1, 3, 2, 1)
    assert game.defeated == {"minion": 1, "side scheme": 1}
    sheet = told(sheets(*played)["summary"])
    assert (sheet["Threat placed"], sheet["Activations of enemies"]) == ("6", "1")
