"""The log: a line for every entry, whatever became of it, and words to find it by."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.framework.kernel import Adjusted, ContentAdded, NoteAdded, SessionEnded, SessionStarted
from domain.framework.text import Tongue
from domain.games import agemonia
from domain.games.agemonia.campaign.journals import KeywordWritten
from projections.log import Wanted, line_at, notes_by_entry, render_line, select_lines
from projections.search.words import fts_query, space_characters
from tests.house import House
from tests.toy import CardDrawn, CoinsGained, DiceRolled, NightFell, SeatTaken, TowerBuilt

ANN = SeatTaken(seat="Ann")
NINE = CoinsGained(seat="Ann", amount=9)
OAK = TowerBuilt(seat="Ann", tower="oak")
IRON_AT_NIGHT = TowerBuilt(seat="Ann", tower="iron")


def told(house: House, campaign: str, search: str = "") -> list[str]:
    return [shown.text for shown in house.log(campaign, search)]


def test_every_entry_is_a_line_in_words(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE, OAK)
    assert told(house, harbour) == ["Started “Harbour”", "Ann sat down", "Ann gained 9 coins", "Ann built Oak Tower"]


def test_what_was_taken_back_is_struck_through_and_stays(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE)
    house.undo(harbour)
    assert [(shown.text, shown.struck, shown.withdrawn_by) for shown in house.log(harbour)[2:]] == [
        ("Ann gained 9 coins", True, 4),
        ("Took back 3", False, None),
    ]


def test_what_was_restored_is_not_struck_through(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE)
    house.undo(harbour)
    house.redo(harbour)
    assert [shown.withdrawn_by for shown in house.log(harbour)] == [None, None, None, 5, None]


def test_what_was_put_right_says_by_what(house: House, harbour: str) -> None:
    house.record(harbour, ANN, DiceRolled(seat="Ann", dice=(1, 1)))
    house.amend(harbour, 3, dice=[6, 6])
    assert [(shown.amended_by, shown.replaced_by) for shown in house.log(harbour)[2:]] == [
        (5, None),
        (None, 5),
        (None, None),
    ]


def test_what_a_line_has_none_of_is_null_in_its_row(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE, NoteAdded(text="well played", entry=3), NightFell())
    for n in (3, 4):
        house.plant(harbour, (ANN.topic, {"event": {"seat": "Bob"}, "entry": {"id": f"x.{n}", "cause": n}}))
    with house.store.reading() as cursor:
        rows = cursor.execute("SELECT cause, bent, about, withdrawn_by, replaced_by, amended_by FROM log").fetchall()
    assert [row[0] for row in rows] == [None] * 5 + [3, 4]
    assert [row[2] for row in rows] == [None] * 3 + [3] + [None] * 3
    assert {row[index] for row in rows for index in (1, 3, 4, 5)} == {None}


@pytest.mark.parametrize("entry", [[3], {"n": 3}, "three", 2**63, -3, 1.5, True])
def test_a_note_that_is_about_no_number_of_an_entry_is_about_none_and_stops_nothing(
    house: House, harbour: str, entry: object
) -> None:
    house.plant(harbour, (NoteAdded.topic, {"event": {"text": "hm", "entry": entry}, "entry": {"id": "x.0"}}))
    with house.store.reading() as cursor:
        assert notes_by_entry(cursor, harbour) == {}
    assert house.log(harbour)[-1].unreadable


def test_every_line_agrees_with_what_counts(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE, DiceRolled(seat="Ann"), OAK)
    house.undo(harbour, 3, "those")
    house.redo(harbour)
    house.amend(harbour, 4, "those", dice=[1, 1])
    house.undo(harbour, 3, "those")
    now = house.standing(harbour)
    for shown in house.log(harbour):
        assert shown.withdrawn_by == now.withdrawn.get(shown.position)
        assert shown.replaced_by == now.replaced.get(shown.position)
        assert (shown.amended_by is not None) == (shown.position in now.amended)


def test_a_bent_refusal_is_marked_with_its_reason(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE, OAK)
    house.record(harbour, OAK, bend="card 7")
    assert house.log(harbour)[-1].reason == "card 7"


# --- finding ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("oak", ["Ann built Oak Tower"]),
        ("OAK tow", ["Ann built Oak Tower"]),
        ("橡木", ["Ann built Oak Tower"]),
        ("橡木塔", ["Ann built Oak Tower"]),
        ("塔橡", []),
        ("gain coin", ["Ann gained 9 coins"]),
        ("coins Ann", ["Ann gained 9 coins"]),
        ("nothing", []),
    ],
)
def test_a_line_is_found_by_its_words(house: House, harbour: str, search: str, found: list[str]) -> None:
    house.record(harbour, ANN, NINE, OAK)
    assert told(house, harbour, search) == found


@pytest.mark.parametrize(
    "search",
    [
        "!!!",
        '"',
        "*",
        "AND",
        "a OR b",
        "NEAR(",
        "NEAR(a b)",
        "\0",
        "_",
        "😀",
        "-",
        "^a",
        "a:b",
        "col : a",
        "{",
        "%",
        "'; --",
        "\ud800",
        "x" * 100_000,
    ],
    ids=lambda s: ascii(s)[:12],
)
def test_whatever_is_searched_for_is_no_error(house: House, harbour: str, search: str) -> None:
    assert told(house, harbour, search) == []


@pytest.mark.parametrize(
    ("search", "found"), [("#3", ["Ann gained 9 coins"]), ("#22", []), ("#99999999999999999999", [])]
)
def test_an_entry_is_found_by_its_number(house: House, harbour: str, search: str, found: list[str]) -> None:
    house.record(harbour, ANN, NINE, OAK)
    assert told(house, harbour, search) == found


def test_a_bent_line_is_found_by_its_reason(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE, OAK, NightFell())
    house.record(harbour, IRON_AT_NIGHT, bend="moonlight card")
    assert told(house, harbour, "moonlight") == ["Ann built Iron Tower"]


def test_a_line_is_found_by_its_source(tmp_path: Path) -> None:
    house = House(tmp_path / "agemonia.db", (agemonia.GAME,))
    campaign = house.new()
    house.record(campaign, KeywordWritten(journal="party", keyword="Bell", source="Old Mill"))
    assert len(told(house, campaign, "mill")) == 1
    house.close()


def test_a_name_is_found_with_or_without_its_accents(house: House, harbour: str) -> None:
    house.record(harbour, SeatTaken(seat="Áñn"))
    assert told(house, harbour, "ann") == told(house, harbour, "áñn") == ["Áñn sat down"]


def test_search_stays_within_its_campaign(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    assert told(house, house.new("Other"), "Ann") == []


def test_a_page_of_the_log_ends_before_a_line(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE, NINE, NINE)
    with house.store.reading() as cursor:
        assert [s.position for s in select_lines(cursor, harbour, Wanted(before=5, limit=2))] == [3, 4]


def test_a_session_has_its_own_lines(house: House, harbour: str) -> None:
    house.record(harbour, ANN, SessionStarted(), NINE, SessionEnded(), NINE)
    with house.store.reading() as cursor:
        assert [s.position for s in select_lines(cursor, harbour, Wanted(session=1))] == [3, 4, 5]


def test_one_line_by_its_entry(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    with house.store.reading() as cursor:
        found = line_at(cursor, harbour, 2)
        assert found is not None
        assert found.text == "Ann sat down"
        assert line_at(cursor, harbour, 3) is None


def test_notes_stand_beside_their_entry_until_taken_back(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NoteAdded(text="well played", entry=2), NoteAdded(text="no", entry=2))
    house.undo(harbour)
    with house.store.reading() as cursor:
        assert [[note.text for note in notes] for notes in notes_by_entry(cursor, harbour).values()] == [
            ["Note: well played"]
        ]
        assert [*notes_by_entry(cursor, harbour, 2, 2)] == [2]
        assert {} == notes_by_entry(cursor, harbour, 3) == notes_by_entry(cursor, harbour, 1, 1)


def test_a_line_is_retold_with_the_names_known_by_now(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE, ContentAdded(kind="towers", id="tin", fields={"en": "Tin Tower", "price": 1}))
    house.record(harbour, TowerBuilt(seat="Ann", tower="tin"))
    shown = house.log(harbour)[-1]
    with house.campaigns.open(harbour) as live:
        assert render_line(shown, live, live.table, Tongue()) == "Ann built Tin Tower"


# --- secrets ---------------------------------------------------------------------------------


def everything(house: House, campaign: str) -> str:
    """All that the log's tables hold of a campaign."""
    with house.store.reading() as cursor:
        return repr(
            cursor.execute("SELECT text, fields, bent FROM log WHERE campaign=? AND position>1", (campaign,)).fetchall()
        )


