"""Stale outcomes: what a correction would have the rules settle otherwise is listed, and put right on request."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Annotated, Any, Self

import pytest

from companion.config import Settings
from companion.services import Services
from companion.telling import describe_preview
from domain.games import BY_KEY
from domain.language import kernel
from domain.language.chance import Chance
from domain.language.event import Event, Settled, is_marked
from domain.language.game import ANYBODY, Viewer
from domain.log import corrections, stale
from domain.log.stale import resettle, stale_outcomes
from domain.log.walk import standing_if_recorded
from projections.documents import lossless
from tests import toy
from tests.specs import Play, given
from tests.test_golden import LOGS
from tests.test_secrets import RIVALS, CardsTurned, here

BOTH = frozenset({"Ann", "Bob"})
SOME = 10
"""Outcomes that the shortest of golden logs has at least, so that something is looked at."""
BOBS, TURNED = 5, 6
"""Entries: the card that Bob drew, and the reveal, with the coin of the winner behind it."""


def log(*more: Event[Any], card: int = 3) -> Play:
    """Ann has 17, Bob a lower card; both were turned over, and Ann won a coin."""
    seats = (toy.SeatTaken(seat="Ann"), toy.SeatTaken(seat="Bob"))
    cards = (toy.CardDrawn(seat="Ann", card=17), toy.CardDrawn(seat="Bob", card=card))
    return given(RIVALS, *seats, *cards, CardsTurned(), *more).play


def preview(play: Play, entry: int = BOBS, **changes: Any) -> corrections.Preview:
    return corrections.preview_amendment(play.campaign, entry, changes, play.command(), Chance(Random(1)))


def listed(play: Play, seats: frozenset[str] = BOTH, **changes: Any) -> list[tuple[int, object, object]]:
    found = preview(play, **changes).stale(play.campaign, seats)
    return [(each.entry.position, dict(each.event)["shown"], dict(each.now)["shown"]) for each in found]


def amended(play: Play, mend: bool) -> dict[str, int]:
    """The coins, after Bob's card is put right."""
    change = {"card": 23}
    play.do(lambda c: corrections.amend(c, BOBS, change, play.command(), Chance(Random(1)), mend=mend))
    assert play.reopen().table.secrets_open is False
    return {name: seat.coins for name, seat in play.campaign.table.seats.items()}  # type: ignore[attr-defined]


def test_a_reveal_that_would_show_something_else_is_listed_with_both_values() -> None:
    assert listed(log(), card=23) == [(TURNED, {"Ann": 17, "Bob": 3}, {"Ann": 17, "Bob": 23})]


def test_nothing_is_listed_where_the_outcome_stays() -> None:
    """A coin more or less turns no other card over."""
    seated, *drawn = [entry.event for entry in log().campaign.entries(1, 5) if entry.event]
    play = given(RIVALS, seated, toy.CoinsGained(seat="Ann", amount=2), *drawn, CardsTurned()).play
    assert preview(play, 3, amount=5).stale(play.campaign, BOTH) == []


