"""Tiles: laid, discovered, placed, typed in once, turned, and kept as a map."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import Adjusted, ContentAdded
from domain.games.heroes3 import GAME
from domain.games.heroes3.display.land import pads
from domain.games.heroes3.land.laying import (
    MapKept,
    MapLaid,
    TileDescribed,
    TileDiscovered,
    TileLaid,
    TilePlaced,
    TileRotated,
    TokenPlaced,
    places_beside_hero,
)
from domain.games.heroes3.land.locations import FieldUsed
from domain.games.heroes3.land.moving import HeroMoved
from domain.games.heroes3.land.tiles import columns_of
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp, RulingMade, StartTaken
from domain.games.heroes3.town.buildings import SecondHeroHired
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, taken

Events = tuple[Event[Any], ...]
SUPPLY = StartTaken(seat=CASTLE, supply=1)
HOME = {"0": "town", "1": "mine", "2": "empty", "3": "redwood-observatory", "4": "blocked", "5": "empty"}


def on_map(*between: Event[Any], **fields: Any) -> Events:
    """A clash of two, the Castle's home and a hidden tile beside it."""
    return (
        GameSetUp(**{"tracks": ("map",), **fields}),
        *taken(CASTLE, DUNGEON),
        SUPPLY,
        TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
        TileLaid(place="2 1", kind="far"),
        TileDescribed(tile="S1", locations=HOME),
        *between,
        GameBegun(starting=CASTLE),
    )


EAST = HeroMoved(seat=CASTLE, to="S1 1")
FOUND = TileDiscovered(seat=CASTLE, place="2 1", tile="F2")


def test_a_tile_is_laid_beside_the_map() -> None:
    """R47."""
    given(GAME, *on_map()[:-1]).when(TileLaid(place="9 9")).then(refused("not-beside"))
    given(GAME, *on_map()[:-1]).when(TileLaid(place="2 1")).then(refused("not-beside"))


def test_a_table_that_keeps_a_map_is_led_to_its_first_tile_in_setup_and_later() -> None:
    bare = (GameSetUp(tracks=("map",)), *taken(CASTLE, DUNGEON))
    given(GAME, *bare).then().then_prompts(TileLaid)
    begun = given(GAME, *bare, GameBegun(starting=CASTLE))
    asked = next(piece for piece in GAME.board(begun.play.campaign.table) if piece.key == "land").asks
    assert [ask.event for ask in asked] == [TileLaid]
    begun.then_no_prompt(TileLaid)
    home = given(GAME, *bare, TileLaid(place="0 0", kind="starting", seat=CASTLE))
    home.then_prompts("Lay the starting tile of Dungeon", "Lay a tile")
    home.then_no_prompt("Lay the starting tile of Castle")
    given(GAME, bare[0]).then_no_prompt(TileLaid)
    begun.when(TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE)).then(
        table(**{"seats.castle.main.field": "S1 0"})
    )


def test_a_home_tile_brings_the_town_and_the_hero() -> None:
    given(GAME, *on_map()).then(
        table(
            **{
                "fields.S1 0.town_of": CASTLE,
                "seats.castle.main.field": "S1 0",
                "seats.castle.main.last": "S1 0",
                "seats.castle.held": True,
            }
        )
    )


def test_a_home_that_nobody_named_is_told_by_whose_it_is() -> None:
    spec = given(GAME, GameSetUp(tracks=("map",)), *taken(CASTLE)).when(TileLaid(place="0 0", seat=CASTLE))
    spec.then(
        says("A starting tile is at the middle of the map, home of Castle"), table(**{"tiles.0 0.kind": "starting"})
    )
    assert str(spec.play.campaign.table.called("fields", "castle home 0")) == "home of Castle, field 0 (Town)"


def test_a_tile_that_nobody_named_is_told_by_its_kind_and_place() -> None:
    spec = given(GAME, *on_map()).when(TileDiscovered(seat=CASTLE, place="2 1"))
    assert str(spec.play.campaign.table.called("tiles", "far 2 1")) == "far tile 2 1"


@pytest.mark.parametrize(("said", "sea"), [((), "0123456"), (("1", "2"), "12")])
def test_all_fields_of_a_sea_tile_are_sea_unless_the_table_says_which(said: tuple[str, ...], sea: str) -> None:
    """p34."""
    laid = on_map(TileLaid(place="-1 3", kind="sea", tile="W1"))
    spec = given(GAME, *laid).when(TileDescribed(tile="W1", row=("sea-chest",), sea=said))
    fields = spec.play.campaign.table.fields
    assert "".join(number for number in "0123456" if fields[f"W1 {number}"].sea) == sea


