"""Heroes on the map: steps, discoveries, flags and settlements."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.testing import Play, Spec, followed, given, refused, says, table
from domain.components.map_geometry import Hex
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import Adjusted, ContentAdded
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.decks import DICE
from domain.games.heroes3.display.land import pads
from domain.games.heroes3.land.laying import TileDescribed, TileDiscovered, TileLaid, TokenPlaced
from domain.games.heroes3.land.moving import THROUGH, FieldRevisited, HeroMoved, HeroPlaced, steps_of
from domain.games.heroes3.land.tiles import border_between, touching
from domain.games.heroes3.land.visiting import FieldFlagged, FieldVisited, ProductionLost, SettlementClaimed
from domain.games.heroes3.rounds import TurnBegun, TurnEnded
from domain.games.heroes3.setup.players import GameBegun, GameSetUp, RulingMade
from domain.games.heroes3.state.table import Heroes3, Spot
from domain.games.heroes3.town.buildings import BuildingBuilt
from domain.games.heroes3.town.units import UnitLost, UnitRecruited
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, NECROPOLIS, taken

HOME = {"0": "town", "1": "mine", "2": "settlement", "3": "stables", "4": "blocked"}
MAP = (
    GameSetUp(mode="clash", tracks=("map",)),
    *taken(CASTLE, DUNGEON),
    TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
    TileLaid(place="2 1", kind="far"),
    TileDescribed(tile="S1", locations=HOME, yields={"1": "materials"}),
    GameBegun(starting=CASTLE),
)


def test_a_step_costs_a_movement_point_and_visits_the_field() -> None:
    given(GAME, *MAP).when(HeroMoved(seat=CASTLE, to="S1 3")).then(
        followed(FieldVisited(seat=CASTLE, field="S1 3", used=True)),
        table(**{"seats.castle.main.spent": 1, "seats.castle.main.last": "S1 3"}),
    )


def test_a_first_flag_on_a_mine_brings_its_amount_at_once() -> None:
    """E15: a mine that produces 2 building materials."""
    given(GAME, *MAP).when(HeroMoved(seat=CASTLE, to="S1 1")).then(
        table(**{"seats.castle.income.materials": 2, "seats.castle.goods.materials": 5}),
        says(
            "Castle moved the main hero to S1, field 1 (Mine)",
            "Castle visited S1, field 1 (Mine)",
            "Castle flagged S1, field 1 (Mine): income +2 Building materials, 2 at once",
        ),
    )


def test_a_settlement_asks_which_income_it_raises() -> None:
    there = (*MAP, HeroMoved(seat=CASTLE, to="S1 2"))
    given(GAME, *there).when(SettlementClaimed(seat=CASTLE, field="S1 2", good="valuables")).then(
        table(**{"seats.castle.income.valuables": 1, "seats.castle.goods.valuables": 2, "seats.castle.held": True})
    )


def test_a_blocked_field_cannot_be_entered() -> None:
    """R10."""
    given(GAME, *MAP).when(HeroMoved(seat=CASTLE, to="S1 4")).then(refused("blocked"))


def test_a_face_down_tile_beside_the_hero_is_discovered() -> None:
    there = (*MAP, HeroMoved(seat=CASTLE, to="S1 1"))
    given(GAME, *there).when(TileDiscovered(seat=CASTLE, place="2 1", tile="F2")).then(
        table(**{"seats.castle.main.spent": 2, "tiles.2 1.tile": "F2"})
    )


def test_three_steps_a_round() -> None:
    """R02."""
    there = (
        *MAP,
        HeroMoved(seat=CASTLE, to="S1 1"),
        HeroMoved(seat=CASTLE, to="S1 0"),
        HeroMoved(seat=CASTLE, to="S1 3"),
    )
    given(GAME, *there).when(HeroMoved(seat=CASTLE, to="S1 0")).then(refused("no-movement"))
    given(GAME, *there).when(FieldRevisited(seat=CASTLE)).then(refused("no-movement"))


def test_what_is_claimed_is_due_first() -> None:
    given(GAME, *MAP, HeroMoved(seat=CASTLE, to="S1 2")).when(TurnEnded(seat=CASTLE)).then(refused("still-due"))


def test_a_flag_that_is_taken_takes_what_it_yields() -> None:
    flagged = (*MAP, FieldFlagged(seat=CASTLE, field="S1 1"))
    given(GAME, *flagged).when(FieldFlagged(seat=DUNGEON, field="S1 1")).then(
        followed(ProductionLost(seat=CASTLE, field="S1 1", good="materials", amount=2)),
        table(**{"seats.castle.income.materials": 0, "seats.dungeon.income.materials": 2}),
    )


# --- where a hero may go ---------------------------------------------------------------------

TEAMS = ("Light", "Light", "Dark")


def trio(*between: Event[Any], mode: str = "alliance", **fields: Any) -> tuple[Event[Any], ...]:
    """The Castle and the Dungeon are a team, the Necropolis is none; three homes touch in the middle."""
    players = (
        event
        for faction, team in zip((CASTLE, DUNGEON, NECROPOLIS), TEAMS, strict=True)
        for event in taken(faction, team=team)
    )
    return (
        GameSetUp(mode=mode, **{"tracks": ("map",), "decks": (DICE,), **fields}),
        *players,
        TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
        TileLaid(place="2 1", kind="starting", tile="S2", seat=DUNGEON),
        TileLaid(place="-1 3", kind="starting", tile="S3", seat=NECROPOLIS),
        *between,
        GameBegun(starting=CASTLE),
    )


def put(seat: str, field: str) -> Adjusted:
    """A hero stands elsewhere."""
    return Adjusted(path=f"seats.{seat}.main.field", after=field, reason="given")


ALONG = ContentAdded(
    kind="printed-fields",
    id="S1 0",
    fields={"en": "S1 0", "tile": "S1", "number": 0, "location": "town", "borders": [0]},
)


def test_a_yellow_line_is_not_crossed() -> None:
    """R11."""
    lined = (GameSetUp(tracks=("map",)), ALONG, *trio()[1:])
    given(GAME, *lined).when(HeroMoved(seat=CASTLE, to="S1 1")).then(refused("border"))


@pytest.mark.parametrize("side", range(6))
def test_a_yellow_line_is_one_whichever_of_the_two_fields_it_is_printed_on(side: int) -> None:
    q, r = Hex(0, 0).around()[side]
    plain, beyond = Spot(q=0, r=0), Spot(q=q, r=r)
    lined = [one.model_copy(update={"borders": [at]}) for one, at in ((plain, side), (beyond, (side + 3) % 6))]
    for here, there, line in ((lined[0], beyond, True), (plain, lined[1], True), (plain, beyond, False)):
        land = Heroes3(fields={"here": here, "there": there})
        assert (border_between(land, "here", "there"), border_between(land, "there", "here")) == (line, line)


def test_a_hero_goes_only_to_a_field_beside_it() -> None:
    given(GAME, *trio()).when(HeroMoved(seat=CASTLE, to="S3 0")).then(refused("not-beside-hero"))


def test_movement_belongs_to_the_own_turn() -> None:
    """R01."""
    given(GAME, *trio()).when(HeroMoved(seat=DUNGEON, to="S2 1")).then(refused("not-your-turn"))


def test_nobody_stops_on_an_ally() -> None:
    """R12."""
    beside = (*trio(), put(DUNGEON, "S1 1"))
    given(GAME, *beside).when(HeroMoved(seat=CASTLE, to="S1 1")).then(refused("ally-there"))


def test_in_a_cooperative_game_all_are_allies() -> None:
    """1.2; whatever their teams are called."""
    beside = (*trio(mode="coop"), put(NECROPOLIS, "S1 1"))
    given(GAME, *beside).when(HeroMoved(seat=CASTLE, to="S1 1")).then(refused("ally-there"))


def passing(*between: Event[Any]) -> Spec:
    """The Castle's hero, beside an ally, and the fields behind that one."""
    return given(GAME, *trio(), put(DUNGEON, "S1 1"), *between)


