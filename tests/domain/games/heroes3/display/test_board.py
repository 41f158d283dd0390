"""The board: what a building waits for, hands that only their owners read, the round's events, and the end."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from companion.demo import demo_pack
from companion.testing import given
from domain.components.map_geometry import Hex
from domain.framework.content import merge_content
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC, Viewer
from domain.framework.kernel import ContentAdded
from domain.framework.text import Text, Tongue, value_as_words
from domain.framework.views.board import Piece, pieces_of_board
from domain.games.heroes3 import GAME as PRINTED
from domain.games.heroes3.display.ending import ending
from domain.games.heroes3.display.land import INSET, edges, field_space, the_map
from domain.games.heroes3.land.laying import TileDescribed, TileLaid, TokenPlaced
from domain.games.heroes3.land.moving import HeroMoved
from domain.games.heroes3.land.tiles import places_to_lay
from domain.games.heroes3.rounds import GameEnded
from domain.games.heroes3.setup.players import GameBegun
from domain.games.heroes3.town.buildings import BuildingBuilt
from domain.games.heroes3.town.goods import GoodsGained
from tests.domain.games.heroes3.combat.fights import against
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, NECROPOLIS, OPENING_HAND, dealt, game

GAME = replace(PRINTED, pack=merge_content(PRINTED.pack, demo_pack(PRINTED, "demo.toml")))
ORE, HALL = (
    GoodsGained(seat=CASTLE, good="materials", amount=5),
    BuildingBuilt(seat=CASTLE, building="city-hall", cost={"gold": 0}),
)
POOR = game("towns", factions=(CASTLE, DUNGEON))


def shown(*events: Event, viewer: Viewer = PUBLIC) -> dict[str, Piece]:
    """The pieces of a board as somebody sees them, by key."""
    table = given(GAME, *events).play.campaign.table
    return {piece.key: piece for piece in with_those_inside(pieces_of_board(GAME.board(GAME.view(table, viewer))))}


def with_those_inside(board: Iterable[Piece]) -> Iterator[Piece]:
    for piece in board:
        yield from (piece, *with_those_inside(piece.inside))


def building(number: int, *events: Event) -> str:
    return str(shown(*events)[f"town-{CASTLE}"].chips[number].name)


@pytest.mark.parametrize(
    ("number", "events", "words"),
    [
        (7, (), "Golden dwelling: 12 Gold, 6 Building materials, 2 Valuables (after Silver dwelling)"),
        (
            2,
            (ORE, HALL),
            "Mage Guild: 5 Gold, 3 Building materials (one a round)",
        ),
    ],
)
def test_a_building_says_what_it_costs_and_why_it_waits(number: int, events: tuple[Event, ...], words: str) -> None:
    assert building(number, *POOR, *events) == words


def test_who_may_build_is_led_to_it_with_a_tap() -> None:
    chips = shown(*POOR, ORE)[f"town-{CASTLE}"].chips
    assert [bool(chip.opens) for chip in chips[:2]] == [True, True]


def test_a_hand_is_named_for_its_owner_and_counted_for_all() -> None:
    mine = shown(*dealt(), viewer=Viewer.on(CASTLE))[f"main-hero-{CASTLE}"]
    others = shown(*dealt())[f"main-hero-{CASTLE}"]
    assert sum(chip.copies for chip in mine.chips) == len(OPENING_HAND)
    assert not others.chips
    assert [counter.value for counter in others.counters if str(counter.label) == "Cards in hand"] == [4]


def test_a_hero_who_stands_on_no_map_is_led_to_combats_and_cards() -> None:
    asked = [ask.event.__name__ for ask in shown(*game("combats", "cards"))[f"main-hero-{CASTLE}"].asks]
    assert asked == ["CombatAnnounced", "SearchBegun", "CardGained"]


def test_the_round_tells_what_the_scenario_brings() -> None:
    event = ContentAdded(kind="timed-events", id="wind", fields={"en": "Wind", "zh": "风", "round": 5, "movement": 1})
    marks = [str(mark) for mark in shown(*game("towns"), event)["round"].marks]
    assert "round 5: Wind" in marks


def test_an_empty_field_bears_no_name_on_the_map() -> None:
    laid = game("map")[:1]
    tile = TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE)
    plan = shown(*laid, *game("map")[1:-1], tile)["land"].plan
    assert plan
    names = {str(space.name) for space in plan.spaces}
    assert "Town" in names
    assert "Empty field" not in names


def test_a_face_down_tile_is_named_in_the_language_of_its_reader() -> None:
    tile = TileLaid(place="0 0", kind="near")
    plan = shown(*game("map")[:-1], tile)["land"].plan
    assert plan
    words = {"{kind} tile": "{kind}板块", "near": "近端"}
    chinese = Tongue(lambda said: words.get(said, said))
    assert "近端板块" in [space.name.render(chinese) for space in plan.spaces if isinstance(space.name, Text)]


def test_the_end_counts_victory_points_in_a_tournament() -> None:
    played = game("towns", mode="tournament", factions=(CASTLE, DUNGEON))
    over = given(GAME, *played, GameEnded(winners=(CASTLE,))).play.campaign.table
    told = ending(over)
    assert told
    assert told.won
    points = next(row for row in told.sheet.blocks[1].rows if str(row[0]) == "Victory points")
    assert points[1:] == [1, 1]


@pytest.mark.parametrize(
    ("factions", "columns"), [((CASTLE, DUNGEON), [3]), ((CASTLE, DUNGEON, NECROPOLIS, "tower"), [4, 4])]
)
def test_at_the_end_no_table_is_wider_than_a_phone(factions: tuple[str, ...], columns: list[int]) -> None:
    """Few players stand beside each other, more below each other in two tables."""
    over = given(GAME, *game("towns", factions=factions), GameEnded(winners=(CASTLE,))).play.campaign.table
    told = ending(over)
    assert told
    assert [{len(grid.columns), *map(len, grid.rows)} for grid in told.sheet.blocks[1:]] == [{n} for n in columns]


@pytest.mark.parametrize(("reason", "read"), [("a victory condition", "!"), ("Nobody had time", "Nobody had time")])
def test_why_a_game_ended_is_read_in_one_s_own_language_unless_the_table_wrote_it(reason: str, read: str) -> None:
    over = given(GAME, *POOR, GameEnded(winners=(CASTLE,), reason=reason)).play.campaign.table
    told = ending(over)
    assert told
    assert value_as_words(told.sheet.blocks[0].facts[0].value, Tongue(translate=lambda _: "!")) == read


@pytest.mark.parametrize("side", range(6))
def test_a_yellow_line_lies_half_way_to_the_field_behind_it(side: int) -> None:
    """The sides of a field are counted as its neighbours are."""
    laid = given(
        GAME, *game("map", factions=(CASTLE, DUNGEON)), TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE)
    )
    table = laid.play.campaign.table
    (center,) = [id_ for id_, spot in table.fields.items() if (spot.q, spot.r) == (0, 0)]
    table.fields[center].borders = [side]
    (line,) = [one for one in edges(table) if one.kind == "mountain"]
    half = tuple(INSET * middle / 2 for middle in list(Hex(0, 0).around())[side].middle)
    assert [(one + two) / 2 for one, two in zip(line.one, line.two, strict=True)] == pytest.approx(half)


SHORE = (
    *game("map", factions=(CASTLE, DUNGEON)),
    TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
    TileLaid(place="2 1", kind="sea", tile="W1"),
    TileLaid(place="-1 3", kind="subterranean"),
    TileDescribed(tile="W1", locations={"0": "empty"}),
)
"""The Castle's home beside the sea, and a tile of the deep that lies face down."""


