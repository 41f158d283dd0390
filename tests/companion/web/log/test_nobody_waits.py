"""While a correction is decided or a branch is made, others record and read: nobody waits for it."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from companion.services import Services
from domain.campaigns import Campaigns
from domain.log import corrections
from domain.log.recomputation.computation import Recomputation
from domain.log.recorded import Recorded
from projections import saves
from tests.companion.visitor import Visitor
from tests.suite.patience import HANG

SOON = HANG / 12
"""Whoever waits for what is still being decided waits for ever."""


@pytest.fixture
def built(visitor: Visitor) -> Visitor:
    """Ann's nine coins (entry 4) paid for an oak tower (entry 5), and a sixth entry was taken back."""
    visitor.record("tower-built", seat="Ann", tower="oak")
    visitor.record("coins-gained", seat="Bob", amount="1")
    visitor.post("undo/6")
    return visitor


def meanwhile(visitor: Visitor, act: Callable[..., Any]) -> tuple[Callable[..., Any], list[int]]:
    """The same, but somebody else records a note and reads the log before it comes to its end, once."""
    other, shown = Visitor(visitor.app), list[int]()

    def go_on() -> None:
        shown.append(other.record("note-added", text="Somebody else was here.").status_code)
        shown.append(other.get("log").status_code)

    def slowly(*given: Any, **named: Any) -> Any:
        found = act(*given, **named)
        if not shown:
            thread = Thread(target=go_on, daemon=True)
            thread.start()
            thread.join(SOON)
            assert not thread.is_alive(), "they waited"
        return found

    return slowly, shown


SLOW = {
    "undo/4": ("withdraw", {"choice": "those", "sure": "yes"}),
    "undo/5": ("withdraw", {}),
    "restore/6": ("restore", {}),
    "amend/4": ("amend", {"act": "record", "f.seat": "Ann", "f.amount": "8"}),
}


@pytest.mark.parametrize("address", SLOW)
def test_nobody_waits_for_a_correction(
    built: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    name, sent = SLOW[address]
    slowly, shown = meanwhile(built, getattr(corrections, name))
    monkeypatch.setattr(corrections, name, slowly)
    answer = built.post(address, sent)
    assert (answer.status_code, shown) == (303, [303, 200])
    topics = [
        entry.topic for entry in services.campaigns.copy_from_file(services.find_campaign("harbour").campaign).entries()
    ]
    assert topics[7] == "table.note-added", "before the correction"
    assert "Somebody else was here." in built.log
    assert not list(faults(services))


def faults(services: Services) -> list[str]:
    from projections.rebuild import verify_file  # noqa: PLC0415

    return [fault.what for fault in verify_file(services.campaigns, services.models)]


def test_nobody_waits_for_a_branch(built: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    slowly, shown = meanwhile(built, Campaigns.adopt_campaign)
    monkeypatch.setattr(Campaigns, "adopt_campaign", slowly)
    answer = built.post("branch", {"name": "Elsewhere", "at": "5"})
    assert (answer.status_code, shown) == (303, [303, 200])
    assert not faults(services)


def test_nobody_waits_while_the_sheets_of_a_branch_are_written_out(
    built: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are most of what a long branch is."""
    slowly, shown = meanwhile(built, saves.rows_of_saves)
    monkeypatch.setattr(saves, "rows_of_saves", slowly)
    answer = built.post("branch", {"name": "Elsewhere", "at": "5"})
    assert (answer.status_code, shown) == (303, [303, 200])
    assert not faults(services)


def test_a_recomputation_continues_after_others_recorded(
    built: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    again, recompute = list[int](), Recomputation._recompute

    def counted(recomputation: Recomputation, one: Recorded) -> None:
        again.append(one.position)
        recompute(recomputation, one)

    slowly, _ = meanwhile(built, corrections.withdraw)
    monkeypatch.setattr(corrections, "withdraw", slowly)
    monkeypatch.setattr(Recomputation, "_recompute", counted)
    built.post("undo/4", {"choice": "those"})
    assert again == [4, 5, 6, 8]
