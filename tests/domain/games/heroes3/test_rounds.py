"""Rounds: what comes back, what comes in, whose turn it is, and how a game ends."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.morale import MoraleLost
from domain.games.heroes3.combat.announcing import CombatAnnounced
from domain.games.heroes3.land.laying import TileDescribed, TileLaid
from domain.games.heroes3.land.moving import HeroMoved, MovementGained
from domain.games.heroes3.land.visiting import FieldFlagged
from domain.games.heroes3.round_cards import AmountBrought, EventResolved, ProclamationResolved
from domain.games.heroes3.rounds import (
    AstrologersProclaimed,
    EventDrawn,
    GameEnded,
    IncomeCollected,
    IncomeTyped,
    ObjectiveMet,
    ObjectiveProgressed,
    RoundEnded,
    RoundStarted,
    SeatEliminated,
    TeamOrderChosen,
    TimedEventHappened,
    TurnEnded,
)
from domain.games.heroes3.setup.players import (
    FactionTaken,
    GameBegun,
    GameSetUp,
    ObjectiveNamed,
    RulingMade,
    StartTaken,
)
from domain.games.heroes3.town.buildings import BuildingBuilt, SecondHeroHired
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, KINGDOMS, NECROPOLIS, game, quiet, taken, turns_over

Events = tuple[Event[Any], ...]
ALL = (CASTLE, DUNGEON, NECROPOLIS)
HOME = {"0": "town", "1": "mine", "2": "settlement", "3": "resource", "4": "blocked"}


def rounds(count: int) -> Events:
    """So many rounds of a table without turns go by."""
    return (RoundEnded(),) * count


def brings_nothing(card: str) -> Events:
    """Nobody gets anything by a proclamation."""
    return tuple(ProclamationResolved(seat=seat, card=card, brings="nothing more") for seat in ALL)


def on_map(*between: Event[Any], **fields: Any) -> Events:
    """A clash of three on a map; only the Castle's home lies there."""
    return (
        GameSetUp(**{"tracks": ("towns", "map"), **fields, "options": quiet(**fields)}),
        *taken(*ALL),
        TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
        TileDescribed(tile="S1", locations=HOME, yields={"1": "materials"}),
        *between,
        GameBegun(starting=CASTLE),
    )


# --- the start of a round --------------------------------------------------------------------


def test_the_first_round_has_no_start() -> None:
    given(GAME, *KINGDOMS).when(RoundEnded()).then(followed(RoundStarted(number=2)), table(round=2))


def test_an_odd_round_brings_income_to_everybody() -> None:
    """E2."""
    given(GAME, *KINGDOMS, *rounds(1)).when(RoundEnded()).then(
        followed(
            RoundStarted(number=3),
            *(IncomeCollected(seat=seat, goods={"gold": 10}) for seat in (CASTLE, DUNGEON, NECROPOLIS)),
        ),
        table(**{"seats.castle.goods.gold": 25}),
    )


def test_town_tokens_and_movement_come_back_each_round() -> None:
    """E1."""
    built = (*KINGDOMS, BuildingBuilt(seat=CASTLE, building="citadel", cost={"gold": 5}))
    given(GAME, *built).when(BuildingBuilt(seat=CASTLE, building="city-hall", cost={"gold": 0})).then(
        refused("token-used")
    )
    given(GAME, *built, RoundEnded()).when(BuildingBuilt(seat=CASTLE, building="city-hall", cost={"gold": 0})).then(
        table(**{"seats.castle.buildings.city-hall": 2})
    )
    moved = (*on_map(), HeroMoved(seat=CASTLE, to="S1 1"))
    given(GAME, *moved).then(table(**{"seats.castle.main.spent": 1}))
    given(GAME, *moved, *turns_over(*ALL)).then(table(**{"seats.castle.main.spent": 0, "seats.castle.used": []}))


def test_an_unknown_income_is_asked_for_and_kept() -> None:
    built = (*KINGDOMS, BuildingBuilt(seat=CASTLE, building="city-hall", cost={"gold": 0}))
    spec = given(GAME, *built).then_prompts("Castle: what does City Hall bring in a resource round?")
    spec = spec.and_then(IncomeTyped(seat=CASTLE, building="city-hall", goods={"gold": 5})).then_no_prompt(IncomeTyped)
    for event in rounds(2):
        spec = spec.and_then(event)
    spec.then(table(**{"seats.castle.goods.gold": 30}))


