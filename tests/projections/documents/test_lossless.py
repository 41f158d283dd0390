"""The lossless export: out, in again, and every way in which a file can be wrong."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.framework.content import Content
from domain.framework.refusal import Misfit
from domain.framework.table import as_json
from domain.log.entries import Raw, digest_of
from projections.documents.arrivals import import_campaign
from projections.documents.lossless import LONGEST_LINE, Imported, read_lossless, write_lossless
from tests import toy
from tests.house import House
from tests.projections.documents.evening import Evening

GAMES = {"toy": toy.GAME}
Document = dict[str, Any]


def exported(house: House, campaign: str) -> bytes:
    with house.campaigns.open(campaign) as live:
        return b"".join(write_lossless(live, "key"))


def imported(data: bytes, limit: int = 10_000_000) -> Imported:
    return read_lossless(BytesIO(data), GAMES, limit)


def why(data: bytes, limit: int = 10_000_000) -> str:
    """The one sentence a file is refused with."""
    with pytest.raises(Misfit) as refused:
        imported(data, limit)
    assert list(refused.value.faults) == [""]
    return str(refused.value)


def lines(data: bytes) -> list[Document]:
    return [orjson.loads(line) for line in data.splitlines()]


def joined(documents: list[Document]) -> bytes:
    return b"".join(orjson.dumps(document) + b"\n" for document in documents)


def chained(raws: list[tuple[str, bytes | Document]]) -> list[Raw]:
    """Entries that follow from each other; a damaged one is bytes."""
    made: list[Raw] = []
    for position, (topic, state) in enumerate(raws, 1):
        stored = state if isinstance(state, bytes) else orjson.dumps(after(made, state))
        made.append(Raw(position, topic, stored))
    return made


def after(made: list[Raw], state: Document) -> Document:
    """A state that knows the entry before it."""
    previous = {"previous": digest_of(made[-1])} if made else {}
    return {**state, "entry": {**state["entry"], **previous}}


def as_file(raws: list[Raw], **header: Any) -> bytes:
    head = {
        "companion": 1,
        "game": "toy",
        "name": "Harbour",
        "key": "harbour",
        "campaign": "0123456789abcdef" * 2,
        "entries": len(raws),
        "digest": digest_of(raws[-1]),
        "pack": toy.PACK.kinds,
    }
    body = [{"position": raw.position, "topic": raw.topic, "raw": b64encode(raw.state).decode()} for raw in raws]
    return joined([{**head, **header}, *body])


START: tuple[str, Document] = (
    "table.campaign-started",
    {"event": {"game": "toy", "name": "Harbour", "pack": toy.PACK.digest}, "entry": {"id": "a.0", "time": "2026"}},
)
ANN: tuple[str, Document] = ("toy.seat-taken", {"event": {"seat": "Ann"}, "entry": {"id": "b.0"}})


@pytest.fixture
def elsewhere(tmp_path: Path) -> House:
    (tmp_path / "elsewhere").mkdir()
    return House(tmp_path / "elsewhere" / "campaigns.db")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A short campaign as a file."""
    house = House(tmp_path_factory.mktemp("sample") / "campaigns.db")
    evening = Evening(house)
    evening.sits("Ann", "贝丝")
    house.undo(evening.id)
    evening.plays("coins-gained", seat="Ann", amount=3)
    return exported(house, evening.id)


# --- there and back ---


def test_a_campaign_comes_back_as_it_left(played: Evening, house: House, elsewhere: House) -> None:
    data = exported(house, played.id)
    receipt = import_campaign(elsewhere.campaigns, imported(data))
    assert receipt.campaign == played.id
    assert elsewhere.table(played.id) == house.table(played.id)
    assert elsewhere.log(played.id) == house.log(played.id)
    assert elsewhere.fresh(played.id).digest == house.fresh(played.id).digest
    assert exported(elsewhere, played.id) == data
    assert elsewhere.verify() == []


def test_a_readable_entry_is_json_in_the_file(sample: bytes) -> None:
    header, first, *_ = lines(sample)
    assert header["entries"] == len(lines(sample)) - 1
    assert header["pack"] == toy.PACK.kinds
    assert first["state"]["event"]["name"] == "The Long Winter 长冬"


