"""Damage, healing and status cards."""

from typing import Any

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import AreasTracked, ContentAdded
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered, MinionEntered
from domain.games.champions.cards.handling import CountersPlaced, CountersRemoved
from domain.games.champions.defeats import (
    CharacterDefeated,
    SeatEliminated,
    VillainStageBegun,
    VillainStageDefeated,
    VillainStageStands,
)
from domain.games.champions.encounter import EncounterCardRevealed
from domain.games.champions.endgame import GameLost, GameWon, follow_last_villain, follow_loss
from domain.games.champions.harm import DamageDealt, DamageHealed, HitPointsSaid, HitPointsSet, MostHitPointsChanged
from domain.games.champions.printing import CardPrintSaid
from domain.games.champions.setup.players import FirstPlayerChosen, HeroLeft, HeroTaken, TableOpened
from domain.games.champions.setup.scenarios import GameBegun, ScenarioChosen
from domain.games.champions.statuses import StatusDiscarded, StatusGiven
from domain.games.champions.threat import ThreatPlaced
from domain.games.champions.timing.effects import LastingEffectBegun
from tests.domain.games.champions.moments import HEROES, IRON, PLAYING, RHINO_KNOWN, SPIDER, at

TOUGH = (*PLAYING, StatusGiven(target=SPIDER, status="tough"))


def test_damage_leaves_hit_points() -> None:
    given(GAME, *PLAYING).when(DamageDealt(target=SPIDER, amount=3)).then(
        says("Spider-Man took 3 damage"), table(**{"seats.spider-man.damage": 3})
    )


def test_d8_a_tough_status_card_prevents_all_damage_and_is_gone() -> None:
    given(GAME, *TOUGH).when(DamageDealt(target=SPIDER, amount=4)).then(
        says("Spider-Man took 4 damage, prevented by Tough"),
        table(**{"seats.spider-man.damage": 0, "seats.spider-man.tough": False}),
    )


def test_piercing_damage_discards_tough_first() -> None:
    given(GAME, *TOUGH).when(DamageDealt(target=SPIDER, amount=4, piercing=True)).then(
        table(**{"seats.spider-man.damage": 4, "seats.spider-man.tough": False})
    )


def test_d40_nobody_has_two_of_a_status_card() -> None:
    given(GAME, *TOUGH).when(StatusGiven(target=SPIDER, status="tough")).then(refused("has-it", bendable=True))


def test_a_status_card_that_is_not_there_cannot_be_discarded() -> None:
    given(GAME, *PLAYING).when(StatusDiscarded(target=SPIDER, status="stunned")).then(refused("has-none"))


def test_healing_stops_at_the_most_hit_points() -> None:
    hurt = (*PLAYING, DamageDealt(target=SPIDER, amount=2))
    given(GAME, *hurt).when(DamageHealed(target=SPIDER, amount=3)).then(table(**{"seats.spider-man.damage": 0}))


def test_who_is_unharmed_is_not_healed() -> None:
    given(GAME, *PLAYING).when(DamageHealed(target=SPIDER, amount=1)).then(refused("unharmed"))


def test_e10_more_hit_points_come_and_go_with_what_is_left() -> None:
    hurt = (*PLAYING, DamageDealt(target=SPIDER, amount=2))
    more = given(GAME, *hurt).when(MostHitPointsChanged(target=SPIDER, by=4))
    assert more.play.campaign.table.seats[SPIDER].left == 12
    less = more.and_then(MostHitPointsChanged(target=SPIDER, by=-4))
    assert less.play.campaign.table.seats[SPIDER].left == 8


def test_a_dial_is_set_as_the_table_has_it() -> None:
    given(GAME, *PLAYING).when(HitPointsSet(target=SPIDER, left=6)).then(table(**{"seats.spider-man.damage": 4}))
    given(GAME, *PLAYING).when(HitPointsSet(target=SPIDER, left=10)).then(refused("already-so"))


