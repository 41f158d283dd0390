"""Which entries count, how they are read, and the fold that makes a table of them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest

from companion.testing import Play, given
from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.refusal import never
from domain.framework.table import as_json
from domain.log.campaign import Campaign
from domain.log.checkpoints import EVERY, state_bytes
from domain.log.effective_entries import Standing, corrections_in, standing_after
from domain.log.entries import Memory, Raw, digest_of
from domain.log.entry_decoding import Reader, reader_of
from domain.log.fold import Failure, fold_entries
from tests.toy import (
    GAME,
    CardDrawn,
    CoinsGained,
    DayBroke,
    DiceRolled,
    Harbour,
    NightFell,
    SeatTaken,
    TowerBuilt,
)

READER = Reader(GAME)
ANN = SeatTaken(seat="Ann")
STAMP = {"id": "planted.0"}


def evening() -> Play:
    """A log with everything in it: consequences, withdrawals, an amendment and a session."""
    return (
        given(GAME, ANN, SeatTaken(seat="Bob"), kernel.SessionStarted(), CoinsGained(seat="Ann", amount=9))
        .when(DiceRolled(seat="Bob"), rolled=(6, 6))
        .when(TowerBuilt(seat="Ann", tower="oak"))
        .when(TowerBuilt(seat="Ann", tower="iron"))
        .when(TowerBuilt(seat="Bob", tower="oak"))
        .and_undo()
        .and_redo()
        .and_amend(6, dice=[5, 5])
        .when(CardDrawn(seat="Ann"), rolled=(17,))
        .when(NightFell())
        .and_undo()
        .when(NightFell())
        .when(DayBroke())
        .when(kernel.SessionEnded())
        .play
    )


def planted(*states: tuple[str, Any]) -> Campaign:
    """Ann's campaign, her seat and 5 coins, then entries past all rules, then 1 more coin."""
    play = given(GAME, ANN, CoinsGained(seat="Ann", amount=5)).play
    for topic, document in states:
        data = document if isinstance(document, bytes) else orjson.dumps(document)
        play.memory.raws.append(Raw(play.memory.head() + 1, topic, data))
    play.reopen()
    play.record(CoinsGained(seat="Ann", amount=1))
    return play.reopen()


# --- standing --------------------------------------------------------------------------------


def of_stored(raws: Iterable[Raw]) -> Standing:
    """What stored corrections amount to."""
    return standing_after(list(corrections_in(raws, READER)))


def corrections(*events: kernel.KernelEvent, after: int = 10) -> Standing:
    raws = [
        Raw(after + n, event.topic, orjson.dumps({"event": event.model_dump(mode="json"), "entry": STAMP}))
        for n, event in enumerate(events)
    ]
    return of_stored(raws)


def test_all_counts_without_corrections() -> None:
    assert of_stored([]) == Standing()


def test_what_is_withdrawn_does_not_count() -> None:
    now = corrections(kernel.Withdrawn(entries=(3, 4)))
    assert now.withdrawn == {3: 10, 4: 10}
    assert [now.counts(n) for n in (2, 3, 4, 5)] == [True, False, False, True]


def test_what_is_restored_counts_again() -> None:
    assert corrections(kernel.Withdrawn(entries=(3, 4)), kernel.Restored(entries=(3,))).withdrawn == {4: 10}


def test_restoring_as_before_a_correction_withdraws_the_correction() -> None:
    assert corrections(
        kernel.Withdrawn(entries=(4,)), kernel.Withdrawn(entries=(3, 4)), kernel.Restored(entries=(3, 4), correction=11)
    ).withdrawn == {11: 12, 4: 10}


def test_a_withdrawn_withdrawal_withdraws_nothing() -> None:
    assert corrections(kernel.Withdrawn(entries=(3,)), kernel.Withdrawn(entries=(10,))).withdrawn == {10: 11}


def test_the_last_word_counts() -> None:
    now = corrections(kernel.Withdrawn(entries=(3,)), kernel.Restored(entries=(3,)), kernel.Withdrawn(entries=(3,)))
    assert now.withdrawn == {3: 12}


def test_the_last_amendment_counts() -> None:
    shown = [kernel.StoredEvent(topic="toy.coins-gained", event={"seat": "Ann", "amount": n}) for n in (1, 2)]
    now = corrections(*(kernel.Amended(entry=3, now=(each,), replaces=(4,)) for each in shown))
    assert now.amended[3].events == (CoinsGained(seat="Ann", amount=2),)
    assert (now.amended[3].by, now.replaced) == (11, {4: 11})


@pytest.mark.parametrize("entries", [(10,), (11,), (3, 12)])
def test_what_is_yet_to_come_cannot_be_taken_back(entries: tuple[int, ...]) -> None:
    assert corrections(kernel.Withdrawn(entries=entries)) == Standing()


