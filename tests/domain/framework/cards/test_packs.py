"""Pack files: what a game's kinds do not have is a fault that names the near ones, unless a later release wrote it."""

from typing import Any

import pytest

from domain.framework.cards.packs import Pack, own_content_of, read_pack, write_pack
from domain.framework.content import Content, load_pack, merge_content
from domain.framework.game import Game
from domain.framework.refusal import Misfit
from domain.games import BY_KEY
from tests.toy import GAME

BIRCH = '[towers.birch]\nen = "Birch Tower"\n'
NEWER = f'release = "1.10"\n{BIRCH}windows = 3\n[moats.deep]\nen = "Deep moat"\n'


def faults(source: str, release: str = "1.9") -> dict[str, str]:
    with pytest.raises(Misfit) as raised:
        read_pack(source, GAME.kinds, release)
    return {place: str(fault) for place, fault in raised.value.faults.items()}


def test_a_pack_that_fits_is_all_known() -> None:
    assert read_pack(f"{BIRCH}price = 1\n", GAME.kinds) == Pack(
        Content({"towers": {"birch": {"en": "Birch Tower", "price": 1}}})
    )


def test_a_kind_that_there_is_not_names_the_near_ones() -> None:
    assert faults('[tower.birch]\nen = "Birch"\n') == {
        "tower": "tower: there is no kind “tower”; there is: towers",
    }


def test_a_field_that_there_is_not_names_the_near_ones() -> None:
    assert faults(f"{BIRCH}prise = 1\n") == {
        "towers.birch.prise": "towers.birch.prise: there is no field “prise”; there is: price",
    }


def test_where_nothing_is_near_all_there_is_is_named() -> None:
    assert faults(f"{BIRCH}q = 1\n")["towers.birch.q"].endswith("there is: en, zh, text, price")


def test_a_value_that_does_not_fit_is_told_by_its_place() -> None:
    assert faults(f'{BIRCH}price = "much"\n') == {"towers.birch.price": "towers.birch.price: type a whole number"}


@pytest.mark.parametrize("release", ["1.9", "1.9.9", "0.12"])
def test_what_a_later_release_brought_is_kept_and_told(release: str) -> None:
    pack = read_pack(NEWER, GAME.kinds, release)
    assert pack.content.thing("towers", "birch") == {"en": "Birch Tower", "windows": 3}
    assert list(pack.unknown) == ["towers.birch.windows", "moats"]


@pytest.mark.parametrize("release", ["1.10", "2.0", ""])
def test_a_file_of_this_release_or_an_older_one_has_no_such_excuse(release: str) -> None:
    assert list(faults(NEWER, release)) == ["towers.birch.windows", "moats"]


def test_what_does_not_fit_is_a_fault_in_any_release() -> None:
    assert list(faults(f"{NEWER}[towers.ash]\nprice = 1\n")) == ["towers.ash"]
    assert list(faults(f'{NEWER}[towers.ash]\nen = "Ash"\nprice = -1\n')) == ["towers.ash.price"]


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_what_a_game_ships_with_is_of_its_kinds(game: object) -> None:
    assert game.pack.kinds.keys() <= game.kinds.keys()  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_a_pack_that_is_written_reads_as_it_was(game: Game[Any]) -> None:
    assert read_pack(write_pack(game.pack, "1.0"), game.kinds, "1.0").content.digest == game.pack.digest


def test_whatever_stands_on_a_card_is_written() -> None:
    card = {"en": 'The "Old" Road\n\\', "zh": "路", "price": 3, "deep": {"a b": [1, -2], "none": {}}, "yes": True}
    odd = Content({"towers": {"a.b c": card}})
    assert load_pack(write_pack(odd)).digest == odd.digest


def test_what_nobody_typed_in_is_left_out() -> None:
    assert write_pack(Content({"towers": {"ash": {"en": "Ash", "price": None}}})) == '[towers."ash"]\n"en" = "Ash"\n'


def test_own_is_what_the_game_does_not_ship_with() -> None:
    table = GAME.new_table(merge_content(GAME.pack, Content({"towers": {"birch": {"en": "Birch Tower"}}})))
    table.library = {"towers": {"ash": {"price": 1}, "oak": {"price": 9}}}
    own = own_content_of(table, GAME.pack).of("towers")
    assert own["birch"] == {"en": "Birch Tower"}
    assert own["ash"] == {"en": "ash", "price": 1}
    assert own["oak"]["price"] == 9
    assert list(own) == ["oak", "birch", "ash"]