def test_a_secret_is_in_no_line(house: House, harbour: str) -> None:
    house.record(harbour, ANN, CardDrawn(seat="Ann", card=37))
    assert "37" not in everything(house, harbour)
    assert told(house, harbour, "37") == []


def test_a_secret_put_right_is_in_no_line(house: House, harbour: str) -> None:
    house.record(harbour, ANN, CardDrawn(seat="Ann", card=36))
    house.amend(harbour, 3, card=37)
    assert "37" not in everything(house, harbour)
    assert told(house, harbour, "37") == []


def test_a_secret_set_by_hand_is_in_no_line(house: House, harbour: str) -> None:
    house.record(harbour, ANN, CardDrawn(seat="Ann", card=36), Adjusted(path="seats.Ann.card", after=37, reason="card"))
    assert "36" not in everything(house, harbour)
    assert "37" not in everything(house, harbour)
    assert told(house, harbour, "37") == []


def test_a_secret_is_hidden_when_a_line_is_retold(house: House, harbour: str) -> None:
    house.record(harbour, ANN, CardDrawn(seat="Ann", card=37))
    with house.campaigns.open(harbour) as live:
        assert render_line(house.log(harbour)[-1], live, live.table, Tongue()) == "Ann drew card hidden"


# --- what cannot be read ---------------------------------------------------------------------