def test_a_token_is_seen_in_place_of_what_it_covers() -> None:
    plan = shown(*SHORE, TokenPlaced(field="S1 0", token="gate", pair="1"))["land"].plan
    assert plan is not None
    town = next(space for space in plan.spaces if space.id == "S1 0")
    assert (str(town.name), [badge.icon for badge in town.badges]) == ("Subterranean Gate", ["hero", "door"])


def test_a_hero_that_came_to_the_sea_is_offered_no_step_and_the_sea_is_told_from_land() -> None:
    landfall = (HeroMoved(seat=CASTLE, to="S1 1"), HeroMoved(seat=CASTLE, to="W1 4"))
    plan = shown(*SHORE, TileLaid(place="4 2", kind="sea"), *landfall)["land"].plan
    assert plan is not None
    assert [type(pad.event).__name__ for pad in plan.pads] == []
    assert {space.kind for space in plan.spaces if space.id.startswith("W1")} == {"sea"}
    assert {space.kind for space in plan.spaces if space.id.startswith("-1 3")} == {"cave"}


@pytest.mark.parametrize(
    ("location", "good", "kind"),
    [
        ("blocked", "", "rock"),
        ("town", "", "town"),
        ("settlement", "", "town"),
        ("mine", "gold", "field"),
        ("empty", "", "land"),
    ],
)
def test_the_ground_of_a_field_says_whether_it_can_be_entered_and_what_it_yields(
    location: str, good: str, kind: str
) -> None:
    table = given(GAME, *SHORE).play.campaign.table
    spot = table.fields["S1 1"]
    spot.location, spot.category, spot.good = location, "blocked" if location == "blocked" else "empty", good
    assert field_space(table, "S1 1").kind == kind
    table.fields["S1 1"].sea = True
    assert field_space(table, "S1 1").kind == ("rock" if kind == "rock" else "sea")