def test_a_tile_is_discovered_from_beside_for_a_movement_point() -> None:
    given(GAME, *on_map()).when(FOUND).then(refused("not-offered"))
    given(GAME, *on_map(), EAST).when(FOUND).then(
        says("Castle discovered F2"), table(**{"seats.castle.main.spent": 2, "seats.castle.deeds.tiles": 1})
    )


def test_which_tile_it_is_may_be_drawn_among_those_of_its_kind() -> None:
    known = (
        ContentAdded(kind="tiles", id="F7", fields={"en": "F7", "kind": "far"}),
        ContentAdded(kind="tiles", id="N1", fields={"en": "N1", "kind": "near"}),
    )
    given(GAME, *on_map(*known, decks=("tiles",)), EAST).when(TileDiscovered(seat=CASTLE, place="2 1")).then(
        table(**{"tiles.2 1.tile": "F7"})
    )


def test_no_tile_is_drawn_among_the_few_that_are_known() -> None:
    """The tiles are in the box: a tap asks which it is."""
    known = ContentAdded(kind="tiles", id="F7", fields={"en": "F7", "kind": "far"})
    spec = given(GAME, *on_map(known), EAST)
    spec.when(TileDiscovered(seat=CASTLE, place="2 1")).then(table(**{"tiles.2 1.tile": "far 2 1"}))
    there = given(GAME, *on_map(known), EAST).play.campaign.table
    assert [pad.needs for pad in pads(there) if pad.field == "place"] == [("tile",)]
    there.decks = ["tiles"]
    assert [pad.needs for pad in pads(there) if pad.field == "place"] == [()]


@pytest.mark.parametrize("turned", [0, 2])
def test_a_tile_is_turned_as_its_player_likes(turned: int) -> None:
    spec = given(GAME, *on_map(), EAST).when(FOUND.copy_with(turned=turned))
    at = spec.play.campaign.table.fields
    beside = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    found = (at["F2 1"].q - at["F2 0"].q, at["F2 1"].r - at["F2 0"].r)
    assert beside.index(found) - beside.index((1, 0)) in (turned, turned - 6)


# --- what is printed there -------------------------------------------------------------------

PRINTED = TileDescribed(
    tile="F2",
    locations={"0": "mine", "1": "settlement", "2": "stables"},
    levels={"0": 2},
    yields={"0": "gold"},
    sea=("5",),
)


def test_a_tile_that_nobody_knows_is_typed_in() -> None:
    spec = given(GAME, *on_map(), EAST, FOUND)
    spec.then_prompts("What is printed on F2?")
    spec.when(PRINTED).then(
        table(
            **{
                "fields.F2 0.location": "mine",
                "fields.F2 0.level": 2,
                "fields.F2 0.amount": 5,
                "fields.F2 2.category": "revisit",
                "fields.F2 5.sea": True,
            }
        )
    ).then_no_prompt(TileDescribed)


def test_seven_fields_take_fourteen_taps() -> None:
    """One for each location and each level up to the last guarded one, one for a mine; to open it, and to say it."""
    row = ("mine", "empty", "settlement", "empty", "blocked", "resource", "empty")
    tapped = TileDescribed(tile="F2", row=row, guards=("II", "–", "III"), mines=("gold",))
    spec = given(GAME, *on_map(), EAST, FOUND).when(tapped)
    spec.then(
        table(
            **{
                "fields.F2 0.level": 2,
                "fields.F2 2.level": 3,
                "fields.F2 0.amount": 5,
                "fields.F2 4.category": "blocked",
            }
        )
    )
    assert columns_of(spec.play.campaign.table, "F2")["levels"] == {"0": 2, "2": 3}
    assert len(tapped.row) + len(tapped.guards) + len(tapped.mines) + 2 <= 14


def test_it_is_known_when_it_turns_up_again() -> None:
    """In the next game of the same table: nobody types a tile twice."""
    told = given(GAME, *on_map(), EAST, FOUND, PRINTED).play.campaign.table
    found = columns_of(told, "F2")
    assert found["locations"] == PRINTED.locations
    assert (found["levels"], found["yields"], found["sea"]) == ({"0": 2}, {"0": "gold"}, ("5",))
    again = (*on_map(PRINTED_CARD), EAST)
    given(GAME, *again).when(FOUND).then(
        table(**{"fields.F2 0.level": 2, "fields.F2 0.good": "gold", "fields.F2 5.sea": True})
    ).then_no_prompt(TileDescribed)


