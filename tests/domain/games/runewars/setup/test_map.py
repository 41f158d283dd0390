"""The map: laid tile by tile, with home realms at its edge; kept and laid again."""

from dataclasses import replace
from typing import Any

import pytest

from companion.testing import Spec, bent, given, given_bent, refused, says, table
from domain.framework.cards.packs import own_content_of, read_pack, write_pack
from domain.framework.content import merge_content
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.games.runewars import GAME
from domain.games.runewars.areas import border_between, neighbours_of
from domain.games.runewars.runes import StartingRunesPlaced
from domain.games.runewars.setup.example import ExampleMapLaid
from domain.games.runewars.setup.filling import AreaDescribed, BorderCorrected, printed_units
from domain.games.runewars.setup.homes import HOME_COLOURS, HomeMarkerPlaced, HomeTilePlaced, without_home
from domain.games.runewars.setup.laying import (
    COLOURS_MEET,
    MapRolledBack,
    MapTilePlaced,
    cells_of,
    home_places,
    lays_next,
    marker_places,
    places_for,
)
from domain.games.runewars.setup.players import FactionChosen, RulingMade, StartingPlayerFound
from domain.games.runewars.setup.saved_maps import MapKept, MapLaid, QuestCardsRemoved, SetupQuestDealt
from domain.games.runewars.state.kinds import KINDS
from domain.games.runewars.state.table import SIDE_NAMES, TURNS, Runewars
from tests.domain.games.runewars.maps import HOMES, LAID, MAPPED, MARKED, SEATED, WHERE
from tests.domain.games.runewars.moments import TWO, Events

THEN = "a card says so"
FIRST: Events = (*SEATED, MapTilePlaced(tile="1"))


def at(*events: Event[Any]) -> Runewars:
    """The table after these events."""
    found: Runewars = _given(*events).play.campaign.table
    return found


def _given(*events: Event[Any]) -> Spec:
    return given(MAPPED, *events)


# --- W-07 to W-09 ------------------------------------------------------------------------------


def test_w_07_two_setup_quests_each_bring_tiles_that_are_laid_in_turn() -> None:
    """The starting player's first tile lies in the middle; then clockwise, until everybody laid two."""
    dealt = [
        SetupQuestDealt(seat=seat, quest=f"Quest {tile}", tile=tile)
        for seat, tile in zip(("human", "elf", "uthuk") * 2, WHERE, strict=True)
    ]
    _given(*SEATED, *dealt).then(table(**{"laying.dealt.elf": ["4", "9"]}))
    turns, so_far = [], list(SEATED)
    for tile, place in WHERE.items():
        turns.append(lays_next(at(*so_far)))
        so_far.append(MapTilePlaced(tile=tile, place=place, seat=turns[-1]))
    assert turns == ["human", "elf", "uthuk"] * 2
    assert lays_next(at(*so_far)) == ""
    _given(*FIRST).then(table(**{"land.1A.q": 0, "land.1A.r": 0, "land.1B.tile": "1"}))


def test_w_08_three_markers_lie_four_areas_apart_one_of_them_three() -> None:
    two = (*LAID, HomeMarkerPlaced(place="1 -1"), HomeMarkerPlaced(place="-2 3"))
    _given(*two).when(HomeMarkerPlaced(place="-3 -1")).then(table(**{"laying.markers.3.q": -3}))
    three = (*LAID, HomeMarkerPlaced(place="1 -1"), HomeMarkerPlaced(place="0 2"))
    _given(*three).when(HomeMarkerPlaced(place="-3 -1")).then(refused("markers-too-close", bendable=True))


def test_w_09_home_tiles_take_the_places_of_markers_the_starting_player_is_last() -> None:
    assert list(without_home(at(*MARKED))) == ["elf", "uthuk", "human"]
    here = at(*HOMES)
    assert here.laying.markers == {}
    assert {here.land[area].home for area in ("E1", "E2", "E3")} == {"elf"}
    assert {(here.land[area].q, here.land[area].r) for area in ("E1", "E2", "E3")} >= {(1, -1), (2, -1)}
    _given(*MARKED).when(HomeTilePlaced(seat="human", marker="1")).then(refused("homes-in-order", bendable=True))