def test_the_hit_points_of_an_identity_are_asked_once_and_kept_for_the_next_table() -> None:
    set_up = given(GAME, TableOpened(), HeroTaken(hero="Wasp")).then_prompts("Wasp: how many hit points?")
    again = set_up.and_then(HitPointsSet(target="Wasp", left=11)).and_then(HeroLeft(seat="Wasp"))
    again.when(HeroTaken(hero="Wasp")).then(table(**{"seats.Wasp.health": 11}))


def test_a_dial_that_is_set_in_a_game_is_not_printed_on_the_identity() -> None:
    playing = given(GAME, HeroTaken(hero="Wasp"), ScenarioChosen(scenario="rhino"), GameBegun())
    spec = playing.when(HitPointsSet(target="Wasp", left=6)).then(table(**{"seats.Wasp.health": 6}))
    assert "identities" not in spec.play.campaign.table.typed


def test_a_hero_without_hit_points_is_out() -> None:
    given(GAME, *PLAYING).when(DamageDealt(target=SPIDER, amount=12)).then(
        followed(SeatEliminated(seat=SPIDER)), table(**{"seats.spider-man.eliminated": True, "first": IRON})
    )


def test_a_treachery_that_takes_a_hero_out_of_the_game_is_discarded() -> None:
    revealed = EncounterCardRevealed(seat=SPIDER, name="explosion", out_of="elsewhere", peril=True)
    given(GAME, *PLAYING, revealed).when(DamageDealt(target=SPIDER, amount=10)).then(
        table(**{"scenario.discard": ["explosion"], "agenda.due": {}, "peril": ""})
    )


def test_d41_when_the_last_hero_is_out_the_players_lose() -> None:
    alone = (*PLAYING, DamageDealt(target=SPIDER, amount=10))
    given(GAME, *alone).when(DamageDealt(target=IRON, amount=9)).then(
        followed(SeatEliminated(seat=IRON), GameLost(reason="all eliminated")), table(step="over")
    )


def test_the_villains_next_stage_is_asked_for_where_nobody_knows_it() -> None:
    beaten = given(GAME, *PLAYING).when(DamageDealt(target="villain", amount=28))
    beaten.then(followed(VillainStageDefeated()))
    beaten.and_then(StatusGiven(target="villain", status="stunned")).and_then(
        VillainStageBegun(villain="Rhino II", health=30)
    ).then(table(**{"villain.damage": 0, "villain.health": 30, "villain.stage": 2, "villain.stunned": True}))


def test_the_players_may_say_that_it_was_the_last_stage() -> None:
    beaten = (*PLAYING, DamageDealt(target="villain", amount=28))
    given(GAME, *beaten).when(GameWon()).then(table(step="over"))


def test_after_the_last_stage_of_the_villain_there_is_no_next_one_but_one_that_is_named() -> None:
    given(GAME, RHINO_KNOWN, *PLAYING).when(VillainStageBegun(health=30)).then(
        refused("last-stage", bendable=True, says="This is already the last stage.")
    )
    given(GAME, RHINO_KNOWN, *PLAYING).when(VillainStageBegun(villain="Rhino III", health=30), bend="a card").then(
        table(**{"villain.stage": 2})
    )


def test_counters_are_counted_by_their_name() -> None:
    webs = given(GAME, *PLAYING).when(CountersPlaced(on=SPIDER, name="web", amount=3))
    webs.then(says("3 web placed on Spider-Man"), table(**{"seats.spider-man.counters.web": 3}))
    webs.and_then(CountersRemoved(on=SPIDER, name="web", amount=4)).then(refused("not-enough"))


# --- a stage of the villain ------------------------------------------------------------------

BEATEN = (*PLAYING, DamageDealt(target="villain", amount=28))


def test_a_stage_is_defeated_once_though_the_dial_is_tapped_again() -> None:
    again = given(GAME, *BEATEN).when(DamageDealt(target="villain", amount=1)).then(followed())
    again.and_then(VillainStageBegun(health=30)).then(table(**{"agenda.due": {}}))


