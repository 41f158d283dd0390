"""Content of any shape: whatever a table types in from its cards, no sheet, prompt or rule breaks on it."""

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.framework.events.chance import Chance
from domain.framework.events.marked_fields import choices_of
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.framework.text import ENGLISH
from domain.log.campaign import Campaign
from domain.log.consequences import settle_chain
from domain.log.reasons import reasons_against
from projections.documents.plain import plain_sheet
from tests.strategies import guess
from tests.suite.soak import often
from tests.test_games import each_game, plays

pytestmark = pytest.mark.slow

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-999_999, 999_999) | st.floats(-1e5, 1e5) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@cache
def kinds(game: AnyGame) -> tuple[str, ...]:
    """The kinds of things that a game knows or offers."""
    offered = {choice.kind for event in game.events for choice in choices_of(event).values()}
    return tuple(sorted({*game.kinds, *offered}))


@cache
def names(game: AnyGame) -> tuple[str, ...]:
    """What stands on the cards of a game, whatever the kind."""
    return tuple(sorted({name for card in game.kinds.values() for name in card.model_fields}))


def typed_in(table: Table, kind: str, fields: dict[str, Any]) -> None:
    """Every thing of a kind, and a new one, has these values; those that no event takes are left out."""
    for id_ in (*table.ids(kind), "Ω"):
        cls = ContentCorrected if id_ in table.ids(kind) else ContentAdded
        try:
            make_event(cls, {"kind": kind, "id": id_, "fields": fields}).apply(table)
        except Misfit:
            return


def looked_at(campaign: Campaign, table: Table) -> None:
    """From all sides: sheets, prompts, series, names."""
    game = campaign.game
    campaign.table = table
    for sheet in game.sheets(game.view(table, PUBLIC)):
        plain_sheet(sheet, ENGLISH)
    campaign.prompts(PUBLIC)
    game.board(game.view(table, PUBLIC))
    game.turn(table)
    assert all(type(number) is int for number in game.series(table).values())
    game.table.model_validate_json(table.model_dump_json())


def tried(campaign: Campaign, table: Table, random: Random) -> None:
    """Every event once, the content shared: refused, or with all that follows from it applied."""
    for cls in campaign.game.by_name.values():
        event = guess(cls, table, random)
        if event is None or reasons_against(campaign.game, event, table):
            continue
        trial = table.__deepcopy__({id(table.library): table.library})
        for happened, _ in settle_chain(campaign.game, event, trial, Chance(random)):
            make_event(type(happened), happened.model_dump(mode="json")).apply(trial)
        trial.model_dump_json(exclude={"library"})


@each_game
@given(data=st.data(), random=st.randoms(use_true_random=False))
@settings(max_examples=often(10))
def test_whatever_is_typed_in_breaks_nothing(game: AnyGame, data: st.DataObject, random: Random) -> None:
    play = random.choice(plays(game))
    campaign = play.again().campaign
    table = campaign.table.model_copy(deep=True)
    for kind in data.draw(st.lists(st.sampled_from(kinds(game)), min_size=1, max_size=4, unique=True)):
        typed_in(table, kind, data.draw(st.dictionaries(st.sampled_from(names(game)), JSON, min_size=1, max_size=8)))
    looked_at(campaign, table)
    tried(campaign, table, random)


ODD: tuple[Any, ...] = (None, True, -3, 99_999, 0.5, "", "x", [], [1, "x", None], {}, {"a": [1]})


@each_game
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_the_same_odd_value_everywhere_breaks_nothing(game: AnyGame, value: Any) -> None:
    for seed, play in enumerate(plays(game)[1:3]):
        campaign = play.again().campaign
        table = campaign.table.model_copy(deep=True)
        for kind in kinds(game):
            typed_in(table, kind, {name: value for name in names(game) if name not in ("en", "zh")})
        looked_at(campaign, table)
        tried(campaign, table, Random(seed))
