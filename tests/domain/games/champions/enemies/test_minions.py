"""Minions activate, allies defend, and what comes of both."""

from companion.testing import followed, given, refused, says, table
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered, CardEntered, MinionEntered
from domain.games.champions.defeats import CharacterDefeated
from domain.games.champions.enemies.activations import (
    ActivationChanged,
    ActivationEnded,
    ActivationStarted,
    EnemyActivated,
    EnemyAttackResolved,
    MinionEngaged,
)
from domain.games.champions.enemies.boosts import AttackUndefended, BoostCardsGiven, BoostCardTurnedUp, DefenderDeclared
from domain.games.champions.harm import DamageDealt, OverkillDealt, RetaliateDealt
from domain.games.champions.heroes.powers import FormChanged
from domain.games.champions.rounds import PlayerPhaseEnded, SchemeThreatPlaced
from domain.games.champions.statuses import StatusGiven
from tests.domain.games.champions.moments import IRON, SPIDER, STEP_BY_STEP, activations, at, upcoming

VILLAIN = "villain"
STRIKER = ContentAdded(
    kind="cards",
    id="striker",
    fields={"en": "Striker", "type": "minion", "attack": 2, "scheme": 1, "health": 3, "keywords": ["quickstrike"]},
)
DAREDEVIL = CardEntered(name="daredevil", seat=SPIDER)
ATTACKED = (*STEP_BY_STEP, DAREDEVIL, ActivationStarted(enemy=VILLAIN, seat=SPIDER))
SHOCKER = MinionEntered(name="shocker", seat=SPIDER)
VILLAIN_DONE = (
    *ATTACKED[:-2],
    SHOCKER,
    ActivationStarted(enemy=VILLAIN, seat=SPIDER),
    AttackUndefended(),
    BoostCardTurnedUp(icons=0),
    EnemyAttackResolved(),
)


def test_d6_an_ally_who_defends_takes_all_of_it() -> None:
    defended = (*ATTACKED, DefenderDeclared(defender="daredevil"), BoostCardTurnedUp(icons=2))
    given(GAME, *defended).when(EnemyAttackResolved()).then(
        followed(
            DamageDealt(target="daredevil", amount=4, lost=1),
            CharacterDefeated(card="daredevil"),
            ActivationEnded(enemy=VILLAIN),
        ),
        table(**{"seats.spider-man.damage": 0, "play": {}}),
    )


def test_f14_overkill_goes_on_to_the_hero_of_the_ally() -> None:
    overkill = (*ATTACKED, ActivationChanged(keyword="overkill"), DefenderDeclared(defender="daredevil"))
    given(GAME, *overkill, BoostCardTurnedUp(icons=3)).when(EnemyAttackResolved()).then(
        table(**{"seats.spider-man.damage": 2})
    )


def test_a27_no_overkill_comes_of_what_tough_prevents() -> None:
    tough = (*ATTACKED, StatusGiven(target="daredevil", status="tough"), ActivationChanged(keyword="overkill"))
    spec = given(GAME, *tough, DefenderDeclared(defender="daredevil"), BoostCardTurnedUp(icons=3))
    struck = spec.when(EnemyAttackResolved())
    assert not any(isinstance(event, OverkillDealt) for event in struck.outcome.events)
    struck.then(table(**{"play.daredevil.tough": False, "play.daredevil.damage": 0}))


def test_f15_who_survives_strikes_back_in_hero_form_alone() -> None:
    thorns = ContentCorrected(kind="identities", id="spider-man", fields={"retaliate": 1})
    back = (thorns, *ATTACKED, AttackUndefended(), BoostCardTurnedUp(icons=0))
    struck = given(GAME, *back).when(EnemyAttackResolved())
    assert RetaliateDealt(target=VILLAIN, amount=1, whose=SPIDER) in struck.outcome.events
    alter_ego = (*back[:-2], FormChanged(seat=SPIDER, by_card=True), *back[-2:])
    given(GAME, *alter_ego).when(EnemyAttackResolved()).then(table(**{"villain.damage": 0}))


