"""Cards in words: told by their names, with the names of what stands on them; an id only where nothing is known."""

import pytest

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.framework.table import Table
from domain.games import agemonia
from tests import toy

HERO_CLASS = {"en": "Warden", "hero": "lunara", "skills": ["tactics", "unheard of"]}
CARDS: list[tuple[Event[Table], str]] = [
    (
        ContentAdded(kind="classes", id="warden", fields=HERO_CLASS),
        "Warden to the classes: hero Lunara, skills Tactics, ",
    ),
    (ContentAdded(kind="items", id="099", fields={"en": "Rope", "price": 2}), "Added Rope (099) to the items: price 2"),
    (ContentAdded(kind="items", id="099", fields={"zh": "绳"}), "Added 绳 (099) to the items"),
    (ContentAdded(kind="items", id="099"), "Added 099 to the items"),
    (ContentAdded(kind="items", id="AG-099", fields={"en": "Rope"}), "Added Rope (AG-099) to the items"),
    (ContentAdded(kind="items", id="old-rope-9", fields={"en": "Rope"}), "Added Rope to the items"),
    (
        ContentAdded(
            kind="scenarios",
            id="pit",
            fields={"stages": [{"no": 1, "kind": "story entry"}, {"no": 2, "branch": "A", "kind": "world event"}]},
        ),
        "stages (number 1, kind story entry), (number 2, branch A, kind world event)",
    ),
    (
        ContentAdded(kind="scenarios", id="pit", fields={"areas": [{"id": "A", "size": 2}, {"id": "B"}]}),
        "areas (id A, size 2), (id B)",
    ),
    (ContentCorrected(kind="items", id="010", fields={"en": "Knife"}), "Corrected Dagger (010): name in English Knife"),
]


@pytest.mark.parametrize(("event", "said"), CARDS, ids=[said for _, said in CARDS])
def test_a_card_is_told_by_names(event: Event[Table], said: str) -> None:
    table = given(agemonia.GAME).play.campaign.table
    assert said in str(event.describe(table))


def test_a_card_is_told_by_the_name_that_the_table_knows_by_now() -> None:
    added = ContentAdded(kind="towers", id="tin", fields={"en": "Tin Towre"})
    spec = given(toy.GAME, added, ContentCorrected(kind="towers", id="tin", fields={"en": "Tin Tower"}))
    assert str(added.describe(spec.play.campaign.table)) == "Added Tin Tower to the towers"


def test_what_is_on_no_card_is_told_as_it_was_typed_in() -> None:
    odd = ContentAdded(kind="ships", id="sloop", fields={"masts": 1})
    assert str(odd.describe(given(toy.GAME).play.campaign.table)) == "Added sloop to the ships: masts 1"
