"""A number on a card is unknown until it is typed in, so that no rule computes with it unasked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.framework.cards.kinds import Card, IfPrinted
from domain.games import BY_KEY
from tests import toy


def numbers_with_a_default(card: type[Card]) -> Iterator[str]:
    """The numbers of a card that have a value before they are typed in, although each card of its kind has them."""
    for name, info in card.model_fields.items():
        if info.annotation is int and not any(isinstance(mark, IfPrinted) for mark in info.metadata):
            yield name


@pytest.mark.parametrize(
    "card",
    [card for game in (*BY_KEY.values(), toy.GAME) for card in game.kinds.values()],
    ids=lambda card: card.__qualname__,
)
def test_a_number_is_unknown_until_it_is_typed_in_or_not_on_every_card(card: type[Card]) -> None:
    assert [*numbers_with_a_default(card)] == []