def test_a_dial_that_was_turned_too_far_takes_the_next_stage_off_the_agenda() -> None:
    stands = given(GAME, *BEATEN).when(DamageHealed(target="villain", amount=1))
    stands.then(followed(VillainStageStands()), table(**{"agenda.due": {}}))
    stands.and_then(DamageDealt(target="villain", amount=1)).then(followed(VillainStageDefeated()))
    given(GAME, *BEATEN).when(HitPointsSet(target="villain", left=2)).then(followed(VillainStageStands()))


def test_a_stage_of_which_nobody_knows_the_numbers_does_not_have_those_before_it() -> None:
    first = ContentAdded(kind="villains", id="Ram", fields={"health": 4, "attack": 2, "scheme": 1})
    second = ContentAdded(kind="villains", id="Bison", fields={"health": 5, "attack": 3})
    ram = ContentAdded(kind="scenarios", id="Herd", fields={"villains": ["Ram", "Bison"]})
    game = (first, second, ram, *HEROES, ScenarioChosen(scenario="Herd"), GameBegun())
    given(GAME, *game).when(DamageDealt(target="villain", amount=8)).then(table(**{"villain.printed": {"attack": 3}}))
    given(GAME, *game).when(VillainStageBegun(villain="Wild boar", health=9), bend="a card").then(
        table(**{"villain.printed": {}})
    )


def test_a_stage_that_the_table_names_is_called_so() -> None:
    named = given(GAME, *BEATEN).when(VillainStageBegun(villain="Rhino II", health=30))
    named.and_then(DamageDealt(target="villain", amount=1)).then(says("Rhino II took 1 damage"))


# --- what the table has otherwise ------------------------------------------------------------


def test_a_dial_above_its_most_takes_a_card_that_says_so() -> None:
    given(GAME, *PLAYING).when(HitPointsSet(target=SPIDER, left=11)).then(refused("more-than-most", bendable=True))


def test_no_more_is_prevented_than_there_was() -> None:
    given(GAME, *PLAYING).when(DamageDealt(target=SPIDER, amount=2, prevented=5)).then(
        says("Spider-Man took 2 damage, 2 prevented"), table(**{"seats.spider-man.damage": 0})
    )


def test_who_is_out_of_the_game_is_neither_hurt_nor_healed() -> None:
    out = (*PLAYING, DamageDealt(target=SPIDER, amount=10))
    for event in (
        DamageDealt(target=SPIDER, amount=1),
        DamageHealed(target=SPIDER, amount=1),
        HitPointsSet(target=SPIDER, left=3),
        StatusGiven(target=SPIDER, status="tough"),
    ):
        given(GAME, *out).when(event).then(refused("eliminated"))


def test_a_game_that_has_not_begun_has_no_end() -> None:
    given(GAME, *HEROES).when(GameWon()).then(refused("no-game"))


def test_a45_f44_who_wins_and_loses_by_the_same_loses() -> None:
    full = (*TO_THE_END, BY_THREAT, BY_DAMAGE)
    won = given(GAME, *full).when(GameWon())
    lost = won.and_then(GameLost())
    lost.then(table(step="over", **{"games.0.result": "lost", "games.1": NOTHING}))
    lost.and_then(GameLost()).then(refused("game-over"))
    after = given(GAME, *full, GameWon()).when(GameLost())
    after.and_undo().then(table(**{"games.0.result": "won"}))


BOTH_OUT = tuple(DamageDealt(target=seat, amount=amount) for seat, amount in ((SPIDER, 10), (IRON, 9)))
LAST_STAGE = (RHINO_KNOWN, *PLAYING)


def asked_at_the_end(*events: Event[Any]) -> list[tuple[str, Event[Any]]]:
    found = given(GAME, *events).play.campaign.prompts(PUBLIC)
    return [(str(one.title), one.event(**one.fields)) for one in found if "at once" in str(one.title)]


