"""A campaign of linked scenarios: in order, tried again, with its log and what heroes take along."""

from companion.testing import NOTHING, Spec, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.framework.offers.prompt_list import offered_prompts
from domain.framework.table import split_path, value_at
from domain.framework.views.sheet import Fact, Grid, Words
from domain.games.champions import GAME
from domain.games.champions.campaign import (
    CampaignCounterChanged,
    CampaignFinished,
    CampaignKept,
    CampaignNamed,
    CampaignTaken,
    CardRemovedFromCampaign,
    CarryOverRecorded,
    EarnedCardLost,
    LogWordStruck,
    LogWordWritten,
    PlannedScenarioMoved,
    PlannedScenarioRemoved,
    PlannedScenarioSkipped,
    ScenarioPassed,
    ScenarioPlanned,
)
from domain.games.champions.display.records import campaign_sheet, deck_sheets
from domain.games.champions.display.setup import DECKS, campaign_prompts
from domain.games.champions.endgame import GameAbandoned, GameLost, GameWon
from domain.games.champions.harm import DamageDealt
from domain.games.champions.setup.decks import DeckListed
from domain.games.champions.setup.scenarios import GameBegun, NextGameSetUp, ScenarioChosen
from tests.domain.games.champions.moments import HEROES, IRON, RHINO, SPIDER, dials, tracking

PLANNED = (*HEROES, *(ScenarioPlanned(scenario=one) for one in ("rhino", "klaw", "ultron")))
FIRST = (*PLANNED, RHINO, GameBegun())
LOST = (*FIRST, GameLost(reason="card"))
WON = (*FIRST, GameWon(reason="card"))
ANEW = (NextGameSetUp(), tracking("campaign"))
"""Another game of the campaign, whose setup nobody follows."""
KLAW = ScenarioChosen(scenario="klaw", health=20)
SHEET = ContentAdded(kind="campaigns", id="Red Tide", fields={"scenarios": ["rhino", "klaw"], "counters": ["Delay"]})


def at(*events: Event[object]) -> Spec:
    return given(GAME, *events)


def musts(*events: Event[object]) -> list[str]:
    return [str(prompt.title) for prompt in campaign_prompts(at(*events).play.campaign.table) if prompt.required]


def titles(*events: Event[object]) -> list[str]:
    return [str(prompt.title) for prompt in campaign_prompts(at(*events).play.campaign.table)]


def test_the_first_scenario_that_is_added_is_at_hand() -> None:
    at(*PLANNED).then(table(**{"campaign.at": 1, "campaign.slots.2.scenario": "ultron"}))


def test_scenarios_that_were_not_played_are_moved_taken_out_and_skipped() -> None:
    at(*PLANNED).when(PlannedScenarioMoved(slot=3, to=1)).then(
        table(**{"campaign.slots.0.scenario": "ultron", "campaign.at": 1})
    )
    at(*PLANNED).when(PlannedScenarioRemoved(slot=1)).then(
        table(**{"campaign.slots.0.scenario": "klaw", "campaign.at": 1, "campaign.slots.2": NOTHING})
    )
    at(*PLANNED).when(PlannedScenarioSkipped(slot=1, reason="no time")).then(
        says("Campaign: scenario 1 was skipped (no time)"),
        table(**{"campaign.slots.0.status": "skipped", "campaign.at": 2}),
    )


def test_where_the_one_at_hand_is_taken_out_the_next_open_one_comes() -> None:
    at(*PLANNED, PlannedScenarioSkipped(slot=1)).when(PlannedScenarioRemoved(slot=2)).then(
        table(**{"campaign.at": 2, "campaign.slots.1.scenario": "ultron"})
    )


def test_the_scenario_at_hand_stays_at_hand_when_others_move() -> None:
    at(*FIRST).when(PlannedScenarioMoved(slot=3, to=1)).then(
        table(**{"campaign.at": 2, "campaign.slots.1.scenario": "rhino"})
    )


def test_scenarios_that_were_played_stay_where_they_are() -> None:
    at(*WON).when(PlannedScenarioMoved(slot=1, to=2)).then(
        refused("slot-not-open", bendable=True, says="Scenario 1 is not open: Rhino.")
    )
    at(*FIRST).when(PlannedScenarioRemoved(slot=1)).then(refused("slot-not-open", bendable=True))
    at(*WON).when(PlannedScenarioSkipped(slot=1)).then(refused("slot-not-open", bendable=True))


