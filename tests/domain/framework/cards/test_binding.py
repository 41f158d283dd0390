"""Binding: a text that was typed in becomes the known thing it turned out to be, wherever it stood as an id."""

from typing import Annotated

import pytest
from pydantic import Field

from companion.testing import NOTHING, Spec, given, given_bent, refused, says, table
from domain.framework.cards.binding import bind_text, strangers_by_kind
from domain.framework.kernel import ContentBound
from domain.framework.table import Keys, Names, State, Table, as_json, changes_between
from domain.games.agemonia import GAME as AGEMONIA
from domain.games.agemonia.campaign.items import ItemCopiesCounted, ItemGained
from domain.games.agemonia.console.belongings import ActiveItemsChanged
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.agemonia.console.spawning import EnemyCardRevealed, EnemySpawned
from domain.games.agemonia.state.kinds import ItemCard
from tests.domain.games.agemonia.moments import PARTY, typed_in

LANTERN = typed_in("items", "007", en="Lantern", zh="提灯", hands=1)
IS_LANTERN = ContentBound(kind="items", text="Lantrn", id="007")
FOUND = ItemGained(hero="lunara", item="Lantrn")


def bound() -> Spec:
    return given(AGEMONIA, *PARTY, FOUND, LANTERN, IS_LANTERN)


# --- in a table -------------------------------------------------------------------------------


class Hold(State):
    best: Annotated[str | None, Names("towers")] = None
    stock: Annotated[dict[str, int], Keys("towers")] = Field(default_factory=dict)
    plans: Annotated[dict[str, list[str]], Keys("towers")] = Field(default_factory=dict)
    rows: Annotated[dict[str, list[str]], Names("towers")] = Field(default_factory=dict)
    words: dict[str, str] = Field(default_factory=dict)


class Yard(Table):
    hold: Hold = Field(default_factory=Hold)
    holds: list[Hold] = Field(default_factory=list)


def test_the_id_stands_wherever_the_text_stood_as_one_and_nowhere_else() -> None:
    yard = Yard(hold=Hold(best="Ok", rows={"Ok": ["Ok", "iron"]}, words={"Ok": "Ok"}), holds=[Hold(best="Ok")])
    bind_text(yard, "towers", "Ok", "oak")
    assert yard.hold == Hold(best="oak", rows={"Ok": ["oak", "iron"]}, words={"Ok": "Ok"})
    assert yard.holds == [Hold(best="oak")]


def test_what_stood_under_both_is_put_together_in_its_place() -> None:
    yard = Yard(hold=Hold(stock={"Ok": 2, "iron": 1, "oak": 3}, plans={"oak": ["a"], "Ok": ["b"]}))
    bind_text(yard, "towers", "Ok", "oak")
    assert list(yard.hold.stock.items()) == [("oak", 5), ("iron", 1)]
    assert yard.hold.plans == {"oak": ["a", "b"]}


def test_a_text_of_another_kind_is_another_text() -> None:
    yard = Yard(hold=Hold(best="Ok", stock={"Ok": 2}))
    before = yard.model_copy(deep=True)
    bind_text(yard, "ships", "Ok", "oak")
    assert changes_between(before, yard) == []


# --- in a campaign ----------------------------------------------------------------------------


def test_everything_that_has_the_text_has_the_thing() -> None:
    held = ActiveItemsChanged(hero="lunara", active=("Lantrn",))
    counted = ItemCopiesCounted(item="Lantrn", stock=2)
    spec = given(AGEMONIA, *PARTY, counted, FOUND, held, LANTERN).when(IS_LANTERN)
    hero = {"heroes.lunara.items": {"007": 1}, "heroes.lunara.active": ["007"]}
    spec.then(says("“Lantrn” turned out to be Lantern (007)"), table(**hero, stock={"007": 1}, archive={"007": 0}))


def test_what_the_log_told_before_is_told_by_its_name() -> None:
    spec = bound()
    assert str(FOUND.describe(spec.play.campaign.table)) == "Lunara gained Lantern"


def test_its_card_is_read_by_the_text_too() -> None:
    assert ItemCard.of(bound().play.campaign.table, "Lantrn").hands == 1


def test_who_types_it_again_means_the_thing() -> None:
    bound().when(FOUND).then(says("Lunara gained Lantern"), table(**{"heroes.lunara.items": {"007": 2}}))


def test_a_fold_gives_the_same_table() -> None:
    play = bound().when(FOUND).play
    before = as_json(play.campaign.table)
    assert as_json(play.reopen().table) == before


def test_taken_back_it_is_a_text_again() -> None:
    bound().and_undo().then(table(**{"heroes.lunara.items": {"Lantrn": 1}, "bound": {}}))


def test_an_enemy_is_bound_with_its_models_and_where_they_stand() -> None:
    spec = given_bent(
        AGEMONIA,
        *PARTY,
        EnemyCardRevealed(enemy="Skiterer", per_hero=1),
        EnemySpawned(enemy="Skiterer", numbers=(2,), area="Ford"),
        ScenarioAllyAdded(ally="Houd", health=3, controller="Ana"),
        typed_in("followers", "hound", en="Hound"),
    )
    spec.when(ContentBound(kind="enemies", text="Skiterer", id="skitterer")).then(
        table(**{"scene.places": {"skitterer 2": "Ford"}, "scene.enemies.Skiterer": NOTHING})
    )
    spec.when(ContentBound(kind="followers", text="Houd", id="hound")).then(
        table(**{"scene.allies.Houd": NOTHING, "scene.allies.hound.health": 3})
    )
    assert str(spec.play.campaign.table.called("figures", "Houd")) == "Hound"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (IS_LANTERN.copy_with(id="008"), "nothing-to-bind-to"),
        (IS_LANTERN.copy_with(text="010"), "name-is-known"),
        (IS_LANTERN.copy_with(id="010"), "bound-already"),
        (IS_LANTERN.copy_with(kind="lamps"), "not-offered"),
    ],
    ids=str,
)
def test_what_cannot_be_bound(event: ContentBound, code: str) -> None:
    bound().when(event).then(refused(code, bendable=False))


def test_names_that_nobody_knows_are_found() -> None:
    spec = given(AGEMONIA, *PARTY, FOUND, LANTERN)
    assert strangers_by_kind(spec.play.campaign.table) == {"items": ["Lantrn"]}
    assert strangers_by_kind(spec.when(IS_LANTERN).play.campaign.table) == {}
