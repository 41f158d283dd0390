"""Allies that attack and thwart, minions that guard and strike back, and schemes with a crisis."""

from typing import Any

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered, MinionEntered, SideSchemeEntered
from domain.games.champions.cards.handling import CardReadied, CountersPlaced
from domain.games.champions.defeats import CharacterDefeated
from domain.games.champions.harm import (
    ConsequentialDamageTaken,
    DamageDealt,
    DamageMoved,
    IndirectDamageAssigned,
    OverkillDealt,
    RetaliateDealt,
)
from domain.games.champions.heroes.powers import AllyAttacked, AllyThwarted, HeroAttacked, HeroThwarted
from domain.games.champions.setup.players import RulingMade
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import ThreatPlaced, ThreatRemoved
from tests.domain.games.champions.moments import HERO_FORM, IRON, PLAYING, SPIDER

VILLAIN, MAIN, DAREDEVIL, SHOCKER = "villain", "main scheme", "daredevil", "shocker"
ALLY = (*HERO_FORM, CardEntered(name=DAREDEVIL, seat=SPIDER), MinionEntered(name=SHOCKER, seat=SPIDER))
THREAT = ThreatPlaced(scheme=MAIN, amount=5)


def minion(name: str, **fields: Any) -> tuple[Event[Any], ...]:
    """A minion that the table typed in, engaged with the first hero."""
    typed = ContentAdded(kind="cards", id=name, fields={"type": "minion", "health": 3, "attack": 1, **fields})
    return (*HERO_FORM, typed, MinionEntered(name=name, seat=SPIDER))


def test_an_ally_attacks_exhausts_and_takes_consequential_damage() -> None:
    given(GAME, *ALLY).when(AllyAttacked(card=DAREDEVIL, target=VILLAIN)).then(
        followed(
            DamageDealt(target=VILLAIN, amount=2, by=SPIDER, ally=DAREDEVIL),
            ConsequentialDamageTaken(target=DAREDEVIL, amount=1),
        ),
        table(**{"villain.damage": 2, "play.daredevil.damage": 1, "play.daredevil.exhausted": True}),
    )
    done = given(GAME, *ALLY).when(AllyAttacked(card=DAREDEVIL, target=VILLAIN))
    done.and_then(AllyAttacked(card=DAREDEVIL, target=SHOCKER)).then(refused("is-exhausted"))


def test_the_unknown_consequential_damage_of_an_ally_is_asked_for_once() -> None:
    unknown = given(GAME, *HERO_FORM, THREAT, CardEntered(name="Mockingbird", seat=SPIDER, type="ally", health=3))
    attack = AllyAttacked(card="Mockingbird", target=VILLAIN, amount=1)
    unknown.when(attack).then(refused("how-much-harm", bendable=False, says="Mockingbird"))
    offered = {one.event: [*one.missing] for one in unknown.play.campaign.prompts(PUBLIC)}
    assert (offered[AllyAttacked], offered[AllyThwarted]) == (["amount", "consequential"],) * 2
    done = unknown.when(attack.copy_with(consequential=1))
    done.then(table(**{"play.Mockingbird.damage": 1}))
    again = done.and_then(CardReadied(card="Mockingbird")).and_then(attack)
    again.then(table(**{"play.Mockingbird.damage": 2}))
    thwart = AllyThwarted(card="Mockingbird", scheme=MAIN, amount=1)
    again.and_then(CardReadied(card="Mockingbird")).and_then(thwart).then(refused("how-much-harm"))
    again.and_then(thwart.copy_with(consequential=0)).then(table(**{"play.Mockingbird.damage": 2}))


def test_an_ally_attacks_on_the_turn_of_who_controls_it() -> None:
    others = (*PLAYING, CardEntered(name=DAREDEVIL, seat=IRON))
    given(GAME, *others).when(AllyAttacked(card=DAREDEVIL, target=VILLAIN)).then(refused("not-your-turn"))


def test_e28_daredevil_thwarts_and_deals_a_damage_to_an_enemy() -> None:
    thwarted = given(GAME, *ALLY, THREAT).when(AllyThwarted(card=DAREDEVIL, scheme=MAIN))
    thwarted.then(
        followed(
            ThreatRemoved(scheme=MAIN, amount=2, by=SPIDER, ally=DAREDEVIL),
            ConsequentialDamageTaken(target=DAREDEVIL, amount=1),
        ),
    )
    thwarted.and_then(DamageDealt(target=SHOCKER, amount=1, source="Daredevil")).then(
        table(**{"play.shocker.damage": 1, "main.threat": 3})
    )