def test_unknown_future_and_damaged_entries_come_back_as_they_left(elsewhere: House) -> None:
    raws = chained(
        [
            START,
            ANN,
            ("toy.volcano-erupted", {"event": {"heat": 1e3}, "entry": {}}),
            ("toy.coins-gained", {"event": {"purse": 1}, "version": 9, "entry": {}}),
            ("toy.coins-gained", b'{"event": {"seat": "Ann", "amo\xff\x00'),
            ("toy.coins-gained", b"[1, 2,   3]"),
        ]
    )
    raws += [
        Raw(
            7,
            "toy.coins-gained",
            orjson.dumps({"event": {"seat": "Ann", "amount": 2}, "entry": {"previous": digest_of(raws[-1])}}),
        )
    ]
    found = imported(as_file(raws))
    assert found.raws == raws
    import_campaign(elsewhere.campaigns, found)
    id_ = found.header.campaign
    assert elsewhere.table(id_)["seats"]["Ann"]["coins"] == 2
    assert [line.position for line in elsewhere.log(id_) if line.unreadable] == [3, 4, 5, 6]
    assert imported(exported(elsewhere, id_)).raws == raws


def test_bytes_that_rotted_after_the_fact_do_not_keep_the_rest_out(sample: bytes) -> None:
    documents = lines(sample)
    documents[3] = {"position": 3, "topic": documents[3]["topic"], "raw": b64encode(b"\x00rot").decode()}
    assert imported(joined(documents)).raws[2].state == b"\x00rot"


def test_the_content_it_was_recorded_with_comes_along(elsewhere: House) -> None:
    own = Content({"towers": {"glass": {"en": "Glass Tower", "price": 1}}})
    start = (START[0], {**START[1], "event": {**START[1]["event"], "pack": own.digest}})
    found = imported(as_file(chained([start, ANN]), pack=own.kinds))
    import_campaign(elsewhere.campaigns, found)
    with elsewhere.campaigns.open(found.header.campaign) as live:
        assert str(live.table.called("towers", "glass")) == "Glass Tower"


def test_a_log_that_makes_no_table_is_not_stored(elsewhere: House) -> None:
    broken = ("table.campaign-renamed", {"event": {"name": "\u202e\x1b[2J"}, "entry": {}})
    with pytest.raises(Misfit):
        import_campaign(elsewhere.campaigns, imported(as_file(chained([START, broken]))))
    assert elsewhere.store.campaigns() == []


# --- everything that can be wrong ---


def test_an_empty_file() -> None:
    assert why(b"") == "This file is empty."


@pytest.mark.parametrize(
    "data", [b"[]\n", b"{}\n", b"null\n", b'"x"\n', b'{"companion":true}\n', b'{"companion":"1"}\n']
)
def test_something_that_is_no_campaign(data: bytes) -> None:
    assert why(data) == "This is not an exported campaign."


def test_something_that_is_no_json() -> None:
    assert why(b"PK\x03\x04\n") == "Line 1 is not JSON, or nested too deeply."


def test_a_file_of_a_later_format() -> None:
    assert "format 2" in why(b'{"companion":2}\n')


def test_a_file_cut_short_between_lines(sample: bytes) -> None:
    assert why(sample[: sample.rstrip(b"\n").rindex(b"\n") + 1]) == "This file is cut short: it has 4 of 5 entries."


def test_a_file_cut_short_in_a_line(sample: bytes) -> None:
    assert why(sample[:-2]) == "This file is cut short in line 6."


def test_blank_lines_and_a_missing_last_newline_are_no_faults(sample: bytes) -> None:
    spaced = b"\n \t\r\n" + sample[:-1].replace(b"\n", b"\r\n\n  \n")
    assert imported(spaced).raws == imported(sample).raws
    assert imported(sample + b"\n \n ").raws == imported(sample).raws


def test_a_fault_behind_blank_lines_names_its_line(sample: bytes) -> None:
    assert why(b"\n\n" + sample.replace(b'"position":3', b'"position":4')) == "Line 6: this should be entry 3."


def test_more_entries_than_there_should_be(sample: bytes) -> None:
    assert why(sample + sample.splitlines(keepends=True)[-1]) == "This file has more entries than it should: 5."


def test_a_game_that_nobody_knows(sample: bytes) -> None:
    assert (
        why(sample.replace(b'"game":"toy"', b'"game":"chess"', 1)) == "The game “chess” is not known here. Known: toy."
    )


def test_nesting_without_end(sample: bytes) -> None:
    header = sample.splitlines(keepends=True)[0]
    assert "nested too deeply" in why(
        header + b'{"position":1,"topic":"t","state":' + b"[" * 5_000 + b"]" * 5_000 + b"}\n"
    )
    assert "nested too deeply" in why(header + b'{"position":1,"topic":"t","state":' + b"[" * 500 + b"]" * 500 + b"}\n")
    assert why(header.replace(b'"oak":{', b'"oak":{"x":' + b"[" * 500 + b"]" * 500 + b",")) != ""


