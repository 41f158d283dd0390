"""Setup in the order of the rulebook, by the large button too (游戏设置)."""

from random import Random
from typing import Any

from domain.games.runewars import GAME
from domain.games.runewars.cards import TacticsDrawn
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.realm.dials import InfluenceGained
from domain.games.runewars.runes import StartingRunesPlaced
from domain.games.runewars.setup.filling import (
    CityPlaced,
    ExplorationTokensPlaced,
    NeutralsSetUp,
    StartingStrongholdPlaced,
    StartingUnitsPlaced,
)
from domain.games.runewars.setup.homes import HomeMarkerPlaced, HomeTilePlaced
from domain.games.runewars.setup.laying import MapTilePlaced
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound, WarBegun, WarSetUp
from domain.games.runewars.setup.saved_maps import QuestCardsRemoved
from domain.language.chance import Chance
from domain.language.event import Event
from domain.language.game import ANYBODY, Prompt, Viewer
from domain.language.kernel import AreasTracked
from domain.language.prompts import next_prompt, skipped_by_end
from tests.domain.games.runewars.maps import HOMES, LAID, WARRED
from tests.domain.games.runewars.moments import THREE, TWO
from tests.domain.games.runewars.wars import attempt
from tests.specs import Play, Spec, given

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
    return [str(said) for said in skipped_by_end(WarBegun, spec.play.campaign.prompts(ANYBODY))]


def events_pressed(play: Play) -> list[type[Event[Any]]]:
    """The events that the large button leads to, until the war begins; each kind once."""
    random, met = Random(3), list[type[Event[Any]]]()
    while play.campaign.table.step == "setup":  # type: ignore[attr-defined]
        prompt = next_prompt(play.campaign.prompts(ANYBODY))
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
        wanted = next_prompt(play.campaign.prompts(ANYBODY))
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