def test_a_city_hall_brings_what_its_board_says() -> None:
    hall = ContentAdded(kind="buildings", id="castle city-hall", fields={"en": "City Hall", "income": {"gold": 5}})
    built = (*KINGDOMS, hall, BuildingBuilt(seat=CASTLE, building="city-hall", cost={"gold": 0}), *rounds(2))
    given(GAME, *built).then(table(**{"seats.castle.goods.gold": 30, "seats.dungeon.goods.gold": 25}))


@pytest.mark.parametrize(
    ("board", "goods", "line"),
    [
        pytest.param({}, {"gold": 5}, "Castle collected Gold 5; the income of City Hall is not known", id="unknown"),
        pytest.param({}, {}, "Castle collected; the income of City Hall is not known", id="unknown, and no other"),
        pytest.param({"income": {}}, {"gold": 5}, "Castle collected Gold 5", id="brings nothing"),
    ],
)
def test_a_city_hall_of_unknown_income_is_named(board: dict[str, Any], goods: dict[str, int], line: str) -> None:
    hall = ContentAdded(kind="buildings", id="castle city-hall", fields={"en": "City Hall", **board})
    two = (FactionTaken(faction=CASTLE, player="Ann"), FactionTaken(faction=DUNGEON, player="Ben"))
    income = StartTaken(seat=CASTLE, income=goods)
    built = (GameSetUp(tracks=("towns",), options=("no-astrologers",)), *two, income, GameBegun(starting=CASTLE), hall)
    later = (*built, BuildingBuilt(seat=CASTLE, building="city-hall", cost={"gold": 0}), *rounds(1))
    given(GAME, *later).when(RoundEnded()).then(says("Round 2 ended", "Round 3 began", line))


def test_by_an_option_mines_and_settlements_count_twice() -> None:
    """6.17; 9.2, 36."""
    for options, materials in (((), 7), (("double-income",), 9)):
        mine = (*on_map(options=options), FieldFlagged(seat=CASTLE, field="S1 1"))
        given(GAME, *mine, *turns_over(*ALL), *turns_over(*ALL)).then(
            table(**{"seats.castle.goods.materials": materials, "seats.castle.goods.gold": 25})
        )


CAPTURED = (
    ContentAdded(kind="buildings", id="castle city-hall", fields={"en": "City Hall", "income": {"gold": 5}}),
    BuildingBuilt(seat=CASTLE, building="city-hall", cost={"gold": 0}),
    FieldFlagged(seat=DUNGEON, field="S1 0"),
    *turns_over(*ALL),
    *turns_over(*ALL),
)


@pytest.mark.parametrize(
    ("options", "ruling", "castle", "dungeon"),
    [
        pytest.param((), None, 30, 25, id="its owner has it"),
        pytest.param(("towns-no-income",), None, 25, 25, id="nobody, by an option"),
        pytest.param((), "captured-town-buildings", 25, 30, id="who holds it, by a ruling"),
    ],
)
def test_whose_the_income_of_a_captured_town_is(
    options: tuple[str, ...], ruling: str | None, castle: int, dungeon: int
) -> None:
    """6.17; 9.2, 35."""
    made = (RulingMade(ruling=ruling),) if ruling else ()
    given(GAME, *on_map(*made, options=options), *CAPTURED).then(
        table(**{"seats.castle.goods.gold": castle, "seats.dungeon.goods.gold": dungeon})
    )


def test_astrologers_proclaim_in_even_rounds() -> None:
    plays = (GameSetUp(tracks=("towns",)), *KINGDOMS[1:])
    given(GAME, *plays).when(AstrologersProclaimed(card="Week of the Mole")).then(refused("not-even"))
    spec = given(GAME, *plays, RoundEnded())
    spec.then_must(AstrologersProclaimed)
    told = spec.when(AstrologersProclaimed(card="Week of the Mole")).then(table(proclamation="Week of the Mole"))
    told.and_then(AstrologersProclaimed(card="Week of the Owl")).then(
        refused("proclaimed-already", bendable=True, says="Week of the Mole")
    )


def test_by_an_option_astrologers_proclaim_in_all_rounds_or_in_none() -> None:
    """6.17."""
    every = game("towns", options=("astrologers-every-round",))
    mole = (AstrologersProclaimed(card="Week of the Mole"), *brings_nothing("Week of the Mole"))
    given(GAME, *every, RoundEnded(), *mole, RoundEnded()).then_must(AstrologersProclaimed)
    never = (*game("towns", options=("no-astrologers",)), RoundEnded())
    given(GAME, *never).then_no_prompt(AstrologersProclaimed)
    given(GAME, *never).when(AstrologersProclaimed(card="Week of the Mole")).then(refused("no-astrologers"))


