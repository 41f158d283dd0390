"""The gallery: every definition is sound, has names in both languages, and says what a host may want to know."""

import re
from collections.abc import Iterator

import pytest

from domain.framework.cards.packs import read_pack
from domain.framework.content import Content
from domain.framework.refusal import NotFound
from domain.framework.text import Term
from domain.games.own.definition import faults_of_definition
from domain.games.own.gallery import GALLERY, TEMPLATES, gallery_names, source_of
from domain.games.own.kinds import KINDS

ALL = tuple(dict.fromkeys((*GALLERY, *TEMPLATES)))
HAN = re.compile("[一-鿿]")
EVERY = pytest.mark.parametrize("name", ALL)


def definition(name: str) -> Content:
    return read_pack(source_of(name), KINDS).content


def things_of(content: Content) -> Iterator[tuple[str, Term]]:
    for kind, terms in content.terms.items():
        yield from ((f"{kind}.{id_}", term) for id_, term in terms.items())


@EVERY
def test_a_definition_has_no_faults(name: str) -> None:
    assert faults_of_definition(definition(name)) == {}


@EVERY
def test_everything_has_a_name_in_both_languages(name: str) -> None:
    content = definition(name)
    for kind, things in content.kinds.items():
        assert [id_ for id_, thing in things.items() if not thing.get("en") or not thing.get("zh")] == [], kind
    odd = [place for place, term in things_of(content) if HAN.search(term.en)]
    odd += [place for place, term in things_of(content) if re.search("[a-z]", term.zh)]
    assert odd == []


@EVERY
def test_no_two_things_of_a_kind_have_the_same_name(name: str) -> None:
    for kind, terms in definition(name).terms.items():
        assert len({term.en for term in terms.values()}) == len({term.zh for term in terms.values()}) == len(terms), (
            kind
        )


@EVERY
def test_a_definition_begins_with_a_comment_for_its_host(name: str) -> None:
    assert re.match(r"# [A-Z].*[.:]", source_of(name))


@EVERY
def test_a_definition_has_no_texts(name: str) -> None:
    """Names and numbers only: no name is longer than a few words."""
    assert [place for place, term in things_of(definition(name)) if len(term.en.split()) > 6 or len(term.zh) > 14] == []


def test_a_template_is_shorter_than_a_game() -> None:
    lines = {name: len([line for line in source_of(name).splitlines() if line]) for name in TEMPLATES}
    assert lines["counters"] < lines["score-sheet"] < lines["campaign"] < lines["co-op"] <= 30


def test_together_the_games_use_every_kind() -> None:
    assert {kind for name in GALLERY for kind in definition(name).kinds} == {*KINDS}


def test_the_gallery_is_listed_by_name() -> None:
    assert [*gallery_names()] == [*ALL]
    assert gallery_names()["co-op"] == Term("Together against the tide", "合力抗潮")


def test_no_file_outside_the_gallery_is_read() -> None:
    with pytest.raises(NotFound, match="no game"):
        source_of("../kinds")
