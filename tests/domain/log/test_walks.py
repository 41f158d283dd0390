"""Walks: one reading of the log, whatever is refused on the way, to the table that a fold gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.games import BY_KEY
from domain.language.content import Content
from domain.language.event import Event
from domain.language.game import AnyGame
from domain.language.kernel import NoteAdded
from domain.language.refusal import never
from domain.language.table import Table, as_json
from domain.log import corrections, walk
from domain.log.campaign import Campaign
from domain.log.entries import CORRECTION_TOPICS, Memory, Raw, stamp_of_state
from domain.log.fold import fold_entries
from domain.log.reading import document_of, stamp_of
from domain.log.standing import Standing
from domain.log.walk import QuickCheck, standing_if_recorded
from projections.documents import lossless
from tests.moments import moments_of
from tests.specs import Play, Rolled, given
from tests.strategies import guess
from tests.toy import GAME, CoinsGained, DiceRolled, GateOpened, NightFell, SeatTaken, TowerBuilt

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*/*.jsonl"))
each_golden_log = pytest.mark.parametrize("log", GOLDEN, ids=lambda log: f"{log.parent.name}-{log.stem}")
ANN = SeatTaken(seat="Ann")
OAK = TowerBuilt(seat="Ann", tower="oak")
IRON = TowerBuilt(seat="Ann", tower="iron")
NO_COINS = never("no-coins", "No coins are left.")


def coins(amount: int) -> CoinsGained:
    return CoinsGained(seat="Ann", amount=amount)


@cache
def kept(log: Path) -> tuple[AnyGame, tuple[Raw, ...], dict[str, Content]]:
    imported = lossless.read_lossless(BytesIO(log.read_bytes()), BY_KEY)
    return imported.game, tuple(imported.raws), {pack.digest: pack for pack in imported.packs}


def opened(log: Path) -> Campaign:
    game, raws, packs = kept(log)
    return Campaign("0" * 32, game, Memory(raws), packs.get)


def taken_back(campaign: Campaign) -> Iterator[int]:
    """Some commands of a log, from its beginning to its end, that can be taken back."""
    shown = [entry.position for entry in campaign.entries(2) if entry.cause is None and not entry.is_correction]
    now = campaign.standing()
    return (position for position in shown[:: max(1, len(shown) // 3)] if now.counts(position))


def folded(campaign: Campaign, now: Standing) -> Any:
    table = campaign.with_content(campaign.game.table())
    fold_entries(table, campaign.source.rows(), now, campaign.reader)
    return as_json(table)


# --- where it arrives ------------------------------------------------------------------------


@each_golden_log
def test_a_preview_arrives_where_a_fold_with_the_correction_does(log: Path) -> None:
    campaign = opened(log)
    for position in taken_back(campaign):
        found = corrections.preview_withdrawal(campaign, position)
        assert as_json(found.after) == folded(campaign, standing_if_recorded(campaign, [found.correction])), position


@each_golden_log
def test_what_was_chosen_gives_the_table_that_the_log_gives(log: Path) -> None:
    choices: Iterator[corrections.Chosen] = cycle(("those", "alone"))
    for position, choice in zip(taken_back(opened(log)), choices, strict=False):
        campaign = opened(log)
        batch = corrections.withdraw(campaign, position, Play(GAME).command(), choice, sure=True)
        cold = Campaign("0" * 32, campaign.game, Memory([*campaign.source.read(), *batch.raws]), campaign.packs)
        assert as_json(cold.table) == as_json(campaign.table), position
        assert cold.failures == campaign.failures


@pytest.mark.parametrize(("choice", "towers"), [("alone", ["oak"]), ("those", [])])
def test_checkpoints_of_what_was_chosen_are_those_of_its_own_table(
    choice: corrections.Chosen, towers: list[str]
) -> None:
    play = given(GAME, ANN, coins(2), OAK, *[NoteAdded(text="…")] * 300).play
    play.do(lambda c: corrections.withdraw(c, 3, play.command(), choice))
    assert play.campaign.checkpoints.newest > 250
    assert play.campaign.table_counting_today(270).seats["Ann"].towers == towers  # type: ignore[attr-defined]


def test_a_check_that_fails_refuses_nothing_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    play = given(GAME, ANN, coins(1), NightFell()).play
    walk.quick_checks_of.cache_clear()
    monkeypatch.setattr(NightFell, "check", lambda self, table: iter([table.seats["nobody"]]))
    found = corrections.preview_withdrawal(play.campaign, 3)
    assert (found.refused, found.walk.failures, found.after.night) == ([], [], True)  # type: ignore[attr-defined]


def test_taking_back_a_note_refuses_nothing_where_an_earlier_mistake_already_did() -> None:
    """Two coins were taken back alone: the oak tower stands all the same, and leaves too few for the iron one."""
    play = given(GAME, ANN, NoteAdded(text="…"), coins(2), coins(1), OAK, coins(4), IRON).play
    play.do(lambda c: corrections.withdraw(c, 4, play.command(), "alone"))
    assert corrections.preview_withdrawal(play.campaign, 3).refused == []


# --- how it gets there -----------------------------------------------------------------------


class Watched(Memory):
    """Entries that notes how often each is read by folds and walks."""

    def __init__(self, raws: Iterable[Raw]) -> None:
        super().__init__(raws)
        self.times = Counter[int]()

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:  # type: ignore[override]
        for raw in self.read(after, upto):
            self.times[raw.position] += 1
            yield raw


def watched(play: Play) -> Watched:
    play.campaign.source = source = Watched(play.memory.raws)
    return source


def towers() -> Play:
    """Ann gains 2 (3), builds the oak tower (4), is noted down, rolls (6, 7) and gains 1 (8)."""
    return given(GAME, ANN, coins(2), OAK, NoteAdded(text="…"), DiceRolled(seat="Ann"), coins(1)).play


def test_a_preview_reads_each_entry_once() -> None:
    play = towers()
    source = watched(play)
    assert corrections.preview_withdrawal(play.campaign, 5).refused == []
    assert set(source.times.values()) == {1}


def test_a_preview_with_something_refused_goes_on_from_there_in_one_reading() -> None:
    play = towers()
    source = watched(play)
    assert [entry.position for entry, _ in corrections.preview_withdrawal(play.campaign, 3).refused] == [4]
    assert {source.times[position] for position in range(4, 9)} == {1}


@pytest.mark.parametrize("choice", ["alone", "those"])
def test_what_was_chosen_is_recorded_without_another_reading(choice: corrections.Chosen) -> None:
    play = towers()
    source = watched(play)
    corrections.withdraw(play.campaign, 3, play.command(), choice)
    assert {source.times[position] for position in range(4, 9)} == {1}


def test_each_entry_is_asked_once_and_what_is_refused_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a glance and then with every check; and whether it was refused already."""
    play, asked, check = given(GAME, ANN, coins(9), OAK, IRON).play, Counter[str](), TowerBuilt.check

    def counting(self: TowerBuilt, table: Any) -> Iterator[Any]:
        asked[self.tower] += 1
        return check(self, table)

    monkeypatch.setattr(TowerBuilt, "check", counting)
    corrections.preview_withdrawal(play.campaign, 2)
    assert asked == {"oak": 1, "iron": 1}, "nobody sits there who could build"
    asked.clear()
    corrections.preview_amendment(play.campaign, 3, {"amount": 3}, play.command(), Rolled(()))
    assert asked == {"oak": 1, "iron": 4}