def test_nobody_acts_before_the_astrologers_proclaimed() -> None:
    """p15: the proclamation is resolved before the turns."""
    plays = (GameSetUp(tracks=("towns", "map")), *on_map()[1:], *turns_over(*ALL))
    given(GAME, *plays).when(TurnEnded(seat=CASTLE)).then(refused("still-due", bendable=True))
    told = (*plays, AstrologersProclaimed(card="Week of the Mole"))
    given(GAME, *told).when(TurnEnded(seat=CASTLE)).then(refused("still-due", says="what does Week of the Mole bring"))
    given(GAME, *told, *brings_nothing("Week of the Mole")).when(TurnEnded(seat=CASTLE)).then(
        table(**{"seats.castle.done": True})
    )


def test_each_player_is_asked_what_the_astrologers_bring_until_nothing_more_comes() -> None:
    """p15: the card is resolved at once. It is on the table only, so the players say what comes in."""
    told = (
        GameSetUp(tracks=("towns", "map")), *on_map()[1:], *turns_over(*ALL), AstrologersProclaimed(card="Swift"),
    )  # fmt: skip
    spec = (
        given(GAME, *told)
        .then_must("Castle: what does Swift bring?")
        .then_prompts("Dungeon: what does Swift bring?", "Necropolis: what does Swift bring?")
    )
    moved = spec.and_then(ProclamationResolved(seat=CASTLE, card="Swift", brings="movement points"))
    moved.then_must("Castle: how much? (movement points)")
    more = moved.and_then(AmountBrought(seat=CASTLE, what="movement points", amount=1, source="astrologers"))
    more.then(followed(MovementGained(seat=CASTLE, amount=1, source="astrologers")))
    more.then_must("Castle: what does Swift bring?")
    gold = more.and_then(ProclamationResolved(seat=CASTLE, card="Swift", brings="gold"))
    gold.and_then(AmountBrought(seat=CASTLE, what="gold", amount=2, source="astrologers")).then(
        table(**{"seats.castle.goods.gold": 17, "seats.castle.main.bonus": 1})
    )
    done = gold.and_then(ProclamationResolved(seat=CASTLE, card="Swift", brings="nothing more"))
    done.then_no_prompt("Castle: what does Swift bring?")


def test_what_a_card_of_the_round_brings_is_said_only_while_it_is_asked() -> None:
    given(GAME, *KINGDOMS).when(ProclamationResolved(seat=CASTLE, card="Swift", brings="gold")).then(
        refused("card-of-round-resolved")
    )


@pytest.mark.parametrize(
    ("what", "gold", "xp"),
    [pytest.param("gold is paid", 12, 0, id="a price"), pytest.param("experience", 15, 3, id="experience")],
)
def test_an_event_brings_or_takes_an_amount(what: Any, gold: int, xp: int) -> None:
    third = (*game("towns", boxes=("core", "fortress")), *rounds(2), EventDrawn(drawer=CASTLE, card="Fair"))
    asked = given(GAME, *third, EventResolved(seat=CASTLE, card="Fair", brings=what))
    before = asked.play.campaign.table.seats[CASTLE].goods["gold"]
    spec = asked.when(AmountBrought(seat=CASTLE, what=what, amount=3, source="event"))
    spec.then(table(**{"seats.castle.goods.gold": before + gold - 15, "seats.castle.xp": xp}))


def test_morale_by_a_card_of_the_round_changes_at_once_and_spares_necropolis() -> None:
    third = (*game("towns", boxes=("core", "fortress")), *rounds(2), EventDrawn(drawer=CASTLE, card="Fair"))
    given(GAME, *third).when(EventResolved(seat=CASTLE, card="Fair", brings="negative morale")).then(
        followed(MoraleLost(seat=CASTLE, source="event", outcome="a token comes"))
    )
    given(GAME, *third).when(EventResolved(seat=NECROPOLIS, card="Fair", brings="negative morale")).then(followed())


