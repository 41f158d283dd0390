"""Hostile definitions in an imported campaign and as typed cards: refused in words, and nothing changes."""

import io
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

import orjson
from hypothesis import given, settings

from companion.testing import Play
from domain.framework.content import Content
from domain.framework.fields.fields import make_event
from domain.framework.game import Game
from domain.framework.kernel import ContentAdded
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import Table, as_json
from domain.framework.text import Text
from domain.games import BY_KEY, OWN
from domain.games.own.people import SeatTaken
from projections.documents.lossless import Imported, read_lossless, write_lossless
from tests.domain.games.own.definitions import Document, definitions
from tests.domain.games.own.described import OWN_GAME
from tests.suite.soak import often

GAME = BY_KEY[OWN]
PLAIN: Game[Table] = Game(OWN, GAME.name, (1, 4), Table, (), lambda table: ())
"""A game that never looks at its pack, to write any pack into a file."""
MOST_TYPED = 12
"""The most things of one definition that are typed in; the others are like them."""


def export_of(document: Document) -> bytes:
    """The export of a campaign that is pinned to a document; empty if that is no JSON of a pack."""
    try:
        pack = Content(orjson.loads(orjson.dumps(document)))
        assert all(isinstance(one, dict) for kind in pack.kinds.values() for one in kind.values())
        return b"".join(write_lossless(Play(replace(PLAIN, pack=pack)).campaign, "spec"))
    except (AssertionError, AttributeError, TypeError, orjson.JSONEncodeError):
        return b""


def imported_or_faults(export: bytes) -> tuple[Imported | None, Mapping[str, Text]]:
    try:
        return read_lossless(io.BytesIO(export), BY_KEY), {}
    except Misfit as refused:
        return None, refused.faults


def refusal_of(play: Play, thing: Mapping[str, object]) -> Mapping[str, Text] | RefusedAll | None:
    """The refusal of a typed thing; None if it was recorded."""
    try:
        play.record(make_event(ContentAdded, dict(thing)))
    except Misfit as refused:
        return refused.faults
    except RefusedAll as refused:
        return refused
    return None


@settings(max_examples=often(500))
@given(definitions())
def test_an_import_with_a_hostile_definition_is_refused_in_words_or_plays_on(document: Document) -> None:
    imported, faults = imported_or_faults(export_of(document))
    assert all(str(fault).strip() for fault in faults.values())
    if imported is None:
        assert faults
        return
    play = Play(GAME.for_pack(imported.pack))
    play.record(SeatTaken(seat="Ann"))
    assert play.game.sheets(play.campaign.table)
    assert as_json(play.campaign.table) == as_json(play.reopen().table)


@settings(max_examples=often(500))
@given(definitions())
def test_a_hostile_typed_card_is_refused_in_words_or_fits_the_definition(document: Document) -> None:
    play = Play(OWN_GAME)
    play.record(SeatTaken(seat="Ann"))
    for kind, things in document.items():
        for id_, fields in islice(things.items() if isinstance(things, dict) else (), MOST_TYPED):
            before = as_json(play.campaign.table)
            refused = refusal_of(play, {"kind": kind, "id": id_, "fields": fields})
            assert refused is None or as_json(play.campaign.table) == before
    table = play.campaign.table
    assert table.content_faults(whole_definition(table)) == {}
    assert play.game.sheets(table)
    assert play.game.board(table)
    assert as_json(play.reopen().table) == as_json(table)


def whole_definition(table: Table) -> Content:
    """The definition of a campaign with what was typed in."""
    kinds = {kind: dict(things) for kind, things in OWN_GAME.pack.kinds.items()}
    for kind, things in table.library.items():
        kinds.setdefault(kind, {}).update(things)
    return Content(kinds)