def test_there_is_no_scenario_beyond_the_last() -> None:
    at(*PLANNED).when(PlannedScenarioRemoved(slot=4)).then(refused("no-slot", bendable=False))
    at(*PLANNED).when(PlannedScenarioMoved(slot=1, to=4)).then(refused("no-slot", bendable=False))
    at(*PLANNED).when(PlannedScenarioMoved(slot=1, to=1)).then(refused("same-slot", bendable=False))


def test_a_game_is_an_attempt_at_the_scenario_at_hand() -> None:
    at(*FIRST).then(table(**{"campaign.slots.0.attempts": 1}))
    at(*PLANNED).when(KLAW).then(refused("other-scenario", bendable=True))


def test_a_game_aside_is_none_of_the_campaign() -> None:
    aside = at(*PLANNED).when(KLAW, bend="a game to learn it").and_then(GameBegun()).and_then(GameWon(reason="card"))
    aside.then(table(**{"campaign.slots.0.status": "open", "games.0.slot": 0}))


def test_the_result_is_taken_over_and_the_next_scenario_comes() -> None:
    at(*WON).then(table(**{"campaign.slots.0.status": "won", "games.0.slot": 1, "games.0.attempt": 1}))
    at(*WON).when(NextGameSetUp()).then(table(**{"campaign.at": 2}))
    assert musts(*WON) == ["Set up Klaw"]


def test_a_scenario_that_was_lost_is_tried_again_or_passed() -> None:
    at(*LOST).then(table(**{"campaign.slots.0.status": "lost"}))
    again = (*LOST, *ANEW, RHINO, GameBegun(), GameWon(reason="card"))
    at(*again).then(table(**{"campaign.slots.0.status": "won", "campaign.slots.0.attempts": 2, "games.1.attempt": 2}))
    at(*LOST).when(ScenarioPassed()).then(
        says("Campaign: Rhino was left as a loss, and the next scenario came up"), table(**{"campaign.at": 2})
    )
    assert musts(*LOST) == ["Try Rhino again"]
    at(*WON).when(ScenarioPassed()).then(refused("not-lost", bendable=True))


def test_a_game_that_was_given_up_gives_no_result() -> None:
    at(*FIRST, GameAbandoned()).then(table(**{"campaign.slots.0.status": "open", "campaign.slots.0.attempts": 1}))


def test_a_result_that_is_taken_back_is_taken_from_the_campaign() -> None:
    at(*FIRST).when(GameWon(reason="card")).and_undo().then(table(**{"campaign.slots.0.status": "open", "games": []}))


def test_a_campaign_is_over_after_its_last_scenario() -> None:
    skipped = (*WON, PlannedScenarioSkipped(slot=2), PlannedScenarioSkipped(slot=3))
    assert musts(*skipped) == ["The campaign is over"]
    at(*skipped).when(CampaignFinished()).then(
        says("The campaign ended: 1 of 3 scenarios won"), table(**{"campaign.over": True})
    )
    at(*WON).when(CampaignFinished()).then(refused("still-open", bendable=True, says="Klaw, Ultron"))
    at(*WON).when(CampaignFinished(reason="enough of it")).then(table(**{"campaign.over": True}))
    at(*skipped, CampaignFinished()).when(ScenarioPlanned(scenario="x")).then(refused("campaign-over", bendable=True))
    at(*HEROES).when(CampaignFinished()).then(refused("no-campaign", bendable=False))


def test_the_log_has_words_with_numbers_and_words_struck_out() -> None:
    noted = (*PLANNED, LogWordWritten(word="Docks", value=2))
    at(*noted).when(LogWordStruck(word="Docks")).then(
        says("Campaign log: Docks was crossed out"), table(**{"campaign.words.Docks.struck": True})
    )
    at(*noted).when(LogWordWritten(word="Docks", value=2)).then(refused("already-so", bendable=False))
    at(*noted, LogWordStruck(word="Docks")).when(LogWordStruck(word="Docks")).then(refused("struck-already"))


def test_counters_never_go_below_nothing() -> None:
    counted = (*PLANNED, CampaignCounterChanged(counter="Delay", change=2))
    at(*counted).when(CampaignCounterChanged(counter="Delay", change=-1)).then(table(**{"campaign.counters.Delay": 1}))
    at(*counted).when(CampaignCounterChanged(counter="Delay", change=-3)).then(refused("not-enough", bendable=False))
    at(*counted).when(CampaignCounterChanged(counter="Delay", change=0)).then(refused("already-so", bendable=False))


