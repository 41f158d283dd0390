"""The verdicts on the events of a board: computed once for a table, and never taken from another one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from flask import Flask

from companion.testing import Play
from companion.view_context import ViewContext
from companion.web.rendering import board, digests
from companion.web.rendering.board import why_barred
from domain.framework import kernel
from domain.framework.game import PUBLIC, AnyGame, Viewer
from domain.framework.refusal import Refused
from domain.framework.table import Table
from domain.log import corrections
from domain.log.reasons import reasons_against
from tests.test_secrets import ENGLISH, LISTED
from tests.toy import GAME, SeatTaken
from tests.toy.harbour import CoinsGained
from tests.toy.trade import CoinsGiven

GIVES = CoinsGiven(seat="Ann", to="Bob", amount=1)
"""Ann can give a coin only if she has one."""


@pytest.fixture
def request_context(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


def view_of(play: Play) -> ViewContext:
    return ViewContext(LISTED, play.campaign, PUBLIC, ENGLISH)


def one_coin() -> Play:
    play = Play(GAME)
    play.record(SeatTaken(seat="Ann"))
    play.record(SeatTaken(seat="Bob"))
    play.record(CoinsGained(seat="Ann", amount=1))
    return play


@pytest.mark.usefixtures("request_context")
def test_a_verdict_is_asked_again_after_an_undo() -> None:
    play = one_coin()
    barred = why_barred(GIVES, view_of(play))
    play.do(lambda campaign: corrections.withdraw(campaign, 4, play.command()))
    assert (barred, bool(why_barred(GIVES, view_of(play)))) == (None, True)


@pytest.mark.usefixtures("request_context")
def test_two_tables_at_one_position_have_their_own_verdicts() -> None:
    """One was put back from a backup, and others recorded on: the position is the same, and the log is not."""
    undone, kept = one_coin(), one_coin()
    undone.do(lambda campaign: corrections.withdraw(campaign, 4, undone.command()))
    kept.record(kernel.NoteAdded(text="We go on."))
    assert (undone.campaign.id, undone.campaign.position) == (kept.campaign.id, kept.campaign.position)
    assert why_barred(GIVES, view_of(undone))
    assert why_barred(GIVES, view_of(kept)) is None


@pytest.mark.usefixtures("request_context")
def test_equal_events_share_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board makes its events each time, so their places in memory say nothing."""
    here, asked = view_of(one_coin()), list[int]()

    def judge(game: AnyGame, event: CoinsGiven, table: Table) -> list[Refused]:
        asked.append(event.amount)
        return reasons_against(game, event, table)

    monkeypatch.setattr(board, "reasons_against", judge)
    for amount in (1, 1, 2, 1):
        why_barred(CoinsGiven(seat="Ann", to="Bob", amount=amount), here)
    assert asked == [1, 2]


@dataclass(frozen=True)
class Shown:
    """A part of a board."""

    number: int


def test_a_part_is_digested_once_and_never_taken_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that is dropped would leave its place in memory to the next one."""
    here, made = view_of(one_coin()), list[int]()

    def digest(part: Shown, _: ViewContext) -> bytes:
        made.append(part.number)
        return bytes([part.number])

    monkeypatch.setattr(digests, "view_of_request", lambda: here)
    monkeypatch.setattr(digests, "_digest", digest)
    kept = Shown(0)
    found = [digests.digest_of([part]) for part in (kept, kept, *map(Shown, range(1, 100)), kept)]
    assert found == [bytes([number]) for number in (0, 0, *range(1, 100), 0)]
    assert made == [*range(100)]


def test_those_who_know_the_same_see_one_table_until_something_is_recorded() -> None:
    play = one_coin()
    ann, everybody = (
        ViewContext(LISTED, play.campaign, viewer, ENGLISH) for viewer in (Viewer(frozenset({"Ann"})), PUBLIC)
    )
    before = everybody.table
    assert ann.table is before
    play.record(kernel.NoteAdded(text="We go on."))
    assert ViewContext(LISTED, play.campaign, PUBLIC, ENGLISH).table is not before
