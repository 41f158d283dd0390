"""What a preview of a correction says consists of words that players know.

A sample of corrections of each golden log is previewed as the command line and the pages show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.log_sentences import Outlook, describe_preview, say_amendment
from companion.view_context import ViewContext
from domain.framework.game import PUBLIC
from domain.framework.refusal import Misfit, NotFound, RefusedAll
from domain.log import corrections
from domain.log.command import Command
from tests.played_again import NOON
from tests.test_as_if_played_right import THROUGH, Case, cases, each_log, golden
from tests.test_secrets import ENGLISH, LISTED

pytestmark = pytest.mark.slow

SAMPLED = 8
"""Corrections per log."""
RAW = {
    "a field name": r"\w_\w|(?<![\w'])(?:en|zh|q|r)(?=: )",
    "an id": r"(?<![\w-])(?!{words}\b)[a-z]+(?:-[a-z0-9]+)+(?![\w-])",
    "a truth value": r"\b(?:True|False|None)\b|(?:: |→ |now )(?:yes|no)(?=$| →)|[^,()]* yes(?=[,)])",
    "an empty part": r", ,|,  |: ,|\(\)|\(–\)|→ *$|: *→|: *$| {2}",
    "raw data": r"[{}\[\]]|\\",
    "a change to the same": r"(?:^|: )(.+) → \1$",
}
"""What no line may have, by what it is."""
WORDS = ("co-operative", "one-hand", "two-hand")
"""Words with a hyphen that are no ids."""
FOUND = {what: re.compile(pattern.replace("{words}", "|".join(WORDS))) for what, pattern in RAW.items()}


def preview_of(case: Case) -> Outlook | None:
    """The preview of a correction in words; None if the rules refuse it."""
    campaign, position = case.log.campaign(), case.unit.position
    here, asked = ViewContext(LISTED, campaign, PUBLIC, ENGLISH), ""
    try:
        if case.changes is None:
            found = corrections.preview_withdrawal(campaign, position, None, THROUGH)
        else:
            command = Command("preview", NOON)
            found = corrections.preview_amendment(campaign, position, case.changes, command, THROUGH)
            event = campaign.entry(position).event
            assert event is not None
            asked = say_amendment(found, event, case.changes, position, here)
    except (RefusedAll, NotFound, Misfit):
        return None
    return describe_preview(found, here, asked=asked)


def lines_of(found: Outlook) -> Iterator[str]:
    """All that a preview says, line by line."""
    yield from (line for line in (found.asked, *found.changes, *found.still_open, *found.turned_over) if line)
    yield from (f"{one.said} → {one.now}" for one in found.otherwise if not one.rolled)
    for listed in (found.goes, found.added, found.lapsed, found.returned, found.dropped, found.bent):
        yield from (one.said for one in listed)


def faults_in(line: str) -> list[str]:
    """What a line has that players do not know."""
    return [what for what, pattern in FOUND.items() if pattern.search(line)]


@each_log
def test_a_preview_says_nothing_that_players_do_not_know(path: Path) -> None:
    previews = [found for case in cases(golden(path), SAMPLED, "preview") if (found := preview_of(case))]
    assert previews
    lines = dict.fromkeys(line for found in previews for line in lines_of(found))
    faults = {line: found for line in lines if (found := faults_in(line))}
    assert not faults


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Own content, actions, rift-step-ada, dice: 3 → none", "an id"),
        ("Fields, N3, field 3 (Mine), q: now 4", "a field name"),
        ("Who is at turn has acted: no → yes", "a truth value"),
        ("Cards looked at: ,  → none", "an empty part"),
        ("Ogre took 16 damage → Ogre took 16 damage", "a change to the same"),
        ("Combat: now {'round': 2}", "raw data"),
    ],
)
def test_the_law_notices(line: str, fault: str) -> None:
    assert fault in faults_in(line)


@pytest.mark.parametrize(
    "line", ["Ironwood, damage: 12 → 13", "Nightjar: no longer eliminated", "Villains defeated, Bell Keeper: 1 → none"]
)
def test_plain_lines_are_fine(line: str) -> None:
    assert faults_in(line) == []
