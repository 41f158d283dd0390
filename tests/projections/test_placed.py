"""Lines after corrections: changed, added or removed, each at its place."""

from collections.abc import Collection

import orjson
import pytest

from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import Amended, PhotoTaken, SessionStarted, as_stored_event
from domain.log.command import Command
from projections.campaigns import find_campaign
from projections.documents.export import export_campaign
from projections.following import search_when_followed
from projections.heads import head_of
from projections.log import LogLine, select_lines
from projections.photos import photos_of_campaign
from projections.placed import corrected_lines_about, found_outside_index, place_lines
from tests.house import House
from tests.toy import CoinsGained, DiceRolled, SeatTaken, TowerBuilt

ANN = SeatTaken(seat="Ann")
FIVE = CoinsGained(seat="Ann", amount=5)
ONE = CoinsGained(seat="Bob", amount=1)


@pytest.fixture
def rolled(house: House, harbour: str) -> str:
    """Ann rolled 2 and 3 (entry 4) and gained 5 coins by that (entry 5); Bob gained one (entry 6)."""
    house.record(harbour, ANN, SeatTaken(seat="Bob"), DiceRolled(seat="Ann", dice=(2, 3)), ONE)
    return harbour


def correct(house: House, campaign: str, entry: int, *now: Event[object], replaces: tuple[int, ...] = ()) -> None:
    """Record events in place of a command, as a correction stores them."""
    amended = Amended(entry=entry, now=tuple(map(as_stored_event, now)), replaces=replaces)
    house.plant(campaign, (amended.topic, {"event": amended.model_dump(mode="json"), "entry": {"id": f"c{entry}.0"}}))
    house.campaigns.drop_from_memory(campaign)


def placed(house: House, campaign: str) -> list[LogLine]:
    with house.store.reading() as cursor, house.campaigns.open(campaign) as live:
        return place_lines(select_lines(cursor, campaign), live, PUBLIC.seats)


def told(house: House, campaign: str) -> list[tuple[str, str]]:
    """The addresses and sentences of the lines that count, without corrections."""
    lines = (line for line in placed(house, campaign)[3:] if line.counts and line.topic != Amended.topic)
    return [(line.address, line.as_it_counts.text) for line in lines]


def added_coins(house: House, campaign: str) -> None:
    """Bob gains seven coins with Ann's roll, by correction 7."""
    roll = DiceRolled(seat="Ann", dice=(2, 3))
    correct(house, campaign, 4, roll, FIVE, CoinsGained(seat="Bob", amount=7), replaces=(5,))


def test_an_added_line_comes_after_the_line_that_it_follows(house: House, rolled: str) -> None:
    roll = DiceRolled(seat="Ann", dice=(2, 3))
    correct(house, rolled, 4, roll, FIVE, CoinsGained(seat="Bob", amount=7), replaces=(5,))
    assert told(house, rolled) == [
        ("4", "Ann rolled 2, 3"),
        ("5", "Ann gained 5 coins"),
        ("4.1", "Bob gained 7 coins"),
        ("6", "Bob gained 1 coins"),
    ]


def test_a_line_may_be_added_between_a_command_and_its_consequence(house: House, rolled: str) -> None:
    roll = DiceRolled(seat="Ann", dice=(2, 3))
    correct(house, rolled, 4, roll, ANN.copy_with(seat="Bob"), FIVE, replaces=(5,))
    assert [address for address, _ in told(house, rolled)] == ["4", "4.1", "5", "6"]


def test_a_consequence_with_another_value_stays_at_its_place_and_says_both(house: House, rolled: str) -> None:
    six = CoinsGained(seat="Ann", amount=6)
    correct(house, rolled, 4, DiceRolled(seat="Ann", dice=(2, 4)), six, replaces=(5,))
    roll, coins = placed(house, rolled)[3:5]
    assert [(line.text, line.now_text) for line in (roll, coins)] == [
        ("Ann rolled 2, 3", "Ann rolled 2, 4"),
        ("Ann gained 5 coins", "Ann gained 6 coins"),
    ]
    assert [(line.counts, line.amended_by) for line in (roll, coins)] == [(True, 7), (True, 7)]