def test_a_correction_that_cannot_be_read_corrects_nothing() -> None:
    raws = [Raw(10, "table.withdrawn", b'{"event":{"entries":[]},"entry":{}}'), Raw(11, "table.withdrawn", b"{")]
    assert of_stored(raws) == Standing()


# --- laws of the fold ------------------------------------------------------------------------


def test_a_fold_in_two_parts_is_a_fold_in_one_wherever_it_is_split() -> None:
    play = evening()
    raws, now = play.memory.raws, of_stored(play.memory.corrections())
    whole = Harbour()
    fold_entries(whole, raws, now, READER)
    for split in range(len(raws) + 1):
        table = Harbour()
        fold_entries(table, raws[:split], now, READER)
        fold_entries(table, raws[split:], now, READER)
        assert as_json(table) == as_json(whole), f"split after {split}"


def test_a_table_kept_as_json_and_the_rest_of_the_log_are_the_whole_log() -> None:
    play = evening()
    raws, now = play.memory.raws, of_stored(play.memory.corrections())
    for split in range(len(raws) + 1):
        table = Harbour()
        fold_entries(table, raws[:split], now, READER)
        table = Harbour.model_validate_json(state_bytes(table))
        fold_entries(table, raws[split:], now, READER)
        assert as_json(table) == as_json(play.campaign.table), f"split after {split}"


def test_live_is_what_a_fold_from_zero_gives() -> None:
    play = evening()
    live, position, last = as_json(play.campaign.table), play.campaign.position, play.campaign.digest
    cold = play.reopen()
    assert (as_json(cold.table), cold.position, cold.digest) == (live, position, last)


def test_looking_back_is_the_same_with_and_without_checkpoints() -> None:
    play = evening()
    warm = play.campaign
    for position in range(warm.position + 1):
        cold = Campaign(warm.id, GAME, Memory(play.memory.raws[:position]))
        assert as_json(warm.at(position)) == as_json(cold.table), f"at {position}"


def test_every_entry_carries_the_digest_of_the_one_before() -> None:
    play = evening()
    carried = [entry.previous for entry in play.campaign.entries()]
    assert carried == ["", *(digest_of(raw) for raw in play.memory.raws[:-1])]


@pytest.mark.parametrize("event", GAME.own_events, ids=lambda event: event.topic)
def test_a_digest_covers_position_topic_and_bytes(event: type[Event[Any]]) -> None:
    raw = Raw(3, event.topic, b"{}")
    others = [raw._replace(position=4), raw._replace(topic="toy.other"), raw._replace(state=b"{ }")]
    assert digest_of(raw) not in {digest_of(other) for other in others}


# --- old, new and damaged entries ------------------------------------------------------------


def test_an_event_of_an_older_version_is_read_in_todays_shape() -> None:
    campaign = planted(("toy.tower-built", {"event": {"seat": "Ann", "building": "oak", "paid": 2}, "entry": STAMP}))
    assert campaign.entry(4).event == TowerBuilt(seat="Ann", tower="oak", paid=2)
    assert campaign.table.seats["Ann"].towers == ["oak"]


def test_a_stored_event_keeps_its_version() -> None:
    play = given(GAME, ANN, CoinsGained(seat="Ann", amount=5), TowerBuilt(seat="Ann", tower="oak")).play
    assert [orjson.loads(raw.state).get("version") for raw in play.memory.raws[1:]] == [None, None, 2]


UNREADABLE = {
    "an unknown topic": ("toy.dragon-woken", {"event": {"size": 3}, "entry": STAMP}, "unknown event"),
    "a future version": ("toy.seat-taken", {"event": {"seat": "Eve"}, "version": 9, "entry": STAMP}, "newer version"),
    "an unknown field": ("toy.seat-taken", {"event": {"seat": "Eve", "hat": 1}, "entry": STAMP}, "does not fit"),
    "a missing field": ("toy.coins-gained", {"event": {"seat": "Ann"}, "entry": STAMP}, "does not fit"),
    "no json": ("toy.seat-taken", b"\xff\x00", "damaged"),
    "cut off": ("toy.seat-taken", b'{"event":{"seat":"E', "damaged"),
    "empty": ("toy.seat-taken", b"", "damaged"),
    "another shape": ("toy.seat-taken", [1, 2], "damaged"),
    "fields of another shape": ("toy.seat-taken", {"event": ["Eve"], "entry": STAMP}, ""),
    "a version of another shape": ("toy.seat-taken", {"event": {"seat": "E"}, "version": "x", "entry": STAMP}, ""),
    "a version before all": ("toy.tower-built", {"event": {"seat": "Ann"}, "version": 0, "entry": STAMP}, ""),
    "an old shape that is not there": ("toy.tower-built", {"event": {"seat": "Ann"}, "entry": STAMP}, ""),
    "values of another type": ("toy.coins-gained", {"event": {"seat": [{}], "amount": "x"}, "entry": STAMP}, ""),
}


