"""Reading: which events a fold takes as they stand in JSON, and which it looks at again."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any

import orjson
import pytest

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Count
from domain.games import BY_KEY
from domain.log import entry_decoding
from domain.log.entries import Entry, Raw, encode_state, stamp_of_state
from domain.log.entry_decoding import Make, Reader, Unreadable, maker_of, shape_of
from projections.documents import lossless
from tests.toy import GAME, CoinsGained, ToyEvent

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*/*.jsonl"))
ODD = (
    b"",
    b"{",
    b"null",
    b'{"event":{"seat":"Ann","amount":1},"entry":{"id":"c.0","time":7,"cause":"3"}}',
    b'{"event":{"seat":"Ann","amount":1},"entry":{"id":"c.0"},"version":1}',
    b'{"event":{"seat":"Ann","amount":1},"entry":{"id":"c.0"},"version":9}',
    b'{"event":{"seat":"Ann","amount":1},"version":9,"entry":{"id":"c.0"}}',
    b'{"event":{"seat":"Ann","amount":1,"entry":{"cause":3}}}',
    b'{"event":{"seat":"Ann","amount":1},"entry":{"cause":3},"x":[1,"entry":{}]}',
    b'{"event":{"seat":"Ann","amount":1},"entry":{"cause":3},"x":{"a":1,"entry":{}}}',
    b'{"event":{"seat":"Ann","amount":"many"},"entry":{"id":"c.0","later":"yesterday"}}',
    b'{"event":{"seat":"Ann","amount":1},"entry":{"id":"c.0","cause":3',
    b'{"event":{"seat":"Ann","amount":1},"entry":{"cause":99999999999999999999}}',
    b'{"event":[1],"entry":{"id":"c.0"}}',
    b'{"event":{"seat":"Ann","amount":},"entry":{"id":"c.0"}}',
    b'{"event" : {"seat":"Ann","amount":1}, "entry": {"id":"c.0"}}',
    b'{"version":1,"event":{"seat":"Ann","amount":1},"entry":{"id":"c.0"}}',
    b'{"event":{"seat":"Ann","amount":1},"entry":{"id":"c.0"}} ',
    b'{"event":{"seat":"Ann","amount":1},"entry":{"id":"c.0"}',
    b'{"event":{"seat":"\xff","amount":1},"entry":{"id":"c.0"}}',
)
"""What may stand in a damaged file, or come from other hands."""

TOWER = Annotated[str, Choice("towers")]


class Counted(ToyEvent):
    sentence = "Counted"
    towers: Mapping[TOWER, Count]
    more: dict[str, int] | None = None


class Numbered(ToyEvent):
    sentence = "Numbered"
    towers: Mapping[int, str]


class Listed(ToyEvent):
    sentence = "Listed"
    towers: Mapping[str, tuple[int, ...]]


def read(event: Event[Any]) -> Event[Any]:
    return maker_of(type(event))(encode_state(event, {"id": "c.0"}))


def test_a_mapping_with_ids_as_keys_is_taken_as_it_stands() -> None:
    assert shape_of(Counted) is not None


@pytest.mark.parametrize("cls", [Numbered, Listed])
def test_what_json_does_not_hold_as_it_is_is_looked_at_again(cls: type[Event[Any]]) -> None:
    assert shape_of(cls) is None


@pytest.mark.parametrize(
    "event", [Counted(towers={"oak": 2}, more={"x": 1}), Numbered(towers={7: "oak"}), Listed(towers={"oak": (1, 2)})]
)
def test_what_is_read_is_what_was_recorded(event: Event[Any]) -> None:
    assert read(event) == event


@pytest.mark.parametrize("log", GOLDEN, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_many_entries_read_at_once_are_what_each_is_alone(log: Path) -> None:
    imported = lossless.read_lossless(BytesIO(log.read_bytes()), BY_KEY)
    reader = Reader(imported.game)
    assert reader.entries(imported.raws) == [reader.entry(raw) for raw in imported.raws]


def test_entries_that_are_damaged_or_of_other_hands_are_read_at_once_as_each_is_alone() -> None:
    reader, topics = Reader(GAME), ("toy.coins-gained", "toy.tower-built", "toy.dragon-woken")
    raws = [Raw(n, topic, state) for n, (topic, state) in enumerate([(t, s) for t in topics for s in ODD * 2], 1)]
    assert reader.entries(raws) == [reader.entry(raw) for raw in raws]


@pytest.mark.parametrize(
    ("meta", "kept"),
    [
        ({"actor": "Ann", "session": 2, "cause": 3}, {"actor": "Ann", "session": 2, "cause": 3}),
        ({"previous": "d", "time": "now", "id": "c.1"}, {"id": "c.1", "time": "now", "previous": "d"}),
        ({"actor": 5, "session": "2", "round": True, "chapter": 1.5, "bent": [1], "later": None}, {}),
        ({"round": 2**62, "chapter": -(2**62), "cause": 2**62 - 1}, {"cause": 2**62 - 1}),
        ({"bent": {"reason": "so"}, "colour": "red", "topic": "x", "position": 9}, {"bent": {"reason": "so"}}),
        ([], {}),
        ("x", {}),
    ],
)
def test_an_entry_has_of_its_stamp_what_is_as_it_should_be(meta: object, kept: Mapping[str, Any]) -> None:
    document = {"event": {"seat": "Ann", "amount": 1}, "entry": meta}
    raw = Raw(7, CoinsGained.topic, orjson.dumps(document))
    known = Entry(7, raw.topic, {"seat": "Ann", "amount": 1}, CoinsGained(seat="Ann", amount=1), **kept)
    assert Reader(GAME).entries([raw]) == [Reader(GAME).entry(raw)] == [known]
    assert stamp_of_state(document) == kept


def test_what_is_said_again_in_the_same_bytes_is_read_once() -> None:
    coins = b'{"event":{"seat":"Ann","amount":1},"entry":{"id":"c.%d"}}'
    one, two, other = Reader(GAME).entries(
        [Raw(1, "toy.coins-gained", coins % 0), Raw(2, "toy.coins-gained", coins % 1), Raw(3, "toy.seat-taken", coins)]
    )
    assert one.event is two.event
    assert (one.id, two.id, other.event) == ("c.0", "c.1", None)


def coins_gained(amount: int, position: int = 1) -> Raw:
    return Raw(position, CoinsGained.topic, said(b'{"seat":"Ann","amount":%d}' % amount, position))


def test_what_was_said_the_last_time_is_not_read_again() -> None:
    reader = Reader(GAME)
    (one,), (two,) = reader.entries([coins_gained(1)]), reader.entries([coins_gained(1, 2)])
    assert one.event is two.event
    assert (one.id, two.id) == ("c.1", "c.2")


def test_no_more_lines_are_remembered_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_decoding, "REMEMBERED_LINES", 2)
    reader = Reader(GAME)
    one, *_ = reader.entries([coins_gained(amount) for amount in (1, 2, 3)])
    (again,) = reader.entries([coins_gained(1)])
    assert again.event == one.event
    assert again.event is not one.event


# --- as the fold reads ------------------------------------------------------------------------


def said(fields: bytes, entry: int = 0) -> bytes:
    return b'{"event":%s,"entry":{"id":"c.%d"}}' % (fields, entry)


def test_a_fold_is_given_the_very_event_that_was_said_before() -> None:
    make, ann = maker_of(CoinsGained), b'{"seat":"Ann","amount":1}'
    one, two = make(said(ann)), make(said(ann, 1))
    assert one is two
    assert make(said(b'{"seat":"Ann","amount":2}')) == CoinsGained(seat="Ann", amount=2)


def test_an_event_that_a_table_could_change_is_made_anew() -> None:
    make, oak = maker_of(Counted), b'{"towers":{"oak":1},"more":null}'
    one, two = make(said(oak)), make(said(oak))
    assert one == two
    assert one is not two


@pytest.mark.parametrize("state", ODD)
def test_what_is_damaged_is_read_as_ever_whatever_was_said_before(state: bytes) -> None:
    def read(make: Make) -> object:
        try:
            return make(state)
        except Unreadable as error:
            return str(error)

    make = maker_of(CoinsGained)
    make(said(b'{"seat":"Ann","amount":1}'))
    assert read(make) == read(maker_of(CoinsGained))


def test_bytes_without_a_stamp_are_no_event_though_the_same_was_said_before() -> None:
    make = maker_of(CoinsGained)
    make(said(b'{"seat":"Ann","amount":1}'))
    with pytest.raises(Unreadable):
        make(b'{"event":{"seat":"Ann","amount":1}?')


def test_no_more_events_are_remembered_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_decoding, "REMEMBERED", 2)
    make = maker_of(CoinsGained)
    states = [said(b'{"seat":"Ann","amount":%d}' % amount) for amount in (1, 2, 3)]
    one, *_ = map(make, states)
    assert make(states[2]) is make(states[2])
    assert make(states[0]) is not one


def test_only_the_classes_that_a_log_tells_of_are_looked_at() -> None:
    reader = Reader(GAME)
    reader.event("toy.coins-gained", b'{"event":{"seat":"Ann","amount":1},"entry":{"id":"c.0"}}')
    with pytest.raises(Unreadable):
        reader.event("toy.dragon-woken", b'{"event":{},"entry":{"id":"c.1"}}')
    assert list(reader.makers) == ["toy.coins-gained"]
