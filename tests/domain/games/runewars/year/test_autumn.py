"""Autumn (秋季): W-04; the fate deck, and what each player takes in the order of the last orders."""

from typing import Any

import pytest

from companion.testing import given, refused, table
from domain.framework.game import Viewer
from domain.games.runewars import GAME
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.year.seasons import (
    AutumnTaken,
    FateReshuffled,
    OrdersCalled,
    SeasonCardDrawn,
    SeasonTextResolved,
)
from tests.domain.games.runewars.moments import CALLED, SPRING, THREE, Events, ordered, over
from tests.domain.games.runewars.realm.realms import each_refusal, no, refuses

SUMMER: Events = (
    *THREE,
    *SPRING,
    *ordered(human="mobilize", elf="conquer", uthuk="strategize"),
    *over("uthuk", "human", "elf", human="mobilize", elf="conquer"),
    *CALLED,
    *ordered(human="fortify", elf="harvest", uthuk="recruit"),
    *over("elf", "uthuk", "human", elf="harvest"),
)
AUTUMN: Events = (*SUMMER, SeasonCardDrawn(), SeasonTextResolved())
ELF = AutumnTaken(seat="elf", takes="influence")
UTHUK = AutumnTaken(seat="uthuk", takes="tactics", card="mountain-pass")
HUMAN = AutumnTaken(seat="human", takes="influence")
REFUSALS = [
    no("not-next", *AUTUMN, event=UTHUK, bendable=True),
    no("taken-already", *AUTUMN, ELF, event=ELF, bendable=True),
    no("still-to-take", *AUTUMN, ELF, UTHUK, event=OrdersCalled(), bendable=True),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_it_is_for_autumn() -> None:
    hero = HeroDealt(seat="elf", hero="Astarra")
    summer = (*THREE, hero, *SPRING, *ordered(human="mobilize", elf="conquer", uthuk="strategize"))
    ended = given(
        GAME,
        *summer,
        *over("uthuk", "human", "elf", human="mobilize", elf="conquer"),
        SeasonCardDrawn(),
        SeasonTextResolved(),
    )
    ended.when(ELF).then(refused("not-autumn", bendable=True))


def test_w_04_the_fate_deck_is_shuffled_anew() -> None:
    autumn = given(GAME, *SUMMER, SeasonCardDrawn())
    autumn.play.campaign.table.fate_discard = ["1", "7"]
    autumn.when(SeasonTextResolved()).then(
        SeasonTextResolved(), FateReshuffled(), table(**{"fate_discard": [], "step": "secondary"})
    )


def test_w_04_each_takes_influence_or_a_card_in_the_order_of_the_last_orders() -> None:
    taken = given(GAME, *AUTUMN).when(ELF).then(table(**{"seats.elf.influence": 5}))
    taken = taken.and_then(UTHUK).then(table(**{"seats.uthuk.fresh": ["mountain-pass"], "seats.uthuk.influence": 2}))
    assert GAME.view(taken.play.campaign.table, Viewer.on("elf")).seats["uthuk"].fresh == [""]
    taken.and_then(HUMAN).and_then(OrdersCalled()).then(table(step="orders"))