DAMAGED: dict[str, Any] = {
    "no json": b"\xff",
    "a list": [],
    "nothing": None,
    "fields that are a list": {"event": [1], "entry": {}},
    "fields of other types": {"event": {"seat": [{}], "amount": 1}, "entry": {}},
    "a session that is no number": {"event": {"seat": "Ann", "amount": 1}, "entry": {"session": {"a": 1}}},
    "a time that is no text": {"event": {"seat": "Ann", "amount": 1}, "entry": {"time": [5], "cause": "x"}},
    "a number beyond all bounds": {"event": {"seat": "Ann", "amount": 2**63}, "entry": {}},
    "a round beyond all bounds": {"event": {"seat": "Ann", "amount": 1}, "entry": {"round": 2**63}},
    "a version of another shape": {"event": {"seat": "Ann", "amount": 1}, "entry": {}, "version": "x"},
    "a future version": {"event": {"seat": "Ann", "amount": 1}, "entry": {}, "version": 9},
}


@pytest.mark.parametrize("document", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_entry_is_a_line_and_stops_no_other(house: House, harbour: str, document: Any) -> None:
    house.record(harbour, ANN)
    house.plant(harbour, ("toy.coins-gained", document if isinstance(document, bytes) else orjson.dumps(document)))
    house.campaigns.drop_from_memory(harbour)
    house.record(harbour, NINE)
    shown = house.log(harbour)
    assert [s.position for s in shown] == [1, 2, 3, 4]
    assert shown[3].text == "Ann gained 9 coins"


def test_an_unknown_event_is_a_line_that_says_so(house: House, harbour: str) -> None:
    house.plant(harbour, ("toy.dragon-woken", {"event": {"size": 3}, "entry": {"id": "x.0"}}))
    shown = house.log(harbour)[-1]
    assert shown.unreadable == "unknown event"
    assert shown.text == "An entry that cannot be read here (unknown event): toy.dragon-woken"


# --- words -----------------------------------------------------------------------------------


def test_every_chinese_character_is_a_word() -> None:
    assert space_characters("Ann建了橡木塔").split() == ["Ann", "建", "了", "橡", "木", "塔"]


def test_a_search_is_all_words_by_their_beginning() -> None:
    assert fts_query("oak tow") == '"oak"* AND "tow"*'
    assert fts_query("橡木塔2") == '"橡 木 塔" AND "2"*'
    assert fts_query("") == '""'


def test_night_is_told(house: House, harbour: str) -> None:
    house.record(harbour, NightFell())
    assert (house.log(harbour)[-1].step, told(house, harbour)[-1]) == ("day", "Night fell")