TO_THE_END = (*HEROES, ScenarioChosen(scenario="Our own", health=5, target=5), GameBegun())
BY_DAMAGE, BY_THREAT = DamageDealt(target="villain", amount=5), ThreatPlaced(scheme="main scheme", amount=5)
LOSES = ("Won and lost at once: the players lose", GameLost())
WINS = ("Won and lost at once: the table says that they win", GameWon())


def test_a45_a_prompt_asks_where_a_game_is_won_and_lost_at_once() -> None:
    assert asked_at_the_end(*TO_THE_END, BY_THREAT, BY_DAMAGE, GameWon()) == [LOSES]
    lost = (*TO_THE_END, BY_THREAT, BY_DAMAGE, GameWon(), GameLost())
    assert asked_at_the_end(*lost) == [WINS]
    assert asked_at_the_end(*TO_THE_END, BY_DAMAGE, GameWon()) == []
    assert asked_at_the_end(*TO_THE_END, BY_THREAT, GameLost()) == []


def test_a45_the_table_may_say_that_it_won_all_the_same_and_is_asked_once() -> None:
    lost = (*TO_THE_END, BY_THREAT, BY_DAMAGE, GameLost())
    given(GAME, *lost).when(GameWon()).then(table(**{"games.0.result": "won", "games.1": NOTHING}))
    assert asked_at_the_end(*lost, GameWon()) == []
    given(GAME, *lost, GameWon()).when(GameWon()).then(refused("game-over"))


def test_f44_who_has_lost_and_not_won_as_well_does_not_win() -> None:
    given(GAME, *LAST_STAGE, *BOTH_OUT).then(table(**{"games.0.result": "lost", "games.0.reason": "all eliminated"}))
    given(GAME, *LAST_STAGE, *BOTH_OUT).when(GameWon()).then(refused("game-over"))


def test_f44_the_last_stage_of_either_side_ends_the_game() -> None:
    for event, result in (
        (DamageDealt(target="villain", amount=28), "won"),
        (ThreatPlaced(scheme="main scheme", amount=14), "lost"),
    ):
        given(GAME, *LAST_STAGE).when(event).then(table(step="over", **{"games.0.result": result}))


def test_f44_a_game_that_is_lost_is_neither_won_nor_lost_again() -> None:
    lost, won = (at(*PLAYING, end(reason="card")) for end in (GameLost, GameWon))
    assert [*follow_last_villain(lost), *follow_loss(lost, "all eliminated"), *follow_last_villain(won)] == []
    assert [*follow_loss(won, "all eliminated")] == [GameLost(reason="all eliminated")]


def test_who_cannot_be_stunned_is_not_unless_a_card_says_so() -> None:
    steady = LastingEffectBegun(effect="Stalwart", target="villain", forbids="stunned", until="game")
    stunned = StatusGiven(target="villain", status="stunned")
    given(GAME, *PLAYING, steady).when(stunned).then(
        refused("cannot-have", bendable=True, says="Rhino cannot be Stunned: Stalwart")
    )
    given(GAME, *PLAYING, steady).when(stunned.copy_with(status="confused")).then()
    given(GAME, *PLAYING, steady, AreasTracked(tracks=("turns",))).when(stunned).then()


def test_where_nobody_knows_the_hit_points_there_are_no_more_of_them() -> None:
    unknown = (HeroTaken(hero="Wasp"), ScenarioChosen(scenario="rhino"), GameBegun())
    more = MostHitPointsChanged(target="Wasp", by=2)
    given(GAME, *unknown).when(more).then(refused("most-unknown", says="set them first"))
    given(GAME, *unknown, HitPointsSet(target="Wasp", left=9)).when(more).then(table(**{"seats.Wasp.health": 11}))


UNKNOWN_VILLAIN = (
    TableOpened(),
    *HEROES,
    FirstPlayerChosen(seat=SPIDER),
    ScenarioChosen(scenario="klaw", target=14, threat=0),
)


