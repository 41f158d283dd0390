"""Two versions of the program on one file: the older keeps, counts and shows what only the newer understands."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.framework.refusal import NotFound
from domain.log.entries import chain_breaks
from domain.store import StoreError
from projections.documents import lossless
from tests.faults.check import sound
from tests.house import House
from tests.toy import GAME, CoinsGained, NightFell, SeatTaken
from tests.toy.table import Harbour, Sitter, ToyEvent

ONE = CoinsGained(seat="Ann", amount=1)


class VolcanoErupted(ToyEvent):
    help_text = "Something that the older version knows nothing of."
    sentence = "The volcano erupted, and {seat} lost everything"
    seat: Sitter

    def apply(self, table: Harbour) -> None:
        if seat := table.seats.get(self.seat):
            seat.coins = 0


class NightFellEarly(NightFell):
    """The same event with one field more, as the newer version writes it."""

    topic = NightFell.topic
    version = 2
    early: bool = False

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        fields["early"] = False


own = tuple(NightFellEarly if event is NightFell else event for event in GAME.own_events)
NEWER = replace(GAME, own_events=(*own, VolcanoErupted))


@pytest.fixture
def newer(house: House) -> Iterator[House]:
    """The newer version, on the file that the older one has open."""
    newer = House(house.path, (NEWER,))
    yield newer
    newer.close()


@pytest.fixture
def campaign(house: House, harbour: str, newer: House) -> str:
    """Both recorded: the older version, the newer one what the older does not know, and the older again."""
    house.record(harbour, SeatTaken(seat="Ann"), ONE)
    newer.record(harbour, VolcanoErupted(seat="Ann"), NightFellEarly(early=True))
    house.record(harbour, ONE)
    return harbour


def test_the_older_version_shows_it_as_the_newer_told_it(house: House, campaign: str) -> None:
    assert [line.text for line in house.log(campaign)][3:5] == [
        "The volcano erupted, and Ann lost everything",
        "Night fell",
    ]


def test_the_older_version_says_why_it_cannot_read_it(house: House, campaign: str) -> None:
    with house.campaigns.open(campaign) as live:
        whys = [entry.unreadable for entry in live.entries()]
    assert whys == ["", "", "", "unknown event", "written by a newer version (2)", ""]
    house.rebuild()
    assert [line.unreadable for line in house.log(campaign)] == whys
    with house.store.reading() as cursor:
        assert cursor.execute("SELECT unreadable FROM campaigns").fetchall() == [(2,)]


def test_what_the_older_version_cannot_read_stops_nothing_else(house: House, campaign: str) -> None:
    assert house.table(campaign)["seats"]["Ann"]["coins"] == 2
    assert house.cold(campaign) == house.table(campaign)


def test_the_newer_version_understands_all_of_it(newer: House, campaign: str) -> None:
    newer.rebuild()
    assert [line.unreadable for line in newer.log(campaign)] == [""] * 6
    table = newer.table(campaign)
    assert (table["seats"]["Ann"]["coins"], table["night"]) == (1, True)
    sound(newer)


def test_what_the_older_version_cannot_read_leaves_it_byte_for_byte(house: House, newer: House, campaign: str) -> None:
    files = []
    for version in (house, newer):
        with version.campaigns.open(campaign) as live:
            files.append(b"".join(lossless.write_lossless(live)))
    assert files[0] == files[1]
    assert b"toy.volcano-erupted" in files[0]


def test_the_older_version_cannot_record_it_and_names_what_is_near(house: House, campaign: str) -> None:
    with pytest.raises(NotFound, match="volcano-erupted"):
        house.campaigns.record(campaign, "volcano-erupted", {"seat": "Ann"}, house.command())


def test_undoing_in_the_older_version_takes_nothing_of_the_newer_along(house: House, campaign: str) -> None:
    house.undo(campaign)
    assert house.standing(campaign).withdrawn.keys() == {6}
    house.redo(campaign)
    assert house.table(campaign)["seats"]["Ann"]["coins"] == 2


def test_both_record_in_turn_and_every_digest_holds(house: House, newer: House, campaign: str) -> None:
    random, before = Random(1), house.head(campaign)
    for _ in range(40):
        version = random.choice([house, newer])
        unknown = VolcanoErupted(seat="Ann") if version is newer and random.random() < 0.5 else ONE
        version.record(campaign, unknown)
    raws = list(house.store.source(campaign).read())
    assert len(raws) == before + 40
    assert chain_breaks(raws) == []
    newer.rebuild()
    sound(newer)


# --- a file that the newer version gave another form ----------------------------------------------

FORMS = {
    "another table": "CREATE TABLE moods (campaign TEXT PRIMARY KEY, mood TEXT)",
    "another column of the log": "ALTER TABLE log ADD COLUMN mood TEXT",
    "another column of the entries": "ALTER TABLE entries ADD COLUMN mood TEXT",
    "another column of the commands": "ALTER TABLE commands ADD COLUMN mood TEXT",
    "another column of the campaigns": "ALTER TABLE campaigns ADD COLUMN mood TEXT NOT NULL DEFAULT ''",
    "a read model less": "DROP TABLE series",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_file_of_another_form_is_recorded_in_whole_or_refused_in_words(
    house: House, campaign: str, form: str
) -> None:
    with house.store.writing() as db:
        db.execute(form)
    before, repaired = state_of(house), ""
    try:
        older = house.again()
        try:
            older.record(campaign, ONE)
        finally:
            older.close()
    except StoreError as refused:
        repaired = str(refused)
    after = state_of(house)
    assert (after == before) == bool(repaired)
    assert after["entries"][: len(before["entries"])] == before["entries"]


def state_of(house: House) -> dict[str, Any]:
    """Entries and commands, row by row."""
    names = {
        "entries": "originator_id, originator_version, topic, state",
        "commands": "campaign, command, first, last",
    }
    with house.store.reading() as cursor:
        return {
            table: cursor.execute(f"SELECT {columns} FROM {table} ORDER BY {columns}").fetchall()
            for table, columns in names.items()
        }