def test_the_starting_player_draws_the_first_event_and_then_the_next_one() -> None:
    """E4."""
    third = (*game("towns", boxes=("core", "fortress")), *rounds(2))
    given(GAME, *third).then_must("Castle draws an event: which?")
    given(GAME, *third).when(EventDrawn(drawer=DUNGEON, card="Market")).then(refused("other-draws", says="Castle"))
    again = given(GAME, *third, EventDrawn(drawer=CASTLE, card="Market"))
    again.when(EventDrawn(drawer=DUNGEON, card="Fair")).then(refused("event-drawn-already", says="Market"))
    resolved = tuple(EventResolved(seat=seat, card="Market", brings="nothing more") for seat in ALL)
    fifth = (*third, EventDrawn(drawer=CASTLE, card="Market"), *resolved, *rounds(2))
    given(GAME, *fifth).then_prompts("Dungeon draws an event: which?")
    given(GAME, *fifth[:-1], SeatEliminated(seat=DUNGEON), RoundEnded()).then_prompts(
        "Necropolis draws an event: which?"
    )


def test_nobody_draws_events_without_their_box_or_in_another_round() -> None:
    """R09, R49."""
    spec = given(GAME, *game("towns", boxes=("core",)), *rounds(2))
    spec.then_no_prompt(EventDrawn)
    spec.when(EventDrawn(drawer=CASTLE, card="Market")).then(refused("no-such-box", says="Fortress"))
    given(GAME, *game("towns"), *rounds(1)).when(EventDrawn(drawer=CASTLE, card="Market")).then(refused("not-odd"))


def test_a_timed_event_moves_all_heroes_until_their_own_turn_ends() -> None:
    """E6."""
    wind = ContentAdded(
        kind="timed-events", id="wind", fields={"en": "Wind", "round": 2, "movement": 1, "scenario": "Isle"}
    )
    begun = (*on_map(wind, scenario="Isle"), SecondHeroHired(seat=CASTLE), TurnEnded(seat=CASTLE))
    spec = given(GAME, *begun, TurnEnded(seat=DUNGEON), TurnEnded(seat=NECROPOLIS)).when(RoundEnded())
    at = spec.play.campaign.table.seats
    assert [hero.left for hero in at[CASTLE].heroes()] == [4, 3]
    assert [hero.left for hero in at[DUNGEON].heroes()] == [4]
    assert sum(isinstance(event, TimedEventHappened) for event in spec.outcome.events) == len(ALL)
    spec.and_then(TurnEnded(seat=CASTLE)).then(
        table(**{"seats.castle.main.bonus": 0, "seats.dungeon.main.bonus": 1}),
        says("Castle ended the turn, 7 movement points unused"),
    )


def test_by_an_option_black_cubes_leave_and_guards_come_back() -> None:
    """6.17; 9.2, 68."""
    seen = (HeroMoved(seat=CASTLE, to="S1 3"), *turns_over(*ALL), *turns_over(*ALL))
    plain, reset = on_map(), on_map(options=("cubes-reset",))
    ruled = on_map(RulingMade(ruling="reset-keeps-guards-away"), options=("cubes-reset",))
    for begun, cube, cleared in ((plain, True, True), (reset, False, False), (ruled, False, True)):
        given(GAME, *begun, *seen, *turns_over(*ALL)).then(
            table(**{"round": 4, "fields.S1 3.cube": cube, "fields.S1 3.cleared": cleared})
        )


def test_a_trading_post_that_is_visited_once_loses_its_cube_too() -> None:
    """6.17, trade_anytime and cubes_reset."""
    begun = on_map(options=("trade-anytime", "cubes-reset"))
    post = TileDescribed(tile="S1", locations={"3": "trading-post"})
    seen = (post, HeroMoved(seat=CASTLE, to="S1 3"), *turns_over(*ALL), *turns_over(*ALL))
    given(GAME, *begun, *seen).then(table(**{"fields.S1 3.cube": True}))
    given(GAME, *begun, *seen, *turns_over(*ALL)).then(table(**{"fields.S1 3.cube": False}))


# --- turns -----------------------------------------------------------------------------------


def test_turns_go_on_clockwise_from_the_starting_player() -> None:
    """E7."""
    begun = (GameSetUp(tracks=("cards",)), *taken(*ALL), GameBegun(starting=DUNGEON))
    given(GAME, *begun).when(TurnEnded(seat=CASTLE)).then(refused("not-your-turn", says="Dungeon"))
    order = (DUNGEON, NECROPOLIS, CASTLE)
    given(GAME, *begun, *turns_over(*order)).when(TurnEnded(seat=CASTLE)).then(refused("not-your-turn"))


