"""Setup in the order of the rulebook, by the large button too (游戏设置)."""

from random import Random
from typing import Any

from companion.testing import Play, Spec, given, says, table
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, Prompt, Viewer
from domain.framework.kernel import AreasTracked
from domain.framework.offers.prompt_list import next_prompt, skipped_by_end
from domain.games.runewars import GAME
from domain.games.runewars.cards import TacticsDrawn
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.realm.dials import DialsSet, InfluenceGained
from domain.games.runewars.realm.objectives import ObjectiveDealt
from domain.games.runewars.runes import StartingRunesPlaced
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.example import ExampleMapLaid
from domain.games.runewars.setup.filling import (
    CityPlaced,
    ExplorationTokensPlaced,
    NeutralsSetUp,
    StartingStrongholdPlaced,
    StartingUnitsPlaced,
)
from domain.games.runewars.setup.homes import HomeMarkerPlaced, HomeTilePlaced
from domain.games.runewars.setup.laying import MapTilePlaced
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound, WarSetUp
from domain.games.runewars.setup.saved_maps import QuestCardsRemoved
from tests.domain.games.runewars.heroes.summer import typed
from tests.domain.games.runewars.maps import HOMES, LAID, MAPPED, WARRED
from tests.domain.games.runewars.moments import THREE, TWO
from tests.domain.games.runewars.wars import attempt

EXPLORING = WarSetUp(exploring=True)
STEPS = [
    FactionChosen,
    StartingPlayerFound,
    MapTilePlaced,
    HomeMarkerPlaced,
    HomeTilePlaced,
    NeutralsSetUp,
    CityPlaced,
    ExplorationTokensPlaced,
    QuestCardsRemoved,
    StartingStrongholdPlaced,
    StartingUnitsPlaced,
    StartingRunesPlaced,
    HeroDealt,
    TacticsDrawn,
    WarBegun,
]
"""What the large button leads to, one after the other."""


def left_out(spec: Spec) -> list[str]:
    """What the beginning of the war says that it would leave out."""
    return [str(said) for said in skipped_by_end(WarBegun, spec.play.campaign.prompts(PUBLIC))]


def events_pressed(play: Play) -> list[type[Event[Any]]]:
    """The events that the large button leads to, until the war begins; each kind once."""
    random, met = Random(3), list[type[Event[Any]]]()
    while play.campaign.table.step == "setup":  # type: ignore[attr-defined]
        prompt = next_prompt(play.campaign.prompts(PUBLIC))
        assert prompt is not None
        assert record_prompt(play, prompt, random), f"{prompt.title} is refused"
        met += [prompt.event] if prompt.event not in met else []
    return met


def record_prompt(play: Play, prompt: Prompt, random: Random) -> bool:
    """A prompt is recorded as it stands, with what a player would say besides."""
    if prompt.event is StartingRunesPlaced:
        land = play.campaign.table.land  # type: ignore[attr-defined]
        home = tuple(area for area in land if land[area].home == prompt.fields["seat"])
        return bool(play.record(StartingRunesPlaced(seat=prompt.fields["seat"], areas=home), Chance(random)))
    return any(attempt(play, prompt.event, dict(prompt.fields), random) for _ in range(200))


def test_the_large_button_leads_through_setup_in_the_rulebooks_order() -> None:
    play = Play(WARRED)
    play.record(EXPLORING)
    for event in HOMES:  # laid by hand: a place at random hardly ever fits
        wanted = next_prompt(play.campaign.prompts(PUBLIC))
        assert wanted is not None
        assert FactionChosen in (type(event), wanted.event) or type(event) is wanted.event
        play.record(event)
    found = [FactionChosen, StartingPlayerFound, MapTilePlaced, HomeMarkerPlaced, HomeTilePlaced, *events_pressed(play)]
    assert [step for step in STEPS if step in found] == [step for step in found if step in STEPS]
    assert {*STEPS} - {*found} == set()


def test_the_influence_of_a_faction_that_nobody_typed_in_is_asked_until_it_has_some() -> None:
    bare = given(GAME, FactionChosen(faction="human"), FactionChosen(faction="elf", influence=3))
    bare.then_prompts("Daqan Lords: how much influence at the start?")
    assert "the influence of Daqan Lords" in left_out(bare)
    gained = bare.when(InfluenceGained(seat="human", amount=4))
    gained.then_no_prompt(InfluenceGained)
    given(WARRED, *TWO).then_no_prompt(InfluenceGained)
    assert "the influence of Daqan Lords" not in left_out(gained)
    few = AreasTracked(tracks=("calendar",))
    given(GAME, FactionChosen(faction="human"), FactionChosen(faction="elf"), few).then_no_prompt(InfluenceGained)