# --- glances ---------------------------------------------------------------------------------


def against(campaign: Campaign, event: Event[Any], table: Table, is_caused: bool) -> list[Any]:
    try:
        return table.held(event.lapses(table)) if is_caused else campaign.reasons_against(event, table)
    except Exception:
        return []


def allowed(event: Event[Any], table: Table, is_caused: bool) -> bool:
    try:
        glance = QuickCheck(type(event), lambda state: event)
        return glance.calls_for(event, table) if is_caused else glance.allows(event, table)
    except Exception:
        return False


@each_golden_log
def test_a_glance_allows_nothing_that_the_rules_refuse(log: Path) -> None:
    campaign = opened(log)
    for position in [3, *taken_back(campaign)][:2]:
        table, seen = campaign.with_content(campaign.game.table()), Counter[bool]()
        for raw in campaign.source.read():
            if raw.position == position or raw.topic in CORRECTION_TOPICS:
                continue
            event, known = campaign.reader.event(raw.topic, raw.state), stamp_of_state(document_of(raw.state))
            caused = "cause" in known
            reasons, is_allowed = against(campaign, event, table, caused), allowed(event, table, caused)
            assert not (is_allowed and reasons), (raw.position, reasons)
            seen[is_allowed] += 1
            event.happen(table)
        assert seen[True] > seen[False], "most entries are plainly allowed"


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_a_glance_allows_nothing_out_of_its_step(game: AnyGame) -> None:
    table, random = moments_of(game)[0].play_on().campaign.table, Random(1)
    out_of_step = [cls for cls in game.by_name.values() if any(table.gate(cls.during))]
    tried = [event for cls in out_of_step if (event := guess(cls, table, random)) is not None]
    assert len(tried) > 10
    assert [event.topic for event in tried if allowed(event, table, is_caused=False)] == []