def test_teams_take_turns_and_the_larger_one_goes_on_alone() -> None:
    """3.5; the team says who goes first, at its first turn of a round."""
    teams = (
        GameSetUp(mode="alliance", tracks=("cards",)),
        *taken(CASTLE, DUNGEON, "tower", team="Light"),
        *taken(NECROPOLIS, team="Dark"),
        GameBegun(starting=CASTLE),
    )
    given(GAME, *teams, *turns_over(CASTLE, NECROPOLIS, DUNGEON, "tower")).then(table(round=2))
    first = TeamOrderChosen(first="tower")
    given(GAME, *teams, first, *turns_over("tower", NECROPOLIS, CASTLE, DUNGEON)).then(table(round=2))
    given(GAME, *teams, TurnEnded(seat=CASTLE)).when(first).then(refused("order-settled"))


def test_where_no_turns_are_tracked_nobody_goes_first_in_a_team() -> None:
    players = (*taken(CASTLE, DUNGEON, team="Light"), *taken(NECROPOLIS, team="Dark"), GameBegun(starting=CASTLE))
    given(GAME, GameSetUp(mode="alliance", tracks=("cards",)), *players).then_prompts(TeamOrderChosen)
    given(GAME, GameSetUp(mode="alliance", tracks=("towns",)), *players).then_no_prompt(TeamOrderChosen)


def test_a_round_ends_when_all_had_their_turn() -> None:
    spec = given(GAME, *game("cards"), TurnEnded(seat=CASTLE)).when(RoundEnded())
    spec.then(refused("turns-left", says="Dungeon, Necropolis"))


def test_a_turn_or_round_does_not_end_in_a_combat() -> None:
    fought = (*game("map"), CombatAnnounced(seat=CASTLE, level=1))
    given(GAME, *fought).when(TurnEnded(seat=CASTLE), bend="tired").then(refused("combat-first", bendable=False))
    given(GAME, *fought).when(RoundEnded(), bend="tired").then(refused("combat-first", bendable=False))


def test_the_rest_of_the_movement_goes_with_the_turn() -> None:
    moved = (*on_map(), MovementGained(seat=CASTLE, amount=2), HeroMoved(seat=CASTLE, to="S1 1"))
    given(GAME, *moved).when(TurnEnded(seat=CASTLE)).then(
        says("Castle ended the turn, 4 movement points unused"), table(**{"seats.castle.main.bonus": 0})
    )


# --- how it ends -----------------------------------------------------------------------------


def test_who_holds_nothing_for_three_whole_rounds_is_out() -> None:
    """5.11: the round in which the last one was lost does not count."""
    lost = (*on_map(), FieldFlagged(seat=DUNGEON, field="S1 0"))
    for count, out in ((1, False), (3, False), (4, True)):
        spec = given(GAME, *lost, *turns_over(*ALL) * count)
        spec.then(table(**{"seats.castle.eliminated": out, "seats.dungeon.eliminated": False}))


def test_a_home_held_at_any_moment_of_a_round_counts() -> None:
    lost = (*on_map(), FieldFlagged(seat=DUNGEON, field="S1 0"), *turns_over(*ALL) * 3)
    spec = given(GAME, *lost, FieldFlagged(seat=CASTLE, field="S1 2"), FieldFlagged(seat=DUNGEON, field="S1 2"))
    for seat in ALL:
        spec = spec.when(TurnEnded(seat=seat))
    spec.when(RoundEnded()).then(table(**{"seats.castle.homeless": 0, "seats.castle.eliminated": False}))


def test_a_table_without_a_map_puts_nobody_out() -> None:
    given(GAME, *KINGDOMS, *rounds(6)).then(table(**{"seats.castle.eliminated": False, "seats.castle.homeless": 0}))


def test_who_is_out_leaves_the_map_and_acts_no_more() -> None:
    """R08."""
    flagged = (*on_map(), FieldFlagged(seat=CASTLE, field="S1 1"), SeatEliminated(seat=CASTLE))
    spec = given(GAME, *flagged)
    spec.then(table(**{"fields.S1 1.flags": [], "seats.castle.main.field": ""}))
    spec.when(BuildingBuilt(seat=CASTLE, building="citadel", cost={"gold": 0})).then(
        refused("eliminated", bendable=False)
    )