def test_an_unchanged_line_does_not_name_the_correction(house: House, rolled: str) -> None:
    correct(house, rolled, 4, DiceRolled(seat="Ann", dice=(2, 3)), FIVE, ONE, replaces=(5,))
    assert [line.amended_by for line in placed(house, rolled)[3:6]] == [None, None, 7]


def test_a_consequence_that_no_longer_follows_stays_struck(house: House, rolled: str) -> None:
    correct(house, rolled, 4, DiceRolled(seat="Ann", dice=(2, 3)), replaces=(5,))
    assert [(line.address, line.replaced_by) for line in placed(house, rolled) if line.struck] == [("5", 7)]


def test_the_older_of_two_corrections_of_a_command_adds_nothing(house: House, rolled: str) -> None:
    roll = DiceRolled(seat="Ann", dice=(2, 3))
    correct(house, rolled, 4, roll, FIVE, CoinsGained(seat="Bob", amount=7), replaces=(5,))
    correct(house, rolled, 4, roll, FIVE, CoinsGained(seat="Bob", amount=8), replaces=(5,))
    assert ("4.1", "Bob gained 8 coins") in told(house, rolled)
    assert not any("7 coins" in said for _, said in told(house, rolled))


def test_a_command_that_was_taken_back_shows_none_of_its_added_lines(house: House, rolled: str) -> None:
    correct(house, rolled, 6, ONE, CoinsGained(seat="Bob", amount=7))
    taken = {"event": {"entries": [6], "choice": "alone"}, "entry": {"id": "w.0"}}
    house.plant(rolled, ("table.withdrawn", taken))
    house.campaigns.drop_from_memory(rolled)
    assert [line.address for line in placed(house, rolled) if line.counts][-1] == "8"
    assert not any(line.number for line in placed(house, rolled))


# --- documents, search, rebuilds -------------------------------------------------------------


def exported(house: House, campaign: str, suffix: str) -> str:
    with house.store.reading() as cursor, house.campaigns.open(campaign) as live:
        listed = find_campaign(cursor, "harbour")
        return b"".join(export_campaign(live, listed, house.store.reading, suffix)).decode()


def test_the_chronicle_lists_an_added_line_below_its_command(house: House, rolled: str) -> None:
    added_coins(house, rolled)
    story = exported(house, rolled, ".md")
    assert story.index("Ann gained 5 coins") < story.index("Bob gained 7 coins") < story.index("Bob gained 1 coins")


def test_the_spreadsheet_has_an_added_line_under_its_own_address(house: House, rolled: str) -> None:
    added_coins(house, rolled)
    (row,) = [line for line in exported(house, rolled, ".csv").splitlines() if line.startswith("4.1,")]
    assert "Bob gained 7 coins" in row
    assert row.endswith("yes,,7")


def test_the_spreadsheet_has_recorded_and_counting_values(house: House, rolled: str) -> None:
    six = CoinsGained(seat="Ann", amount=6)
    correct(house, rolled, 4, DiceRolled(seat="Ann", dice=(2, 4)), six, replaces=(5,))
    (row,) = [line for line in exported(house, rolled, ".csv").splitlines() if line.startswith("5,")]
    assert "Ann gained 5 coins" in row
    assert row.endswith("yes,Ann gained 6 coins,7")


def test_the_json_of_a_log_has_added_lines_with_their_numbers(house: House, rolled: str) -> None:
    added_coins(house, rolled)
    lines = orjson.loads(exported(house, rolled, ".json"))["log"]
    (added,) = [line for line in lines if line["line"]]
    assert (added["entry"], added["line"], added["text"], added["amended_by"]) == (4, 1, "Bob gained 7 coins", 7)


def found(house: House, campaign: str, words: str) -> Collection[int]:
    with search_when_followed(house.campaigns, campaign, words) as cursor, house.campaigns.open(campaign) as live:
        return found_outside_index(cursor, live, PUBLIC.seats, words)