def test_a_line_or_a_file_that_is_too_long(sample: bytes) -> None:
    assert why(b"x" * (LONGEST_LINE + 1)) == "Line 1 is too long: at most 1000000 bytes."
    assert why(sample, limit=len(sample) - 1) == f"This file is too large: at most {len(sample) - 1} bytes."
    assert imported(sample, limit=len(sample))


def edit_header(**values: Any) -> Callable[[list[Document]], None]:
    return lambda documents: documents[0].update(values)


def edit_entry(number: int, **values: Any) -> Callable[[list[Document]], None]:
    return lambda documents: documents[number].update(values)


def drop_state(documents: list[Document]) -> None:
    del documents[2]["state"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (edit_header(campaign="../../etc/passwd"), "Line 1: “campaign”"),
        (edit_header(campaign="0" * 32 + "\n"), "Line 1: “campaign”"),
        (edit_header(campaign="A" * 32), "Line 1: “campaign”"),
        (edit_header(name="a\x1b[2Jb"), "Line 1: “name”"),
        (edit_header(key="a\nb"), "Line 1: “key”"),
        (edit_header(entries=1_000_001), "Line 1: “entries”"),
        (edit_header(entries=True), "Line 1: “entries”"),
        (edit_header(entries="5"), "Line 1: “entries”"),
        (edit_header(digest="0" * 64), "The last entry does not match the header"),
        (edit_header(digest=5), "Line 1: “digest”"),
        (edit_header(pack=[]), "Line 1: “pack”"),
        (edit_header(pack={"towers": {"oak": {"en": 5}}}), "no name for towers.oak"),
        (edit_header(pack={"towers": {"oak": {}}}), "no name for towers.oak"),
        (edit_entry(2, position=3), "Line 3: this should be entry 2."),
        (edit_entry(2, position="2"), "Line 3: “position”"),
        (edit_entry(2, topic=""), "Line 3: “topic”"),
        (edit_entry(2, topic="a\nb"), "Line 3: “topic”"),
        (edit_entry(2, raw="AAAA"), "Line 3 contains no entry."),
        (edit_entry(2, extra=1), "Line 3: “extra”"),
        (drop_state, "Line 3 contains no entry."),
        (edit_entry(2, topic="toy.night-fell"), "Entry 3 does not follow from entry 2"),
        (edit_entry(1, topic="toy.night-fell"), "does not begin with the start"),
        (edit_entry(1, state={}), "does not begin with the start"),
        (edit_entry(3, state={"event": [], "entry": {}}), "Entry 3: “event”"),
        (edit_entry(3, state={"event": {}, "entry": []}), "Entry 3:"),
        (edit_entry(3, state={"event": {}, "entry": {"session": -1}}), "Entry 3: “session”"),
        (edit_entry(3, state={"event": {}, "entry": {"bent": {"why": 1}}}), "Entry 3: “bent.reason”"),
        (edit_entry(3, state={"event": {}, "entry": {"round": 2**60}}), "Entry 3: “round”"),
    ],
)
def test_a_file_that_was_changed(sample: bytes, change: Callable[[list[Document]], None], sentence: str) -> None:
    documents = lines(sample)
    change(documents)
    assert sentence in why(joined(documents))


def test_raw_bytes_that_are_no_base64(sample: bytes) -> None:
    documents = lines(sample)
    documents[2] = {"position": 2, "topic": "t", "raw": "§§"}
    assert why(joined(documents)) == "Line 3: “raw” has a wrong value."


def test_a_changed_number_breaks_the_chain(sample: bytes) -> None:
    assert why(sample.replace(b'"amount":3', b'"amount":4')).startswith("The last entry does not match the header")


@pytest.mark.parametrize(
    ("topic", "state", "sentence"),
    [
        ("toy.seat-taken", {"event": {"seat": 5}, "entry": {}}, "Entry 2 does not fit its event “toy.seat-taken”."),
        ("toy.seat-taken", {"event": {"seat": "a\x1b"}, "entry": {}}, "Entry 2 does not fit its event"),
        ("toy.seat-taken", {"event": {"seat": "Ann"}, "entry": {"cause": 2}}, "Entry 2: “cause”"),
        ("toy.seat-taken", {"event": {"seat": "Ann"}, "entry": {"cause": 0}}, "Entry 2: “cause”"),
    ],
)
def test_an_entry_with_a_good_chain_that_no_rule_would_have_written(topic: str, state: Document, sentence: str) -> None:
    assert sentence in why(as_file(chained([START, (topic, state)])))


def test_a_log_of_another_game_than_the_file_says() -> None:
    start = (START[0], {**START[1], "event": {**START[1]["event"], "game": "chess"}})
    assert "its log belongs to another game" in why(as_file(chained([start])))


GAIN = "toy.coins-gained"


