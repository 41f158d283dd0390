"""Laws of losses: no duty is lost without a confirmation, and no confirmation is asked without a loss.

Along the golden logs of every game: at some ends of moments in the quick lane, and at all of them otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from zlib import crc32

import pytest

from domain.components.agenda import agenda_of
from domain.framework.events.event import name_of
from domain.framework.game import PUBLIC, AnyGame, Prompt
from domain.framework.refusal import RefusedAll
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.entries import Entry, Memory
from domain.log.losses import ask_if_lost, losses
from domain.log.reasons import reasons_against
from tests.moments import GOLDEN, read_golden

ASKS = Command("command", "2026-01-01", asks=True)
MOST_ASKED = 0.04
"""The share of the commands of a game, at most, that are asked about."""
OTHERWISE = {
    ("power-kept", "power-spent"),
    ("upgrade-skipped", "card-upgraded"),
    ("damage-healed", "villain-stage-begun"),
    ("threat-removed", "main-scheme-advanced"),
    ("hero-attacked", "event-resolved"),
    ("garrison-paid", "field-conceded"),
    ("diplomacy-started", "battle-started"),
}
"""Events within a moment, each with what is no longer due by it: the table chose the other way, or it is called off."""
GAMES = pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)


class Evening:
    """A golden log that is played again, command by command."""

    def __init__(self, game: AnyGame, log: str) -> None:
        read = read_golden(game.key, log)
        self._raws, self._ahead = read.raws, Memory()
        packs = {pack.digest: pack for pack in read.packs}.get
        self.live = Campaign("0" * 32, game, self._ahead, packs)
        self._whole = Campaign("0" * 32, game, Memory(read.raws), packs)

    def commands(self) -> Iterator[list[Entry]]:
        """The entries of each command and its consequences; the campaign is as it was before them."""
        group: list[Entry] = []
        for entry in self._whole.entries():
            if entry.cause is None and group:
                yield group
                self.go_on(group)
                group = []
            group.append(entry)
        yield group

    def go_on(self, group: list[Entry]) -> None:
        """Let a command be recorded, if it is not yet."""
        if self.live.position < group[-1].position:
            self._ahead.raws[:] = self._raws[: group[-1].position]
            self.live.catch_up()

    def undone(self) -> dict[str, Prompt]:
        """The prompts that are left undone now, by their words."""
        return {str(one.undone): one for one in self.live.prompts_of_all(PUBLIC) if one.undone}


def evenings(game: AnyGame) -> Iterator[tuple[str, Evening]]:
    for path in sorted((GOLDEN / game.key).glob("*.jsonl")):
        yield path.stem, Evening(game, path.stem)


def is_asked(campaign: Campaign, head: Entry, command: Command = ASKS) -> bool:
    assert head.event is not None
    try:
        ask_if_lost(campaign, head.event, command)
    except RefusedAll:
        return True
    return False


@GAMES
@pytest.mark.parametrize("one_in", [9, pytest.param(1, marks=pytest.mark.full)])
def test_the_end_of_a_moment_asks_about_what_is_gone_with_it_and_about_nothing_else(game: AnyGame, one_in: int) -> None:
    for log, evening in evenings(game):
        for group in evening.commands():
            event, place = group[0].event, f"{log} {group[0].position}"
            if event is None or not (event.ends or event.log.confirm_undo) or crc32(place.encode()) % one_in:
                continue
            before = evening.undone()
            lost = {str(one) for one in losses(evening.live, type(event), event, PUBLIC)}
            asked, sure = is_asked(evening.live, group[0]), is_asked(evening.live, group[0], replace(ASKS, asks=False))
            refused = reasons_against(evening.live.game, event, evening.live.table)
            evening.go_on(group)
            after, done = evening.undone(), {type(entry.event) for entry in group}
            gone = {said for said, one in before.items() if said not in after and one.event not in done}
            assert lost <= gone, place
            assert (asked, sure) == (bool(lost) and not refused, False), place
            if event.ends in ("round", "step", "scenario"):
                assert lost == {said for said in gone if not before[said].event.log.starts_round}, place


@GAMES
def test_few_commands_of_a_game_are_asked_about(game: AnyGame) -> None:
    asked, count = 0, 0
    for _, evening in evenings(game):
        for group in evening.commands():
            event = group[0].event
            count += 1
            asked += event is not None and bool(event.ends) and is_asked(evening.live, group[0])
    assert asked <= MOST_ASKED * count


@GAMES
def test_nothing_due_is_struck_off_by_anything_but_the_end_of_a_moment_or_another_choice(game: AnyGame) -> None:
    for log, evening in evenings(game):
        for group in evening.commands():
            due, event = dict(agenda_of(evening.live.table).due), group[0].event
            if not due or event is None or event.ends or event.log.confirm_undo == "scenario" or group[0].is_correction:
                continue
            evening.go_on(group)
            done = {name_of(type(entry.event)) for entry in group if entry.event}
            gone = {due[id_].event for id_ in due.keys() - agenda_of(evening.live.table).due.keys()} - done
            assert {(name_of(type(event)), name) for name in gone} <= OTHERWISE, f"{log} {group[0].position}"
