"""Statuses, journals and lists of a described game."""

from companion.testing import given, refused, says, table
from domain.games.own.people import FigureCame, SeatTaken
from domain.games.own.records import BoxMarked, StatusEnded, StatusGained, WordCrossed, WordWritten
from tests.domain.games.own.described import OWN_GAME

ANN = SeatTaken(seat="Ann")


def test_a_status_is_marked_once_on_a_seat_or_a_figure() -> None:
    poisoned = StatusGained(owner="guard-1", status="poisoned")
    marked = given(OWN_GAME, FigureCame(figure="guard")).when(poisoned).then(says("Guard 1: Poisoned"))
    marked.and_then(poisoned).then(refused("has-status", bendable=False))
    ended = marked.and_then(StatusEnded(owner="guard-1", status="poisoned"))
    ended.then(says("Guard 1: no longer Poisoned"), table(**{"figures.guard-1.statuses": []}))


def test_a_word_written_again_is_one_more_of_it() -> None:
    once = given(OWN_GAME).when(WordWritten(journal="keywords", word="Moon")).then(says("Keywords: Moon"))
    again = once.and_then(WordWritten(journal="keywords", word="Moon", amount=2)).then(says("Keywords: Moon ×2"))
    again.then(table(**{"words.keywords.Moon.tally": 3}))


def test_a_word_is_crossed_out_and_written_again() -> None:
    rope = {"journal": "gear", "word": "Rope", "owner": "Ann"}
    crossed = (
        given(OWN_GAME, ANN, WordWritten(**rope)).when(WordCrossed(**rope)).then(says("Ann: Gear: Rope crossed out"))
    )
    crossed.and_then(WordCrossed(**rope)).then(refused("not-written", bendable=False))
    again = crossed.and_then(WordWritten(**rope))
    again.then(table(**{"seats.Ann.words.gear.Rope": {"tally": 1, "crossed": False}}))


def test_a_journal_and_a_list_of_each_seat_need_a_seat() -> None:
    given(OWN_GAME, ANN).when(WordWritten(journal="gear", word="Rope")).then(refused("needs-owner", bendable=False))
    given(OWN_GAME, ANN).when(WordCrossed(journal="gear", word="Rope")).then(refused("needs-owner"))
    skill = BoxMarked(list="skills", box="climb", mark="done")
    given(OWN_GAME, ANN).when(skill).then(refused("needs-owner", bendable=False))


def test_a_thing_on_a_list_is_marked_once() -> None:
    done = BoxMarked(list="deeds", box="honoured", mark="done")
    marked = given(OWN_GAME).when(done).then(says("Deeds: Honoured guest, done"))
    marked.and_then(done).then(refused("same-mark", bendable=False))
    locked = BoxMarked(list="scenarios", box="second", mark="locked")
    given(OWN_GAME).when(locked).then(refused("same-mark", bendable=False))


def test_one_thing_of_a_list_is_chosen() -> None:
    camp = given(OWN_GAME).when(BoxMarked(list="place", box="camp", mark="chosen")).then(says("Place: Camp"))
    camp.and_then(BoxMarked(list="place", box="camp", mark="chosen")).then(refused("same-mark", bendable=False))
    moved = camp.and_then(BoxMarked(list="place", box="harbour", mark="chosen"))
    moved.then(table(**{"chosen": {"place": "harbour"}}))


def test_a_thing_nobody_typed_in_can_be_marked_by_its_name() -> None:
    given(OWN_GAME).when(BoxMarked(list="deeds", box="Bridge built", mark="done")).then(
        says("Deeds: Bridge built, done")
    )