def test_who_begins_is_asked_before_the_map() -> None:
    given(WARRED, *TWO).then_next("That is all: who begins?")
    given(WARRED, *TWO).then_prompts("Take another faction")
    given(WARRED, *TWO).then_no_prompt(MapTilePlaced)
    given(WARRED, *TWO, StartingPlayerFound(seat="elf")).then_next("Latari Elves lays a tile")


def test_the_war_that_begins_says_all_that_is_missing_at_once_and_the_map_first() -> None:
    whole = left_out(given(WARRED, EXPLORING, *THREE, StartingPlayerFound(seat="human")))
    three = "Daqan Lords, Latari Elves, Uthuk Y'llan"
    assert whole == [
        "the map with all home realms",
        "the neutral units",
        "the cities",
        "the exploration tokens",
        f"the first stronghold of {three}",
        f"the first units of {three}",
        f"the first runes of {three}",
        f"the first hero of {three}",
        f"the first cards of {three}",
    ]
    assert left_out(given(WARRED, EXPLORING, *THREE)) == ["who begins", *whole]
    assert left_out(given(WARRED, EXPLORING, *LAID)) == whole
    assert left_out(given(WARRED, *HOMES))[0] == "the neutral units"
    founded = given(WARRED, *HOMES, StartingStrongholdPlaced(seat="elf", area="E1"))
    assert "the first stronghold of Daqan Lords, Uthuk Y'llan" in left_out(founded)


def test_it_misses_nothing_that_the_table_does_not_track() -> None:
    few = given(WARRED, *TWO, AreasTracked(tracks=("calendar", "runes")), StartingPlayerFound(seat="elf"))
    assert left_out(few) == ["the first runes of Latari Elves, Daqan Lords"]


def test_where_a_players_first_runes_lie_is_asked_of_nobody_else() -> None:
    spec = given(WARRED, *HOMES)
    asked = [p.fields["seat"] for p in spec.play.campaign.prompts(Viewer.on("elf")) if p.event is StartingRunesPlaced]
    assert asked == ["elf"]


# --- few taps: what is asked together, and what is not asked at all ---


def asked_of(spec: Spec, event: type[Event[Any]]) -> list[Prompt]:
    return [one for one in spec.play.campaign.prompts(PUBLIC) if one.event is event]


def everything_of(spec: Spec, prompt: Prompt) -> Spec:
    """The events on the card of a prompt, recorded in their order."""
    shown = spec.play.campaign.prompts(PUBLIC)
    rows = [one for prompt_ in shown if str(prompt_.card) == str(prompt.card) for one in (prompt_, *prompt_.then)]
    for row in rows:
        spec = spec.when(make_event(row.event, dict(row.fields))).then()
    return spec


EXAMPLE: tuple[Event[Any], ...] = (*TWO, StartingPlayerFound(seat="human"), ExampleMapLaid())
HOUSED = (
    DialsSet(seat="human", dials={"food": 2, "wood": 1, "ore": 1}),
    DialsSet(seat="elf", dials={"food": 1, "wood": 2, "ore": 1}),
    StartingStrongholdPlaced(seat="human", area="H1"),
    StartingStrongholdPlaced(seat="elf", area="E1"),
    StartingUnitsPlaced(seat="human", area="H1", units={"footman": 2}),
    StartingUnitsPlaced(seat="elf", area="E1", units={"elf-archer": 2}),
    StartingRunesPlaced(seat="human", areas=("H1", "H2", "H3")),
    StartingRunesPlaced(seat="elf", areas=("E1", "E2", "E3")),
    HeroDealt(seat="human", hero="human hero", area="H1"),
    HeroDealt(seat="elf", hero="elf hero", area="E1"),
)


def test_the_cities_of_a_map_come_on_one_card() -> None:
    cities = asked_of(given(MAPPED, *HOMES), CityPlaced)
    assert [str(one.title) for one in cities] == ["City in 1B", "City in 3A", "City in 7C", "City in 9A"]
    assert {str(one.card) for one in cities} == {"Cities"}
    assert {tuple(one.missing) for one in cities} == {("city",)}


