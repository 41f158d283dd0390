"""What the board of Agemonia is made of: counters with their events, rivals, stages, levels."""

import pytest

from domain.framework.content import Content
from domain.framework.table import split_path
from domain.framework.text import value_as_words
from domain.framework.views.board import Counter, Piece, event_if_valid
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import RoomRented, SleepingPlaceFound
from domain.games.agemonia.campaign.items import StarsGained
from domain.games.agemonia.display.board import Board, board
from domain.games.agemonia.state.scenario import HeroTurn
from domain.games.agemonia.state.table import Agemonia, Faction, Follower, Hero, Running, ScenarioCard, Storage


@pytest.fixture
def table() -> Agemonia:
    table = GAME.new_table()
    table.heroes["lunara"] = Hero(chips=7, wounded_cap=4)
    return table


def counter(shown: Board, name: str) -> Counter:
    return next(counter for counter in shown.heroes[0].counters if value_as_words(counter.label) == name)


def fold(table: Agemonia, key: str) -> Piece:
    """What is folded on the card of the first hero."""
    return next(piece for piece in board(table).heroes[0].inside if piece.key == f"{key}-lunara")


def beside(table: Agemonia, key: str) -> Piece:
    """A piece that lies beside the heroes."""
    return next(piece for piece in board(table).beside if piece.key == key)


def test_stamina_at_hand_goes_up_as_far_as_it_was_spent(table: Agemonia) -> None:
    table.heroes["lunara"].spent = 3
    stamina = counter(board(table), "Stamina")
    assert (stamina.value, stamina.of, stamina.most) == (4, 7, 7)


def test_a_wounded_hero_recovers_no_further_than_its_red_side(table: Agemonia) -> None:
    hero = table.heroes["lunara"]
    hero.wounded, hero.spent, hero.wounds = True, 2, 3
    assert (counter(board(table), "Stamina").most, counter(board(table), "Wounds").least) == (4, 1)


def test_where_the_disk_is_not_known_spent_stamina_is_counted(table: Agemonia) -> None:
    table.heroes["lunara"] = Hero(spent=2)
    shown = board(table)
    assert (counter(shown, "Spent").value, shown.disks["lunara"]) == (2, ())
    assert [(icon, one.shown) for icon, one in shown.handles[0].numbers] == [("chip", "? −2"), ("wound", "0")]


def test_the_chips_of_a_disk_lie_in_a_row(table: Agemonia) -> None:
    hero = table.heroes["lunara"]
    hero.spent, hero.wounds = 2, 1
    assert board(table).disks["lunara"] == (*["full"] * 4, *["spent"] * 2, "wound")


def test_a_hero_without_a_class_is_shown_those_to_choose_from_and_then_its_skills(table: Agemonia) -> None:
    assert [value_as_words(chip.name) for chip in fold(table, "skills").chips] == ["Knight", "Paladin"]
    hero = table.heroes["lunara"]
    hero.hero_class, hero.skills = "paladin", ["vigor"]
    shown = [(value_as_words(chip.name), chip.look) for chip in fold(table, "skills").chips]
    assert (shown[0], shown[-1]) == (("Redemption", ""), ("Vigor", "on"))


def test_a_heros_abilities_talents_and_tokens_stand_with_its_skills(table: Agemonia) -> None:
    hero = table.heroes["lunara"]
    hero.strength, hero.taunt, hero.tokens, hero.talents = 3, 4, ["focus"], ["Climber"]
    shown = fold(table, "skills")
    assert [value_as_words(mark) for mark in shown.marks] == ["Strength 3", "Taunt 4"]
    assert [[value_as_words(chip.name) for chip in row.chips] for row in shown.rows] == [["Focus"], ["Climber"]]