# --- what is refused ----------------------------------------------------------------------------


def test_no_tile_lies_on_a_tile_whose_areas_nobody_typed_in() -> None:
    first = given(GAME, *TWO, StartingPlayerFound(seat="human"), MapTilePlaced(tile="1"))
    first.when(MapTilePlaced(tile="2")).then(refused("no-place", bendable=False))
    first.when(MapTilePlaced(tile="2", place="0 0")).then(refused("no-room", bendable=False))
    places = places_for(first.play.campaign.table, "2", "3", 3)
    first.when(MapTilePlaced(tile="2", turned="3", place=places[0])).then(table(**{"laying.tiles.2.turned": 3}))
    assert "0 0" not in places


def test_x11_a_tile_touches_two_areas_with_two() -> None:
    _given(*FIRST).when(MapTilePlaced(tile="4", place="9 9")).then(refused("touches-too-little", bendable=True))


def test_x12_coloured_borders_of_tiles_do_not_meet() -> None:
    _given(*FIRST).when(MapTilePlaced(tile="4", turned="5", place="1 -1")).then(refused("colours-meet", bendable=True))


def test_x12_is_asked_of_home_tiles_and_binds_them_only_where_the_table_rules_so() -> None:
    meets = HomeTilePlaced(seat="elf", marker="3", turned="1")
    _given(*MARKED).when(meets).then(refused("colours-meet", bendable=True, says=str(HOME_COLOURS())))
    _given(*MARKED).when(meets, bend=THEN).then(bent("colours-meet"))
    _given(*MARKED, RulingMade(ruling="home-borders-match")).when(meets).then(
        refused("colours-meet", bendable=True, says=str(COLOURS_MEET()))
    )


def test_x13_a_marker_touches_two_open_borders() -> None:
    _given(*FIRST).when(HomeMarkerPlaced(place="2 0", side="1")).then(refused("too-few-open", bendable=True))


def test_x14_markers_are_four_areas_apart() -> None:
    _given(*LAID, HomeMarkerPlaced(place="1 -1")).when(HomeMarkerPlaced(place="2 0")).then(
        refused("markers-too-close", bendable=True)
    )


def test_x15_home_realms_do_not_meet() -> None:
    close = (*LAID, HomeMarkerPlaced(place="1 -1"), HomeMarkerPlaced(place="1 1"))
    given_bent(MAPPED, *close, HomeTilePlaced(seat="elf", marker="1", turned="3")).when(
        HomeTilePlaced(seat="uthuk", marker="2", place="2 0")
    ).then(refused("homes-meet", bendable=True))


def test_two_areas_of_a_tile_are_not_laid_at_one_place() -> None:
    unplaced = ContentCorrected(kind="areas", id="3C", fields={"q": 0, "r": 0})
    laying = _given(*SEATED, unplaced).when(MapTilePlaced(tile="3"))
    says_so = "are typed in at the same place: correct the place of one of them first"
    laying.then(refused("same-place", bendable=False, says=says_so))


def test_two_areas_of_a_home_tile_are_not_laid_at_one_place() -> None:
    unplaced = ContentCorrected(kind="areas", id="E3", fields={"q": 0, "r": 0})
    laying = _given(*MARKED, unplaced).when(HomeTilePlaced(seat="elf", marker="1", turned="3", place="2 -1"))
    laying.then(refused("same-place", bendable=False))


def test_a_tile_lies_once_and_on_nothing() -> None:
    _given(*FIRST).when(MapTilePlaced(tile="1", place="2 0")).then(refused("not-offered"))
    _given(*FIRST).when(MapTilePlaced(tile="4", place="1 0")).then(refused("no-room", bendable=False))
    _given(*FIRST).when(MapTilePlaced(tile="4")).then(refused("no-place", bendable=False))
    _given(*LAID).when(HomeMarkerPlaced(place="0 0")).then(refused("marker-on-the-map", bendable=False))
    _given(*LAID).when(HomeMarkerPlaced(place="somewhere")).then(refused("no-place", bendable=False))