def test_hit_points_that_were_left_count_in_the_next_game() -> None:
    hurt = (
        *FIRST,
        DamageDealt(target=SPIDER, amount=6),
        GameWon(reason="card"),
        CarryOverRecorded(seat=SPIDER, left=4),
    )
    at(*hurt).when(NextGameSetUp()).then(table(**{"seats.spider-man.damage": 6, "seats.Iron Man.damage": 0}))
    at(*WON, NextGameSetUp()).when(CarryOverRecorded(seat=SPIDER, left=7)).then(table(**{"seats.spider-man.damage": 3}))


def test_an_expert_campaign_asks_for_hit_points() -> None:
    expert = (
        CampaignNamed(name="Red Tide", expert=True),
        *FIRST,
        DamageDealt(target=SPIDER, amount=6),
        GameWon(reason="card"),
    )
    [asked] = [p for p in campaign_prompts(at(*expert).play.campaign.table) if p.fields.get("seat") == SPIDER]
    assert (asked.fields["left"], asked.undone is not None) == (4, True)
    recorded = (*expert, CarryOverRecorded(seat=SPIDER, left=4))
    assert not [title for title in titles(*recorded) if title.startswith("Spider-Man")]


def test_hit_points_that_were_left_stay_when_a_card_is_earned_after_that() -> None:
    hurt = (
        *FIRST,
        DamageDealt(target=SPIDER, amount=6),
        GameWon(reason="card"),
        CarryOverRecorded(seat=SPIDER, left=4),
    )
    earned = CarryOverRecorded(seat=SPIDER, earned=("Cape",))
    at(*hurt).when(earned).then(table(**{"campaign.carried.spider-man.left": 4}))
    at(*hurt, NextGameSetUp()).when(earned).then(
        table(**{"campaign.carried.spider-man.left": 4, "seats.spider-man.damage": 6})
    )
    healed = (*hurt, *ANEW, KLAW, GameBegun(), GameWon(reason="card"))
    at(*healed).when(earned).then(table(**{"campaign.carried.spider-man.left": None}))


def test_nothing_is_taken_along_from_a_scenario_that_is_tried_again_nor_from_the_last() -> None:
    expert = CampaignNamed(name="Red Tide", expert=True)
    at(expert, *WON).then_prompts(CarryOverRecorded(seat=SPIDER, left=10), NextGameSetUp)
    at(expert, *LOST).then_no_prompt(CarryOverRecorded)
    at(expert, *LOST, ScenarioPassed()).then_prompts(CarryOverRecorded(seat=SPIDER, left=10), NextGameSetUp)
    last = (expert, *HEROES, ScenarioPlanned(scenario="rhino"), RHINO, GameBegun(), GameWon(reason="card"))
    at(*last).then_prompts(CampaignFinished).then_no_prompt(CarryOverRecorded)


def test_a_hero_without_hit_points_is_not_asked_to_keep_none() -> None:
    expert = (
        CampaignNamed(name="Red Tide", expert=True),
        *FIRST,
        DamageDealt(target=SPIDER, amount=10),
        GameWon(reason="card"),
    )
    [asked] = [p for p in campaign_prompts(at(*expert).play.campaign.table) if p.fields.get("seat") == SPIDER]
    assert "left" not in asked.fields


def test_a_card_that_was_earned_is_given_back() -> None:
    earned = (*WON, CarryOverRecorded(seat=SPIDER, left=4, earned=("daredevil", "Cape")))
    at(*earned).when(EarnedCardLost(seat=SPIDER, card="daredevil", reason="spent")).then(
        says("Spider-Man left Daredevil behind (spent)"),
        table(**{"campaign.carried.spider-man.earned": ["Cape"], "campaign.carried.spider-man.left": 4}),
    ).and_undo().then(table(**{"campaign.carried.spider-man.earned": ["daredevil", "Cape"]}))
    at(*earned).when(EarnedCardLost(seat=IRON, card="Cape")).then(refused("not-offered", bendable=False))


def test_no_game_begins_with_a_card_that_was_removed_from_the_campaign() -> None:
    listed = at(*HEROES).when(DeckListed(seat=SPIDER, cards={"daredevil": 1}), bend="to learn")
    removed = listed.and_then(ScenarioPlanned(scenario="rhino")).and_then(CardRemovedFromCampaign(card="daredevil"))
    removed.and_then(RHINO).and_then(GameBegun()).then(
        refused("removed-from-campaign", bendable=True, says="Removed from this campaign: Daredevil.")
    )


