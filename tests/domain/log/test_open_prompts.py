"""Board acts: programs and the command line are told what a board offers besides the prompts, if it is possible."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.testing import Play
from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.framework.table import Table
from domain.framework.views.board import Button, Piece, pieces_of_board
from domain.games import BY_KEY
from domain.log.open_prompts import open_board_acts, open_prompts
from domain.log.reasons import reasons_against
from tests.sampling import is_sampled
from tests.shown import logs_of, opened
from tests.toy import GAME, CoinsGained, DayBroke, Harbour, NightFell, SeatTaken

STRIDE = 60
"""One moment of so many is in the sample of a game."""


def moments(game: AnyGame) -> Iterator[Table]:
    """The tables of a game at sampled moments of its golden logs."""
    for log in logs_of(game):
        campaign = opened(game, log)
        for entry in range(1, campaign.position + 1):
            if is_sampled(STRIDE, log, entry):
                yield campaign.at(entry)


def buttons_on(pieces: Iterator[Piece]) -> Iterator[Button]:
    for piece in pieces:
        yield from piece.buttons
        yield from buttons_on(iter(piece.parts))


def after(*events: Event[Harbour]) -> Table:
    """The table of the toy game after some events."""
    play = Play(GAME)
    for event in events:
        play.record(event)
    return play.campaign.table


def acts_at(game: AnyGame, seen: Table) -> list[tuple[str, dict[str, object]]]:
    return [(one.event.__name__, {**one.fields}) for one in open_board_acts(game, seen, open_prompts(game, seen))]


def test_each_button_that_can_be_recorded_is_an_act_or_a_prompt() -> None:
    game, found = BY_KEY["champions"], 0
    for seen in moments(game):
        prompts = open_prompts(game, seen)
        offered = [*prompts, *open_board_acts(game, seen, prompts)]
        for button in buttons_on(iter(pieces_of_board(game.board(seen)))):
            event = button.event
            if not reasons_against(game, event, seen):
                found += 1
                fields = event.model_dump(mode="json", exclude_unset=True)
                assert any(one.event is type(event) and {**one.fields} == fields for one in offered), str(button.label)
    assert found


@pytest.mark.parametrize(
    ("key", "acts"),
    [
        ("agemonia", {"ItemGained", "KeywordWritten", "ConditionGained"}),
        ("runewars", {"UnitsPlaced", "UnitsDestroyed", "RuneInspected"}),
        ("champions", {"CardPlayed", "FormChanged", "CardExhausted", "AbilityTriggered"}),
        ("odalin", {"DamageTaken", "EquipmentUsed", "Interacted"}),
        ("heroes3", {"HeroMoved", "BuildingBuilt", "UnitRecruited", "UnitReinforced", "GoodsTraded"}),
    ],
)
def test_an_evening_offers_what_its_board_offers(key: str, acts: set[str]) -> None:
    game = BY_KEY[key]
    offered = {name for seen in moments(game) for name, _ in acts_at(game, seen)}
    assert not acts - offered


def test_a_place_on_the_map_is_left_open() -> None:
    game = BY_KEY["runewars"]
    found = [fields for seen in moments(game) for name, fields in acts_at(game, seen) if name == "UnitsPlaced"]
    assert found
    assert not [fields for fields in found if "area" in fields]


def test_what_the_rules_would_refuse_is_no_act() -> None:
    poor = after(SeatTaken(seat="Ann"))
    rich = after(SeatTaken(seat="Ann"), CoinsGained(seat="Ann", amount=9))
    assert ("TowerBuilt", {"seat": "Ann"}) not in acts_at(GAME, poor)
    offered = [(one.event.__name__, {**one.fields}) for one in open_prompts(GAME, rich)]
    assert ("TowerBuilt", {"seat": "Ann"}) in [*acts_at(GAME, rich), *offered]


def test_a_prompt_is_no_act_too() -> None:
    night = after(SeatTaken(seat="Ann"), NightFell())
    assert DayBroke in [one.event for one in open_prompts(GAME, night)]
    assert not [name for name, _ in acts_at(GAME, night) if name == "DayBroke"]