def test_the_first_tile_waits_until_it_is_known_who_begins() -> None:
    nobody = _given(*TWO).when(MapTilePlaced(tile="1"))
    nobody.then(
        refused(
            "begins-first", bendable=True, says="First find out who begins: the starting player lays the first tile."
        )
    )
    bending = _given(*TWO).when(MapTilePlaced(tile="1"), bend=THEN).then(bent("begins-first"))
    bending.and_then(MapTilePlaced(tile="4", place="-2 1")).then(table(**{"laying.tiles.4.q": -2}))
    _given(*SEATED).when(MapTilePlaced(tile="1")).then(table(**{"laying.tiles.1.q": 0}))


def test_tiles_are_laid_in_turn() -> None:
    _given(*FIRST).when(MapTilePlaced(tile="4", place="-2 1", seat="human")).then(refused("lays-first", bendable=True))


def test_who_was_dealt_a_tile_lays_it() -> None:
    dealt = (*SEATED, SetupQuestDealt(seat="elf", quest="Lost", tile="4"))
    _given(*dealt).when(MapTilePlaced(tile="4", seat="human")).then(
        refused("dealt-to-other", bendable=True, says="Tile 4 was dealt to Latari Elves")
    )
    _given(*dealt).when(MapTilePlaced(tile="1")).and_then(MapTilePlaced(tile="4", place="-2 1", seat="elf")).then()


def test_two_tiles_of_each_player_are_all() -> None:
    _given(*LAID).when(MapTilePlaced(tile="2", place="9 9")).then(refused("all-lie", bendable=True, says="All 6 tiles"))


def test_home_markers_come_after_the_last_tile_one_for_each_player() -> None:
    _given(*LAID[:-1]).when(HomeMarkerPlaced(place="1 -1")).then(
        refused("tiles-first", bendable=True, says="Uthuk Y'llan lays the next tile")
    )
    _given(*MARKED).when(HomeMarkerPlaced(place="9 9")).then(refused("all-marked", bendable=True))


def test_two_areas_of_a_home_tile_take_the_places_of_its_marker() -> None:
    aside = HomeTilePlaced(seat="elf", marker="1", turned="3", place="9 9")
    _given(*MARKED).when(aside).then(refused("off-the-marker", bendable=True, says="home marker 1"))


def test_runes_on_a_map_that_is_taken_up_are_to_be_placed_again() -> None:
    first = StartingRunesPlaced(seat="elf", areas=("E1", "E2", "E3"), fake="E2")
    back = given(GAME, *SEATED, ExampleMapLaid(), first).when(MapRolledBack(to="tiles")).then(table(groups={}))
    back.when(ExampleMapLaid()).then_prompts("Latari Elves: which of the first runes is false?")


def test_what_is_offered_is_never_refused() -> None:
    here = at(*FIRST)
    for tile in ("4", "7"):
        for turned in TURNS:
            for place in places_for(here, tile, turned, 3):
                _given(*FIRST).when(MapTilePlaced(tile=tile, turned=turned, place=place)).then()
    laid = at(*LAID)
    for side in SIDE_NAMES:
        for place in marker_places(laid, side):
            _given(*LAID).when(HomeMarkerPlaced(side=side, place=place)).then()


def test_a_home_tile_covers_its_marker() -> None:
    assert home_places(at(*MARKED), "elf", "1", "3") == ["2 -1"]
    assert home_places(at(*MARKED), "elf", "1", "0") == []
    _given(*MARKED).when(HomeTilePlaced(seat="elf", marker="1")).then(refused("no-room", bendable=False))