def test_a_last_scenario_that_was_lost_may_be_the_end() -> None:
    last = (*HEROES, ScenarioPlanned(scenario="rhino"), RHINO, GameBegun(), GameLost(reason="card"))
    at(*last).then_prompts(NextGameSetUp, CampaignFinished).then_no_prompt(ScenarioPassed)
    at(*last).when(CampaignFinished()).then(says("The campaign ended: 0 of 1 scenarios won"))


def test_after_a_campaign_another_one_is_taken() -> None:
    over = (SHEET, *WON, CampaignFinished(reason="enough of it"), NextGameSetUp())
    at(*over).then_prompts(CampaignTaken).then_no_prompt(ScenarioPlanned)
    at(*over).when(CampaignTaken(campaign="Red Tide")).then(table(**{"campaign.at": 1, "campaign.over": False}))


def test_cards_that_are_earned_are_kept_until_they_are_removed() -> None:
    earned = (*WON, CarryOverRecorded(seat=SPIDER, earned=("daredevil", "Cape")))
    at(*earned, CarryOverRecorded(seat=SPIDER, earned=("Rope",))).then(
        table(**{"campaign.carried.spider-man.earned": ["daredevil", "Cape", "Rope"]})
    )
    removed = (*earned, CardRemovedFromCampaign(card="daredevil"))
    at(*removed).then(table(**{"campaign.carried.spider-man.earned": ["Cape"], "campaign.removed": ["daredevil"]}))
    at(*removed).when(CardRemovedFromCampaign(card="daredevil")).then(refused("removed-already", bendable=True))
    at(*removed).when(CarryOverRecorded(seat=SPIDER, earned=("daredevil",))).then(
        refused("removed-from-campaign", bendable=True)
    )


def test_r_camp_a_removed_card_is_in_no_deck_even_when_a_scenario_is_tried_again() -> None:
    removed = (*LOST, CardRemovedFromCampaign(card="daredevil"), NextGameSetUp())
    at(*removed).when(DeckListed(seat=SPIDER, cards={"daredevil": 1})).then(
        refused("removed-from-campaign", bendable=True, says="Removed from this campaign: Daredevil.")
    )


def test_a_deck_with_a_card_that_was_removed_is_asked_for_anew() -> None:
    listed = at(*HEROES).when(DeckListed(seat=SPIDER, cards={"daredevil": 1}), bend="to learn")
    assert DeckListed not in [
        prompt.event
        for prompt in offered_prompts(DECKS, listed.play.campaign.table)
        if SPIDER in prompt.fields.values()
    ]
    removed = listed.and_then(ScenarioPlanned(scenario="rhino")).and_then(CardRemovedFromCampaign(card="daredevil"))
    assert DeckListed in [
        prompt.event
        for prompt in offered_prompts(DECKS, removed.play.campaign.table)
        if SPIDER in prompt.fields.values()
    ]


def test_a_campaign_that_is_typed_in_is_taken_at_once() -> None:
    at(SHEET, *HEROES).when(CampaignTaken(campaign="Red Tide", expert=True)).then(
        says("The campaign was Red Tide, expert: Rhino, Klaw"),
        table(**{"campaign.slots.1.mode": "expert", "campaign.at": 1, "campaign.counters.Delay": 0}),
    )
    at(SHEET, *PLANNED).when(CampaignTaken(campaign="Red Tide")).then(
        refused("campaign-under-way", bendable=True, says="A campaign is under way.")
    )


def test_a_campaign_is_kept_for_another_time() -> None:
    kept = (*PLANNED, CampaignKept(name="Red Tide"))
    at(*kept).then(table(**{"library.campaigns.Red Tide.scenarios": ["rhino", "klaw", "ultron"]}))
    at(*kept).when(CampaignKept(name="Red Tide")).then(refused("campaign-known", bendable=False))
    at(*HEROES).when(CampaignKept(name="Red Tide")).then(refused("no-campaign", bendable=False))


def test_nothing_of_it_is_asked_of_a_table_without_a_campaign() -> None:
    assert titles(*dials()) == []
    at(*dials()).when(ScenarioPlanned(scenario="rhino")).then(refused("not-tracked"))
    assert list(campaign_sheet(at(*dials()).play.campaign.table)) == []


