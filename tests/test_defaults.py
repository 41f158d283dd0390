"""What is left out means that nothing of it was there: no number of a field is more than its least, no yes is assumed.

Old logs, cards and tables leave out most of their fields, and what nobody said must change nothing.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from domain.framework.fields.field_shapes import FieldShape, NumberShape, ScalarShape, shape_of
from domain.framework.game import AnyGame
from domain.games import BY_KEY

ASSUMED = {
    # A table says of its own game what differs from most: a die has six sides, a piece comes once, a status is bad.
    **{"DieCard.sides": 6, "DieCard.count": 1, "PieceCard.copies": 1, "FaceCard.copies": 1, "StatusCard.ill": True},
    "PieceDrawn.kept": True,
    # Most of what is done is done as it should be; the exception is what is said.
    "StoryEntryRead.requirement_met": True,
    "StoryOptionChosen.requirement_met": True,
    "CityEventOptionChosen.requirement_met": True,
    "CityActivityPerformed.requirement_met": True,
    "ScenarioSelected.requirement_met": True,
    "JourneyBranchChosen.requirement_met": True,
    "WorldEventOptionChosen.requirement_met": True,
    "StorySectionUsed.in_range": True,
    "ActionAnswered.accepted": True,
    "ExplorationTokenRevealed.stays": True,
    "PowerGained.dialled": True,
    "StrategyDrawn.dialled": True,
    "Due.must": True,
    # Most cards are like that, and the others say so.
    "OrderCard.supremacy": True,
    "VillainSheet.health_each": True,
    "SchemeSheet.acceleration_each": True,
    "SchemeSheet.target_each": True,
    "TokenPlaced.active": True,
    "Token.active": True,
    "Stronghold.intact": True,
    # One is what there is of it to begin with.
    "Strike.dice": 1,
    "Agemonia.level": 1,
    "Running.attempt": 1,
    "ScenarioRecord.attempt": 1,
    "Storage.slots": 1,
    "HeroTurn.maneuvers": 1,
    "Ally.maneuvers": 1,
    "Duel.round": 1,
    "Usage.most": 1,
    "Due.times": 1,
    # A hero moves three times; a search looks at two cards; seven of a draft are kept.
    "DraftKept.count": 7,
    "Hero.moves": 3,
    "SearchBegun.count": 2,
    "TownCardsDealt.count": 2,
    "StoredEvent.version": 1,
    # A card does it once, has one, or asks for one, unless more is printed.
    "Action.times": 1,
    "StagePrint.count": 1,
    "IdentitySheet.aspects": 1,
    "ScenarioSheet.modular": 1,
    "CityActivityPerformed.points": 1,
    "CouncilPaid.amount": 1,
    # A campaign begins with the first act, chapter and section.
    "Odalin.act": 1,
    "Odalin.chapter_no": 1,
    "Odalin.section": 1,
    "HeroesPrepared.loot": 1,
    "ConsumableCard.copies": 1,
    "CampaignEnded.won": True,
    # As the rulebook has it, unless the table ruled otherwise.
    "Rested.soul": True,
    "DayLost.soul": True,
    "HellRiftLeft.soul": True,
    "Odalin.balance_limit": 5,
    "CampaignSetUp.balance_limit": 5,
    "CardsDrawn.count": 4,
    "RiftLootFound.drawn": 5,
    "RiftLootFound.kept": 1,
    # A tile that nobody typed in mostly shows so many areas.
    "MapTilePlaced.shows": 3,
    # Numbers of the rulebooks: influence of a temple, units in an area, allies of a player.
    "TempleVisited.amount": 2,
    "ExcessDestroyed.most": 8,
    "Seat.ally_limit": 3,
}
"""What is assumed where a field is left out, with the reasons, where it is more than the least."""
each_game = pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)


@cache
def models_of(game: AnyGame) -> tuple[type[BaseModel], ...]:
    """Every event and every kind of card of a game, its table, and what stands in any of them."""
    found: dict[type[BaseModel], None] = {}
    for model in (type(game.table()), *game.events, *game.kinds.values()):
        _add(model, found)
    return tuple(found)


def _add(part: Any, found: dict[type[BaseModel], None]) -> None:
    for inner in get_args(part):
        _add(inner, found)
    if isinstance(part, type) and issubclass(part, BaseModel) and part not in found:
        found[part] = None
        for field in part.model_fields.values():
            _add(field.annotation, found)


def assumed_in(game: AnyGame) -> Iterator[tuple[type[BaseModel], str, int | bool]]:
    """What a game assumes of each number, and of each yes or no, that is left out."""
    for model in models_of(game):
        for name, field in model.model_fields.items():
            if isinstance(field.default, int):
                yield model, name, field.default


@cache
def shapes_of(model: type[BaseModel]) -> dict[str, FieldShape]:
    schema = model.model_json_schema()
    return {name: shape_of(part, schema.get("$defs", {}), None) for name, part in schema["properties"].items()}


def least_of(model: type[BaseModel], name: str) -> int:
    """The least that a number may be; none where it may go below that."""
    shape = shapes_of(model)[name]
    kinds = shape.kinds if isinstance(shape, ScalarShape) else (shape,)
    return max(0, *(kind.least or 0 for kind in kinds if isinstance(kind, NumberShape)), 0)


@each_game
def test_what_is_left_out_is_the_least_unless_it_is_said_why(game: AnyGame) -> None:
    found = {
        f"{model.__name__}.{name}": value
        for model, name, value in assumed_in(game)
        if value is not False and value != least_of(model, name)
    }
    assert found == {name: value for name, value in ASSUMED.items() if name in found}


@each_game
def test_what_is_left_out_fits_what_may_be_said(game: AnyGame) -> None:
    strange = [f"{model.__name__}.{name}" for model, name, value in assumed_in(game) if value < least_of(model, name)]
    assert not strange


def test_what_is_assumed_is_assumed_somewhere() -> None:
    known = {(f"{model.__name__}.{name}", value) for game in BY_KEY.values() for model, name, value in assumed_in(game)}
    assert not ASSUMED.items() - known