def test_a_printed_field_of_unknown_number_is_not_the_middle() -> None:
    cards = (
        ContentAdded(kind="printed-fields", id="F2 0", fields={"tile": "F2", "number": 0, "location": "mine"}),
        ContentAdded(kind="printed-fields", id="F2 1", fields={"tile": "F2", "location": "settlement", "level": 3}),
    )
    given(GAME, *on_map(*cards), EAST).when(FOUND).then(
        table(**{"fields.F2 0.location": "mine", "fields.F2 0.level": 0, "fields.F2 1.location": ""})
    )


PRINTED_CARD = ContentAdded(
    kind="tiles",
    id="F2",
    fields={
        "en": "F2", "locations": dict(PRINTED.locations, **{"5": "empty"}), "levels": {"0": 2}, "yields": {"0": "gold"},
        "sea": ["5"],
    },
)  # fmt: skip

# --- far tiles of the supply -----------------------------------------------------------------

SECOND = "seats.castle.second.field"


def test_a_far_tile_is_placed_where_it_touches_two() -> None:
    """R47, R02."""
    placed = TilePlaced(seat=CASTLE, place="-1 3", tile="F3")
    spec = given(GAME, *on_map(), HeroMoved(seat=CASTLE, to="S1 2"))
    spec.when(placed).then(table(**{"tiles.-1 3.by": CASTLE, "seats.castle.supply": 0, "seats.castle.main.spent": 2}))


def test_the_secondary_hero_places_tiles_too() -> None:
    """3.6: beside the hero that spends the movement point."""
    hired = (
        *on_map(tracks=("map", "towns")),
        SecondHeroHired(seat=CASTLE),
        Adjusted(path=SECOND, after="S1 2", reason="given"),
    )
    placed = TilePlaced(seat=CASTLE, whose="secondary hero", place="-1 3", tile="F3")
    given(GAME, *hired).when(placed).then(table(**{"seats.castle.second.spent": 1, "seats.castle.main.spent": 0}))
    given(GAME, *hired).when(placed.copy_with(whose="main hero")).then(refused("not-offered"))


def test_it_does_not_touch_one_alone_and_by_a_ruling_not_two() -> None:
    alone = HeroMoved(seat=CASTLE, to="S1 5")
    lonely = TilePlaced(seat=CASTLE, place="-2 -1", tile="F3")
    given(GAME, *on_map(), alone).when(lonely).then(refused("touches-one", says="must touch 2"))
    ruled = on_map(RulingMade(ruling="far-tile-two-others"))
    placed = TilePlaced(seat=CASTLE, place="-1 3", tile="F3")
    given(GAME, *ruled, HeroMoved(seat=CASTLE, to="S1 2")).when(placed).then(
        refused("touches-one", says="must touch 3")
    )


def test_it_comes_from_the_own_supply() -> None:
    nothing = (event for event in on_map() if event != SUPPLY)
    spec = given(GAME, *nothing, HeroMoved(seat=CASTLE, to="S1 2"))
    spec.when(TilePlaced(seat=CASTLE, place="-1 3", tile="F3")).then(refused("no-supply"))


# --- the Observatory, and gates --------------------------------------------------------------


def test_an_observatory_shows_any_tile_beside_its_own_for_nothing() -> None:
    """6.12: beside the tile, not only beside the hero's field."""
    there = (*on_map(), HeroMoved(seat=CASTLE, to="S1 3"))
    spec = given(GAME, *there).when(FieldUsed(seat=CASTLE, field="S1 3", location="redwood-observatory"))
    spec.then_prompts(TilePlaced, TileDiscovered)
    spec.and_then(FOUND.copy_with(free=True)).then(table(**{"seats.castle.main.spent": 1, "tiles.2 1.tile": "F2"}))


def test_no_tile_is_discovered_or_placed_for_nothing_without_a_reason() -> None:
    beside = (*on_map(), EAST)
    given(GAME, *beside).when(FOUND.copy_with(free=True)).then(refused("not-free", bendable=True))
    placed = TilePlaced(seat=CASTLE, place=places_beside_hero(given(GAME, *beside).play.campaign.table, CASTLE, "")[0])
    given(GAME, *beside).when(placed.copy_with(free=True)).then(refused("not-free", bendable=True))


