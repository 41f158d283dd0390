"""A definition that changes in the middle of a campaign: by typed things, and by another file."""

import pytest

from domain.framework.cards.packs import read_pack, write_pack
from domain.framework.content import Content, load_pack, merge_content
from domain.games.own import GAME
from domain.games.own.definition import definition_now, faults_of_definition
from domain.games.own.gallery import GALLERY, TEMPLATES, source_of
from domain.games.own.kinds import KINDS, DefinitionCard
from domain.games.own.table import OwnTable


def table_of(source: str, library: dict[str, dict[str, dict[str, object]]] | None = None) -> OwnTable:
    pack = load_pack(source)
    table = GAME.new_table(pack)
    assert isinstance(table, OwnTable)
    table.content, table.library = pack.digest, library or {}
    return table


@pytest.mark.parametrize("id_", [*GALLERY, *TEMPLATES])
def test_a_definition_is_written_and_read_back_with_the_same_digest(id_: str) -> None:
    now = definition_now(table_of(source_of(id_)))
    assert read_pack(write_pack(now, by_line=True), KINDS).content.digest == now.digest
    assert now.digest == load_pack(source_of(id_)).digest


def test_the_definition_has_what_was_typed_in_and_lacks_what_is_gone() -> None:
    library = {"numbers": {"health": {"gone": True}, "luck": {"en": "Luck", "most": None}, "gold": {"most": 50}}}
    now = definition_now(table_of(source_of("campaign"), library))
    assert now.of("numbers") == {
        "gold": {"en": "Gold", "zh": "金币", "most": 50, "paid": True},
        "luck": {"en": "Luck"},
    }


def test_a_file_replaces_what_was_typed_in_and_keeps_what_it_does_not_know() -> None:
    table = table_of(source_of("campaign"), {"numbers": {"health": {"most": 50}, "luck": {"en": "Luck"}}})
    packs = {pack.digest: pack for pack in (load_pack(source_of("campaign")), load_pack(source_of("counters")))}
    table.with_packs(lambda digest: packs.get(digest, Content()))
    table.pin_to(load_pack(source_of("campaign")).digest)
    assert table.library == {"numbers": {"luck": {"en": "Luck"}}}


def test_another_file_keeps_the_names_of_all_that_it_leaves_out() -> None:
    table = table_of(source_of("campaign"), {"numbers": {"luck": {"en": "Luck"}}})
    changed = GAME.pack_with(table, load_pack(source_of("counters")))
    assert faults_of_definition(changed) == {}
    assert {id_: one.get("gone", False) for id_, one in changed.of("numbers").items()} == {
        "points": False, "rounds": False, "health": True, "gold": True, "luck": True,
    }  # fmt: skip
    assert changed.terms["numbers"]["luck"].en == "Luck"


def test_the_game_has_the_names_that_were_typed_in() -> None:
    table = table_of(source_of("campaign"), {"game": {"campaign": {"en": "Snow", "players": [2, 3]}}})
    game = GAME.for_table(table)
    assert (game.name.en, game.seats) == ("Snow", (2, 3))
    assert GAME.for_table(table) is game
    assert GAME.for_table(table_of(source_of("campaign"))).name.en == "Our campaign"


@pytest.mark.parametrize("card", KINDS.values(), ids=lambda card: card.kind_name)
def test_the_usual_fields_of_a_kind_are_fields_of_it(card: type[DefinitionCard]) -> None:
    assert {*card.usual, card.belongs_to} - {""} <= card.model_fields.keys()


def test_merging_a_saved_definition_changes_nothing() -> None:
    now = definition_now(table_of(source_of("legacy-dungeon")))
    assert merge_content(now, now).digest == now.digest
