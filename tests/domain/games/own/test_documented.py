"""The pages about game files: every kind and field as the classes have them, and examples that are sound."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from domain.framework.cards.kinds import Card
from domain.framework.cards.packs import read_pack
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.games.own.definition import GONE, LARGEST, faults_of_definition
from domain.games.own.gallery import GALLERY, TEMPLATES
from domain.games.own.kinds import CARDS, KINDS, DefinitionCard, OwnWord

DOCS = Path(__file__).parents[4] / "docs"
FORMAT = (DOCS / "program/own-game-files.md").read_text(encoding="utf-8")
PLAY = [(DOCS / name).read_text(encoding="utf-8") for name in ("play/own-game.md", "play/zh/own-game.md")]
FIELD = re.compile(r"^\| `(\w+)` \| (.+?) \|(?: (\S.*?))? \|$", re.MULTILINE)
"""A row of a table of fields: its name, its meaning, and its default."""


def blocks(page: str) -> list[str]:
    return re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def section_of(card: type[DefinitionCard]) -> str:
    """The part of the page about a kind."""
    return FORMAT.split(f"\n### `{card.kind_name}`\n", 1)[1].split("\n## ")[0].split("\n### ")[0]


def default_of(card: type[DefinitionCard], field: FieldInfo) -> str:
    """A default as the page writes it."""
    if field.name == card.belongs_to:
        return "–"
    if field.default is None or isinstance(field.default, OwnWord):
        return ""
    return f"`{json.dumps(field.default)}`"


def test_every_kind_has_a_section_in_the_order_of_the_classes() -> None:
    assert re.findall(r"^### `(\w+)`$", FORMAT, re.MULTILINE) == [*KINDS]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.kind_name)
def test_a_section_lists_the_fields_of_its_kind_with_their_defaults(card: type[DefinitionCard]) -> None:
    found = {name: default for name, _, default in FIELD.findall(section_of(card))}
    fields = [field for field in fields_of(card) if field.name not in (*Card.model_fields, GONE)]
    assert found == {field.name: default_of(card, field) for field in fields}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.kind_name)
def test_a_section_begins_with_the_most_things_of_its_kind(card: type[DefinitionCard]) -> None:
    most = f"At most {card.most_things}" if card.most_things > 1 else "Exactly 1"
    assert re.match(rf"\n{most}[.:;]", section_of(card))


def test_the_page_names_the_size_of_the_largest_file() -> None:
    assert f"at most {LARGEST:,} characters" in FORMAT


@pytest.mark.parametrize("source", [*blocks(FORMAT), *(block for page in PLAY for block in blocks(page))])
def test_an_example_is_a_sound_definition(source: str) -> None:
    assert faults_of_definition(read_pack(source, KINDS).content) == {}


def test_the_score_sheet_has_nine_lines_and_is_the_same_in_both_languages() -> None:
    (english,), (chinese,) = map(blocks, PLAY)
    assert len(english.splitlines()) == len(chinese.splitlines()) == 9
    assert unnamed(tomllib.loads(english)) == unnamed(tomllib.loads(chinese))


def unnamed(value: Any) -> Any:
    """A value without names."""
    if isinstance(value, dict):
        return {key: unnamed(part) for key, part in value.items() if key not in ("en", "zh")}
    return value


def test_the_page_covers_23_of_the_25_things_that_campaigns_track() -> None:
    rows = re.findall(r"^\| ([^`\n]+?) \| (.+) \|$", FORMAT.split("## What games track")[1], re.MULTILINE)
    things = [(thing, kinds) for thing, kinds in rows if thing not in ("thing", "---")]
    partly = [thing for thing, kinds in things if kinds.startswith("partly")]
    assert (len(things), len(things) - len(partly)) == (25, 23)
    named = {word for _, kinds in things for word in re.findall(r"`(\w+)`", kinds) if word in KINDS}
    assert named == {*KINDS} - {"heroes", "deals", "rules"}


def test_the_pages_count_the_gallery() -> None:
    assert (len(GALLERY), len(TEMPLATES)) == (8, 4)
    assert "eight games" in FORMAT
    assert "has four" in PLAY[0]
    assert "四个模板" in PLAY[1]