def test_the_rules_are_asked_again_only_of_what_comes_out_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks at an old correction waits for each of these questions: there are thousands."""
    play, asked = log(), list[Event[Any]]()

    def record_asked(event: Event[Any], table: Any) -> Event[Any] | None:
        asked.append(event)
        return resettle(event, table)

    monkeypatch.setattr(stale, "resettle", record_asked)
    assert listed(play, card=23) != []
    assert len(asked) == 2, "with the correction, and without it"
    asked.clear()
    seated, *drawn = [entry.event for entry in play.campaign.entries(1, 5) if entry.event]
    play = given(RIVALS, seated, toy.CoinsGained(seat="Ann", amount=2), *drawn, CardsTurned()).play
    assert preview(play, 3, amount=5).stale(play.campaign, BOTH) == []
    assert len(asked) == 1


def test_it_stays_as_it_was_unless_it_is_put_right_too() -> None:
    assert amended(log(), mend=False) == {"Ann": 1, "Bob": 0}


def test_put_right_it_brings_what_follows_from_it_now() -> None:
    assert amended(log(), mend=True) == {"Ann": 0, "Bob": 1}


def test_putting_right_is_an_entry_of_the_same_command_and_is_taken_back_as_any_other() -> None:
    play = log()
    amended(play, mend=True)
    entries = list(play.campaign.entries(TURNED + 1))
    assert [dict(entry.fields)["entry"] for entry in entries] == [BOBS, TURNED]
    assert len({entry.command for entry in entries}) == 1


def test_several_outcomes_are_put_right_at_once() -> None:
    play = log(CardsTurned())
    assert [position for position, _, _ in listed(play, card=23)] == [TURNED, TURNED + 2]
    assert amended(play, mend=True) == {"Ann": 0, "Bob": 2}


class CoinsCounted(toy.ToyEvent):
    """As many gates open as there are coins."""

    help_text = "The coins are counted."
    says = "{gates} coins, so many gates"
    gates: Annotated[int, Settled()] = 0

    def settle(self, table: toy.Harbour, chance: Chance) -> Self:
        return self.but(gates=sum(seat.coins for seat in table.seats.values()))

    def apply(self, table: toy.Harbour) -> None:
        table.gates = self.gates


class GatesCounted(toy.ToyEvent):
    help_text = "The gates are counted."
    says = "{gates} gates"
    gates: Annotated[int, Settled()] = 0

    def settle(self, table: toy.Harbour, chance: Chance) -> Self:
        return self.but(gates=table.gates)


def test_what_rests_on_a_stale_outcome_is_stale_too() -> None:
    game = replace(toy.GAME, own_events=(*toy.GAME.own_events, CoinsCounted, GatesCounted))
    coins = toy.CoinsGained(seat="Ann", amount=3)
    play = given(game, toy.SeatTaken(seat="Ann"), coins, CoinsCounted(), GatesCounted()).play
    found = corrections.preview_withdrawal(play.campaign, 3)
    assert [dict(each.now) for each in found.stale(play.campaign, BOTH)] == [{"gates": 0}, {"gates": 0}]


def test_a_seat_is_told_its_own_part_of_a_reveal_and_no_card_that_nobody_turned_over() -> None:
    """Ann drew 17, then 9, and showed that; without her second card the reveal would tell the first."""
    play = given(RIVALS, *[entry.event for entry in log().campaign.entries(1, 5) if entry.event]).play
    play.record(toy.CardDrawn(seat="Ann", card=9))
    play.record(CardsTurned())
    found = corrections.preview_withdrawal(play.campaign, 6)
    assert [dict(each.now)["shown"]["Ann"] for each in found.stale(play.campaign, BOTH)] == [17]
    sentences = [one.now for one in describe_preview(found, here(play, Viewer.on("Bob"))).otherwise]
    assert "17" not in str(sentences)
    assert listed(play, frozenset({"Bob"}), card=23)[0][2] == {"Ann": 9, "Bob": 23}


def test_a_correction_of_everything_since_leaves_nothing_stale() -> None:
    play = log()
    assert corrections.preview_withdrawal(play.campaign, BOBS, "since").stale(play.campaign, ANYBODY.seats) == []


def test_what_was_rolled_stays_as_it_fell() -> None:
    class Fated(toy.ToyEvent):
        says = "Fate showed {die}"
        die: Annotated[int, Settled()] = 0

        def settle(self, table: toy.Harbour, chance: Chance) -> Self:
            return self.but(die=chance.dice(1, 6)[0])

    assert resettle(Fated(die=3), toy.GAME.new_table()) is None


def test_a_rule_that_changed_since_gives_no_false_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    play = log(toy.CoinsGained(seat="Ann", amount=2))
    monkeypatch.setattr(CardsTurned, "settle", lambda event, table, chance: event.but(shown={"Ann": 1, "Bob": 1}))
    assert listed(play, card=23) == []


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_a_correction_that_no_outcome_rests_on_lists_none_in_a_golden_log(log: Path, tmp_path: Path) -> None:
    """Whatever the rules of today would say of them: an older release may have told amounts otherwise."""
    services = Services(Settings(tmp_path))
    imported = lossless.adopt_imported(services.campaigns, lossless.read_lossless(BytesIO(log.read_bytes()), BY_KEY))
    with services.campaigns.open(imported.campaign) as campaign:
        sat = next(entry for entry in campaign.entries() if isinstance(entry.event, kernel.SessionStarted))
        after = standing_if_recorded(campaign, [kernel.Withdrawn(entries=(sat.position,))])
        outcomes = [entry for entry in campaign.entries(sat.position) if entry.event and has_outcome(entry.event)]
        found = stale_outcomes(campaign, after, frozenset(campaign.table.chairs()))
    services.close()
    assert (found, len(outcomes) > SOME) == ([], True)


def has_outcome(event: Event[Any]) -> bool:
    return any(is_marked(info, Settled) for info in type(event).model_fields.values())