def test_a_tile_nobody_typed_in_has_as_many_areas_as_it_shows() -> None:
    begun = (*TWO, StartingPlayerFound(seat="human"))
    two = (MapTilePlaced(tile="1", shows=4), MapTilePlaced(tile="2", shows=2, place="-1 0", turned="1"))
    blank = given(GAME, *begun, *two).play.campaign.table
    assert list(blank.land) == ["1A", "1B", "1C", "1D", "2A", "2B"]
    assert [blank.land[area].q for area in ("2A", "2B")] == [-1, -1]


def test_a_home_tile_nobody_typed_in_has_three_areas_named_after_its_realm() -> None:
    blank = given(GAME, *TWO, StartingPlayerFound(seat="human"), MapTilePlaced(tile="1")).play.campaign.table
    assert [cell.area for cell in cells_of(blank, "home-elf")] == ["elf A", "elf B", "elf C"]
    assert str(blank.called("areas", "elf B")) == "Latari Elves B"


# --- taken up, kept, laid again ------------------------------------------------------------------


def test_home_realms_are_taken_up_and_the_map_stays() -> None:
    back = at(*HOMES, MapRolledBack())
    assert not [area for area in back.land.values() if area.home]
    assert list(back.laying.tiles) == list(WHERE)
    assert (back.laying.markers, back.laying.marked) == ({}, 0)


def test_all_of_the_map_is_taken_up() -> None:
    back = at(*HOMES, MapRolledBack(to="tiles", why="no room for markers"))
    assert (back.land, back.laying.tiles) == ({}, {})


def test_a_map_is_kept_and_laid_again_at_once() -> None:
    kept = _given(*HOMES).when(MapKept(name="Old road")).then(says("The map was kept: Old road")).play
    kept.record(MapRolledBack(to="tiles"))
    before = at(*HOMES)
    kept.record(MapLaid(map="Old road"))
    assert kept.campaign.table.land == before.land
    assert kept.campaign.table.laying.tiles == before.laying.tiles


def test_a_kept_map_serves_other_factions_too() -> None:
    """Who has no home on it takes a home realm that is nobody's now."""
    kept = _given(*HOMES, MapKept(name="Old road")).play.campaign.table.library["maps"]["Old road"]
    others = (FactionChosen(faction="undead"), FactionChosen(faction="elf"))
    content = ContentAdded(kind="maps", id="Old road", fields=kept)
    here = at(*others, content, MapLaid(map="Old road"))
    assert {area.home for area in here.land.values()} == {"", "elf", "undead"}
    assert (here.land["W1"].q, here.land["W1"].r) == (0, 2)


def test_a_kept_map_whose_tiles_nobody_typed_in_here_is_not_laid() -> None:
    kept = _given(*HOMES, MapKept(name="Old road")).play.campaign.table.library["maps"]["Old road"]
    content = ContentAdded(kind="maps", id="Old road", fields=kept)
    given(GAME, *SEATED, content).when(MapLaid(map="Old road")).then(refused("map-blank", bendable=False))


def test_a_kept_map_travels_as_a_pack_file() -> None:
    """With the tiles that were typed in, for another campaign of other players."""
    kept = at(*HOMES, MapKept(name="Old road"))
    pack = read_pack(write_pack(own_content_of(kept, GAME.pack)), KINDS).content
    elsewhere = replace(GAME, pack=merge_content(GAME.pack, pack))
    laid = given(elsewhere, *SEATED, MapLaid(map="Old road")).play.campaign.table
    assert laid.land == kept.land


def test_a_kept_map_is_laid_only_where_its_tiles_were_typed_in() -> None:
    kept = at(*HOMES, MapKept(name="Old road")).library["maps"]["Old road"]
    bare = ContentAdded(kind="maps", id="Old road", fields=kept)
    given(GAME, *SEATED, bare).when(MapLaid(map="Old road")).then(refused("map-blank", bendable=False))


def test_a_map_is_kept_once_and_laid_on_an_empty_table() -> None:
    kept = (*LAID, MapKept(name="Old road"))
    _given(*kept).when(MapKept(name="Old road")).then(refused("map-known", bendable=False))
    _given(*kept).when(MapLaid(map="Old road")).then(refused("map-lies", bendable=False))
    _given(*SEATED).when(MapKept(name="Nothing")).then(refused("nothing-lies", bendable=False))


