"""Random evenings of the games in the gallery: nothing crashes, and numbers keep to their ends."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.testing import Play
from domain.components.numbers import lower_end, upper_end
from domain.framework.cards.packs import read_pack
from domain.framework.game import PUBLIC, AnyGame
from domain.games import BY_KEY, OWN
from domain.games.own.gallery import GALLERY, TEMPLATES, source_of
from domain.games.own.kinds import KINDS
from domain.games.own.table import OwnTable
from projections.documents.lossless import write_lossless
from tests.strategies import played
from tests.suite.soak import often
from tests.test_as_if_played_right import cases, check, golden

FEW, MANY, STEPS = 3, 200, 25
each_file = pytest.mark.parametrize("file", dict.fromkeys((*GALLERY, *TEMPLATES)))


@cache
def game_of(file: str) -> AnyGame:
    content = read_pack(source_of(file), KINDS).content
    return BY_KEY[OWN].for_pack(content)


def beyond_their_ends(table: OwnTable) -> Iterator[tuple[str | None, str, int]]:
    """The numbers of a table that are above or below their ends, each with its owner."""
    for owner in (None, *table.seats, *table.figures):
        owned = table.owner(owner)
        for number, value in owned.numbers.items() if owned else ():
            path = (*table.path_to(owner), "numbers", number)
            least, most = lower_end(table, path), upper_end(table, path)
            if (least is not None and value < least) or (most is not None and value > max(most, least or 0)):
                yield owner, number, value


def check_evening(file: str, seed: int) -> Play:
    play = played(game_of(file), seed, STEPS)
    live = play.campaign.table
    assert list(beyond_their_ends(live)) == []
    assert live.model_dump() == play.reopen().table.model_dump()
    for piece in (game_of(file).board, game_of(file).sheets, game_of(file).series, game_of(file).ending):
        piece(live)
    assert [*play.campaign.prompts(PUBLIC)] or not live.seats or file == "counters"
    return play


@each_file
def test_a_few_random_evenings_keep_to_the_definition(file: str) -> None:
    for seed in range(often(FEW)):
        check_evening(file, seed)


@pytest.mark.slow
@each_file
def test_many_random_evenings_keep_to_the_definition(file: str) -> None:
    for seed in range(1_000, 1_000 + often(MANY)):
        check_evening(file, seed)


@pytest.mark.slow
@each_file
def test_a_corrected_evening_is_as_if_it_had_been_played_right(file: str, tmp_path: Path) -> None:
    for seed in range(often(FEW)):
        play, log = played(game_of(file), seed, 2 * STEPS), tmp_path / f"{file}-{seed}.jsonl"
        with log.open("wb") as out:
            out.writelines(write_lossless(play.campaign, "spec"))
        for case in cases(golden(log), 12):
            check(case)