@pytest.mark.parametrize(
    "cause", ['"cause":5', '"\\u0063ause":5', '"later":"a\\"b","cause":5', '"bent":{"reason":"…"},"cause":5']
)
def test_what_followed_from_what_is_left_out_goes_with_it_however_that_is_written(cause: str) -> None:
    """The third tower opens a gate; in the file of other hands the words stand otherwise."""
    play = given(GAME, ANN, coins(2), NoteAdded(text="…"), OAK).play
    play.memory.raws.append(Raw(6, GateOpened.topic, b'{"event":{},"entry":{"id":"x.0",%s}}' % cause.encode()))
    play.reopen()
    found = corrections.preview_withdrawal(play.campaign, 3)
    assert [entry.position for entry, _ in found.refused] == [5]
    assert found.walk.table.gates == 0  # type: ignore[attr-defined]
    assert found.after.gates == 1  # type: ignore[attr-defined]


def test_what_still_has_its_cause_and_could_be_recorded_may_lapse_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = given(GAME, ANN, coins(5), NoteAdded(text="…")).play
    play.memory.raws.append(Raw(5, GateOpened.topic, b'{"event":{},"entry":{"id":"x.0","cause":4}}'))
    play.reopen()
    walk.quick_checks_of.cache_clear()
    monkeypatch.setattr(GateOpened, "lapses", lambda self, table: () if table.seats["Ann"].coins else (NO_COINS(),))
    assert [entry.position for entry, _ in corrections.preview_withdrawal(play.campaign, 3).refused] == [5]
    walk.quick_checks_of.cache_clear()


@pytest.mark.parametrize("lapsed", [True, False])
def test_a_consequence_is_plainly_called_for_unless_it_lapses(monkeypatch: pytest.MonkeyPatch, lapsed: bool) -> None:
    there, coming = towers().campaign.table, GateOpened()
    assert QuickCheck(GateOpened, lambda state: coming).calls_for(coming, there), "it can never lapse"
    monkeypatch.setattr(GateOpened, "lapses", lambda self, table: [NO_COINS()] if lapsed else [])
    assert QuickCheck(GateOpened, lambda state: coming).calls_for(coming, there) is not lapsed


def test_a_game_is_glanced_at_once_for_all_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    play, made = towers(), Counter[str]()
    glance = walk.QuickCheck

    def making(cls: type[Event[Any]], make: Any) -> QuickCheck:
        made[cls.topic] += 1
        return glance(cls, make)

    walk.quick_checks_of.cache_clear()
    monkeypatch.setattr(walk, "QuickCheck", making)
    for position in (3, 5, 6):
        corrections.preview_withdrawal(play.campaign, position)
    assert set(made.values()) == {1}


@each_golden_log
def test_a_stamp_is_read_without_the_event_as_it_is_with_it(log: Path) -> None:
    for raw in kept(log)[1]:
        assert stamp_of(raw.state) == stamp_of_state(document_of(raw.state))