def test_what_ails_a_hero_leads_to_the_form_that_takes_it_away(table: Agemonia) -> None:
    hero = table.heroes["lunara"]
    hero.wounded, hero.exhausted, hero.conditions, hero.injuries = True, True, ["weakened"], ["Limp"]
    found = [
        (value_as_words(chip.name), chip.opens and dict(chip.opens.fields)) for chip in board(table).heroes[0].chips
    ]
    assert found == [
        ("wounded", None),
        ("exhausted", None),
        ("Weakened", {"figure": "lunara", "condition": "weakened"}),
        ("Limp", {"hero": "lunara", "injury": "Limp"}),
    ]


def test_a_handle_says_stamina_wounds_and_what_ails_a_hero(table: Agemonia) -> None:
    hero = table.heroes["lunara"]
    hero.spent, hero.wounds, hero.conditions = 2, 1, ["weakened"]
    handle = board(table).handles[0]
    assert [(icon, number.value) for icon, number in handle.numbers] == [("chip", 4), ("wound", 1)]
    assert (handle.seat, handle.opens, [icon for icon, _ in handle.marks]) == ("lunara", "piece-hero-lunara", ["ill"])


def test_a_handle_says_whose_turn_it_is_and_who_has_selected(table: Agemonia) -> None:
    table.heroes["venia"] = Hero()
    table.scene.round, table.scene.phase = 1, "select"
    table.scene.heroes["venia"] = HeroTurn(chosen=True)
    assert [[icon for icon, _ in handle.marks] for handle in board(table).handles[:2]] == [[], ["check"]]
    table.scene.phase, table.scene.order = "turns", ["venia", "lunara"]
    assert [handle.active for handle in board(table).handles[:2]] == [False, True]


def test_in_a_fight_what_lies_beside_it_is_in_reach_and_the_campaign_is_put_aside(table: Agemonia) -> None:
    assert [(one.opens, one.folded) for one in board(table).handles[1:]] == [("campaign", False)]
    table.scene.round = 1
    assert [(one.opens, one.folded) for one in board(table).handles[1:]] == [("aside", False), ("campaign", True)]


def test_the_load_is_that_of_the_sheet(table: Agemonia) -> None:
    table.library["items"] = {"017": {"en": "Coat", "encumbrance": 2}, "018": {"en": "Anvil", "encumbrance": 4}}
    hero = table.heroes["lunara"]
    hero.items, hero.active = {"017": 2, "018": 1}, ["018"]
    shown = fold(table, "items")
    assert (value_as_words(shown.note), shown.look) == ("3 · 4/5 carried", "")
    assert [[icon for icon, _ in item.marks] for item in shown.chips] == [[], ["hand"]]


def test_who_carries_too_much_is_told(table: Agemonia) -> None:
    table.library["items"] = {"018": {"en": "Anvil", "encumbrance": 6}}
    table.heroes["lunara"].items = {"018": 1}
    assert fold(table, "items").look == "danger"


def test_what_is_stored_says_where(table: Agemonia) -> None:
    table.storage["Hideout"] = Storage(hero="lunara", slots=3, items=["017"], stars=[8])
    (stored,) = fold(table, "items").rows
    assert [(chip.copies, chip.marks) for chip in stored.chips] == [
        (1, [("box", "Hideout")]),
        (8, [("box", "Hideout")]),
    ]


def test_the_ten_tracks_are_five_pairs(table: Agemonia) -> None:
    assert [len(pair) for pair in board(table).pairs] == [2] * 5


def test_a_track_that_no_content_knows_is_shown_alone() -> None:
    table = GAME.new_table(Content())
    table.factions["guild"] = Faction(reputation=2)
    assert [[side.id for side in pair] for pair in board(table).pairs] == [["guild"]]


def test_the_screen_for_the_room_shows_the_pairs_of_which_something_is_known(table: Agemonia) -> None:
    assert board(table).known_pairs == []
    table.factions["gramask"] = Faction(reputation=1)
    assert [[side.id for side in pair] for pair in board(table).known_pairs] == [["gramask", "pennark"]]
    table.factions["gramask"] = Faction(length=9)
    assert [[side.id for side in pair] for pair in board(table).known_pairs] == [["gramask", "pennark"]]