def test_any_players_ally_defends_and_its_player_is_attacked_then() -> None:
    given(GAME, *ATTACKED[:-2], CardEntered(name="daredevil", seat=IRON), ATTACKED[-1]).when(
        DefenderDeclared(defender="daredevil")
    ).then(
        says("Daredevil defended for Iron Man"),
        table(**{"activations.0.target": IRON, "play.daredevil.exhausted": True}),
    )


def test_an_ally_must_be_in_play_where_allies_are_tracked() -> None:
    given(GAME, *ATTACKED).when(DefenderDeclared(defender="Mockingbird")).then(refused("not-offered"))
    untracked = (*activations("activations"), ActivationStarted(enemy=VILLAIN, seat=SPIDER))
    given(GAME, *untracked, DefenderDeclared(defender="Mockingbird"), BoostCardTurnedUp(icons=0)).when(
        EnemyAttackResolved()
    ).then(says("Rhino I struck Mockingbird: 2 damage", "Rhino I: the activation ended"))


def test_f42_minions_get_no_boost_cards() -> None:
    given(GAME, *VILLAIN_DONE).when(ActivationStarted(enemy="shocker", seat=SPIDER)).then(
        followed(), table(**{"activations.0.boosts": [], "activated": ["shocker"]})
    )
    given(GAME, *VILLAIN_DONE).when(BoostCardsGiven(enemy="shocker")).then(
        refused("no-boosts-for-minions", bendable=True)
    )


def test_a_minion_attacks_for_its_own_number_and_what_is_attached_to_it() -> None:
    horn = ContentAdded(kind="cards", id="horn", fields={"en": "Horn", "type": "attachment", "attack_bonus": 1})
    armed = (horn, *VILLAIN_DONE, AttachmentEntered(name="horn", host="shocker"))
    given(GAME, *armed, ActivationStarted(enemy="shocker", seat=SPIDER), AttackUndefended()).when(
        EnemyAttackResolved()
    ).then(table(**{"seats.spider-man.damage": 5}))


def test_minions_follow_the_villain_and_activate_against_their_player_alone() -> None:
    before = (*STEP_BY_STEP, SHOCKER)
    given(GAME, *before).when(ActivationStarted(enemy="shocker", seat=SPIDER)).then(refused("others-first"))
    given(GAME, *before).when(ActivationStarted(enemy="shocker", seat=IRON)).then(
        refused("not-engaged", bendable=True, says="Shocker is not engaged with Iron Man.")
    )


def test_a15_it_is_said_who_decides_the_order_of_several_minions() -> None:
    two = (*VILLAIN_DONE, MinionEntered(name="shocker", seat=SPIDER))
    assert [title for title, _ in upcoming(*two)] == [
        "Shocker attacks Spider-Man (Spider-Man decides the order)",
        "Shocker 2 attacks Spider-Man (Spider-Man decides the order)",
    ]


def test_d14_a_minion_with_quickstrike_attacks_a_hero_at_once_without_a_boost_card() -> None:
    came = (*activations("activations", "minions")[:-2], STRIKER, MinionEntered(name="striker", seat=SPIDER))
    (title, strike), *_ = upcoming(*came)
    assert title == "Quickstrike: Striker attacks Spider-Man"
    done = (*came, strike, AttackUndefended())
    assert at(*done).activations[0].boosts == []
    given(GAME, *done).when(EnemyAttackResolved()).then(
        table(**{"seats.spider-man.damage": 2, "play.striker.strikes": False, "activated": []})
    )
    assert upcoming(*came[:-1], MinionEntered(name="striker", seat=IRON)) == []


def test_d14_in_one_tap_at_a_table_that_records_them_so() -> None:
    came = (*activations("minions")[:-2], STRIKER, MinionEntered(name="striker", seat=SPIDER))
    strike = EnemyActivated(enemy="striker", seat=SPIDER, because="quickstrike")
    assert upcoming(*came) == [
        ("Quickstrike: Striker attacks Spider-Man: 2 damage", strike),
        ("Spider-Man defends: 0 damage", strike.copy_with(defender=SPIDER)),
    ]
    several = upcoming(*came, MinionEntered(name="striker", seat=SPIDER))
    assert [title for title, _ in several][2:] == ["Quickstrike: Striker 2 attacks Spider-Man: 2 damage"]
    given(GAME, *came).when(strike).then(table(**{"seats.spider-man.damage": 2}))