def behind(spec: Spec) -> str:
    """A field that the Castle's hero reaches only past its ally."""
    steps = steps_of(spec.play.campaign.table, CASTLE, "main hero")
    return next(field for field, cost in steps.items() if cost == THROUGH)


def test_an_ally_is_passed_for_two_movement_points() -> None:
    """R02: both at once, and the ally's field is not visited."""
    spec = passing()
    past = behind(spec)
    spec.when(HeroMoved(seat=CASTLE, to=past)).then(
        followed(FieldVisited(seat=CASTLE, field=past)),
        table(**{"seats.castle.main.spent": 2, "seats.castle.main.field": past}),
    )
    tired = passing(Adjusted(path="seats.castle.main.spent", after=2, reason="given"))
    tired.when(HeroMoved(seat=CASTLE, to=behind(tired))).then(refused("no-movement"))


def test_a_hero_on_a_sanctuary_is_passed_but_not_attacked() -> None:
    """R15."""
    safe = Adjusted(path="fields.S1 1.location", after="sanctuary", reason="given")
    spec = given(GAME, *trio(), safe, put(NECROPOLIS, "S1 1"))
    spec.when(HeroMoved(seat=CASTLE, to="S1 1")).then(refused("sanctuary"))
    spec.when(HeroMoved(seat=CASTLE, to=behind(spec))).then(table(**{"seats.castle.main.spent": 2}))


