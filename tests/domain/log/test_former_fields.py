"""Former fields: what older releases stored of an event is read, kept and exported, and no longer typed."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Self

import orjson
import pytest

from companion.testing import Play, given
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.events.marks import Count, Settled
from domain.framework.fields.fields import make_event
from domain.framework.game import AnyGame
from domain.framework.refusal import Misfit
from domain.log import corrections
from domain.log.entries import Raw, encode_state
from domain.log.entry_decoding import Reader, document_of, event_document_slice, maker_of, shape_of, upcast_event
from projections.documents.lossless import read_lossless, write_lossless
from tests.toy import GAME, CoinsGained, SeatTaken
from tests.toy.table import Harbour, Sitter, ToyEvent


class PurseLostOnce(ToyEvent):
    """The event of an older release: the coins are carried from `settle` to `follow`."""

    topic = "toy.purse-lost"
    sentence = "{seat} lost a purse that {finder} found"
    seat: Sitter
    coins: Annotated[Count, Settled()] = 0
    finder: Sitter

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self.copy_with(coins=table.seats[self.seat].coins)

    def apply(self, table: Harbour) -> None:
        table.seats[self.seat].coins = 0

    def follow(self, table: Harbour) -> Iterator[Event[Harbour]]:
        yield CoinsGained(seat=self.finder, amount=self.coins)


class PurseLost(ToyEvent):
    sentence = "{seat} lost a purse that {finder} found"
    former_fields: ClassVar[tuple[str, ...]] = ("coins", "worn")
    seat: Sitter
    finder: Sitter

    def plan(self, table: Harbour) -> int:
        return table.seats[self.seat].coins

    def apply(self, table: Harbour) -> None:
        table.seats[self.seat].coins = 0

    def follow_plan(self, table: Harbour, plan: int) -> Iterator[Event[Harbour]]:
        yield from [CoinsGained(seat=self.finder, amount=plan)] if plan else []


class LaterPurseLost(PurseLost):
    """The event of a later release: an upcast reads a field of version 1 that is a former one today."""

    version = 2
    rich: bool = False

    @staticmethod
    def upcast_v1_v2(fields: dict[str, Any]) -> None:
        fields["rich"] = fields["coins"] > 3


OLD = replace(GAME, own_events=(*GAME.own_events, PurseLostOnce))
NEW = replace(GAME, own_events=(*GAME.own_events, PurseLost))
LOST = PurseLost(seat="Ann", finder="Bob")
STORED = b'{"event":%s,"entry":{"id":"c.0","time":"2026-01-01T12:00:00.000Z"}}'


def stored(fields: str) -> bytes:
    return STORED % fields.encode()


def old_play(game: AnyGame = NEW) -> Play:
    """A log of the older release, opened by the newer one: Ann loses five coins (5), Bob finds them (6)."""
    start = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"), CoinsGained(seat="Ann", amount=5))
    play = given(OLD, *start, PurseLostOnce(seat="Ann", finder="Bob")).play
    play.game = game
    play.reopen()
    return play


def exported(play: Play) -> bytes:
    return b"".join(write_lossless(play.campaign, "harbour"))


def coins_of(play: Play) -> dict[str, int]:
    now: Any = play.campaign.table
    again: Any = play.reopen().table
    assert now == again
    return {name: seat.coins for name, seat in now.seats.items()}


@pytest.mark.parametrize(
    "fields",
    [
        '{"seat":"Ann","finder":"Bob"}',
        '{"seat":"Ann","coins":5,"finder":"Bob"}',
        '{"worn":null,"seat":"Ann","finder":"Bob","coins":5}',
        '{"seat":"Ann","coins":{"odd":[1]},"worn":"much","finder":"Bob"}',
    ],
)
def test_an_entry_with_former_fields_is_read_fast_and_checked_alike(
    fields: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = stored(fields)
    checked = Reader(NEW).checked(PurseLost.topic, document_of(state))
    assert checked == upcast_event(PurseLost, document_of(state)) == LOST
    assert Reader(NEW).skips_validation(PurseLost.topic, event_document_slice(state))
    monkeypatch.setattr("domain.log.entry_decoding.upcast_event", None)
    fast = maker_of(PurseLost)(state)
    assert fast == LOST
    assert fast.model_fields_set == checked.model_fields_set
    assert encode_state(fast, {}) == encode_state(LOST, {})


@pytest.mark.parametrize(
    "fields", ['{"finder":"Bob","coins":5,"seat":"Ann"}', '{"seat":"Ann","coins":5}', '{"seat":"Ann","purse":5}']
)
def test_other_fields_than_former_ones_are_still_checked(fields: str) -> None:
    assert not Reader(NEW).skips_validation(PurseLost.topic, event_document_slice(stored(fields)))


def test_an_entry_with_another_field_is_unreadable() -> None:
    state = stored('{"seat":"Ann","finder":"Bob","colour":"red"}')
    entry = Reader(NEW).entry(Raw(1, PurseLost.topic, state))
    assert (entry.event, entry.unreadable) == (None, "does not fit its event (1 faults)")


def test_an_upcast_reads_fields_that_are_former_ones_today() -> None:
    assert shape_of(LaterPurseLost) is None
    found = upcast_event(LaterPurseLost, {"event": {"seat": "Ann", "coins": 5, "finder": "Bob"}})
    assert found == LaterPurseLost(seat="Ann", finder="Bob", rich=True)


def test_an_old_log_folds_as_it_did() -> None:
    play = old_play()
    assert coins_of(play) == coins_of(old_play(OLD)) == {"Ann": 0, "Bob": 5}
    assert play.campaign.failures == []


def test_a_line_of_the_log_has_the_fields_as_stored() -> None:
    (entry,) = old_play().campaign.entries_at([5])
    assert (entry.fields, entry.event) == ({"seat": "Ann", "coins": 5, "finder": "Bob"}, LOST)


def test_an_old_log_is_exported_unchanged() -> None:
    play, old = old_play(), old_play(OLD)
    assert exported(play) == exported(old)
    assert read_lossless(io.BytesIO(exported(play)), {NEW.key: NEW}).raws == play.memory.raws


def test_an_old_entry_is_amended() -> None:
    play = old_play()
    play.do(lambda campaign: corrections.amend(campaign, 5, {"finder": "Ann"}, play.command()))
    assert coins_of(play) == {"Ann": 5, "Bob": 0}


def test_a_correction_before_an_old_entry_is_planned_again() -> None:
    play = old_play()
    play.do(lambda campaign: corrections.amend(campaign, 4, {"amount": 3}, play.command()))
    assert coins_of(play) == {"Ann": 0, "Bob": 3}


def test_an_amendment_of_the_older_release_is_read() -> None:
    play = old_play(OLD)
    play.do(lambda campaign: corrections.amend(campaign, 5, {"finder": "Ann"}, play.command()))
    assert b'"coins":5' in play.memory.raws[-1].state
    play.game = NEW
    assert play.reopen().failures == []
    assert coins_of(play) == {"Ann": 5, "Bob": 0}


def test_a_former_field_is_not_typed() -> None:
    with pytest.raises(Misfit):
        make_event(PurseLost, {"seat": "Ann", "finder": "Bob", "coins": 5})
    play = old_play()
    with pytest.raises(Misfit):
        corrections.amend(play.campaign, 5, {"coins": 4}, play.command())


def test_a_new_entry_stores_no_former_field() -> None:
    play = old_play()
    (first, *_) = play.record(LOST).raws
    assert orjson.loads(first.state)["event"] == {"seat": "Ann", "finder": "Bob"}


def test_a_field_has_not_the_name_of_a_former_one() -> None:
    with pytest.raises(TypeError, match=r"PurseFound\.coins"):

        class PurseFound(PurseLost):
            coins: Count = 0