# --- by hand ------------------------------------------------------------------------------------


def test_an_area_is_typed_in_and_its_owner_holds_it() -> None:
    typed = given(GAME, *TWO).when(AreaDescribed(area="1B", food=2, home="elf"))
    typed.then(table(**{"land.1B.food": 2, "land.1B.controller": "elf", "land.1B.q": None}))
    typed.and_then(AreaDescribed(area="1B", wood=1)).then(table(**{"land.1B.food": 2, "land.1B.wood": 1}))


def test_a_place_takes_both_numbers_and_one_area() -> None:
    given(GAME, *TWO).when(AreaDescribed(area="1B", q=1)).then(refused("half-a-place", bendable=False))
    _given(*FIRST).when(AreaDescribed(area="attic", q=0, r=0)).then(refused("place-taken", bendable=False))
    _given(*FIRST).when(AreaDescribed(area="1A", q=0, r=0)).then()


def test_a_border_is_put_right_on_both_sides() -> None:
    opened = at(*FIRST, BorderCorrected(area="1A", other="1B", border="open"))
    assert border_between(opened, "1A", "1B") == "open"
    walled = at(*FIRST, BorderCorrected(area="1C", other="1B", border="mountain"))
    assert border_between(walled, "1B", "1C") == border_between(walled, "1C", "1B") == "mountain"
    assert neighbours_of(walled, "1C") == ["1A", "1B"]
    _given(*LAID).when(BorderCorrected(area="1C", other="9A", border="water")).then(refused("not-offered"))


# --- setup quests -------------------------------------------------------------------------------


def test_two_setup_quests_each() -> None:
    two = (SetupQuestDealt(seat="elf", quest="Lost"), SetupQuestDealt(seat="elf", quest="Found"))
    _given(*SEATED, *two).when(SetupQuestDealt(seat="elf", quest="More")).then(refused("two-each", bendable=True))
    _given(*SEATED, *two).when(SetupQuestDealt(seat="human", quest="Lost")).then(
        refused("dealt-before", bendable=False)
    )


def test_a_setup_quest_knows_its_tile() -> None:
    quest = ContentAdded(kind="quests", id="lost", fields={"tile": "4", "areas": ["4A"]})
    _given(*SEATED, quest).when(SetupQuestDealt(seat="elf", quest="lost")).then(
        table(**{"laying.dealt.elf": ["4"]}), says("Latari Elves was dealt lost, which brings Tile 4")
    )


def test_quests_that_lead_nowhere_go_back_to_the_box() -> None:
    quests = [
        ContentAdded(kind="quests", id=id_, fields={"areas": list(areas)})
        for id_, areas in (("here", ["1A", "2A"]), ("elsewhere", ["2A", "5A"]), ("anywhere", []))
    ]
    gone = _given(*LAID, *quests).when(QuestCardsRemoved())
    gone.then(table(**{"laying.removed": ["elsewhere"]}))
    gone.and_then(QuestCardsRemoved()).then(refused("all-lead-here", bendable=False))


@pytest.mark.parametrize(
    ("printed", "units"),
    [
        ({}, {}),
        ({"unit": "giants"}, {}),
        ({"units": 2}, {}),
        ({"unit": "giants", "units": 2}, {"giants": 2}),
        ({"unit": "giants", "units": 2, "second_unit": "razorwings"}, {"giants": 2}),
        (
            {"unit": "giants", "units": 2, "second_unit": "razorwings", "second_units": 1},
            {"giants": 2, "razorwings": 1},
        ),
    ],
)
def test_units_are_printed_on_an_area_of_which_kind_and_number_are_known(
    printed: dict[str, Any], units: dict[str, int]
) -> None:
    area = ContentAdded(kind="areas", id="99A", fields={"en": "99A", "tile": "99", **printed})
    assert printed_units(at(area), "99A") == units
