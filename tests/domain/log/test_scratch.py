"""A copy of a table: equal to it, and apart from it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from domain.framework.game import AnyGame
from domain.games import BY_KEY, SHIPPED
from domain.log.recomputation.scratch import copy_table


@pytest.mark.parametrize("key", SHIPPED)
def test_a_copy_of_a_table_is_pydantics_own(key: str) -> None:
    game: AnyGame = BY_KEY[key]
    table = game.new_table(game.pack)
    ours, theirs = copy_table(table), table.model_copy(deep=True)
    assert ours == theirs == table
    assert ours.model_fields_set == theirs.model_fields_set
    assert ours.pack is theirs.pack is game.pack


def parts_that_can_change(part: object) -> Iterator[int]:
    """The identity of each state, list and mapping in a table."""
    match part:
        case BaseModel():
            yield id(part)
            yield from parts_that_can_change(part.__dict__)
        case dict():
            yield from (id(part), *(one for value in part.values() for one in parts_that_can_change(value)))
        case list():
            yield from (id(part), *(one for value in part for one in parts_that_can_change(value)))


@pytest.mark.parametrize("key", SHIPPED)
def test_a_copy_shares_nothing_that_can_change(key: str) -> None:
    table = BY_KEY[key].new_table(BY_KEY[key].pack)
    copy = copy_table(table)
    assert not {*parts_that_can_change(table)} & {*parts_that_can_change(copy)}
