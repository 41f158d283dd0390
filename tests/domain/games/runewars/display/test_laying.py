"""What comes next while the map is laid and filled."""

from typing import Any

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC
from domain.framework.kernel import AreasTracked
from domain.games.runewars import GAME
from domain.games.runewars.display.setup import laying_prompts, piece_prompts
from domain.games.runewars.realm.dials import DialSet, DialsSet
from domain.games.runewars.runes import StartingRunesPlaced
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.example import ExampleMapLaid
from domain.games.runewars.setup.filling import CityPlaced, NeutralsSetUp, StartingStrongholdPlaced, StartingUnitsPlaced
from domain.games.runewars.setup.homes import HomeMarkerPlaced, HomeTilePlaced
from domain.games.runewars.setup.laying import MapTilePlaced
from domain.games.runewars.setup.saved_maps import MapKept, MapLaid, SetupQuestDealt
from tests.domain.games.runewars.maps import HOMES, LAID, MAPPED, MARKED, SEATED


def next_after(*events: Event[Any]) -> list[tuple[type[Event[Any]], dict[str, Any]]]:
    table = given(MAPPED, *events).play.campaign.table
    prompts = (*laying_prompts(table), *piece_prompts(table))
    return [(prompt.event, dict(prompt.fields)) for prompt in prompts if prompt.event not in (DialSet, DialsSet)]


def test_setup_quests_and_the_first_tile() -> None:
    assert next_after(*SEATED) == [(SetupQuestDealt, {"seat": "human"}), (MapTilePlaced, {"seat": "human"})]


def test_where_nobody_typed_in_a_tile_the_map_of_the_box_comes_first_and_the_example_last() -> None:
    ways = (
        "Play without a map in the app",
        "Lay it tile by tile: Daqan Lords begins",
        "To try the app out: the example map, with made-up tiles",
    )
    asked = [one for one in given(GAME, *SEATED).play.campaign.prompts(PUBLIC) if one.question]
    assert [str(one.title) for one in asked] == [*ways]
    assert len({str(one.question) for one in asked}) == 1
    given(GAME, *SEATED).then_next(ways[0])
    given(GAME, *SEATED).then_prompts(*ways)
    given(GAME, *SEATED, MapTilePlaced(tile="1")).then_next("Latari Elves lays a tile")
    given(MAPPED, *SEATED).then_next("Daqan Lords lays a tile")
    given(MAPPED, *SEATED).then_no_prompt(ExampleMapLaid)
    given(MAPPED, *SEATED).then_no_prompt(AreasTracked)


def test_without_a_map_nothing_is_asked_that_would_lie_on_it() -> None:
    spec = given(GAME, *SEATED)
    without = next(p for p in spec.play.campaign.prompts(PUBLIC) if p.event is AreasTracked)
    paper = spec.when(make_event(AreasTracked, dict(without.fields)))
    paper.then_no_prompt(StartingRunesPlaced)
    paper.then_no_prompt(MapTilePlaced)
    paper.then_prompts("Begin the war")


def test_a_dealt_tile_is_known_when_it_is_the_only_one() -> None:
    dealt = (*SEATED, SetupQuestDealt(seat="human", quest="Lost", tile="1"))
    assert next_after(*dealt) == [
        (SetupQuestDealt, {"seat": "human"}),
        (MapTilePlaced, {"seat": "human", "tile": "1"}),
    ]


def test_a_kept_map_is_offered_on_an_empty_table() -> None:
    from_scratch = given(MAPPED, *LAID, MapKept(name="Old road")).play.campaign.table
    from_scratch.land, from_scratch.laying.tiles = {}, {}
    assert next(laying_prompts(from_scratch)).event is MapLaid


def test_markers_come_after_the_last_tile_then_home_tiles() -> None:
    assert next_after(*LAID) == [(HomeMarkerPlaced, {})]
    assert next_after(*MARKED) == [(HomeTilePlaced, {"seat": "elf"})]


def test_the_map_is_filled_and_everybody_founds_a_stronghold() -> None:
    filled = next_after(*HOMES)
    assert filled[0] == (NeutralsSetUp, {})
    assert (CityPlaced, {"area": "1B"}) in filled
    assert [fields for event, fields in filled if event is StartingStrongholdPlaced] == [
        {"seat": "human"},
        {"seat": "elf"},
        {"seat": "uthuk"},
    ]
    founded = next_after(*HOMES, StartingStrongholdPlaced(seat="elf", area="E1"))
    assert (StartingUnitsPlaced, {"seat": "elf", "area": "E1"}) in founded


def test_each_city_space_waits_for_its_city() -> None:
    table = given(MAPPED, *HOMES, CityPlaced(area="1B")).play.campaign.table
    cities = [prompt for prompt in laying_prompts(table) if prompt.event is CityPlaced]
    assert [(prompt.fields["area"], prompt.required) for prompt in cities] == [("3A", True), ("7C", True), ("9A", True)]


def test_nothing_of_it_once_the_war_has_begun_or_where_nobody_tracks_the_map() -> None:
    assert next_after(*HOMES, WarBegun()) == []
    assert next_after(*SEATED, AreasTracked(tracks=("calendar", "runes"))) == []