def test_a_track_is_full_where_its_locks_begin(table: Agemonia) -> None:
    table.factions["gramask"] = Faction(length=9, reputation=4, locked=2)
    reputation = board(table).pairs[0][0].reputation
    assert (reputation.of, reputation.most) == (7, 7)


def test_the_path_of_a_word_leads_to_its_strokes(table: Agemonia) -> None:
    table.journal.write("The end. Or not").tally = 4
    assert split_path(beside(table, "journal-party").words[0].tally.path) == (
        "journal",
        "words",
        "the end. or not",
        "tally",
    )


@pytest.mark.parametrize(("experience", "filled"), [(0, [0, 0, 0, 0, 0]), (4, [0, 2, 2, 0, 0]), (99, [0, 2, 3, 4, 5])])
def test_experience_fills_the_levels_one_after_the_other(table: Agemonia, experience: int, filled: list[int]) -> None:
    table.experience = experience
    assert [level.filled for level in board(table).levels] == filled


def test_without_the_stages_of_a_card_the_next_one_is_shown(table: Agemonia) -> None:
    table.step, table.journey.stage, table.running = "journey", 2, Running(scenario="11")
    stages = [(stage.title, value_as_words(stage.note), stage.look) for stage in board(table).scene[0].rows[1:-1]]
    assert stages == [("1", "Stage 1", "done"), ("2", "Stage 2", "done"), ("3", "Stage 3", "active")]


def test_stages_that_were_typed_in_say_what_they_hold(table: Agemonia) -> None:
    stages = [{"no": 1, "kind": "world event", "branch": "A"}, {"no": 1, "kind": 5}, {"no": 2, "kind": "a {tale}"}]
    table.library["scenarios"] = {"11": {"en": "The Salt Road", "stages": stages}}
    table.step, table.running = "journey", Running(scenario="11")
    sentences = [value_as_words(stage.note) for stage in board(table).scene[0].rows[1:-1]]
    assert sentences == ["A world event", "a {tale}"]


def test_a_scenario_that_has_a_result_is_over(table: Agemonia) -> None:
    table.step, table.running = "scenario", Running(scenario="11", started=True, result="S1", score=7, replay=True)
    scene = board(table).scene[0]
    assert ([value_as_words(mark) for mark in scene.marks], list(scene.inside)) == (["Attempt 1", "over"], [])


def test_who_has_no_bed_is_told_until_one_is_found(table: Agemonia) -> None:
    table.step = "city"

    def beds() -> list[tuple[str, str, list[object]]]:
        tonight = board(table).scene[0].inside[-1]
        return [(value_as_words(bed.note), bed.look, [ask.event for ask in bed.asks]) for bed in tonight.rows]

    assert beds() == [("no bed yet", "danger", [RoomRented])]
    assert SleepingPlaceFound in [prompt.event for prompt in GAME.prompts(table)]
    table.heroes["lunara"].sleeps = "Old Inn"
    assert beds() == [("Old Inn", "", [])]
    assert SleepingPlaceFound not in [prompt.event for prompt in GAME.prompts(table)]


def test_the_stock_has_what_can_be_chosen_bought_or_hired(table: Agemonia) -> None:
    table.scenarios = {"11": ScenarioCard(zone="stock", arena=True), "12": ScenarioCard(zone="removed")}
    table.stock = {"017": 2, "018": 0}
    table.followers = {"mule": Follower(zone="stock"), "cat": Follower(zone="hired", controller="lunara")}
    table.artifacts = ["lens"]
    assert [
        (value_as_words(kind.title), [value_as_words(chip.name) for chip in kind.chips])
        for kind in beside(table, "stock").rows
    ] == [
        ("Scenario cards", ["11"]),
        ("Items", ["017"]),
        ("Followers", ["mule"]),
        ("Artifacts", ["lens"]),
    ]
    assert [(follower.title, follower.note) for follower in beside(table, "followers").rows] == [
        ("cat", table.called("heroes", "lunara"))
    ]


def test_what_does_not_fit_into_an_event_has_no_step() -> None:
    assert event_if_valid(StarsGained, hero="lunara", amount=0) is None