def test_s9_the_hit_points_of_an_unknown_villain_are_asked_for_before_the_game_begins() -> None:
    asked = given(GAME, *UNKNOWN_VILLAIN)
    asked.then_next("Klaw: how many hit points for 2 players, in total?")
    asked.when(HitPointsSet(target="villain", left=24)).then(table(**{"villain.health": 24}))
    set_ = asked.and_then(HitPointsSet(target="villain", left=24))
    set_.then_no_prompt(HitPointsSet).then_next(GameBegun)
    beaten = set_.and_then(GameBegun()).when(DamageDealt(target="villain", amount=24))
    beaten.then(followed(VillainStageDefeated()))


def test_a_dial_that_was_left_open_is_offered_later_too_and_holds_nothing_up() -> None:
    playing = given(GAME, *UNKNOWN_VILLAIN, GameBegun(), DamageDealt(target="villain", amount=3))
    playing.then_prompts(HitPointsSet).then_next("On to the villain phase")


def test_the_hit_points_of_a_next_stage_that_nobody_typed_in_are_a_must() -> None:
    beaten = (*PLAYING, DamageDealt(target="villain", amount=28), VillainStageBegun())
    given(GAME, *beaten).then_prompts("Rhino: how many hit points for 2 players, in total?")
    given(GAME, *beaten, HitPointsSet(target="villain", left=30)).then_no_prompt(HitPointsSet)


def test_a_hero_who_comes_after_the_scenario_changes_what_is_asked_first() -> None:
    given(GAME, *UNKNOWN_VILLAIN, HeroTaken(hero="Nova", health=9)).then_no_prompt(HitPointsSet)


SOLDIER = MinionEntered(name="Hydra Soldier", seat=SPIDER)
HURT = (*PLAYING, SOLDIER, SOLDIER, DamageDealt(target="Hydra Soldier", amount=2))


def test_the_hit_points_of_a_damaged_card_are_asked_once_and_kept() -> None:
    given(GAME, *HURT[:-1]).then_no_prompt(HitPointsSaid)
    printed = CardPrintSaid(card="Hydra Soldier")
    given(GAME, *HURT, printed).then_next("Hydra Soldier: how many hit points are printed?")
    said = given(GAME, *HURT).when(HitPointsSaid(target="Hydra Soldier", health=3))
    said.then(
        says("Hydra Soldier has 3 hit points"),
        table(**{"play.Hydra Soldier.health": 3, "play.Hydra Soldier.damage": 2, "play.Hydra Soldier #2.health": 3}),
    )
    said.when(HitPointsSaid(target="Hydra Soldier", health=3)).then(refused("already-so", bendable=False))
    said.and_then(DamageDealt(target="Hydra Soldier #2", amount=1)).then_no_prompt(HitPointsSaid)
    said.and_then(SOLDIER).then(table(**{"play.Hydra Soldier #3.health": 3}))


def test_a_card_with_as_much_damage_as_its_printed_hit_points_is_defeated() -> None:
    given(GAME, *HURT).when(HitPointsSaid(target="Hydra Soldier", health=2)).then(
        followed(CharacterDefeated(card="Hydra Soldier")), table(**{"play.Hydra Soldier #2.health": 2})
    )


def test_the_printed_hit_points_of_an_ally_count_with_what_is_attached_to_it() -> None:
    armor = ContentAdded(kind="cards", id="Armor", fields={"type": "upgrade", "health_bonus": 2})
    ally = CardEntered(name="War Machine", seat=SPIDER, type="ally")
    worn = given(GAME, armor, *PLAYING, ally, CardEntered(name="Armor", seat=SPIDER, host="War Machine"))
    hurt = worn.and_then(DamageDealt(target="War Machine", amount=1))
    hurt.then_prompts(HitPointsSaid)
    hurt.when(HitPointsSaid(target="War Machine", health=4)).then(table(**{"play.War Machine.health": 6}))
