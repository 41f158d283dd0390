"""Read models: the same rows live and rebuilt, and everything wrong is found."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from domain.campaigns import Campaigns
from domain.framework.content import Content, merge_content
from domain.framework.kernel import Adjusted, CampaignRenamed, ContentAdded, NoteAdded, SessionEnded, SessionStarted
from domain.framework.table import Table
from domain.framework.text import Text
from domain.log.entries import Entry, Row
from domain.log.entry_decoding import reader_of
from domain.store import replaying
from domain.store.recorder import EntryRecorder
from projections import base, search
from projections.campaigns import ids_of_campaigns
from projections.following import catch_up_all
from projections.rebuild import rebuild_read_models
from tests import toy
from tests.house import House
from tests.toy import CardDrawn, CoinsGained, DayBroke, DiceRolled, NightFell, SeatTaken, TowerBuilt

ANN = SeatTaken(seat="Ann")
NINE = CoinsGained(seat="Ann", amount=9)
OAK = TowerBuilt(seat="Ann", tower="oak")
IRON = TowerBuilt(seat="Ann", tower="iron")


def plain(house: House, campaign: str) -> None:
    house.record(campaign, ANN, NINE, OAK, CardDrawn(seat="Ann"), NightFell(), DayBroke())


def sessions(house: House, campaign: str) -> None:
    house.record(campaign, SessionStarted(players=("Ann",)), ANN, NINE, OAK, SessionEnded(note="late"))
    house.record(campaign, SessionStarted(), IRON, SessionEnded(), NoteAdded(text="well played", entry=3))


def corrections(house: House, campaign: str) -> None:
    house.record(campaign, ANN, NINE, DiceRolled(seat="Ann", dice=(1, 2)), OAK, IRON)
    house.undo(campaign)
    house.redo(campaign)
    house.amend(campaign, 4, dice=[1, 1])
    house.undo(campaign, 3, "those")
    house.restore(campaign, 3)
    house.undo(campaign, 6, "those")
    house.undo(campaign, 4, "since", sure=True)
    house.redo(campaign)


def corrected_sessions(house: House, campaign: str) -> None:
    sessions(house, campaign)
    house.undo(campaign, 4, "those")
    house.undo(campaign, 2, "those")
    house.redo(campaign)
    house.undo(campaign, 6, "since", sure=True)


def renamed(house: House, campaign: str) -> None:
    house.record(campaign, CampaignRenamed(name="Other"), CampaignRenamed(name="Harbour"))
    house.new("Other")
    house.new("Harbour")
    house.undo(campaign)


def branched(house: House, campaign: str) -> None:
    sessions(house, campaign)
    branch = house.campaigns.branch(campaign, "What if", 5, "harbour", house.command()).campaign
    house.record(branch, IRON, SessionEnded())
    house.record(campaign, SessionStarted())


def by_hand(house: House, campaign: str) -> None:
    house.record(
        campaign, ANN, SessionStarted(), SessionEnded(), Adjusted(path="sittings", after=0, reason="miscounted")
    )
    house.record(campaign, SessionStarted(), SessionEnded(), Adjusted(path="seats.Ann.coins", after=7, reason="card"))
    house.undo(campaign)
    house.undo(campaign)


def typed_in(house: House, campaign: str) -> None:
    tin = ContentAdded(kind="towers", id="tin", fields={"en": "Tin Tower", "zh": "锡塔", "price": 1})
    house.record(campaign, SessionStarted(), ANN, NINE, tin, TowerBuilt(seat="Ann", tower="tin"), SessionEnded())


def repinned(house: House, campaign: str) -> None:
    plain(house, campaign)
    glass = Content({"towers": {"oak": {"en": "Great Oak", "price": 1}, "glass": {"en": "Glass Tower", "price": 1}}})
    house.campaigns.change_pack(campaign, merge_content(toy.PACK, glass), house.command())
    house.record(campaign, SeatTaken(seat="Bob"), TowerBuilt(seat="Ann", tower="glass"), SessionStarted())
    house.undo(campaign, 8, "those")
    house.record(campaign, SessionEnded())
    house.restore(campaign, 8)


def unreadable(house: House, campaign: str) -> None:
    house.record(campaign, ANN)
    house.plant(
        campaign,
        ("toy.dragon-woken", {"event": {"size": 3}, "entry": {"id": "x.0"}}),
        ("toy.coins-gained", {"event": {"seat": "Ann", "amount": 1}, "version": 9, "entry": {"id": "y.0"}}),
        ("toy.seat-taken", b"{"),
    )
    house.campaigns.drop_from_memory(campaign)
    house.record(campaign, NINE)


STORIES = [plain, sessions, corrections, corrected_sessions, renamed, branched, by_hand, typed_in, repinned, unreadable]
each_story = pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)


@each_story
def test_a_rebuild_gives_the_rows_that_were_written_live(
    house: House, harbour: str, story: Callable[[House, str], None]
) -> None:
    story(house, harbour)
    live = house.rows()
    rebuilt = house.rebuild()
    assert rebuilt == live


@each_story
def test_a_rebuild_in_small_batches_gives_the_same_rows(
    house: House, harbour: str, story: Callable[[House, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    story(house, harbour)
    live = house.rows()
    for size in (1, 3):
        monkeypatch.setattr(replaying, "RETOLD", size)
        assert house.rebuild() == live


@each_story
def test_the_state_shown_is_the_live_table_and_that_folded_from_zero(
    house: House, harbour: str, story: Callable[[House, str], None]
) -> None:
    story(house, harbour)
    assert house.table(harbour) == house.cold(harbour)
    assert house.shown(harbour) == house.told(harbour)
    house.rebuild()
    assert house.shown(harbour) == (house.head(harbour), house.cold(harbour))


@pytest.mark.parametrize("story", [story for story in STORIES if story is not unreadable], ids=lambda s: s.__name__)
def test_nothing_is_wrong_with_a_sound_file(house: House, harbour: str, story: Callable[[House, str], None]) -> None:
    story(house, harbour)
    assert house.verify() == []


def test_the_list_counts_what_cannot_be_read(house: House, harbour: str) -> None:
    unreadable(house, harbour)
    (row,) = house.rows()["campaigns"]
    assert 3 in row


@pytest.mark.parametrize("table", ["campaigns", "log", "state", "series", "sheets"])
def test_rows_that_are_gone_are_found_and_built_again(house: House, harbour: str, table: str) -> None:
    sessions(house, harbour)
    before = house.rows()
    with house.store.writing() as db:
        db.execute("PRAGMA foreign_keys=OFF")
        db.execute(f"DELETE FROM {table}")
    assert any(table in fault.what or "state" in fault.what for fault in house.verify())
    assert house.rebuild() == before
    assert house.verify() == []


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE log SET text='Ann won'", "“log”"),
        ("UPDATE series SET value=value+1", "“series”"),
        ("UPDATE sheets SET body='{}'", "“sheets”"),
        ("UPDATE campaigns SET entries=99", "“campaigns”"),
        ("UPDATE state SET value='99' WHERE part='day'", "state"),
        ("UPDATE state SET value='{broken' WHERE part='day'", "state"),
        ("INSERT INTO state SELECT campaign, 'more', 1, '1' FROM campaigns", "state"),
        ("UPDATE state SET position=position+1 WHERE part='seats'", "state"),
        ("UPDATE state SET position=position+1", "state"),
        ("UPDATE state SET position=99", "99"),
        ("UPDATE log SET actor='Bob' WHERE position=3", "“log”"),
        ("UPDATE log SET cause=1 WHERE position=3", "“log”"),
        ("INSERT INTO log (id, campaign, position) VALUES (1, 'nobody', 1)", "“log”"),
        ("INSERT INTO series VALUES ('nobody', 'coins', 1, 0, 1, 9)", "“series”"),
        ("DELETE FROM series WHERE since=1 AND name='gates'", "“series”"),
        ("INSERT INTO log_terms VALUES (9, 'ann')", "“log_terms”"),
        ("ALTER TABLE sheets ADD COLUMN pages", "“sheets”"),
        ("INSERT INTO log_fts (rowid, text) VALUES (99999999999, '龘')", "“log_fts”"),
    ],
)
def test_rows_that_were_changed_are_found(house: House, harbour: str, statement: str, named: str) -> None:
    sessions(house, harbour)
    with house.store.writing() as db:
        db.execute(statement)
    assert any(named in fault.what for fault in house.verify())


def test_words_that_are_gone_are_found(house: House, harbour: str) -> None:
    sessions(house, harbour)
    with house.store.writing() as db:
        db.execute("DROP TABLE log_fts")
        house.models.setup(db)
    assert house.verify() != []


def test_words_of_another_line_are_found(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    catch_up_all(house.campaigns)
    with house.store.writing() as db:
        line, _ = ids_of_campaigns(db, harbour, after=1)
        db.execute("INSERT INTO log_fts (log_fts, rowid, text) VALUES ('delete', ?, 'Ann sat down')", (line,))
        db.execute("INSERT INTO log_fts (rowid, text) VALUES (?, 'Bob stood up')", (line,))
    assert ["log_fts" in fault.what for fault in house.verify()] == [True]


@pytest.mark.parametrize("at_once", [1, 2, 5, 1_000])
@pytest.mark.parametrize(
    "instead",
    [
        {2: "down sat Ann"},
        {2: "Ann down sat"},
        {2: "Ann sat"},
        {2: "Ann sat down again"},
        {2: "Ann sat down zestfully"},
        {2: "Ann sat down down"},
        {2: "Bob sat down", 3: "Ann sat down"},
    ],
)
def test_words_at_another_place_are_found_however_many_are_compared_at_once(
    house: House, harbour: str, instead: Mapping[int, str], at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "WORDS", at_once)
    monkeypatch.setattr(base, "PLACES", at_once)
    house.record(harbour, ANN, SeatTaken(seat="Bob"))
    catch_up_all(house.campaigns)
    assert house.verify() == []
    with house.store.writing() as db:
        number, said = ids_of_campaigns(db, harbour)[0] - 1, {2: "Ann sat down", 3: "Bob sat down"}
        for place, words in instead.items():
            line = number + place
            db.execute("INSERT INTO log_fts (log_fts, rowid, text) VALUES ('delete', ?, ?)", (line, said[place]))
            db.execute("INSERT INTO log_fts (rowid, text) VALUES (?, ?)", (line, words))
    assert ["log_fts" in fault.what for fault in house.verify()] == [True]


def test_words_are_compared_in_stretches_that_stand_at_so_many_places_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "PLACES", 3)
    found = base._stretches([("ann", 1), ("bob", 2), ("cleo", 2), ("down", 4), ("sat", 1), ("up", 2)])
    assert [*found] == [("ann", "bob", 3), ("cleo", "cleo", 2), ("down", "down", 4), ("sat", "up", 3)]
    assert [*base._stretches([])] == []


def test_a_campaign_named_like_another_ones_id_is_sound(house: House, harbour: str) -> None:
    house.record(house.new(harbour), ANN)
    assert house.verify() == []


def test_a_file_with_a_game_that_is_not_known_here_is_verified_and_rebuilt(house: House, harbour: str) -> None:
    plain(house, harbour)
    stranger = Campaigns(house.store, {}, house.models, house.campaigns.chance)
    house.campaigns = stranger
    house.rebuild()
    assert house.verify() == []
    with stranger.open(harbour) as live:
        assert live.game.origin == "missing"


def test_progress_counts_every_entry(house: House, harbour: str) -> None:
    plain(house, harbour)
    other = house.new()
    done: list[int] = []
    rebuild_read_models(house.campaigns, house.models, done.append)
    assert sum(done) == house.head(harbour) + house.head(other)


def test_a_rebuild_reads_each_entry_once_and_folds_it_once(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain(house, harbour)
    house.record(harbour, *[NoteAdded(text="well played")] * 20)
    read, applied, apply = Counter[int](), Counter[str](), NoteAdded.apply
    rows, events = EntryRecorder.select_rows, EntryRecorder.select_events

    def selecting_rows(self: EntryRecorder, *asked: Any) -> list[Row]:
        found = rows(self, *asked)
        read.update(position for position, _, _ in found)
        return found

    def selecting_events(self: EntryRecorder, *asked: Any, **bounds: Any) -> Sequence[StoredEvent]:
        found = events(self, *asked, **bounds)
        read.update(one.originator_version for one in found)
        return found

    def applying(self: NoteAdded, table: Table) -> None:
        applied[self.text] += 1
        apply(self, table)

    monkeypatch.setattr(EntryRecorder, "select_rows", selecting_rows)
    monkeypatch.setattr(EntryRecorder, "select_events", selecting_events)
    monkeypatch.setattr(NoteAdded, "apply", applying)
    rebuild_read_models(house.campaigns, house.models)
    assert {times for position, times in read.items() if position > 1} == {1}
    assert read[1] == 2, "its first entry also says of which game it is"
    assert applied == {"well played": 20}


def test_a_log_with_a_hole_as_wide_as_a_batch_is_built_with_what_there_is(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain(house, harbour)
    with house.store.writing() as db:
        db.execute("DELETE FROM entries WHERE originator_version IN (3, 4)")
    rebuilt = house.rebuild()
    monkeypatch.setattr(replaying, "RETOLD", 2)
    assert house.rebuild() == rebuilt
    assert len(rebuilt["log"]) == house.head(harbour) - 2


def test_what_is_said_again_is_told_once_in_all_batches(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.record(harbour, ANN, *[NINE, NoteAdded(text="well played")] * 4)
    live, sentences = house.rows(), Counter[str]()
    sentence = search.public_fields._log_sentence

    def telling(entry: Entry, names: Table) -> Text:
        sentences[entry.topic] += 1
        return sentence(entry, names)

    monkeypatch.setattr(search.public_fields, "_log_sentence", telling)
    monkeypatch.setattr(replaying, "RETOLD", 3)
    search.public_fields._names_and_known_lines.cache_clear()
    reader_of.cache_clear()
    assert house.rebuild() == live
    assert (sentences[NINE.topic], sentences["table.note-added"]) == (1, 1)


def test_lines_are_told_alike_however_few_are_remembered(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    corrections(house, harbour)
    live = house.rows()
    monkeypatch.setattr(search.public_fields, "REMEMBERED_LINES", 2)
    search.public_fields._names_and_known_lines.cache_clear()
    assert house.rebuild() == live
    assert len(search.public_fields._names_and_known_lines(toy.GAME)[1]) <= 2