def test_in_a_tournament_it_turns_a_tile_without_a_hero() -> None:
    met = TileRotated(tile="S1", turned=1)
    given(GAME, *on_map()).when(met).then(refused("hero-on-tile"))
    found = (*on_map(), EAST, FOUND)
    spec = given(GAME, *found).when(TileRotated(tile="F2", turned=3))
    at = spec.play.campaign.table.fields
    assert (at["F2 1"].q, at["F2 1"].r) == (at["F2 0"].q - 1, at["F2 0"].r)


# --- tokens ----------------------------------------------------------------------------------


def test_a_token_lies_alone_and_a_bank_on_a_blocked_field() -> None:
    """R47."""
    whirl = TokenPlaced(field="S1 5", token="whirlpool")
    given(GAME, *on_map(whirl)).when(whirl).then(refused("token-there"))
    given(GAME, *on_map()).when(whirl.copy_with(field="S1 4")).then(refused("blocked-field"))
    given(GAME, *on_map()).when(TokenPlaced(field="S1 5", token="bank")).then(refused("only-blocked"))
    given(GAME, *on_map()).when(TokenPlaced(field="S1 4", token="bank")).then(
        table(**{"fields.S1 4.category": "visit", "fields.S1 4.token": "bank"})
    )


def test_a_bank_goes_on_a_tile_of_its_zone() -> None:
    """p66: a Pyramid is for near tiles."""
    blocked = TileDescribed(tile="F2", locations={"0": "mine", "4": "blocked"})
    found = (*on_map(), EAST, FOUND, blocked)
    pyramid = TokenPlaced(field="F2 4", token="bank", bank="pyramid")
    given(GAME, *found).when(pyramid).then(refused("other-zone", says="near"))
    given(GAME, *found).when(pyramid.copy_with(bank="crypt")).then(table(**{"fields.F2 4.bank": "crypt"}))


def test_by_an_option_who_discovers_a_tile_may_put_a_bank_on_its_blocked_field() -> None:
    """3.9, 3."""
    blocked = TileDescribed(tile="F2", locations={"0": "mine", "4": "blocked"})
    asked = "Creature Bank: put it on the map, on F2, field 4 (Blocked field)"
    spec = given(GAME, *on_map(options=("creature-banks",)), EAST, FOUND, blocked)
    spec.then_prompts(asked)
    due = [prompt.required for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is TokenPlaced]
    assert due == [False], "it may, and need not"
    given(GAME, *on_map(), EAST, FOUND, blocked).then_no_prompt(TokenPlaced)


# --- maps that are kept ----------------------------------------------------------------------


def test_a_map_is_kept_and_laid_again_with_the_homes_of_other_players() -> None:
    kept = (*on_map(), EAST, FOUND, MapKept(name="Pass"))
    saved = given(GAME, *kept).play.campaign.table.library["maps"]["Pass"]
    assert saved == {
        "en": "Pass", "kinds": {"0 0": "starting", "2 1": "far"}, "homes": ["0 0"], "tiles": {}, "turned": {},
    }  # fmt: skip
    anew = (
        GameSetUp(tracks=("map",)),
        FactionTaken(faction="tower", player="Eve"),
        ContentAdded(kind="maps", id="Pass", fields=dict(saved)),
    )
    spec = given(GAME, *anew)
    spec.then_prompts("Lay a kept map")
    spec.when(MapLaid(map="Pass")).then(
        table(**{"seats.tower.main.field": "tower home 0", "tiles.2 1.tile": "", "tiles.2 1.kind": "far"})
    )


def test_a_map_is_laid_where_none_lies() -> None:
    card = ContentAdded(kind="maps", id="Pass", fields={"en": "Pass", "kinds": {"0 0": "far"}})
    given(GAME, *on_map(card)[:-1]).when(MapLaid(map="Pass")).then(refused("map-lies"))
    given(GAME, GameSetUp(tracks=("map",))).when(MapKept(name="Pass")).then(refused("nothing-lies"))


def test_a_place_is_named_by_its_way_from_the_middle_whatever_is_laid() -> None:
    there = given(GAME, GameSetUp(tracks=("map",)), *taken(CASTLE, DUNGEON)).play.campaign.table
    assert [str(there.called("places", place)) for place in ("0 0", "2 1", "-2 6", "1 4", "9 9")] == [
        "the middle of the map",
        "the place 1 right from the middle of the map",
        "the place 2 down from the middle of the map",
        "the place 1 right and 1 down from the middle of the map",
        "9 9",
    ]