def test_quickstrike_within_an_attack_comes_first() -> None:
    nested = (STRIKER, *ATTACKED, MinionEntered(name="striker", seat=SPIDER))
    inner = ActivationStarted(enemy="striker", seat=SPIDER, because="quickstrike")
    spec = given(GAME, *nested).when(inner).then(table(**{"activations.1.enemy": "striker"}))
    over = spec.and_then(AttackUndefended()).and_then(EnemyAttackResolved())
    over.then(table(**{"seats.spider-man.damage": 2, "activations.0.decided": False}))
    over.and_undo().then(table(**{"seats.spider-man.damage": 0, "activations.1.decided": True}))


def test_quickstrike_that_nobody_used_is_over_with_the_next_villain_phase() -> None:
    came = (*activations("minions")[:-2], STRIKER, MinionEntered(name="striker", seat=SPIDER))
    given(GAME, *came).when(PlayerPhaseEnded(), bend="it was forgotten").then(table(**{"play.striker.strikes": False}))


def test_a31_minions_of_who_is_out_engage_the_next_player_and_may_strike() -> None:
    both = (*activations("activations", "minions")[:-2], STRIKER, FormChanged(seat=IRON))
    came = (*both, MinionEntered(name="striker", seat=SPIDER), DamageDealt(target="striker", amount=1))
    out = given(GAME, *came).when(DamageDealt(target=SPIDER, amount=10))
    out.then(table(**{"play.striker.engaged": IRON, "play.striker.damage": 1, "play.striker.strikes": True}))
    (title, strike), *_ = upcoming(*came, DamageDealt(target=SPIDER, amount=10))
    assert (title, strike) == (
        "Quickstrike: Striker attacks Iron Man",
        ActivationStarted(enemy="striker", seat=IRON, because="quickstrike"),
    )


def test_a_card_lets_a_minion_engage_somebody_else() -> None:
    moved = given(GAME, *STEP_BY_STEP, SHOCKER).when(MinionEngaged(minion="shocker", seat=IRON))
    moved.then(says("Shocker engaged Iron Man"), table(**{"play.shocker.engaged": IRON}))
    moved.and_then(MinionEngaged(minion="shocker", seat=IRON)).then(refused("engaged-already", bendable=False))


def test_a16_a_minion_that_comes_during_the_activations_activates_too() -> None:
    late = (*VILLAIN_DONE, ActivationStarted(enemy="shocker", seat=SPIDER), AttackUndefended(), EnemyAttackResolved())
    again = MinionEntered(name="shocker", seat=SPIDER)
    assert upcoming(*late, again)[0][1] == ActivationStarted(enemy="shocker #2", seat=SPIDER)


def test_a16_a_minion_that_comes_back_during_the_activations_activates_anew() -> None:
    gone = (*VILLAIN_DONE, ActivationStarted(enemy="shocker", seat=SPIDER), AttackUndefended(), EnemyAttackResolved())
    back = (*gone, DamageDealt(target="shocker", amount=3), MinionEntered(name="shocker", seat=SPIDER))
    assert upcoming(*back)[0][1] == ActivationStarted(enemy="shocker #2", seat=SPIDER)


def test_an_attacker_that_is_gone_ends_its_activation() -> None:
    gone = (*VILLAIN_DONE, ActivationStarted(enemy="shocker", seat=SPIDER), DamageDealt(target="shocker", amount=3))
    assert upcoming(*gone) == [("End the activation", ActivationEnded())]
    given(GAME, *gone).when(ActivationEnded()).then(table(activations=[]))


def test_the_villain_phase_of_a_table_that_follows_it_is_at_step_activations() -> None:
    assert at(*STEP_BY_STEP).step == "activations"
    assert at(*ATTACKED).place == (1, "attack")
    given(GAME, *ATTACKED).when(SchemeThreatPlaced()).then(refused("wrong-step"))