def test_a_victory_condition_ends_the_game_with_the_round() -> None:
    met = ObjectiveMet(side=DUNGEON, objective="Grail")
    named = (
        GameSetUp(tracks=()),
        *taken(*ALL),
        ObjectiveNamed(name="Grail", words="Hold it"),
        GameBegun(starting=CASTLE),
    )
    given(GAME, *named, ObjectiveProgressed(objective="Grail", value=2), met).then(
        table(**{"phase": "turns", "objectives.Grail.met_by": DUNGEON, "objectives.Grail.progress": 2})
    )
    given(GAME, *named, met).when(RoundEnded()).then(
        followed(GameEnded(winners=(DUNGEON,), reason="a victory condition")), table(phase="over")
    )
    given(GAME, *named).when(met.copy_with(at_once=True)).then(table(phase="over", winners=[DUNGEON]))


def test_the_last_round_ends_the_game() -> None:
    given(GAME, *game("towns", rounds=2), RoundEnded()).when(RoundEnded()).then(
        followed(GameEnded(reason="the last round"))
    )


def test_a_team_wins_together() -> None:
    teams = (
        GameSetUp(mode="alliance", tracks=()),
        *taken(CASTLE, DUNGEON, team="Light"),
        *taken(NECROPOLIS, team="Dark"),
        GameBegun(starting=CASTLE),
    )
    given(GAME, *teams, ObjectiveMet(side=CASTLE)).when(RoundEnded()).then(table(winners=[CASTLE, DUNGEON]))
    given(GAME, *teams).when(SeatEliminated(seat=NECROPOLIS)).then(table(phase="over", winners=[CASTLE, DUNGEON]))


def test_who_plays_together_wins_together() -> None:
    """1.2, coop: the scenario is shared, whatever the teams are called."""
    together = game("towns", mode="coop", factions=(CASTLE, DUNGEON))
    given(GAME, *together).when(ObjectiveMet(side=CASTLE, at_once=True)).then(table(winners=[CASTLE, DUNGEON]))


def test_the_last_faction_standing_wins_at_once() -> None:
    given(GAME, *KINGDOMS, SeatEliminated(seat=CASTLE)).when(SeatEliminated(seat=DUNGEON)).then(
        followed(GameEnded(winners=(NECROPOLIS,), reason="last faction standing")), table(phase="over")
    )


@pytest.mark.parametrize("mode", ["campaign", "coop"])
def test_where_nobody_is_left_all_have_lost(mode: str) -> None:
    factions = (CASTLE,) if mode == "campaign" else (CASTLE, DUNGEON)
    alone = (GameSetUp(mode=mode, tracks=()), *taken(*factions), GameBegun(starting=CASTLE))
    phase = "between scenarios" if mode == "campaign" else "over"
    given(GAME, *alone, *(SeatEliminated(seat=seat) for seat in factions)).then(table(phase=phase, winners=[]))


def cubes(*rulings: str) -> Events:
    """A town of each enemy stands beside the Dungeon's hero, which has flagged the first one."""
    homes = (
        TileLaid(place="2 1", kind="starting", tile="S2", seat=DUNGEON),
        TileLaid(place="-1 3", kind="starting", tile="S3", seat=NECROPOLIS),
    )
    made = (RulingMade(ruling=ruling) for ruling in rulings)
    return (*on_map(*homes, *made), FieldFlagged(seat=DUNGEON, field="S1 0"))


def test_a_cube_of_every_enemy_wins_at_once() -> None:
    """5.13; 9.2, 67."""
    last = FieldFlagged(seat=DUNGEON, field="S3 0")
    given(GAME, *cubes()).then(table(phase="turns", **{"seats.dungeon.cubes": {CASTLE: 1}}))
    given(GAME, *cubes()).when(last).then(table(phase="over", winners=[DUNGEON]))
    given(GAME, *cubes("cubes-win-at-round-end")).when(last).then(table(phase="turns", ends_after=DUNGEON))


def test_an_enemy_who_is_out_needs_no_cube() -> None:
    """9.2, 67."""
    given(GAME, *cubes()).when(SeatEliminated(seat=NECROPOLIS)).then(table(phase="over", winners=[DUNGEON]))


def test_cubes_do_not_end_a_clash_of_two() -> None:
    two = (
        GameSetUp(tracks=("map",)),
        *taken(CASTLE, DUNGEON),
        TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
        GameBegun(starting=CASTLE),
        FieldFlagged(seat=DUNGEON, field="S1 0"),
    )
    given(GAME, *two).then(table(phase="turns"))


def test_morale_and_town_actions_may_come_in_another_player_s_turn() -> None:
    given(GAME, *game("cards")).when(MoraleLost(seat=DUNGEON)).then(table(**{"seats.dungeon.morale": -1}))