def test_the_log_names_the_ally_and_the_tally_its_player() -> None:
    attacked = given(GAME, *ALLY).when(AllyAttacked(card=DAREDEVIL, target=VILLAIN))
    attacked.then(
        says(
            "Daredevil attacked Rhino for 2",
            "Rhino took 2 damage from Daredevil",
            "Daredevil took 1 consequential damage",
        ),
        table(**{"tallies.spider-man.dealt": 2}),
    )
    given(GAME, *ALLY, THREAT).when(AllyThwarted(card=DAREDEVIL, scheme=MAIN)).then(
        says(
            "Daredevil thwarted The Break-In! by 2",
            "2 threat removed from The Break-In! by Daredevil",
            "Daredevil took 1 consequential damage",
        ),
        table(**{"tallies.spider-man.removed": 2}),
    )


def test_a_stunned_ally_takes_no_consequential_damage_unless_the_table_rules_so() -> None:
    stunned = (*ALLY, StatusGiven(target=DAREDEVIL, status="stunned"))
    attack = AllyAttacked(card=DAREDEVIL, target=VILLAIN)
    given(GAME, *stunned).when(attack).then(followed(), table(**{"play.daredevil.stunned": False}))
    given(GAME, *stunned, RulingMade(ruling="replaced-attempts-hurt")).when(attack).then(
        followed(ConsequentialDamageTaken(target=DAREDEVIL, amount=1))
    )


def test_a_power_with_a_dash_is_not_used() -> None:
    typed = ContentAdded(kind="cards", id="Aunt May", fields={"type": "ally", "health": 2, "dashes": ["attack"]})
    may = (*HERO_FORM, typed, CardEntered(name="Aunt May", seat=SPIDER))
    given(GAME, *may).when(AllyAttacked(card="Aunt May", target=VILLAIN, amount=1)).then(refused("dashed"))


def test_guard_keeps_from_attacking_the_villain_alone() -> None:
    guarded = minion("Hydra Guard", keywords=["guard"])
    given(GAME, *guarded).when(HeroAttacked(seat=SPIDER, target=VILLAIN)).then(refused("guarded", bendable=True))
    given(GAME, *guarded).when(HeroAttacked(seat=SPIDER, target="Hydra Guard")).then()
    given(GAME, *guarded).when(HeroAttacked(seat=SPIDER, target=VILLAIN, by_ability=True)).then(refused("guarded"))
    ally = (*guarded, CardEntered(name=DAREDEVIL, seat=SPIDER))
    given(GAME, *ally).when(AllyAttacked(card=DAREDEVIL, target=VILLAIN)).then(refused("guarded"))
    given(GAME, *guarded).when(DamageDealt(target=VILLAIN, amount=2)).then()


def test_patrol_keeps_from_thwarting_the_main_scheme_alone() -> None:
    *before, typed, entered = minion("Hydra Patrol", keywords=["patrol"])
    patrol = (*before, typed, entered, THREAT)
    given(GAME, *patrol).when(HeroThwarted(seat=SPIDER, scheme=MAIN)).then(refused("patrolled", bendable=True))
    side = ContentAdded(kind="cards", id="Plot", fields={"type": "side scheme", "threat": 3})
    given(GAME, *patrol, side, SideSchemeEntered(name="Plot")).when(HeroThwarted(seat=SPIDER, scheme="Plot")).then(
        table(**{"play.Plot.threat": 2})
    )
    elsewhere = (*before, typed, MinionEntered(name="Hydra Patrol", seat=IRON), THREAT)
    given(GAME, *elsewhere).when(HeroThwarted(seat=SPIDER, scheme=MAIN)).then()


def test_d13_a_minion_that_survives_retaliates() -> None:
    spiked = minion("Spiked", retaliate=1)
    given(GAME, *spiked).when(HeroAttacked(seat=SPIDER, target="Spiked")).then(
        followed(
            DamageDealt(target="Spiked", amount=2, by=SPIDER), RetaliateDealt(target=SPIDER, amount=1, whose="Spiked")
        ),
        table(**{"seats.spider-man.damage": 1}),
    )
    given(GAME, *spiked).when(HeroAttacked(seat=SPIDER, target="Spiked", amount=3)).then(
        followed(DamageDealt(target="Spiked", amount=3, by=SPIDER), CharacterDefeated(card="Spiked")),
        table(**{"seats.spider-man.damage": 0}),
    )


