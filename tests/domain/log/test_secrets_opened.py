"""Secrets laid open: from then on everybody may know what was kept hidden, until that is taken back."""

from dataclasses import replace

import pytest

from companion.testing import given, refused
from domain.framework.game import PUBLIC
from domain.framework.kernel import Adjusted, SecretsOpened
from domain.framework.refusal import RefusedAll
from domain.log import corrections
from domain.log.corrections import TableDecision
from domain.log.permissions import is_kept_from
from tests import toy
from tests.house import House

OPENED = SecretsOpened(agreed=True)
LOG = (toy.SeatTaken(seat="Ann"), toy.SeatTaken(seat="Bob"), toy.CardDrawn(seat="Ann", card=37))
BOB = frozenset({"Bob"})


def test_it_asks_whether_everybody_agrees() -> None:
    given(toy.GAME, *LOG).when(SecretsOpened()).then(refused("not-agreed", bendable=False))


def test_everybody_sees_what_lay_hidden_and_what_is_hidden_later() -> None:
    play = given(toy.GAME, *LOG, OPENED, toy.CardDrawn(seat="Bob", card=7)).play
    shown = play.game.view(play.campaign.table, PUBLIC)
    assert [seat.card for seat in shown.seats.values()] == [37, 7]


def test_they_are_opened_once() -> None:
    given(toy.GAME, *LOG, OPENED).when(OPENED).then(refused("already-open", bendable=False))


def test_they_are_not_opened_by_hand() -> None:
    by_hand = Adjusted(path="secrets_open", after=True, reason="x")
    given(toy.GAME, *LOG).when(by_hand).then(refused("not-a-value", bendable=False))


def test_what_was_hidden_is_nobodys_to_guard_any_more() -> None:
    play = given(toy.GAME, *LOG, OPENED).play
    assert not is_kept_from(BOB, toy.CardDrawn, {"seat": "Ann", "card": 37}, play.campaign.table)


def test_taking_it_back_asks_once_more_and_hides_all_of_it_again() -> None:
    spec = given(toy.GAME, *LOG, OPENED)
    spec.and_undo().then(refused("crosses-an-end", says="all players have seen"))
    after = spec.and_undo(sure=True).play
    assert after.game.view(after.campaign.table, PUBLIC).seats["Ann"].card is None


def test_a_reveal_that_was_taken_back_can_be_restored() -> None:
    play = given(toy.GAME, *LOG, OPENED).and_undo(sure=True).and_redo().then().play
    assert play.campaign.table.secrets_open


def test_going_back_past_it_asks_by_its_own_words() -> None:
    play = given(toy.GAME, *LOG, OPENED).play
    with pytest.raises(RefusedAll) as wrong:
        corrections.withdraw(play.campaign, 5, play.command(), TableDecision("since"))
    assert "all players have seen" in str(wrong.value)


def test_only_the_host_opens_them(house: House, harbour: str) -> None:
    house.record(harbour, *LOG)
    player = replace(house.command(), seats=frozenset({"Ann"}), host=False)
    with pytest.raises(RefusedAll) as wrong:
        house.record_as(harbour, OPENED, player)
    assert wrong.value.reasons[0].code == "for-the-host"
    house.record_as(harbour, OPENED, replace(house.command(), seats=frozenset({"Ann"})))
    assert house.table(harbour)["secrets_open"]


def test_the_rows_of_the_log_stay_as_they_were_stored(house: House, harbour: str) -> None:
    house.record(harbour, *LOG)
    before = house.log(harbour)
    house.record(harbour, OPENED)
    assert house.log(harbour)[: len(before)] == before
    assert not house.verify()


def test_a_value_set_by_hand_while_it_was_hidden_stays_its_seats_secret() -> None:
    """What lies there by now says nothing of what was set then."""
    table = given(toy.GAME, *LOG).play.campaign.table
    fields = {"path": "night", "before": 37, "after": 3, "hidden_value": True}
    assert Adjusted.keepers(fields, table) == ()