def test_after_the_example_map_with_its_cities_come_the_exploration_tokens_then_the_dials() -> None:
    laid = given(GAME, EXPLORING, *TWO, StartingPlayerFound(seat="human"), ExampleMapLaid())
    laid.then_no_prompt(CityPlaced)
    laid.then_next(ExplorationTokensPlaced)
    placed = laid.and_then(ExplorationTokensPlaced()).then_next("Daqan Lords: Food at the start?")
    placed.and_then(HOUSED[0]).then_next("Latari Elves: Food at the start?")
    placed.and_then(HOUSED[0]).and_then(HOUSED[1]).then_next(StartingStrongholdPlaced)


def test_the_first_tactics_cards_of_an_unknown_sheet_are_asked_for() -> None:
    early = given(GAME, *TWO, StartingPlayerFound(seat="human"))
    asked = [(str(one.title), one.keypad, [*one.missing]) for one in asked_of(early, TacticsDrawn)]
    assert asked[0] == ("Daqan Lords: how many tactics cards at the start?", "count", ["count"])
    assert len(asked) == 2
    drawn = early.when(TacticsDrawn(seat="human", count=2))
    assert [one.fields["seat"] for one in asked_of(drawn, TacticsDrawn)] == ["elf"]
    known = given(GAME, typed("factions", "human", tactics=0), *TWO, StartingPlayerFound(seat="human"))
    assert [one.fields["seat"] for one in asked_of(known, TacticsDrawn)] == ["elf"]


def test_the_cards_at_the_start_wait_for_the_end_of_setup_where_nobody_names_them() -> None:
    early = given(GAME, *EXAMPLE)
    dealt = asked_of(early, ObjectiveDealt)
    assert [(one.required, str(one.card)) for one in dealt] == [(False, "Cards at the start")] * 2
    assert asked_of(early, WarBegun)[0].card is None
    named = given(GAME, *EXAMPLE, typed("tactics", "feint", en="Feint"))
    assert all(one.required for one in asked_of(named, ObjectiveDealt))


def test_the_war_begins_with_its_cards_and_the_first_season_card_on_one_card() -> None:
    ready = given(GAME, *EXAMPLE, *HOUSED)
    first = next_prompt(ready.play.campaign.prompts(PUBLIC))
    assert first is not None
    assert str(first.card) == "Begin the war"
    begun = everything_of(ready, first)
    begun.then(table(step="text", season=1, **{"seats.elf.has_objective": True}))
    untracked = AreasTracked(tracks=("map", "units"))
    (alone,) = asked_of(given(GAME, *EXAMPLE, *HOUSED, untracked), WarBegun)
    assert alone.card is None


def test_where_the_dials_say_how_many_first_units_there_are_one_tap_places_them() -> None:
    spaces = {f"{dial}_spaces": ["footman", ""] for dial in ("food", "wood", "ore")}
    sheet = typed("factions", "human", food=1, wood=1, ore=1, **spaces)
    chosen = (sheet, *TWO, StartingPlayerFound(seat="human"), ExampleMapLaid(), HOUSED[2])
    spec = given(GAME, *chosen)
    together, divided = asked_of(spec, StartingUnitsPlaced)[:2]
    assert [str(one.title) for one in (together, divided)] == ["All in H1: Footman ×3", "Divide them"]
    assert [one.complete for one in (together, divided)] == [True, False]
    spec.when(make_event(together.event, dict(together.fields))).then(table(**{"land.H1.stacks.footman.standing": 3}))


def test_where_they_do_not_say_it_the_table_is_asked_for_each_type_in_one_place() -> None:
    (asked,) = asked_of(given(GAME, *EXAMPLE, HOUSED[2]), StartingUnitsPlaced)
    assert (asked.keypad, str(asked.title)) == ("units", "Daqan Lords: how many first units in H1?")


def test_which_hero_was_dealt_and_where_it_begins_is_asked() -> None:
    spec = given(GAME, *EXAMPLE, *HOUSED[:4])
    asked = asked_of(spec, HeroDealt)[0]
    assert (asked.keypad, [*asked.missing], asked.opens_form) == ("", ["hero", "area"], True)
    spec.when(HeroDealt(seat="human", hero="human hero", area="H2")).then(
        says("Hero of Daqan Lords joined Daqan Lords, in H2")
    )
    named = given(GAME, typed("heroes", "zyla", en="Zyla"), *EXAMPLE)
    assert asked_of(named, HeroDealt)[0].opens_form