def test_a30_consequential_damage_comes_before_retaliate() -> None:
    spiked = (*minion("Spiked", retaliate=2), CardEntered(name=DAREDEVIL, seat=SPIDER))
    hurt = (*spiked, DamageDealt(target=DAREDEVIL, amount=2))
    given(GAME, *hurt).when(AllyAttacked(card=DAREDEVIL, target="Spiked")).then(
        followed(
            DamageDealt(target="Spiked", amount=2, by=SPIDER, ally=DAREDEVIL),
            ConsequentialDamageTaken(target=DAREDEVIL, amount=1),
            CharacterDefeated(card=DAREDEVIL),
        )
    )


def test_f14_overkill_goes_on_to_the_villain() -> None:
    given(GAME, *ALLY).when(HeroAttacked(seat=SPIDER, target=SHOCKER, amount=5, overkill=True)).then(
        followed(
            DamageDealt(target=SHOCKER, amount=5, by=SPIDER, lost=2),
            CharacterDefeated(card=SHOCKER),
            OverkillDealt(target=VILLAIN, amount=2, by=SPIDER),
        )
    )


def test_a27_tough_leaves_nothing_for_overkill_but_piercing_does() -> None:
    tough = (*ALLY, StatusGiven(target=SHOCKER, status="tough"))
    attack = HeroAttacked(seat=SPIDER, target=SHOCKER, amount=5, overkill=True)
    given(GAME, *tough).when(attack).then(table(**{"villain.damage": 0, "play.shocker.tough": False}))
    given(GAME, *tough).when(attack.copy_with(piercing=True)).then(
        table(**{"villain.damage": 2, "play.shocker": NOTHING})
    )


def test_d39_a_crisis_protects_the_main_scheme_alone() -> None:
    typed = ContentAdded(kind="cards", id="Crisis", fields={"type": "side scheme", "crisis": 1, "threat": 3})
    crisis = (*HERO_FORM, THREAT, typed, SideSchemeEntered(name="Crisis"))
    given(GAME, *crisis).when(HeroThwarted(seat=SPIDER, scheme=MAIN)).then(refused("crisis", bendable=True))
    given(GAME, *crisis).when(HeroThwarted(seat=SPIDER, scheme="Crisis")).then(table(**{"play.Crisis.threat": 2}))


def test_d31_indirect_damage_is_divided_among_a_hero_and_allies() -> None:
    ally = (*PLAYING, CardEntered(name=DAREDEVIL, seat=SPIDER))
    hurt = (*ally, DamageDealt(target=DAREDEVIL, amount=1), DamageDealt(target=SPIDER, amount=2))
    fits = IndirectDamageAssigned(amount=5, seat=SPIDER, assigned={SPIDER: 3, DAREDEVIL: 2})
    given(GAME, *hurt).when(fits).then(table(**{"play.daredevil": NOTHING, "seats.spider-man.damage": 5}))
    over = IndirectDamageAssigned(amount=5, seat=SPIDER, assigned={SPIDER: 2, DAREDEVIL: 3})
    given(GAME, *hurt).when(over).then(refused("over-assigned", says="Daredevil can be assigned at most 2"))


def test_d37_damage_moves_from_a_hero_to_a_minion() -> None:
    hurt = (*ALLY, DamageDealt(target=SPIDER, amount=2))
    given(GAME, *hurt).when(DamageMoved(target=SPIDER, to=SHOCKER, amount=2)).then(
        table(**{"seats.spider-man.damage": 0, "play.shocker.damage": 2})
    )


def test_e12_counters_are_called_as_their_card_says() -> None:
    given(GAME, *ALLY).when(CountersPlaced(on=DAREDEVIL, name="arrow", amount=2)).then(
        table(**{"play.daredevil.counters.arrow": 2})
    )


def test_an_ally_whose_card_has_overkill_needs_nobody_to_say_so() -> None:
    fields = {"type": "ally", "health": 3, "attack": 5, "keywords": ["overkill", "piercing"]}
    typed = ContentAdded(kind="cards", id="Cannonball", fields=fields)
    strong = (*ALLY, typed, CardEntered(name="Cannonball", seat=SPIDER), StatusGiven(target=SHOCKER, status="tough"))
    given(GAME, *strong).when(AllyAttacked(card="Cannonball", target=SHOCKER)).then(
        AllyAttacked(card="Cannonball", target=SHOCKER, amount=5, overkill=True, piercing=True),
        DamageDealt(target=SHOCKER, amount=5, by=SPIDER, ally="Cannonball", piercing=True, lost=2),
        CharacterDefeated(card=SHOCKER),
        OverkillDealt(target=VILLAIN, amount=2, by=SPIDER, ally="Cannonball"),
    )
