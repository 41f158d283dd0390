"""What stands on the sheets of a seat that has hardly anything: nothing that is empty."""

from typing import Any

from companion.testing import Spec, given
from domain.framework.kernel import AreasTracked
from domain.framework.views.sheet import Grid
from domain.games.runewars import GAME
from domain.games.runewars.realm.objectives import ObjectiveDealt
from projections.documents.plain import plain_sheet
from tests.domain.games.runewars.maps import HOMES, MAPPED
from tests.domain.games.runewars.moments import THREE


def facts(spec: Spec, key: str) -> dict[str, Any]:
    """The labelled values on a sheet."""
    table: Any = spec.play.campaign.table
    [sheet] = [plain_sheet(sheet) for sheet in GAME.sheets(table) if sheet.key == key]
    return {fact["label"]: fact["value"] for block in sheet["blocks"] for fact in block.get("facts", ())}


def test_of_titles_that_a_seat_does_not_hold_there_is_no_line() -> None:
    assert "Titles" not in facts(given(GAME, *THREE, AreasTracked(tracks=("influence",))), "kingdom-human")


def test_an_objective_that_is_not_there_is_none() -> None:
    cards = (*THREE, AreasTracked(tracks=("cards",)))
    assert facts(given(GAME, *cards), "secrets-human") == {"Objective": "none"}
    dealt = given(GAME, *cards, ObjectiveDealt(seat="human", card="Bread for all"))
    assert facts(dealt, "secrets-human") == {"Objective": "Bread for all"}


def grids(table: Any, key: str) -> list[Grid]:
    return [
        block for sheet in GAME.sheets(table) if sheet.key == key for block in sheet.blocks if isinstance(block, Grid)
    ]


def test_how_many_runes_a_seat_has_is_told_only_where_it_is_known_what_it_holds() -> None:
    for areas, counted in ((("runes",), False), (("runes", "map"), True)):
        table = given(GAME, *THREE, AreasTracked(tracks=areas)).play.campaign.table
        sentences = [str(grid.title) for grid in grids(table, "secrets-human")]
        ranged = "Runes seen: 0 real in own areas, 0 known to all"
        assert sentences == [ranged if counted else "Runes seen"]


def test_the_map_names_each_area_first_and_then_who_holds_it() -> None:
    table: Any = given(MAPPED, *HOMES).play.campaign.table
    [grid] = grids(table, "map")
    assert [str(row[0]) for row in grid.rows] == [str(table.called("areas", area)) for area in sorted(table.land)]