@pytest.mark.parametrize(("topic", "document", "why"), UNREADABLE.values(), ids=UNREADABLE)
def test_an_entry_that_cannot_be_read_is_shown_and_stops_nothing(topic: str, document: Any, why: str) -> None:
    campaign = planted((topic, document))
    entry = campaign.entry(4)
    assert entry.event is None
    assert entry.unreadable
    assert why in entry.unreadable
    assert isinstance(entry.fields, dict)
    assert campaign.table.seats["Ann"].coins == 6
    assert list(campaign.table.seats) == ["Ann"]


@pytest.mark.parametrize(("topic", "document", "why"), UNREADABLE.values(), ids=UNREADABLE)
def test_an_entry_that_cannot_be_read_is_kept_byte_for_byte(topic: str, document: Any, why: str) -> None:
    data = document if isinstance(document, bytes) else orjson.dumps(document)
    assert next(iter(planted((topic, document)).source.read(3, 4))).state == data


@pytest.mark.parametrize("document", [{"event": {"seat": "Eve"}}, {"event": {"seat": "Eve"}, "entry": 5}])
def test_log_and_table_agree_about_an_entry_without_a_stamp(document: dict[str, Any]) -> None:
    campaign = planted(("toy.seat-taken", document))
    assert (campaign.entry(4).event is None) == ("Eve" not in campaign.table.seats)


WRITTEN_BY_OTHERS: dict[str, tuple[str, bytes]] = {
    "stamp first": ("toy.seat-taken", b'{"entry":{"id":"x.0"},"event":{"seat":"Eve"}}'),
    "version between": ("toy.seat-taken", b'{"event":{"seat":"Eve"},"version":1,"entry":{"id":"x.0"}}'),
    "more between": ("toy.seat-taken", b'{"event":{"seat":"Eve"},"mood":"good","entry":{"id":"x.0"}}'),
    "more behind": ("toy.seat-taken", b'{"event":{"seat":"Eve"},"entry":{"id":"x.0"},"mood":{"entry":{}}}'),
    "two stamps": ("toy.seat-taken", b'{"event":{"seat":"Eve"},"entry":{"id":"x.0"},"entry":{"id":"y.0"}}'),
    "spaces": ("toy.seat-taken", b'{ "event": {"seat": "Eve"}, "entry": {"id": "x.0"} }'),
    "a stamp in the fields": (
        "table.content-added",
        b'{"event":{"kind":"seats","id":"Eve","fields":{"a":1,"entry":{"id":"z.0"}}},"entry":{"id":"x.0"}}',
    ),
    "fields in another order": ("toy.coins-gained", b'{"event":{"amount":3,"seat":"Ann"},"entry":{"id":"x.0"}}'),
}


@pytest.mark.parametrize(("topic", "state"), WRITTEN_BY_OTHERS.values(), ids=WRITTEN_BY_OTHERS)
def test_log_and_table_agree_about_an_entry_that_others_wrote(topic: str, state: bytes) -> None:
    campaign = planted((topic, state))
    without = planted((topic, b"damaged"))
    event = campaign.entry(4).event
    if event is not None:
        event.record_on(without.table)
    assert as_json(campaign.table) == as_json(without.table)


@pytest.mark.parametrize(
    "stamp",
    [
        {"session": {"a": 1}},
        {"round": "first"},
        {"cause": "x"},
        {"time": 5},
        {"actor": ["Ann"]},
        {"bent": 7},
        {"id": 5},
        {"step": None},
        {"previous": 1},
    ],
    ids=lambda stamp: next(iter(stamp)),
)
def test_a_damaged_stamp_does_not_reach_the_readers_of_the_log(stamp: dict[str, Any]) -> None:
    entry = planted(("toy.seat-taken", {"event": {"seat": "Eve"}, "entry": stamp})).entry(4)
    shown = (entry.id, entry.time, entry.actor, entry.device, entry.step, entry.later, entry.previous)
    assert all(isinstance(value, str) for value in shown)
    assert all(value is None or isinstance(value, int) for value in (entry.session, entry.round, entry.cause))
    assert entry.bent is None or isinstance(entry.bent, dict)


