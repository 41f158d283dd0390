"""Hostile definitions: each is read as a sound game, or refused in words, and fast."""

from collections.abc import Mapping
from time import process_time

from hypothesis import example, given, settings

from domain.framework.cards.packs import read_pack
from domain.framework.content import Content, content_of
from domain.framework.refusal import Misfit
from domain.framework.text import Text
from domain.games.own.definition import faults_of_definition
from domain.games.own.kinds import CARDS, KINDS
from tests.domain.games.own.definitions import Document, definitions, files
from tests.suite.soak import often

SLOWEST = 4.0
"""The most seconds that any generated file takes; the largest has 10,000 things."""


def read_definition(source: str) -> Content:
    """The definition of a file, as each way in reads it.

    Raises:
        Misfit: with a sentence for each fault.
    """
    content = read_pack(source, KINDS, "1.0").content
    if faults := faults_of_definition(content):
        raise Misfit(faults)
    return content


def read_or_faults(source: str) -> tuple[Content | None, Mapping[str, Text]]:
    """The definition of a file, or its faults."""
    try:
        return read_definition(source), {}
    except Misfit as refused:
        return None, refused.faults


@settings(max_examples=often(500))
@given(files())
@example("")
@example("[game]\n[game.x]\nen = 'X'\n")
@example("\ufeff")
@example(f"[game.x]\nen = 'X'\ntext = {'[' * 400}1{']' * 400}\n")
@example(f"[game.x]\nen = 'X'\nround = {'{ en = ' * 19}1{' }' * 19}\n")
def test_a_hostile_file_is_a_sound_definition_or_refused_in_words(source: str) -> None:
    began = process_time()
    content, faults = read_or_faults(source)
    assert process_time() - began < SLOWEST
    assert all(str(fault).strip() for fault in faults.values())
    assert (content is None) is bool(faults)
    for card in CARDS if content else ():
        for id_, fields in content.of(card.kind_name).items():  # type: ignore[union-attr]
            assert card.model_validate(dict(fields)) == card.read(fields), id_


@settings(max_examples=often(200))
@given(definitions())
def test_hostile_values_are_a_sound_definition_or_refused_in_words(document: Document) -> None:
    """As an import and a typed card have them: values that are in no file."""
    try:
        faults = faults_of_definition(content_of(document))
    except Misfit as refused:
        faults = refused.faults
    assert all(str(fault).strip() for fault in faults.values())
