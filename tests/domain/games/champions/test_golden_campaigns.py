"""The smaller golden logs: a game with dials alone that is lost, and a campaign with a retry and carry-over."""

import io
from pathlib import Path

import pytest

from domain.framework.content import Content
from domain.framework.text import value_as_words
from domain.framework.views.sheet import Facts
from domain.games.champions import GAME
from domain.games.champions.campaign import CarryOverRecorded
from domain.games.champions.state.table import Champions
from domain.log.campaign import Campaign
from domain.log.entries import Memory
from projections.documents import lossless

LOGS = Path(__file__).parents[3] / "golden" / "champions"


def told(name: str) -> Campaign:
    imported = lossless.read_lossless(io.BytesIO((LOGS / name).read_bytes()), {GAME.key: GAME})

    def pack_of(digest: str) -> Content | None:
        return next((pack for pack in imported.packs if pack.digest == digest), None)

    return Campaign(imported.header.campaign, GAME, Memory(imported.raws), pack_of)


def table_of(campaign: Campaign) -> Champions:
    assert isinstance(campaign.table, Champions)
    return campaign.table


def test_a_game_with_dials_alone_is_lost_to_the_main_scheme() -> None:
    table = table_of(told("0.1.0-dials.jsonl"))
    assert table.areas_tracked() == []
    assert [(game.result, game.reason) for game in table.games] == [("lost", "main scheme completed")]


def test_a_campaign_of_three_scenarios_has_a_retry() -> None:
    games = table_of(told("0.1.0-campaign.jsonl")).games
    assert [(game.scenario, game.result, game.slot, game.attempt) for game in games] == [
        ("rhino", "won", 1, 1),
        ("the-clockmaker", "lost", 2, 1),
        ("the-clockmaker", "won", 2, 2),
        ("klaw", "won", 3, 1),
    ]


def test_what_heroes_took_along_was_recorded_and_kept() -> None:
    campaign = told("0.1.0-campaign.jsonl")
    recorded = [entry.event for entry in campaign.entries() if isinstance(entry.event, CarryOverRecorded)]
    assert len(recorded) >= 6
    carried = table_of(campaign).campaign.carried["nightjar"]
    assert carried.earned == ["Museum Pass"]
    assert carried.left is not None


def test_the_campaign_is_over() -> None:
    assert table_of(told("0.1.0-campaign.jsonl")).campaign.over


def test_a_game_with_cards_is_lost_once_everybody_is_out() -> None:
    table = table_of(told("0.1.0-lost.jsonl"))
    assert {"hands", "cards", "activations"} <= set(table.areas_tracked())
    [game] = table.games
    assert (game.result, game.reason, game.mode, sorted(game.out)) == (
        "lost", "all eliminated", "expert", ["nightjar", "spider-man"],
    )  # fmt: skip
    assert (game.rounds, game.scheme_stage) == (9, 2)
    assert sum(did.played for did in game.heroes.values()) > 8


NOT_YET: list[str] = [
    *("champions.hit-points-said", "champions.card-print-said", "champions.target-threat-set"),
    *("champions.obligation-entered", "champions.printed-number-said"),
]
"""Events of which no golden log tells yet, by their topics; with the next log they come in.

An obligation entered play by no event of its own when these evenings were recorded; `test_revealing` tells of it. Nor
was anybody asked for the print of a card, a printed number, unknown hit points, or an unknown target threat:
`test_printing`, `test_numbers_said`, `test_damage` and `test_threat` tell of them.
"""


def test_every_event_of_the_game_occurs_in_a_golden_log() -> None:
    told_there = {entry.topic for log in LOGS.glob("*.jsonl") for entry in told(log.name).entries()}
    assert [event.topic for event in GAME.own_events if event.topic not in told_there] == NOT_YET


def test_no_golden_log_was_bent_into_its_shape() -> None:
    logs = [told(log.name) for log in LOGS.glob("*.jsonl")]
    assert [(entry.topic, entry.bent) for log in logs for entry in log.entries() if entry.bent] == []


@pytest.mark.parametrize("log", sorted(path.name for path in LOGS.glob("*.jsonl")))
def test_no_line_of_a_sheet_has_nothing_on_it(log: str) -> None:
    campaign = told(log)
    tables = [campaign.at(position) for position in range(5, campaign.position, max(1, campaign.position // 6))]
    blocks = [block for table in tables for sheet in GAME.sheets(table) for block in sheet.blocks]  # type: ignore[arg-type]
    lines = [fact for block in blocks if isinstance(block, Facts) for fact in block.facts]
    assert {str(line.label) for line in lines if line.value is None or value_as_words(line.value) in ("", "–")} == set()