def linked(made: list[Raw], event: str) -> bytes:
    """A state that follows from those made, with the text of its event as it stands."""
    return f'{{"event":{event},"entry":{{"id":"x.0","previous":"{digest_of(made[-1])}"'.encode()


def test_an_entry_with_a_damaged_stamp_is_held_to_its_event() -> None:
    state = b'{"event":{"seat":"Ann","amount":-500},"entry":{"id":"x.0'
    assert "Entry 3 does not fit its event “toy.coins-gained”." in why(as_file(chained([START, ANN, (GAIN, state)])))


def test_an_entry_that_says_twice_what_happened_is_refused() -> None:
    made = chained([START, ANN])
    state = linked(made, '{"seat":"Ann","amount":7}') + b'},"event":{"seat":"Ann","amount":5}}'
    assert "Entry 3: “event”" in why(as_file([*made, Raw(3, GAIN, state)]))


def withdrawals(count: int, about: int) -> list[tuple[str, bytes | Document]]:
    """A start, a seat, two gains, then withdrawals of the entries right before each."""
    gain: tuple[str, Document] = (GAIN, {"event": {"seat": "Ann", "amount": 1}, "entry": {"id": "c.0"}})
    states: list[tuple[str, bytes | Document]] = [START, ANN, gain, gain]
    for position in range(5, 5 + count):
        event = {"entries": [position - n for n in range(1, about + 1)], "choice": "alone"}
        states.append(("table.withdrawn", {"event": event, "entry": {"id": f"w{position}.0"}}))
    return states


@pytest.mark.parametrize(("count", "about"), [(400, 1), (24, 2)])
def test_corrections_of_corrections_are_taken_looked_back_on_and_taken_back(
    elsewhere: House, count: int, about: int
) -> None:
    found = imported(as_file(chained(withdrawals(count, about))))
    import_campaign(elsewhere.campaigns, found)
    id_ = found.header.campaign
    elsewhere.at(id_, 4 + count // 2)
    elsewhere.undo(id_, 4 + count, "those")
    assert elsewhere.table(id_) == elsewhere.cold(id_)


def test_a_correction_of_what_is_yet_to_come_corrects_nothing(elsewhere: House) -> None:
    future = ("table.withdrawn", {"event": {"entries": [4], "choice": "alone"}, "entry": {"id": "w.0"}})
    found = imported(as_file(chained([START, ANN, future])))
    import_campaign(elsewhere.campaigns, found)
    elsewhere.record(found.header.campaign, toy.CoinsGained(seat="Ann", amount=5))
    coins = [read(found.header.campaign)["seats"]["Ann"]["coins"] for read in (elsewhere.table, elsewhere.cold)]
    assert coins == [5, 5]


# --- whatever comes ---

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def survives(data: bytes) -> None:
    """A file is taken or refused with one sentence; nothing else ever happens."""
    refused = None
    try:
        imported(data)
    except Misfit as misfit:
        refused = misfit
    assert refused is None or (list(refused.faults) == [""] and str(refused))


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_with_a_sentence(data: bytes) -> None:
    survives(data)
    survives(data + b"\n")


@given(st.data())
def test_any_value_anywhere_is_taken_or_refused_with_a_sentence(sample: bytes, data: st.DataObject) -> None:
    documents: Any = lines(sample)
    place: Any = documents
    for _ in range(data.draw(st.integers(0, 5))):
        key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], dict | list) or not place[key]:
            break
        place = place[key]
    key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
    place[key] = data.draw(JSON)
    survives(joined(documents))


@given(st.lists(st.tuples(st.sampled_from([*toy.GAME.by_topic, "x.y"]), JSON, JSON, JSON), max_size=4))
def test_any_chain_of_events_is_taken_or_refused_with_a_sentence(
    shown: list[tuple[str, Any, Any, Any]],
) -> None:
    states: list[tuple[str, bytes | Document]] = [START]
    for topic, event, entry, version in shown:
        state = {"event": event, "entry": entry if isinstance(entry, dict) else {}, "version": version}
        states.append((topic, state))
    survives(as_file(chained(states)))


@given(st.data())
def test_any_cut_or_flipped_byte_is_taken_or_refused_with_a_sentence(sample: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sample) - 1))
    flipped = sample[at] ^ data.draw(st.integers(1, 255))
    survives(sample[:at] + bytes([flipped]) + sample[at + 1 :])
    survives(sample[:at])


def test_what_was_taken_is_what_was_there(played: Evening, house: House) -> None:
    found = imported(exported(house, played.id))
    live = house.fresh(played.id)
    assert found.raws == list(live.source.read())
    assert found.pack.digest == live.table.content
    assert as_json(live.table) == house.table(played.id)