SEA = TileDescribed(tile="S1", locations={"1": "empty", "2": "empty"}, sea=("1", "2"))


def test_the_sea_ends_the_movement_of_a_hero() -> None:
    """R13, E35: from land to sea; the points are still there for a combat."""
    at_sea = (*trio(SEA), HeroMoved(seat=CASTLE, to="S1 1"))
    given(GAME, *at_sea).when(HeroMoved(seat=CASTLE, to="S1 2")).then(refused("sea-ends-movement"))
    given(GAME, *at_sea).when(HeroPlaced(seat=CASTLE, to="S1 0", source="event")).then(refused("sea-ends-movement"))
    given(GAME, *at_sea).then(table(**{"seats.castle.main.spent": 1}))


def test_from_sea_to_sea_and_to_land_is_a_step() -> None:
    sailing = (*trio(SEA), put(CASTLE, "S1 1"), HeroMoved(seat=CASTLE, to="S1 2"))
    given(GAME, *sailing).when(HeroMoved(seat=CASTLE, to="S1 0")).then(table(**{"seats.castle.main.spent": 2}))


def cave(*between: Event[Any]) -> tuple[Event[Any], ...]:
    """A tile underground lies beside the Castle's home, and the hero before it."""
    below = TileLaid(place="1 -3", kind="subterranean", tile="U1")
    return trio(below, *between, put(CASTLE, "S1 6"))


GATES = (TokenPlaced(field="S1 6", token="gate", pair="1"), TokenPlaced(field="U1 0", token="gate", pair="1"))


def test_nobody_goes_underground_but_by_a_gate() -> None:
    """R14; the two fields of a gate are one."""
    spec = given(GAME, *cave())
    near = next(id_ for id_ in touching(spec.play.campaign.table, "S1 6") if id_.startswith("U1"))
    spec.when(HeroMoved(seat=CASTLE, to=near)).then(refused("other-level"))
    given(GAME, *cave(*GATES)).when(HeroMoved(seat=CASTLE, to="U1 3")).then(table(**{"seats.castle.main.spent": 1}))


def test_a_gate_to_a_hidden_tile_shows_it_for_nothing() -> None:
    """3.7, 6."""
    hidden = (TileLaid(place="1 -3", kind="subterranean"), TokenPlaced(field="S1 6", token="gate", pair="1"))
    spec = given(GAME, *trio(*hidden)).when(HeroMoved(seat=CASTLE, to="S1 6"))
    spec.then_prompts(TileDiscovered)
    spec.and_then(TileDiscovered(seat=CASTLE, place="1 -3", tile="U1", free=True)).then(
        table(**{"seats.castle.main.spent": 1, "tiles.1 -3.tile": "U1"})
    ).then_prompts("Subterranean Gate: put it on the map")