def test_guards_are_a_skull_with_their_level_and_a_visited_field_is_marked() -> None:
    table = given(GAME, *SHORE).play.campaign.table
    spot = table.fields["S1 1"]
    spot.level, spot.cleared, spot.cube = 4, False, True
    signs = [(badge.icon, badge.shown, badge.kind) for badge in field_space(table, "S1 1").badges]
    assert {("skull", "4", "guard"), ("check", "", "visited")} <= set(signs)


def test_while_the_map_is_laid_a_tap_on_a_place_beside_it_lays_the_next_tile_of_its_kind() -> None:
    laid = TileLaid(place="0 0", kind="near")
    setup = game("map", factions=(CASTLE, DUNGEON))[:-1]
    there = given(GAME, *setup, laid).play.campaign.table
    plan = the_map(there).plan
    assert plan
    (pad,) = plan.pads
    assert (pad.event, len(pad.choices), pad.needs) == (TileLaid(place=pad.choices[0][0], kind="near"), 6, ("kind",))
    assert {value for value, _ in pad.choices} <= {space.id for space in plan.spaces}
    assert not places_to_lay(given(GAME, *setup, laid, GameBegun(starting=CASTLE)).play.campaign.table)


@pytest.mark.parametrize(
    ("numbers", "marks"),
    [({}, []), ({"attack": 2}, []), ({"defense": 1}, []), ({"attack": 2, "defense": 0}, ["attack 2, defense 0"])],
)
def test_a_unit_in_a_fight_shows_attack_and_defense_once_both_are_known(
    numbers: dict[str, int], marks: list[str]
) -> None:
    begun, *fight = against("ghosts")
    ghosts = {"en": "Ghosts", "neutral": True, "tier": "bronze", **numbers}
    there = given(PRINTED, begun, ContentAdded(kind="units", id="ghosts", fields=ghosts), *fight).play.campaign.table
    pieces = with_those_inside(pieces_of_board(PRINTED.board(there)))
    (row,) = (row for piece in pieces for row in piece.rows if row.key == "fighter-ghosts")
    assert [value_as_words(mark, Tongue()) for mark in row.marks] == marks
