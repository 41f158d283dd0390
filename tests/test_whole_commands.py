"""Laws of whole commands: no branch and no undo leaves a table without what its rules were about to bring about.

Along the golden logs of every game, at some entries in the quick lane, and at all of them otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from zlib import crc32

import pytest

from domain.framework import kernel
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.offers.prompt_list import next_prompt
from domain.framework.refusal import RefusedAll
from domain.games import BY_KEY
from domain.log import corrections
from domain.log.branching import branch_off
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.corrections import TableDecision
from domain.log.dependents import end_of_command
from domain.log.entries import Entry, Memory
from domain.log.open_prompts import open_prompts
from domain.log.reasons import reasons_against
from tests.moments import GOLDEN, read_golden

NOTE = kernel.NoteAdded(text="The kettle is on.")
LOGS = [(game, path.stem) for game in BY_KEY.values() for path in sorted((GOLDEN / game.key).glob("*.jsonl"))]
SOME = pytest.mark.parametrize("one_in", [83, pytest.param(1, marks=pytest.mark.full)])


def campaign_upto(game: AnyGame, log: str, upto: int | None = None) -> Campaign:
    """A separate campaign with the first entries of a golden log."""
    read = read_golden(game.key, log)
    return Campaign("0" * 32, game, Memory(read.raws[:upto]), {pack.digest: pack for pack in read.packs}.get)


def some_entries(one_in: int, wanted: Callable[[Entry], bool]) -> Iterator[tuple[AnyGame, str, Campaign, Entry]]:
    for game, log in LOGS:
        whole = campaign_upto(game, log)
        for entry in whole.entries():
            if wanted(entry) and crc32(f"{log} {entry.position}".encode()) % one_in == 0:
                yield game, log, whole, entry


def record(campaign: Campaign, event: Event[object]) -> list[Entry]:
    """The entries that an event and its consequences become."""
    return campaign.record(event, Command(f"command-{campaign.position}", "2026-01-01"), Chance(Random(1))).entries


def prompts_of(campaign: Campaign, position: int | None = None) -> list[str]:
    table = campaign.table if position is None else campaign.at(position)
    return [f"{one.event.__name__} {one.fields}" for one in open_prompts(campaign.game, table)]


@SOME
def test_a_branch_at_any_entry_has_the_prompts_that_the_campaign_had_after_that_command(one_in: int) -> None:
    for game, log, whole, entry in some_entries(one_in, lambda entry: True):
        end = end_of_command(whole, entry.position)
        branch = campaign_upto(game, log, end)
        began = record(branch, kernel.CampaignBranched(name="B", parent="A", parent_key="a", entry=end))
        place = f"{game.key} {log} {entry.position}"
        assert (len(began), prompts_of(branch)) == (1, prompts_of(whole, end)), place
        assert [type(one.event) for one in record(branch, NOTE)] == [kernel.NoteAdded], place


@SOME
def test_a_branch_at_any_entry_is_the_table_of_then_with_the_corrections_of_today(one_in: int) -> None:
    for game, log, whole, entry in some_entries(one_in, lambda entry: True):
        end = end_of_command(whole, entry.position)
        branch = branch_off(whole, "1" * 32, entry.position, "B", "a", Command("b", "2026-01-01"), Chance(Random(1)))
        then = whole.table_counting_today(end)
        assert branch.table.model_dump(exclude={"name"}) == then.model_dump(exclude={"name"}), (
            f"{game.key} {log} {entry.position}"
        )


def withdrawn_alone(game: AnyGame, log: str, whole: Campaign, entry: Entry) -> Campaign | None:
    """The campaign after the command of a consequence, with that taken back alone; None where that is refused."""
    campaign = campaign_upto(game, log, end_of_command(whole, entry.position))
    try:
        corrections.withdraw(
            campaign, entry.position, Command("undo", "2026-01-01"), TableDecision(sure=True), "consequence"
        )
    except RefusedAll:
        return None
    return campaign


@SOME
def test_a_consequence_that_is_taken_back_alone_is_a_must_again_and_follows_from_nothing_else(one_in: int) -> None:
    left_open = 0
    for game, log, whole, entry in some_entries(one_in, lambda entry: entry.cause is not None):
        if not whole.standing().counts(entry.position) or not (alone := withdrawn_alone(game, log, whole, entry)):
            continue
        place = f"{game.key} {log} {entry.position}"
        # What the rules refuse as yet is asked for once something else is said.
        compelled = [one for one in game.compelled(alone.table) if not reasons_against(game, one, alone.table)]
        assert [type(one.event) for one in record(alone, NOTE)] == [kernel.NoteAdded], place
        prompts = alone.prompts_of_all(PUBLIC)
        assert next_prompt(prompts) or not next_prompt(open_prompts(game, whole.at(alone.position - 2))), place
        musts = [one for one in prompts if one.required and one.event in [type(event) for event in compelled]]
        assert len(musts) >= len(compelled), place
        if type(entry.event) in [one.event for one in musts]:
            left_open += 1
            pressed = record(alone, make_event(musts[0].event, musts[0].fields))
            gone = [one.event for one in whole.entries(entry.position - 1, end_of_command(whole, entry.position))]
            assert [type(one.event) for one in pressed] == [type(event) for event in gone], place
    assert left_open
