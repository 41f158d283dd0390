"""The board: the map in small signs, and what a tap on an area opens."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.testing import given
from domain.components.map_geometry import Hex
from domain.framework.events.event import Event
from domain.framework.game import Viewer
from domain.framework.kernel import AreasTracked
from domain.framework.kernel.adjusting import SecretsOpened
from domain.framework.views.board import Pad, Piece, Point, Space
from domain.framework.views.sheet import Grid
from domain.games.runewars import GAME
from domain.games.runewars.display.board import board
from domain.games.runewars.display.ending import ending
from domain.games.runewars.display.map import area_piece, plan_of_map, plan_to_choose
from domain.games.runewars.setup.filling import (
    AreaDescribed,
    NeutralsSetUp,
    StartingStrongholdPlaced,
    StartingUnitsPlaced,
)
from domain.games.runewars.setup.laying import cells_of
from domain.games.runewars.state.heroes import Hero
from domain.games.runewars.state.table import Exploration, Rune, Runewars
from domain.games.runewars.victory import WarEnded
from domain.games.runewars.year.orders import OrderChosen, OrdersRevealed
from tests.domain.games.runewars.maps import HOMES, LAID, MAPPED
from tests.domain.games.runewars.moments import SPRING, THREE, TWO


def at(*events: Event[Any]) -> Runewars:
    found: Runewars = given(MAPPED, *events).play.campaign.table
    return found


def space(table: Runewars, area: str) -> Space:
    drawn = plan_of_map(table)
    assert drawn
    return next(one for one in drawn.spaces if one.id == area)


def signs(table: Runewars, area: str) -> list[tuple[str, str]]:
    return [(badge.icon, badge.shown) for badge in space(table, area).badges if not badge.quiet]


def test_an_area_shows_its_owner_by_the_seats_colour() -> None:
    table = at(*HOMES)
    assert [space(table, area).seat for area in ("H1", "E1", "U1", "1A")] == ["human", "elf", "uthuk", ""]


def test_units_are_one_sign_an_owner_those_that_are_routed_another() -> None:
    table = at(*HOMES, StartingUnitsPlaced(seat="elf", area="E1", units={"elf-archer": 2, "sorceress": 1}))
    table.land["E1"].stacks["sorceress"].routed = 2
    assert signs(table, "E1") == [("troops", "3"), ("fallen", "2")]


def test_neutral_units_look_like_those_they_are_allied_to() -> None:
    table = at(*HOMES, NeutralsSetUp())
    assert space(table, "1A").badges[0].seat == ""
    table.land["1A"].allied = "uthuk"
    assert space(table, "1A").badges[0].seat == "uthuk"
    assert signs(table, "1A") == [("wild", "2")]


def test_neutral_units_guard_an_area_until_they_are_allied() -> None:
    table = at(*HOMES, NeutralsSetUp())
    assert "guard" in space(table, "1A").badge_kinds
    table.land["1A"].allied = "uthuk"
    assert "guard" not in space(table, "1A").badge_kinds


@pytest.mark.parametrize(
    ("food", "wood", "ore", "city", "kind"),
    [
        (2, 1, 0, None, "field"),
        (0, 1, 0, None, "wood"),
        (0, 1, 2, "5", "stone"),
        (0, 0, 0, "5", "town"),
        (0, 0, 0, None, "land"),
    ],
)
def test_the_ground_of_an_area_is_that_of_what_it_yields_most_else_of_its_city(
    food: int, wood: int, ore: int, city: str | None, kind: str
) -> None:
    table = at(*HOMES)
    area = table.land["1A"]
    area.food, area.wood, area.ore, area.city = food, wood, ore, city
    assert space(table, "1A").kind == kind


def test_strongholds_stand_or_lie_in_ruins() -> None:
    table = at(*HOMES, StartingStrongholdPlaced(seat="elf", area="E1"))
    assert signs(table, "E1") == [("tower", "")]
    stronghold = table.land["E1"].stronghold
    assert stronghold
    stronghold.intact = False
    assert signs(table, "E1") == [("ruin", "")]


def test_a_rune_is_shown_as_the_viewer_knows_it() -> None:
    table = at(*HOMES)
    for kind, icon in (("", "rune"), ("real", "rune-real"), ("fake", "rune-false")):
        table.land["1A"].rune = Rune(kind=kind)
        assert signs(table, "1A") == [(icon, "")]


def test_tokens_are_signs_of_their_own() -> None:
    table = at(*HOMES)
    table.land["1A"].exploration = Exploration(back=2)
    table.land["1A"].activated = ["human", "elf"]
    table.land["1A"].contested = True
    assert signs(table, "1A") == [("arena", ""), ("explore", "2"), ("active", ""), ("active", "")]
    table.land["1A"].exploration = Exploration(kind="village")
    assert ("explore", "") in signs(table, "1A")


def test_what_is_printed_is_quiet() -> None:
    quiet = [(badge.icon, badge.shown) for badge in space(at(*LAID), "1B").badges if badge.quiet]
    assert quiet == [("wood", "1"), ("ore", "1")]


def test_coloured_borders_are_drawn_once() -> None:
    drawn = plan_of_map(at(*LAID))
    assert drawn
    found = [(edge.kind, edge.one, edge.two) for edge in drawn.lines]
    assert len(found) == len(set(found))
    assert {kind for kind, _, _ in found} == {"mountain", "water"}


def test_a_tap_on_an_area_opens_its_piece() -> None:
    table = at(*HOMES)
    asides = {f"piece-{piece.key}" for piece in board(table) if piece.aside}
    drawn = plan_of_map(table)
    assert drawn
    assert {one.opens for one in drawn.spaces} == asides


def test_a_piece_tells_what_stands_there_and_behind_which_borders() -> None:
    piece = area_piece(at(*HOMES, NeutralsSetUp()), "1A")
    assert list(map(str, said(piece))) == [
        "No player holds it",
        "1 Food, 1 Wood",
        "mountain to 8C, E2",
        "water to 1B",
        "2 Beastman",
    ]


def said(piece: Piece) -> Iterator[object]:
    yield piece.note
    yield from piece.marks
    yield from (chip.name for chip in piece.chips)


def test_what_can_be_done_there_comes_with_the_area_filled_in() -> None:
    piece = area_piece(at(*HOMES), "E1")
    assert [(ask.event, dict(ask.fields)) for ask in piece.asks][:2] == [
        (StartingStrongholdPlaced, {"area": "E1", "seat": "elf"}),
        (StartingUnitsPlaced, {"area": "E1", "seat": "elf"}),
    ]


def test_areas_without_a_place_are_named_below_the_map() -> None:
    table = at(*TWO, AreaDescribed(area="attic", home="elf"))
    the_map = board(table)[0]
    assert the_map.plan is None
    assert [chip.name for chip in the_map.chips] == ["attic"]


def test_a_table_that_tracks_no_map_has_none() -> None:
    table = at(*TWO, AreasTracked(tracks=("calendar", "runes")))
    assert [piece.key for piece in board(table)] == ["seat-human", "seat-elf"]


def test_areas_and_places_are_chosen_on_the_map() -> None:
    table = at(*HOMES)
    on_map = plan_to_choose(table, "areas", ["1A"])
    assert on_map
    assert not [one for one in on_map.spaces if one.faint]
    places = plan_to_choose(table, "places", ["2 1", "nowhere"])
    assert places
    assert [one.id for one in places.spaces if one.faint] == ["2 1"]
    assert plan_to_choose(table, "areas", ["attic"]) is None
    assert plan_to_choose(table, "units", ["1A"]) is None


def test_heroes_are_signs_in_the_colour_of_whom_they_follow() -> None:
    table = at(*HOMES)
    table.heroes = {name: Hero(seat="elf", area="1A") for name in ("silhouette", "mad-carthos")}
    table.land["1A"].fallen = ["1"]
    shown = space(table, "1A").badges
    assert [(badge.icon, badge.shown, badge.seat) for badge in shown if not badge.quiet] == [
        ("hero", "2", "elf"),
        ("sack", "", ""),
    ]
    assert "Silhouette of Latari Elves" in list(map(str, said(area_piece(table, "1A"))))


def test_a_kingdom_counts_by_taps_what_may_be_counted() -> None:
    table = at(*HOMES)
    table.seats["uthuk"].dials = {"food": 1, "wood": 0, "ore": 2}
    kingdom = board(table)[-1]
    counted = {str(counter.label): counter for counter in kingdom.counters}
    assert [name for name, counter in counted.items() if counter.up] == ["Influence", "Food", "Wood", "Ore"]
    assert (counted["Areas"].value, counted["Influence"].value) == (3, 2)
    assert kingdom.handle
    assert kingdom.handle.seat == "uthuk"


def test_a_seat_tells_what_it_has_done_this_year() -> None:
    table = at(*HOMES)
    table.step = "orders"
    table.seats["elf"].used, table.seats["elf"].titles = ["mobilize"], ["primarch"]
    table.seats["uthuk"].eliminated = True
    marks = {piece.seat: list(map(str, piece.marks)) for piece in board(table) if piece.seat}
    assert marks["elf"] == ["orders used: 2", "still to choose", "Primarch of the Wizards' Council"]
    assert marks["uthuk"][0] == "out of the war"


def test_what_a_season_card_still_does_is_remembered() -> None:
    table = at(*TWO)
    assert board(table)[0].key == "map"
    table.season, table.step, table.lasting, table.frozen = 4, "turns", "Hard frost", True
    season = board(table)[0]
    assert (season.key, str(season.title)) == ("season", "Year 1, Winter")
    assert [str(mark) for mark in season.marks] == ["still works: Hard frost", "the water is frozen"]


def test_a_title_tells_how_much_lies_on_it() -> None:
    table = at(*TWO)
    table.seats["elf"].titles, table.on_titles = ["captain"], {"captain": 3}
    elf = next(piece for piece in board(table) if piece.key == "seat-elf")
    assert "Captain of the Heroes' League (3 influence)" in [str(mark) for mark in elf.marks]


CHOOSING = (*THREE, *SPRING, OrderChosen(seat="elf", order="harvest"))


def pads(table: Runewars, *seats: str) -> dict[str, Pad]:
    """The pads of the kingdoms, as these seats see them."""
    return {piece.seat: pad for piece in board(GAME.view(table, Viewer.on(*seats))) for _, pad in piece.pads}


def test_who_has_no_order_yet_has_a_pad_of_those_that_are_left() -> None:
    table = at(*CHOOSING)
    table.seats["uthuk"].used = ["mobilize", "fortify"]
    left = [value for value, _ in pads(table)["uthuk"].choices]
    assert left == ["strategize", "conquer", "harvest", "recruit", "rally-support", "acquire-power"]


def test_only_who_chose_an_order_sees_which_and_may_choose_another() -> None:
    table = at(*CHOOSING)
    assert pads(table, "elf")["elf"].chosen == "harvest"
    assert sorted(pads(table)) == sorted(pads(table, "human")) == ["human", "uthuk"]
    assert at(*CHOOSING, OrderChosen(seat="elf", order="recruit")).seats["elf"].order.choice == "recruit"


def test_there_is_nothing_to_choose_once_orders_lie_open() -> None:
    table = at(*CHOOSING, *(OrderChosen(seat=seat, order="recruit") for seat in ("human", "uthuk")), OrdersRevealed())
    assert pads(table, "elf") == {}


def middles(*spots: tuple[int, int]) -> set[Point]:
    return {Hex(q, r).middle for q, r in spots}


def test_what_is_laid_is_drawn_where_it_would_lie() -> None:
    """A tile of four areas as printed and turned, a home tile, and a home marker over two places."""
    table = at(*LAID)

    def covers(**known: str) -> set[Point]:
        drawn = plan_to_choose(table, "places", ["2 1"], known)
        assert drawn
        return set(drawn.covers)

    assert len(covers(tile="2", turned="0")) == len(cells_of(table, "2"))
    assert covers(tile="2", turned="3") == {(-x, -y) for x, y in covers(tile="2", turned="0")}
    assert len(covers(seat="elf", marker="1", turned="1")) == 3
    assert covers(side="0") == middles((0, 0), (1, 0))
    assert covers() == set()


def standings(table: Runewars) -> list[list[str]]:
    """The final numbers of a war, a line each, below their headings."""
    found = ending(table)
    assert found
    assert found.won is None
    (grid,) = [block for block in found.sheet.blocks if isinstance(block, Grid)]
    return [[str(cell) for cell in row] for row in (grid.columns, *grid.rows)]


def test_the_end_of_a_war_says_who_won_and_what_each_faction_had_the_winners_first() -> None:
    table = at(*TWO, WarEnded(winners=("elf", "human")))
    found = ending(table)
    assert found
    assert str(found.sheet.title) == "Latari Elves, Daqan Lords won the war"
    assert [row[0] for row in standings(at(*TWO, WarEnded(winners=("elf",))))][1] == "Latari Elves"
    assert standings(table)[0] == ["Faction", "Real runes", "Areas", "Influence"]


def test_the_end_of_a_war_tells_no_number_that_the_table_does_not_track() -> None:
    table = at(*TWO, AreasTracked(tracks=("influence",)), WarEnded(winners=("elf",)))
    assert standings(table)[0] == ["Faction", "Influence"]


def test_a_war_that_goes_on_has_no_end_yet() -> None:
    assert ending(at(*TWO)) is None


def test_after_the_war_what_was_secret_may_be_laid_open() -> None:
    over = given(GAME, *TWO, WarEnded(winners=("elf",)))
    over.then_prompts(SecretsOpened)
    over.when(SecretsOpened(agreed=True)).then_prompts()