def test_an_added_line_is_found_by_its_words_at_the_line_before_it(house: House, rolled: str) -> None:
    correct(
        house, rolled, 4, DiceRolled(seat="Ann", dice=(2, 3)), FIVE, TowerBuilt(seat="Bob", tower="oak"), replaces=(5,)
    )
    assert list(found(house, rolled, "tower")) == [5]


def test_a_line_with_another_value_is_found_by_that(house: House, rolled: str) -> None:
    correct(house, rolled, 6, CoinsGained(seat="Bob", amount=41))
    assert list(found(house, rolled, "41")) == [6]


def test_corrected_lines_are_filtered_by_their_counting_fields(house: House, rolled: str) -> None:
    added_coins(house, rolled)
    with house.campaigns.open(rolled) as live:
        seats = PUBLIC.seats
        assert corrected_lines_about(live, seats, [CoinsGained.topic], "Bob") == {5}
        assert not corrected_lines_about(live, seats, [CoinsGained.topic], "Ann")
        assert not corrected_lines_about(live, seats, [DiceRolled.topic], "Bob")


def test_rows_after_an_insertion_are_those_of_a_rebuild(house: House, rolled: str) -> None:
    house.campaigns.insert(rolled, 4, "coins-gained", {"seat": "Bob", "amount": 7}, house.command())
    house.amend(rolled, 4, dice=[3, 3])
    assert ("4.1", "Bob gained 7 coins") in told(house, rolled)
    assert house.rows() == house.rebuild()
    assert house.verify() == []


def test_a_photo_of_a_corrected_caption_has_the_new_one(house: House, rolled: str) -> None:
    house.record(rolled, PhotoTaken(photo="a" * 64, caption="Dusk"))
    correct(house, rolled, 7, PhotoTaken(photo="a" * 64, caption="Dawn"))
    with house.store.reading() as cursor, house.campaigns.open(rolled) as live:
        assert [photo.caption for photo in photos_of_campaign(cursor, live)] == ["Dawn"]


def test_the_players_of_a_session_are_those_of_its_correction(house: House, rolled: str) -> None:
    house.record(rolled, SessionStarted(players=("Ann",)), ONE)
    correct(house, rolled, 7, SessionStarted(players=("Ann", "Bob")))
    head = head_of([line for line in placed(house, rolled) if line.session == 1])
    assert head.players == ["Ann", "Bob"]


# --- forgotten events ------------------------------------------------------------------------


def insert(house: House, campaign: str, after: int, event: Event[object]) -> None:
    fields = event.model_dump(mode="json")
    command = Command(f"forgotten-{after}", "2027-01-01T20:00:00Z", actor="Cleo")
    house.campaigns.insert(campaign, after, event.topic.removeprefix("toy."), fields, command)


def test_a_forgotten_event_is_a_command_of_its_own_at_its_place(house: House, rolled: str) -> None:
    insert(house, rolled, 5, DiceRolled(seat="Bob", dice=(1, 1)))
    lines = [line for line in placed(house, rolled) if line.position == 4]
    assert [(line.address, line.cause, line.actor) for line in lines[1:]] == [("4.1", None, "Cleo"), ("4.2", 4, "")]


def test_a_forgotten_event_stays_one_by_a_later_correction_of_its_command(house: House, rolled: str) -> None:
    insert(house, rolled, 5, CoinsGained(seat="Bob", amount=2))
    house.campaigns.amend(rolled, 4, {"dice": [1, 1]}, Command("other-dice", "2027-01-01T20:00:00Z"))
    assert told(house, rolled)[:3] == [
        ("4", "Ann rolled 1, 1"),
        ("5", "Ann gained 2 coins"),
        ("4.1", "Bob gained 2 coins"),
    ]
    assert [line.cause for line in placed(house, rolled) if line.number] == [None]


def test_a_forgotten_event_takes_the_line_of_no_consequence_that_no_longer_follows(house: House, rolled: str) -> None:
    house.campaigns.undo(rolled, 5, Command("alone", "2027-01-01T20:00:00Z"), scope="consequence")
    insert(house, rolled, 4, CoinsGained(seat="Bob", amount=2))
    assert ("4.1", "Bob gained 2 coins") in told(house, rolled)