def test_a_hidden_tile_of_the_other_level_is_not_discovered() -> None:
    """R14."""
    hidden = trio(TileLaid(place="1 -3", kind="subterranean"), put(CASTLE, "S1 6"))
    given(GAME, *hidden).when(TileDiscovered(seat=CASTLE, place="1 -3", tile="U1")).then(refused("not-offered"))


# --- monoliths and whirlpools ----------------------------------------------------------------

STONES = tuple(TokenPlaced(field=field, token="two-way", pair="2") for field in ("S1 1", "S3 1"))
WHIRLS = tuple(TokenPlaced(field=field, token="whirlpool") for field in ("S1 1", "S3 1"))


def test_a_monolith_leads_to_its_twin_without_a_new_visit() -> None:
    """9.2, 74, 83."""
    spec = given(GAME, *trio(*STONES), HeroMoved(seat=CASTLE, to="S1 1"))
    out = HeroPlaced(seat=CASTLE, whose="main hero", to="S3 1", source="field")
    spec.then_prompts(out)
    spec.when(out).then(
        followed(), table(**{"seats.castle.main.field": "S3 1", "seats.castle.main.last": "S3 1", "arrival": None})
    )
    ruled = trio(*STONES, RulingMade(ruling="relocation-visits-nothing"))
    given(GAME, *ruled, HeroMoved(seat=CASTLE, to="S1 1"), out).then(table(**{"seats.castle.main.last": "S1 1"}))


def test_by_a_ruling_whoever_arrives_visits_the_token() -> None:
    """9.2, 74."""
    ruled = trio(*STONES, RulingMade(ruling="teleport-visits"))
    out = HeroPlaced(seat=CASTLE, to="S3 1", source="field")
    given(GAME, *ruled, HeroMoved(seat=CASTLE, to="S1 1")).when(out).then(
        followed(FieldVisited(seat=CASTLE, field="S3 1"))
    )


def test_an_enemy_at_the_other_end_is_fought() -> None:
    """9.2, 74."""
    there = (*trio(*STONES), put(NECROPOLIS, "S3 1"), HeroMoved(seat=CASTLE, to="S1 1"))
    given(GAME, *there).when(HeroPlaced(seat=CASTLE, to="S3 1", source="field")).then(
        table(**{"combat.defender": NECROPOLIS})
    )


def test_a_one_way_monolith_leads_to_its_exit_alone() -> None:
    ways = (
        TokenPlaced(field="S1 1", token="one-way-in", pair="3"),
        TokenPlaced(field="S3 1", token="one-way-out", pair="3"),
        TokenPlaced(field="S2 1", token="one-way-out", pair="4"),
    )
    spec = given(GAME, *trio(*ways), HeroMoved(seat=CASTLE, to="S1 1"))
    spec.then_prompts(HeroPlaced(seat=CASTLE, whose="main hero", to="S3 1", source="field"))
    given(GAME, *trio(*ways)).when(HeroMoved(seat=CASTLE, to="S1 0"))
    given(GAME, *trio(*ways), put(CASTLE, "S3 0"), HeroMoved(seat=CASTLE, to="S3 1")).then_no_prompt(HeroPlaced)


def test_a_whirlpool_takes_a_unit_that_its_owner_chooses() -> None:
    """9.2, 73 and 75: also where the movement ended with the landfall."""
    units = trio(SEA, *WHIRLS, tracks=("map", "towns"))
    out = HeroPlaced(seat=CASTLE, to="S3 1", source="field")
    spec = given(GAME, *units, HeroMoved(seat=CASTLE, to="S1 1")).when(out)
    spec.then(table(**{"seats.castle.main.field": "S3 1"})).then_must("Castle: which unit is lost?")
    ruled = (*units[:-1], RulingMade(ruling="whirlpool-random-loss"), units[-1], HeroMoved(seat=CASTLE, to="S1 1"))
    given(GAME, *ruled).when(out).then(
        followed(UnitLost(seat=CASTLE, unit="halberdiers", source="field", returned=("halberdiers",)))
    )