def test_the_sheet_tells_all_of_it_with_paths_that_are_there() -> None:
    sentences = (
        *WON,
        LogWordWritten(word="Docks", value=2),
        CampaignCounterChanged(counter="Delay", change=1),
        CarryOverRecorded(seat=SPIDER, left=4, earned=("daredevil",)),
        CardRemovedFromCampaign(card="Cape"),
    )
    here = at(*sentences).play.campaign.table
    [sheet] = campaign_sheet(here)
    cells = [cell for block in sheet.blocks if isinstance(block, Grid) for row in block.rows for cell in row]
    paths = [cell.path for cell in cells if isinstance(cell, Fact)]
    paths += [word.path for block in sheet.blocks if isinstance(block, Words) for word in block.words]
    assert len([value_at(here, split_path(path)) for path in paths]) == len(paths) > 10


def test_of_a_campaign_that_just_began_nothing_empty_stands_on_the_sheet() -> None:
    [sheet] = campaign_sheet(at(*PLANNED).play.campaign.table)
    assert [str(block.title) for block in sheet.blocks] == ["Scenarios"]
    carried = at(*WON, CarryOverRecorded(seat=SPIDER, left=4)).play.campaign.table
    [taken] = [
        block for sheet in campaign_sheet(carried) for block in sheet.blocks if str(block.title) == "Carried over"
    ]
    assert isinstance(taken, Grid)
    assert [cell.value for row in taken.rows for cell in row if isinstance(cell, Fact)] == [4, ""]


def test_the_deck_sheet_has_the_cards_class_by_class_and_what_is_wrong() -> None:
    cards = {"energy": 2, "daredevil": 1, "wakanda-forever": 1}
    taken = at(*HEROES).when(DeckListed(seat=SPIDER, cards=cards), bend="to learn").play.campaign.table
    [sheet] = deck_sheets(taken)
    grids = [block for block in sheet.blocks if isinstance(block, Grid)]
    assert [str(row[1]) for row in grids[0].rows] == ["Wakanda Forever!", "Daredevil", "Energy"]
    assert [str(row[0]) for row in grids[1].rows] == [
        "A deck has 40 to 50 cards; this one has 4.",
        "More than the card says: Energy.",
    ]


def test_a_line_stands_beside_a_word_of_the_log_until_another_one_does() -> None:
    written = at(*FIRST).when(LogWordWritten(word="The Wrecking Crew", line="escaped through the sewers"))
    written.then(
        says("Campaign log: The Wrecking Crew: escaped through the sewers"),
        table(**{"campaign.words.The Wrecking Crew.line": "escaped through the sewers"}),
    )
    counted = written.and_then(LogWordWritten(word="The Wrecking Crew", value=2))
    counted.then(table(**{"campaign.words.The Wrecking Crew.line": "escaped through the sewers"}))
    counted.and_then(LogWordWritten(word="The Wrecking Crew", value=2)).then(refused("already-so"))
    counted.and_then(LogWordWritten(word="The Wrecking Crew")).then(refused("already-so"))
    counted.and_then(LogWordWritten(word="The Wrecking Crew", line="gone")).then(
        says("Campaign log: The Wrecking Crew 2: gone")
    )
    counted.and_then(LogWordWritten(word="The Wrecking Crew", value=2, line="caught")).then(
        table(**{"campaign.words.The Wrecking Crew.line": "caught"})
    )


def test_a_line_of_the_log_is_on_the_sheet() -> None:
    play = at(*FIRST, LogWordWritten(word="The Wrecking Crew", line="escaped")).play
    (sheet,) = campaign_sheet(play.campaign.table)
    (lines,) = [
        block for block in sheet.blocks if isinstance(block, Grid) and str(block.title) == "Campaign log, line by line"
    ]
    ((word, line),) = lines.rows
    assert (word, isinstance(line, Fact) and line.value) == ("The Wrecking Crew", "escaped")


def test_what_a_word_of_the_log_is_worth_stands_as_strokes_while_they_are_few() -> None:
    worth = {"Freed": None, "Delay": 0, "Medals": 20, "Reputation": 120}
    written = [LogWordWritten(word=word, value=value) for word, value in worth.items()]
    (sheet,) = campaign_sheet(at(*FIRST, *written).play.campaign.table)
    (log,) = [block for block in sheet.blocks if isinstance(block, Words)]
    assert [(word.word, word.tally) for word in log.words] == [
        ("Freed", 0),
        ("Delay 0", 0),
        ("Medals", 20),
        ("Reputation 120", 0),
    ]