DAMAGED_CORRECTIONS = {
    "unreadable now": {"entry": 3, "now": [{"topic": "toy.tower-built", "event": {}, "version": 1}], "replaces": []},
    "version before all": {"entry": 3, "now": [{"topic": "toy.tower-built", "event": {}, "version": 0}]},
    "future now": {"entry": 3, "now": [{"topic": "toy.coins-gained", "event": {}, "version": 9}]},
    "unknown now": {"entry": 3, "now": [{"topic": "toy.dragon-woken", "event": {}}]},
    "nothing now": {"entry": 3, "now": []},
    "no entry": {"now": [{"topic": "toy.coins-gained", "event": {"seat": "Ann", "amount": 1}}]},
}


@pytest.mark.parametrize("document", DAMAGED_CORRECTIONS.values(), ids=DAMAGED_CORRECTIONS)
def test_a_damaged_amendment_stops_nothing(document: dict[str, Any]) -> None:
    campaign = planted(("table.amended", {"event": document, "entry": STAMP}))
    assert campaign.position == 5
    assert campaign.table.seats["Ann"].coins in (1, 6)


# --- rules change, history does not ----------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        (TowerBuilt, "check", lambda self, table: iter([never("never", "Never again.")()])),
        (TowerBuilt, "settle", lambda self, table, chance: self.copy_with(paid=99)),
        (TowerBuilt, "follow", lambda self, table: iter([NightFell()])),
        (DiceRolled, "settle", lambda self, table, chance: self.copy_with(dice=(1, 1))),
        (DiceRolled, "follow", lambda self, table: iter(())),
        (NightFell, "during", ("night",)),
    ],
    ids=lambda changed: f"{changed[0].__name__}.{changed[1]}",
)
def test_a_rule_that_is_changed_leaves_every_old_table_as_it_was(
    changed: tuple[type[Event[Any]], str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = evening()
    before = [as_json(play.campaign.at(n)) for n in range(play.campaign.position + 1)]
    monkeypatch.setattr(*changed)
    cold = play.reopen()
    assert [as_json(cold.at(n)) for n in range(cold.position + 1)] == before
    assert as_json(cold.table) == before[-1]


def test_a_poisoned_event_changes_nothing_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    play = given(GAME, ANN, NightFell(), DayBroke(), CoinsGained(seat="Ann", amount=5)).play

    def fails(self: NightFell, table: Harbour) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(NightFell, "apply", fails)
    cold = play.reopen()
    assert (cold.table.night, cold.table.seats["Ann"].coins) == (False, 5)
    assert [entry.position for entry in cold.entries()] == [1, 2, 3, 4, 5]
    assert cold.failures == [Failure(3, "ZeroDivisionError: ")]


def test_an_amended_event_that_cannot_be_applied_is_named_at_its_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    play = given(GAME, ANN, CoinsGained(seat="Ann", amount=5)).and_amend(3, amount=7).play
    monkeypatch.setattr(CoinsGained, "apply", lambda self, table: table.seats["nobody"])
    assert [failure.position for failure in play.reopen().failures] == [3]


def test_stored_values_that_no_event_could_have_are_a_fault_of_the_file() -> None:
    """The fold takes the fields as they stand and stumbles; the entry is unreadable, so the code is not to blame."""
    cold = planted(("toy.coins-gained", {"event": {"seat": "Ann", "amount": "many"}, "entry": STAMP}))
    assert (cold.failures, cold.table.seats["Ann"].coins) == ([], 6)
    assert "does not fit" in cold.entry(4).unreadable


def test_nothing_is_kept_of_a_table_that_lacks_an_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    play = given(GAME, ANN, NightFell(), *[kernel.NoteAdded(text="…")] * (2 * EVERY)).play
    monkeypatch.setattr(NightFell, "apply", lambda self, table: table.seats["nobody"])
    cold = play.reopen()
    cold.at(cold.position - 1)
    assert (cold.checkpoints.newest, [failure.position for failure in cold.failures]) == (0, [3])


class CoinsMinted(CoinsGained):
    """Applies a copy of itself, as a rule may that halves or doubles."""

    namespace = "toy"
    sentence = "Minted {amount} coins"
    topic = "toy.coins-minted"

    def apply(self, table: Harbour) -> None:
        assert self == self.model_copy()
        CoinsGained(**dict(self.copy_with(amount=3 * self.amount))).apply(table)


def test_an_event_that_copies_and_compares_itself_counts_the_same_when_it_is_read_again() -> None:
    game = replace(GAME, key="minting", own_events=(*GAME.own_events, CoinsMinted))
    play = given(game, ANN).when(CoinsMinted(seat="Ann", amount=1)).play
    cold = play.reopen()
    assert (play.campaign.table.seats["Ann"].coins, cold.table.seats["Ann"].coins, cold.failures) == (3, 3, [])


@pytest.fixture(autouse=True)
def _fresh_reader() -> Iterator[None]:
    yield
    reader_of.cache_clear()