def test_of_three_whirlpools_the_die_says_to_which_a_hero_comes() -> None:
    """p83: never to the own one."""
    third = TokenPlaced(field="S2 1", token="whirlpool")
    spec = given(GAME, *trio(*WHIRLS, third), HeroMoved(seat=CASTLE, to="S1 1"))
    out = HeroPlaced(seat=CASTLE, source="field")
    spec.when(out, rolled=("S2 1",)).then(table(**{"seats.castle.main.field": "S2 1"}))
    spec.when(out, rolled=("S3 1",)).then(table(**{"seats.castle.main.field": "S3 1"}))


def test_a_hero_that_no_token_takes_is_put_on_a_field_that_somebody_names() -> None:
    given(GAME, *trio()).when(HeroPlaced(seat=CASTLE, source="Town Portal")).then(refused("where-to"))


def test_that_a_token_took_a_hero_its_field_says_by_name() -> None:
    spec = given(GAME, *trio(*WHIRLS), HeroMoved(seat=CASTLE, to="S1 1"))
    spec.when(HeroPlaced(seat=CASTLE, to="S3 1", source="field")).then(
        says("Castle put the main hero on S3, field 1 (Whirlpool)")
    )


def test_by_a_ruling_no_whirlpool_takes_who_comes_to_the_sea() -> None:
    """9.2, 75: the movement ended, and with it all that the field would do."""
    ruled = trio(SEA, *WHIRLS, RulingMade(ruling="sea-ends-whirlpools"))
    spec = given(GAME, *ruled, HeroMoved(seat=CASTLE, to="S1 1"))
    spec.then_no_prompt(HeroPlaced)
    spec.when(HeroPlaced(seat=CASTLE, to="S3 1", source="field")).then(refused("sea-ends-movement"))


def test_a_whirlpool_costs_nothing_where_units_are_not_tracked() -> None:
    spec = given(GAME, *trio(*WHIRLS), HeroMoved(seat=CASTLE, to="S1 1"))
    spec.when(HeroPlaced(seat=CASTLE, to="S3 1", source="field")).then_no_prompt(UnitLost)


# --- how many taps a turn takes --------------------------------------------------------------


TAPS: Mapping[type[Event[Any]], int] = {BuildingBuilt: 2, UnitRecruited: 4}
"""A building is tapped, a unit and its tier are chosen after its button; then nothing is left to type in."""


def test_a_turn_without_a_combat_takes_at_most_twelve_taps() -> None:
    """Cards, three steps, a flag, a settlement, a building, a unit and the end: on the map, a pad, or a button."""
    turn: list[Event[Any]] = [
        TurnBegun(seat=CASTLE),
        HeroMoved(seat=CASTLE, to="S1 1"),
        HeroMoved(seat=CASTLE, to="S1 2"),
        SettlementClaimed(seat=CASTLE, field="S1 2", good="gold"),
        HeroMoved(seat=CASTLE, to="S1 3"),
        BuildingBuilt(seat=CASTLE, building="dwelling-bronze", cost={"gold": 0}),
        UnitRecruited(seat=CASTLE, unit="griffins", tier="bronze", cost={"gold": 0}),
        TurnEnded(seat=CASTLE),
    ]
    play = given(GAME, GameSetUp(tracks=("towns", "cards", "map")), *MAP[1:]).play
    for event in turn:
        assert type(event) in TAPS or is_one_tap(play, event), f"{event!r} is not one tap away"
        play.record(event)
    assert sum(TAPS.get(type(event), 1) for event in turn) <= 12
    for cls in TAPS:
        assert next(name for name, info in cls.model_fields.items() if info.is_required()) == "seat"
        assert len([info for info in cls.model_fields.values() if info.is_required()]) == 2


def is_one_tap(play: Play, event: Event[Any]) -> bool:
    """Whether an event is recorded by a tap on the map, or on a prompt or its pad."""
    cls, said = type(event), event.model_dump()
    if any(isinstance(pad.event, cls) and said[pad.field] in dict(pad.choices) for pad in pads(play.campaign.table)):
        return True
    prompts = (prompt for prompt in play.campaign.prompts(PUBLIC) if prompt.event is cls)
    return any(not prompt.opens_form or bool(prompt.keypad) for prompt in prompts)
