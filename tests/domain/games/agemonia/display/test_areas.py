"""The areas of a scenario as a plan: placed by their neighbours, each with its figures and what lies there."""

from typing import Any

import pytest

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.text import Tongue, value_as_words
from domain.framework.views.board import Badge, Piece, Plan
from domain.games.agemonia import GAME
from domain.games.agemonia.console.movement import AreaRegistered, BorderDrawn
from domain.games.agemonia.display.areas import MOST_AREAS, plan_of_areas
from domain.games.agemonia.display.fight import beside_fight
from domain.games.agemonia.state.table import Agemonia
from tests.domain.games.agemonia.console.fights import FIGHTING, LUNARA, at, enemy, joined, map_of

AREAS = (*map_of("Bank", "Ford", "Mill", capacity=4), *joined(("Bank", "Ford"), ("Ford", "Mill")))
STANDING = (*enemy(2), *at(lunara="Bank", skitterer_1="Mill", skitterer_2="Mill"))


def table(*events: Event[Any]) -> Agemonia:
    found = given(GAME, *FIGHTING, *events).play.campaign.table
    assert isinstance(found, Agemonia)
    return found


def plan(*events: Event[Any]) -> Plan:
    found = plan_of_areas(table(*events))
    assert found is not None
    return found


def signs(area: str, *events: Event[Any]) -> list[Badge]:
    return list(next(space for space in plan(*events).spaces if space.id == area).badges)


def grounds(*events: Event[Any]) -> Piece:
    return next(piece for piece in beside_fight(table(*events)) if piece.key == "grounds")


def test_without_neighbours_the_areas_are_rows() -> None:
    piece = grounds(*map_of("Bank", "Ford"))
    assert (piece.plan, [row.title for row in piece.rows]) == (None, ["Bank", "Ford"])


def test_with_neighbours_the_areas_are_a_plan_that_shows_all_of_them() -> None:
    piece = grounds(*AREAS, *map_of("Marsh"), *at(lunara="Road"))
    assert piece.plan
    assert ([space.id for space in piece.plan.spaces], piece.rows) == (["Bank", "Ford", "Mill", "Marsh", "Road"], ())


def test_no_two_areas_lie_on_each_other_and_neighbours_are_joined_once() -> None:
    known = plan(*AREAS)
    assert len({space.middle for space in known.spaces}) == len(known.spaces)
    assert [value_as_words(line.said) for line in known.lines] == [
        "Bank and Ford: single line",
        "Ford and Mill: single line",
    ]


def test_an_area_shows_heroes_by_their_marks_and_enemies_by_initials_and_numbers() -> None:
    assert next((badge.icon, badge.seat, badge.kind) for badge in signs("Bank", *AREAS, *STANDING)) == (
        "",
        LUNARA,
        "figure",
    )
    there = signs("Mill", *AREAS, *STANDING)[0]
    assert (value_as_words(there.said), value_as_words(there.shown), there.kind) == (
        "Skitterer 1, 2",
        "S 1, 2",
        "guard",
    )


def test_initials_are_in_the_language_of_who_reads_them() -> None:
    there = signs("Mill", *AREAS, *STANDING)[0]
    assert value_as_words(there.shown, Tongue(content="zh")) == "迅 1, 2"


def test_an_area_says_how_full_it_is() -> None:
    said = [(value_as_words(badge.said), badge.shown) for badge in signs("Bank", *AREAS, *STANDING)]
    assert ("capacity: 1 of 4 taken", "1/4") in said


def test_the_start_area_has_a_ground_of_its_own() -> None:
    start = AreaRegistered(area="Ford", capacity=4, start=True)
    assert {space.id: space.kind for space in plan(*AREAS, start).spaces} == {
        "Ford": "town",
        "Bank": "land",
        "Mill": "land",
    }


@pytest.mark.parametrize(
    ("kind", "drawn"), [("single line", "path"), ("double line", "climb"), ("obstacle", "mountain")]
)
def test_a_border_is_drawn_by_its_kind(kind: Any, drawn: str) -> None:
    line = plan(*map_of("Bank", "Ford"), *joined(("Bank", "Ford"), kind=kind)).lines[0]
    assert line.kind == drawn


def test_an_obstacle_lies_across_the_way_between_two_areas() -> None:
    way = plan(*AREAS).lines[0]
    bar = plan(*AREAS, BorderDrawn(area="Bank", to="Ford", kind="obstacle")).lines[0]
    across = [(line.two[0] - line.one[0], line.two[1] - line.one[1]) for line in (way, bar)]
    assert across[0][0] * across[1][0] + across[0][1] * across[1][1] == pytest.approx(0)


def test_more_areas_than_a_map_has_are_rows() -> None:
    many = [f"Area {n}" for n in range(MOST_AREAS + 1)]
    assert plan_of_areas(table(*map_of(*many[:-1]), *joined((many[0], many[1])))) is not None
    assert plan_of_areas(table(*map_of(*many), *joined((many[0], many[1])))) is None
